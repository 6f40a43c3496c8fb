"""The Wheel: three cards that make eighteen, crowned by a court card.

Two packs; the eight aces are laid in a cross and are dead. The other 96 cards are dealt to a
cushion of twelve packets. Three uppermost minor cards (2 to 10) of three different values that
make eighteen are combined with any uppermost court card and go to the circle for good; suits never
matter. In the first deal the four places are refilled at once from the stock, in reading order.
Then twelve more cards are dealt, one on every place, as often as the player likes while the stock
lasts. The game is won when all 24 packets are made. From *Lady Cadogan's Illustrated Games of
Patience* (1914).

What can be won uses only six of the eight ways to make eighteen. Write the values as a square with
rows 2-10-6, 7-3-8, 9-5-4 and columns 2-7-9, 10-3-5, 6-8-4: those six are its rows and columns, and
the other two, 3-6-9 and 5-6-7, are among its six *transversals*, sets of three values of which no
two share a row or a column. A row or column meets every transversal in just one value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from cadogan.games.cadogan import declared
from cadogan.games.cards import Pack, missing_from
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import VACANT, draw_table, drawn, heap, row
from cadogan.games.errors import DealError, IllegalMoveError
from cadogan.games.game import (
    COPIES,
    MODE,
    OPTION,
    REDUCED,
    SUITS,
    Game,
    Option,
    Rules,
    Weights,
)
from cadogan.games.layout import STOCK as CARDS_OF_STOCK
from cadogan.games.layout import (
    STOCK_SIZE,
    Counter,
    Layout,
    Piles,
    Stack,
    Stock,
    cards_of,
    number_of,
)
from cadogan.games.state import card_at, count, height, make_alike, pop_as, push_as, set_count, top

#: What a court card counts as.
COURT = 11
#: The most cards of a packet.
TALLEST = 15


@helper
def by_value(face):
    """See a card by its value: 2 to 10, all court cards alike."""
    return min(face & 15, COURT)


LAYOUT = Layout(
    Counter("circle", most=48),
    Counter("refilling", most=1),
    Stock("stock", seen_as=by_value),
    Stack(
        "packet",
        capacity=TALLEST,
        count=12,
        alike=lambda piles: not piles["stock"],
        seen_as=by_value,
    ),
)
CIRCLE = LAYOUT.at("circle")
REFILLING = LAYOUT.at("refilling")
STOCK = LAYOUT.at("stock")
PACKET = LAYOUT.at("packet")
WIDTH = LAYOUT.stride("packet")

# The table's places for the options.
FORCED, PACKETS = OPTION, OPTION + 1
# A combination's code holds four packets (from 0), four bits each, and this bit; DEAL is another.
COMBINE, DEAL = 1 << 16, 1 << 17

#: For each value: one in each byte that belongs to a set of values of which every combination of
#: a won game takes just one: the court cards (byte 0) and the six transversals 2-3-4, 2-5-8,
#: 4-7-10, 8-9-10, 5-6-7 and 3-6-9 (bytes 1 to 6).
MEMBER = (
    0,
    0,
    1 << 8 | 1 << 16,  # 2
    1 << 8 | 1 << 48,  # 3
    1 << 8 | 1 << 24,  # 4
    1 << 16 | 1 << 40,  # 5
    1 << 40 | 1 << 48,  # 6
    1 << 24 | 1 << 40,  # 7
    1 << 16 | 1 << 32,  # 8
    1 << 32 | 1 << 48,  # 9
    1 << 24 | 1 << 32,  # 10
    1,  # court
)
EACH = 0x01010101010101
HIGH = 0x80808080808080


@helper
def stock_left(state, table):
    """Count the cards of the stock."""
    return int64(table[STOCK_SIZE]) - count(state, STOCK)


@helper
def packets_to_make(state, table):
    """Count the combinations that are still to be made: one for each court card left."""
    return 3 * int64(table[SUITS]) * int64(table[COPIES]) - count(state, CIRCLE)


@helper
def values_on_top(state, table):
    """Give the values of the packets' tops, four bits each, 0 for an empty packet."""
    tops = 0
    for i in range(int64(table[PACKETS])):
        tops |= by_value(top(state, PACKET + i * WIDTH)) << (4 * i)
    return tops


@rule
def moves(state, table, out):
    """Write the deal and the combinations.

    A reduced search leaves out 3-6-9 and 5-6-7. Proof: at least as many cards of the values 2, 5
    and 8 are left as combinations are to be made; so it is in the full pack, and a combination
    takes at most one of them (``check_position`` refuses positions in which it is not so). To take
    them all, each combination must take just one, and 3-6-9 takes none. With the values 2, 3 and 4
    the same goes for 5-6-7. In the forced game these combinations still forbid the deal.
    """
    n = 0
    tops = values_on_top(state, table)
    places = int64(table[PACKETS])
    possible = False
    if stock_left(state, table) > 0:
        out[n] = DEAL
        n += 1
    courts = 0
    for d in range(places):
        courts += (tops >> (4 * d) & 15) == COURT
    if courts == 0:
        return n
    for a in range(places - 2):
        first = tops >> (4 * a) & 15
        if first < 2 or first == COURT:
            continue
        for b in range(a + 1, places - 1):
            second = tops >> (4 * b) & 15
            if second < 2 or second == first or first + second < 8 or second == COURT:
                continue
            for c in range(b + 1, places):
                third = tops >> (4 * c) & 15
                if first + second + third != 18 or third == first or third == second:
                    continue
                if third < 2 or third == COURT:
                    continue
                possible = True
                if table[MODE] == REDUCED and MEMBER[first] & MEMBER[second] & MEMBER[third] != 0:
                    continue
                for d in range(places):
                    if (tops >> (4 * d) & 15) == COURT:
                        out[n] = COMBINE | a | b << 4 | c << 8 | d << 12
                        n += 1
    if possible and table[FORCED] != 0 and stock_left(state, table) > 0:
        # The deal, written first, is not allowed: put the last move in its place.
        n -= 1
        if n > 0:
            out[0] = out[n]
    return n


@helper
def place_next(state, words, table, packet):
    """Put the next card of the stock on a packet."""
    position = count(state, STOCK)
    card = int64(table[CARDS_OF_STOCK + position])
    set_count(state, words, STOCK, position + 1)
    push_as(state, words, PACKET + packet * WIDTH, card, by_value(card))


@helper
def end_of_stock(state, words, table):
    """When the last card is dealt, nothing is refilled any more and packets become alike."""
    if count(state, REFILLING) != 0:
        set_count(state, words, REFILLING, 0)
    for i in range(int64(table[PACKETS])):
        make_alike(words, PACKET + i * WIDTH, PACKET)


@rule
def play(state, words, table, move):
    """Deal a row, or take four cards to the circle and refill their places in the first deal."""
    places = int64(table[PACKETS])
    if move == DEAL:
        for i in range(places):
            if stock_left(state, table) > 0:
                place_next(state, words, table, i)
        if stock_left(state, table) == 0:
            end_of_stock(state, words, table)
        elif count(state, REFILLING) != 0:
            set_count(state, words, REFILLING, 0)
        return 0
    taken = 0  # a bit for each packet
    for k in range(4):
        packet = move >> (4 * k) & 15
        taken |= 1 << packet
        stack = PACKET + packet * WIDTH
        pop_as(state, words, stack, by_value(top(state, stack)))
    set_count(state, words, CIRCLE, count(state, CIRCLE) + 1)
    if count(state, REFILLING) != 0:
        for i in range(places):
            if taken >> i & 1 and stock_left(state, table) > 0:
                place_next(state, words, table, i)
        if stock_left(state, table) == 0:
            end_of_stock(state, words, table)
    return 0


@rule
def remaining(state, table):
    """Count the combinations to be made and, once nothing is refilled, the deals.

    Every combination is a move; so is every deal, and all of the stock must be dealt. While places
    are refilled the stock may go without a deal. Consistent: a combination lowers the first number
    by one and the second not at all, a deal the second by at most one.
    """
    deals = 0
    if count(state, REFILLING) == 0:
        places = int64(table[PACKETS])
        deals = (stock_left(state, table) + places - 1) // places
    return packets_to_make(state, table) + deals


@rule
def dead(state, table):
    """Prove a position lost by counting what must be taken in time.

    Every card must be taken, every combination takes at most one card of a packet, and (by the
    proof in :func:`moves`) in a won game just one court card and one of each transversal. With m
    combinations to make:

    - of each of those seven sets of cards just m must be left;
    - once nothing is refilled, a packet's cards, those still to be dealt to it included, are no
      more than m;
    - when j combinations remain every packet has at most j cards (for the same reason), so all
      cards that now lie at height j or above go in the m - j combinations before: of each of the
      seven sets there are at most m - j such cards.
    """
    most = packets_to_make(state, table)
    places = int64(table[PACKETS])
    left = stock_left(state, table)
    tallest = 0
    for i in range(places):
        tall = height(state, PACKET + i * WIDTH)
        tallest = max(tallest, tall)
        if count(state, REFILLING) == 0 and tall + (left + places - 1 - i) // places > most:
            return 1
    if tallest > most:
        return 1
    seen = 0  # seven counts, a byte each
    for depth in range(tallest - 1, -1, -1):
        for i in range(places):
            if height(state, PACKET + i * WIDTH) > depth:
                seen += MEMBER[by_value(card_at(state, PACKET + i * WIDTH, depth))]
        if (EACH * (most - depth) + HIGH - seen) & HIGH != HIGH:
            return 1
    for position in range(count(state, STOCK), int64(table[STOCK_SIZE])):
        seen += MEMBER[by_value(int64(table[CARDS_OF_STOCK + position]))]
    if seen != EACH * most:
        return 1
    return 0


@rule
def layer(state, table):
    """Count the cards dealt, then the combinations made."""
    return 64 * count(state, STOCK) + count(state, CIRCLE)


@rule
def score(state, table, weights):
    """Prefer low packets of mixed values.

    Weights: a packet's height squared, two neighbours of one value in a packet, a unit of
    unevenness among the values left, a court card that lies below another card.
    """
    total = 0
    for i in range(int64(table[PACKETS])):
        packet = PACKET + i * WIDTH
        tall = height(state, packet)
        total += weights[0] * tall * tall
        for depth in range(1, tall):
            under = by_value(card_at(state, packet, depth - 1))
            if under == by_value(card_at(state, packet, depth)):
                total += weights[1]
            if under == COURT:
                total += weights[3]
    return total + weights[2] * unevenness(state, table)


@helper
def unevenness(state, table):
    """Measure how differently often the six useful ways to make eighteen are left over."""
    left = 0  # how often each value is left, five bits each
    for i in range(int64(table[PACKETS])):
        for depth in range(height(state, PACKET + i * WIDTH)):
            left += 1 << (5 * by_value(card_at(state, PACKET + i * WIDTH, depth)))
    for position in range(count(state, STOCK), int64(table[STOCK_SIZE])):
        left += 1 << (5 * by_value(int64(table[CARDS_OF_STOCK + position])))
    total = 0
    for value in range(2, 10):
        total += abs((left >> (5 * value) & 31) - (left >> (5 * value + 5) & 31))
    return total


class Wheel(Game):
    """The game of eighteens."""

    name = "wheel"
    title = "The Wheel"
    source = "Lady Cadogan's Illustrated Games of Patience (1914)"
    summary = "Twelve packets; three values that make eighteen and a court card leave together."
    standard_pack = Pack(copies=2)
    suitless = True
    options = (
        Option(
            "combine",
            "free",
            ("free", "forced"),
            "Whether the next row may be dealt while a combination is possible.",
            "the book deals when no more combinations can be made; but a 3-6-9 or 5-6-7 with a "
            "court card would then lose at once, so a skilled player may decline",
        ),
        Option("packets", 12, range(4, 13), "How many packets form the cushion.", "twelve"),
    )
    layout = LAYOUT
    rules = Rules(moves, play, remaining, dead=dead, layer=layer, score=score)
    weights = (
        Weights("low", (2, 4, 3, 0), noise=40),
        Weights("even", (2, 2, 6, 3), noise=20),
    )
    # Three of m places and one of the other 12 - m: at most 84 * 3 with m = 9; and the deal.
    max_moves = 84 * 3 + 1
    models_in_auto = True
    monotone = (
        "Every move takes four cards to the circle or deals from the stock: 24 and 8 at most."
    )

    places: ClassVar[dict[int, str]] = {}

    def check_settings(self) -> None:
        """Ask for whole suits, and packets that cannot grow too tall."""
        if self.pack.ranks != 13:
            raise DealError("wheel is played with whole suits: ranks=13; shrink it by copies")
        cards = 12 * len(self.pack.suits) * self.pack.copies
        if -(-cards // self.number("packets")) > TALLEST or self.pack.copies > 2:
            raise DealError(
                f"wheel: {cards} cards on {self['packets']} packets are too many; "
                f"packets hold at most {TALLEST} cards, and the pack has at most two copies"
            )

    def taken_out(self) -> list[int]:
        """Lay the aces aside."""
        return [card for card in self.pack.faces() if card & 15 == 1]

    def dead_cards(self) -> list[int]:
        """List the aces, which lie in a cross and never move."""
        return self.taken_out()

    def counts(self) -> dict[str, int]:
        """Say how many packets there are."""
        return {"packet": self.number("packets")}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Deal one card to every packet; the rest is the stock."""
        packets = self.number("packets")
        return {
            "circle": 0,
            "refilling": int(len(cards) > packets),
            "stock": list(cards[packets:]),
            **{f"packet {i + 1}": list(cards[i : i + 1]) for i in range(packets)},
        }

    def cards_of_position(self, piles: Piles) -> list[int]:
        """List the cards on the table, and stand-ins for what the circle must hold."""
        found = super().cards_of_position(piles)
        there, pack = [*self.dead_cards(), *found], self.pack.faces()
        gone = missing_from(there, pack)
        for card in missing_from(pack, there):  # other suits of a value stand in for each other
            alike = next((c for c in gone if by_value(c) == by_value(card)), None)
            if alike is None:
                return [*found, card]
            gone.remove(alike)
        courts = [card for card in gone if by_value(card) == COURT]
        circle = number_of(piles, "circle")
        if len(courts) != circle or len(gone) != 4 * circle:
            raise DealError(
                f"circle: {circle} packets were made, so {circle} court cards and {3 * circle} "
                f"others are gone, but {len(courts)} and {len(gone) - len(courts)} are missing"
            )
        return [*found, *gone]

    facts = declared.wheel

    def check_position(self, piles: Piles) -> None:
        """Refuse packets that could outgrow their room, and a refill that cannot be."""
        stock = len(cards_of(piles, "stock"))
        if number_of(piles, "refilling") and not stock:
            raise DealError("refilling: without a stock nothing is refilled; it is 0")
        self._check_balance(piles)
        packets = self.number("packets")
        for i in range(packets):
            tall = len(cards_of(piles, f"packet {i + 1}"))
            if number_of(piles, "refilling") and tall > 1:
                raise DealError(
                    f"packet {i + 1} has {tall} cards: while places are refilled, which is "
                    "before the first row is dealt, no packet has more than one"
                )
            if tall + -(-stock // packets) > TALLEST:
                raise DealError(
                    f"packet {i + 1} could grow beyond {TALLEST} cards, which is not supported"
                )

    def _check_balance(self, piles: Piles) -> None:
        """Refuse positions that no combinations can have led to (the proofs rest on that)."""
        left = [by_value(card) for card in super().cards_of_position(piles)]
        to_make = 3 * len(self.pack.suits) * self.pack.copies - number_of(piles, "circle")
        for values in ((2, 5, 8), (2, 3, 4)):
            if sum(value in values for value in left) < to_make:
                names = ", ".join(map(str, values))
                raise DealError(
                    f"circle: too many cards of {names} are gone; "
                    "no combination takes more than one of them"
                )

    def format_move(self, move: int) -> str:
        """Write ``deal``, or the three packets in order and that of the court card."""
        if move == DEAL:
            return "deal"
        packets = " ".join(f"p{(move >> (4 * k) & 15) + 1}" for k in range(4))
        return f"combine {packets}"

    def parse_move(self, text: str) -> int:
        """Read a move."""
        words = text.split()
        if words == ["deal"]:
            return DEAL
        numbers = [int(word[1:]) for word in words[1:] if re.fullmatch("p[0-9]{1,2}", word)]
        known = all(1 <= number <= self.number("packets") for number in numbers)
        if words[:1] != ["combine"] or len(words) != 5 or len(numbers) != 4 or not known:
            raise IllegalMoveError(
                f"{text!r} is not a move of wheel; moves look like deal, combine p1 p4 p9 p2 "
                f"(three minor cards, then the court card, of packets 1 to {self['packets']})"
            )
        return COMBINE | sum(number - 1 << 4 * k for k, number in enumerate(numbers))

    def describe(self, piles: Piles, move: int) -> str:
        """Name the four cards."""
        if move == DEAL:
            return "deal a row on the cushion"
        cards = [cards_of(piles, f"packet {(move >> 4 * k & 15) + 1}")[-1] for k in range(4)]
        first, second, third, court = (drawn(card) for card in cards)
        return f"combine {first}, {second} and {third}, crowned by {court}"

    def draw(self, piles: Piles) -> str:
        """Draw the circle as spokes and the cushion in two rows, what lies below beside it."""
        packets = [cards_of(piles, f"packet {i + 1}") for i in range(self.number("packets"))]
        half = (len(packets) + 1) // 2
        rows = []
        for start in (0, half):
            part = packets[start : start + half]
            rows.append("  ".join(f"p{start + i + 1}".rjust(4) for i in range(len(part))))
            deepest = max((len(packet) for packet in part), default=0)
            for depth in range(1, max(deepest, 1) + 1):
                line = [drawn(p[-depth]) if len(p) >= depth else "" for p in part]
                line = [
                    VACANT if depth == 1 and not p else c for c, p in zip(line, part, strict=True)
                ]
                rows.append("  ".join(card.rjust(4) for card in line).rstrip())
            rows.append("")
        made, total = number_of(piles, "circle"), 3 * len(self.pack.suits) * self.pack.copies
        circle = " ".join("✶" if i < made else VACANT for i in range(total))
        aces = row([card for card in self.pack.faces() if card & 15 == 1])
        refill = "; places are refilled" if number_of(piles, "refilling") else ""
        return draw_table(
            f"circle {circle} ({made} of {total})\ncross {aces}",
            "\n".join(rows).rstrip(),
            f"stock {heap(cards_of(piles, 'stock'), 12, from_end=False)}{refill}",
        )


GAME = Wheel
