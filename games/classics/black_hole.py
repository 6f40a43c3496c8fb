"""Black Hole: all cards onto the ace of spades, each next in rank to the one before.

One pack. The ace of spades is the black hole; the other cards lie around it, face up, in seventeen
fans of three. The last card of any fan may go into the hole when its rank is one higher or lower
than that of the hole's top card; king and ace are neighbours. Suits never matter, and nothing else
may be moved. The game is won when all cards lie in the hole. By David Parlett.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from cadogan.games.cards import Pack, face, name_of
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import draw_table, drawn, heap, lying
from cadogan.games.errors import DealError
from cadogan.games.facts import Chain, Facts, named_piles
from cadogan.games.game import ALL, CARDS, MODE, RANKS, Game, Rules, Weights
from cadogan.games.layout import Layout, Piles, Stack, cards_of
from cadogan.games.state import by_rank, card_at, cover_rank, height, pop_rank, top

#: A pack of 52 cards makes seventeen fans; the number of fans follows from the pack.
MOST_FANS = 17

LAYOUT = Layout(
    Stack("hole", capacity=52, seen_as=by_rank, top_only=True),
    Stack("fan", capacity=3, count=MOST_FANS, alike=True, seen_as=by_rank),
)
HOLE = LAYOUT.at("hole")
FAN = LAYOUT.at("fan")
WIDTH = LAYOUT.stride("fan")


@helper
def fans_of(table):
    """Count the fans; one card lies in the hole from the start."""
    return (int64(table[CARDS]) + 1) // 3


@helper
def next_ranks(table, rank):
    """Give a bit for each of the two ranks next to one."""
    ranks = int64(table[RANKS])
    above = rank + 1 if rank < ranks else 1
    below = rank - 1 if rank > 1 else ranks
    return 1 << above | 1 << below


@helper
def content(state, fan):
    """Give the ranks of a fan as one number."""
    found = 0
    for depth in range(height(state, fan)):
        found = found << 4 | (card_at(state, fan, depth) & 15)
    return found


@rule
def moves(state, table, out):
    """Write the fans whose top may go into the hole, those with the most cards last.

    Unless all are asked for, of fans with the same ranks only one.
    """
    wanted = next_ranks(table, top(state, HOLE) & 15)
    every = int64(table[MODE]) == ALL
    n = 0
    for tall in range(1, 4):
        for i in range(fans_of(table)):
            if height(state, FAN + i * WIDTH) == tall:
                if wanted >> (top(state, FAN + i * WIDTH) & 15) & 1:
                    if every or is_first(state, i):
                        out[n] = i + 1
                        n += 1
    return n


@helper
def is_first(state, fan):
    """Say whether no fan before this one has the same ranks."""
    own = content(state, FAN + fan * WIDTH)
    for i in range(fan):
        if content(state, FAN + i * WIDTH) == own:
            return False
    return True


@rule
def play(state, words, table, move):
    """Put the top card of a fan into the hole."""
    cover_rank(state, words, HOLE, pop_rank(state, words, FAN + (move - 1) * WIDTH))
    return 0


@rule
def remaining(state, table):
    """Count the cards in the fans: each goes by a move of its own."""
    return int64(table[CARDS]) - height(state, HOLE)


@rule
def layer(state, table):
    """Count the cards in the hole."""
    return height(state, HOLE)


@helper
def ranks_left(state, table):
    """Count the cards of each rank in the fans, four bits a rank."""
    left = 0
    for i in range(fans_of(table)):
        for depth in range(height(state, FAN + i * WIDTH)):
            left += 1 << ((card_at(state, FAN + i * WIDTH, depth) & 15) << 2)
    return left


@helper
def turned(rank, steps, ranks):
    """Give the rank so many steps above one, the ace coming after the highest."""
    return (rank - 1 + steps) % ranks + 1


@helper
def left_of(left, rank):
    """Read how many cards of a rank are left (see :func:`ranks_left`)."""
    return left >> (rank << 2) & 15


@rule
def dead(state, table):
    """Prove that some ranks have too few neighbours left.

    Each card goes onto a card of a rank next to its own, and no two onto the same. So the cards of
    some ranks can be at most as many as those left of the ranks next to one of them, the hole's
    top included. Looked at are all sets of every other rank within a stretch of ranks.
    """
    left = ranks_left(state, table)
    ranks = int64(table[RANKS])
    hole = top(state, HOLE) & 15
    for first in range(1, ranks + 1):
        cards = 0
        near = left_of(left, turned(first, ranks - 1, ranks))
        if hole == turned(first, ranks - 1, ranks):
            near += 1
        for step in range(0, ranks - 2, 2):
            after = turned(first, step + 1, ranks)
            cards += left_of(left, turned(first, step, ranks))
            near += left_of(left, after)
            if hole == after:
                near += 1
            if cards > near:
                return 1
    return 0


@rule
def score(state, table, weights):
    """Add up what stands in the way.

    Weights: the squares of the fans' heights; for each rank, how much three times its cards exceed
    those of the two ranks next to it.
    """
    total = 0
    for i in range(fans_of(table)):
        tall = height(state, FAN + i * WIDTH)
        total += weights[0] * tall * tall
    left = ranks_left(state, table)
    ranks = int64(table[RANKS])
    for rank in range(1, ranks + 1):
        near = left_of(left, turned(rank, 1, ranks)) + left_of(left, turned(rank, ranks - 1, ranks))
        if 3 * left_of(left, rank) > near:
            total += weights[1] * (3 * left_of(left, rank) - near)
    return total


class BlackHole(Game):
    """Black Hole, in which king and ace are neighbours."""

    name = "black-hole"
    title = "Black Hole"
    source = "David Parlett"
    summary = "All cards go onto the ace of spades, each next in rank to the one before."
    standard_pack = Pack()
    layout = LAYOUT
    rules = Rules(moves, play, remaining, dead=dead, layer=layer, score=score)
    weights = (
        Weights("even", (2, 4)),
        Weights("flat", (4, 2), noise=8),
        Weights("loose", (1, 6), noise=16),
    )
    max_moves = MOST_FANS  # one a fan
    monotone = "Every move puts a card into the hole, and none comes back: 51 moves at most."
    suitless = True
    places: ClassVar[dict[int, str]] = {0: "", **{i: f"f{i}" for i in range(1, MOST_FANS + 1)}}

    def taken_out(self) -> list[int]:
        """Take out the ace of the pack's last suit, spades, before the shuffle."""
        return [face(1, self.pack.suit_numbers[-1])]

    def counts(self) -> dict[str, int]:
        """Say how many fans there are."""
        return {"fan": (self.pack.size + 1) // 3}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Deal three cards to each fan."""
        fans = self.counts()["fan"]
        return {
            "hole": self.taken_out(),
            **{f"fan {i + 1}": list(cards[3 * i : 3 * i + 3]) for i in range(fans)},
        }

    def check_position(self, piles: Piles) -> None:
        """Refuse a hole that does not begin with an ace, or whose cards are not neighbours."""
        hole = cards_of(piles, "hole")
        if not hole or hole[0] & 15 != 1:
            raise DealError("hole: an ace lies there from the start")
        table = self.table()
        for before, card in pairwise(hole):
            if not next_ranks(table, before & 15) >> (card & 15) & 1:
                raise DealError(f"hole: {name_of(card)} cannot lie on {name_of(before)}")

    def facts(self, piles: Piles) -> Facts:
        """Declare fans that feed one heap."""
        names = [f"fan {i + 1}" for i in range(self.counts()["fan"])]
        return Chain(
            named_piles(piles, names),
            top=cards_of(piles, "hole")[-1] & 15,
            ranks=self.pack.ranks,
            wraps=True,
        )

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes."""
        return f"{drawn(cards_of(piles, f'fan {move}')[-1])} goes into the hole"

    def draw(self, piles: Piles) -> str:
        """Draw the hole's last cards, and the fans."""
        names = [f"fan {i + 1}" for i in range(self.counts()["fan"])]
        return draw_table(
            f"hole {heap(cards_of(piles, 'hole'), 10)}",
            lying(names, [cards_of(piles, name) for name in names]),
        )


GAME = BlackHole
