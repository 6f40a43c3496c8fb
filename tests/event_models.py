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
    kind = rng.choice(["clause", "clause", "before", "before", "same", "most", "least", "one"])
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
