"""Black Hole and its like: which card goes onto the heap at which step.

For each card and step there is a literal, each card goes once and each step takes one card; a
card goes after those that lie above it; cards that follow each other are neighbours in rank.
That is all that the rules say, so the model is exact.
"""

from __future__ import annotations

from cadogan.games.facts import Chain
from cadogan.solver.encoding.encoding import Encoding, Event, Kind, Values
from cadogan.solver.encoding.model import Model
from cadogan.solver.encoding.orders import any_of, one_each

__all__ = ["encode_chain"]


def encode_chain(facts: Chain) -> Encoding:
    """Make the exact model of a position.

    Ranks are followed by literals of their own, "the card of this step has this rank", so that
    neighbours are a few clauses a step. "Played by step k" is the order literal of a card's time.
    """
    faces = [face for pile in facts.piles for face in pile.cards]
    steps = len(faces)
    model = Model(horizon=max(1, steps))
    times = [model.time(f"card {card}") for card in range(steps)]
    at = one_each(model, times, range(1, steps + 1))
    card = 0
    for pile in facts.piles:
        for depth in range(len(pile.cards)):
            if depth:
                model.before(times[card], times[card - 1])
            card += 1
    _follow_ranks(facts, model, faces, at)

    def read(values: Values) -> list[Event]:
        order = sorted(range(steps), key=lambda card: values.times[times[card]])
        return [Event("home", (card,)) for card in order]

    return Encoding(Kind.EXACT, model, read)


def _follow_ranks(
    facts: Chain, model: Model, faces: list[int], at: dict[tuple[int, int], int]
) -> None:
    """Demand that the ranks of steps that follow each other are neighbours."""
    steps = len(faces)
    ranks = sorted({face & 15 for face in faces})
    shows: dict[tuple[int, int], int] = {}
    for step in range(1, steps + 1):
        for rank in ranks:
            of_rank = [at[card, step] for card, face in enumerate(faces) if face & 15 == rank]
            shows[rank, step] = any_of(model, f"rank {rank} at {step}", of_rank)
    for rank in ranks:
        if steps and rank not in _neighbours(facts, facts.top):
            model.clause(-shows[rank, 1])
        beside = [other for other in _neighbours(facts, rank) if other in ranks]
        for step in range(1, steps):
            model.clause(-shows[rank, step], *(shows[other, step + 1] for other in beside))
            model.clause(-shows[rank, step + 1], *(shows[other, step] for other in beside))


def _neighbours(facts: Chain, rank: int) -> set[int]:
    """List the ranks next to a rank."""
    beside = {rank - 1, rank + 1}
    if facts.wraps:
        beside = {(other - 1) % facts.ranks + 1 for other in beside}
    return {other for other in beside if 1 <= other <= facts.ranks and other != rank}
