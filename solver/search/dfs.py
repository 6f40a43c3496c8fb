"""Depth-first search over a transposition table: exhaustive, with the least memory a position."""

from __future__ import annotations

import numpy as np

from cadogan.games.compiling import (
    build,
)
from cadogan.solver.result import Limit
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.kernels.dfs import dfs_step
from cadogan.solver.search.kernels.steps import (
    BROKEN,
    DEPTH,
    EXHAUSTED,
    FULL_KEYS,
    FULL_STATES,
    RUNNING,
    SOLVED,
    new_registers,
)
from cadogan.solver.search.keys import KeyTable, enlarged
from cadogan.solver.search.outcome import Outcome
from cadogan.solver.search.problem import Problem


class _Stack:
    """The arrays of a depth-first search."""

    def __init__(self, problem: Problem) -> None:
        self.size = problem.size
        self.keys = KeyTable()
        room = 256 + 2 * problem.most
        self.rows = np.zeros(room * self.size, np.uint8)
        self.move_to = np.zeros(room, np.int64)
        self.opened = np.zeros(room, np.uint8)
        self.out = np.zeros(problem.most + 1, np.int64)
        self.rows[: self.size] = problem.root

    @property
    def memory(self) -> int:
        """Bytes held."""
        return self.stack_memory + self.keys.memory

    @property
    def stack_memory(self) -> int:
        """Bytes of the stack."""
        return self.rows.nbytes + self.move_to.nbytes + self.opened.nbytes

    def make_room(self, status: int, budget: Budget) -> bool:
        """Enlarge what is full, if memory allows."""
        if status == FULL_KEYS:
            return budget.allows(self.memory + self.keys.growth()) and self.keys.grow()
        if not budget.allows(self.memory + 2 * self.stack_memory):
            return False
        self.rows = enlarged(self.rows)
        self.move_to = enlarged(self.move_to)
        self.opened = enlarged(self.opened)
        return True

    def line(self, height: int) -> list[int]:
        """List the moves of the line being followed, the root's none left out."""
        return [int(self.move_to[i]) for i in range(1, height) if self.opened[i]]


def dfs(problem: Problem, budget: Budget, states: int | None = None) -> Outcome:
    """Search depth first, every position once.

    Parameters
    ----------
    problem : Problem
        The deal with its built rules.
    budget : Budget
        Limits; what is used of them is added to it.
    states : int, optional
        A limit of this run's own on stored positions.

    Returns
    -------
    Outcome
        A solution, exhaustion (a proof: nothing is ever cut or forgotten) or a limit.
    """
    stack = _Stack(problem)
    registers = new_registers()
    built = build(dfs_step)
    rules = [problem.built(name) for name in ("moves", "play", "forced", "unfinished", "dead")]
    for quota in budget.run("dfs", registers, lambda: stack.memory, states):
        status = built(
            *rules, problem.table, stack.size, problem.most,
            stack.rows, stack.move_to, stack.opened, len(stack.opened), stack.out,
            stack.keys.keys, stack.keys.slots, stack.keys.room, quota.states, quota.steps,
            registers,
        )  # fmt: skip
        if status == SOLVED:
            return Outcome.solved(problem.unfold(stack.line(int(registers[DEPTH]))))
        if status == EXHAUSTED:
            return Outcome.exhausted()
        if status == FULL_STATES:
            return Outcome.limited(Limit.STATES)
        if status == BROKEN:
            raise problem.broken()
        if status != RUNNING and not stack.make_room(status, budget):
            return Outcome.limited(Limit.MEMORY)
    return Outcome.limited(budget.reason)
