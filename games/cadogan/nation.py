"""The Nation: twelve columns that are counted from one to eight.

Two packs. An ace and a king of each suit start foundations that ascend and descend in suit. The
other cards are dealt into columns and counted: numbers 1 to 8 belong to the first column, 9 to 16
to the second, and so on. A card that fits a foundation when it turns up is played and its number
is used up; cards in the columns stay where they are until the deal is over. Then the lowest card
of each column may be played, or put on another column's lowest of its suit that is one higher or
lower, and an empty column takes any one of them. Twice the columns are gathered and dealt again
without a shuffle. From *Lady Cadogan's Illustrated Games of Patience* (1914).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from cadogan.games.cadogan import declared
from cadogan.games.cadogan.two_way import (
    PILE_CAPACITY,
    TO_DOWN,
    TO_UP,
    bases,
    blocked_cards,
    cards_left,
    check_room,
    check_two_packs,
    dealt_on,
    gather,
    go_home,
    goes_down,
    goes_up,
    is_last_tableau,
    laid_foundations,
    move_top,
    safe_play,
    safe_target,
    score_piles,
    two_foundations,
    write_marriages,
    write_plays,
    write_redeal,
)
from cadogan.games.cards import Pack
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import draw_table, drawn, hanging, heap, labelled
from cadogan.games.errors import DealError
from cadogan.games.game import MODE, OPTION, REDUCED, Game, Option, Rules, Weights
from cadogan.games.layout import Counter, Layout, Piles, Stack, cards_of, number_of
from cadogan.games.state import count, height, make_alike, pop, push, set_count, top

LAYOUT = Layout(
    *two_foundations(laid_out=True),
    Counter("next number", most=96),
    Counter("redeals left", most=2),
    Counter("shut", most=1, count=12),
    Stack("stock", capacity=96, next_first=True),
    Stack(
        "column",
        capacity=PILE_CAPACITY,
        count=12,
        alike=lambda piles: is_last_tableau(piles, "redeals left"),
    ),
)
NUMBER = LAYOUT.at("next number")
REDEALS = LAYOUT.at("redeals left")
SHUT = LAYOUT.at("shut")
STOCK = LAYOUT.at("stock")
COLUMN = LAYOUT.at("column")
WIDTH = LAYOUT.stride("column")

# The table's places for the options.
MOST_REDEALS, NEWEST_FIRST, CLEARED, OPTIONAL, COLUMNS, DEPTH = range(OPTION, OPTION + 6)
# Codes of what a move names: columns are 1 to 12.
PLAY, LAY, REDEAL = 22, 23, 24


@rule
def moves(state, table, out):
    """Write what may be done with the next card; once all are dealt, the redeal, marriages, plays.

    In a reduced search a column's only card is not moved to another column where columns are
    alike: that leads back to the same position.
    """
    n = 0
    card = top(state, STOCK)
    if card != 0:
        if table[OPTIONAL] != 0:
            out[n] = LAY
            n += 1
        if goes_down(state, card):
            out[n] = PLAY + 256 * TO_DOWN
            n += 1
        if goes_up(state, card):
            out[n] = PLAY + 256 * TO_UP
            n += 1
        return n
    columns = int64(table[COLUMNS])
    if count(state, REDEALS) > 0:
        n = write_redeal(state, out, n, REDEAL, COLUMN, WIDTH, columns)
    n = write_fills(state, table, out, n)
    n = write_marriages(state, out, n, COLUMN, WIDTH, columns)
    return write_plays(state, out, n, COLUMN, WIDTH, columns)


@helper
def write_fills(state, table, out, n):
    """Write the moves into empty columns, behind n others.

    Where no deal can follow, columns are alike, and unless all moves are asked for only the first
    empty column is offered.
    """
    alike = table[MODE] != 0 and count(state, REDEALS) == 0
    columns = int64(table[COLUMNS])
    for j in range(columns):
        if height(state, COLUMN + j * WIDTH) != 0 or count(state, SHUT + j) != 0:
            continue
        for i in range(columns):
            tall = height(state, COLUMN + i * WIDTH)
            if tall > 1 or (tall == 1 and not (alike and table[MODE] == REDUCED)):
                out[n] = i + 1 + 256 * (j + 1)
                n += 1
        if alike:
            break
    return n


@rule
def play(state, words, table, move):
    """Make a move, and go on with the deal up to the next choice."""
    source = move & 255
    if source == PLAY:
        go_home(state, words, pop(state, words, STOCK), move >> 8)
        set_count(state, words, NUMBER, count(state, NUMBER) + 1)
        deal_on(state, words, table)
    elif source == LAY:
        lay(state, words, table)
        deal_on(state, words, table)
    elif source == REDEAL:
        for i in range(int64(table[COLUMNS])):
            gather(state, words, STOCK, COLUMN + i * WIDTH, table[NEWEST_FIRST] != 0)
            set_count(state, words, SHUT + i, 0)
        set_count(state, words, REDEALS, count(state, REDEALS) - 1)
        set_count(state, words, NUMBER, 1)
        deal_on(state, words, table)
    else:
        move_top(state, words, COLUMN, WIDTH, move)
    return 0


@helper
def lay(state, words, table):
    """Put the next card at the foot of the column that its number belongs to."""
    number = count(state, NUMBER)
    column = COLUMN + (number - 1) // int64(table[DEPTH]) * WIDTH
    push(state, words, column, pop(state, words, STOCK))
    set_count(state, words, NUMBER, number + 1)


@helper
def deal_on(state, words, table):
    """Deal cards that leave no choice; with the last one the deal is over."""
    card = top(state, STOCK)
    while card != 0:
        up = goes_up(state, card)
        down = goes_down(state, card)
        if (up or down) and (table[OPTIONAL] != 0 or (up and down)):
            return
        if up or down:
            go_home(state, words, pop(state, words, STOCK), TO_UP if up else TO_DOWN)
            set_count(state, words, NUMBER, count(state, NUMBER) + 1)
        else:
            lay(state, words, table)
        card = top(state, STOCK)
    set_count(state, words, NUMBER, 0)
    for i in range(int64(table[COLUMNS])):
        if table[CLEARED] != 0 and height(state, COLUMN + i * WIDTH) == 0:
            set_count(state, words, SHUT + i, 1)
        if count(state, REDEALS) == 0:
            make_alike(words, COLUMN + i * WIDTH, COLUMN)


@rule
def unfinished(state, table):
    """Count the cards that are not home."""
    return cards_left(state, table)


@rule
def remaining(state, table):
    """Count the cards that must go home by a move of their own.

    Where plays are optional in the deal, every play is a move. Where they are forced, a redeal, or
    the rest of a deal, may bring home any number of cards by one move: then only that one counts,
    and with it the cards that lie in columns in the last deal. In the last tableau each card takes
    a move, and one more if it is blocked (see ``blocked_cards``). Consistent: a move concerns one
    card, and what the others add never falls.
    """
    left = cards_left(state, table)
    redeals = count(state, REDEALS)
    stock = height(state, STOCK)
    if table[OPTIONAL] != 0:
        if redeals > 0 or stock > 0:
            return left
    elif redeals > 0:
        return min(left, 1)
    elif stock > 0:
        return left - stock + 1
    return left + blocked_cards(state, COLUMN, WIDTH, int64(table[COLUMNS]))


@rule
def layer(state, table):
    """Count deals, then the cards dealt."""
    deals = int64(table[MOST_REDEALS]) - count(state, REDEALS)
    return 256 * deals + 255 - height(state, STOCK)


@rule
def score(state, table, weights):
    """Add up the cards left and what stands in the way (see ``score_piles``)."""
    columns = int64(table[COLUMNS])
    total = weights[0] * cards_left(state, table)
    return total + score_piles(state, weights, COLUMN, WIDTH, columns)


@rule
def forced(state, table):
    """Give a play that is safe in the last deal (the proof is ``safe_target``'s), or -1.

    While that deal still goes on, the next card may be played where its suit has met: played or
    not, it uses up its number, so the columns will be the same but for this card, and what they
    differ by is the set H of the proof.
    """
    if count(state, REDEALS) > 0:
        return -1
    card = top(state, STOCK)
    if card == 0:
        return safe_play(state, COLUMN, WIDTH, int64(table[COLUMNS]))
    target = safe_target(state, card)
    return PLAY + 256 * target if target != 0 else -1


class Nation(Game):
    """The game of counted columns."""

    name = "nation"
    title = "The Nation"
    source = "Lady Cadogan's Illustrated Games of Patience (1914)"
    summary = "Columns counted from one to eight, foundations both ways, two redeals."
    standard_pack = Pack(copies=2)
    options = (
        Option("redeals", 2, range(3), "How often the columns are dealt again.", "twice"),
        Option(
            "gather",
            "oldest-first",
            ("oldest-first", "newest-first"),
            "Which card of a gathered column is dealt first.",
            "the book: the last column comes first, and of each column the uppermost card, which "
            "is its oldest",
        ),
        Option(
            "spaces",
            "any",
            ("any", "cleared"),
            "Which empty columns take a card: any, or only those emptied by play in this deal.",
            "the book speaks of a column that has been removed; picked: empty is empty",
        ),
        Option(
            "deal-plays",
            "forced",
            ("forced", "optional"),
            "Whether a card that fits when it turns up must be played.",
            "the book: it is played",
        ),
        Option("columns", 12, range(1, 13), "How many columns there are.", "twelve"),
        Option("depth", 8, range(1, 9), "How many numbers a column counts.", "eight"),
    )
    layout = LAYOUT
    rules = Rules(
        moves,
        play,
        remaining,
        unfinished=unfinished,
        layer=layer,
        score=score,
        forced=forced,
    )
    weights = (Weights("buried", (10, 3, 1, 2)),)
    # The redeal; with e columns empty each of the 12 - e tops goes to e spaces, to hosts (there are
    # four neighbours of its suit, and 11 - e other tops) or to two foundations; most for e = 3.
    max_moves = 1 + 9 * (3 + 4 + 2)
    places: ClassVar[dict[int, str]] = {
        0: "",
        **{i: f"c{i}" for i in range(1, 13)},
        TO_UP: "up",
        TO_DOWN: "down",
        PLAY: "play",
        LAY: "lay",
        REDEAL: "redeal",
    }

    def check_settings(self) -> None:
        """Refuse packs that are not two packs or do not fit into the columns."""
        check_two_packs(self.name, self.pack)
        dealt = self.pack.size - 2 * len(self.pack.suits)
        numbers = self.number("columns") * self.number("depth")
        if dealt > numbers:
            raise DealError(f"{dealt} cards are more than the columns' {numbers} numbers")

    def taken_out(self) -> list[int]:
        """Take out the cards that start the foundations."""
        return bases(self.pack)

    def counts(self) -> dict[str, int]:
        """Say how many columns there are, and how many of them can be shut."""
        columns = self.number("columns")
        return {"column": columns, "shut": columns if self["spaces"] == "cleared" else 0}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Lay out the foundations and deal up to the first choice."""
        shut = range(self.counts()["shut"])
        piles: Piles = {
            **laid_foundations(self.pack),
            "next number": 1,
            "redeals left": self.number("redeals"),
            **{f"shut {i + 1}": 0 for i in shut},
            "stock": list(cards),
            **{f"column {i + 1}": [] for i in range(self.number("columns"))},
        }
        return dealt_on(self, piles, deal_on)

    facts = declared.nation

    def check_position(self, piles: Piles) -> None:
        """Refuse positions that the rules would have taken further, or could not have reached."""
        names = [f"column {i + 1}" for i in range(self.number("columns"))]
        heights = [len(cards_of(piles, name)) for name in names]
        number, stock = number_of(piles, "next number"), cards_of(piles, "stock")
        shut = [number_of(piles, f"shut {i + 1}") for i in range(self.counts()["shut"])]
        if number_of(piles, "redeals left") > self.number("redeals"):
            raise DealError(f"redeals left: at most {self['redeals']} with these options")
        if (number == 0) != (not stock):
            raise DealError("next number: it is 0 when the stock is empty, and only then")
        if stock:
            self._check_deal(heights, number, stock, any(shut))
        elif any(closed and tall for closed, tall in zip(shut, heights, strict=False)):
            raise DealError("shut: a column with cards is not shut")
        check_room(piles, names)
        row, _ = self.pack_position(piles)
        out = np.zeros(self.max_moves + 1, np.int64)
        if stock and int(moves(row, self.table(), out)) < 2:
            raise DealError(f"stock: {drawn(stock[0])} leaves no choice, it is dealt at once")

    def _check_deal(self, heights: list[int], number: int, stock: list[int], shut: bool) -> None:
        """Refuse columns that have more cards than they were counted, and marks made too early."""
        depth = self.number("depth")
        for i, tall in enumerate(heights):
            counted = min(max(number - 1 - i * depth, 0), depth)
            if tall > counted:
                raise DealError(f"column {i + 1} holds {tall} cards, but {counted} were counted")
        if number - 1 + len(stock) > depth * len(heights):
            raise DealError("next number: too few numbers are left for the stock")
        if shut:
            raise DealError("shut: no column is shut before the deal is over")

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes where, in the book's terms."""
        source, target = move & 255, move >> 8
        if source == REDEAL:
            return "take up the columns and deal again"
        ways = {TO_UP: "the ascending foundation", TO_DOWN: "the descending foundation"}
        if source in (PLAY, LAY):
            number = number_of(piles, "next number")
            card = drawn(cards_of(piles, "stock")[0])
            if source == PLAY:
                return f"number {number}, {card}, goes on {ways[target]}"
            column = (number - 1) // self.number("depth") + 1
            return f"number {number}, {card}, is laid at the foot of column {column}"
        card = drawn(cards_of(piles, f"column {source}")[-1])
        if target in ways:
            return f"{card} from column {source} goes on {ways[target]}"
        hosts = cards_of(piles, f"column {target}")
        if hosts:
            return f"{card} from column {source} marries {drawn(hosts[-1])} in column {target}"
        return f"{card} from column {source} fills the space of column {target}"

    def draw(self, piles: Piles) -> str:
        """Draw the two lines of foundations, the columns with their numbers, and the stock."""
        names = [f"column {i + 1}" for i in range(self.number("columns"))]
        stock = cards_of(piles, "stock")
        dealing = ""
        if stock:
            dealing = (
                f"next number {piles['next number']}\nstock {heap(stock, 8, from_end=False)}\n"
            )
        shut = [i + 1 for i in range(self.counts()["shut"]) if piles[f"shut {i + 1}"]]
        closed = f"shut: columns {', '.join(map(str, shut))}\n" if shut else ""
        return draw_table(
            labelled(up=cards_of(piles, "ascending"), down=cards_of(piles, "descending")),
            hanging([cards_of(piles, name) for name in names]),
            f"{dealing}{closed}redeals left: {piles['redeals left']}",
        )


GAME = Nation
