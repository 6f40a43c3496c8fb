"""A small language of constraints for event models: truths, times, and what binds them.

What a deal allows is said in events with times from 1 to the horizon; every interaction of two
events is a strict precedence, so that sorting the events of a solution by time gives a line of
play. The same calls in the same order give the same model, to the letter of :meth:`Model.text`.
"""

from __future__ import annotations

import builtins
import hashlib
from collections.abc import Iterable, Mapping, Sequence

from cadogan.solver.encoding.constraints import (
    Before,
    Clause,
    Constraint,
    Count,
    Order,
    Same,
    Sum,
    Time,
    Truth,
)

__all__ = [
    "Before",
    "Clause",
    "Constraint",
    "Count",
    "Model",
    "Order",
    "Same",
    "Sum",
    "Time",
    "Truth",
]


class Model:
    """Constraints over truths and times.

    Literals are whole numbers: a variable is positive, minus is its negation. Constant literals
    are there (`TRUE`, `FALSE`), and may be handed in wherever a literal is asked for; they never
    show up in `constraints`.

    Parameters
    ----------
    horizon : int
        The latest time.

    Attributes
    ----------
    TRUE, FALSE : int
        The literals of the constants. Variable 1 is the constant; every other variable is either
        in `truths` or in `orders`.
    truths : list of Truth
        The free variables.
    times : list of Time
        The times.
    orders : list of Order
        The variables that stand for ``time >= value``.
    constraints : list of Constraint
        All must hold.
    size : int
        The number of variables, the constant included: literals go from ``-size`` to ``size``.

    Examples
    --------
    Two events and a choice which of them comes first:

    >>> model = Model(horizon=2)
    >>> first, second = model.time("first"), model.time("second")
    >>> swapped = model.bool("swapped")
    >>> model.before(first, second, -swapped)
    >>> model.before(second, first, swapped)
    >>> model.clause(swapped, model.at_or_after(first, 2))
    >>> print(model.text(), end="")
    horizon 2
    time t0 1..2 first
    time t1 1..2 second
    truth 2 swapped
    order 3: t0 >= 2
    before t0 t1 if -2
    before t1 t0 if 2
    clause 2 3
    >>> model.evaluate({swapped: True}, {first: 2, second: 1})
    True
    >>> model.violation({swapped: False}, {first: 1, second: 2})
    'clause 2 3'
    """

    TRUE = 1
    FALSE = -1

    def __init__(self, horizon: int) -> None:
        if horizon < 1:
            raise ValueError(f"a horizon is at least 1, not {horizon}")
        self.horizon = horizon
        self.truths: list[Truth] = []
        self.times: list[Time] = []
        self.orders: list[Order] = []
        self.constraints: list[Constraint] = []
        self.size = 1
        self._order_of: dict[tuple[int, int], int] = {}

    # Variables

    def bool(self, name: str) -> int:
        """Add a variable that is true or false, and give its positive literal."""
        self.size += 1
        self.truths.append(Truth(self.size, _tidy(name)))
        return self.size

    def time(self, name: str, low: int = 1, high: int | None = None) -> Time:
        """Add the time of an event, from `low` to `high` (the horizon), both included.

        Raises
        ------
        ValueError
            When no value is left, or the bounds leave 1 to the horizon.
        """
        last = self.horizon if high is None else high
        if not 1 <= low <= last <= self.horizon:
            raise ValueError(f"{name}: {low}..{last} is no range within 1..{self.horizon}")
        time = Time(len(self.times), _tidy(name), low, last)
        self.times.append(time)
        return time

    def at_or_after(self, time: Time, value: int) -> int:
        """Give the literal of ``time >= value``; minus it is ``time < value``.

        It is a constant when the bounds decide, and the same literal each time.
        """
        self._own(time)
        if value <= time.low:
            return self.TRUE
        if value > time.high:
            return self.FALSE
        key = (time.number, value)
        if key not in self._order_of:
            self.size += 1
            self.orders.append(Order(self.size, time, value))
            self._order_of[key] = self.size
        return self._order_of[key]

    # Constraints

    def clause(self, *literals: int) -> None:
        """Demand that at least one literal is true; of none, that never happens."""
        kept = self._simplified(literals, neutral=self.FALSE)
        if kept is not None:
            self.constraints.append(Clause(kept))

    def before(self, first: Time | int, second: Time | int, *conditions: int) -> None:
        """Demand ``first < second`` if all conditions are true; either may be a number."""
        self._own(first, second)
        kept = self._simplified(conditions, neutral=self.TRUE)
        if kept is None or _latest(first) < _earliest(second):
            return
        if _earliest(first) >= _latest(second) or first == second:
            self.clause(*(-literal for literal in kept))
        else:
            self.constraints.append(Before(first, second, kept))

    def same_time(self, first: Time | int, second: Time | int, *conditions: int) -> None:
        """Demand ``first == second`` if all conditions are true; either may be a number."""
        self._own(first, second)
        kept = self._simplified(conditions, neutral=self.TRUE)
        if kept is None or first == second:
            return
        if _latest(first) < _earliest(second) or _latest(second) < _earliest(first):
            self.clause(*(-literal for literal in kept))
        elif _latest(first) != _earliest(second) or _latest(second) != _earliest(first):
            self.constraints.append(Same(first, second, kept))

    def add_up(
        self, total: Time, base: Time | int, steps: Sequence[int], *conditions: int
    ) -> None:
        """Demand ``total = base`` plus the number of true steps, if all conditions are true.

        The steps are variables or their negations, at least one, and then true from the first on
        without a gap; `base` may be a number.

        Raises
        ------
        ValueError
            When there are no steps, or constants among them.
        """
        self._own(total, base)
        self._check(steps)
        if not steps or any(abs(step) == self.TRUE for step in steps):
            raise ValueError(f"steps are variables, at least one: not {list(steps)}")
        kept = self._simplified(conditions, neutral=self.TRUE)
        if kept is not None:
            self.constraints.append(Sum(total, base, tuple(steps), kept))

    def at_most(self, bound: int, literals: Iterable[int], *conditions: int) -> None:
        """Demand that at most `bound` of the literals are true, if all conditions are."""
        self._count(list(literals), 0, bound, conditions)

    def at_least(self, bound: int, literals: Iterable[int], *conditions: int) -> None:
        """Demand that at least `bound` of the literals are true, if all conditions are."""
        counted = list(literals)
        self._count(counted, bound, len(counted), conditions)

    def exactly(self, bound: int, literals: Iterable[int], *conditions: int) -> None:
        """Demand that `bound` of the literals are true, if all conditions are."""
        self._count(list(literals), bound, bound, conditions)

    def exactly_one(self, literals: Iterable[int], *conditions: int) -> None:
        """Demand that one of the literals is true and no other, if all conditions are true."""
        self._count(list(literals), 1, 1, conditions)

    def _count(self, literals: Sequence[int], low: int, high: int, given: Iterable[int]) -> None:
        """Add a count, or what is left of it without constants and idle bounds."""
        kept = self._simplified(given, neutral=self.TRUE)
        if kept is None:
            return
        self._check(literals)
        counted = tuple(literal for literal in literals if abs(literal) != self.TRUE)
        always = sum(literal == self.TRUE for literal in literals)
        low, high = max(low - always, 0), min(high - always, len(counted))
        unless = [-literal for literal in kept]
        if low > high:
            self.clause(*unless)
        elif low == len(counted):  # all of them
            for literal in counted:
                self.clause(*unless, literal)
        elif high == 0:  # none of them
            for literal in counted:
                self.clause(*unless, -literal)
        elif (low, high) == (1, len(counted)):
            self.clause(*unless, *counted)
        elif (low, high) != (0, len(counted)):
            self.constraints.append(Count(counted, low, high, kept))

    def _own(self, *times: Time | int) -> None:
        for time in times:
            if isinstance(time, Time) and time not in self.times[time.number : time.number + 1]:
                raise ValueError(f"{time.name} is no time of this model")

    def _check(self, literals: Iterable[int]) -> None:
        for literal in literals:
            if not 1 <= abs(literal) <= self.size:
                raise ValueError(f"{literal} is no literal of this model: ±1 to ±{self.size}")

    def _simplified(self, literals: Iterable[int], neutral: int) -> tuple[int, ...] | None:
        """Drop doubles and neutral constants; None when the constraint holds for that alone.

        A clause holds if a literal is true or two contradict each other; a condition is never
        met if a literal is false or two contradict each other.
        """
        kept = dict.fromkeys(literal for literal in literals if literal != neutral)
        self._check(kept)
        return None if any(-literal in kept for literal in (neutral, *kept)) else tuple(kept)

    # The whole

    def evaluate(
        self, truths: Mapping[int, builtins.bool], times: Mapping[Time, int]
    ) -> builtins.bool:
        """Tell whether an assignment keeps all bounds and constraints: see :meth:`violation`."""
        return self.violation(truths, times) is None

    def violation(
        self, truths: Mapping[int, builtins.bool], times: Mapping[Time, int]
    ) -> str | None:
        """Give the first bound or constraint that an assignment breaks.

        Parameters
        ----------
        truths : mapping of int to bool
            The value of each of `truths`, by its positive literal.
        times : mapping of Time to int
            The value of each of `times`.

        Returns
        -------
        str or None
            Its line in the model's text, or None when there is none.
        """
        values = dict(truths) | {self.TRUE: True}
        for time in self.times:
            if not time.low <= times[time] <= time.high:
                return f"{_time_line(time)}: {times[time]}"
        values |= {order.literal: times[order.time] >= order.value for order in self.orders}

        def true(literal: int) -> builtins.bool:
            return values[abs(literal)] == (literal > 0)

        def at(time: Time | int) -> int:
            return times[time] if isinstance(time, Time) else time

        for constraint in self.constraints:
            if not constraint.holds(true, at):
                return constraint.text()
        return None

    def text(self) -> str:
        """Write the model, one line a variable or constraint, as it was built."""
        lines = [f"horizon {self.horizon}"]
        lines += map(_time_line, self.times)
        lines += [f"truth {truth.literal} {truth.name}" for truth in self.truths]
        lines += [order.text() for order in self.orders]
        lines += [constraint.text() for constraint in self.constraints]
        return "".join(f"{line}\n" for line in lines)

    def digest(self) -> str:
        """Give the SHA-256 of the text, as 64 hexadecimal digits."""
        return hashlib.sha256(self.text().encode()).hexdigest()


def _tidy(name: str) -> str:
    if not name or not name.isprintable():
        raise ValueError(f"a name is printable text in one line, not {name!r}")
    return name


def _time_line(time: Time) -> str:
    return f"time {time.text()} {time.low}..{time.high} {time.name}"


def _earliest(time: Time | int) -> int:
    return time.low if isinstance(time, Time) else time


def _latest(time: Time | int) -> int:
    return time.high if isinstance(time, Time) else time
