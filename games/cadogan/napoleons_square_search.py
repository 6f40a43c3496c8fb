"""What helps the search in Napoleon's Square: safe plays, lost positions, a score.

Each proof stands in its function's docstring; tests compare verdicts with and without them.
"""

from __future__ import annotations

from cadogan.games.cadogan.napoleons_square_table import (
    FOUNDATION,
    FROM_TALON,
    HOME,
    PACKET,
    PACKETS,
    SQUARE,
    STOCK,
    TALON,
    WIDTH,
    cards_left,
)
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.game import (
    COPIES,
    HAS_SUIT,
    RANKS,
)
from cadogan.games.layout import (
    STOCK as CARDS_OF_STOCK,
)
from cadogan.games.layout import (
    STOCK_SIZE,
)
from cadogan.games.state import card_at, count, height, top


@helper
def kings_are_stuck(state, table):
    """Say whether all kings left of some suit lie in packets on lower cards of that suit.

    A king in a packet can go nowhere but home. The last of these kings to go home needs every
    other card of the suit home, but it covers one. Kings in talon or stock can still fill a space.
    """
    need = 0
    for i in range(int64(table[PACKETS])):
        packet = PACKET + i * WIDTH
        below = 0  # a bit for each suit seen
        for depth in range(height(state, packet)):
            card = card_at(state, packet, depth)
            suit = card >> 4
            if (card & 15) == int64(table[RANKS]):
                if below >> suit & 1:
                    need += 1 << (suit << 2)
            below |= 1 << suit
    if need == 0:
        return False
    for suit in range(4):
        kings = 0
        if table[HAS_SUIT + suit] != 0:
            for k in range(int64(table[COPIES])):
                if count(state, FOUNDATION + 2 * suit + k) < int64(table[RANKS]):
                    kings += 1
            if kings > 0 and (need >> (suit << 2) & 15) >= kings:
                return True
    return False


@helper
def bit_of(card):
    """Give each card a bit of its own; those of a suit follow each other, ace first."""
    return 1 << ((card >> 4) * 14 + (card & 15))


@helper
def runs_from_ace(cards):
    """Count for each suit (eight bits each) how many cards from the ace up are in a set of bits."""
    runs = 0
    for suit in range(4):
        rank = 0
        while cards >> (suit * 14 + rank + 1) & 1:
            rank += 1
        runs |= rank << (suit << 3)
    return runs


@helper
def cards_at_home(state, table, copy):
    """Give a bit for each card of which at least ``copy`` + 1 copies are home."""
    cards = 0
    for suit in range(4):
        if table[HAS_SUIT + suit] != 0:
            rank = count(state, FOUNDATION + 2 * suit + copy)
            cards |= ((1 << rank) - 1) << (suit * 14 + 1)
    return cards


@helper
def can_never_come_out(state, table):
    """Say whether some card can never come out, even if much more is allowed than the rules do.

    Grow the set of cards that may at some time be free. Free are the tops of packets and talon,
    all of the stock, and what is home. The top of a pile may leave if its foundation could have
    come to the rank below with cards that may be free, or if a copy of the next higher card may
    be free to take it; the talon's top also if some packet may become empty; then the card below
    it may be free. Every real line of play keeps within this: by induction over its moves, a card
    that it frees is in the set. If in the end not all copies of some card can have come home in
    order, the position is lost.
    """
    once = cards_at_home(state, table, 0)  # a bit for each card of which a copy may be free
    twice = 0  # a bit for each card of which two copies may be free
    if int64(table[COPIES]) == 2:
        twice = cards_at_home(state, table, 1)
    for position in range(count(state, STOCK), int64(table[STOCK_SIZE])):
        bit = bit_of(int64(table[CARDS_OF_STOCK + position]))
        twice |= once & bit
        once |= bit
    left = 0  # five bits for each packet: how many cards are not known to come out
    emptied = False
    packets = int64(table[PACKETS])
    for i in range(packets):
        tall = height(state, PACKET + i * WIDTH)
        left |= tall << (5 * i)
        if tall == 0:
            emptied = True
        else:
            bit = bit_of(card_at(state, PACKET + i * WIDTH, tall - 1))
            twice |= once & bit
            once |= bit
    talon = height(state, TALON)
    if talon > 0:
        bit = bit_of(top(state, TALON))
        twice |= once & bit
        once |= bit
    ranks = int64(table[RANKS])
    every = ranks * 0x01010101
    for suit in range(4):
        if table[HAS_SUIT + suit] == 0:
            every &= ~(255 << (suit << 3))
    changed = True
    while changed:
        changed = False
        runs = runs_from_ace(once)
        if int64(table[COPIES]) == 1:
            if runs == every:
                return False
        elif runs == every and runs_from_ace(twice) == every:
            return False
        for i in range(packets):
            tall = left >> (5 * i) & 31
            while tall > 0:
                card = card_at(state, PACKET + i * WIDTH, tall - 1)
                if (runs >> (card >> 4 << 3) & 255) < (card & 15) - 1:
                    if (card & 15) == ranks or once & bit_of(card + 1) == 0:
                        break
                changed = True
                tall -= 1
                left -= 1 << (5 * i)
                if tall > 0:
                    bit = bit_of(card_at(state, PACKET + i * WIDTH, tall - 1))
                    twice |= once & bit
                    once |= bit
                else:
                    emptied = True
        while talon > 0:
            card = card_at(state, TALON, talon - 1)
            if not emptied and (runs >> (card >> 4 << 3) & 255) < (card & 15) - 1:
                if (card & 15) == ranks or once & bit_of(card + 1) == 0:
                    break
            changed = True
            talon -= 1
            if talon > 0:
                bit = bit_of(card_at(state, TALON, talon - 1))
                twice |= once & bit
                once |= bit
    return True


@rule
def dead(state, table):
    """Prove a position lost by its kings or because cards can never come out.

    With single cards nothing but chains and the talon is ever covered, and the proof never pays.
    """
    if kings_are_stuck(state, table):
        return 1
    if table[SQUARE] == 0 and can_never_come_out(state, table):
        return 1
    return 0


@helper
def is_safe(state, table, card):
    """Say whether playing a card home, which fits there, can never lose a win.

    Safe when all foundations of its suit have come to the rank below. Proof: take a winning line
    and play the card first, leaving out its later moves. Only copies of the next lower card could
    have been put on it, and those are home. What it covered is free sooner; a host or a space that
    it would have used stays free, and no rule forces a fill or forbids a turn. If a twin of it
    came home first in the line, the twin now takes the other foundation, which waits at the same
    rank. Each higher card finds its foundation no later than before.
    """
    first = FOUNDATION + 2 * (card >> 4)
    last = int64(table[COPIES]) - 1
    rank = card & 15
    return count(state, first) >= rank - 1 and count(state, first + last) == rank - 1


@rule
def forced(state, table):
    """Give a safe play (the proof is :func:`is_safe`'s), or -1."""
    card = top(state, TALON)
    if card != 0 and is_safe(state, table, card):
        return FROM_TALON + 256 * HOME
    for i in range(int64(table[PACKETS])):
        card = top(state, PACKET + i * WIDTH)
        if card != 0 and is_safe(state, table, card):
            return i + 1 + 256 * HOME
    return -1


@helper
def steps_to_use(state, table, card):
    """Count the steps of a card's foundation before it fits, on the copy that still needs it."""
    first = FOUNDATION + 2 * (card >> 4)
    rank = card & 15
    last = int64(table[COPIES]) - 1
    if rank > count(state, first):
        return rank - 1 - count(state, first)
    return rank - 1 - count(state, first + last)


@helper
def score_pile(state, table, weights, pile, in_talon):
    """Add up the inversions and burials of one pile."""
    total = 0
    lowest_any = 16
    lowest = 0xDDDD  # the lowest rank so far of each suit, four bits each
    tall = height(state, pile)
    under = 0
    clean = True
    for depth in range(tall):
        card = card_at(state, pile, depth)
        shift = card >> 4 << 2
        rank = card & 15
        chained = under == card + 1
        inverted = rank > (lowest >> shift & 15)
        steps = steps_to_use(state, table, card)
        near = (tall - 1 - depth) * (3 - steps) if steps < 3 else 0
        if in_talon:
            total += weights[7] * inverted + weights[9] * near // 3
        else:
            if inverted:
                total += weights[1]
            if rank > lowest_any:
                total += weights[2]
            if depth > 0 and not chained:
                total += weights[3]
            total += weights[4] * near // 3
            clean = clean and (chained or (depth == 0 and rank == int64(table[RANKS])))
            if clean:
                total -= weights[8]
        if not inverted:
            lowest += (rank - (lowest >> shift & 15)) << shift
        lowest_any = min(lowest_any, rank)
        under = card
    return total


@rule
def score(state, table, weights):
    """Add up what stands in the way.

    Weights: a card left; in packets a card above a lower one of its suit, above any lower one, off
    its parent, a card above one of use within three steps; a talon card; a space (at most three
    count, for good); in the talon a card above a lower one of its suit; a card of a clean run
    from a king (for good); in the talon a card above one of use within three steps.
    """
    total = weights[0] * cards_left(state, table) + weights[5] * height(state, TALON)
    total += score_pile(state, table, weights, TALON, True)
    spaces = 0
    for i in range(int64(table[PACKETS])):
        if height(state, PACKET + i * WIDTH) == 0:
            spaces += 1
        else:
            total += score_pile(state, table, weights, PACKET + i * WIDTH, False)
    return 512 + total - weights[6] * min(spaces, 3)
