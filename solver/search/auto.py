"""A portfolio: easy wins in milliseconds, then proofs and hard wins with growing effort.

Where a game says so, its models are asked too, between the searches (`_models`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from cadogan.games.errors import UnsupportedError
from cadogan.solver.result import Limit
from cadogan.solver.search.best_first import best_first
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.dfs import dfs
from cadogan.solver.search.layers import LayerRun
from cadogan.solver.search.outcome import Outcome
from cadogan.solver.search.problem import Problem

Stage = tuple[str, Callable[[Budget], Outcome]]

#: Widths of the layered stages, and how many positions the depth-first stage after each may store.
LAYERED_STAGES = ((50, 20_000), (500, 200_000), (5_000, 2_000_000), (50_000, 20_000_000))
#: Positions that each best-first stage and the depth-first stage after them may store; depth-first
#: search comes in late, since what it wins it wins by very long lines.
BEST_FIRST_STAGES = ((5_000, 0), (50_000, 50_000), (300_000, 5_000_000), (1_500_000, 0))


#: After how many layered stages the models are asked, and with what effort: CP-SAT's units of work
#: (one and a half CPU seconds each, or so) and conflicts of the engine that refutes.
MODELS_AFTER = 2
MODELS_WORK = (60.0, 400_000)
#: What models, their clauses and the engines hold, roughly; they are left out with less memory.
MODELS_MEMORY = 2 << 30


def stages(problem: Problem) -> Iterator[Stage]:
    """List what is tried, in order. The last stage has no limit of its own."""
    if problem.has_layers:
        yield from _layered_stages(problem)
    else:
        yield from _best_first_stages(problem)
    yield "dfs", partial(dfs, problem)


def _layered_stages(problem: Problem) -> Iterator[Stage]:
    for number, (width, states) in enumerate(LAYERED_STAGES):
        if number == MODELS_AFTER and problem.game.models_in_auto:
            yield "models", partial(_models, problem)
        for weights in problem.weights():
            run = LayerRun(problem, weights, width)
            yield f'layered, width {width:,}, weights "{weights.name}"', run.run
        yield f"dfs, {states:,} positions", partial(dfs, problem, states=states)


def _best_first_stages(problem: Problem) -> Iterator[Stage]:
    for each, states in BEST_FIRST_STAGES:
        for weights in problem.weights():
            run = partial(best_first, problem, weights=weights, states=each)
            yield f'best-first, {each:,} positions, weights "{weights.name}"', run
        if states:
            yield f"dfs, {states:,} positions", partial(dfs, problem, states=states)


def _models(problem: Problem, budget: Budget) -> Outcome:
    """Ask the game's exact models, if the position has one and there is the memory for it."""
    from cadogan.solver.cpsat.deciding import Work, decide, has_exact_model

    if not has_exact_model(problem.deal):
        return _left_out(budget, "the position has none", Limit.NOT_ENCODABLE)
    if not budget.allows(MODELS_MEMORY):
        return _left_out(budget, f"less than {MODELS_MEMORY >> 30} GiB of memory", Limit.MEMORY)
    try:
        outcome = decide(problem.deal, budget, work=Work(*MODELS_WORK))
    except UnsupportedError:
        return _left_out(budget, "OR-Tools cannot be used", Limit.NOT_ENCODABLE)
    except MemoryError:
        return _left_out(budget, "out of memory", Limit.MEMORY)
    if outcome.limit is Limit.TIME and not budget.out_of_time():
        return Outcome.limited(Limit.STATES)  # the end of the stage's own work
    return outcome


def _left_out(budget: Budget, why: str, limit: Limit) -> Outcome:
    """Record why the models are not asked, or not to the end; the searches do without."""
    budget.note_stage(f"models left out: {why}")
    return Outcome.limited(limit)


def auto(problem: Problem, budget: Budget) -> Outcome:
    """Try one stage after the other until one answers or a limit is hit.

    A stage's own limits (width, states, memory that it alone needs) only lead to the next stage.

    Parameters
    ----------
    problem : Problem
        The deal with its built rules.
    budget : Budget
        Limits, shared by all stages; the stages are recorded in its statistics.

    Returns
    -------
    Outcome
        A solution, a proof or a limit.
    """
    outcome = Outcome.limited(Limit.STATES)
    for name, run in stages(problem):
        if budget.out_of_time():
            return Outcome.limited(budget.reason)
        budget.note_stage(name)
        outcome = run(budget)
        if outcome.limit is None or outcome.limit in (Limit.TIME, Limit.INTERRUPTED):
            return outcome
        if budget.states_left() == 0:
            return Outcome.limited(Limit.STATES)
    return outcome
