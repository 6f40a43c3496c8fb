"""The Hemispheres: four Races round the globe, red in the north and black in the south.

Two packs. Red aces and black kings are the foundations; red ascends in suit to the king, black
descends to the ace. A king of hearts, an ace of clubs, a king of diamonds and an ace of spades lie
crossways as barriers; they are the last cards of four foundations and count as home here. Between
them lie three cards each, the four Races; the others are the stock, turned to a talon. Only cards
of a hemisphere's colour are of use there: their tops may be played, or married in suit within
their Race, red downwards and black upwards; the talon's top may marry in both Races of its
hemisphere. A black card of the north and a red one of the south may be exchanged. Vacancies are
filled clockwise before the next card is turned. When stock and talon are out, a card of the wrong
colour may be transferred to its own hemisphere. From *Lady Cadogan's Illustrated Games of
Patience* (1914); the picks among its readings are named at the options.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import ClassVar

from cadogan.games.cadogan import declared
from cadogan.games.cadogan.hemispheres_moves import (
    ANYWHERE,
    EXCHANGE,
    FILL,
    FROM_STOCK,
    FROM_TALON,
    HOME,
    LAYOUT,
    RACE,
    SPACE,
    STOCK,
    TALON,
    TRANSFER,
    TURN,
    WIDTH,
    host_of,
    is_out,
    moves,
    place,
    play,
    proper,
    reached,
    stock_left,
    top_of,
)
from cadogan.games.cards import Pack, face, is_red
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import VACANT, draw_table, drawn, heap, labelled
from cadogan.games.errors import DealError
from cadogan.games.game import COPIES, RANKS, Game, Option, Rules, Weights
from cadogan.games.layout import STOCK as CARDS_OF_STOCK
from cadogan.games.layout import STOCK_SIZE, Piles, cards_of
from cadogan.games.state import card_at, count, height, top


@rule
def unfinished(state, table):
    """Count the cards that are not home; the barriers count as home."""
    left = stock_left(state, table) + height(state, TALON)
    for i in range(4 * int64(table[RACE])):
        left += height(state, SPACE + i * WIDTH)
    return left


@rule
def remaining(state, table):
    """Count a play for each card left, a turn or fill for each of the stock, and what must be.

    Where transfers go to spaces only, every card of the wrong colour must once more move before
    its play, and one exchange serves one of each hemisphere at best. A talon card is blocked when
    one of its suit that goes home before it lies below. When all copies left of a card are
    blocked, one at least must go to a space first: were all to go straight home, the last would
    need all earlier cards of the suit home. That takes two foundations for two copies, so the last
    card of a suit, whose other copy is the barrier, does not count. Consistent: a move concerns
    one card (an exchange two, of two hemispheres) and changes no other's state but by covering.
    """
    left = unfinished(state, table) + stock_left(state, table)
    free = 0  # a bit for each card of which a copy is not blocked
    north, south = 0, 0
    for i in range(4 * int64(table[RACE])):
        pile = SPACE + i * WIDTH
        for depth in range(height(state, pile)):
            free |= 1 << card_at(state, pile, depth)
        if height(state, pile) > 0 and not proper(table, i, top(state, pile)):
            if i < 2 * int64(table[RACE]):
                north += 1
            else:
                south += 1
    if table[ANYWHERE] == 0:
        left += max(north, south)
    for position in range(count(state, STOCK), int64(table[STOCK_SIZE])):
        free |= 1 << int64(table[CARDS_OF_STOCK + position])
    blocked = 0
    first = 0xEEEE  # the first place so far of each suit, four bits each
    for depth in range(height(state, TALON)):
        card = card_at(state, TALON, depth)
        shift = card >> 4 << 2
        above = place(table, card) - (first >> shift & 15)
        if above <= 0:
            first += above << shift
            free |= 1 << card
        elif place(table, card) < int64(table[RANKS]):
            blocked |= 1 << card
    blocked &= ~free
    while blocked != 0:
        blocked &= blocked - 1
        left += 1
    return left


@rule
def layer(state, table):
    """Count the cards that have left the stock."""
    return count(state, STOCK)


@rule
def forced(state, table):
    """Give a safe play in the end phase, or -1.

    A card of its hemisphere's colour that fits is safe to play when all foundations of its suit
    have come to the place before it. Proof: take a winning line and play the card first, leaving
    out its later moves. Only copies of the card before it could have been put on it, and those
    are home. It is never exchanged or transferred. What it covered is free sooner, a host or
    space that it would have used stays free, and with stock and talon out a vacancy must not be
    filled. If a twin came home first in the line, the twin takes the other foundation, which
    waits at the same place; each later card finds its foundation no later than before. While there
    are cards to fill with, this does not hold: a vacancy changes what is turned.
    """
    if not is_out(state, table):
        return -1
    last = int64(table[COPIES]) - 1
    for i in range(4 * int64(table[RACE])):
        card = top_of(state, i)
        if card != 0 and proper(table, i, card):
            before = place(table, card) - 1
            if reached(state, table, card, last) == before <= reached(state, table, card, 0):
                return i + 1 + 256 * HOME
    return -1


@helper
def steps_to_use(state, table, card):
    """Count the steps of a card's foundation before it fits, on the copy that still needs it."""
    steps = place(table, card) - 1 - reached(state, table, card, 0)
    if steps < 0:
        return place(table, card) - 1 - reached(state, table, card, int64(table[COPIES]) - 1)
    return steps


@helper
def score_talon(state, table, weights):
    """Add up height, inversions and burials of the talon."""
    total = 0
    first = 0xEEEE  # the first place so far of each suit, four bits each
    tall = height(state, TALON)
    for depth in range(tall):
        card = card_at(state, TALON, depth)
        shift = card >> 4 << 2
        above = place(table, card) - (first >> shift & 15)
        if above > 0:
            total += weights[4]
        else:
            first += above << shift
        near = max(0, 3 - steps_to_use(state, table, card))
        total += weights[5] * (tall - 1 - depth) * near // 3
    return total + weights[3] * tall


@rule
def score(state, table, weights):
    """Add up what stands in the way.

    Weights: a card left; a card of the wrong colour, an unequal number of them in the hemispheres;
    a talon card, one above a card of its suit that goes home before it, one above a card of use
    within three steps; a vacancy (for good); in packets a step of the base from the last card of
    its suit, a step of the top from use, a card on another (for good).
    """
    total = weights[0] * unfinished(state, table) + score_talon(state, table, weights)
    half = 2 * int64(table[RACE])
    balance = 0
    for i in range(2 * half):
        pile = SPACE + i * WIDTH
        card = top(state, pile)
        if card == 0:
            total -= weights[6]
        elif not proper(table, i, card):
            total += weights[1]
            balance += 1 if i < half else -1
        else:
            base = card_at(state, pile, 0)
            total += weights[7] * (int64(table[RANKS]) - place(table, base))
            total += weights[8] * steps_to_use(state, table, card)
            total -= weights[9] * (height(state, pile) - 1)
    return 512 + total + weights[2] * abs(balance)


class Hemispheres(Game):
    """The game of Races, barriers and exchanges."""

    name = "hemispheres"
    title = "The Hemispheres"
    source = "Lady Cadogan's Illustrated Games of Patience (1914)"
    summary = "Four Races between barriers, red up in the north, black down in the south; a talon."
    standard_pack = Pack(copies=2)
    options = (
        Option(
            "transfer",
            "space",
            ("space", "any"),
            "Where a card of the wrong colour may go in the end phase: vacant spaces, or also "
            "hosts and foundations.",
            "the book says transferred without an exchange; an exchange is of spaces",
        ),
        Option(
            "refill",
            "talon-first",
            ("talon-first", "pack-first"),
            "What a vacancy is filled from while stock and talon both have cards.",
            "the book names no source; the talon can be exhausted only if it fills vacancies",
        ),
        Option("spaces", 3, range(1, 4), "How many spaces a Race has.", "three"),
    )
    layout = LAYOUT
    rules = Rules(
        moves, play, remaining, unfinished=unfinished, layer=layer, score=score, forced=forced
    )
    weights = (
        Weights("needs", (20, 20, 4, 16, 12, 6, 10, 3, 8, 4)),
        Weights("vacancies", (20, 20, 8, 12, 10, 5, 20, 3, 5, 2), noise=8),
        Weights("talon", (20, 20, 8, 24, 10, 6, 20, 3, 5, 2)),
    )
    # A turn or fill; the talon's top to two hosts or home; a card of the right colour likewise;
    # one of the wrong colour to six spaces or home; and six times six exchanges.
    max_moves = 1 + 3 + 12 * 7 + 36
    places: ClassVar[dict[int, str]] = {
        0: "",
        **{i: f"s{i}" for i in range(1, 13)},
        **{EXCHANGE + i: f"exchange s{i}" for i in range(1, 13)},
        **{TRANSFER + i: f"transfer s{i}" for i in range(1, 13)},
        FROM_TALON: "talon",
        FROM_STOCK: "stock",
        HOME: "home",
        TURN: "turn",
        FILL: "fill",
    }

    def check_settings(self) -> None:
        """Refuse packs in which foundation and barrier of a suit would be the same card."""
        super().check_settings()
        if self.pack.ranks < 2:
            raise DealError(f"{self.name} needs two ranks or more")

    def taken_out(self) -> list[int]:
        """Take out the foundations and the barriers."""
        return self._bases() + self.dead_cards()

    def _bases(self) -> list[int]:
        last = self.pack.ranks
        faces = {"C": face(last, 0), "D": face(1, 1), "H": face(1, 2), "S": face(last, 3)}
        return [faces[letter] for letter in self.pack.suits for _ in range(self.pack.copies)]

    def dead_cards(self) -> list[int]:
        """List the barriers: they lie in no pile and count as home."""
        last = self.pack.ranks
        faces = {"C": face(1, 0), "D": face(last, 1), "H": face(last, 2), "S": face(1, 3)}
        return [faces[letter] for letter in self.pack.suits]

    def counts(self) -> dict[str, int]:
        """Say how many spaces there are."""
        return {"space": 4 * self.number("spaces")}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Lay out the foundations, deal a card to each space, keep the rest as stock."""
        spaces = 4 * self.number("spaces")
        return {
            "foundations": self._bases(),
            "stock": list(cards[spaces:]),
            "talon": [],
            **{f"space {i + 1}": list(cards[:spaces][i : i + 1]) for i in range(spaces)},
        }

    def _spaces(self, piles: Piles) -> list[list[int]]:
        return [cards_of(piles, f"space {i + 1}") for i in range(4 * self.number("spaces"))]

    facts = declared.hemispheres

    def check_position(self, piles: Piles) -> None:
        """Refuse packets that cannot have been built."""
        spaces = self._spaces(piles)
        for i, cards in enumerate(spaces):
            if any(below != host_of(card) for below, card in itertools.pairwise(cards)):
                raise DealError(f"space {i + 1}: each card must lie on one that it may marry")
            if len(cards) > 1 and is_red(cards[0]) != (i < len(spaces) // 2):
                raise DealError(f"space {i + 1}: a card of the wrong colour lies alone")

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes where, in the book's terms."""
        source, target = move & 255, move >> 8
        if source == TURN:
            return f"turn {drawn(cards_of(piles, 'stock')[0])} to the talon"
        if source == FILL:
            first = next(i for i, cards in enumerate(self._spaces(piles), 1) if not cards)
            pile = self.places[target]
            filler = drawn(cards_of(piles, pile)[0 if target == FROM_STOCK else -1])
            return f"{filler} from the {pile} fills space {first}"
        pile = "talon" if source == FROM_TALON else f"space {source % 20}"
        card = drawn(cards_of(piles, pile)[-1])
        if target == HOME:
            return f"{card} from {pile} goes home"
        hosts = cards_of(piles, f"space {target}")
        if EXCHANGE < source < TRANSFER:
            return f"{card} from {pile} is exchanged with {drawn(hosts[-1])} from space {target}"
        if not hosts:
            return f"{card} from {pile} is transferred to space {target}"
        return f"{card} from {pile} marries {drawn(hosts[-1])} on space {target}"

    def draw(self, piles: Piles) -> str:
        """Draw foundations, the Races round the globe between their barriers, talon and stock."""
        packets = [_packet(cards) for cards in self._spaces(piles)]
        half = len(packets) // 2
        north = " ".join(cell.rjust(9) for cell in packets[:half])
        south = " ".join(cell.rjust(9) for cell in packets[: half - 1 : -1])
        barriers = {card >> 4: drawn(card) for card in self.dead_cards()}
        west, east = (barriers.get(s, VACANT) for s in (2, 1))
        pole = " " * (len(north) // 2 + 2)
        return draw_table(
            labelled(home=cards_of(piles, "foundations")),
            f"{pole}{barriers.get(0, VACANT)}\n   {north}\n"
            f"{west}{' ' * (len(north) + 2)}{east}\n   {south}\n{pole}{barriers.get(3, VACANT)}",
            f"talon {heap(cards_of(piles, 'talon'), 8)}\n"
            f"stock {heap(cards_of(piles, 'stock'), 8, from_end=False)}",
        )


def _packet(cards: Sequence[int]) -> str:
    """Draw a packet by its lowest and its top card."""
    return "..".join(drawn(card) for card in [*cards[:1], *cards[1:][-1:]]) or VACANT


GAME = Hemispheres
