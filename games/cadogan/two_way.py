"""What The Nation, The Four Corners and The "Louis" Patience have in common.

In all three, each suit has one foundation that ascends from its ace and one that descends from its
king; the top of a pile may be played on either or put on another pile's top of its suit that is one
higher or lower; and the piles are gathered unshuffled and dealt again. The helpers here read and
alter the foundations, which come first in the layouts of these games, and piles that are named by
the byte offset of the first, the bytes from one to the next, and their number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from cadogan.games.cards import Pack, face, name_of, suit_of
from cadogan.games.classics.deadlocks import members
from cadogan.games.compiling import helper, int64
from cadogan.games.errors import DealError
from cadogan.games.game import CARDS, HAS_SUIT, RANKS, Game
from cadogan.games.layout import Foundations, Piles, cards_of, number_of
from cadogan.games.state import HEADER, card_at, count, height, pop, push, set_count, top

#: The most cards of a pile, so that a stack's bytes are a multiple of eight. A pile is dealt at
#: most 8 cards (96 cards are left when the foundations are begun) and then grows in one suit only.
PILE_CAPACITY = 31

#: Where the two rows of foundations begin: a byte for each suit, with the rank of its top.
ASCENDING = HEADER
DESCENDING = HEADER + 4

#: Codes of what a move names beside piles, which are numbered from 1.
TO_UP, TO_DOWN = 20, 21


def two_foundations(laid_out: bool) -> tuple[Foundations, Foundations]:
    """Give the parts of a layout that must come first."""
    return (
        Foundations("ascending", first=lambda pack: 1, laid_out=laid_out, copies=1),
        Foundations("descending", lambda pack: pack.ranks, -1, laid_out=laid_out, copies=1),
    )


# Foundations ------------------------------------------------------------------------------------


@helper
def goes_up(state, card):
    """Say whether a card fits the ascending foundation of its suit."""
    return count(state, ASCENDING + (card >> 4)) == (card & 15) - 1


@helper
def goes_down(state, card):
    """Say whether a card fits the descending foundation of its suit."""
    return count(state, DESCENDING + (card >> 4)) == (card & 15) + 1


@helper
def go_home(state, words, card, target):
    """Put a card on the foundation that a move names."""
    first = ASCENDING if target == TO_UP else DESCENDING
    set_count(state, words, first + (card >> 4), card & 15)


@helper
def cards_left(state, table):
    """Count the cards that are not home."""
    left = int64(table[CARDS])
    ranks = int64(table[RANKS])
    for suit in range(4):
        if table[HAS_SUIT + suit] != 0:
            left -= count(state, ASCENDING + suit) + ranks + 1 - count(state, DESCENDING + suit)
    return left


@helper
def has_met(state, suit):
    """Say whether each missing rank of a suit has one card left: its foundations have met."""
    return count(state, DESCENDING + suit) <= count(state, ASCENDING + suit) + 1


@helper
def safe_target(state, card):
    """Give the foundation that a card may safely be played on in the last tableau, or 0.

    Safe when the card fits and its suit has met. Let P be a position in which no deal can follow,
    and P' the same with the card home. A winning line of P can be followed in P' so that the two
    always differ by a set H of cards of this suit that are home in P' only. A move of a card in H
    is left out. A card x that is not in H goes onto a card that is not in H, into an empty column,
    or home as in the line: both tops are free in P', empty columns are empty there too, and a
    foundation at which the line plays x is as high in P' (were it higher, x would be home). Only if
    x goes onto a card y in H must something be done, and then x fits in P' and is put home and
    joins H. For let u and d be the foundations of the suit in P, u' and d' those in P'; the missing
    ranks of P' are u'+1 and above, to go up, and d'-1 and below, to go down, one card each. If y
    went up, then y <= u', and x, being y+1 or y-1, is either u'+1, which fits, or belongs to the
    lower part. In that case y <= d', and since y was to go up in P, d' <= d <= u+1 <= y; so
    y = d' and x = d'-1, which fits. The case that y went down is the mirror image.
    """
    if not has_met(state, card >> 4):
        return 0
    if goes_up(state, card):
        return TO_UP
    if goes_down(state, card):
        return TO_DOWN
    return 0


# Piles ------------------------------------------------------------------------------------------


@helper
def write_redeal(state, out, n, move, first, stride, piles):
    """Write a move that gathers the piles, behind n others, unless all of them are empty."""
    for i in range(piles):
        if height(state, first + i * stride) > 0:
            out[n] = move
            return n + 1
    return n


@helper
def write_marriages(state, out, n, first, stride, piles):
    """Write the moves of tops to neighbours of their suit on other piles, behind n others."""
    tops = 0  # a bit for each card that lies on top
    for i in range(piles):
        tops |= 1 << top(state, first + i * stride)
    for i in range(piles):
        card = top(state, first + i * stride)
        if card == 0 or ((tops >> (card - 1)) & 5) == 0:
            continue
        for j in range(piles):
            host = top(state, first + j * stride)
            if host != 0 and (host == card + 1 or host == card - 1):
                out[n] = i + 1 + 256 * (j + 1)
                n += 1
    return n


@helper
def write_plays(state, out, n, first, stride, piles):
    """Write the plays of tops, behind n other moves."""
    for i in range(piles):
        card = top(state, first + i * stride)
        if card != 0:
            if goes_down(state, card):
                out[n] = i + 1 + 256 * TO_DOWN
                n += 1
            if goes_up(state, card):
                out[n] = i + 1 + 256 * TO_UP
                n += 1
    return n


@helper
def safe_play(state, first, stride, piles):
    """Give a play of a top that is safe in the last tableau (see :func:`safe_target`), or -1."""
    for i in range(piles):
        card = top(state, first + i * stride)
        if card != 0:
            target = safe_target(state, card)
            if target != 0:
                return i + 1 + 256 * target
    return -1


@helper
def move_top(state, words, first, stride, move):
    """Make a play or a marriage of a pile's top."""
    card = pop(state, words, first + ((move & 255) - 1) * stride)
    target = move >> 8
    if target in (TO_UP, TO_DOWN):
        go_home(state, words, card, target)
    else:
        push(state, words, first + (target - 1) * stride, card)


@helper
def gather(state, words, stock, pile, newest_first):
    """Take up a pile, under those taken up before, so that it is dealt before them.

    Once the heap is turned its oldest card comes first, or its newest.
    """
    if newest_first:
        for depth in range(height(state, pile)):
            push(state, words, stock, card_at(state, pile, depth))
        while height(state, pile) > 0:
            pop(state, words, pile)
    else:
        while height(state, pile) > 0:
            push(state, words, stock, pop(state, words, pile))


@helper
def goes_only_up(state, card):
    """Say whether the one copy left of a card must go to the ascending foundation."""
    rank = card & 15
    up = count(state, ASCENDING + (card >> 4))
    return rank > up and rank >= count(state, DESCENDING + (card >> 4))


@helper
def goes_only_down(state, card):
    """Say whether the one copy left of a card must go to the descending foundation."""
    rank = card & 15
    down = count(state, DESCENDING + (card >> 4))
    return rank < down and rank <= count(state, ASCENDING + (card >> 4))


@helper
def turned_cards(state, first, stride, piles):
    """Give a bit for each card that lies above one needed before it on the same foundation.

    Only cards are meant of which one copy is left, as of the one needed before.
    """
    turned = 0
    for i in range(piles):
        pile = first + i * stride
        least = 0xFFFF  # the lowest rank so far of each suit that goes up, four bits each
        most = 0  # the highest rank so far of each suit that goes down
        for depth in range(height(state, pile)):
            card = card_at(state, pile, depth)
            shift = (card >> 4) << 2
            rank = card & 15
            if goes_only_up(state, card):
                before = least >> shift & 15
                if rank > before:
                    turned |= 1 << card
                else:
                    least += (rank - before) << shift
            elif goes_only_down(state, card):
                before = most >> shift & 15
                if rank < before:
                    turned |= 1 << card
                else:
                    most += (rank - before) << shift
    return turned


@helper
def blocked_cards(state, first, stride, piles):
    """Count cards that must move elsewhere before they can go home; no deal may follow.

    Where a suit has met, each card left of it has its foundation. One that lies above a card of
    its suit that is needed sooner on the same foundation cannot go home from there.
    """
    turned = turned_cards(state, first, stride, piles)
    for suit in range(4):
        if not has_met(state, suit):
            turned &= ~(0xFFFF << (suit << 4))
    return members(turned)


# Looking ahead in a deal, on a copy of the row that keeps no hash ---------------------------------


@helper
def emptied(state, first, stride, piles):
    """Copy the foundations of a row, which lie at its front; the piles of the copy are empty."""
    row = np.empty(first + piles * stride, np.uint8)
    for i in range(ASCENDING, ASCENDING + 8):
        row[i] = state[i]
    for i in range(piles):
        row[first + i * stride + 16] = 0
    return row


@helper
def copied(state, first, stride, piles):
    """Copy the foundations and piles of a row, which lie at its front and at its end."""
    row = emptied(state, first, stride, piles)
    for i in range(piles):
        pile = first + i * stride + 16
        for j in range(pile, pile + 1 + int64(state[pile])):
            row[j] = state[j]
    return row


@helper
def place(row, pile, card):
    """Put a card on a pile of a copied row."""
    n = int64(row[pile + 16])
    row[pile + 17 + n] = card
    row[pile + 16] = n + 1


@helper
def play_up(row, card):
    """Play a card on the ascending foundation of a copied row."""
    row[ASCENDING + (card >> 4)] = card & 15


@helper
def play_down(row, card):
    """Play a card on the descending foundation of a copied row."""
    row[DESCENDING + (card >> 4)] = card & 15


# Score ------------------------------------------------------------------------------------------


@helper
def urgency(up, down, rank):
    """Count the steps until a card of a rank fits, given the tops of its suit's foundations."""
    if rank <= up:
        return down - rank
    if rank >= down:
        return rank - up
    return min(rank - up, down - rank)


@helper
def score_piles(state, weights, first, stride, piles):
    """Add up what stands in the way in piles.

    Weights from the second on: a card that lies above one that fits sooner; the same if it lies
    there in sequence; each card above the next card of a foundation (the copy under fewer cards).
    """
    total = 0
    above_up = 0xFFFFFFFF  # cards above the next one of each suit's foundation, eight bits each
    above_down = 0xFFFFFFFF
    for i in range(piles):
        pile = first + i * stride
        tall = height(state, pile)
        soonest = 99
        under = -9
        for depth in range(tall):
            card = card_at(state, pile, depth)
            suit = card >> 4
            rank = card & 15
            up = count(state, ASCENDING + suit)
            down = count(state, DESCENDING + suit)
            steps = urgency(up, down, rank)
            if steps > soonest:
                total += weights[2] if card - under == 1 or under - card == 1 else weights[1]
            soonest = min(soonest, steps)
            under = card
            above = tall - 1 - depth
            shift = suit << 3
            if rank == up + 1:
                before = above_up >> shift & 255
                above_up += (min(above, before) - before) << shift
            if rank == down - 1:
                before = above_down >> shift & 255
                above_down += (min(above, before) - before) << shift
    for suit in range(4):
        above = above_up >> (suit << 3) & 255
        if above != 255:
            total += weights[3] * above
        above = above_down >> (suit << 3) & 255
        if above != 255:
            total += weights[3] * above
    return total


# For people -------------------------------------------------------------------------------------


def bases(pack: Pack) -> list[int]:
    """List the cards that start the foundations: an ace and a last rank of each suit."""
    return [face(rank, suit) for rank in (1, pack.ranks) for suit in pack.suit_numbers]


def laid_foundations(pack: Pack) -> Piles:
    """Give the foundations that those cards make which start them."""
    suits = pack.suit_numbers
    return {
        "ascending": [face(1, suit) for suit in suits],
        "descending": [face(pack.ranks, suit) for suit in suits],
    }


def dealt_on(game: Game, piles: Piles, deal_on: Callable[..., None]) -> Piles:
    """Give piles when a deal has gone on up to the first choice, by a game's own helper."""
    row, _ = game.pack_position(piles)
    table = game.table()
    with np.errstate(over="ignore"):  # hash words wrap around
        deal_on(row, row.view(np.uint64), table)
    return game.unpack_position(row, table)


def check_two_packs(name: str, pack: Pack) -> None:
    """Refuse a pack of which the foundations cannot be completed.

    Raises
    ------
    DealError
        When it has not two copies of each card.
    """
    if pack.copies != 2:
        raise DealError(f"{name} is played with two packs (copies=2), not {pack.copies}")


def check_room(piles: Piles, names: Sequence[str]) -> None:
    """Refuse a pile that could outgrow its bytes once it is played down to any of its cards.

    What is put on a card is of its suit, so there are no more than the cards of the suit that are
    not home and not further down in the pile.
    """
    home = ("ascending", "descending")
    others = [
        cards for name, cards in piles.items() if isinstance(cards, list) and name not in home
    ]
    out = [suit_of(card) for cards in others for card in cards if card]
    for name in names:
        cards = cards_of(piles, name)
        for depth, card in enumerate(cards, 1):
            below = sum(suit_of(other) == suit_of(card) for other in cards[:depth])
            needed = depth + out.count(suit_of(card)) - below
            if needed > PILE_CAPACITY:
                raise DealError(
                    f"{name} could grow to {needed} cards on its {name_of(card)}; "
                    f"at most {PILE_CAPACITY} are supported"
                )


def check_growth(pack: Pack, piles: int, one: str, more: str) -> None:
    """Refuse packs that deal so high that a pile could outgrow its bytes.

    On the cards dealt to a pile there can come no more than those of its top card's suit: two
    packs' but for that card and the foundations' first two.
    """
    dealt = pack.size - 2 * len(pack.suits)
    highest = -(-dealt // piles) + 2 * pack.ranks - 3
    if highest > PILE_CAPACITY:
        raise DealError(
            f"a {one} could grow to {highest} cards; "
            f"at most {PILE_CAPACITY} are supported: use more {more} or fewer cards"
        )


def is_last_tableau(piles: Piles, deals_left: str) -> bool:
    """Say whether no card is left to deal, now or in a later deal."""
    return not piles["stock"] and number_of(piles, deals_left) == 0
