"""Kernels: the same in every form they are built in, in steps of any size, and within limits.

The deals are tiny, so that plain Python can play along.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest
from support import (
    hopeless_deal,
    judged_deals,
    records,
    run_python,
    sized,
    tiny_deals,
)

import cadogan.solver
from cadogan import (
    Deal,
    Limit,
    Verdict,
    depth_counts,
    game_names,
    get_game,
    solve,
)
from cadogan.games import compiling
from cadogan.games.compiling import build, mode
from cadogan.solver import Progress
from cadogan.solver.methods import SEARCHES
from cadogan.solver.proof.certificate import Bounds
from cadogan.solver.proof.exploring import explore
from cadogan.solver.search import budget, idastar, layered
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.kernels.keys import add_key
from cadogan.solver.search.keys import KeyTable
from cadogan.solver.search.layers import LayerRun
from cadogan.solver.search.problem import Problem

each_game = pytest.mark.parametrize("name", game_names())
each_method = pytest.mark.parametrize("method", SEARCHES)

#: Methods whose tables hold every position found: those that can run out of memory.
TABLES = ("layered", "dfs", "best-first", "astar")


@cache
def usual_records(name: str, methods: tuple[str, ...] = tuple(SEARCHES)) -> list[dict[str, Any]]:
    """Solve the tiny deals of a game in this process, with nothing changed."""
    return records(tiny_deals(name), methods)


# Native, checked and plain ------------------------------------------------------------------------

SOLVE_ELSEWHERE = """
import json, sys
from support import Deal, mode, records
deals, methods = json.loads(sys.argv[1])
print(json.dumps([mode(), records(map(Deal.parse, deals), methods)]))
"""


def forms() -> Iterator[Any]:
    """List what is compared with native code.

    Checked code takes long to compile, each kernel anew for each game: the first game has all of
    them, the others two that use all rules between them.
    """
    for i, name in enumerate(game_names()):
        yield pytest.param("NUMBA_DISABLE_JIT", "plain", name, tuple(SEARCHES))
        methods = tuple(SEARCHES) if i == 0 else ("layered", ("astar", "idastar")[i % 2])
        slow = () if i == 0 else pytest.mark.slow
        yield pytest.param("NUMBA_BOUNDSCHECK", "checked", name, methods, marks=slow)


@pytest.mark.native
@pytest.mark.parametrize(("variable", "how", "name", "methods"), list(forms()))
def test_every_form_of_the_code_does_the_same(
    variable: str, how: str, name: str, methods: tuple[str, ...], tmp_path: Any
) -> None:
    asked = json.dumps([[deal.text() for deal in tiny_deals(name)], methods])
    cache_dir = {"CADOGAN_CACHE_DIR": str(tmp_path / "cache")}
    printed = run_python(SOLVE_ELSEWHERE, asked, **{variable: "1"}, **cache_dir)
    used, found = json.loads(printed)
    assert used == how
    assert found == usual_records(name, methods)
    assert not (tmp_path / "cache").exists(), "only native code is kept"


# Every kernel ------------------------------------------------------------------------------------


def kernels() -> dict[str, Any]:
    """Find every kernel of the solver."""
    found = {}
    for module in pkgutil.walk_packages(cadogan.solver.__path__, "cadogan.solver."):
        if ".cli" not in module.name:
            for value in vars(import_module(module.name)).values():
                if getattr(value, compiling._MARK, None) == "kernel":
                    found[f"{value.__module__}.{value.__qualname__}"] = value
    return found


def run_every_kernel() -> None:
    """Make each kernel work, the ones that only growing tables need included."""
    for name in game_names():
        usual_records(name)
    deal = Deal.from_seed("freecell", "ms:11982")
    for method in SEARCHES:
        solve(deal, method, reductions=False, state_limit=20_000)
    assert sum(depth_counts(deal, 12)) > 4096
    explore(deal, bounds=Bounds(state_limit=20_000))
    # Its layers are cut by what is proved lost, and its tableaux searched apart.
    corners = get_game("four-corners").with_options(redeals=1)
    solve(Deal.from_seed(corners, 4), "layered", state_limit=200_000)


@pytest.mark.native
@pytest.mark.last
def test_every_kernel_has_been_compiled_for_one_signature() -> None:
    run_every_kernel()
    for name, kernel in kernels().items():
        built = compiling._BUILT.get((kernel, "native"))
        assert built is not None, f"{name} is never called: let run_every_kernel call it"
        assert len(built.signatures) == 1, f"{name} was compiled for {built.signatures}"


@pytest.mark.native
@pytest.mark.last
def test_every_rule_is_compiled() -> None:
    for name in game_names():
        for function in get_game(name).rules.named().values():
            assert build(function).address


# The same answers, however the work is cut up -----------------------------------------------------


@each_game
def test_runs_repeat_themselves(name: str) -> None:
    assert records(tiny_deals(name)) == usual_records(name)


@each_game
@pytest.mark.parametrize("steps", [1, 2, 7])
def test_steps_of_any_size_do_the_same(
    name: str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = usual_records(name)
    monkeypatch.setattr(budget, "FIRST_STEPS", steps)
    monkeypatch.setattr(budget, "MOST_STEPS", steps)
    assert records(tiny_deals(name)) == expected


def without_effort(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out what IDA* does more of when its table forgets."""
    return [{**one, "effort": None} if one["method"] == "idastar" else one for one in found]


@each_game
@pytest.mark.parametrize("slots", [2, 8, 50])
def test_tables_that_start_small_do_the_same(
    name: str, slots: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = without_effort(usual_records(name))
    monkeypatch.setattr(KeyTable.__init__, "__defaults__", (slots,))
    assert KeyTable().slots == slots
    assert without_effort(records(tiny_deals(name))) == expected


@each_game
def test_small_tables_grow_through_larger_searches(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = max(judged_deals(name), key=lambda one: sum(one.counts))
    expected = without_effort(records([judged.deal]))
    monkeypatch.setattr(KeyTable.__init__, "__defaults__", (4,))
    monkeypatch.setattr(budget, "FIRST_STEPS", 3)
    assert without_effort(records([judged.deal])) == expected
    assert {one["verdict"] for one in expected} == {judged.verdict.value}


# Limits -------------------------------------------------------------------------------------------


@each_method
@pytest.mark.parametrize("limit", [1, 7, 100, 1_000])
def test_state_limits_are_exact(method: str, limit: int) -> None:
    result = solve(hopeless_deal(), method, reductions=False, state_limit=limit)
    assert (result.verdict, result.limit) == (Verdict.UNKNOWN, Limit.STATES)
    done = result.statistics
    counted = done.expanded if method == "idastar" else done.stored
    assert counted <= limit
    assert counted == limit or method in ("layered", "auto")


@each_method
@pytest.mark.parametrize("seconds", [1e-9, 0.05])
def test_time_limits_end_in_unknown(method: str, seconds: float) -> None:
    result = solve(hopeless_deal(), method, reductions=False, time_limit=seconds)
    assert (result.verdict, result.limit) == (Verdict.UNKNOWN, Limit.TIME)
    assert result.statistics.seconds >= seconds
    assert (result.statistics.generated > 0) == (seconds > 1e-3)


@pytest.mark.native
@pytest.mark.parametrize("method", [*TABLES, "auto"])
def test_memory_limits_end_in_unknown(method: str) -> None:
    limit = 3_000_000
    result = solve(hopeless_deal(), method, reductions=False, memory_limit=limit)
    assert (result.verdict, result.limit) == (Verdict.UNKNOWN, Limit.MEMORY)
    assert 0 < result.statistics.memory <= 1.1 * limit
    assert result.statistics.stored > 1_000


@each_game
@each_method
@pytest.mark.parametrize("limit", [1, 10_000, 300_000])
def test_memory_limits_never_make_a_wrong_verdict(name: str, method: str, limit: int) -> None:
    for judged in judged_deals(name)[: sized(20, 4)]:
        result = solve(judged.deal, method, reductions=False, memory_limit=limit)
        if result.verdict is Verdict.UNKNOWN:
            assert result.limit is Limit.MEMORY
        else:
            assert result.verdict is judged.verdict


@each_game
def test_idastar_forgets_and_is_still_right(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KeyTable.__init__, "__defaults__", (32,))
    monkeypatch.setattr(idastar._Rounds, "_grow", lambda rounds, slots: pytest.fail("it grew"))
    monkeypatch.setattr(Budget, "allows", lambda budget, memory: memory < 1_000_000)
    monkeypatch.setattr(
        idastar._Rounds, "key_room", property(lambda rounds: rounds.table.slots + 1)
    )
    decided = 0
    for judged in judged_deals(name):
        if 32 < sum(judged.counts) <= 250 and decided < sized(30, 3):
            result = solve(judged.deal, "idastar", reductions=False, state_limit=5_000)
            assert result.statistics.stored <= 32
            if result.verdict is not Verdict.UNKNOWN:
                decided += 1
                assert result.verdict is judged.verdict
                length = None if result.moves is None else len(result.moves)
                assert length == judged.shortest
    assert decided > 0


def test_idastar_goes_on_when_its_table_may_not_grow() -> None:
    result = solve(hopeless_deal(), "idastar", reductions=False, memory_limit=1, state_limit=5_000)
    assert (result.verdict, result.limit) == (Verdict.UNKNOWN, Limit.STATES)
    assert result.statistics.expanded == 5_000


# Layers that were cut -----------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("width", [1, 2, 5])
def test_a_cut_run_is_no_proof(name: str, width: int) -> None:
    cut = 0
    for judged in judged_deals(name):
        problem = Problem(judged.deal, reductions=False)
        run = LayerRun(problem, problem.weights()[0], width)
        outcome = run.run(Budget())
        if outcome.is_proof:
            assert not run.cut
            assert judged.verdict is Verdict.UNSOLVABLE
            assert run.registers[2] == sum(judged.counts), "a proof has seen every position"
        elif outcome.moves is None:
            assert run.cut and outcome.limit is Limit.WIDTH
            cut += 1
    assert cut > 0 or width > 1, f"no run was cut: nothing was tested on {name}"


@each_game
@pytest.mark.parametrize("reductions", [True, False])
def test_the_ladder_of_widths(name: str, reductions: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for judged in judged_deals(name)[: sized(100, 8)]:
        monkeypatch.setattr(layered, "WIDTHS", (1,))
        narrow = solve(judged.deal, "layered", reductions=reductions)
        if narrow.verdict is Verdict.UNKNOWN:
            assert narrow.limit is Limit.WIDTH
        else:
            assert narrow.verdict is judged.verdict
        monkeypatch.setattr(layered, "WIDTHS", (1, None))
        assert solve(judged.deal, "layered", reductions=reductions).verdict is judged.verdict


# Ctrl-C and progress ------------------------------------------------------------------------------

INTERRUPTED = """
import json, os, signal, sys, threading
from support import hopeless_deal, record, solve
working = threading.Event()
def interrupt():
    working.wait()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
result = solve(hopeless_deal(), sys.argv[1], reductions=False, progress=lambda told: working.set())
handler = signal.getsignal(signal.SIGINT) is signal.default_int_handler
print(json.dumps([record(result), handler]))
"""


@pytest.mark.native
@each_method
def test_ctrl_c_ends_in_unknown(method: str) -> None:
    found, handler_is_back = json.loads(run_python(INTERRUPTED, method))
    assert (found["verdict"], found["limit"]) == ("unknown", "interrupted")
    assert all(count > 0 for count in found["effort"])
    assert handler_is_back


TWICE = """
import os, signal
from support import hopeless_deal, solve
told = []
def interrupt(progress):
    told.append(progress)
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGINT)
try:
    solve(hopeless_deal(), "dfs", reductions=False, progress=interrupt)
except KeyboardInterrupt:
    print("stopped", len(told))
"""


@pytest.mark.native
def test_a_second_ctrl_c_is_an_exception() -> None:
    assert run_python(TWICE) == "stopped 1\n"


@each_method
def test_progress_is_told(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "PROGRESS_SECONDS", 0)
    monkeypatch.setattr(budget, "FIRST_STEPS", 20)
    monkeypatch.setattr(budget, "MOST_STEPS", 20)
    told: list[Progress] = []
    result = solve(hopeless_deal(), method, reductions=False, state_limit=300, progress=told.append)
    assert len(told) >= 3
    assert all(progress.method for progress in told)
    efforts = [progress.statistics.generated for progress in told]
    assert all(before <= after for before, after in pairwise(efforts))
    assert 0 < efforts[-1] <= result.statistics.generated


def test_this_file_runs_in_the_mode_it_thinks() -> None:
    built = build(add_key)
    assert (built is add_key) == (mode() == "plain")
