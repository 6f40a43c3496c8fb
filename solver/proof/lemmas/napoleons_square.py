"""When a position of Napoleon's Square is lost: cards that never come out, and kings on their own.

**Cards that never come out.** All cards must come home, so each must lie open some time. Call *open
cards* the least set of cards that holds those that are home, those of the stock and the tops of all
packets and of the talon, and with a card that *may leave* the card right below it. A card in the
set may leave when of every lower rank of its suit a copy is in the set, or a copy of the next
higher card of its suit is, or when it lies in the talon and all cards of some packet may leave. No
line of play opens another card: look at the first that would. It opened because the card above it
left, and that one lay open before, so it is in the set; it went home, and the lower ranks were home
and so had lain open; or to a card that lay open; or it filled a space, and the packet's cards had
all left. In each case it may leave. So a position is lost when a card is not in the set.

**Kings on their own.** A king in a packet has no host, and spaces are filled from the talon only:
it can only go home. If all kings of a suit that are not home lie in packets, each on a lower card
of the suit, then the last of them to go home needs all other cards of the suit home, also the one
that it lies on. So the position is lost.
"""

from __future__ import annotations

from cadogan.games.cadogan.napoleons_square_table import (
    FOUNDATION,
    PACKET,
    PACKETS,
    STOCK,
    TALON,
    WIDTH,
)
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.game import COPIES, HAS_SUIT, RANKS
from cadogan.games.layout import STOCK as CARDS_OF_STOCK
from cadogan.games.layout import STOCK_SIZE
from cadogan.solver.proof.lemmas import Lemma

# Where a pile's length and cards lie.
LENGTH, FIRST = 16, 17


@helper
def kings_on_their_own(state, table, suit):
    """Say whether all kings of a suit that are not home lie in packets on lower cards of it."""
    king = 16 * suit + int64(table[RANKS])
    out = 0
    for k in range(int64(table[COPIES])):
        if int64(state[FOUNDATION + 2 * suit + k]) < int64(table[RANKS]):
            out += 1
    on_their_own = 0
    for i in range(int64(table[PACKETS])):
        packet = PACKET + i * WIDTH
        seen = False
        for k in range(int64(state[packet + LENGTH])):
            card = int64(state[packet + FIRST + k])
            if card == king and seen:
                on_their_own += 1
            if card >> 4 == suit and card != king:
                seen = True
    return out > 0 and on_their_own == out


@helper
def has_lower(cards, card):
    """Say whether a set holds a card of every lower rank of a card's suit."""
    lower = ((1 << (card & 15)) - 2) << (card & 48)
    return cards & lower == lower


@helper
def open_leaving(state, pile, start, cards, anyhow):
    """Take cards of a pile off from its top as long as they may leave; give how many stay.

    ``start`` cards are there, ``cards`` are the open ones; the cards that come to lie open are for
    the caller to add. A king (rank 13) has no host: bit 14 of its suit is never set.
    """
    left = start
    while left > 0:
        card = int64(state[pile + FIRST + left - 1])
        if not (anyhow or has_lower(cards, card) or cards >> (card + 1) & 1):
            break
        left -= 1
        if left > 0:
            cards |= 1 << int64(state[pile + FIRST + left - 1])
    return left


@helper
def opened(state, pile, before, after):
    """Give the cards of a pile that come to lie open when so many have left."""
    cards = 0
    for k in range(max(after, 1), before):
        cards |= 1 << int64(state[pile + FIRST + k - 1])
    return cards


@helper
def something_stays_shut(state, table):
    """Say whether some card is not in the least set of open cards."""
    cards = 0
    for suit in range(4):
        if table[HAS_SUIT + suit] != 0:  # the foundations of a suit are sorted, the furthest first
            cards |= ((2 << int64(state[FOUNDATION + 2 * suit])) - 2) << (16 * suit)
    for i in range(int64(state[STOCK]), int64(table[STOCK_SIZE])):
        cards |= 1 << int64(table[CARDS_OF_STOCK + i])
    packets = int64(table[PACKETS])
    left = 0  # five bits for each packet: how many of its cards are not known to leave
    space = False
    for i in range(packets):
        tall = int64(state[PACKET + i * WIDTH + LENGTH])
        left |= tall << (5 * i)
        if tall > 0:
            cards |= 1 << int64(state[PACKET + i * WIDTH + FIRST + tall - 1])
        else:
            space = True
    talon = int64(state[TALON + LENGTH])
    if talon > 0:
        cards |= 1 << int64(state[TALON + FIRST + talon - 1])
    changed = True
    while changed:
        changed = False
        for i in range(packets):
            before = left >> (5 * i) & 31
            after = open_leaving(state, PACKET + i * WIDTH, before, cards, False)
            if after < before:
                changed = True
                cards |= opened(state, PACKET + i * WIDTH, before, after)
                left -= (before - after) << (5 * i)
                space = space or after == 0
        after = open_leaving(state, TALON, talon, cards, space)
        if after < talon:
            changed = True
            cards |= opened(state, TALON, talon, after)
            talon = after
    # What stays shut lies below the cards that do not leave.
    for i in range(packets):
        if left >> (5 * i) & 31 > 1:
            return True
    return talon > 1


@rule
def lost(state, table):
    """Prove a position lost by either argument of this module."""
    for suit in range(4):
        if table[HAS_SUIT + suit] != 0 and kings_on_their_own(state, table, suit):
            return 1
    return 1 if something_stays_shut(state, table) else 0


LEMMA = Lemma("open-cards 1", lost)
