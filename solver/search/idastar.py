"""IDA*: shortest solutions by depth-first searches under a growing bound, in little memory.

The table remembers with how many moves a position was reached in the present round, and spares
visits that come no sooner. When it may not grow any more, new entries replace old ones: forgetting
costs time and never correctness, since an answer that there is no solution is given only after a
round in which the bound cut nothing off.
"""

from __future__ import annotations

import numpy as np

from cadogan.games.compiling import (
    build,
)
from cadogan.solver.result import Limit
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.kernels.idastar import (
    ENDLESS,
    idastar_step,
    rehash_marks,
)
from cadogan.solver.search.kernels.steps import (
    BROKEN,
    DEPTH,
    EXHAUSTED,
    FULL_KEYS,
    FULL_MOVES,
    FULL_STATES,
    IN_TABLE,
    NEXT_BOUND,
    ROUND,
    RUNNING,
    SOLVED,
    new_registers,
)
from cadogan.solver.search.keys import KeyTable, enlarged
from cadogan.solver.search.outcome import Outcome
from cadogan.solver.search.problem import Problem


class _Rounds:
    """The arrays of an IDA* search."""

    def __init__(self, problem: Problem) -> None:
        self.size = problem.size
        self.table = KeyTable()
        self.marks = np.zeros(self.table.slots, np.int64)
        self.may_grow = True
        self.rows = np.zeros(256 * self.size, np.uint8)
        self.rows[: self.size] = problem.root
        self.upto = np.zeros(256, np.int64)
        self.chosen = np.zeros(256, np.int64)
        self.stack = np.zeros(4096 + 2 * problem.most, np.int64)
        self.registers = new_registers()
        self.registers[NEXT_BOUND] = ENDLESS

    @property
    def memory(self) -> int:
        """Bytes held."""
        line = self.rows.nbytes + self.upto.nbytes + self.chosen.nbytes + self.stack.nbytes
        return line + self.table.memory + self.marks.nbytes

    @property
    def key_room(self) -> int:
        """How many entries make the table ask for growth: half of its slots while it may grow."""
        return self.table.slots // 2 if self.may_grow else self.table.slots + 1

    def make_room(self, status: int, budget: Budget) -> bool:
        """Enlarge what is full; a table that cannot grow forgets entries instead."""
        if status == FULL_KEYS:
            slots = self.table.slots * 2
            self.may_grow = budget.allows(self.memory + 24 * slots)
            if self.may_grow:
                self._grow(slots)
            return True
        if status == FULL_MOVES:
            if not budget.allows(self.memory + 2 * self.stack.nbytes):
                return False
            self.stack = enlarged(self.stack)
            return True
        if not budget.allows(self.memory + 2 * self.rows.nbytes):
            return False
        self.rows = enlarged(self.rows)
        self.upto, self.chosen = enlarged(self.upto), enlarged(self.chosen)
        return True

    def _grow(self, slots: int) -> None:
        larger = KeyTable(slots)
        marks = np.zeros(slots, np.int64)
        self.registers[IN_TABLE] = build(rehash_marks)(
            self.table.keys, self.marks, self.table.slots, larger.keys, marks, slots,
            int(self.registers[ROUND]),
        )  # fmt: skip
        self.table, self.marks = larger, marks


def idastar(problem: Problem, budget: Budget) -> Outcome:
    """Find a shortest solution with IDA*.

    Parameters
    ----------
    problem : Problem
        The deal, made ready for shortest solutions.
    budget : Budget
        Limits; the limit on states holds for the positions expanded in all rounds together.

    Returns
    -------
    Outcome
        A shortest solution; exhaustion, when a round ends in which the bound cut nothing off; or
        a limit.
    """
    search = _Rounds(problem)
    rules = [problem.built(name) for name in ("moves", "play", "unfinished", "dead", "remaining")]
    registers = search.registers
    for quota in budget.run("idastar", registers, lambda: search.memory):
        status = build(idastar_step)(
            *rules, problem.table, search.size, problem.most, search.rows, search.upto,
            search.chosen, len(search.upto), search.stack, len(search.stack), search.table.keys,
            search.marks, search.table.slots, search.key_room, quota.states, quota.steps,
            registers,
        )  # fmt: skip
        if status == SOLVED:
            return Outcome.solved(search.chosen[: int(registers[DEPTH])].tolist(), optimal=True)
        if status == EXHAUSTED:
            return Outcome.exhausted()
        if status == FULL_STATES:
            return Outcome.limited(Limit.STATES)
        if status == BROKEN:
            raise problem.broken()
        if status != RUNNING and not search.make_room(status, budget):
            return Outcome.limited(Limit.MEMORY)
    return Outcome.limited(budget.reason)
