"""When a position of The Wheel is lost: cards that cannot all be taken in time.

Of the eight ways in which three different values from 2 to 10 make eighteen (2-6-10, 2-7-9, 3-5-10,
3-6-9, 3-7-8, 4-5-9, 4-6-8, 5-6-7) each takes at most one of {2, 5, 8} and at most one of {2, 3, 4}.
Let m combinations be still to be made, and let just m court cards and 3m others be left, so that a
win takes all of them (otherwise nothing is proved here).

1. With more than m cards of {2, 5, 8}, or of {2, 3, 4}, the position is lost. With just m of each,
   every combination of a win takes one of each; so 3-6-9 and 5-6-7 are not among them. The other
   six take one of {4, 7, 10}, one of {8, 9, 10}, one of {5, 6, 7} and one of {3, 6, 9}, each of
   them: the position is lost unless m cards of each of these sets are left, too.
2. A combination takes at most one card of a packet. A packet's cards, and once nothing is refilled
   those of the stock that will be dealt to it, must not be more than m.
3. After a card with j cards below it is taken, those j need j combinations more, so it goes with
   one of the first m - j. If it is so with all sets of 1 that each combination takes just one, then
   of each set, and of the court cards, at most m - j cards may have j cards or more below them.
"""

from __future__ import annotations

from cadogan.games.cadogan.wheel import CIRCLE, PACKET, PACKETS, REFILLING, STOCK, WIDTH
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.game import COPIES, SUITS
from cadogan.games.layout import STOCK as CARDS_OF_STOCK
from cadogan.games.layout import STOCK_SIZE
from cadogan.solver.proof.lemmas import Lemma

# Where a packet's length and cards lie.
LENGTH, FIRST = 16, 17
#: Sets of values as bits, the court cards being 11 and above; the first two are those of which
#: every one of the eight ways takes at most one.
SETS = (
    1 << 2 | 1 << 5 | 1 << 8,
    1 << 2 | 1 << 3 | 1 << 4,
    1 << 4 | 1 << 7 | 1 << 10,
    1 << 8 | 1 << 9 | 1 << 10,
    1 << 5 | 1 << 6 | 1 << 7,
    1 << 3 | 1 << 6 | 1 << 9,
    1 << 11 | 1 << 12 | 1 << 13,
)


@helper
def lying_high(state, table, values, depth):
    """Count the cards of a set of values that have ``depth`` cards or more below them."""
    found = 0
    for i in range(int64(table[PACKETS])):
        packet = PACKET + i * WIDTH
        for k in range(depth, int64(state[packet + LENGTH])):
            found += values >> (int64(state[packet + FIRST + k]) & 15) & 1
    return found


@helper
def left_of(state, table, values):
    """Count the cards of a set of values in packets and stock."""
    found = lying_high(state, table, values, 0)
    for i in range(int64(state[STOCK]), int64(table[STOCK_SIZE])):
        found += values >> (int64(table[CARDS_OF_STOCK + i]) & 15) & 1
    return found


@rule
def lost(state, table):
    """Prove a position lost by the three counts of this module."""
    most = 3 * int64(table[SUITS]) * int64(table[COPIES]) - int64(state[CIRCLE])
    if left_of(state, table, SETS[6]) != most or left_of(state, table, 0x7FC) != 3 * most:
        return 0
    first = left_of(state, table, SETS[0])
    second = left_of(state, table, SETS[1])
    if first > most or second > most:
        return 1
    places = int64(table[PACKETS])
    stock = int64(table[STOCK_SIZE]) - int64(state[STOCK])
    tallest = 0
    for i in range(places):
        tall = int64(state[PACKET + i * WIDTH + LENGTH])
        tallest = max(tallest, tall)
        if int64(state[REFILLING]) == 0:
            tall += (stock + places - 1 - i) // places
        if tall > most:
            return 1
    if first != most or second != most:
        return 0
    for s in range(2, 6):
        if left_of(state, table, SETS[s]) != most:
            return 1
    for depth in range(1, tallest):
        for s in range(7):
            if lying_high(state, table, SETS[s], depth) > most - depth:
                return 1
    return 0


LEMMA = Lemma("one-of-each 1", lost)
