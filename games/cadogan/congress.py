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

from cadogan.games.cards import Pack, face
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import draw_table, drawn, hanging, heap, labelled, lying
from cadogan.games.errors import DealError
from cadogan.games.game import ALL, CARDS, COPIES, MODE, OPTION, RANKS, Game, Option, Rules, Weights
from cadogan.games.layout import STOCK as CARDS_OF_STOCK
from cadogan.games.layout import (
    STOCK_SIZE,
    Counter,
    Foundations,
    Layout,
    Piles,
    Stack,
    Stock,
    builds_down,
    cards_of,
    number_of,
)
from cadogan.games.state import card_at, count, height, make_alike, pop, push, set_count, top

#: The most cards that a column can hold.
TALLEST = 23


def pack_is_out(piles: Piles) -> bool:
    """Say whether the end phase has come, in which columns are alike."""
    return not piles["stock"]


# A help is a run in suit, from a king down to a two at most. Closed helps are empty, so that all
# helps are alike at any time.
LAYOUT = Layout(
    Foundations("foundations", first=lambda pack: 1, laid_out=True),
    Stock("stock"),
    Counter("rows", most=TALLEST),
    Stack("help", capacity=15, count=8, alike=True, growth=builds_down),
    Stack("column", capacity=TALLEST, count=8, alike=pack_is_out),
)
FOUNDATION = LAYOUT.at("foundations")
STOCK = LAYOUT.at("stock")
ROWS = LAYOUT.at("rows")
HELP = LAYOUT.at("help")
HELP_WIDTH = LAYOUT.stride("help")
COLUMN = LAYOUT.at("column")
WIDTH = LAYOUT.stride("column")

# The table's places for the options.
IMMEDIATE, COLUMNS, HELPS = OPTION, OPTION + 1, OPTION + 2
# Codes of what a move names: columns are 1 to 8, helps 11 to 18.
FIRST_HELP, HOME, REFILL, ROW = 11, 22, 23, 24


@helper
def stock_left(state, table):
    """Count the cards of the pack that are not dealt."""
    return int64(table[STOCK_SIZE]) - count(state, STOCK)


@helper
def open_helps(state, table):
    """Count the places for helps: twice as many when the pack is out."""
    helps = int64(table[HELPS])
    return helps if stock_left(state, table) > 0 else 2 * helps


@helper
def foundation_for(state, table, card):
    """Give the foundation that a card may be played on, or 0; the further copy comes first."""
    first = FOUNDATION + 2 * (card >> 4)
    for k in range(int64(table[COPIES])):
        if count(state, first + k) == (card & 15) - 1:
            return first + k
    return 0


@helper
def is_vacant(state, table):
    """Say whether a column is shorter than the rows dealt, or a help is empty."""
    rows = count(state, ROWS)
    for i in range(int64(table[COLUMNS])):
        if height(state, COLUMN + i * WIDTH) < rows:
            return True
    for j in range(int64(table[HELPS])):
        if height(state, HELP + j * HELP_WIDTH) == 0:
            return True
    return False


@helper
def same_help_before(state, table, j):
    """Say whether an earlier help is equal (its top and height tell a run) and may stand for j."""
    if table[MODE] == ALL:
        return False
    here = HELP + j * HELP_WIDTH
    for k in range(j):
        before = HELP + k * HELP_WIDTH
        if top(state, before) == top(state, here) and height(state, before) == height(state, here):
            return True
    return False


@rule
def moves(state, table, out):
    """Write the row or the refill, new helps, marriages, then plays.

    Unless all are asked for, only one of equal helps moves or is married, and only one empty
    place for a help is used: helps are alike.
    """
    n = 0
    ended = stock_left(state, table) == 0
    if not ended:
        out[n] = REFILL if is_vacant(state, table) else ROW
        n += 1
    helps = open_helps(state, table)
    columns = int64(table[COLUMNS])
    hosts = 0  # a bit for each card that lies on top of a help; the lowest for an empty place
    for j in range(helps):
        hosts |= 1 << top(state, HELP + j * HELP_WIDTH)
    if ended and hosts & 1:
        for i in range(columns):
            if height(state, COLUMN + i * WIDTH) > 0:
                n = write_targets(state, table, out, n, i + 1, 0)
    for j in range(helps):
        card = top(state, HELP + j * HELP_WIDTH)
        if card != 0 and hosts >> (card + 1) & 1 and not same_help_before(state, table, j):
            n = write_targets(state, table, out, n, FIRST_HELP + j, card + 1)
    for i in range(columns):
        card = top(state, COLUMN + i * WIDTH)
        if card != 0 and hosts >> (card + 1) & 1:
            n = write_targets(state, table, out, n, i + 1, card + 1)
    return write_plays(state, table, out, n)


@helper
def write_targets(state, table, out, n, source, host):
    """Write a card's moves to the helps with that top (0 for the empty ones), behind n others."""
    for j in range(open_helps(state, table)):
        if top(state, HELP + j * HELP_WIDTH) == host and not same_help_before(state, table, j):
            out[n] = source + 256 * (FIRST_HELP + j)
            n += 1
    return n


@helper
def write_plays(state, table, out, n):
    """Write the plays on foundations behind n other moves."""
    for j in range(open_helps(state, table)):
        card = top(state, HELP + j * HELP_WIDTH)
        if card != 0 and foundation_for(state, table, card) != 0:
            if not same_help_before(state, table, j):
                out[n] = FIRST_HELP + j + 256 * HOME
                n += 1
    for i in range(int64(table[COLUMNS])):
        card = top(state, COLUMN + i * WIDTH)
        if card != 0 and foundation_for(state, table, card) != 0:
            out[n] = i + 1 + 256 * HOME
            n += 1
    return n


@helper
def pile_of(code):
    """Give the pile that a code names."""
    if code >= FIRST_HELP:
        return HELP + (code - FIRST_HELP) * HELP_WIDTH
    return COLUMN + (code - 1) * WIDTH


@rule
def play(state, words, table, move):
    """Deal a row, refill or move a card; with the last card of the pack the end phase begins."""
    source = move & 255
    target = move >> 8
    if source == ROW:
        set_count(state, words, ROWS, count(state, ROWS) + 1)
        fill(state, words, table, False)
        return 0
    if source == REFILL:
        fill(state, words, table, True)
        return 0
    card = pop(state, words, pile_of(source))
    if target == HOME:
        set_count(state, words, foundation_for(state, table, card), card & 15)
    else:
        push(state, words, pile_of(target), card)
    if table[IMMEDIATE] != 0 and count(state, ROWS) == 1:
        fill(state, words, table, True)
    return 0


@helper
def fill(state, words, table, helps_too):
    """Fill the columns up to the rows dealt, row by row, then the helps, as far as cards go.

    Dealing a row is no more than this once the row counts as dealt.
    """
    for r in range(count(state, ROWS)):
        for i in range(int64(table[COLUMNS])):
            if height(state, COLUMN + i * WIDTH) == r:
                deal_to(state, words, table, COLUMN + i * WIDTH)
    if helps_too:
        for j in range(int64(table[HELPS])):
            if height(state, HELP + j * HELP_WIDTH) == 0:
                deal_to(state, words, table, HELP + j * HELP_WIDTH)


@helper
def deal_to(state, words, table, pile):
    """Deal the next card, if there is one, to a pile; after the last one columns are alike."""
    dealt = count(state, STOCK)
    if dealt == int64(table[STOCK_SIZE]):
        return
    push(state, words, pile, int64(table[CARDS_OF_STOCK + dealt]))
    set_count(state, words, STOCK, dealt + 1)
    if dealt + 1 == int64(table[STOCK_SIZE]):
        set_count(state, words, ROWS, 0)
        for i in range(int64(table[COLUMNS])):
            make_alike(words, COLUMN + i * WIDTH, COLUMN)


@rule
def unfinished(state, table):
    """Count the cards that are not home."""
    left = int64(table[CARDS])
    for k in range(8):
        left -= count(state, FOUNDATION + k)
    return left


@rule
def remaining(state, table):
    """Count a play for each card left, a row or refill to come, and marriages that must be.

    While the pack lasts it takes a row or refill at least to end it, save in the pause after row 1
    under immediate refilling. A card is blocked when a lower card of its suit lies further up in
    its column. When all copies left of a card are blocked, one of them at least must first go to
    a help: were all of them to go straight home, the last to go would need every lower card of the
    suit home, the one that it covers included. Helps are runs, and block nothing. Consistent: a
    move of a card changes no other card's state; a deal only adds blocked cards.
    """
    left = unfinished(state, table)
    if stock_left(state, table) > 0:
        if table[IMMEDIATE] == 0 or count(state, ROWS) != 1:
            left += 1
    free = 0  # a bit for each card of which a copy is not blocked
    out_of_place = 0  # a bit for each card of which a copy is blocked
    for i in range(int64(table[COLUMNS])):
        column = COLUMN + i * WIDTH
        lowest = 0xEEEE  # the lowest rank so far of each suit, four bits each
        for depth in range(height(state, column)):
            card = card_at(state, column, depth)
            shift = card >> 4 << 2
            before = lowest >> shift & 15
            rank = card & 15
            if rank > before:
                out_of_place |= 1 << card
            else:
                lowest += (rank - before) << shift
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
    for j in range(2 * int64(table[HELPS])):
        card = top(state, HELP + j * HELP_WIDTH)
        if card != 0 and is_safe(state, table, card):
            return FIRST_HELP + j + 256 * HOME
    for i in range(int64(table[COLUMNS])):
        card = top(state, COLUMN + i * WIDTH)
        if card != 0 and is_safe(state, table, card):
            return i + 1 + 256 * HOME
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
    lowest_any = 16
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
        if rank > lowest_any:
            total += weights[2]
        if depth > 0 and under != card + 1:
            total += weights[3]
        steps = steps_to_use(state, table, card)
        if steps < 3:
            total += weights[4] * (tall - 1 - depth) * (3 - steps) // 3
        lowest_any = min(lowest_any, rank)
        under = card
    return total + weights[5] * tall


@rule
def score(state, table, weights):
    """Add up what stands in the way.

    Weights: a card left; in columns a card above a lower one of its suit, above any lower one, off
    its parent, a card above one of use within three steps, any card; an empty help (for good); in
    helps a step of the base from the last rank, a card on another (for good).
    """
    total = weights[0] * unfinished(state, table)
    for i in range(int64(table[COLUMNS])):
        total += score_column(state, table, weights, COLUMN + i * WIDTH)
    for j in range(open_helps(state, table)):
        pile = HELP + j * HELP_WIDTH
        tall = height(state, pile)
        if tall == 0:
            total -= weights[6]
        else:
            base = card_at(state, pile, 0) & 15
            total += weights[7] * (int64(table[RANKS]) - base) - weights[8] * (tall - 1)
    return 512 + total


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
            "deferred: the upper rows come first in a refill, so that refills must be able to "
            "wait; immediate: what the book says of the first row taken to the letter",
        ),
        Option("columns", 8, range(1, 9), "How many cards a row of the rivers has.", "eight"),
        Option("helps", 4, range(1, 5), "How many helps there are while the pack lasts.", "four"),
    )
    layout = LAYOUT
    rules = Rules(
        moves, play, remaining, unfinished=unfinished, layer=layer, score=score, forced=forced
    )
    weights = (
        Weights("rivers", (20, 12, 4, 6, 3, 8, 10, 3, 5)),
        Weights("helps", (20, 12, 4, 2, 8, 8, 30, 1, 8), noise=8),
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
                f"{self.name}: {self['columns']} column(s) would grow beyond {TALLEST} cards with "
                "this pack: take more columns or a smaller pack"
            )

    def taken_out(self) -> list[int]:
        """Take out the aces."""
        return [face(1, s) for s in self._suits() for _ in range(self.pack.copies)]

    def _suits(self) -> list[int]:
        return ["CDHS".index(letter) for letter in self.pack.suits]

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
        tall = [name for name, cards in columns.items() if len(cards) > rows]
        if tall:
            raise DealError(f"{tall[0]} has more cards than there are rows")
        closed = [name for name in list(helps)[self.number("helps") :] if helps[name]]
        if closed:
            raise DealError(f"{closed[0]} stays empty while the stock has cards")
        if self["refill"] == "immediate" and rows == 1:
            places = [*columns.items(), *list(helps.items())[: self.number("helps")]]
            vacant = [name for name, cards in places if not cards]
            if vacant:
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
        pile = self._pile(source)
        card = drawn(cards_of(piles, pile)[-1])
        if target == HOME:
            return f"{card} from {pile} goes home"
        hosts = cards_of(piles, self._pile(target))
        if hosts:
            return f"{card} from {pile} marries {drawn(hosts[-1])} on {self._pile(target)}"
        return f"{card} from {pile} becomes {self._pile(target)}"

    @staticmethod
    def _pile(code: int) -> str:
        """Name the pile that a code stands for."""
        return f"help {code - FIRST_HELP + 1}" if code >= FIRST_HELP else f"column {code}"

    def draw(self, piles: Piles) -> str:
        """Draw the foundations, the rivers flowing down, the helps below, and the pack."""
        helps = self._named(piles, "help")
        if piles["stock"]:
            helps = dict(list(helps.items())[: self.number("helps")])
        stock = f"stock {heap(cards_of(piles, 'stock'), 8, from_end=False)}"
        return draw_table(
            labelled(home=cards_of(piles, "foundations")),
            "rivers\n" + hanging(list(self._named(piles, "column").values())),
            lying(list(helps), list(helps.values())),
            stock if piles["stock"] else "the pack is out",
        )


GAME = Congress
