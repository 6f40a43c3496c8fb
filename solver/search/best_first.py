"""Best-first search: always the open position with the best score, from a bucket queue."""

from __future__ import annotations

from cadogan.games.game import Weights
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.layers import LayerRun
from cadogan.solver.search.outcome import Outcome
from cadogan.solver.search.problem import Problem


def best_first(
    problem: Problem,
    budget: Budget,
    weights: Weights | None = None,
    states: int | None = None,
) -> Outcome:
    """Search best first; the same kernel as the layered search, with a single layer uncut.

    Parameters
    ----------
    problem : Problem
        The deal with its built rules.
    budget : Budget
        Limits.
    weights : Weights, optional
        The weight set; by default the game's first.
    states : int, optional
        A limit of this run's own on stored positions.

    Returns
    -------
    Outcome
        A solution, exhaustion (a proof) or a limit.
    """
    chosen = weights or problem.weights()[0]
    return LayerRun(problem, chosen, None, layered=False).run(budget, states)
