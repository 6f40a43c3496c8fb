"""FreeCell: four cells, eight columns, alternate colours.

A card moves alone; a run that people move at one go is several moves here. Nothing comes back
from the foundations. The rules are Paul Alfille's (1978); deals by Microsoft's numbers are
``--dealer ms``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cadogan.games.cards import Pack, is_red, rank_of
from cadogan.games.classics.deadlocks import extra_moves
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import draw_table, drawn, hanging, labelled
from cadogan.games.game import (
    ALL,
    CARDS,
    FITS,
    HAS_SUIT,
    MODE,
    OPTION,
    Game,
    Option,
    Rules,
    Weights,
)
from cadogan.games.layout import (
    Bag,
    Foundations,
    Layout,
    Piles,
    Stack,
    builds_down,
    cards_of,
)
from cadogan.games.state import (
    card_at,
    count,
    height,
    held,
    pop,
    push,
    put,
    set_count,
    take,
    top,
)

LAYOUT = Layout(
    Foundations("foundations", first=lambda pack: 1, copies=1),
    Bag("cells", places=7),
    Stack("column", capacity=25, count=10, alike=True, growth=builds_down),
)
HOME = LAYOUT.at("foundations")
CELL = LAYOUT.at("cells")
COLUMN = LAYOUT.at("column")
WIDTH = LAYOUT.stride("column")

# The table's places for the options.
CELLS, COLUMNS = OPTION, OPTION + 1
# Codes of the places that a move names: columns 1 to 10, cells 32 to 38, the foundations.
FIRST_CELL = 32
GOES_HOME = 48


@rule
def moves(state, table, out):
    """Write the single-card moves: to cells first, home last.

    Unless all are asked for, empty columns count as one, cells as one, and a lone card stays
    where it is rather than change to another empty column.
    """
    n = 0
    columns = int64(table[COLUMNS])
    cells = int64(table[CELLS])
    every = int64(table[MODE]) == ALL
    # To a cell.
    for i in range(columns):
        if top(state, COLUMN + i * WIDTH) != 0:
            for k in range(cells):
                if held(state, CELL, k) == 0:
                    out[n] = i + 1 + 256 * (FIRST_CELL + k)
                    n += 1
                    if not every:
                        break
    # To an empty column.
    for j in range(columns):
        if height(state, COLUMN + j * WIDTH) == 0:
            for i in range(columns):
                tall = height(state, COLUMN + i * WIDTH)
                if tall > 1 or (tall == 1 and every):
                    out[n] = i + 1 + 256 * (j + 1)
                    n += 1
            for k in range(cells):
                if held(state, CELL, k) != 0:
                    out[n] = FIRST_CELL + k + 256 * (j + 1)
                    n += 1
            if not every:
                break
    # To another card.
    for j in range(columns):
        host = top(state, COLUMN + j * WIDTH)
        if host != 0:
            for i in range(columns):
                if table[FITS + 64 * top(state, COLUMN + i * WIDTH) + host] != 0:
                    out[n] = i + 1 + 256 * (j + 1)
                    n += 1
            for k in range(cells):
                if table[FITS + 64 * held(state, CELL, k) + host] != 0:
                    out[n] = FIRST_CELL + k + 256 * (j + 1)
                    n += 1
    # Home.
    for i in range(columns):
        if goes_home(state, top(state, COLUMN + i * WIDTH)):
            out[n] = i + 1 + 256 * GOES_HOME
            n += 1
    for k in range(cells):
        if goes_home(state, held(state, CELL, k)):
            out[n] = FIRST_CELL + k + 256 * GOES_HOME
            n += 1
    return n


@helper
def goes_home(state, card):
    """Say whether a card (0 is none) is the next one of its foundation."""
    return count(state, HOME + (card >> 4)) == (card & 15) - 1


@rule
def play(state, words, table, move):
    """Move one card."""
    source = move & 255
    target = move >> 8
    if source < FIRST_CELL:
        card = pop(state, words, COLUMN + (source - 1) * WIDTH)
    else:
        card = take(state, words, CELL, source - FIRST_CELL)
    if target == GOES_HOME:
        set_count(state, words, HOME + (card >> 4), card & 15)
    elif target >= FIRST_CELL:
        put(state, words, CELL, target - FIRST_CELL, card)
    else:
        push(state, words, COLUMN + (target - 1) * WIDTH, card)
    return 0


@helper
def cards_left(state, table):
    """Count the cards that are not home."""
    left = int64(table[CARDS])
    for suit in range(4):
        left -= count(state, HOME + suit)
    return left


@rule
def unfinished(state, table):
    """Count the cards that are not home."""
    return cards_left(state, table)


@rule
def remaining(state, table):
    """Count the cards that are not home, those twice that must move elsewhere first.

    Each card goes home by a move of its own. What the order of the cards in the columns costs
    besides, and why the sum is consistent, is in :mod:`cadogan.games.classics.deadlocks`.
    """
    gone = 0
    for suit in range(4):
        gone |= ((2 << count(state, HOME + suit)) - 2) << (suit << 4)
    for k in range(int64(table[CELLS])):
        gone |= 1 << held(state, CELL, k)  # of an empty cell bit 0, which is no card's
    extra = extra_moves(state, COLUMN, WIDTH, int64(table[COLUMNS]), gone)
    return cards_left(state, table) + extra


@helper
def is_safe(state, table, card):
    """Say whether playing a card home, which fits there, can never lose a win.

    Only the two cards of the other colour and the next lower rank could ever be put on it. Safe
    when both can always go home instead: each of the other colour's foundations has reached the
    rank two below (so the card in question is home or goes home as soon as it is free), and
    nothing could need those two as hosts: the cards two ranks below of the first colour are home
    or, the other suit's foundation having reached the rank three below, next in turn there. An
    absent suit has no such cards.
    """
    suit = card >> 4
    rank = card & 15
    red = suit == 1 or suit == 2
    for other in range(4):
        if other != suit and table[HAS_SUIT + other] != 0:
            same_colour = (other == 1 or other == 2) == red
            needed = rank - 3 if same_colour else rank - 2
            if count(state, HOME + other) < needed:
                return False
    return True


@rule
def forced(state, table):
    """Give a safe play home (the proof is :func:`is_safe`'s), or -1."""
    for i in range(int64(table[COLUMNS])):
        card = top(state, COLUMN + i * WIDTH)
        if goes_home(state, card) and is_safe(state, table, card):
            return i + 1 + 256 * GOES_HOME
    for k in range(int64(table[CELLS])):
        card = held(state, CELL, k)
        if goes_home(state, card) and is_safe(state, table, card):
            return FIRST_CELL + k + 256 * GOES_HOME
    return -1


@rule
def score(state, table, weights):
    """Add up what stands in the way.

    Weights: a card not home, a card off its sequence, a cell in use, an empty column (negative),
    a card above its suit's next card, a card above its suit's next but one.
    """
    total = weights[0] * cards_left(state, table)
    for k in range(int64(table[CELLS])):
        if held(state, CELL, k) != 0:
            total += weights[2]
    for i in range(int64(table[COLUMNS])):
        column = COLUMN + i * WIDTH
        tall = height(state, column)
        if tall == 0:
            total += weights[3]
        for depth in range(tall):
            card = card_at(state, column, depth)
            if depth > 0 and table[FITS + 64 * card + card_at(state, column, depth - 1)] == 0:
                total += weights[1]
            ahead = (card & 15) - count(state, HOME + (card >> 4))
            if ahead == 1:
                total += weights[4] * (tall - 1 - depth)
            elif ahead == 2:
                total += weights[5] * (tall - 1 - depth)
    return total


class FreeCell(Game):
    """FreeCell with 0 to 7 cells and 4 to 10 columns."""

    name = "freecell"
    title = "FreeCell"
    source = "Paul Alfille, 1978"
    summary = "One pack, four cells, eight columns built down in alternate colours."
    standard_pack = Pack()
    options = (
        Option("cells", 4, range(8), "How many cells hold one card each.", "four as published"),
        Option("columns", 8, range(4, 11), "How many columns are dealt.", "eight as published"),
    )
    layout = LAYOUT
    rules = Rules(moves, play, remaining, unfinished=unfinished, forced=forced, score=score)
    weights = (
        Weights("tidy", (10, 20, 14, -20, 12, 6)),
        Weights("near", (5, 10, 5, -40, 20, 12), noise=10),
        Weights("deep", (40, 8, 10, -30, 16, 10), noise=8),
        Weights("free", (36, 8, -18, -14, 15, 5), noise=8),
        Weights("even", (17, 6, 12, -23, 15, 6), noise=8),
    )
    # A column's top or a cell's card has at most 7 cells, 10 columns and home as targets.
    max_moves = (10 + 7) * (7 + 10 + 1)
    places: ClassVar[dict[int, str]] = {
        **{i: str(i % 10) for i in range(1, 11)},
        **{FIRST_CELL + k: "abcdefg"[k] for k in range(7)},
        GOES_HOME: "h",
    }
    separator = ""

    def counts(self) -> dict[str, int]:
        """Say how many columns and cells these options use."""
        return {"column": self.number("columns"), "cells": self.number("cells")}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Deal card k to column k modulo the number of columns."""
        columns = self.number("columns")
        piles: Piles = {
            "foundations": [0] * len(self.pack.suits),
            "cells": [0] * self.number("cells"),
        }
        for i in range(columns):
            piles[f"column {i + 1}"] = list(cards[i::columns])
        return piles

    @staticmethod
    def fits(card: int, host: int) -> bool:
        """Build down in alternate colours."""
        return rank_of(card) + 1 == rank_of(host) and is_red(card) != is_red(host)

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes where."""
        source, target = move & 255, move >> 8
        card = drawn(self._card(piles, source))
        if target == GOES_HOME:
            return f"{card} goes home"
        if target >= FIRST_CELL:
            return f"{card} to cell {self.places[target]}"
        host = self._card(piles, target)
        return f"{card} to {drawn(host)}" if host else f"{card} to empty column {target}"

    @staticmethod
    def _card(piles: Piles, place: int) -> int:
        if place >= FIRST_CELL:
            return cards_of(piles, "cells")[place - FIRST_CELL]
        column = cards_of(piles, f"column {place}")
        return column[-1] if column else 0

    def draw(self, piles: Piles) -> str:
        """Draw cells and foundations in one line, the columns below."""
        columns = [cards_of(piles, f"column {i + 1}") for i in range(self.number("columns"))]
        return draw_table(
            labelled(cells=cards_of(piles, "cells"), home=cards_of(piles, "foundations")),
            hanging(columns),
        )


GAME = FreeCell
