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

from cadogan.games.cadogan import declared
from cadogan.games.cadogan.napoleons_square_search import dead, forced, score
from cadogan.games.cadogan.napoleons_square_table import (
    FRESH,
    FROM_TALON,
    HOME,
    LAYOUT,
    PACKET,
    PACKETS,
    STOCK,
    TALON,
    TURN,
    WIDTH,
    cards_left,
    foundation_for,
)
from cadogan.games.cards import Pack
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import draw_table, drawn, heap, labelled, lying
from cadogan.games.game import (
    ALL,
    MODE,
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
    Piles,
    cards_of,
)
from cadogan.games.state import card_at, count, height, pop, push, set_count, top


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


@rule
def layer(state, table):
    """Count the cards turned."""
    return count(state, STOCK)


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

    facts = declared.napoleons_square

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
