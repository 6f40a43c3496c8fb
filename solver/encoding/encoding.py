"""What a compiler makes of a deal: a model, what its answers mean, and how to read them."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from cadogan.solver.encoding.model import Model, Time

__all__ = ["Encoding", "Event", "Kind", "Values"]


class Kind(enum.Enum):
    """What a model says of the deal it was made from."""

    #: It has a solution exactly when the deal can be won.
    EXACT = "exact"
    #: Every win gives a solution: without a solution the deal cannot be won.
    OUTER = "outer"
    #: Every solution gives a win.
    INNER = "inner"


@dataclass(frozen=True)
class Values:
    """A solution of a model.

    Attributes
    ----------
    truths : mapping of int to bool
        The value of each free variable, by its positive literal.
    times : mapping of Time to int
        The value of each time.
    """

    truths: Mapping[int, bool]
    times: Mapping[Time, int]

    def holds(self, literal: int) -> bool:
        """Tell whether a free variable's literal is true."""
        return self.truths[abs(literal)] == (literal > 0)


class Event(NamedTuple):
    """One step of a line of play, as a model has it.

    Attributes
    ----------
    action : str
        ``draw``, ``put`` (onto another card or a space), ``home``, ``row`` or ``group``; what else
        a step is called is between a compiler and its follower.
    cards : tuple of int
        Numbers of the cards that move.
    target : int
        The number of a host card, or of a pile, or -1.
    """

    action: str
    cards: tuple[int, ...] = ()
    target: int = -1


class Reader(Protocol):
    """Reads the line of play off a solution."""

    def __call__(self, values: Values) -> list[Event]:
        """Give the events in the order in which they happen."""


@dataclass(frozen=True)
class Encoding:
    """A model of a deal.

    Attributes
    ----------
    kind : Kind
        What its answers mean.
    model : Model
        The constraints.
    read : callable, optional
        Gives the line of play of a solution, for models whose solutions are wins.
    """

    kind: Kind
    model: Model
    read: Reader | None = None
