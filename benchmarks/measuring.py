"""What the benchmarks measure with: searches without their replay, and the CPU time of children."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cadogan import Deal
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.dfs import dfs
from cadogan.solver.search.keys import KeyTable
from cadogan.solver.search.problem import Problem


@dataclass(frozen=True)
class Run:
    """One search: how it ended, and what it took.

    Attributes
    ----------
    ending : str
        ``won``, ``exhausted`` or ``stopped`` (by its limit).
    stored, expanded : int
        New states, and states whose moves were listed.
    seconds : float
        CPU, user and system.
    memory : int
        Most bytes held by table and stack.
    """

    ending: str
    stored: int
    expanded: int
    seconds: float
    memory: int = 0


class _Bare(Problem):
    """A problem whose wins are not written out, which is done by plain Python."""

    def unfold(self, moves: Iterable[int]) -> list[int]:
        return []


def depth_first(deal: Deal, limit: int, reductions: bool = False) -> Run:
    """Search a deal depth first, as ``method="dfs"`` does, without replay or shortening."""
    problem = _Bare(deal, reductions=reductions)
    budget = Budget(state_limit=limit)
    before = time.thread_time()
    outcome = dfs(problem, budget)
    seconds = time.thread_time() - before
    done = budget.statistics()
    ending = "won" if outcome.is_solved else "exhausted" if outcome.is_proof else "stopped"
    return Run(ending, done.stored, done.expanded, seconds, done.memory)


def table_bytes(stored: int) -> int:
    """Give the size of a depth-first search's table that has grown to hold so many states."""
    table = KeyTable()
    while table.room < stored:
        table.slots = table.grown_slots()
    return 16 * table.slots


def child(command: Sequence[str], text: str = "") -> tuple[str, float]:
    """Run a command and give what it prints and its CPU seconds, user and system."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, seconds


def pin() -> None:
    """Stay on one core, children too, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
