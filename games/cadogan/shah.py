"""The Shah: a star of eight rays and three circles, feeding eight foundations.

Two packs without the kings, one of which lies in the middle as the Shah; the aces are laid out
round him and ascend in suit to the queen. Three circles of eight are dealt, each outside the one
before; while a circle is the last one its cards may be played, and others take their places. Then
the stock is turned card by card to the talon. Only a ray's outermost card is free; the cards of
the third circle may also marry each other, down in suit. Vacancies are filled all at once, inner
places first, before the next turn; an empty ray may be given one card of the third circle instead.
From *Lady Cadogan's Illustrated Games of Patience* (1914); the pick among its readings is named at
the option.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cadogan.games.cadogan import declared
from cadogan.games.cadogan.shah_search import dead, forced, remaining, score, unfinished
from cadogan.games.cadogan.shah_table import (
    FILL,
    FROM_STOCK,
    FROM_TALON,
    HOME,
    INNER,
    LANE,
    LAYOUT,
    MAIN,
    MIDDLE,
    NEXT,
    OUTER,
    PHASE,
    RAYS,
    REFILL,
    REFILLING,
    STOCK,
    TALON,
    TALON_FIRST,
    TURN,
    WIDTH,
    foundation_for,
    free_card,
    ray_is_empty,
    stock_left,
)
from cadogan.games.cards import Pack, face
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import VACANT, draw_table, drawn, heap, labelled, lying
from cadogan.games.errors import DealError
from cadogan.games.game import Game, Option, Rules, Weights
from cadogan.games.layout import STOCK as CARDS_OF_STOCK
from cadogan.games.layout import Piles, cards_of, number_of
from cadogan.games.state import count, height, held, lay, lift, pop, push, set_count, top


@helper
def vacancy(state, table):
    """Give the place to be filled first (rays of the inner circle, then 8 on, 16 on), or -1."""
    rays = int64(table[RAYS])
    for i in range(rays):
        if held(state, INNER, i) == 0:
            return i
    for i in range(rays):
        if held(state, MIDDLE, i) == 0:
            return 8 + i
    for i in range(rays):
        if height(state, OUTER + i * WIDTH) == 0:
            return 16 + i
    return -1


@helper
def empty_ray(state, table):
    """Give the first ray with no card at all, or -1."""
    for i in range(int64(table[RAYS])):
        if ray_is_empty(state, i):
            return i
    return -1


@rule
def moves(state, table, out):
    """Write the moves of the phase, plays last."""
    phase = count(state, PHASE)
    talon = height(state, TALON) > 0
    stock = stock_left(state, table) > 0
    if phase < MAIN:
        out[0] = NEXT
        return write_plays(state, table, out, 1)
    n = 0
    vacant = vacancy(state, table) >= 0
    if vacant:
        n = write_fills(table, out, n, talon, stock)
        if phase == REFILLING:
            return n
        n = write_lanes(state, table, out, n)
        if (talon or stock) and empty_ray(state, table) >= 0:
            return n
    elif stock:
        out[n] = TURN
        n += 1
    n = write_marriages(state, table, out, n)
    return write_plays(state, table, out, n)


@helper
def write_fills(table, out, n, talon, stock):
    """Write how a vacancy may be filled, behind n other moves."""
    if table[TALON_FIRST] != 0:
        if talon or stock:
            out[n] = REFILL
            n += 1
        return n
    if stock:
        out[n] = FILL + 256 * FROM_STOCK
        n += 1
    if talon:
        out[n] = FILL + 256 * FROM_TALON
        n += 1
    return n


@helper
def write_lanes(state, table, out, n):
    """Write the cards of the third circle that empty rays may be given, behind n other moves.

    Whatever lies in the third circle has cards inside it, so no ray only moves to another place.
    """
    for j in range(int64(table[RAYS])):
        if ray_is_empty(state, j):
            for i in range(int64(table[RAYS])):
                if height(state, OUTER + i * WIDTH) > 0:
                    out[n] = LANE + i + 1 + 256 * (j + 1)
                    n += 1
    return n


@helper
def write_marriages(state, table, out, n):
    """Write the marriages within the third circle and of the talon's top, behind n other moves."""
    hosts = 0  # a bit for each card on top of the third circle
    for j in range(int64(table[RAYS])):
        hosts |= 1 << top(state, OUTER + j * WIDTH)
    hosts &= ~1
    for i in range(int64(table[RAYS]) + 1):
        card = top(state, TALON) if i == 0 else top(state, OUTER + (i - 1) * WIDTH)
        if card != 0 and hosts >> (card + 1) & 1:
            for j in range(int64(table[RAYS])):
                if top(state, OUTER + j * WIDTH) == card + 1:
                    out[n] = (FROM_TALON if i == 0 else i) + 256 * (j + 1)
                    n += 1
    return n


@helper
def write_plays(state, table, out, n):
    """Write the plays of the rays' free cards and the talon's top, behind n other moves."""
    for i in range(int64(table[RAYS])):
        card = free_card(state, i)
        if card != 0 and foundation_for(state, table, card) != 0:
            out[n] = i + 1 + 256 * HOME
            n += 1
    card = top(state, TALON)
    if card != 0 and foundation_for(state, table, card) != 0:
        out[n] = FROM_TALON + 256 * HOME
        n += 1
    return n


@rule
def play(state, words, table, move):
    """Make a move, and the refills that the rules demand and that leave no choice."""
    source = move & 255
    target = move >> 8
    if source == NEXT:
        next_circle(state, words, table)
    elif source == TURN:
        push(state, words, TALON, next_of_stock(state, words, table))
    elif source == FILL:
        fill(state, words, table, target == FROM_TALON)
        refill(state, words, table)
    elif source == REFILL:
        refill(state, words, table)
    elif source > LANE:
        open_lane(state, words, table, source - LANE - 1, target - 1)
    elif target == HOME:
        play_home(state, words, table, source)
    elif source == FROM_TALON:
        push(state, words, OUTER + (target - 1) * WIDTH, pop(state, words, TALON))
    else:
        card = pop(state, words, OUTER + (source - 1) * WIDTH)
        push(state, words, OUTER + (target - 1) * WIDTH, card)
    if count(state, PHASE) == MAIN:
        refill_of_need(state, words, table)
    return 0


@helper
def next_of_stock(state, words, table):
    """Take the next card of the stock, and give it."""
    used = count(state, STOCK)
    set_count(state, words, STOCK, used + 1)
    return int64(table[CARDS_OF_STOCK + used])


@helper
def lay_down(state, words, place, card):
    """Lay a card on a vacant place: 0 on in the inner circle, 8 on, 16 on in the others."""
    if place < 8:
        lay(state, words, INNER, place, card)
    elif place < 16:
        lay(state, words, MIDDLE, place - 8, card)
    else:
        push(state, words, OUTER + (place - 16) * WIDTH, card)


@helper
def next_circle(state, words, table):
    """End the plays on a circle and deal the next one, as far as the stock goes."""
    phase = count(state, PHASE)
    set_count(state, words, PHASE, phase + 1)
    if phase < 3:
        for i in range(int64(table[RAYS])):
            if stock_left(state, table) > 0:
                lay_down(state, words, 8 * phase + i, next_of_stock(state, words, table))


@helper
def fill(state, words, table, from_talon):
    """Fill the first vacancy."""
    place = vacancy(state, table)
    if from_talon:
        lay_down(state, words, place, pop(state, words, TALON))
    else:
        lay_down(state, words, place, next_of_stock(state, words, table))


@helper
def refill(state, words, table):
    """Go on refilling until nothing is vacant, nothing is left, or the player has a choice."""
    phase = MAIN
    while vacancy(state, table) >= 0:
        talon = height(state, TALON) > 0
        stock = stock_left(state, table) > 0
        if not (talon or stock):
            break
        if talon and stock and table[TALON_FIRST] == 0:
            phase = REFILLING
            break
        fill(state, words, table, talon)
    if count(state, PHASE) != phase:
        set_count(state, words, PHASE, phase)


@helper
def refill_of_need(state, words, table):
    """Refill when a ray is empty, no lane can be opened, and there is no choice of source."""
    talon = height(state, TALON) > 0
    stock = stock_left(state, table) > 0
    if (talon or stock) and (table[TALON_FIRST] != 0 or not (talon and stock)):
        if empty_ray(state, table) >= 0:
            for i in range(int64(table[RAYS])):
                if height(state, OUTER + i * WIDTH) > 0:
                    return
            refill(state, words, table)


@helper
def open_lane(state, words, table, giver, ray):
    """Give an empty ray a card of the third circle, and fill its other two places."""
    lay(state, words, INNER, ray, pop(state, words, OUTER + giver * WIDTH))
    for circle in range(1, 3):
        if height(state, TALON) > 0:
            lay_down(state, words, 8 * circle + ray, pop(state, words, TALON))
        elif stock_left(state, table) > 0:
            lay_down(state, words, 8 * circle + ray, next_of_stock(state, words, table))


@helper
def play_home(state, words, table, source):
    """Play a ray's free card or the talon's top; in the deal another takes its place at once."""
    if source == FROM_TALON:
        card = pop(state, words, TALON)
        set_count(state, words, foundation_for(state, table, card), card & 15)
        return
    ray = source - 1
    if height(state, OUTER + ray * WIDTH) > 0:
        card = pop(state, words, OUTER + ray * WIDTH)
        place = 16 + ray
    elif held(state, MIDDLE, ray) != 0:
        card = lift(state, words, MIDDLE, ray)
        place = 8 + ray
    else:
        card = lift(state, words, INNER, ray)
        place = ray
    set_count(state, words, foundation_for(state, table, card), card & 15)
    if count(state, PHASE) < MAIN and stock_left(state, table) > 0:
        lay_down(state, words, place, next_of_stock(state, words, table))


@rule
def layer(state, table):
    """Count the cards that left the stock, and the phases of the deal."""
    return 4 * count(state, STOCK) + min(count(state, PHASE), MAIN)


class Shah(Game):
    """The star of eight rays round the king."""

    name = "shah"
    title = "The Shah"
    source = "Lady Cadogan's Illustrated Games of Patience (1914)"
    summary = "A star of eight rays, three circles deep; only the outermost cards are free."
    standard_pack = Pack(copies=2)
    options = (
        Option(
            "refill",
            "choice",
            ("choice", "talon-first"),
            "Where vacancies are filled from while talon and stock both have cards.",
            "the book has 'from the talon or pack': the player's choice, card by card; other "
            "games of the book name the talon first",
        ),
        Option("rays", 8, range(1, 9), "How many rays the star has.", "eight"),
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
        Weights("inner", (20, 12, 4, 6, 3, 8, 10, 6, 10, 3, 3)),
        Weights("vacant", (30, 16, 6, 2, 6, 12, 40, 10, 8, 5, 6)),
        Weights("home", (40, 20, 5, 5, 5, 4, 20, 4, 12, 4, 4)),
    )
    # Turn or two ways to fill, nine plays, and each top of the third circle and the talon's to the
    # two copies of its parent. With a ray empty: two ways to fill and at most 4 * 4 lanes, or, when
    # nothing is left to fill with, those lanes beside the plays and marriages.
    max_moves = 2 + 9 + 9 * 2 + 16
    places: ClassVar[dict[int, str]] = {
        0: "",
        **{i: f"r{i}" for i in range(1, 9)},
        **{LANE + i: f"lane r{i}" for i in range(1, 9)},
        FROM_TALON: "talon",
        FROM_STOCK: "stock",
        HOME: "home",
        TURN: "turn",
        NEXT: "next",
        FILL: "fill",
        REFILL: "refill",
    }

    def taken_out(self) -> list[int]:
        """Take out the aces, which are laid out, and the kings, which are dead."""
        suits = self.pack.suit_numbers
        aces = [face(1, suit) for suit in suits for _ in range(self.pack.copies)]
        return aces + self.dead_cards()

    def dead_cards(self) -> list[int]:
        """List the kings: one is the Shah, the others are thrown aside."""
        suits = self.pack.suit_numbers
        return [face(self.pack.ranks, suit) for suit in suits for _ in range(self.pack.copies)]

    def check_settings(self) -> None:
        """Refuse packs in which aces and kings are one."""
        super().check_settings()
        if self.pack.ranks < 2:
            raise DealError(f"{self.name} needs two ranks at least")

    def counts(self) -> dict[str, int]:
        """Say how many rays there are."""
        rays = self.number("rays")
        return {f"ray {{}} {circle}": rays for circle in ("inner", "middle", "outer")}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Lay out the aces and deal the first circle; the phases of the deal do the rest."""
        rays = self.number("rays")
        suits = self.pack.suit_numbers
        inner = [[card] for card in cards[:rays]] + [[] for _ in range(rays - len(cards))]
        return {
            "foundations": [face(1, suit) for suit in suits for _ in range(self.pack.copies)],
            "phase": 1,
            **{f"ray {i + 1} inner": pile for i, pile in enumerate(inner)},
            **{f"ray {i + 1} middle": [] for i in range(rays)},
            "talon": [],
            "stock": list(cards[rays:]),
            **{f"ray {i + 1} outer": [] for i in range(rays)},
        }

    def _rays(self, piles: Piles) -> list[list[list[int]]]:
        """List each ray's three piles, from the inside out."""
        circles = ("inner", "middle", "outer")
        return [
            [cards_of(piles, f"ray {i + 1} {circle}") for circle in circles]
            for i in range(self.number("rays"))
        ]

    facts = declared.shah

    def check_position(self, piles: Piles) -> None:
        """Refuse stars with gaps, and what the deal or a refill would have gone past."""
        phase = number_of(piles, "phase")
        stock, talon = cards_of(piles, "stock"), cards_of(piles, "talon")
        rays = self._rays(piles)
        for i, (inner, middle, outer) in enumerate(rays):
            if (middle and not inner) or (outer and not middle):
                raise DealError(f"ray {i + 1} has a card outside a vacant place")
        if phase == 0:
            raise DealError("phase is a number from 1 to 5")
        if phase < MAIN:
            _check_deal(phase, talon, stock, rays)
            return
        vacant = not all(outer for _, _, outer in rays)
        waits = self["refill"] == "choice" and vacant and talon and stock
        if phase == REFILLING and not waits:
            raise DealError("phase 5 is a refill that waits for a choice between talon and stock")
        empty = any(not inner for inner, _, _ in rays)
        if empty and (talon or stock) and not waits and not any(ray[2] for ray in rays):
            raise DealError("the rays are filled at once when one is empty and no lane is possible")

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes where, in the book's terms."""
        source, target = move & 255, move >> 8
        if source == NEXT:
            ends = number_of(piles, "phase")
            return "end the deal" if ends == 3 else f"deal circle {ends + 1} of the star"
        if source == TURN:
            return f"turn {drawn(cards_of(piles, 'stock')[0])} to the talon"
        if source == REFILL:
            return "fill all vacancies"
        if source == FILL and target == FROM_STOCK:
            return f"fill with {drawn(cards_of(piles, 'stock')[0])} from the stock"
        if source in (FILL, FROM_TALON):
            card, name = drawn(cards_of(piles, "talon")[-1]), "the talon"
        else:
            number = source - LANE if source > LANE else source
            ray = self._rays(piles)[number - 1]
            card, name = drawn([card for pile in ray for card in pile][-1]), f"ray {number}"
        if source == FILL:
            return f"fill with {card} from {name}"
        if target == HOME:
            return f"{card} from {name} goes home"
        if source > LANE:
            return f"{card} from {name} becomes the inner card of ray {target}"
        host = drawn(cards_of(piles, f"ray {target} outer")[-1])
        return f"{card} from {name} marries {host} on ray {target}"

    def draw(self, piles: Piles) -> str:
        """Draw the star with the Shah in its middle, the packets of the third circle below."""
        rays = self._rays(piles)
        cells = [[""] * 7 for _ in range(7)]
        cells[3][3] = "K" if self.pack.ranks == 13 else drawn(self.pack.ranks)[:-1]
        for ray, (down, right) in zip(rays, DIRECTIONS, strict=False):
            for step, pile in enumerate(ray, 1):
                cells[3 + step * down][3 + step * right] = drawn(pile[-1]) if pile else VACANT
        star = "\n".join("".join(cell.rjust(5) for cell in row).rstrip() for row in cells)
        packets = [(i + 1, ray[2]) for i, ray in enumerate(rays) if len(ray[2]) > 1]
        return draw_table(
            labelled(home=cards_of(piles, "foundations")),
            star,
            lying([f"ray {i}" for i, _ in packets], [p for _, p in packets]) if packets else "",
            f"talon {heap(cards_of(piles, 'talon'), 8)}\n"
            f"stock {heap(cards_of(piles, 'stock'), 8, from_end=False)}\n"
            f"{PHASES[number_of(piles, 'phase')]}",
        )


#: Down and right, for the rays clockwise from the top.
DIRECTIONS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
PHASES = ("", "circle 1 is dealt", "circle 2 is dealt", "circle 3 is dealt", "play", "refilling")


def _check_deal(
    phase: int, talon: list[int], stock: list[int], rays: list[list[list[int]]]
) -> None:
    """Refuse positions that cannot occur while the circles are dealt."""
    if talon:
        raise DealError("there is no talon before phase 4")
    for i, ray in enumerate(rays):
        if any(ray[phase:]) or len(ray[2]) > 1:
            raise DealError(f"ray {i + 1} has more cards than phase {phase} dealt")
        if stock and not all(ray[:phase]):
            raise DealError(f"ray {i + 1} has a vacancy, which the stock fills at once")


GAME = Shah
