"""Common ways to say things about times and truths in models."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.solver.encoding.model import Model, Time

__all__ = ["any_of", "no_later", "one_each"]


def any_of(model: Model, name: str, literals: Sequence[int]) -> int:
    """Add a variable that is true exactly when one of the literals is, and give its literal."""
    found = model.bool(name)
    model.clause(-found, *literals)
    for literal in literals:
        model.clause(-literal, found)
    return found


def no_later(model: Model, first: Time, second: Time, *conditions: int) -> None:
    """Demand ``first <= second`` if all conditions are true."""
    unless = [-literal for literal in conditions]
    for value in range(first.low + 1, first.high + 1):
        model.clause(
            *unless, -model.at_or_after(first, value), model.at_or_after(second, value)
        )
    if first.low > second.low:
        model.clause(*unless, model.at_or_after(second, first.low))


def one_each(model: Model, times: Sequence[Time], values: range) -> dict[tuple[int, int], int]:
    """Demand that each value is the value of one time; there are as many values as times.

    Returns
    -------
    dict
        For each time, by its place in the list, and value the literal of "it has this value".
    """
    at: dict[tuple[int, int], int] = {}
    for place, time in enumerate(times):
        for value in values:
            has = at[place, value] = model.bool(f"{time.name} is {value}")
            model.clause(-has, model.at_or_after(time, value))
            model.clause(-has, -model.at_or_after(time, value + 1))
        model.exactly_one([at[place, value] for value in values])
    for value in values:
        model.exactly_one([at[place, value] for place in range(len(times))])
    return at
