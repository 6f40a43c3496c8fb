"""Where the packets, talon and foundations of Napoleon's Square lie, and moves' codes."""

from __future__ import annotations

from cadogan.games.compiling import helper, int64
from cadogan.games.game import (
    CARDS,
    COPIES,
    OPTION,
)
from cadogan.games.layout import (
    Counter,
    Foundations,
    Layout,
    Stack,
    Stock,
    builds_down,
)
from cadogan.games.state import count

LAYOUT = Layout(
    Foundations("foundations", first=lambda pack: 1),
    Stock("stock"),
    Counter("fresh", shown=False),
    Stack("talon", capacity=104),
    Stack("packet", capacity=23, count=12, alike=True, growth=builds_down),
)
FOUNDATION = LAYOUT.at("foundations")
STOCK = LAYOUT.at("stock")
FRESH = LAYOUT.at("fresh")
TALON = LAYOUT.at("talon")
PACKET = LAYOUT.at("packet")
WIDTH = LAYOUT.stride("packet")
# The table's places for the options.
SQUARE, PACKETS = OPTION, OPTION + 1
# Codes of what a move names: packets are 1 to 12.
FROM_TALON, HOME, TURN = 20, 21, 22


@helper
def foundation_for(state, table, card):
    """Give the foundation that a card may be played on, or 0; the further copy comes first."""
    first = FOUNDATION + 2 * (card >> 4)
    for k in range(int64(table[COPIES])):
        if count(state, first + k) == (card & 15) - 1:
            return first + k
    return 0


@helper
def cards_left(state, table):
    """Count the cards that are not home."""
    left = int64(table[CARDS])
    for k in range(8):
        left -= count(state, FOUNDATION + k)
    return left
