"""What helps the search in the games of fans: safe moves, lost positions, a bound, a score.

Each proof stands in its function's docstring; tests compare verdicts with and without them.
"""

from __future__ import annotations

from cadogan.games.classics.deadlocks import covering, members
from cadogan.games.classics.fans_table import (
    ANY,
    EMPTY,
    FAN,
    GOES_HOME,
    HOME,
    KINGS,
    NONE,
    WIDTH,
    cards_left,
    fan_of,
    fans_of,
    goes_home,
    spaces_matter,
    stray_kings,
    tops_of,
)
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.game import RANKS
from cadogan.games.state import card_at, count, height, top


@rule
def remaining(state, table):
    """Count the cards that are not home, those twice that must move elsewhere first.

    Each card goes home by a move of its own. A card that lies above a lower card of its suit in
    one fan cannot go home before that card, which it covers: it must first move elsewhere.
    Consistent: a move concerns one card, which lay on top. If it goes home it covered no lower
    card of its suit, so the bound falls by 1; if it moves elsewhere it alone can lose its extra.
    """
    return cards_left(state, table) + members(covering(state, FAN, WIDTH, fans_of(table)))


@rule
def forced(state, table):
    """Give a move home, or one onto a settled host, or that of a king for which there is room.

    *Home.* Whatever goes home may go at once. Take a winning line, make the move first, and leave
    out the moves of cards that are home already: at any time some cards H are home here and not
    there, and the fans are those of the line without the cards of H. A card outside H that goes
    home there finds its foundation here no further than at the rank below, since it is not home
    itself, and no less far. One that moves onto its host there finds the host here: if the host
    were home, so were the card. An empty fan there is empty here. (The same argument shows that it
    would win nothing more if cards could come back from the foundations.)

    *Onto a settled host* (:func:`is_settled`), where an empty fan does not take any card. The card
    has nowhere else to go but home. Put it there first and leave out its move there later in the
    line, if any. Cards come onto it and leave it as they did, so it is on top whenever it was, and
    what it covered is free sooner. It covers its host, but the host has to wait for it anyway to
    go home. A host that lies on its own host can make no other move. A king at the bottom of its
    fan could go to another empty fan: leave that out, the two fans are alike. Another host at the
    bottom could go onto its own host: leave that out, since its fan, empty then, is of no use.

    *A king for which there is room.* Where kings fill empty fans, and there are as many of these as
    kings that lie on cards, move one there first, and leave out its move to an empty fan later.
    Each king on cards needs but one fan in all, so each finds one when the line moves it; and what
    this king covered is free sooner.
    """
    fans = fans_of(table)
    for i in range(fans):
        if goes_home(state, top(state, FAN + i * WIDTH)):
            return i + 1 + 256 * GOES_HOME
    empty = int64(table[EMPTY])
    if empty == ANY:
        return -1
    matter = spaces_matter(state, table)
    tops = tops_of(state, table)
    for i in range(fans):
        card = top(state, FAN + i * WIDTH)
        if card != 0 and tops >> (card + 1) & 1 and (matter or height(state, FAN + i * WIDTH) > 1):
            j = fan_of(state, card + 1)
            if is_settled(state, table, FAN + j * WIDTH, matter):
                return i + 1 + 256 * (j + 1)
    if empty == KINGS:
        return king_with_room(state, table)
    return -1


@helper
def is_settled(state, table, fan, matter):
    """Say whether a fan's top card need never move but home, where not any card fills a space.

    It need not when it lies on its host, for it has no other; when it is a king at the bottom; and
    at the bottom anyway when empty fans do not ``matter``.
    """
    tall = height(state, fan)
    if tall == 0:
        return False
    card = card_at(state, fan, tall - 1)
    if tall > 1:
        return card_at(state, fan, tall - 2) == card + 1
    return not matter or card & 15 == int64(table[RANKS])


@helper
def king_with_room(state, table):
    """Give the move of a king to an empty fan if each king on cards can have one, or -1."""
    spaces = 0
    space = 0
    mover = -1
    for i in range(fans_of(table)):
        tall = height(state, FAN + i * WIDTH)
        if tall == 0:
            spaces += 1
            space = i
        elif tall > 1 and top(state, FAN + i * WIDTH) & 15 == int64(table[RANKS]):
            mover = i
    if mover < 0 or spaces < stray_kings(state, table):
        return -1
    return mover + 1 + 256 * (space + 1)


@helper
def frees(state, table, card, runs, seen, space):
    """Say whether a card in play could leave, given what may have happened (see :func:`dead`)."""
    rank = card & 15
    if rank <= (runs >> (card >> 4 << 2) & 15) + 1:
        return True
    if rank == int64(table[RANKS]):
        return space and int64(table[EMPTY]) != NONE
    return seen >> (card + 1) & 1 != 0 or (space and int64(table[EMPTY]) == ANY)


@rule
def dead(state, table):
    """Prove that some card can never come into play, even if more is allowed than the rules do.

    Grow the set of cards that may at some time be in play: those on top or home, and the card
    below one that may leave. A card in play may leave if the lower cards of its suit may all have
    been in play, or the next higher one, or if it may fill a fan that may be empty. By induction
    every real line of play keeps within this. If the set stops growing before all cards are in it,
    the position is lost.
    """
    fans = fans_of(table)
    seen = 0  # a bit for each card; 62 bits are enough for all
    space = False
    runs = 0  # for each suit, four bits: cards up to this rank may have been in play
    for suit in range(4):
        rank = count(state, HOME + suit)
        runs |= rank << (suit << 2)
    gone = 0  # how many cards are known to leave, of all fans
    total = cards_left(state, table)
    changed = True
    while changed and gone < total:
        changed = False
        gone = 0
        for i in range(fans):
            fan = FAN + i * WIDTH
            depth = height(state, fan)
            while depth > 0:
                card = card_at(state, fan, depth - 1)
                if seen >> card & 1 == 0:
                    seen |= 1 << card
                    changed = True
                if not frees(state, table, card, runs, seen, space):
                    break
                depth -= 1
                gone += 1
            if depth == 0 and not space:
                space = True
                changed = True
        for suit in range(4):
            rank = runs >> (suit << 2) & 15
            while seen >> (suit << 4 | (rank + 1)) & 1 and rank < 13:
                rank += 1
                runs += 1 << (suit << 2)
                changed = True
    return 0 if gone == total else 1


@rule
def score(state, table, weights):
    """Add up what stands in the way.

    Weights: a card not home, a card above a lower one of its suit, a card above its suit's next
    one, a card above its suit's next but one, a king on other cards.
    """
    total = weights[0] * cards_left(state, table) + weights[4] * stray_kings(state, table)
    total += weights[1] * members(covering(state, FAN, WIDTH, fans_of(table)))
    for i in range(fans_of(table)):
        fan = FAN + i * WIDTH
        tall = height(state, fan)
        for depth in range(tall):
            card = card_at(state, fan, depth)
            ahead = (card & 15) - count(state, HOME + (card >> 4))
            if ahead == 1:
                total += weights[2] * (tall - 1 - depth)
            elif ahead == 2:
                total += weights[3] * (tall - 1 - depth)
    return total
