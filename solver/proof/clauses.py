"""The clauses that a refutation refutes, derived from a model for checking.

This module is what a refutation's meaning rests on, together with the model itself, and so it is
written for reading, apart from the encoder that the engines use. A clause is right when it follows
from the model and from what the variables stand for; a clause that is missing could only make a
refutation fail. What the variables stand for, and the order, is in ``docs/refutations.md``.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

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

__all__ = ["TooManyError", "derive_clauses"]

#: A literal, or a constant.
Term = int | bool

_MOST_IN_PAIRS = 8
_PAUSE = 4096  # clauses


class TooManyError(Exception):
    """There are more clauses than the caller wants."""


def derive_clauses(
    model: Model, most: int | None = None, pause: Callable[[int], None] | None = None
) -> tuple[int, list[tuple[int, ...]]]:
    """Give the number of variables and the clauses of a model.

    Parameters
    ----------
    model : Model
        The model.
    most : int, optional
        How many clauses are wanted at most.
    pause : callable, optional
        Called now and then with the number of clauses derived; it may raise to stop.

    Raises
    ------
    TooManyError
        When there are more.

    Examples
    --------
    >>> model = Model(horizon=3)
    >>> first, second = model.time("first"), model.time("second")
    >>> model.before(first, second)
    >>> derive_clauses(model)
    (4, [(-1, 2), (-3, 4), (-3,), (1, -4), (2,)])
    """
    meaning = _Meaning(model)
    statements = itertools.chain(
        meaning.times_are_ordered(),
        meaning.counters_count(),
        *(meaning.of(constraint) for constraint in model.constraints),
    )
    clauses: list[tuple[int, ...]] = []
    for terms in statements:
        clause = _clause(terms)
        if clause is None:
            continue
        if len(clauses) == most:
            raise TooManyError(f"there are more than {most:,} clauses")
        clauses.append(clause)
        if pause is not None and len(clauses) % _PAUSE == 0:
            pause(len(clauses))
    return meaning.variables, clauses


def _clause(terms: list[Term]) -> tuple[int, ...] | None:
    """Drop what is false and what stands twice; None for what is always true."""
    literals: list[int] = []
    for term in terms:
        if term is True or (term is not False and -term in literals):
            return None
        if term is not False and term not in literals:
            literals.append(term)
    return tuple(literals)


def _not(term: Term) -> Term:
    return not term if isinstance(term, bool) else -term


class _Meaning:
    """What each variable stands for, and what a constraint says in these terms."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.variables = 0
        self._truth = {truth.literal: self._new() for truth in model.truths}
        self._up_to = {
            (time.number, value): self._new()
            for time in model.times
            for value in range(time.low, time.high)
        }
        self._order = {order.literal: order for order in model.orders}
        # (counted literals, i, j): at least j of the first i are true
        self._at_least: dict[tuple[tuple[int, ...], int, int], int] = {}
        self._widths: dict[tuple[int, ...], int] = {}
        for count in model.constraints:
            if isinstance(count, Count):
                known = self._widths.get(count.counted, 0)
                self._widths[count.counted] = max(known, _width(count))
        for counted, width in self._widths.items():
            for i in range(1, len(counted) + 1):
                for j in range(1, min(i, width) + 1):
                    self._at_least[counted, i, j] = self._new()

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    # Terms

    def literal(self, literal: int) -> Term:
        """Give the term of a literal of the model."""
        variable = abs(literal)
        if variable in self._order:
            order = self._order[variable]
            term = _not(self.up_to(order.time, order.value - 1))
        else:
            term = self._truth[variable]
        return term if literal > 0 else _not(term)

    def up_to(self, time: Time | int, value: int) -> Term:
        """Give the term of ``time <= value``."""
        if not isinstance(time, Time):
            return time <= value
        if value < time.low or value >= time.high:
            return value >= time.high
        return self._up_to[time.number, value]

    def at_least(self, counted: tuple[int, ...], i: int, j: int) -> Term:
        """Give the term of "at least j of the first i literals are true"."""
        if j <= 0 or j > i:
            return j <= 0
        return self._at_least[counted, i, j]

    # Statements: each is a list of terms of which one must be true

    def times_are_ordered(self) -> Iterator[list[Term]]:
        """Say that a time up to k is up to k + 1."""
        for time in self.model.times:
            for value in range(time.low, time.high - 1):
                yield [_not(self.up_to(time, value)), self.up_to(time, value + 1)]

    def counters_count(self) -> Iterator[list[Term]]:
        """Say of "at least j of the first i": j of those before, or j - 1 and the i-th."""
        for counted, i, j in self._at_least:
            last, here = self.literal(counted[i - 1]), self.at_least(counted, i, j)
            before, before_less = (self.at_least(counted, i - 1, k) for k in (j, j - 1))
            yield [_not(last), _not(before_less), here]
            yield [_not(before), here]
            yield [_not(here), last, before]
            yield [_not(here), before_less]

    def of(self, constraint: Constraint) -> Iterator[list[Term]]:
        """Say what a constraint demands."""
        if isinstance(constraint, Clause):
            yield [self.literal(literal) for literal in constraint.literals]
            return
        unless = [_not(self.literal(literal)) for literal in constraint.conditions]
        for terms in self._demand(constraint):
            yield unless + terms

    def _demand(self, constraint: Before | Same | Count | Sum) -> Iterator[list[Term]]:
        if isinstance(constraint, Count):
            yield from self._count(constraint)
            return
        if isinstance(constraint, Sum):
            yield from self._sum(constraint)
            return
        first, second = constraint.first, constraint.second
        earliest = max(_values(first)[0], _values(second)[0])
        latest = min(_values(first)[1], _values(second)[1])
        if isinstance(constraint, Before):
            for value in range(earliest, latest + 1):
                yield [self.up_to(first, value - 1), _not(self.up_to(second, value))]
        else:
            for value in range(earliest - 1, latest + 1):
                yield [self.up_to(first, value), _not(self.up_to(second, value))]
                yield [self.up_to(second, value), _not(self.up_to(first, value))]

    def _sum(self, sum_: Sum) -> Iterator[list[Term]]:
        steps = [self.literal(step) for step in sum_.steps]
        for earlier, later in itertools.pairwise(steps):
            yield [_not(later), earlier]
        at_least: list[Term] = [True, *steps, False]  # so many steps
        first, last = _values(sum_.base)
        for number in range(len(steps) + 1):
            for value in range(first, last + 1):
                yield [
                    _not(at_least[number]),
                    self.up_to(sum_.base, value - 1),
                    _not(self.up_to(sum_.total, value + number - 1)),
                ]
                yield [
                    at_least[number + 1],
                    self.up_to(sum_.total, value + number),
                    _not(self.up_to(sum_.base, value)),
                ]

    def _count(self, count: Count) -> Iterator[list[Term]]:
        literals = [self.literal(literal) for literal in count.counted]
        size = len(literals)
        if count.low > 1:
            yield [self.at_least(count.counted, size, count.low)]
        elif count.low == 1:
            yield literals
        if count.high == size:
            return
        if count.high == size - 1:
            yield [_not(literal) for literal in literals]
        elif count.high == 1 and size <= _MOST_IN_PAIRS:
            for i in range(size):
                for j in range(i):
                    yield [_not(literals[j]), _not(literals[i])]
        else:
            yield [_not(self.at_least(count.counted, size, count.high + 1))]


def _width(count: Count) -> int:
    """Give up to where the literals must be counted: 0 where plain clauses do."""
    size = len(count.counted)
    plain = count.high >= size - 1 or (count.high == 1 and size <= _MOST_IN_PAIRS)
    return max(0 if plain else count.high + 1, count.low if count.low > 1 else 0)


def _values(time: Time | int) -> tuple[int, int]:
    return (time.low, time.high) if isinstance(time, Time) else (time, time)
