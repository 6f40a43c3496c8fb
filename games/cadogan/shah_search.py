"""What the search knows of The Shah: bounds, positions that are lost, safe plays, and a score."""

from __future__ import annotations

from cadogan.games.cadogan.shah_table import (
    FOUNDATION,
    HOME,
    INNER,
    MIDDLE,
    OUTER,
    RAYS,
    STOCK,
    TALON,
    WIDTH,
    foundation_for,
    free_card,
    stock_left,
)
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.game import COPIES, HAS_SUIT, RANKS, SUITS
from cadogan.games.layout import STOCK as CARDS_OF_STOCK
from cadogan.games.layout import STOCK_SIZE
from cadogan.games.state import card_at, count, height, held, top


@helper
def card_of_ray(state, ray, depth):
    """Give a ray's card, counted from its inner place (depth 0), or 0 beyond its last."""
    if depth == 0:
        return held(state, INNER, ray)
    if depth == 1:
        return held(state, MIDDLE, ray)
    if depth - 2 < height(state, OUTER + ray * WIDTH):
        return card_at(state, OUTER + ray * WIDTH, depth - 2)
    return 0


@helper
def cards_in_ray(state, ray):
    """Count a ray's cards."""
    tall = height(state, OUTER + ray * WIDTH)
    if tall > 0:
        return tall + 2
    if held(state, MIDDLE, ray) != 0:
        return 2
    return 1 if held(state, INNER, ray) != 0 else 0


@rule
def unfinished(state, table):
    """Count the cards that are not home: those from two to queen."""
    left = int64(table[SUITS]) * int64(table[COPIES]) * (int64(table[RANKS]) - 1)
    for k in range(8):
        if count(state, FOUNDATION + k) > 0:
            left -= count(state, FOUNDATION + k)
    return left


@helper
def copies_left(state, table, card):
    """Count the copies of a card that are not home."""
    left = 0
    for k in range(int64(table[COPIES])):
        if count(state, FOUNDATION + 2 * (card >> 4) + k) < card & 15:
            left += 1
    return left


@helper
def blocked_kinds(state, table):
    """Count the kinds of cards of which all copies that are left lie on lower ones of their suit.

    Copies count as such only in the rays.
    """
    once = 0  # a bit for each card of which a copy is blocked
    twice = 0
    for i in range(int64(table[RAYS])):
        lowest = 0xFFFF  # the lowest rank so far of each suit, four bits each
        for depth in range(cards_in_ray(state, i)):
            card = card_of_ray(state, i, depth)
            shift = card >> 4 << 2
            before = lowest >> shift & 15
            if card & 15 > before:
                twice |= once & 1 << card
                once |= 1 << card
            else:
                lowest += ((card & 15) - before) << shift
    return kinds_all_seen(state, table, once, twice)


@helper
def kinds_all_seen(state, table, once, twice):
    """Count the kinds of cards of which all copies that are left were seen (once or twice)."""
    found = 0
    suit = 0
    while suit < 4 and once >> (16 * suit) != 0:
        for rank in range(2, int64(table[RANKS])):
            card = 16 * suit + rank
            if once >> card & 1:
                found += 1 + (twice >> card & 1) == copies_left(state, table, card)
        suit += 1
    return found


@rule
def remaining(state, table):
    """Count a play for each card left, and the marriages and lanes that must be.

    Of each kind of cards that are all blocked (see :func:`blocked_kinds`) one must move on to
    another ray: were all to go straight home, the last to go would need every lower card of its
    suit home, the one that it covers included. Moves concern one card of the rays, so such a move
    ends one blocking at most; refills only cover cards. When nothing can be played now, a move
    must come that is no play; it may be one of those.
    """
    left = unfinished(state, table)
    if left == 0:
        return 0
    blocked = blocked_kinds(state, table)
    if blocked > 0 or can_play(state, table):
        return left + blocked
    return left + 1


@helper
def can_play(state, table):
    """Say whether a card can go home now, refilling left out of account."""
    card = top(state, TALON)
    if card != 0 and foundation_for(state, table, card) != 0:
        return True
    for i in range(int64(table[RAYS])):
        card = free_card(state, i)
        if card != 0 and foundation_for(state, table, card) != 0:
            return True
    return False


@helper
def lower_ranks(card):
    """Give a bit for each card of a suit from two up to below this card."""
    return ((1 << (card & 15)) - 4) << (card & 48)


@helper
def goes_home(card, second, had, both):
    """Say whether the cards had may let an uncovered card go home.

    The second copy of a card to go home needs two copies of each lower rank, and its twin.
    """
    lower = lower_ranks(card)
    if second:
        lower |= 1 << card
        return both & lower == lower
    return had & lower == lower


@helper
def is_bound(card, depth, hosts, lane):
    """Say whether a ray's card can leave its ray only for home."""
    return depth < 2 or (not lane and hosts >> (card + 1) & 1 == 0)


@helper
def comes_second(state, ray, depth, card, hosts, lane, firsts):
    """Say whether the twin of a ray's card must go home before it, by what the ray shows.

    So it is when a card of its suit and of its rank or above, bound for home, lies on it: that one
    goes home first, and not on this card. The twin is first, too, when it lies in a second circle
    on a card of its suit that is not higher.
    """
    if firsts >> card & 1:
        if depth != 1 or not covers_its_own(state, ray):
            return True
    for above in range(depth + 1, cards_in_ray(state, ray)):
        cover = card_of_ray(state, ray, above)
        if cover >= card and cover >> 4 == card >> 4 and is_bound(cover, above, hosts, lane):
            return True
    return False


@helper
def covers_its_own(state, ray):
    """Say whether a ray's second card lies on one of its suit that is not higher."""
    inner = held(state, INNER, ray)
    card = held(state, MIDDLE, ray)
    return inner != 0 and inner <= card and inner >> 4 == card >> 4


@rule
def dead(state, table):
    """Prove a position lost by what can never be uncovered, and by cards that lie on lower ones.

    Cards are *had* that are home or may be uncovered at some time. At first these are the cards
    of the stock, all of which may turn up, and those uncovered now. An uncovered card can leave
    only when all lower ranks of its suit were had (both copies of them, and its twin, when it must
    be the second of the two to go home), or (in the third circle or the talon) when its parent was
    had where it can be a host, or when a ray can be emptied, or (from the talon) when a place can
    become vacant. What it covers is had then. This is repeated while it yields cards. Every
    real line of play keeps to these conditions, which get weaker only as more is had, so it
    uncovers no other cards. The position is lost when some card is not had.
    Beyond that see :func:`firsts_clash`.
    """
    had = 0  # a bit for each card of which a copy is had
    both = 0  # the same for two copies
    for suit in range(4):
        if table[HAS_SUIT + suit] != 0:
            first = FOUNDATION + 2 * suit
            had |= ((2 << count(state, first)) - 2) << (16 * suit)
            if table[COPIES] > 1:
                both |= ((2 << count(state, first + 1)) - 2) << (16 * suit)
    firsts = 0  # a bit for each card of which one copy must go home before the other
    if table[COPIES] > 1:
        firsts = had
        for i in range(int64(table[RAYS])):
            if covers_its_own(state, i):
                firsts |= 1 << held(state, MIDDLE, i)
    hosts = 0  # a bit for each card that may lie on top in the third circle
    for i in range(count(state, STOCK), int64(table[STOCK_SIZE])):
        bit = 1 << int64(table[CARDS_OF_STOCK + i])
        both |= had & bit
        had |= bit
        hosts |= bit
    return uncover(state, table, had, both, hosts, firsts)


@helper
def uncover(state, table, had, both, hosts, firsts):
    """Uncover what can be, for :func:`dead`; give 1 when the position is lost.

    That a card home has a twin out is in ``firsts``, too: the twin comes second then.
    """
    rays = int64(table[RAYS])
    tops = 0  # how many cards of each ray have not left, five bits each
    vacant = False
    lane = False
    for i in range(rays):
        tall = cards_in_ray(state, i)
        tops |= tall << (5 * i)
        vacant = vacant or tall < 3
        lane = lane or tall == 0
        if tall > 0:
            bit = 1 << card_of_ray(state, i, tall - 1)
            both |= had & bit
            had |= bit
            hosts |= bit if tall > 2 else 0
    talon = height(state, TALON)
    if talon > 0:
        bit = 1 << top(state, TALON)
        both |= had & bit
        had |= bit
        hosts |= bit
    changed = True
    while changed and tops + talon > 0:
        changed = False
        for i in range(rays):
            tall = tops >> (5 * i) & 31
            while tall > 0:
                card = card_of_ray(state, i, tall - 1)
                if is_bound(card, tall - 1, hosts, lane):
                    second = comes_second(state, i, tall - 1, card, hosts, lane, firsts)
                    if not goes_home(card, second, had, both):
                        break
                changed = True
                tall -= 1
                tops -= 1 << (5 * i)
                vacant = vacant or tall == 2
                lane = lane or tall == 0
                if tall > 0:
                    bit = 1 << card_of_ray(state, i, tall - 1)
                    both |= had & bit
                    had |= bit
                    hosts |= bit if tall > 2 else 0
        while talon > 0:
            card = card_at(state, TALON, talon - 1)
            if not vacant and hosts >> (card + 1) & 1 == 0:
                if not goes_home(card, firsts >> card & 1 != 0, had, both):
                    break
            changed = True
            talon -= 1
            if talon > 0:
                bit = 1 << card_at(state, TALON, talon - 1)
                both |= had & bit
                had |= bit
                hosts |= bit
    return 1 if tops + talon > 0 or firsts_clash(state, table, hosts, lane) else 0


@helper
def firsts_clash(state, table, hosts, lane):
    """Say whether cards must go home before their twins and cannot.

    A card that is bound for home and lies on one of its suit that is not higher goes home before
    that one, so before the last copy of that rank, so before the last copy of its own rank: it is
    not the last of its copies. The position is lost when all copies left of a card are so. It is
    lost, too, when such a card lies below another of its suit, not lower and bound for home: then
    it goes home after that one, which must be on the other foundation, and so is the last.
    """
    once = 0  # a bit for each card of which a copy must not be the last
    twice = 0
    for i in range(int64(table[RAYS])):
        lowest = 0xFFFF  # the lowest rank so far of each suit, four bits each
        lowest_first = 0xFFFF  # the same of the cards that must not be the last
        for depth in range(2 if lane else cards_in_ray(state, i)):
            card = card_of_ray(state, i, depth)
            shift = card >> 4 << 2
            rank = card & 15
            before = lowest >> shift & 15
            if card != 0 and rank >= before and is_bound(card, depth, hosts, lane):
                first = lowest_first >> shift & 15
                if rank >= first:
                    return True
                lowest_first += (rank - first) << shift
                twice |= once & 1 << card
                once |= 1 << card
            if rank < before:
                lowest += (rank - before) << shift
    return kinds_all_seen(state, table, once, twice) > 0


@rule
def forced(state, table):
    """Give a safe play when stock and talon are empty, or -1.

    Safe is a card that all foundations of its suit wait for, or are past. Proof: take a winning
    line and play the card first, leaving out its later moves. Only copies of the next lower card
    could have been put on it, and those are home. With stock and talon empty nothing is refilled,
    and no rule asks for a vacancy to be filled or to be there; a ray that the card would have been
    given to stays empty, and what it covered is free sooner. If its twin came home first in the
    line, the twin takes the other foundation, which waits at the same rank. So each later move of
    the line can be made.
    """
    if height(state, TALON) > 0 or stock_left(state, table) > 0:
        return -1
    for i in range(int64(table[RAYS])):
        card = free_card(state, i)
        if card != 0 and foundation_for(state, table, card) != 0:
            last = FOUNDATION + 2 * (card >> 4) + int64(table[COPIES]) - 1
            if count(state, last) >= (card & 15) - 1:
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
def score_ray(state, table, weights, ray):
    """Add up what stands in the way in one ray."""
    total = 0
    queen = int64(table[RANKS]) - 1
    lowest_any = 16
    lowest = 0xFFFF  # the lowest rank so far of each suit, four bits each
    tall = cards_in_ray(state, ray)
    under = 0
    for depth in range(tall):
        card = card_of_ray(state, ray, depth)
        shift = card >> 4 << 2
        rank = card & 15
        before = lowest >> shift & 15
        chained = depth > 2 and under == card + 1
        if rank > before:
            total += weights[1]
        else:
            lowest += (rank - before) << shift
        total += weights[2] * (rank > lowest_any)
        total += weights[3] * (depth > 0 and not chained)
        steps = steps_to_use(state, table, card)
        if steps < 3:
            total += weights[4] * (tall - 1 - depth) * (3 - steps) // 3
        if depth < 2:
            total += weights[8] * (queen - rank)
        elif depth == 2:
            total += weights[9] * (queen - rank)
        lowest_any = min(lowest_any, rank)
        under = card
    return total


@helper
def score_talon(state, table, weights):
    """Add up what stands in the way in the talon."""
    total = 0
    lowest = 0xFFFF
    tall = height(state, TALON)
    for depth in range(tall):
        card = card_at(state, TALON, depth)
        shift = card >> 4 << 2
        rank = card & 15
        before = lowest >> shift & 15
        if rank > before:
            total += weights[7]
        else:
            lowest += (rank - before) << shift
        steps = steps_to_use(state, table, card)
        if steps < 3:
            total += weights[10] * (tall - 1 - depth) * (3 - steps) // 3
    return total + weights[5] * tall


@rule
def score(state, table, weights):
    """Add up what stands in the way.

    Weights: a card left; in the rays a card above a lower one of its suit, above any lower one,
    off its parent, a card above one of use within three steps; a talon card; a vacancy in the
    third circle (at most three count, for good); in the talon a card above a lower one of its
    suit; for each rank below the queen an inner card, and one that begins a packet; in the talon a
    card above one of use within three steps.
    """
    total = weights[0] * unfinished(state, table) + score_talon(state, table, weights)
    vacant = 0
    for i in range(int64(table[RAYS])):
        total += score_ray(state, table, weights, i)
        vacant += height(state, OUTER + i * WIDTH) == 0
    return 256 + total - weights[6] * min(vacant, 3)
