"""A*: shortest solutions by an admissible bound, with duplicate detection in the key table.

With the bound left out it is breadth-first search, which counts positions by depth.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cadogan.games.compiling import (
    build,
)
from cadogan.solver.result import Limit
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.kernels.astar import (
    MOST_LENGTH,
    MOST_NODES,
    astar_step,
    never_won,
    no_bound,
    rehash_nodes,
)
from cadogan.solver.search.kernels.steps import (
    BROKEN,
    CURRENT,
    EXHAUSTED,
    FULL_KEYS,
    FULL_ROWS,
    FULL_STATES,
    GOAL,
    NODES_USED,
    RUNNING,
    SOLVED,
    new_registers,
)
from cadogan.solver.search.keys import KeyTable, enlarged
from cadogan.solver.search.outcome import Outcome
from cadogan.solver.search.problem import Problem


class _NodeTable(KeyTable):
    """A key table that knows the best node of each position."""

    def __init__(self) -> None:
        super().__init__()
        self.node_of: npt.NDArray[np.int32] = np.zeros(self.slots, np.int32)

    @property
    def memory(self) -> int:
        return self.keys.nbytes + self.node_of.nbytes

    def growth(self) -> int:
        return 20 * self.grown_slots()

    def grow(self) -> bool:
        slots = self.grown_slots()
        if slots <= self.slots:
            return False
        keys: npt.NDArray[np.uint64] = np.zeros(2 * slots, np.uint64)
        node_of = np.zeros(slots, np.int32)
        build(rehash_nodes)(self.keys, self.node_of, self.slots, keys, node_of, slots)
        self.keys, self.node_of, self.slots = keys, node_of, slots
        return True


class AStarRun:
    """The arrays of an A* search, and the loop around its kernel.

    Parameters
    ----------
    problem : Problem
        The deal.
    bounded : bool
        False leaves out the lower bound: breadth-first search.
    """

    def __init__(self, problem: Problem, bounded: bool = True) -> None:
        self.problem = problem
        self.size = problem.size
        self.name = "astar" if bounded else "breadth-first"
        self.table = _NodeTable()
        self.rows: npt.NDArray[Any] = np.zeros((64 + 2 * problem.most) * self.size, np.uint8)
        self.rows[: self.size] = problem.root
        self.heads = np.full(MOST_LENGTH, -1, np.int32)
        self.nodes = [np.zeros(2048, np.int32) for _ in range(5)]
        self.out = np.zeros(problem.most + 1, np.int64)
        self.registers = new_registers()
        self.rules = [problem.built(name) for name in ("moves", "play", "unfinished", "dead")]
        self.rules.append(problem.built("remaining") if bounded else build(no_bound))

    def ignore_wins(self) -> None:
        """Go on beyond won positions."""
        self.rules[2] = build(never_won)

    @property
    def memory(self) -> int:
        """Bytes held."""
        return self.rows.nbytes + 20 * len(self.nodes[0]) + self.table.memory

    def depths(self) -> npt.NDArray[np.int32]:
        """Give each node's number of moves from the root."""
        return self.nodes[4][: int(self.registers[NODES_USED])]

    def run(self, budget: Budget, depth_limit: int | None = None) -> Outcome:
        """Search until solved, exhausted or out of a limit.

        Parameters
        ----------
        budget : Budget
            Limits.
        depth_limit : int, optional
            Stop with DEPTH once no estimate below this is left.
        """
        step = build(astar_step)
        for quota in budget.run(self.name, self.registers, lambda: self.memory):
            link, slot, parent, move_to, depth = self.nodes
            status = step(
                *self.rules, self.problem.table, self.size, self.problem.most,
                self.rows, len(self.rows) // self.size, self.heads, link, slot, parent, move_to,
                depth, len(link), self.out, self.table.keys, self.table.node_of,
                self.table.slots, self.table.room, quota.states, quota.steps, self.registers,
            )  # fmt: skip
            if status == SOLVED:
                return Outcome.solved(self._path(), optimal=True)
            if status == EXHAUSTED:
                return Outcome.exhausted()
            if status == FULL_STATES:
                return Outcome.limited(Limit.STATES)
            if status == BROKEN:
                raise self.problem.broken()
            if depth_limit is not None and self.registers[CURRENT] >= depth_limit:
                return Outcome.limited(Limit.DEPTH)
            if status != RUNNING and not self._make_room(status, budget):
                return Outcome.limited(Limit.MEMORY)
        return Outcome.limited(budget.reason)

    def _make_room(self, status: int, budget: Budget) -> bool:
        if status == FULL_KEYS:
            return budget.allows(self.memory + self.table.growth()) and self.table.grow()
        if status == FULL_ROWS:
            if not budget.allows(self.memory + 2 * self.rows.nbytes):
                return False
            self.rows = enlarged(self.rows)
            return True
        room = len(self.nodes[0])
        if 2 * room > MOST_NODES or not budget.allows(self.memory + 40 * room):
            return False
        self.nodes = [enlarged(array) for array in self.nodes]
        return True

    def _path(self) -> list[int]:
        _, _, parent, move_to, _ = self.nodes
        node, moves = int(self.registers[GOAL]), []
        while node > 0:
            moves.append(int(move_to[node]))
            node = int(parent[node])
        return moves[::-1]


def astar(problem: Problem, budget: Budget) -> Outcome:
    """Find a shortest solution with A*.

    Nodes are ordered by moves made plus the lower bound, the newest first among equals. A
    position that is reached again by fewer moves is opened again, so admissibility of the bound
    is all that optimality rests on.

    Parameters
    ----------
    problem : Problem
        The deal, made ready for shortest solutions.
    budget : Budget
        Limits.

    Returns
    -------
    Outcome
        A shortest solution, exhaustion (a proof) or a limit.
    """
    return AStarRun(problem).run(budget)


def breadth_first(
    problem: Problem, budget: Budget, depth_limit: int | None = None, beyond_wins: bool = False
) -> tuple[Outcome, list[int]]:
    """Search breadth first and count positions.

    Parameters
    ----------
    problem : Problem
        The deal.
    budget : Budget
        Limits.
    depth_limit : int, optional
        Stop when all positions up to this depth are found.
    beyond_wins : bool
        Whether to go on when a won position is found.

    Returns
    -------
    outcome : Outcome
        A shortest solution, exhaustion, or a limit (DEPTH for the depth limit).
    counts : list of int
        How many positions there are at each depth, the start being at depth 0; the last depth's
        count is incomplete when a limit other than the depth limit was hit or a win was found.
    """
    run = AStarRun(problem, bounded=False)
    if beyond_wins:
        run.ignore_wins()
    outcome = run.run(budget, depth_limit)
    counts = [int(n) for n in np.bincount(run.depths())]
    return outcome, counts if depth_limit is None else counts[: depth_limit + 1]
