"""The Mill: a windmill whose eight wings feed its centre and four angles.

Two packs; suits never matter. An ace lies in the centre, which takes four whole families upon each
other, from ace to king again and again. Eight single cards are the wings; nothing is built on
them. The first four kings that appear go to the angles at once, and each king pile falls to the
ace. The stock is turned card by card to the talon. A wing's card and the talon's top may be played;
a vacant wing is filled at once from the talon or the stock. A king pile's top may pass to the
centre when a wing's card or the talon's top can follow it there directly. From *Lady Cadogan's
Illustrated Games of Patience* (1914); the pick among its readings is named at the option.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cadogan.games.cadogan import declared
from cadogan.games.cards import Pack, face, rank_of
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import draw_table, drawn, heap
from cadogan.games.errors import DealError
from cadogan.games.game import (
    ALL,
    CARDS,
    MODE,
    OPTION,
    RANKS,
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
    Layout,
    Piles,
    Places,
    Stack,
    Stock,
    cards_in,
    cards_of,
    number_of,
)
from cadogan.games.state import (
    by_rank,
    count,
    height,
    held,
    pop_rank,
    push_rank,
    put_rank,
    set_count,
    take_rank,
    top,
)

LAYOUT = Layout(
    Counter("centre", most=104),
    Counter("angle", most=13, count=4),
    Places("wing", count=8, alike=True, seen_as=by_rank),
    Stack("talon", capacity=103, seen_as=by_rank),
    Stock("stock", seen_as=by_rank),
)
CENTRE = LAYOUT.at("centre")
ANGLE = LAYOUT.at("angle")
WING = LAYOUT.at("wing")
TALON = LAYOUT.at("talon")
STOCK = LAYOUT.at("stock")

# The table's places for the options.
TALON_FIRST, WINGS, KINGS = OPTION, OPTION + 1, OPTION + 2
# Codes of what a move names: wings are 1 to 8.
FROM_TALON, FROM_STOCK, TO_CENTRE, TO_ANGLE, TRANSFER, FILL, TURN = 20, 21, 22, 23, 24, 25, 26


@helper
def centre_size(table):
    """Give how many cards the centre takes: all but the king piles'."""
    return int64(table[CARDS]) - int64(table[KINGS]) * int64(table[RANKS])


@helper
def centre_need(state, table):
    """Give the rank that the centre takes next, or 0 when it is complete."""
    lying = count(state, CENTRE)
    if lying >= centre_size(table):
        return 0
    return lying % int64(table[RANKS]) + 1


@helper
def angle_for(state, table, rank):
    """Give the first king pile that takes a rank, or 0; a free angle takes a king."""
    for k in range(int64(table[KINGS])):
        if int64(table[RANKS]) - count(state, ANGLE + k) == rank:
            return ANGLE + k
    return 0


@helper
def angle_to_give(state, table, rank):
    """Give the last king pile with that rank on top, its king excepted, or 0.

    To take the first and to give from the last keeps equal angles in one order: they are alike.
    """
    found = 0
    if 0 < rank < int64(table[RANKS]):
        for k in range(int64(table[KINGS])):
            if int64(table[RANKS]) + 1 - count(state, ANGLE + k) == rank:
                found = ANGLE + k
    return found


@helper
def vacancy(state, table):
    """Give the first vacant wing, or -1."""
    for i in range(int64(table[WINGS])):
        if held(state, WING, i) == 0:
            return i
    return -1


@helper
def stock_left(state, table):
    """Count the cards of the stock."""
    return int64(table[STOCK_SIZE]) - count(state, STOCK)


@helper
def is_repeated(state, table, place):
    """Say whether another card of equal rank does just as well as a wing's.

    That is one of an earlier wing, or the talon's top when it is what would fill the wing.
    """
    rank = held(state, WING, place) & 15
    for i in range(place):
        if held(state, WING, i) & 15 == rank:
            return True
    if top(state, TALON) & 15 == rank:
        return table[TALON_FIRST] != 0 or stock_left(state, table) == 0
    return False


@helper
def must_choose(state, table):
    """Say whether a vacant wing waits for the player to choose between talon and stock."""
    return (
        table[TALON_FIRST] == 0
        and height(state, TALON) > 0
        and stock_left(state, table) > 0
        and vacancy(state, table) >= 0
    )


@rule
def moves(state, table, out):
    """Write the turn, transfers, plays on the angles, plays in the centre, the talon's last.

    A wing can only be vacant beside cards of talon and stock while it waits to be filled. Unless
    all are asked for, cards of one rank that do just as well are one move.
    """
    if must_choose(state, table):
        out[0] = FILL + 256 * FROM_STOCK
        out[1] = FILL + 256 * FROM_TALON
        return 2
    n = 0
    if stock_left(state, table) > 0:
        out[n] = TURN
        n += 1
    need = centre_need(state, table)
    follows = 0
    if angle_to_give(state, table, need) != 0:
        if count(state, CENTRE) + 2 <= centre_size(table):
            follows = need + 1
    if follows != 0:
        n = write_sources(state, table, out, n, follows, TRANSFER, True)
    for i in range(int64(table[WINGS]) + 1):
        place = i + 1 if i < int64(table[WINGS]) else FROM_TALON
        card = held(state, WING, i) if i < int64(table[WINGS]) else top(state, TALON)
        if card != 0 and angle_for(state, table, card & 15) != 0:
            if place == FROM_TALON or table[MODE] == ALL or not is_repeated(state, table, i):
                out[n] = place + 256 * TO_ANGLE
                n += 1
    if need != 0:
        n = write_sources(state, table, out, n, need, TO_CENTRE, False)
    return n


@helper
def write_sources(state, table, out, n, rank, other, other_first):
    """Write moves of the cards of one rank, behind n others: wings first, then the talon's top.

    ``other`` is the move's other code, which its notation has first or last.
    """
    for i in range(int64(table[WINGS])):
        if held(state, WING, i) & 15 == rank:
            if table[MODE] == ALL or not is_repeated(state, table, i):
                out[n] = other + 256 * (i + 1) if other_first else i + 1 + 256 * other
                n += 1
    if top(state, TALON) & 15 == rank:
        out[n] = other + 256 * FROM_TALON if other_first else FROM_TALON + 256 * other
        n += 1
    return n


@rule
def play(state, words, table, move):
    """Make a move, and the refills that have one source only."""
    source = move & 255
    target = move >> 8
    if source == TURN:
        card = next_of_stock(state, words, table)
        if not crown(state, words, table, card):
            push_rank(state, words, TALON, card)
    elif source == FILL:
        fill(state, words, table, target == FROM_TALON)
    elif source == TRANSFER:
        angle = angle_to_give(state, table, centre_need(state, table))
        set_count(state, words, angle, count(state, angle) - 1)
        draw_card(state, words, target)
        set_count(state, words, CENTRE, count(state, CENTRE) + 2)
    else:
        rank = draw_card(state, words, source) & 15
        pile = CENTRE if target == TO_CENTRE else angle_for(state, table, rank)
        set_count(state, words, pile, count(state, pile) + 1)
    refill(state, words, table)
    return 0


@helper
def draw_card(state, words, place):
    """Take a wing's card or the talon's top, and give it."""
    if place == FROM_TALON:
        return pop_rank(state, words, TALON)
    return take_rank(state, words, WING, place - 1)


@helper
def next_of_stock(state, words, table):
    """Take the next card of the stock, and give it."""
    used = count(state, STOCK)
    set_count(state, words, STOCK, used + 1)
    return int64(table[CARDS_OF_STOCK + used])


@helper
def crown(state, words, table, card):
    """Put a king that appears into a free angle, if it is one and there is one."""
    if card & 15 != int64(table[RANKS]):
        return False
    angle = angle_for(state, table, int64(table[RANKS]))
    if angle == 0:
        return False
    set_count(state, words, angle, 1)
    return True


@helper
def fill(state, words, table, from_talon):
    """Fill the first vacant wing; a king may go to an angle instead."""
    if from_talon:
        card = pop_rank(state, words, TALON)
    else:
        card = next_of_stock(state, words, table)
    if not crown(state, words, table, card):
        put_rank(state, words, WING, vacancy(state, table), card)


@helper
def refill(state, words, table):
    """Fill vacant wings for as long as there is a source and no choice between two."""
    while vacancy(state, table) >= 0:
        talon = height(state, TALON) > 0
        stock = stock_left(state, table) > 0
        if not (talon or stock) or (talon and stock and table[TALON_FIRST] == 0):
            return 0
        fill(state, words, table, talon)
    return 0


@rule
def unfinished(state, table):
    """Count the cards that lie neither in the centre nor in an angle."""
    left = int64(table[CARDS]) - count(state, CENTRE)
    for k in range(int64(table[KINGS])):
        left -= count(state, ANGLE + k)
    return left


@rule
def remaining(state, table):
    """Count a play for each card left but the kings that free angles will draw, and one step more.

    A play or a transfer brings one card home that was not there, a turn and a fill none, kings
    that go to free angles excepted: each of them fills an angle that was free, so it changes
    nothing here. When no play is possible now, a turn or a fill must come first.
    """
    left = unfinished(state, table)
    if left == 0:
        return 0
    for k in range(int64(table[KINGS])):
        left -= count(state, ANGLE + k) == 0
    if must_choose(state, table):
        return left + 1
    need = centre_need(state, table)
    follows = need + 1 if angle_to_give(state, table, need) != 0 else 16
    for i in range(int64(table[WINGS]) + 1):
        card = held(state, WING, i) if i < int64(table[WINGS]) else top(state, TALON)
        rank = card & 15
        if rank != 0 and (rank in (need, follows) or angle_for(state, table, rank) != 0):
            return left
    return left + 1


@rule
def layer(state, table):
    """Count the cards that left the stock."""
    return count(state, STOCK)


@rule
def score(state, table, weights):
    """Add up cards left, cards in the talon and wings of equal rank.

    Weights: a card left, a card in the talon, a wing whose rank another wing has too.
    """
    seen = 0
    surplus = 0
    for i in range(int64(table[WINGS])):
        bit = 1 << (held(state, WING, i) & 15)
        if bit > 1 and seen & bit:
            surplus += 1
        seen |= bit
    total = weights[0] * unfinished(state, table) + weights[1] * height(state, TALON)
    return total + weights[2] * surplus


class Mill(Game):
    """The windmill of eight wings, a centre of four families and four king piles."""

    name = "mill"
    title = "The Mill"
    source = "Lady Cadogan's Illustrated Games of Patience (1914)"
    summary = "Eight wings feed a centre that climbs and four king piles that fall; no redeal."
    standard_pack = Pack(copies=2)
    options = (
        Option(
            "refill",
            "choice",
            ("choice", "talon-first"),
            "Where a vacant wing is filled from while talon and stock both have cards.",
            "the book has 'from the pack or talon': the player's choice; later programs take the "
            "talon first",
        ),
        Option("wings", 8, range(1, 9), "How many wings there are.", "eight"),
        Option("kings", 4, range(1, 5), "How many angles take a king.", "four"),
    )
    layout = LAYOUT
    rules = Rules(moves, play, remaining, unfinished=unfinished, layer=layer, score=score)
    weights = (
        Weights("plain", (10, 3, 1), noise=4),
        Weights("talon", (10, 6, 3), noise=20),
        Weights("wings", (10, 0, 1), noise=10),
    )
    # The turn; eight wings and the talon's top to an angle, and to the centre or behind a transfer.
    max_moves = 1 + 9 * 2
    suitless = True
    monotone = (
        "A card's place only moves up stock, talon, wing, king pile, centre: at most 95 turns, "
        "95 fills, 103 plays and 48 transfers."
    )
    places: ClassVar[dict[int, str]] = {
        0: "",
        **{i: f"w{i}" for i in range(1, 9)},
        FROM_TALON: "talon",
        FROM_STOCK: "stock",
        TO_CENTRE: "centre",
        TO_ANGLE: "angle",
        TRANSFER: "transfer",
        FILL: "fill",
        TURN: "turn",
    }

    def check_settings(self) -> None:
        """Refuse packs that leave no family for the centre."""
        super().check_settings()
        families = len(self.pack.suits) * self.pack.copies
        if families <= self.number("kings"):
            raise DealError(
                f"{self.name}: a pack with {families} king{'s' * (families != 1)} is too small for "
                f"the centre and {self['kings']} king pile{'s' * (self['kings'] != 1)}; choose "
                "fewer with the option kings"
            )
        if self.pack.ranks < 2:
            raise DealError(f"{self.name} needs two ranks at least")

    def taken_out(self) -> list[int]:
        """Take out the ace of the centre."""
        return [face(1, self.pack.suit_numbers[0])]

    def counts(self) -> dict[str, int]:
        """Say how many wings and angles there are."""
        return {"wing": self.number("wings"), "angle": self.number("kings")}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Deal the wings; then kings go to the angles and their wings are filled again."""
        wings = self.number("wings")
        stock = list(cards[wings:])
        table = [[card] for card in cards[:wings]] + [[] for _ in range(wings - len(cards))]
        kings = 0
        for wing in table:
            while wing and rank_of(wing[0]) == self.pack.ranks and kings < self.number("kings"):
                kings += 1
                wing[:] = [stock.pop(0)] if stock else []
        angles = [1] * kings + [0] * (self.number("kings") - kings)
        return {
            "centre": 1,
            **{f"angle {k + 1}": lying for k, lying in enumerate(angles)},
            **{f"wing {i + 1}": wing for i, wing in enumerate(table)},
            "talon": [],
            "stock": stock,
        }

    def _angles(self, piles: Piles) -> list[int]:
        return [number_of(piles, f"angle {k + 1}") for k in range(self.number("kings"))]

    def _wings(self, piles: Piles) -> list[int]:
        names = [f"wing {i + 1}" for i in range(self.number("wings"))]
        return [(cards_of(piles, name) or [0])[0] for name in names]

    def cards_of_position(self, piles: Piles) -> list[int]:
        """List the cards that lie open, and those that the centre and the angles must hold."""
        ranks = self.pack.ranks
        found = cards_in(self.layout, piles, self.pack, self.counts())
        found += [i % ranks + 1 for i in range(number_of(piles, "centre"))]
        return found + [max(1, ranks - i) for lying in self._angles(piles) for i in range(lying)]

    facts = declared.mill

    def check_position(self, piles: Piles) -> None:
        """Refuse what the rules would have moved on: kings beside a free angle, vacant wings."""
        ranks, angles = self.pack.ranks, self._angles(piles)
        if number_of(piles, "centre") == 0:
            raise DealError("centre: an ace lies there from the start")
        if number_of(piles, "centre") > self.pack.size - len(angles) * ranks:
            raise DealError("centre: the last families belong to the king piles")
        wings, talon = self._wings(piles), cards_of(piles, "talon")
        if 0 in angles and ranks in [rank_of(card) for card in wings + talon]:
            raise DealError("a king goes to a free angle as soon as it appears")
        stock = cards_of(piles, "stock")
        waits = self["refill"] == "choice" and talon and stock and wings.count(0) == 1
        if 0 in wings and (talon or stock) and not waits:
            raise DealError("a vacant wing is filled at once while there are cards")

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes where, in the book's terms."""
        source, target = move & 255, move >> 8
        if source == TURN:
            return f"turn {drawn(cards_of(piles, 'stock')[0])}"
        if source == FILL and target == FROM_STOCK:
            return f"fill the wing with {drawn(cards_of(piles, 'stock')[0])} from the stock"
        place = target if source in (FILL, TRANSFER) else source
        name = "talon" if place == FROM_TALON else f"wing {place}"
        card = drawn(cards_of(piles, name)[-1])
        if source == FILL:
            return f"fill the wing with {card} from the talon"
        if source == TRANSFER:
            return f"a king pile's top goes to the centre, and {card} from {name} follows it"
        return f"{card} from {name} to {'the centre' if target == TO_CENTRE else 'an angle'}"

    def draw(self, piles: Piles) -> str:
        """Draw the mill: the centre between wings and angles, then talon and stock."""
        ranks = self.pack.ranks
        lying = number_of(piles, "centre")
        middle = f"({drawn((lying - 1) % ranks + 1)[:-1]})"
        kings = [drawn(ranks + 1 - n)[:-1] if n else "·" for n in self._angles(piles)]
        angle = [f"[{king}]".center(5) for king in kings] + ["     "] * (4 - len(kings))
        wing = [drawn(card).center(5) for card in self._wings(piles)]
        wing += ["     "] * (8 - len(wing))
        rows = [
            ["", "", wing[0], "", ""],
            ["", angle[0], wing[1], angle[1], ""],
            [wing[6], wing[7], middle.center(5), wing[3], wing[2]],
            ["", angle[3], wing[5], angle[2], ""],
            ["", "", wing[4], "", ""],
        ]
        return draw_table(
            "\n".join("".join(cell.ljust(5) for cell in cells).rstrip() for cells in rows),
            f"centre {lying} of {self.pack.size - len(kings) * ranks}, angles "
            f"{' '.join(str(n) for n in self._angles(piles))} of {ranks}",
            f"talon {heap(cards_of(piles, 'talon'), 8)}\n"
            f"stock {heap(cards_of(piles, 'stock'), 8, from_end=False)}",
        )


GAME = Mill
