"""A model as clauses, for the engines that look for a refutation.

The encoding, the numbering of its variables and the order of its clauses are laid down in
``docs/refutations.md``; the checker of refutations derives the same clauses with its own code, in
:mod:`cadogan.solver.proof.clauses`, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cadogan.solver.encoding.model import (
    Before,
    Clause,
    Constraint,
    Count,
    Model,
    Same,
    Sum,
    Time,
)

__all__ = ["MOST", "PAIRWISE", "Cnf", "TooLargeError", "to_clauses"]

#: Up to so many literals, "at most one" is said by pairs.
PAIRWISE = 8
#: So many clauses take about a gigabyte; beyond that no refutation is tried.
MOST = 3_000_000


class TooLargeError(Exception):
    """A model has too many clauses to be refuted."""


@dataclass
class Cnf:
    """Clauses over the variables 1 to `size`, and how they stand for a model.

    Attributes
    ----------
    size : int
        The number of variables.
    clauses : list of tuple of int
        The clauses; none has a literal twice, or with its negation.
    truths : dict of int to int
        For each of the model's truths, the variable.
    offsets : list of int
        For each of the model's times, what is to be added to ``k`` to get the variable of
        ``time <= k``, for k from `low` to ``high - 1``.
    """

    size: int = 0
    clauses: list[tuple[int, ...]] = field(default_factory=list)
    truths: dict[int, int] = field(default_factory=dict)
    offsets: list[int] = field(default_factory=list)

    def assignment(
        self, model: Model, true: Iterable[int]
    ) -> tuple[dict[int, bool], dict[Time, int]]:
        """Read truths and times from the variables that a solution makes true.

        Examples
        --------
        >>> model = Model(horizon=3)
        >>> event = model.time("event")
        >>> model.before(1, event)
        >>> to_clauses(model).assignment(model, {2})
        ({}, {Time(number=0, name='event', low=1, high=3): 2})
        """
        chosen = set(true)
        truths = {literal: variable in chosen for literal, variable in self.truths.items()}
        times = {}
        for time, offset in zip(model.times, self.offsets, strict=True):
            reached = (k for k in range(time.low, time.high) if offset + k in chosen)
            times[time] = next(reached, time.high)
        return truths, times


def to_clauses(model: Model, most: int = MOST) -> Cnf:
    """Encode a model.

    Raises
    ------
    TooLargeError
        When there would be more clauses than `most`.

    Examples
    --------
    >>> model = Model(horizon=3)
    >>> first, second = model.time("first"), model.time("second")
    >>> model.before(first, second)
    >>> to_clauses(model).clauses
    [(-1, 2), (-3, 4), (-3,), (1, -4), (2,)]
    """
    orders = sum(map(_at_least, model.constraints))
    if orders > most:
        raise TooLargeError(f"the model has more than {orders:,} clauses")
    return _Encoder(model, most).cnf


class _Encoder:
    """Writes clauses; `map` takes a literal of the model to the clauses' own."""

    def __init__(self, model: Model, most: int) -> None:
        self.cnf = Cnf()
        self.map: dict[int, int] = {}
        self._tops: dict[tuple[int, ...], list[int]] = {}
        self._variables(model)
        for time, offset in zip(model.times, self.cnf.offsets, strict=True):
            for variable in range(offset + time.low, offset + time.high - 1):
                self.cnf.clauses.append((-variable, variable + 1))
        self._counters(model)
        for constraint in model.constraints:
            self._encode(constraint)
            if len(self.cnf.clauses) > most:
                raise TooLargeError(f"the model has more than {most:,} clauses")

    def _variables(self, model: Model) -> None:
        cnf = self.cnf
        for truth in model.truths:
            cnf.size += 1
            cnf.truths[truth.literal] = cnf.size
            self.map[truth.literal], self.map[-truth.literal] = cnf.size, -cnf.size
        for time in model.times:
            cnf.offsets.append(cnf.size + 1 - time.low)
            cnf.size += time.high - time.low
        for order in model.orders:
            below = cnf.offsets[order.time.number] + order.value - 1
            self.map[order.literal], self.map[-order.literal] = -below, below

    def _add(self, prefix: Sequence[int], *literals: int) -> None:
        clause = dict.fromkeys((*prefix, *literals))
        if not any(-literal in clause for literal in clause):
            self.cnf.clauses.append(tuple(clause))

    def _encode(self, constraint: Constraint) -> None:
        if isinstance(constraint, Clause):
            self._add([self.map[literal] for literal in constraint.literals])
            return
        prefix = [-self.map[literal] for literal in constraint.conditions]
        if isinstance(constraint, Before):
            self._before(constraint.first, constraint.second, prefix)
        elif isinstance(constraint, Same):
            self._same(constraint.first, constraint.second, prefix)
        elif isinstance(constraint, Sum):
            self._sum(constraint, prefix)
        else:
            self._count(constraint, prefix)

    # Times

    def _up_to(self, time: Time | int, value: int) -> list[int] | None:
        """Give ``time <= value`` as at most one literal; None when it always holds."""
        low, high = _bounds(time)
        if value >= high:
            return None
        if value < low:
            return []
        assert isinstance(time, Time)
        return [self.cnf.offsets[time.number] + value]

    def _implies(
        self, prefix: Sequence[int], first: tuple[Time | int, int], second: tuple[Time | int, int]
    ) -> None:
        """Say that ``time <= value`` of the first pair implies it of the second."""
        left, right = self._up_to(*first), self._up_to(*second)
        if right is None or left == []:
            return
        self._add(prefix, *right, *(() if left is None else (-left[0],)))

    def _before(self, first: Time | int, second: Time | int, prefix: Sequence[int]) -> None:
        (low1, high1), (low2, high2) = _bounds(first), _bounds(second)
        for value in range(max(low1, low2), min(high1, high2) + 1):
            self._implies(prefix, (second, value), (first, value - 1))

    def _same(self, first: Time | int, second: Time | int, prefix: Sequence[int]) -> None:
        (low1, high1), (low2, high2) = _bounds(first), _bounds(second)
        for value in range(max(low1, low2) - 1, min(high1, high2) + 1):
            self._implies(prefix, (second, value), (first, value))
            self._implies(prefix, (first, value), (second, value))

    def _sum(self, one: Sum, prefix: Sequence[int]) -> None:
        steps = [self.map[step] for step in one.steps]
        for i in range(1, len(steps)):
            self._add(prefix, -steps[i], steps[i - 1])
        low, high = _bounds(one.base)
        for taken in range(len(steps) + 1):
            these, next_one = steps[taken - 1 : taken] if taken else [], steps[taken : taken + 1]
            reached = [*prefix, *(-step for step in these)]
            for value in range(low, high + 1):
                # from `value` with so many steps, at least; and at most, if the next is not taken
                self._implies(reached, (one.total, value + taken - 1), (one.base, value - 1))
                self._implies(
                    [*prefix, *next_one], (one.base, value), (one.total, value + taken)
                )

    # Counting

    def _counters(self, model: Model) -> None:
        """Count literals up to what is needed; counts of the same literals share a counter."""
        widths: dict[tuple[int, ...], int] = {}
        for constraint in model.constraints:
            if isinstance(constraint, Count):
                width = max(_needed(constraint))
                widths[constraint.counted] = max(widths.get(constraint.counted, 0), width)
        for counted, width in widths.items():
            if width:
                literals = [self.map[literal] for literal in counted]
                self._tops[counted] = self._counter(literals, width)

    def _counter(self, literals: Sequence[int], width: int) -> list[int]:
        """Define "at least j of the first i", row by row; give the last row, for j from 1."""
        above: list[int] = []
        for i, literal in enumerate(literals, 1):
            start = self.cnf.size
            row = [start + j for j in range(1, min(i, width) + 1)]
            self.cnf.size += len(row)
            for j, here in enumerate(row):
                less = above[j - 1 : j] if j else []  # at least j, that is one less, before
                same = above[j : j + 1]
                self._add([], -literal, *(-x for x in less), here)
                for x in same:
                    self._add([], -x, here)
                self._add([], -here, literal, *same)
                for x in less:
                    self._add([], -here, x)
            above = row
        return above

    def _count(self, count: Count, prefix: Sequence[int]) -> None:
        literals = [self.map[literal] for literal in count.counted]
        least, most = _needed(count)
        if least:
            self._add(prefix, self._tops[count.counted][least - 1])
        elif count.low == 1:
            self._add(prefix, *literals)
        if most:
            self._add(prefix, -self._tops[count.counted][most - 1])
        elif count.high == len(literals) - 1:
            self._add(prefix, *(-literal for literal in literals))
        elif count.high == 1:
            for i, literal in enumerate(literals):
                for other in literals[:i]:
                    self._add(prefix, -other, -literal)


def _needed(count: Count) -> tuple[int, int]:
    """Give which outputs of a counter say the two bounds; 0 where plain clauses do."""
    size = len(count.counted)
    least = count.low if count.low > 1 else 0
    plain = count.high >= size - 1 or (count.high == 1 and size <= PAIRWISE)
    return least, 0 if plain else count.high + 1


def _at_least(constraint: Constraint) -> int:
    """Give how many clauses a constraint on times has, at least about."""
    if isinstance(constraint, (Before, Same)):
        (low1, high1), (low2, high2) = _bounds(constraint.first), _bounds(constraint.second)
        return min(high1, high2) - max(low1, low2)
    if isinstance(constraint, Sum):
        low, high = _bounds(constraint.base)
        return len(constraint.steps) * (high - low)
    return 0


def _bounds(time: Time | int) -> tuple[int, int]:
    return (time.low, time.high) if isinstance(time, Time) else (time, time)
