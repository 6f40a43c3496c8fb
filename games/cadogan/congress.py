"""The Congress: rivers that grow row by row, and help packets that take their cards.

Two packs. The eight aces are laid out as foundations, which ascend in suit to the king. Four cards
are the helps, and a row of eight cards opens the rivers, eight columns that later rows overlap.
The last card of a column and the top of a help may be played, or married to a help's top of their
suit that is one higher; columns never receive cards. In the pause after each row the player may
refill all vacancies from the pack, the rivers first, row by row from the uppermost, then the
helps; the next row may be dealt when nothing is vacant. When the pack is out the helps may grow to
eight: the last card of a column may begin a new help. No talon, no redeal. From *Lady Cadogan's
Illustrated Games of Patience* (1914); the picks among its readings are named at the options.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import ClassVar

from cadogan.games.cadogan import declared
from cadogan.games.cadogan.congress_moves import (
    COLUMN,
    COLUMNS,
    FIRST_HELP,
    FOUNDATION,
    HELP,
    HELP_WIDTH,
    HELPS,
    HOME,
    IMMEDIATE,
    LAYOUT,
    REFILL,
    ROW,
    ROWS,
    STOCK,
    TALLEST,
    WIDTH,
    code_of,
    moves,
    open_helps,
    pile_of,
    play,
    stock_left,
)
from cadogan.games.cards import Pack, face
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import draw_table, drawn, hanging, heap, labelled, lying
from cadogan.games.errors import DealError
from cadogan.games.game import CARDS, COPIES, RANKS, Game, Option, Rules, Weights
from cadogan.games.layout import STOCK as CARDS_OF_STOCK
from cadogan.games.layout import (
    STOCK_SIZE,
    Piles,
    cards_of,
    number_of,
)
from cadogan.games.state import card_at, count, height, top


@rule
def unfinished(state, table):
    """Count the cards that are not home."""
    left = int64(table[CARDS])
    for k in range(8):
        left -= count(state, FOUNDATION + k)
    return left


@rule
def remaining(state, table):
    """Count a play for each card left, rows and refills to come, and marriages that must be.

    A row or refill deals no more cards than the rows dealt and the helps have places, and adds one
    row at most; in the pause after row 1 under immediate refilling moves deal too, and none is
    counted. A card is blocked when a lower card of its suit lies further up in
    its column. When all copies left of a card are blocked, one of them at least must first go to
    a help: were all of them to go straight home, the last to go would need every lower card of the
    suit home, the one that it covers included. Helps are runs, and block nothing. Consistent: a
    move of a card changes no other card's state; a deal only adds blocked cards.
    """
    left = unfinished(state, table)
    rows = count(state, ROWS)
    if table[IMMEDIATE] == 0 or rows != 1:
        stock = stock_left(state, table)
        while stock > 0:
            stock -= rows * int64(table[COLUMNS]) + int64(table[HELPS])
            rows += 1
            left += 1
    free = 0  # a bit for each card of which a copy is not blocked
    out_of_place = 0  # and of which a copy is blocked
    for i in range(int64(table[COLUMNS])):
        column = COLUMN + i * WIDTH
        lowest = 0xEEEE  # the lowest rank so far of each suit, four bits each
        for depth in range(height(state, column)):
            card = card_at(state, column, depth)
            shift = card >> 4 << 2
            above = (card & 15) - (lowest >> shift & 15)
            if above > 0:
                out_of_place |= 1 << card
            else:
                lowest += above << shift
                free |= 1 << card
    for j in range(open_helps(state, table)):
        pile = HELP + j * HELP_WIDTH
        for depth in range(height(state, pile)):
            free |= 1 << card_at(state, pile, depth)
    for position in range(count(state, STOCK), int64(table[STOCK_SIZE])):
        free |= 1 << int64(table[CARDS_OF_STOCK + position])
    blocked = out_of_place & ~free
    while blocked != 0:
        blocked &= blocked - 1
        left += 1
    return left


@rule
def layer(state, table):
    """Count the cards dealt from the pack."""
    return count(state, STOCK)


@helper
def is_safe(state, table, card):
    """Say whether playing a card home in the end phase, where it fits, can never lose a win.

    Safe when all foundations of its suit have come to the rank below. Proof: take a winning line
    and play the card first, leaving out its later moves. Only copies of the next lower card could
    have been put on it, and those are home. Of any pile the card is gone from, what it covered is
    only freer; a host or a place that it would have used stays free; with the pack out nothing is
    refilled, so a vacancy obliges to nothing. If a twin of it came home first in the line, the
    twin now takes the other foundation, which waits at the same rank. Each higher card finds its
    foundation no later than before. While the pack lasts this does not hold: a vacancy takes the
    next card of the pack and so shifts the rows to come.
    """
    first = FOUNDATION + 2 * (card >> 4)
    last = int64(table[COPIES]) - 1
    rank = card & 15
    return count(state, first) >= rank - 1 and count(state, first + last) == rank - 1


@rule
def forced(state, table):
    """Give a safe play when the pack is out (the proof is :func:`is_safe`'s), or -1."""
    if stock_left(state, table) > 0:
        return -1
    helps = open_helps(state, table)
    for k in range(helps + int64(table[COLUMNS])):
        card = top(state, pile_of(code_of(k, helps)))
        if card != 0 and is_safe(state, table, card):
            return code_of(k, helps) + 256 * HOME
    return -1


@helper
def steps_to_use(state, table, card):
    """Count the steps of a card's foundation before it fits, on the copy that still needs it."""
    first = FOUNDATION + 2 * (card >> 4)
    rank = card & 15
    if rank > count(state, first):
        return rank - 1 - count(state, first)
    return rank - 1 - count(state, first + int64(table[COPIES]) - 1)


@helper
def score_column(state, table, weights, column):
    """Add up the inversions and burials of one column."""
    total = 0
    lowest = 0xEEEE  # the lowest rank so far of each suit, four bits each
    tall = height(state, column)
    under = 0
    for depth in range(tall):
        card = card_at(state, column, depth)
        shift = card >> 4 << 2
        rank = card & 15
        if rank > (lowest >> shift & 15):
            total += weights[1]
        else:
            lowest += (rank - (lowest >> shift & 15)) << shift
        if depth > 0 and under != card + 1:
            total += weights[2]
        near = max(0, 3 - steps_to_use(state, table, card))
        total += weights[3] * (tall - 1 - depth) * near // 3
        under = card
    return total + weights[4] * tall


@rule
def score(state, table, weights):
    """Add up what stands in the way.

    Weights: a card left; in columns a card above a lower one of its suit, off its parent, above
    one of use within three steps, any card; an empty help (for good); in helps a step of the base
    from the last rank, a card on another (for good).
    """
    total = weights[0] * unfinished(state, table)
    for i in range(int64(table[COLUMNS])):
        total += score_column(state, table, weights, COLUMN + i * WIDTH)
    for j in range(open_helps(state, table)):
        pile = HELP + j * HELP_WIDTH
        if height(state, pile) == 0:
            total -= weights[5]
        else:
            total += weights[6] * (int64(table[RANKS]) - (card_at(state, pile, 0) & 15))
            total -= weights[7] * (height(state, pile) - 1)
    return 512 + total


def _pile_name(code: int) -> str:
    return f"help {code - FIRST_HELP + 1}" if code >= FIRST_HELP else f"column {code}"


class Congress(Game):
    """The game of rivers and helps."""

    name = "congress"
    title = "The Congress"
    source = "Lady Cadogan's Illustrated Games of Patience (1914)"
    summary = "Rivers dealt row by row, help packets that marry down in suit, no talon."
    standard_pack = Pack(copies=2)
    options = (
        Option(
            "refill",
            "deferred",
            ("deferred", "immediate"),
            "Whether vacancies of the first row wait for the player's refill, as later ones do.",
            "deferred: refills take the upper rows first, so that they must be able to wait; "
            "immediate: what the book says of the first row, to the letter",
        ),
        Option("columns", 8, range(1, 9), "How many cards a row of the rivers has.", "eight"),
        Option("helps", 4, range(1, 5), "How many helps there are while the pack lasts.", "four"),
    )
    layout = LAYOUT
    rules = Rules(
        moves, play, remaining, unfinished=unfinished, layer=layer, score=score, forced=forced
    )
    weights = (
        Weights("rivers", (20, 12, 8, 3, 8, 10, 3, 5)),
        Weights("helps", (20, 12, 4, 8, 8, 30, 1, 8), noise=8),
    )
    # A row or refill; each of eight columns goes home or to eight helps; each of eight helps goes
    # home or onto two copies of its parent.
    max_moves = 1 + 8 * 9 + 8 * 3
    places: ClassVar[dict[int, str]] = {
        0: "",
        **{i: f"c{i}" for i in range(1, 9)},
        **{FIRST_HELP + j: f"h{j + 1}" for j in range(8)},
        HOME: "home",
        REFILL: "refill",
        ROW: "row",
    }

    def check_settings(self) -> None:
        """Refuse packs without a card to play, and columns that could grow too tall."""
        super().check_settings()
        if self.pack.ranks < 2:
            raise DealError(f"{self.name} needs two ranks or more: the aces are laid out")
        cards = self.pack.size - len(self.taken_out()) - self.number("helps")
        if cards > TALLEST * self.number("columns"):
            raise DealError(
                f"{self.name}: with columns={self['columns']} a column of this pack would grow "
                f"beyond {TALLEST} cards: take more columns or a smaller pack"
            )

    def taken_out(self) -> list[int]:
        """Take out the aces."""
        suits = self.pack.suit_numbers
        return [face(1, s) for s in suits for _ in range(self.pack.copies)]

    def counts(self) -> dict[str, int]:
        """Say how many columns and helps there are."""
        return {"help": 2 * self.number("helps"), "column": self.number("columns")}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Lay out the aces, deal the helps and the first row, keep the rest as pack."""
        helps, columns = self.number("helps"), self.number("columns")
        row = cards[helps : helps + columns]
        stock = list(cards[helps + columns :])
        return {
            "foundations": self.taken_out(),
            "stock": stock,
            "rows": 1 if stock else 0,
            **{f"help {j + 1}": list(cards[:helps][j : j + 1]) for j in range(2 * helps)},
            **{f"column {i + 1}": list(row[i : i + 1]) for i in range(columns)},
        }

    facts = declared.congress

    def check_position(self, piles: Piles) -> None:
        """Refuse helps that are no runs, and rows or vacancies that cannot be."""
        helps, columns = self._named(piles, "help"), self._named(piles, "column")
        for name, cards in helps.items():
            if any(below != card + 1 for below, card in itertools.pairwise(cards)):
                raise DealError(f"{name}: each card must lie on the next higher one of its suit")
        rows, stock = number_of(piles, "rows"), cards_of(piles, "stock")
        if not stock:
            if rows != 0:
                raise DealError("rows: 0 when the stock is empty")
            return
        dealt = self.pack.size - len(self.taken_out()) - len(stock)
        most = (dealt - self.number("helps")) // self.number("columns")
        if not 1 <= rows <= most:
            raise DealError(f"rows: from 1 to {max(most, 1)} with so many cards dealt, not {rows}")
        for name, cards in columns.items():
            if len(cards) > rows:
                raise DealError(f"{name} has more cards than there are rows")
        for name in list(helps)[self.number("helps") :]:
            if helps[name]:
                raise DealError(f"{name} stays empty while the stock has cards")
        opened = list(helps)[: self.number("helps")]
        vacant = [name for name in [*columns, *opened] if not piles[name]]
        if vacant and self["refill"] == "immediate" and rows == 1:
            raise DealError(f"{vacant[0]} is refilled at once in the first row's pause")

    def _named(self, piles: Piles, group: str) -> dict[str, list[int]]:
        """Give the piles of a group."""
        return {
            f"{group} {i + 1}": cards_of(piles, f"{group} {i + 1}")
            for i in range(self.counts()[group])
        }

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes where, in the book's terms."""
        source, target = move & 255, move >> 8
        if source == ROW:
            return "deal a row on the rivers"
        if source == REFILL:
            return "refill the vacancies from the pack"
        pile = _pile_name(source)
        card = drawn(cards_of(piles, pile)[-1])
        if target == HOME:
            return f"{card} from {pile} goes home"
        hosts = cards_of(piles, _pile_name(target))
        doing = f"marries {drawn(hosts[-1])} on" if hosts else "becomes"
        return f"{card} from {pile} {doing} {_pile_name(target)}"

    def draw(self, piles: Piles) -> str:
        """Draw the foundations, the rivers flowing down, the helps below, and the pack."""
        helps = self._named(piles, "help")
        if piles["stock"]:
            helps = dict(list(helps.items())[: self.number("helps")])
        return draw_table(
            labelled(home=cards_of(piles, "foundations")),
            "rivers\n" + hanging(list(self._named(piles, "column").values())),
            lying(list(helps), list(helps.values())),
            f"stock {heap(cards_of(piles, 'stock'), 8, from_end=False)}",
        )


GAME = Congress
