"""Event models for tests: random small ones, and brute force to judge the back ends by."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from cadogan.solver.encoding.model import Model, Time

Assignment = tuple[dict[int, bool], dict[Time, int]]


def random_model(seed: int) -> Model:
    """Give a model small enough for brute force, with every kind of constraint."""
    rng = random.Random(seed)
    model = Model(horizon=rng.randint(2, 5))
    for name in range(rng.randint(1, 3)):
        low = rng.randint(1, model.horizon)
        model.time(f"e{name}", low, rng.randint(low, model.horizon))
    for name in range(rng.randint(1, 4)):
        model.bool(f"b{name}")
    for _ in range(rng.randint(2, 11)):
        _add_random_constraint(model, rng)
    return model


def _literal(model: Model, rng: random.Random) -> int:
    if rng.random() < 0.05:
        return rng.choice([model.TRUE, model.FALSE])
    if rng.random() < 0.35:
        literal = model.at_or_after(rng.choice(model.times), rng.randint(0, model.horizon + 2))
    else:
        literal = rng.choice(model.truths).literal
    return literal * rng.choice([1, -1])


def _add_random_constraint(model: Model, rng: random.Random) -> None:
    kinds = ["clause", "clause", "before", "before", "same", "sum", "most", "least", "one"]
    kind = rng.choice(kinds)
    given = [_literal(model, rng) for _ in range(rng.choice([0, 1, 1, 2]))]
    ends = [rng.choice([*model.times, rng.randint(0, model.horizon + 1)]) for _ in range(2)]
    # up to ten of them, doubles included, so that counters are needed too
    literals = [_literal(model, rng) for _ in range(rng.randint(0, rng.choice([3, 10])))]
    if kind == "clause":
        model.clause(*(_literal(model, rng) for _ in range(rng.randint(1, 4))))
    elif kind == "before":
        model.before(*ends, *given)
    elif kind == "same":
        model.same_time(*ends, *given)
    elif kind == "sum":
        steps = [one for one in literals if abs(one) != model.TRUE][:4]
        if steps:
            model.add_up(rng.choice(model.times), ends[0], steps, *given)
    elif kind == "most":
        model.at_most(rng.randint(0, len(literals)), literals, *given)
    elif kind == "least":
        model.at_least(rng.randint(0, len(literals)), literals, *given)
    else:
        model.exactly(rng.choice([1, 1, 2]), literals, *given)


def assignments(model: Model) -> Iterator[Assignment]:
    """Give every assignment within the bounds."""
    truths = [truth.literal for truth in model.truths]
    ranges = [range(time.low, time.high + 1) for time in model.times]
    for values in itertools.product([False, True], repeat=len(truths)):
        for times in itertools.product(*ranges):
            yield (
                dict(zip(truths, values, strict=True)),
                dict(zip(model.times, times, strict=True)),
            )


def solutions(model: Model) -> list[Assignment]:
    """Give every assignment that keeps the constraints, by trying all."""
    return [found for found in assignments(model) if model.evaluate(*found)]


def simple_sat(size: int, clauses: list[tuple[int, ...]]) -> list[int] | None:
    """Decide clauses by splitting; give the true literals, or None when there is no way.

    For small formulas only: it is here to owe nothing to any engine.
    """
    return _split(clauses, [])


def _split(clauses: list[tuple[int, ...]], chosen: list[int]) -> list[int] | None:
    while True:
        if any(not clause for clause in clauses):
            return None
        if not clauses:
            return chosen
        unit = next((clause[0] for clause in clauses if len(clause) == 1), None)
        if unit is None:
            break
        clauses, chosen = _given(clauses, unit), [*chosen, unit]
    literal = min(clauses, key=len)[0]
    for choice in (literal, -literal):
        found = _split(_given(clauses, choice), [*chosen, choice])
        if found is not None:
            return found
    return None


def _given(clauses: list[tuple[int, ...]], literal: int) -> list[tuple[int, ...]]:
    return [
        tuple(other for other in clause if other != -literal)
        for clause in clauses
        if literal not in clause
    ]


Card = tuple[int, int]  # suit and rank, ranks from 1


def belle_lucie(piles: list[list[Card]], *, fan: bool = False) -> Model:
    """Give the event model of La Belle Lucie without redeal, or of Fan.

    Cards are built down in suit on the tops, one at a time; in Fan a king may fill a vacancy. A
    card has one tableau move at most: onto the next higher card, or (a king) into a vacancy.
    """
    piles = [pile for pile in piles if pile]
    cards = sorted(card for pile in piles for card in pile)
    top_rank = max(rank for _, rank in cards)
    model = Model(horizon=2 * len(cards))
    home = {card: model.time(f"home {card}", low=card[1]) for card in cards}
    away = {card: model.time(f"away {card}") for card in cards}
    moves = {card: model.bool(f"moves {card}") for card in cards}
    above = {low: high for pile in piles for low, high in itertools.pairwise(pile)}

    def leaves_before(card, time, *given):
        model.before(away[card], time, moves[card], *given)
        model.before(home[card], time, -moves[card], *given)

    for card in cards:
        suit, rank = card
        model.before(away[card], home[card], moves[card])
        if card in above:  # what lies on it leaves first
            leaves_before(above[card], away[card], moves[card])
            leaves_before(above[card], home[card], -moves[card])
        if rank == top_rank:
            if not fan or card in {pile[0] for pile in piles}:
                model.clause(-moves[card])
            continue
        host = (suit, rank + 1)
        model.before(home[card], home[host])
        if above.get(host) == card:
            model.clause(-moves[card])
        elif host in above:
            leaves_before(above[host], away[card], moves[card])
        model.before(away[host], away[card], moves[card], moves[host])
    if fan:
        _vacancies(model, piles, [c for c in cards if c[1] == top_rank], (home, away, moves))
    return model


def _vacancies(model, piles, kings, events):
    """Say which vacancy each king that moves goes to."""
    home, away, moves = events
    goes = {}
    for king in kings:
        for place, pile in enumerate(piles):
            goes[king, place] = model.bool(f"{king} to {place}")
            given = goes[king, place]
            model.before(away[pile[0]], away[king], given, moves[pile[0]])
            model.before(home[pile[0]], away[king], given, -moves[pile[0]])
        choice = [goes[king, place] for place in range(len(piles))]
        model.exactly_one(choice, moves[king])
        model.at_most(0, choice, -moves[king])
    for place in range(len(piles)):
        for king, other in itertools.combinations(kings, 2):
            both = (goes[king, place], goes[other, place])
            first = model.bool(f"{king} before {other} in {place}")
            model.before(home[king], away[other], *both, first)
            model.before(home[other], away[king], *both, -first)


def pigeonholes(holes: int) -> tuple[int, list[tuple[int, ...]]]:
    """Say that one pigeon more than there are holes has a hole of its own: hard to refute."""

    def sits(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    clauses = [tuple(sits(p, h) for h in range(holes)) for p in range(holes + 1)]
    for hole in range(holes):
        for one, other in itertools.combinations(range(holes + 1), 2):
            clauses.append((-sits(one, hole), -sits(other, hole)))
    return holes * (holes + 1), clauses


def random_sat(seed: int, size: int = 40, clauses: int = 200) -> tuple[int, list[tuple[int, ...]]]:
    """Give random clauses of three literals; so many are mostly contradictory."""
    rng = random.Random(seed)
    found = []
    for _ in range(clauses):
        variables = rng.sample(range(1, size + 1), 3)
        found.append(tuple(variable * rng.choice([1, -1]) for variable in variables))
    return size, found
