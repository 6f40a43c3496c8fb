"""The Shah's table: where its parts lie in a position, its codes, and what all rules ask of it."""

from __future__ import annotations

from cadogan.games.compiling import helper, int64
from cadogan.games.game import COPIES, OPTION
from cadogan.games.layout import (
    STOCK_SIZE,
    Counter,
    Foundations,
    Layout,
    Places,
    Stack,
    builds_down,
)
from cadogan.games.layout import Stock as StockPart
from cadogan.games.state import count, height, held, top

LAYOUT = Layout(
    Foundations("foundations", first=lambda pack: 1, laid_out=True),
    Counter("phase", most=5),
    Places("ray {} inner", count=8),
    Places("ray {} middle", count=8),
    Stack("talon", capacity=95),
    StockPart("stock"),
    Stack("ray {} outer", capacity=15, count=8, growth=builds_down),
)
FOUNDATION = LAYOUT.at("foundations")
PHASE = LAYOUT.at("phase")
INNER = LAYOUT.at("ray {} inner")
MIDDLE = LAYOUT.at("ray {} middle")
TALON = LAYOUT.at("talon")
STOCK = LAYOUT.at("stock")
OUTER = LAYOUT.at("ray {} outer")
WIDTH = LAYOUT.stride("ray {} outer")

# The table's places for the options.
TALON_FIRST, RAYS = OPTION, OPTION + 1
# Phases 1 to 3 are the plays on the circle dealt last.
MAIN, REFILLING = 4, 5
# Codes of what a move names: rays are 1 to 8, rays that give to a lane 31 to 38.
FROM_TALON, FROM_STOCK, HOME, TURN, NEXT, FILL, REFILL, LANE = 20, 21, 22, 23, 24, 25, 26, 30


@helper
def stock_left(state, table):
    """Count the cards of the stock."""
    return int64(table[STOCK_SIZE]) - count(state, STOCK)


@helper
def foundation_for(state, table, card):
    """Give the foundation that a card may be played on, or 0; the further copy comes first."""
    first = FOUNDATION + 2 * (card >> 4)
    for k in range(int64(table[COPIES])):
        if count(state, first + k) == (card & 15) - 1:
            return first + k
    return 0


@helper
def free_card(state, ray):
    """Give the card of a ray's outermost occupied place, or 0."""
    if height(state, OUTER + ray * WIDTH) > 0:
        return top(state, OUTER + ray * WIDTH)
    card = held(state, MIDDLE, ray)
    return card if card != 0 else held(state, INNER, ray)


@helper
def ray_is_empty(state, ray):
    """Say whether all three places of a ray are vacant."""
    return held(state, INNER, ray) == 0  # the places outside a vacant one are vacant too
