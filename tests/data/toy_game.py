"""A researcher's own game, registered nowhere: a pile, a spare place, foundations in suit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cadogan.games.cards import Pack
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import labelled
from cadogan.games.game import CARDS, Game, Rules
from cadogan.games.layout import Bag, Foundations, Layout, Piles, Stack, cards_of
from cadogan.games.state import count, height, held, pop, put, set_count, take, top

LAYOUT = Layout(
    Foundations("home", first=lambda pack: 1, copies=1),
    Bag("spare", places=2),
    Stack("pile", capacity=26, count=2),
)
HOME, SPARE, PILE = LAYOUT.at("home"), LAYOUT.at("spare"), LAYOUT.at("pile")
WIDTH = LAYOUT.stride("pile")
GOES_HOME, GOES_ASIDE = 10, 11


@helper
def fits_home(state, card):
    """Say whether a card is the next one of its suit."""
    return card != 0 and count(state, HOME + (card >> 4)) == (card & 15) - 1


@rule
def moves(state, table, out):
    """Write moves of a pile's top aside, then plays."""
    n = 0
    for i in range(2):
        for place in range(2):
            if height(state, PILE + i * WIDTH) > 0 and held(state, SPARE, place) == 0:
                out[n] = i + 1 + 256 * (GOES_ASIDE + place)
                n += 1
    for source in range(4):
        card = held(state, SPARE, source - 2) if source > 1 else top(state, PILE + source * WIDTH)
        if fits_home(state, card):
            out[n] = source + 1 + 256 * GOES_HOME
            n += 1
    return n


@rule
def play(state, words, table, move):
    """Make a move."""
    source, target = (move & 255) - 1, move >> 8
    card = (
        take(state, words, SPARE, source - 2)
        if source > 1
        else pop(state, words, PILE + source * WIDTH)
    )
    if target == GOES_HOME:
        set_count(state, words, HOME + (card >> 4), card & 15)
    else:
        put(state, words, SPARE, target - GOES_ASIDE, card)
    return 0


@rule
def remaining(state, table):
    """Count the cards that are not home."""
    left = int64(table[CARDS])
    for suit in range(4):
        left -= count(state, HOME + suit)
    return left


class Toy(Game):
    """Two piles and two spare places."""

    name = "toy"
    title = "Toy"
    source = "made up"
    summary = "Two piles, two spare places, foundations in suit."
    standard_pack = Pack(1, "CD", 4)
    layout = LAYOUT
    rules = Rules(moves, play, remaining)
    max_moves = 8
    places: ClassVar[dict[int, str]] = {
        **{1: "p1", 2: "p2", 3: "s1", 4: "s2"},
        **{GOES_HOME: "home", GOES_ASIDE: "aside 1", GOES_ASIDE + 1: "aside 2"},
    }

    def deal(self, cards: Sequence[int]) -> Piles:
        """Deal two piles."""
        half = len(cards) // 2
        home = [0] * len(self.pack.suits)
        return {"home": home, "spare": [0, 0], "pile 1": cards[:half], "pile 2": cards[half:]}

    def describe(self, piles: Piles, move: int) -> str:
        """Say what a move does."""
        return f"from {self.places[move & 255]} to {self.places[move >> 8]}"

    def draw(self, piles: Piles) -> str:
        """Draw everything."""
        return labelled(**{name.replace(" ", ""): cards_of(piles, name) for name in piles})
