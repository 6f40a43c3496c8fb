"""The table of The Four Corners: its layout, and where the next card of a deal may go."""

from __future__ import annotations

from cadogan.games.cadogan.two_way import (
    PILE_CAPACITY,
    goes_down,
    goes_up,
    is_last_tableau,
    two_foundations,
)
from cadogan.games.compiling import helper, int64
from cadogan.games.game import HAS_SUIT, OPTION, RANKS
from cadogan.games.layout import Counter, Layout, Stack
from cadogan.games.state import count

LAYOUT = Layout(
    *two_foundations(laid_out=False),
    Counter("next packet", most=12),
    Counter("redeals left", most=2),
    Stack("stock", capacity=104, next_first=True),
    Stack(
        "packet",
        capacity=PILE_CAPACITY,
        count=12,
        alike=lambda piles: is_last_tableau(piles, "redeals left"),
    ),
)
NEXT = LAYOUT.at("next packet")
REDEALS = LAYOUT.at("redeals left")
STOCK = LAYOUT.at("stock")
PACKET = LAYOUT.at("packet")
WIDTH = LAYOUT.stride("packet")

# The table's places for the options.
MOST_REDEALS, NEWEST_FIRST, FORCED, SIDES = range(OPTION, OPTION + 4)


@helper
def packets(table):
    """Count the packets: those of both sides and four corners."""
    return 2 * int64(table[SIDES]) + 4


@helper
def row_of_suit(table, suit):
    """Give the row of a suit's foundations, from 1 on."""
    its_row = 1
    for other in range(suit):
        its_row += int64(table[HAS_SUIT + other])
    return its_row


@helper
def is_base(state, table, card):
    """Say whether a card is the first ace or the first king of its suit."""
    rank = card & 15
    return (rank == 1 and goes_up(state, card)) or (
        rank == int64(table[RANKS]) and goes_down(state, card)
    )


@helper
def is_corner(state, table):
    """Say whether the next card falls on a corner."""
    packet = count(state, NEXT)
    sides = int64(table[SIDES])
    return packet == 1 or packet == sides + 2 or packet == sides + 3 or packet == 2 * sides + 4


@helper
def may_go_up(state, table, card):
    """Say whether the next card may be played on the ascending foundation where it falls."""
    if not goes_up(state, card):
        return False
    if is_corner(state, table):
        return True
    packet = count(state, NEXT)
    return packet - 1 <= int64(table[SIDES]) and packet - 1 == row_of_suit(table, card >> 4)


@helper
def may_go_down(state, table, card):
    """Say whether the next card may be played on the descending foundation where it falls."""
    if not goes_down(state, card):
        return False
    if is_corner(state, table):
        return True
    return count(state, NEXT) - int64(table[SIDES]) - 3 == row_of_suit(table, card >> 4)
