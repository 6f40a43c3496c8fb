"""Cards that wait for each other in the columns of a game, and the moves this costs.

For games in which every card has one foundation, its suit's, which goes up from the ace. A set of
cards is a number here: bit ``card`` stands for the card. The heights of the columns, twelve at
most, are one number too, five bits each.

Columns are *played down* with a set F of cards by taking cards off the top: one of F at any time,
another one when all lower cards of its suit are gone (home, in a cell, or taken before). F is
*enough* if nothing remains. Let f be the size of a smallest set that is enough, and c the number of
*covering* cards, which lie above a lower card of their suit in one column. The moves needed besides
each card's own move home are at least min(f, c + 2), which is what :func:`extra_moves` gives.

*Admissible.* In a winning line let F be the cards that leave their column for another place than
home. As they leave, the columns are played down with F, so it is enough; each of F moves once more.

*Covering cards* are in every set that is enough: otherwise neither the card nor the lower one that
it covers could go before the other. *A ring* of columns, each top card of which waits for a card in
the next one: a set that is enough has one of these top cards, since the first of them to go, not
being in the set, would need a card that still lies below another of them. So where the covering
cards are not enough it is tried with each top card of one ring besides, and where none of these
will do, f >= c + 2.

*Consistent.* A move of a card m, on top or in a cell, leads from here to a position with c'
covering cards and a smallest set F' of f' cards. If m goes home, its lower cards are home: it
covers none of them and could be taken here at once, so c' = c and f' = f, and one card less is
left. If it goes elsewhere, no other card begins or ceases to cover, so c <= c' + 1; F' with m is
enough here (take m first, then the others as they are taken there), so f <= f' + 1. Hence
min(f, c + 2) <= 1 + min(f', c' + 2).

Counting rings would do worse than it seems. One card can be in two, which its one move breaks. Nor
may sets of cards be counted in which each waits for all others (strongly connected components): of
three of them of which the first waits for the second and this one for the third, one card of the
first, put down on the third, can make a single one.
"""

from __future__ import annotations

from cadogan.games.compiling import helper
from cadogan.games.state import card_at, height


@helper
def extra_moves(state, first, stride, columns, gone):
    """Bound the moves needed besides each card's own move home (the module has the proof).

    ``gone`` are the cards that are home or in cells; all others lie in the columns.
    """
    free = covering(state, first, stride, columns)
    found = members(free)
    left, gone = played_down(
        state, first, stride, columns, free, heights(state, first, stride, columns), gone
    )
    if left == 0:
        return found
    if one_will_do(state, first, stride, columns, free, left, gone):
        return found + 1
    return found + 2


@helper
def members(cards):
    """Count the cards of a set."""
    found = 0
    while cards != 0:
        cards &= cards - 1
        found += 1
    return found


@helper
def lower_cards(card):
    """Give the set of the lower cards of a card's suit."""
    return ((1 << (card & 15)) - 2) << (card & 48)


@helper
def heights(state, first, stride, columns):
    """Give the heights of all columns."""
    left = 0
    for i in range(columns):
        left |= height(state, first + i * stride) << (5 * i)
    return left


@helper
def covering(state, first, stride, columns):
    """Give the set of the cards that lie above a lower card of their suit in one column."""
    found = 0
    for i in range(columns):
        column = first + i * stride
        below = 0
        for depth in range(height(state, column)):
            card = card_at(state, column, depth)
            if below & lower_cards(card) != 0:
                found |= 1 << card
            below |= 1 << card
    return found


@helper
def played_down(state, first, stride, columns, free, left, gone):
    """Take cards from the columns while one on top is free or its lower cards are gone.

    Gives the heights that are left and the set of the cards that are gone.
    """
    again = True
    while again:
        again = False
        for i in range(columns):
            before = left >> (5 * i) & 31
            tall = before
            while tall > 0:
                card = card_at(state, first + i * stride, tall - 1)
                if free >> card & 1 == 0 and lower_cards(card) & ~gone != 0:
                    break
                gone |= 1 << card
                tall -= 1
            if tall != before:
                left -= (before - tall) << (5 * i)
                again = True
    return left, gone


@helper
def awaited_column(state, first, stride, columns, left, gone, i):
    """Give a column that holds a card which must go home before the top card of column ``i``."""
    lower = lower_cards(card_at(state, first + i * stride, (left >> (5 * i) & 31) - 1)) & ~gone
    for j in range(columns):
        for depth in range(left >> (5 * j) & 31):
            if lower >> card_at(state, first + j * stride, depth) & 1 != 0:
                return j
    return i  # never: what is not gone is in a column


@helper
def ring_of(state, first, stride, columns, left, gone):
    """Give a set of columns whose top cards wait for each other in a ring; all tops are stuck."""
    at = 0
    while left >> (5 * at) & 31 == 0:
        at += 1
    seen = 0
    then = 0  # for each column seen the one it waits for, four bits each
    while seen >> at & 1 == 0:
        seen |= 1 << at
        awaited = awaited_column(state, first, stride, columns, left, gone, at)
        then |= awaited << (4 * at)
        at = awaited
    ring = 0
    while ring >> at & 1 == 0:
        ring |= 1 << at
        at = then >> (4 * at) & 15
    return ring


@helper
def one_will_do(state, first, stride, columns, free, left, gone):
    """Say whether the columns, which are stuck, are played down when one more card is free."""
    ring = ring_of(state, first, stride, columns, left, gone)
    for i in range(columns):
        if ring >> i & 1 != 0:
            card = card_at(state, first + i * stride, (left >> (5 * i) & 31) - 1)
            rest, _ = played_down(
                state, first, stride, columns, free, left - (1 << (5 * i)), gone | 1 << card
            )
            if rest == 0:
                return True
    return False
