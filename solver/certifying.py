"""Adding a certificate to a result."""

from __future__ import annotations

import time
from dataclasses import replace

from cadogan.solver.proof.certificate import Bounds, Certificate
from cadogan.solver.result import Limit, Result, Verdict
from cadogan.solver.search.budget import Budget

__all__ = ["certified"]


def certified(result: Result, budget: Budget, made: Certificate | None = None) -> Result:
    """Give a result with a certificate, if one can be made within the limits.

    Parameters
    ----------
    result : Result
        The answer of a search.
    budget : Budget
        Its limits. Those on states and memory hold anew, of the time what is left of it.
    made : Certificate, optional
        One that the method itself has made; by default it is made here.

    Returns
    -------
    Result
        UNKNOWN results stay as they are. An unsolvable one may come back without a certificate;
        then `uncertified` tells the limit.

    Raises
    ------
    RuntimeError
        When the exploration that makes the certificate finds a win: an internal error.
    """
    if made is None and result.verdict is Verdict.SOLVABLE:
        from cadogan.solver.proof.winning_line import WinningLine
        from cadogan.solver.solution import Solution

        made = WinningLine(Solution.of(result))
    if made is None and result.verdict is Verdict.UNSOLVABLE:
        closed = _closed_set(result, budget)
        if isinstance(closed, Limit):
            return replace(result, uncertified=closed)
        made = closed
    return replace(result, certificate=made)


def _closed_set(result: Result, budget: Budget) -> Certificate | Limit:
    """Explore the deal once more, by the checker's means."""
    from cadogan.solver.proof.closed_set import ClosedSet

    clock = time.thread_time()
    ClosedSet.make(result.deal, Bounds(state_limit=1))  # compiles: a limit is for exploring
    spent = time.thread_time() - clock
    if budget.deadline is not None:
        budget.deadline += spent

    def watch(positions: int) -> Limit | None:
        budget.tell("certificate", stored=positions)
        return budget.reason if budget.out_of_time() else None

    try:
        return ClosedSet.make(
            result.deal,
            Bounds(state_limit=budget.state_limit, memory_limit=budget.memory_limit, watch=watch),
        )
    except MemoryError:
        return Limit.MEMORY
