"""Layered search: close off one layer of positions after the other, and keep the best of each.

A game's layer is a number that no move lowers. Positions are compared only with others of their
layer. Runs are repeated with growing width and different weight sets; a run in which nothing was
cut and nothing was won is a proof.
"""

from __future__ import annotations

from collections.abc import Iterator

from cadogan.games.game import Weights
from cadogan.solver.result import Limit
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.layers import LayerRun
from cadogan.solver.search.outcome import Outcome
from cadogan.solver.search.problem import Problem

#: Widths tried in turn; None keeps everything.
WIDTHS: tuple[int | None, ...] = (50, 500, 5_000, 50_000, 500_000, None)


def ladder(problem: Problem) -> Iterator[tuple[int | None, Weights]]:
    """List the runs: every width with every weight set, the full width once."""
    for width in WIDTHS:
        for weights in problem.weights() if width else problem.weights()[:1]:
            yield width, weights


def layered(problem: Problem, budget: Budget) -> Outcome:
    """Search in layers with growing width until won, proved or out of a limit.

    Parameters
    ----------
    problem : Problem
        The deal with its built rules.
    budget : Budget
        Limits, shared by all runs.

    Returns
    -------
    Outcome
        A solution, a proof (by a run in which nothing was cut) or a limit.
    """
    outcome = Outcome.limited(Limit.WIDTH)
    for width, weights in ladder(problem):
        outcome = LayerRun(problem, weights, width).run(budget)
        if outcome.limit is not Limit.WIDTH:
            break
    return outcome
