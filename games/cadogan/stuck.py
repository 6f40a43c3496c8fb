"""A proof that a last tableau of foundations both ways is lost: some of its cards are stuck.

For games with the foundations and marriages of :mod:`cadogan.games.cadogan.two_way` in which empty
piles stay empty.
"""

from __future__ import annotations

from cadogan.games.cadogan.two_way import ASCENDING, DESCENDING, turned_cards
from cadogan.games.compiling import helper, int64
from cadogan.games.game import HAS_SUIT, RANKS
from cadogan.games.state import card_at, count, height


@helper
def reached_up(seen, turned, suit, rank):
    """Count on from a rank to which a suit's ascending foundation has come, over cards seen."""
    ready = (seen & (~turned | seen >> 1)) >> (suit << 4)
    while ready >> (rank + 1) & 1:
        rank += 1
    return rank


@helper
def reached_down(seen, turned, suit, rank):
    """Count down from a rank to which a suit's descending foundation has come."""
    ready = (seen & (~turned | seen << 1)) >> (suit << 4)
    while ready >> (rank - 1) & 1:
        rank -= 1
    return rank


@helper
def stuck_cards(state, table, first, stride, piles):
    """Count what can never move or be completed, where no deal follows and none fills a space.

    That is, cards that can never leave their piles and ranks that foundations can never reach.

    Counted by a relaxation in which nothing is used up. A card was *seen* once it lay on top. A
    foundation reaches a rank once it has reached the rank before and a card of that rank was seen;
    if the card is turned (see ``turned_cards``), the next one beyond must have been seen too.
    A top leaves its pile once a foundation that did not hold its rank at first has reached it, or
    once a neighbour of its suit was seen; then the card below is seen. What cannot leave is stuck.

    Proof that no line of play moves a stuck card or reaches such a rank. Follow a line from the
    position: every card that has lain on top was seen, every rank on its foundations was reached,
    and every card that has left the pile in which it lay at first has left in the relaxation.
    Before the first move that is so. A card that moves has lain on top, so it was seen, and all
    that lay above it at first has left. If it marries, the host lies on top as well, so a neighbour
    was seen, and it leaves. If it goes home, the rank before is reached. Say that it is turned and
    goes up (the other case is the mirror image), above a lower card of its suit that is home by
    now. So it has moved before and lies where it married last. Not on the next lower card, of which
    only one copy was out and which is home: then on the next higher one, which was seen. So its
    rank is reached, on a foundation that did not hold it at first, for foundations only grow, and
    the card leaves. Either move uncovers a card that was seen before, or one that lay under cards
    that have all left. To win all cards must leave and all ranks be reached, so a position with a
    stuck card is lost.
    """
    turned = turned_cards(state, first, stride, piles)
    ups = 0  # the ranks that the ascending foundations reach, four bits each
    downs = 0
    for suit in range(4):
        ups |= count(state, ASCENDING + suit) << (suit << 2)
        downs |= count(state, DESCENDING + suit) << (suit << 2)
    seen = 0  # a bit for each card
    talls = 0  # the cards left of each pile, five bits each
    left = 0
    for i in range(piles):
        tall = height(state, first + i * stride)
        left += tall
        talls |= tall << (5 * i)
    before = left + 1
    while 0 < left < before:
        before = left
        for i in range(piles):
            tall = talls >> (5 * i) & 31
            kept = tall
            while kept > 0:
                card = card_at(state, first + i * stride, kept - 1)
                suit = card >> 4
                rank = card & 15
                shift = suit << 2
                seen |= 1 << card
                up = reached_up(seen, turned, suit, ups >> shift & 15)
                down = reached_down(seen, turned, suit, downs >> shift & 15)
                ups += (up - (ups >> shift & 15)) << shift
                downs += (down - (downs >> shift & 15)) << shift
                if not (
                    (seen >> (card - 1)) & 5
                    or count(state, ASCENDING + suit) < rank <= up
                    or down <= rank < count(state, DESCENDING + suit)
                ):
                    break
                kept -= 1
            left -= tall - kept
            talls -= (tall - kept) << (5 * i)
    for suit in range(4):
        if table[HAS_SUIT + suit] != 0:
            left += int64(table[RANKS]) - (ups >> (suit << 2) & 15)
            left += (downs >> (suit << 2) & 15) - 1
    return left
