"""Two Rings: a bracelet of eight cards, sevens climbing and sixes falling.

Two packs without the eight sevens and the eight sixes, which are laid out; sevens ascend in suit
to the king, sixes descend to the ace. Eight cards form the bracelet; all of them are available,
nothing is built on them. The stock is turned card by card to the talon. A vacancy in the bracelet
is filled at once: from the talon, or if there is none from the stock. When the stock is out the
talon may be taken up and dealt again, unshuffled. From *Lady Cadogan's Illustrated Games of
Patience* (1914); the picks among its readings are named at the options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cadogan.games.cadogan import declared
from cadogan.games.cards import Pack, face
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import draw_table, drawn, heap, labelled
from cadogan.games.errors import DealError
from cadogan.games.game import (
    ALL,
    COPIES,
    MODE,
    OPTION,
    RANKS,
    Game,
    Option,
    Rules,
    Weights,
)
from cadogan.games.layout import (
    Bag,
    Counter,
    Foundations,
    Layout,
    Piles,
    Stack,
    cards_of,
    number_of,
)
from cadogan.games.state import (
    BAG_HEAD,
    card_at,
    count,
    height,
    held,
    pop,
    push,
    put,
    set_count,
    take,
    top,
)


def first_up(pack: Pack) -> int:
    """Give the rank that starts the ascending ring: seven, or what plays its part."""
    return pack.ranks // 2 + 1


def first_down(pack: Pack) -> int:
    """Give the rank that starts the descending ring: six, or what plays its part."""
    return pack.ranks // 2


LAYOUT = Layout(
    Foundations("ascending", first_up, laid_out=True),
    Foundations("descending", first_down, step=-1, laid_out=True),
    Counter("redeals left", most=3),
    Bag("bracelet", places=8),
    Stack("talon", capacity=103),
    Stack("stock", capacity=103, next_first=True),
)
UP = LAYOUT.at("ascending")
DOWN = LAYOUT.at("descending")
REDEALS = LAYOUT.at("redeals left")
RING = LAYOUT.at("bracelet")
TALON = LAYOUT.at("talon")
STOCK = LAYOUT.at("stock")

# The table's places for the options.
CHOICE, PLACES = OPTION + 1, OPTION + 2
# Codes of what a move names: bracelet places are 1 to 8.
FROM_TALON, FROM_STOCK, HOME, TURN, REDEAL, FILL = 20, 21, 22, 23, 24, 25


@helper
def foundation_for(state, table, card):
    """Give the foundation that a card may be played on, or 0.

    Of two copies the one that is further comes first, so the copies' ranks stay sorted.
    """
    suit = card >> 4
    rank = card & 15
    for k in range(int64(table[COPIES])):
        if count(state, UP + 2 * suit + k) == rank - 1:
            return UP + 2 * suit + k
        if count(state, DOWN + 2 * suit + k) == rank + 1:
            return DOWN + 2 * suit + k
    return 0


@helper
def vacancy(state, table):
    """Give the bracelet's first vacant place, or -1."""
    for i in range(int64(table[PLACES])):
        if held(state, RING, i) == 0:
            return i
    return -1


@helper
def seen_before(state, place):
    """Say whether an earlier place of the bracelet has an equal card."""
    for i in range(place):
        if state[RING + BAG_HEAD + i] == state[RING + BAG_HEAD + place]:
            return True
    return False


@rule
def moves(state, table, out):
    """Write redeal or turn, then the plays.

    A vacancy beside a talon and a stock can only stand while ``refill=choice`` waits for the
    player to fill it. Unless all are asked for, equal bracelet cards are one move.
    """
    n = 0
    talon = height(state, TALON)
    stock = height(state, STOCK)
    if table[CHOICE] != 0 and talon > 0 and stock > 0 and vacancy(state, table) >= 0:
        out[0] = FILL + 256 * FROM_STOCK
        out[1] = FILL + 256 * FROM_TALON
        return 2
    if stock > 0:
        out[n] = TURN
        n += 1
    elif talon > 0 and count(state, REDEALS) > 0:
        out[n] = REDEAL
        n += 1
    for i in range(int64(table[PLACES])):
        card = held(state, RING, i)
        if card != 0 and foundation_for(state, table, card) != 0:
            if table[MODE] != ALL and seen_before(state, i):
                continue
            out[n] = i + 1 + 256 * HOME
            n += 1
    if talon > 0 and foundation_for(state, table, top(state, TALON)) != 0:
        out[n] = FROM_TALON + 256 * HOME
        n += 1
    return n


@rule
def play(state, words, table, move):
    """Make a move; a vacancy with one source for its refill is filled in the same move."""
    source = move & 255
    if source == TURN:
        push(state, words, TALON, pop(state, words, STOCK))
    elif source == REDEAL:
        while height(state, TALON) > 0:
            push(state, words, STOCK, pop(state, words, TALON))
        set_count(state, words, REDEALS, count(state, REDEALS) - 1)
    elif source == FILL:
        heap_from = TALON if move >> 8 == FROM_TALON else STOCK
        put(state, words, RING, vacancy(state, table), pop(state, words, heap_from))
    elif source == FROM_TALON:
        go_home(state, words, table, pop(state, words, TALON))
    else:
        go_home(state, words, table, take(state, words, RING, source - 1))
        talon = height(state, TALON)
        stock = height(state, STOCK)
        if talon > 0 and (stock == 0 or table[CHOICE] == 0):
            put(state, words, RING, source - 1, pop(state, words, TALON))
        elif talon == 0 and stock > 0:
            put(state, words, RING, source - 1, pop(state, words, STOCK))
    return 0


@helper
def go_home(state, words, table, card):
    """Put a card on its foundation."""
    set_count(state, words, foundation_for(state, table, card), card & 15)


@rule
def remaining(state, table):
    """Count the cards that are not home: each goes there by a move of its own."""
    left = height(state, TALON) + height(state, STOCK)
    for i in range(int64(table[PLACES])):
        left += held(state, RING, i) != 0
    return left


@rule
def layer(state, table):
    """Count the cards dealt, a redeal being worth more than all of them."""
    return 128 * (3 - count(state, REDEALS)) + 127 - height(state, STOCK)


@rule
def score(state, table, weights):
    """Add up the cards left, the bracelet's distance from use and inversions in the talon.

    Weights: a card in the talon, a step from use in the bracelet, a talon card that lies above
    a card of its suit and side that is needed sooner.
    """
    total = weights[0] * height(state, TALON)
    for i in range(int64(table[PLACES])):
        card = held(state, RING, i)
        if card != 0:
            total += weights[1] * steps_to_use(state, table, card)
    seen = height(state, TALON)
    for depth in range(1, seen):
        card = card_at(state, TALON, depth)
        under = card_at(state, TALON, depth - 1)
        if steps_to_use(state, table, card) > steps_to_use(state, table, under):
            total += weights[2]
    return total


@helper
def steps_to_use(state, table, card):
    """Count the steps of a card's foundation before it fits, on the copy that is further."""
    suit = card >> 4
    rank = card & 15
    last = int64(table[COPIES]) - 1
    if rank > int64(table[RANKS]) // 2:
        return max(0, rank - 1 - count(state, UP + 2 * suit + last))
    return max(0, count(state, DOWN + 2 * suit + last) - rank - 1)


class TwoRings(Game):
    """The bracelet game of two packs, with one redeal."""

    name = "two-rings"
    title = "Two Rings"
    source = "Lady Cadogan's Illustrated Games of Patience (1914)"
    summary = "Sevens up, sixes down; a bracelet of eight that the talon refills; one redeal."
    standard_pack = Pack(copies=2)
    options = (
        Option("redeals", 1, range(4), "How often the talon is dealt again.", "one in the book"),
        Option(
            "refill",
            "talon-first",
            ("talon-first", "choice"),
            "Where a vacancy is filled from while talon and stock both have cards.",
            "the book is silent; talon first as in its Sultan, which has the same reserve",
        ),
        Option("bracelet", 8, range(1, 9), "How many cards form the bracelet.", "eight"),
    )
    layout = LAYOUT
    rules = Rules(moves, play, remaining, layer=layer, score=score)
    weights = (
        Weights("plain", (10, 2, 3), noise=8),
        Weights("near", (6, 4, 0), noise=24),
        Weights("order", (8, 1, 8), noise=48),
    )
    # Turn or redeal, eight bracelet cards, the talon's top.
    max_moves = 10
    models_in_auto = True
    monotone = (
        "A card's place only moves up stock, talon, bracelet, foundation within a deal, and "
        "deals are limited: with one redeal at most 160 turns, 80 fills, 88 plays, 1 redeal."
    )
    places: ClassVar[dict[int, str]] = {
        0: "",
        **{i: f"b{i}" for i in range(1, 9)},
        FROM_TALON: "talon",
        FROM_STOCK: "stock",
        HOME: "home",
        TURN: "turn",
        REDEAL: "redeal",
        FILL: "fill",
    }

    def taken_out(self) -> list[int]:
        """Take out the cards that start the two rings."""
        suits = self.pack.suit_numbers
        ranks = (first_up(self.pack), first_down(self.pack))
        return [face(rank, s) for rank in ranks for s in suits for _ in range(self.pack.copies)]

    def counts(self) -> dict[str, int]:
        """Say how many places the bracelet has."""
        return {"bracelet": self.number("bracelet")}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Lay out the rings, deal the bracelet, keep the rest as stock."""
        places = self.number("bracelet")
        suits = self.pack.suit_numbers
        rows = [
            [face(rank, s) for s in suits for _ in range(self.pack.copies)]
            for rank in (first_up(self.pack), first_down(self.pack))
        ]
        return {
            "ascending": rows[0],
            "descending": rows[1],
            "redeals left": self.number("redeals"),
            "bracelet": (list(cards[:places]) + [0] * places)[:places],
            "talon": [],
            "stock": list(cards[places:]),
        }

    facts = declared.two_rings

    def check_position(self, piles: Piles) -> None:
        """Refuse a vacancy that the rules would have filled, and more redeals than there are."""
        if number_of(piles, "redeals left") > self.number("redeals"):
            raise DealError(f"redeals left: at most {self['redeals']} with these options")
        sources = bool(piles["talon"]) + bool(piles["stock"])
        waits = self["refill"] == "choice" and sources == 2
        if 0 in cards_of(piles, "bracelet") and sources and not waits:
            raise DealError("bracelet: a vacant place is filled at once while there are cards")

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes where, in the book's terms."""
        source, target = move & 255, move >> 8
        stock, talon = cards_of(piles, "stock"), cards_of(piles, "talon")
        if source == TURN:
            return f"turn {drawn(stock[0])} to the talon"
        if source == REDEAL:
            return "take up the talon and deal again"
        if source == FILL:
            card, name = (talon[-1], "talon") if target == FROM_TALON else (stock[0], "stock")
            return f"fill the bracelet with {drawn(card)} from the {name}"
        if source == FROM_TALON:
            return f"{drawn(talon[-1])} from the talon goes home"
        return f"{drawn(cards_of(piles, 'bracelet')[source - 1])} from the bracelet goes home"

    def draw(self, piles: Piles) -> str:
        """Draw the two rings of foundations, the bracelet, talon and stock."""
        return draw_table(
            labelled(up=cards_of(piles, "ascending"), down=cards_of(piles, "descending")),
            labelled(bracelet=cards_of(piles, "bracelet")),
            f"talon {heap(cards_of(piles, 'talon'), 8)}\n"
            f"stock {heap(cards_of(piles, 'stock'), 8, from_end=False)}\n"
            f"redeals left: {piles['redeals left']}",
        )


GAME = TwoRings
