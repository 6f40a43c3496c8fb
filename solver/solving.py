"""The way in: a deal goes in, a verdict comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cadogan.games.deal import require_deal
from cadogan.games.errors import UnsupportedError
from cadogan.solver.methods import TRUSTS, check_effort
from cadogan.solver.result import Limit, Result, Verdict
from cadogan.solver.search.budget import Budget, ProgressCallback, ctrl_c_stops
from cadogan.solver.search.outcome import Outcome
from cadogan.solver.search.problem import Problem

if TYPE_CHECKING:
    from cadogan.games.deal import Deal

#: Searches that have run in this process, so that all they need is compiled.
_COMPILED: set[tuple[str, bool, type]] = set()
#: Methods that find shortest solutions.
SHORTEST = ("astar", "idastar")


def solve(
    deal: Deal,
    method: str = "auto",
    *,
    shortest: bool = False,
    reductions: bool = True,
    time_limit: float | None = None,
    state_limit: int | None = None,
    memory_limit: int | None = None,
    proof: bool = False,
    trust: str = "certificate",
    progress: ProgressCallback | None = None,
) -> Result:
    """Decide whether a deal can be won.

    Parameters
    ----------
    deal : Deal
        The deal, or any position.
    method : str
        ``auto`` (a portfolio, which in some games asks models too), ``layered``, ``dfs``,
        ``best-first``, ``astar``, ``idastar`` or ``cpsat``, which decides by models of the deal,
        where the game has such (see
        :mod:`cadogan.solver.cpsat.deciding`), and may answer that its models do not tell.
    shortest : bool
        Ask for a shortest solution; ``auto`` then means A*, and IDA* when memory runs out.
    reductions : bool
        Whether to apply reductions that are proved not to change the verdict: safe plays, a
        choice of moves that is enough, positions proved dead. Shortest solutions use only the
        last of these.
    time_limit : float, optional
        CPU seconds of the calling thread.
    state_limit : int, optional
        Positions stored, in all stages together (for IDA*: expanded, in all rounds together).
        Under this limit alone the answer is the same on every machine, if there is the memory, and
        (where ``auto`` asks models) the same packages are installed.
    memory_limit : int, optional
        Bytes for tables, nodes and stacks; by default half of what is free.
    proof : bool
        Ask for a certificate of the verdict (see :mod:`cadogan.solver.proof`). For an unsolvable
        deal it takes a second exploration, by whole positions and without the search's
        reductions, to which the limits apply once more (time: what is left of it). When it hits
        one, the verdict stands, `certificate` is None and `uncertified` tells the limit.
    trust : str
        For ``cpsat``: what UNSOLVABLE must rest on. ``certificate`` (the default) is a refutation
        of the model in clauses, checked; ``status`` is CP-SAT's word, and the result is marked
        `claimed`.
    progress : callable, optional
        Called with a :class:`cadogan.solver.result.Progress` a few times a second.

    Returns
    -------
    Result
        SOLVABLE with moves that the plain rules have replayed, UNSOLVABLE after an exhaustive
        search that cut nothing without proof, or UNKNOWN with the limit that was hit. Ctrl-C
        gives UNKNOWN (interrupted).

    Raises
    ------
    UnsupportedError
        When there is no such method or trust, the method cannot find shortest solutions, or it
        needs a package that is not installed.
    TypeError
        When there is no deal, or an argument is of another type.
    ValueError
        When a limit is not positive.
    DealError
        When the deal's piles were changed after it was made.
    RuntimeError
        When the search contradicts the rules: an internal error, never a verdict.

    Examples
    --------
    >>> from cadogan import Deal, solve
    >>> result = solve(Deal.from_seed("two-rings", 7))
    >>> result.verdict
    <Verdict.SOLVABLE: 'solvable'>
    """
    require_deal(deal)
    deal = deal.verified()
    _check_flags(shortest=shortest, reductions=reductions, proof=proof)
    check_effort(
        method, time_limit=time_limit, state_limit=state_limit, memory_limit=memory_limit
    )
    _check_shortest(method, shortest)
    if trust not in TRUSTS:
        raise UnsupportedError(f"trust is one of {', '.join(TRUSTS)}, not {trust!r}")
    if method in SHORTEST:
        shortest = True
    problem = Problem(deal, shortest=shortest, reductions=reductions)
    if method != "cpsat":
        _compile_first(problem, method, shortest)
    budget = Budget(time_limit, state_limit, memory_limit, progress)
    with ctrl_c_stops(budget):
        try:
            if method == "cpsat":
                from cadogan.solver.cpsat.deciding import decide

                outcome, answered_by = decide(deal, budget, trust), method
            else:
                outcome, answered_by = _search(problem, budget, method, shortest)
        except MemoryError:
            outcome, answered_by = Outcome.limited(Limit.MEMORY), method
        result = _result(problem, outcome, answered_by, budget, reductions)
        if proof:
            from cadogan.solver.certifying import certified

            result = certified(result, budget, result.certificate)
        return result


def _check_flags(**flags: object) -> None:
    """Refuse what is neither yes nor no: every text counts as yes, also "no"."""
    for name, value in flags.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} is True or False, not {value!r}")


def _check_shortest(method: str, shortest: bool) -> None:
    if shortest and method not in ("auto", *SHORTEST):
        raise UnsupportedError(
            f"{method} does not look for shortest solutions; auto, astar and idastar do"
        )


Search = Callable[[Problem, Budget], Outcome]


def _searches(method: str, shortest: bool) -> dict[str, Search]:
    """Give the search that a method runs, and those that may take over from it."""
    from cadogan.solver.search import astar, auto, best_first, dfs, idastar, layered

    if method == "auto" and shortest:
        return {"astar": astar.astar, "idastar": idastar.idastar}
    every: dict[str, Search] = {
        "auto": auto.auto,
        "layered": layered.layered,
        "dfs": dfs.dfs,
        "best-first": best_first.best_first,
        "astar": astar.astar,
        "idastar": idastar.idastar,
    }
    helpers = ("best-first", "dfs") if method == "auto" else ()
    return {name: every[name] for name in (method, *helpers)}


def _compile_first(problem: Problem, method: str, shortest: bool) -> None:
    """Compile, or load, what a search needs before the clock starts: a limit is for searching."""
    for name, search in _searches(method, shortest).items():
        if (name, problem.reduced, type(problem.game)) not in _COMPILED:
            search(problem, Budget(state_limit=1))
            _COMPILED.add((name, problem.reduced, type(problem.game)))


def _search(problem: Problem, budget: Budget, method: str, shortest: bool) -> tuple[Outcome, str]:
    """Run a method."""
    name, search = next(iter(_searches(method, shortest).items()))
    outcome = search(problem, budget)
    if name == "astar" and method == "auto" and outcome.limit is Limit.MEMORY:
        return _searches(method, shortest)["idastar"](problem, budget), "idastar"
    return outcome, name


def _result(
    problem: Problem, outcome: Outcome, method: str, budget: Budget, reductions: bool
) -> Result:
    """Turn an outcome into a result; a solution must survive the plain rules first."""
    if outcome.is_proof:
        return Result(
            problem.deal,
            Verdict.UNSOLVABLE,
            method,
            exhaustive=outcome.certificate is None and not outcome.claimed,
            claimed=outcome.claimed,
            certificate=outcome.certificate,
            reductions=reductions,
            statistics=budget.statistics(),
        )
    if outcome.moves is None:
        return Result(
            problem.deal,
            Verdict.UNKNOWN,
            method,
            limit=outcome.limit,
            reductions=reductions,
            statistics=budget.statistics(),
        )
    from cadogan.solver.replaying import check

    moves = list(outcome.moves)
    if not outcome.optimal:
        from cadogan.solver.search.shorten import shorten

        moves = shorten(Problem(problem.deal, shortest=True, reductions=False), moves)
    verified = check(problem.deal, moves)
    if not verified.ok:
        raise RuntimeError(f"internal error: a solution failed its replay: {verified.reason}")
    return Result(
        problem.deal,
        Verdict.SOLVABLE,
        method,
        moves=tuple(problem.game.format_move(move) for move in moves),
        optimal=outcome.optimal,
        reductions=reductions,
        statistics=budget.statistics(),
    )
