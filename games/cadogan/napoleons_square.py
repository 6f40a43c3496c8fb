"""Napoleon's Square: twelve packets on three sides of a square.

Two packs. Twelve packets of four cards (or twelve single cards) are dealt, four at a time, the
last card of each on top; the other cards are the stock, turned one by one to the talon. The eight
foundations ascend in suit from ace to king. The top of a packet and the talon's top may be played,
or married to a packet's top of their suit that is one higher. An empty packet's space may be
filled from the talon, never from another packet. From *Lady Cadogan's Illustrated Games of
Patience* (1914).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cadogan.games.cards import Pack
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import draw_table, drawn, heap, labelled, lying
from cadogan.games.game import (
    ALL,
    CARDS,
    COPIES,
    HAS_SUIT,
    MODE,
    OPTION,
    RANKS,
    REDUCED,
    Game,
    Option,
    Rules,
    Weights,
)
from cadogan.games.layout import (
    STOCK as CARDS_OF_STOCK,
)
from cadogan.games.layout import (
    STOCK_SIZE,
    Counter,
    Foundations,
    Layout,
    Piles,
    Stack,
    Stock,
    builds_down,
    cards_of,
)
from cadogan.games.state import card_at, count, height, pop, push, set_count, top

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


@rule
def moves(state, table, out):
    """Write the turn, marriages and fills, then plays.

    Unless all are asked for, the talon's card goes to one empty space only: spaces are alike.
    In a reduced search only the talon's top may move just after a turn. That keeps every win: a
    move of a packet's card right after a turn could as well be made right before it, since it
    touches neither stock nor talon and a turn touches no packet; making it earlier wherever that
    occurs ends in the same position, and so some winning line has no such pair of moves.
    """
    n = 0
    packets = int64(table[PACKETS])
    if count(state, STOCK) < int64(table[STOCK_SIZE]):
        out[n] = TURN
        n += 1
    hosts = 0  # a bit for each card that lies on top of a packet
    for j in range(packets):
        hosts |= 1 << top(state, PACKET + j * WIDTH)
    drawn = top(state, TALON)
    if drawn != 0:
        if hosts & 1:
            n = write_fills(state, table, out, n)
        if hosts >> (drawn + 1) & 1:
            n = write_marriages(state, table, out, n, FROM_TALON, drawn)
        if foundation_for(state, table, drawn) != 0:
            out[n] = FROM_TALON + 256 * HOME
            n += 1
    if count(state, FRESH) != 0:
        return n
    for i in range(packets):
        card = top(state, PACKET + i * WIDTH)
        if card != 0 and hosts >> (card + 1) & 1:
            n = write_marriages(state, table, out, n, i + 1, card)
    for i in range(packets):
        card = top(state, PACKET + i * WIDTH)
        if card != 0 and foundation_for(state, table, card) != 0:
            out[n] = i + 1 + 256 * HOME
            n += 1
    return n


@helper
def write_fills(state, table, out, n):
    """Write the moves of the talon's card to spaces, behind n others."""
    for j in range(int64(table[PACKETS])):
        if height(state, PACKET + j * WIDTH) == 0:
            out[n] = FROM_TALON + 256 * (j + 1)
            n += 1
            if table[MODE] != ALL:
                break
    return n


@helper
def write_marriages(state, table, out, n, source, card):
    """Write the moves of a card to the next higher ones of its suit, behind n others."""
    for j in range(int64(table[PACKETS])):
        if top(state, PACKET + j * WIDTH) == card + 1:
            out[n] = source + 256 * (j + 1)
            n += 1
    return n


@rule
def play(state, words, table, move):
    """Turn a card, or move one; a reduced search keeps in mind that a card was just turned."""
    source = move & 255
    target = move >> 8
    if source == TURN:
        turned = count(state, STOCK)
        set_count(state, words, STOCK, turned + 1)
        push(state, words, TALON, int64(table[CARDS_OF_STOCK + turned]))
        if table[MODE] == REDUCED and count(state, FRESH) == 0:
            set_count(state, words, FRESH, 1)
        return 0
    if count(state, FRESH) != 0:
        set_count(state, words, FRESH, 0)
    if source == FROM_TALON:
        card = pop(state, words, TALON)
    else:
        card = pop(state, words, PACKET + (source - 1) * WIDTH)
    if target == HOME:
        set_count(state, words, foundation_for(state, table, card), card & 15)
    else:
        push(state, words, PACKET + (target - 1) * WIDTH, card)
    return 0


@helper
def cards_left(state, table):
    """Count the cards that are not home."""
    left = int64(table[CARDS])
    for k in range(8):
        left -= count(state, FOUNDATION + k)
    return left


@rule
def unfinished(state, table):
    """Count the cards that are not home."""
    return cards_left(state, table)


@rule
def remaining(state, table):
    """Count a play for each card left, a turn for each of the stock, and marriages that must be.

    A card is blocked when a lower card of its suit lies below it in its packet or in the talon.
    When all copies of a card that are left are blocked, one of them at least must first move
    elsewhere: were all of them to go straight home, the last to go would need every lower card
    of the suit home, the one that it covers included. Consistent: a move concerns one card, which
    lay on top, so no other card's state changes but by being covered, which only adds.
    """
    left = cards_left(state, table) + int64(table[STOCK_SIZE]) - count(state, STOCK)
    free = 0  # a bit for each card of which a copy is not blocked
    out_of_place = 0  # a bit for each card of which a copy is blocked
    for i in range(int64(table[PACKETS]) + 1):
        pile = TALON if i == 0 else PACKET + (i - 1) * WIDTH
        lowest = 0xDDDD  # the lowest rank so far of each suit, four bits each
        for depth in range(height(state, pile)):
            card = card_at(state, pile, depth)
            shift = card >> 4 << 2
            before = lowest >> shift & 15
            rank = card & 15
            bit = 1 << (card - 2 * (card >> 4))
            if rank > before:
                out_of_place |= bit
            else:
                lowest += (rank - before) << shift
                free |= bit
    for position in range(count(state, STOCK), int64(table[STOCK_SIZE])):
        card = int64(table[CARDS_OF_STOCK + position])
        free |= 1 << (card - 2 * (card >> 4))
    blocked = out_of_place & ~free
    while blocked != 0:
        blocked &= blocked - 1
        left += 1
    return left


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


@rule
def layer(state, table):
    """Count the cards turned."""
    return count(state, STOCK)


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


class NapoleonsSquare(Game):
    """The game of twelve packets and eight ascending foundations."""

    name = "napoleons-square"
    title = "Napoleon's Square"
    source = "Lady Cadogan's Illustrated Games of Patience (1914)"
    summary = "Twelve packets on three sides of a square, marriages down in suit, one talon."
    standard_pack = Pack(copies=2)
    options = (
        Option(
            "square",
            "packets",
            ("packets", "single"),
            "Whether the square is made of packets of four cards or of single cards.",
            "both are in the book, the packets first",
        ),
        Option("packets", 12, range(1, 13), "How many packets are dealt.", "twelve"),
    )
    layout = LAYOUT
    rules = Rules(
        moves,
        play,
        remaining,
        unfinished=unfinished,
        dead=dead,
        layer=layer,
        score=score,
        forced=forced,
    )
    weights = (
        Weights("buried", (20, 12, 4, 6, 3, 8, 10, 6, 2, 0)),
        Weights("ordered", (0, 8, 1, 117, 13, 30, 21, 150, 2, 10)),
    )
    # The turn; the talon's top to 12 packets or home; each packet's top to 2 hosts or home.
    max_moves = 1 + 13 + 12 * 3
    places: ClassVar[dict[int, str]] = {
        0: "",
        **{i: f"p{i}" for i in range(1, 13)},
        FROM_TALON: "talon",
        HOME: "home",
        TURN: "turn",
    }

    def counts(self) -> dict[str, int]:
        """Say how many packets there are."""
        return {"packet": self.number("packets")}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Deal the packets one after another, four cards each (or one)."""
        packets = self.number("packets")
        size = 4 if self["square"] == "packets" else 1
        return {
            "foundations": [0] * len(self.pack.suits) * self.pack.copies,
            "talon": [],
            "stock": list(cards[size * packets :]),
            **{f"packet {i + 1}": list(cards[size * i : size * (i + 1)]) for i in range(packets)},
        }

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes where, in the book's terms."""
        source, target = move & 255, move >> 8
        if source == TURN:
            return f"turn {drawn(cards_of(piles, 'stock')[0])} to the talon"
        pile = "talon" if source == FROM_TALON else f"packet {source}"
        card = drawn(cards_of(piles, pile)[-1])
        if target == HOME:
            return f"{card} from {pile} goes home"
        hosts = cards_of(piles, f"packet {target}")
        if hosts:
            return f"{card} from {pile} marries {drawn(hosts[-1])} on packet {target}"
        return f"{card} from {pile} fills space {target}"

    def draw(self, piles: Piles) -> str:
        """Draw the foundations, the packets, talon and stock."""
        names = [f"packet {i + 1}" for i in range(self.number("packets"))]
        return draw_table(
            labelled(home=cards_of(piles, "foundations")),
            lying(names, [cards_of(piles, name) for name in names]),
            f"talon {heap(cards_of(piles, 'talon'), 8)}\n"
            f"stock {heap(cards_of(piles, 'stock'), 8, from_end=False)}",
        )


GAME = NapoleonsSquare
