"""Surveys from Python: what they yield, whoever searches and however they are cut short."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from surveying import deadly, die, peak_memory, small, tiny, verdicts

from cadogan import (
    Deal,
    DealError,
    Limit,
    PatienceError,
    Result,
    Stage,
    Statistics,
    Store,
    SurveyResult,
    UnknownGameError,
    UnsupportedError,
    Verdict,
    check,
    get_game,
    solve,
    survey,
)
from cadogan.games.cards import Pack
from cadogan.solver.surveys.effort import next_stage
from cadogan.solver.surveys.executors import SchedulerError
from cadogan.solver.surveys.findings import Attempt
from cadogan.solver.surveys.surveying import SurveyProgress
from cadogan.solver.surveys.tasks import Answer
from cadogan.solver.surveys.workers import WorkerPool

needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


def gist(result: SurveyResult) -> tuple[Any, ...]:
    """Give what must not depend on who searches."""
    done = result.statistics
    counts = (done.generated, done.expanded, done.stored, done.stages)
    return (result.seed, result.verdict, result.limit, result.method, result.moves, *counts)


def by_seed(results: Iterator[SurveyResult]) -> list[tuple[Any, ...]]:
    return sorted((gist(result) for result in results), key=lambda found: int(found[0]))


# What comes out ----------------------------------------------------------------------------------


def test_the_same_as_solve() -> None:
    for result in survey(tiny(), "1-30", state_limit=15, keep_moves=True):
        alone = solve(Deal.from_seed(tiny(), result.seed), state_limit=15)
        assert (result.verdict, result.limit, result.moves) == (
            alone.verdict, alone.limit, alone.moves,
        )  # fmt: skip
        assert replace(alone.statistics, seconds=0) == replace(result.statistics, seconds=0)
        assert result.deal() == alone.deal
        if result.moves is not None:
            assert check(result.deal(), result.moves).ok
            assert result.length == len(result.moves)


def test_the_same_whoever_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    options: dict[str, Any] = {"state_limit": 20, "keep_moves": True}
    wanted = by_seed(survey(tiny(), "1-60", **options))
    assert {found[1] for found in wanted} == set(Verdict)
    for jobs in (1, 2):
        assert by_seed(survey(tiny(), "1-60", jobs=jobs, executor="processes", **options)) == wanted
    with ThreadPoolExecutor(3) as executor:
        assert by_seed(survey(tiny(), "1-60", jobs=3, executor=executor, **options)) == wanted
        assert executor.submit(abs, -1).result() == 1  # it was not ours to shut down
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert by_seed(survey(tiny(), "1-60", executor=pool, **options)) == wanted


def test_moves_are_kept_on_request_only(tmp_path: Path) -> None:
    store = tmp_path / "deals.sqlite"
    assert all(result.moves is None for result in survey(tiny(), "1-5", store=store))
    found = list(survey(tiny(), "1-10", store=store, keep_moves=True))
    assert [r.moves is not None for r in found if r.seed > 5] == [
        r.verdict is Verdict.SOLVABLE for r in found if r.seed > 5
    ]


def test_lazy() -> None:
    seeds = itertools.count(1)
    results = survey(tiny(), seeds)
    assert [result.seed for result in itertools.islice(results, 3)] == [1, 2, 3]
    assert next(seeds) < 10
    results.close()  # type: ignore[attr-defined]


def test_seeds_of_several_schemes() -> None:
    found = survey("freecell", ["ms:1", 2, "ms:1", "pysol:3", 2], dealer="cadogan")
    assert [result.name for result in found] == ["ms:1", "cadogan:2", "pysol:3"]


def test_nothing_to_do() -> None:
    assert list(survey(tiny(), [])) == []


def test_what_cannot_be() -> None:
    for wrong, error in (
        ({"method": "magic"}, UnsupportedError),
        ({"state_limit": 0}, ValueError),
        ({"jobs": 0}, ValueError),
        ({"stages": []}, ValueError),
    ):
        with pytest.raises(error):
            survey(tiny(), "1-5", **wrong)  # type: ignore[arg-type]
    with pytest.raises(UnknownGameError):
        survey("frecell", "1-5")
    with pytest.raises(DealError):
        survey(tiny(), "1-x")
    with pytest.raises(TypeError, match="seeds are a text such as"):
        survey(tiny(), 7)  # type: ignore[arg-type]
    with pytest.raises(UnsupportedError, match="ms numbers are for games with one full pack"):
        list(survey(tiny(), "ms:1"))
    with pytest.raises(UnsupportedError, match="ms numbers are for games with one full pack"):
        list(survey(tiny(), ["1", "ms:1"]))


def test_results_have_no_truth_value() -> None:
    (result,) = survey(tiny(), "1")
    with pytest.raises(TypeError, match="no truth value"):
        bool(result)
    with pytest.raises(ValueError, match="needs an attempt"):
        replace(result, attempts=())


@pytest.mark.parametrize(
    "parts",
    [
        {"verdict": Verdict.SOLVABLE},
        {"verdict": Verdict.UNSOLVABLE, "length": 3},
        {"verdict": Verdict.UNKNOWN},
        {"verdict": Verdict.UNSOLVABLE, "limit": Limit.TIME},
        {"verdict": Verdict.SOLVABLE, "length": 2, "moves": ("1h",)},
        {"verdict": Verdict.UNSOLVABLE, "optimal": True},
        {"verdict": Verdict.SOLVABLE, "length": 1, "certificate": "x"},
        {"verdict": Verdict.UNSOLVABLE, "proof": b"x"},
        {"verdict": Verdict.UNKNOWN, "limit": Limit.TIME, "certificate": "x", "proof": b"x"},
    ],
)
def test_attempts_do_not_contradict_themselves(parts: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"SOLVABLE|UNKNOWN"):
        Attempt(Stage(), method="auto", **parts)


def test_progress() -> None:
    told: list[SurveyProgress] = []
    list(survey(tiny(), "1-10", progress=told.append, stages=[Stage(state_limit=9), Stage()]))
    assert told[-1].finished == 10
    assert (told[-1].open, told[-1].running, told[-1].stages) == (0, 0, 2)
    assert max(each.open for each in told) > 0
    assert {each.stage for each in told} == {1, 2}


def test_certificates(tmp_path: Path) -> None:
    from cadogan.solver.proof.certificate import Answer

    store = tmp_path / "deals.sqlite"
    assert all(result.certificate() is None for result in survey(tiny(), "1-3", store=store))
    found = list(survey(tiny(), "1-12", store=store, proof=True, stages=[Stage(state_limit=9)]))
    assert {result.verdict for result in found} == set(Verdict)
    with Store(store) as opened:
        assert list(opened.results()) == [
            replace(r, stored=True) for r in sorted(found, key=lambda r: r.seed)
        ]
    for result in found:
        certificate = result.certificate()
        if result.stored or result.verdict is Verdict.UNKNOWN:
            assert certificate is None
            continue
        if certificate is not None:
            assert certificate.verdict is result.verdict
            assert certificate.deal == result.deal()
            assert certificate.check().answer is Answer.ACCEPTED
            assert result.to_json()["certificate"] == certificate.name
    assert {r.verdict for r in found if r.certificate()} == {Verdict.SOLVABLE, Verdict.UNSOLVABLE}


def test_mere_claims_are_not_kept() -> None:
    claim = Result(Deal.from_seed(tiny(), 1), Verdict.UNSOLVABLE, "cpsat", claimed=True)
    with pytest.raises(ValueError, match="only claimed"):
        Attempt.of(Stage("cpsat"), claim, keep_moves=True)


def test_cpsat_as_a_method() -> None:
    game = get_game("napoleons-square").with_options(pack=Pack(1, "CDHS", 4), packets=3)
    found = {r.seed: r.verdict for r in survey(game, "1-6", method="cpsat")}
    assert found == verdicts(game, 6)


# Stages, limits and trying again -----------------------------------------------------------------

STAGES = [Stage("dfs", state_limit=6), Stage("auto", state_limit=12), Stage("auto")]


def test_cheap_stages_first() -> None:
    results = list(survey(tiny(), "1-30", stages=STAGES))
    depths = [len(result.attempts) for result in results]
    assert depths == sorted(depths)
    assert set(depths) == {1, 2, 3}
    for result in results:
        tried = [replace(attempt.stage, memory_limit=None) for attempt in result.attempts]
        assert tried == STAGES[: len(tried)]
        assert [a.proved for a in result.attempts] == [False] * (len(tried) - 1) + [True]
        assert [a.last for a in result.attempts] == [False] * (len(tried) - 1) + [True]
        told = result.to_json()["attempts"]
        assert isinstance(told, list)
        assert [each["method"] for each in told] == ["dfs", "auto", "auto"][: len(tried)]
    assert {r.seed: r.verdict for r in results} == verdicts(tiny(), 30)


def test_cut_short_between_stages(tmp_path: Path) -> None:
    store = tmp_path / "deals.sqlite"
    for number in (3, 20):
        results = survey(tiny(), "1-30", stages=STAGES, store=store)
        reported = {result.seed for result in itertools.islice(results, number)}
        results.close()  # type: ignore[attr-defined]
        assert len(reported) == number
    results = list(survey(tiny(), "1-30", stages=STAGES, store=store))
    assert {r.seed: r.verdict for r in results} == verdicts(tiny(), 30)
    for result in results:  # no stage was gone through twice
        tried = [(a.stage.method, a.stage.state_limit) for a in result.attempts]
        assert len(set(tried)) == len(tried)


def test_unknown_deals_are_left_unless_asked_for(tmp_path: Path) -> None:
    store = tmp_path / "deals.sqlite"
    first = by_seed(survey(tiny(), "1-20", store=store, state_limit=8))
    assert {found[2] for found in first} == {None, Limit.STATES}
    for more in ({}, {"retry_unknown": True}, {"retry_unknown": True, "time_limit": 9}):
        again = list(survey(tiny(), "1-20", store=store, state_limit=8, **more))  # type: ignore[arg-type]
        assert all(result.stored for result in again), "the same limits were tried again"
        assert by_seed(iter(again)) == first
    again = list(survey(tiny(), "1-20", store=store, state_limit=500))
    assert by_seed(iter(again)) == first
    last = list(survey(tiny(), "1-20", store=store, state_limit=500, retry_unknown=True))
    assert {r.seed: r.verdict for r in last} == verdicts(tiny(), 20)
    for result in last:
        assert len(result.attempts) == (2 if result.standing.stage.state_limit == 500 else 1)
        assert result.stored == (len(result.attempts) == 1)


def tried(limit: Limit, stage: Stage, **changes: Any) -> Attempt:
    from cadogan import __version__

    plain = Attempt(stage, Verdict.UNKNOWN, stage.method, limit=limit, version=__version__)
    return replace(plain, last=True, **changes)


@pytest.mark.parametrize(
    ("attempt", "stage", "again"),
    [
        (tried(Limit.STATES, Stage(state_limit=10)), Stage(state_limit=10), False),
        (tried(Limit.STATES, Stage(state_limit=10)), Stage(state_limit=9), False),
        (tried(Limit.STATES, Stage(state_limit=10)), Stage(state_limit=11), True),
        (tried(Limit.STATES, Stage(state_limit=10)), Stage(), True),
        (tried(Limit.TIME, Stage(time_limit=1)), Stage(time_limit=1, state_limit=9), False),
        (tried(Limit.TIME, Stage(time_limit=1)), Stage(time_limit=2), True),
        (tried(Limit.MEMORY, Stage(memory_limit=100)), Stage(memory_limit=100), False),
        (tried(Limit.MEMORY, Stage(memory_limit=100)), Stage(memory_limit=200), True),
        (tried(Limit.WIDTH, Stage("layered")), Stage("layered"), False),
        (tried(Limit.WIDTH, Stage("layered", memory_limit=5)), Stage("layered"), True),
        (tried(Limit.STATES, Stage(state_limit=10)), Stage("dfs", state_limit=10), True),
        (
            tried(Limit.STATES, Stage(state_limit=10)),
            Stage(state_limit=10, reductions=False),
            True,
        ),
        (tried(Limit.STATES, Stage(state_limit=10), version="0"), Stage(state_limit=10), True),
        (tried(Limit.WORKER_DIED, Stage()), Stage(), True),
    ],
)
def test_what_is_worth_another_try(attempt: Attempt, stage: Stage, again: bool) -> None:
    assert next_stage([attempt], [stage]) is None
    assert next_stage([attempt], [stage], retry_unknown=True) == (0 if again else None)
    assert next_stage([replace(attempt, last=False)], [stage]) == (0 if again else None)
    assert next_stage([attempt], [stage, Stage("astar")], retry_unknown=True) == (not again)
    won = Attempt(stage, Verdict.SOLVABLE, "auto", length=1)
    assert next_stage([attempt, won], [stage], retry_unknown=True) is None


def test_ctrl_c_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "deals.sqlite"

    def interrupted(deal: Deal, *_: Any, **options: Any) -> Result:
        if deal.seed == 4 and options["state_limit"] is None:
            return Result(deal, Verdict.UNKNOWN, "auto", limit=Limit.INTERRUPTED)
        return solve(deal, **options)

    reported = []
    monkeypatch.setattr("cadogan.solver.solving.solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        for result in survey(tiny(), "1-9", store=store):
            reported.append(result.seed)
    assert reported == [1, 2, 3]
    monkeypatch.undo()
    with Store(store) as opened:
        assert [result.seed for result in opened.results()] == reported
    rest = [result.seed for result in survey(tiny(), "1-9", store=store) if not result.stored]
    assert rest == [4, 5, 6, 7, 8, 9]


def test_internal_errors_name_the_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(deal: Deal, *_: Any, **options: Any) -> Result:
        if deal.seed == 3 and options["state_limit"] is None:
            raise RuntimeError("internal error: a rule broke the contract")
        return solve(deal, **options)

    monkeypatch.setattr("cadogan.solver.solving.solve", broken)
    results = survey(tiny(), "1-9", store=tmp_path / "deals.sqlite")
    with pytest.raises(RuntimeError, match=r"cadogan:3 of <game freecell.*broke the contract"):
        list(results)
    with Store(tmp_path / "deals.sqlite") as store:
        assert [result.seed for result in store.results()] == [1, 2]


# Workers -----------------------------------------------------------------------------------------


@needs_signals
def test_a_deal_that_kills_twice_is_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    store = tmp_path / "deals.sqlite"
    results = list(survey(deadly(), "1-25", jobs=2, store=store))
    assert len(results) == 25
    dead = {r.seed for r in results if r.limit is Limit.WORKER_DIED}
    sound = verdicts(tiny(), 25)
    # The first card goes to the first column, which the text lists first.
    texts = {seed: Deal.from_seed(tiny(), seed).text() for seed in sound}
    assert dead == {seed for seed, text in texts.items() if "column 1: A" in text}
    assert 1 < len(dead) < 20
    for result in results:
        if result.seed not in dead:
            assert result.verdict is sound[result.seed]
    # They are not tried again unless asked for; then, without their worker dying, they are decided.
    again = list(survey(deadly(), "1-25", store=store))
    assert all(result.stored for result in again)
    last = {r.seed: r.verdict for r in survey(deadly(), "1-25", store=store, retry_unknown=True)}
    assert last == sound


@needs_signals
def test_a_deal_whose_worker_died_once_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setenv("CADOGAN_TEST_ONCE", str(tmp_path))
    found = {r.seed: r.verdict for r in survey(deadly(), "1-25", jobs=2)}
    assert found == verdicts(tiny(), 25)
    assert any(tmp_path.iterdir()), "no worker has died"


@needs_signals
def test_a_given_executor_that_breaks_ends_the_survey(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(BrokenExecutor):
            pool.submit(die).result()
        with pytest.raises(BrokenExecutor):
            list(survey(tiny(), "1-5", executor=pool))


class Fixed(Executor):
    """Gives the same future for every call."""

    def __init__(self, future: Future[Any]) -> None:
        self.future = future

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self.future


def test_workers_with_other_rules_are_refused() -> None:
    future: Future[Answer] = Future()
    future.set_result(Answer((), tiny().rules_version + 1))
    with pytest.raises(SchedulerError, match="install the same Cadogan everywhere"):
        list(survey(tiny(), "1", executor=Fixed(future)))


def test_executors_that_drop_tasks_end_the_survey() -> None:
    future: Future[Answer] = Future()
    future.cancel()
    future.set_running_or_notify_cancel()
    with pytest.raises(PatienceError, match="has dropped tasks"):
        list(survey(tiny(), "1", executor=Fixed(future)))


def test_tasks_come_back_in_time_to_be_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cadogan.solver.surveys.tasks.PATIENCE", 0.0)
    with ThreadPoolExecutor(1) as executor:
        found = {r.seed: r.verdict for r in survey(tiny(), "1-40", executor=executor)}
    assert found == verdicts(tiny(), 40)


def test_memory_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cadogan.solver.memory.free_memory", lambda: 1 << 30)
    (own,) = survey(tiny(), "1", memory_limit=1 << 25)
    assert own.standing.stage.memory_limit == 1 << 25
    (alone,) = survey(tiny(), "1")
    assert alone.standing.stage.memory_limit == 1 << 29
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    for result in survey(tiny(), "1-3", jobs=4):
        assert result.standing.stage.memory_limit == 1 << 27


@pytest.mark.native
@needs_signals
def test_the_memory_limit_holds_in_workers() -> None:
    limit = 100 << 20
    list(survey("two-rings", "1", method="astar", state_limit=50))  # compiling takes memory too
    with WorkerPool(1) as pool:
        list(survey("two-rings", "1", method="astar", executor=pool, state_limit=50))
        before = pool.submit(peak_memory).result()
        (result,) = survey("two-rings", "1", method="astar", executor=pool, memory_limit=limit)
        after = pool.submit(peak_memory).result()
    assert result.limit is Limit.MEMORY
    assert limit // 4 < result.statistics.memory <= limit
    assert 0 < after - before < 1.5 * limit


@pytest.mark.native
def test_many_threads_in_one_process() -> None:
    """Kernels let go of the interpreter lock, and compiling is done by one thread at a time."""
    game = get_game("freecell")
    with ThreadPoolExecutor(2) as executor:
        found = by_seed(survey(game, "ms:1-6", jobs=2, executor=executor))
    assert found == by_seed(survey(game, "ms:1-6"))


def test_statistics_are_of_the_attempt_that_counts() -> None:
    lost = Attempt(Stage(), Verdict.UNSOLVABLE, "dfs", statistics=Statistics(seconds=2.0))
    open_ = tried(Limit.TIME, Stage(), statistics=Statistics(seconds=1.0))
    (result,) = survey(small(), "1")
    result = replace(result, attempts=(open_, lost, open_))
    assert result.standing is lost
    assert (result.verdict, result.method, result.seconds) == (Verdict.UNSOLVABLE, "dfs", 4.0)
