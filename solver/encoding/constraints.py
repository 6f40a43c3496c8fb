"""The kinds of constraint that a model is made of.

A kind is a dataclass with ``holds`` (its meaning), ``text`` (its line in the model's text) and
``literals`` (what it mentions, to be checked); every back end has one branch a kind. The
constraints of a :class:`cadogan.solver.encoding.model.Model` are simplified when they are added:
no constant literal, nothing that always holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple


class Time(NamedTuple):
    """The time of an event: a whole number from `low` to `high`.

    Attributes
    ----------
    number : int
        Its place in the model's list of times, from 0.
    name : str
        For people, and for reading a solution back.
    low, high : int
        The bounds.
    """

    number: int
    name: str
    low: int
    high: int

    def text(self) -> str:
        """Write the time as a constraint mentions it."""
        return f"t{self.number}"


class Truth(NamedTuple):
    """A variable that is true or false.

    Attributes
    ----------
    literal : int
        Its positive literal; minus that is its negation.
    name : str
        For people, and for reading a solution back.
    """

    literal: int
    name: str


class Order(NamedTuple):
    """A literal that is true exactly when ``time >= value``, with ``low < value <= high``."""

    literal: int
    time: Time
    value: int

    def text(self) -> str:
        """Write the definition as a line."""
        return f"order {self.literal}: {self.time.text()} >= {self.value}"


#: Whether a literal is true, and the value of a time.
Holds = Callable[[int], bool]
At = Callable[["Time | int"], int]


def _if(conditions: tuple[int, ...]) -> str:
    return f" if {' '.join(map(str, conditions))}" if conditions else ""


def _time(time: Time | int) -> str:
    return str(time) if not isinstance(time, Time) else time.text()


@dataclass(frozen=True)
class Clause:
    """At least one of the literals is true: different ones, none with its negation.

    An empty clause is never true: the model has no solution.
    """

    literals: tuple[int, ...]

    def holds(self, true: Holds, at: At) -> bool:
        """Tell whether the constraint is kept."""
        return any(true(literal) for literal in self.literals)

    def text(self) -> str:
        """Write the constraint as a line."""
        return " ".join(["clause", *map(str, self.literals)])


@dataclass(frozen=True)
class Before:
    """If all conditions are true, ``first < second``; at most one of the two is a number."""

    first: Time | int
    second: Time | int
    conditions: tuple[int, ...] = ()

    def holds(self, true: Holds, at: At) -> bool:
        """Tell whether the constraint is kept."""
        return at(self.first) < at(self.second) or not all(map(true, self.conditions))

    def text(self) -> str:
        """Write the constraint as a line."""
        return f"before {_time(self.first)} {_time(self.second)}{_if(self.conditions)}"


@dataclass(frozen=True)
class Same:
    """If all conditions are true, ``first == second``; at most one of the two is a number."""

    first: Time | int
    second: Time | int
    conditions: tuple[int, ...] = ()

    def holds(self, true: Holds, at: At) -> bool:
        """Tell whether the constraint is kept."""
        return at(self.first) == at(self.second) or not all(map(true, self.conditions))

    def text(self) -> str:
        """Write the constraint as a line."""
        return f"same {_time(self.first)} {_time(self.second)}{_if(self.conditions)}"


@dataclass(frozen=True)
class Count:
    """If all conditions are true, from `low` to `high` of the counted literals are true.

    A literal that stands twice counts twice. ``0 <= low <= high <= len(counted)``, and not both
    bounds are idle.
    """

    counted: tuple[int, ...]
    low: int
    high: int
    conditions: tuple[int, ...] = ()

    def holds(self, true: Holds, at: At) -> bool:
        """Tell whether the constraint is kept."""
        if not all(map(true, self.conditions)):
            return True
        return self.low <= sum(map(true, self.counted)) <= self.high

    def text(self) -> str:
        """Write the constraint as a line."""
        counted = " ".join(map(str, self.counted))
        return f"count {self.low}..{self.high} of {counted}{_if(self.conditions)}"


@dataclass(frozen=True)
class Sum:
    """If all conditions are true, ``total = base`` plus how many of the steps are true.

    Then the steps are also true from the first on, without a gap: they are a number in unary.
    """

    total: Time
    base: Time | int
    steps: tuple[int, ...]
    conditions: tuple[int, ...] = ()

    def holds(self, true: Holds, at: At) -> bool:
        """Tell whether the constraint is kept."""
        if not all(map(true, self.conditions)):
            return True
        taken = [true(step) for step in self.steps]
        ends = taken.index(False) if False in taken else len(taken)
        return not any(taken[ends:]) and at(self.total) == at(self.base) + ends

    def text(self) -> str:
        """Write the constraint as a line."""
        steps = " ".join(map(str, self.steps))
        given = _if(self.conditions)
        return f"sum {_time(self.total)} is {_time(self.base)} and {steps}{given}"


Constraint = Clause | Before | Same | Count | Sum
