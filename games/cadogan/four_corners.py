"""The Four Corners: twelve packets round the foundations, dealt under restrictions.

Two packs. Four packets are corners, four stand on each side; between the sides is room for an
ascending and a descending foundation of each suit, the ascending one beside the left packet of
its row, the descending one beside the right. All cards are dealt out round by round. The first
ace and the first king of a suit begin its foundations; another card that fits may be played as it
turns up if it falls on a corner, or on the side packet that adjoins its foundation, and the next
card then falls on the same packet. After the deal the top of any packet may be played, or put on
another top of its suit that is one higher or lower. Twice the packets are gathered and dealt again
without a shuffle. From *Lady Cadogan's Illustrated Games of Patience* (1914).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import ClassVar

import numpy as np

from cadogan.games.cadogan import declared
from cadogan.games.cadogan.four_corners_search import WEIGHTS, dead, forced, layer, score
from cadogan.games.cadogan.four_corners_table import (
    FORCED,
    LAYOUT,
    NEWEST_FIRST,
    NEXT,
    PACKET,
    REDEALS,
    STOCK,
    WIDTH,
    is_base,
    may_go_down,
    may_go_up,
    packets,
)
from cadogan.games.cadogan.two_way import (
    ASCENDING,
    DESCENDING,
    TO_DOWN,
    TO_UP,
    blocked_cards,
    cards_left,
    check_growth,
    check_room,
    check_two_packs,
    dealt_on,
    gather,
    go_home,
    goes_up,
    move_top,
    write_marriages,
    write_plays,
    write_redeal,
)
from cadogan.games.cards import Pack, face
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import draw_table, drawn, heap, row
from cadogan.games.errors import DealError
from cadogan.games.game import HAS_SUIT, RANKS, Game, Option, Rules
from cadogan.games.layout import Piles, cards_of, number_of
from cadogan.games.state import count, height, make_alike, pop, push, set_count, top

# Codes of what a move names: packets are 1 to 12.
PLAY, LAY, REDEAL = 22, 23, 24


@rule
def moves(state, table, out):
    """Write what may be done with the next card; after the deal redeal, marriages and plays."""
    n = 0
    card = top(state, STOCK)
    if card != 0:
        if table[FORCED] == 0:
            out[n] = LAY
            n += 1
        if may_go_down(state, table, card):
            out[n] = PLAY + 256 * TO_DOWN
            n += 1
        if may_go_up(state, table, card):
            out[n] = PLAY + 256 * TO_UP
            n += 1
        return n
    piles = packets(table)
    if count(state, REDEALS) > 0:
        n = write_redeal(state, out, n, REDEAL, PACKET, WIDTH, piles)
    n = write_marriages(state, out, n, PACKET, WIDTH, piles)
    return write_plays(state, out, n, PACKET, WIDTH, piles)


@rule
def play(state, words, table, move):
    """Make a move, and go on with the deal up to the next choice."""
    source = move & 255
    if source == PLAY:
        go_home(state, words, pop(state, words, STOCK), move >> 8)
        deal_on(state, words, table)
    elif source == LAY:
        lay(state, words, table)
        deal_on(state, words, table)
    elif source == REDEAL:
        for i in range(packets(table)):
            gather(state, words, STOCK, PACKET + i * WIDTH, table[NEWEST_FIRST] != 0)
        set_count(state, words, REDEALS, count(state, REDEALS) - 1)
        set_count(state, words, NEXT, 1)
        deal_on(state, words, table)
    else:
        move_top(state, words, PACKET, WIDTH, move)
    return 0


@helper
def lay(state, words, table):
    """Put the next card on its packet; the one after it falls on the next packet."""
    packet = count(state, NEXT)
    push(state, words, PACKET + (packet - 1) * WIDTH, pop(state, words, STOCK))
    set_count(state, words, NEXT, packet % packets(table) + 1)


@helper
def deal_on(state, words, table):
    """Deal cards that leave no choice; with the last one the deal is over."""
    card = top(state, STOCK)
    while card != 0:
        if is_base(state, table, card):
            first = (card & 15) == 1 and goes_up(state, card)
            go_home(state, words, pop(state, words, STOCK), TO_UP if first else TO_DOWN)
        else:
            up = may_go_up(state, table, card)
            down = may_go_down(state, table, card)
            if (up or down) and (table[FORCED] == 0 or (up and down)):
                return
            if up or down:
                go_home(state, words, pop(state, words, STOCK), TO_UP if up else TO_DOWN)
            else:
                lay(state, words, table)
        card = top(state, STOCK)
    set_count(state, words, NEXT, 0)
    if count(state, REDEALS) == 0:
        for i in range(packets(table)):
            make_alike(words, PACKET + i * WIDTH, PACKET)


@rule
def unfinished(state, table):
    """Count the cards that are not home."""
    return cards_left(state, table)


@rule
def remaining(state, table):
    """Count the cards that must go home by a move of their own.

    The first ace and king of a suit go home within other moves. Where plays are optional in the
    deal, every other play is a move. Where they are forced, a redeal, or the rest of a deal, may
    bring home any number of cards by one move: then only that one counts, and with it the cards
    that lie in packets in the last deal. In the last tableau each card takes a move, and one more
    if it is blocked (see ``blocked_cards``). Consistent: a move concerns one card, and what the
    others add never falls.
    """
    left = cards_left(state, table)
    redeals = count(state, REDEALS)
    stock = height(state, STOCK)
    if table[FORCED] == 0:
        if redeals > 0 or stock > 0:
            return left - bases_to_come(state, table)
    elif redeals > 0:
        return min(left, 1)
    elif stock > 0:
        return left - stock + 1
    return left + blocked_cards(state, PACKET, WIDTH, packets(table))


@helper
def bases_to_come(state, table):
    """Count the foundations that have not begun."""
    missing = 0
    for suit in range(4):
        if table[HAS_SUIT + suit] != 0:
            missing += count(state, ASCENDING + suit) == 0
            missing += count(state, DESCENDING + suit) > int64(table[RANKS])
    return missing


class FourCorners(Game):
    """The game of four corners and two sides."""

    name = "four-corners"
    title = "The Four Corners"
    source = "Lady Cadogan's Illustrated Games of Patience (1914)"
    summary = "Corners and sides round eight foundations, a restricted deal, two redeals."
    standard_pack = Pack(copies=2)
    options = (
        Option("redeals", 2, range(3), "How often the packets are dealt again.", "twice"),
        Option(
            "gather",
            "oldest-first",
            ("oldest-first", "newest-first"),
            "Which card of a gathered packet is dealt first.",
            "not in the book; as The Nation spells it out",
        ),
        Option(
            "deal-plays",
            "optional",
            ("optional", "forced"),
            "Whether a card that may be played when it turns up must be played.",
            "the book: it may be played",
        ),
        Option("sides", 4, range(5), "How many packets stand on each side.", "four"),
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
    weights = WEIGHTS
    layer_effort = 200  # all of the plays and marriages between two deals are one layer
    together = 2  # the best scores of all would lead into one neighbourhood, often a lost one
    # The redeal; each of 12 tops to its four neighbours in suit or to two foundations.
    max_moves = 1 + 12 * (4 + 2)
    places: ClassVar[dict[int, str]] = {
        0: "",
        **{i: f"p{i}" for i in range(1, 13)},
        TO_UP: "up",
        TO_DOWN: "down",
        PLAY: "play",
        LAY: "lay",
        REDEAL: "redeal",
    }

    def check_settings(self) -> None:
        """Refuse packs that are not two packs, or that would make packets too high."""
        check_two_packs(self.name, self.pack)
        check_growth(self.pack, len(self._names), "packet", "sides")

    @property
    def _names(self) -> list[str]:
        return [f"packet {i + 1}" for i in range(2 * self.number("sides") + 4)]

    def counts(self) -> dict[str, int]:
        """Say how many packets there are."""
        return {"packet": len(self._names)}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Deal up to the first choice."""
        piles: Piles = {
            "ascending": [0] * len(self.pack.suits),
            "descending": [0] * len(self.pack.suits),
            "next packet": 1,
            "redeals left": self.number("redeals"),
            "stock": list(cards),
            **{name: [] for name in self._names},
        }
        return dealt_on(self, piles, deal_on)

    facts = declared.four_corners

    def check_position(self, piles: Piles) -> None:
        """Refuse positions that the rules would have taken further, or could not have reached."""
        stock, packet = cards_of(piles, "stock"), number_of(piles, "next packet")
        if number_of(piles, "redeals left") > self.number("redeals"):
            raise DealError(f"redeals left: at most {self['redeals']} with these options")
        if (packet == 0) != (not stock):
            raise DealError("next packet: it is 0 when the stock is empty, and only then")
        self._check_bases(piles)
        check_room(piles, self._names)
        if not stock:
            return
        heights = [len(cards_of(piles, name)) for name in self._names]
        rounds, more = divmod(sum(heights), len(heights))
        if packet != more + 1 or heights != [rounds + (i < more) for i in range(len(heights))]:
            raise DealError("next packet: the packets are not dealt in rounds up to it")
        state, _ = self.pack_position(piles)
        out = np.zeros(self.max_moves + 1, np.int64)
        settled = not is_base(state, self.table(), stock[0])
        if not settled or int(moves(state, self.table(), out)) < 2:
            raise DealError(f"stock: {drawn(stock[0])} leaves no choice, it is dealt at once")

    def _check_bases(self, piles: Piles) -> None:
        """Refuse an ace or king in a packet when its foundation has not begun."""
        begun = cards_of(piles, "ascending"), cards_of(piles, "descending")
        for i, suit in enumerate(self.pack.suit_numbers):
            for rank, tops in zip((1, self.pack.ranks), begun, strict=True):
                base = face(rank, suit)
                for name in self._names:
                    if tops[i] == 0 and base in cards_of(piles, name):
                        raise DealError(f"{name}: the first {drawn(base)} begins its foundation")

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes where, in the book's terms."""
        source, target = move & 255, move >> 8
        if source == REDEAL:
            return "take up the packets and deal again"
        ways = {TO_UP: "the ascending foundation", TO_DOWN: "the descending foundation"}
        if source in (PLAY, LAY):
            where = self._place(number_of(piles, "next packet"))
            card = drawn(cards_of(piles, "stock")[0])
            if source == PLAY:
                return f"{card}, falling on {where}, goes on {ways[target]}"
            return f"{card} is laid on {where}"
        card, where = drawn(cards_of(piles, f"packet {source}")[-1]), self._place(source)
        if target in ways:
            return f"{card} from {where} goes on {ways[target]}"
        host = drawn(cards_of(piles, f"packet {target}")[-1])
        return f"{card} from {where} marries {host} on {self._place(target)}"

    def _place(self, packet: int) -> str:
        """Name a packet by its place."""
        sides = self.number("sides")
        side, place = ("left", packet) if packet <= sides + 2 else ("right", packet - sides - 2)
        if place == 1:
            return f"the upper {side} corner"
        if place == sides + 2:
            return f"the lower {side} corner"
        return f"the {side} packet of row {place - 1}"

    def draw(self, piles: Piles) -> str:
        """Draw corners and sides on the left and right, the foundations between them."""
        names, sides = self._names, self.number("sides")
        left = [f"p{i + 1}".ljust(4) + row(cards_of(piles, name) or [0])
                for i, name in enumerate(names[: sides + 2])]  # fmt: skip
        right = [f"p{i + sides + 3}".ljust(4) + row(cards_of(piles, name) or [0])
                 for i, name in enumerate(names[sides + 2 :])]  # fmt: skip
        middle = [""] + [
            row(pair)
            for pair in zip(
                cards_of(piles, "ascending"), cards_of(piles, "descending"), strict=True
            )
        ]
        width = max(len(text) for text in left)
        lines = [
            f"{(a or '').ljust(width)}   {(b or '').ljust(7)}   {c or ''}".rstrip()
            for a, b, c in zip_longest(left, middle, right)
        ]
        dealing = ""
        if stock := cards_of(piles, "stock"):
            dealing = f"next packet p{piles['next packet']}\n"
            dealing += f"stock {heap(stock, 8, from_end=False)}\n"
        return draw_table("\n".join(lines), f"{dealing}redeals left: {piles['redeals left']}")


GAME = FourCorners
