"""Exploring a deal to the end, by whole keys and the rules of the game alone."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cadogan.games.compiling import build, mode
from cadogan.games.game import ALL
from cadogan.solver.memory import memory_allowed
from cadogan.solver.proof import kernels as k
from cadogan.solver.proof.certificate import Bounds
from cadogan.solver.proof.exact_keys import KeyPlan
from cadogan.solver.proof.lemmas import NO_LEMMA, Lemma
from cadogan.solver.result import Limit

if TYPE_CHECKING:
    from cadogan.games.deal import Deal

__all__ = ["Exploration", "Explored", "explore"]

Array = npt.NDArray[Any]
#: Moves between two looks at the limits: about a twentieth of a second, compiled and plain.
_COMPILED_STEP, _PLAIN_STEP = 200_000, 500
_TAG_ROOM = (1 << k.NUMBER_BITS) - 1
_WORD = 1 << 64


@dataclass(frozen=True)
class Explored:
    """What came of an exploration.

    Attributes
    ----------
    closed : bool
        Every successor of every position found was found too, and none is won.
    won : bool
        A won position was reached.
    limit : Limit, optional
        Why it ended early; exactly when neither closed nor won.
    positions : int
        Different positions found.
    lost : int
        How many of them the lemma proves lost; their successors were not looked at.
    moves : int
        Moves made.
    distance : int
        Moves to the furthest position, each reached by as few as possible.
    digest : str
        32 hexadecimal digits over all positions found, the same in whatever order they come.
    """

    closed: bool
    won: bool
    limit: Limit | None
    positions: int
    lost: int
    moves: int
    distance: int
    digest: str


def explore(deal: Deal, lemma: Lemma = NO_LEMMA, bounds: Bounds | None = None) -> Explored:
    """Explore everything that can be reached from a deal by all legal moves.

    Parameters
    ----------
    deal : Deal
        Where to start.
    lemma : Lemma, optional
        The checker's own proof that positions are lost; it must be one for the deal's game.
    bounds : Bounds, optional
        Where to stop.

    Raises
    ------
    RuntimeError
        When a rule breaks its contract: an internal error.

    Examples
    --------
    >>> from cadogan import Deal
    >>> deal = Deal.parse('''
    ... game: freecell
    ... option cells: 0
    ... option columns: 4
    ... pack: suits=CS ranks=3
    ... column 1: AC 2C
    ... column 2: AS 2S
    ... column 3: 3C
    ... column 4: 3S
    ... ''')
    >>> explored = explore(deal)
    >>> explored.closed, explored.positions, explored.moves
    (True, 1, 0)
    """
    bounds = bounds or Bounds()
    return Exploration(deal, lemma, bounds).until(bounds)


class Exploration:
    """The arrays of one exploration; see :func:`explore` for the parameters."""

    def __init__(self, deal: Deal, lemma: Lemma, bounds: Bounds) -> None:
        game = deal.game
        self.name = game.name
        self.root, stock = game.pack_position(deal.piles)
        self.table = game.table(stock, ALL)
        self.plan = KeyPlan.of(game)
        self.width, self.most, self.size = self.plan.width, game.max_moves, len(self.root)
        named = game.rules.named()
        self.unfinished = named["unfinished"]
        self.rules = [build(named[name]) for name in ("moves", "play", "unfinished")]
        self.rules.append(build(lemma.lost))
        self.memory = memory_allowed(bounds.memory_limit)
        self.records: Array = np.zeros((256 + self.most) * self.width, np.uint8)
        self.keys: Array = np.zeros(2 * self.width, np.uint8)
        self.slots: Array = np.zeros(4096, np.int64)
        while len(self.slots) < 4 * self.most:
            self.slots = np.zeros(2 * len(self.slots), np.int64)
        self.order = np.zeros(self.plan.stacks, np.int64)
        self.scratch = np.zeros(2 * self.size, np.uint8)
        self.out = np.zeros(self.most + 1, np.int64)
        self.digest = np.zeros(2, np.uint64)
        self.registers = np.zeros(k.REGISTERS, np.int64)

    def until(self, bounds: Bounds) -> Explored:
        """Explore to the end, or to a limit."""
        if self._number(self.unfinished) == 0:
            return self._explored(k.WON, None)
        plan = self.plan
        fits = build(k.add_root)(
            self.root, self.records, self.width, plan.plan, plan.parts, plan.sights, self.order,
            self.keys, self.slots, len(self.slots) - 1, self.digest,
        )  # fmt: skip
        if fits < 0:
            raise self._broken()
        self.registers[[k.FOUND, k.LEVEL_END]] = 1
        if self.records.nbytes + self.slots.nbytes > self.memory:
            return self._explored(k.RUNNING, Limit.MEMORY)
        status = self._step(bounds.state_limit, 1)  # compiles: the clock starts after it
        start = time.thread_time()
        budget = _PLAIN_STEP if mode() == "plain" else _COMPILED_STEP
        while True:
            if status in (k.CLOSED, k.WON):
                return self._explored(status, None)
            limit = self._limit(status, bounds, start)
            if limit is not None:
                return self._explored(status, limit)
            status = self._step(bounds.state_limit, budget)

    def members(self) -> Array:
        """Give the records of all positions found so far, a line each."""
        found = int(self.registers[k.FOUND])
        return self.records[: found * self.width].reshape(found, self.width)

    def _step(self, state_limit: int | None, budget: int) -> int:
        plan = self.plan
        with np.errstate(over="ignore"):
            return int(
                build(k.explore_step)(
                    *self.rules, self.table, self.size, self.most, plan.plan, plan.parts,
                    plan.sights, self.order, self.width, self.records,
                    len(self.records) // self.width - 1, self.keys, self.slots,
                    len(self.slots) - 1, len(self.slots) // 8 * 5,
                    _TAG_ROOM - self.most if state_limit is None else state_limit,
                    self.scratch, self.out, self.digest, budget, self.registers,
                )
            )  # fmt: skip

    def _limit(self, status: int, bounds: Bounds, start: float) -> Limit | None:
        """Make room, and look at the limits."""
        if status == k.BROKEN:
            raise self._broken()
        if status == k.FULL_STATES:
            return Limit.STATES
        if status == k.FULL_RECORDS and not self._more_records():
            return Limit.MEMORY
        if status == k.FULL_SLOTS and not self._more_slots():
            return Limit.MEMORY
        if bounds.time_limit is not None and time.thread_time() - start > bounds.time_limit:
            return Limit.TIME
        return bounds.watch(int(self.registers[k.FOUND])) if bounds.watch is not None else None

    def _more_records(self) -> bool:
        """Make the list of records longer, by half if it is large."""
        count = len(self.records) // self.width
        grown = count * 2 if count < 1 << 20 else count * 3 // 2
        if self.records.nbytes + grown * self.width + self.slots.nbytes > self.memory:
            return False
        larger: Array = np.zeros(grown * self.width, np.uint8)
        larger[: len(self.records)] = self.records
        self.records = larger
        return True

    def _more_slots(self) -> bool:
        """Make the table twice as large."""
        if self.records.nbytes + 3 * self.slots.nbytes > self.memory:
            return False
        larger: Array = np.zeros(2 * len(self.slots), np.int64)
        plan = self.plan
        build(k.place_again)(
            self.records, self.width, plan.plan, plan.parts, plan.sights, self.order, self.keys,
            int(self.registers[k.FOUND]), larger, len(larger) - 1,
        )  # fmt: skip
        self.slots = larger
        return True

    def _explored(self, status: int, limit: Limit | None) -> Explored:
        found, lost, made, distance = (
            int(self.registers[r]) for r in (k.FOUND, k.LOST, k.MADE, k.DISTANCE)
        )
        first, other = (int(word) % _WORD for word in self.digest)
        return Explored(
            status == k.CLOSED,
            status == k.WON,
            limit,
            found,
            lost,
            made,
            distance,
            f"{first:016x}{other:016x}",
        )

    def _number(self, rule: Any) -> int:
        with np.errstate(over="ignore"):
            number = int(rule(self.root, self.table))
        if number < 0:
            raise self._broken()
        return number

    def _broken(self) -> RuntimeError:
        return RuntimeError(
            f"internal error: a rule of {self.name} broke the contract (a negative status, more "
            "moves than max_moves, or more cards than the pack has)"
        )
