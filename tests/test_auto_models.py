"""The stage of ``auto`` that asks exact models: its verdicts, its limits, and its absence."""

from __future__ import annotations

import sys
from collections import Counter

import pytest
from support import small_games

from cadogan import Deal, Limit, Result, Verdict, game_names, get_game, solve
from cadogan.solver.cpsat.deciding import Work, decide, has_exact_model
from cadogan.solver.proof.certificate import Answer
from cadogan.solver.search import auto
from cadogan.solver.search.budget import Budget

pytest.importorskip("ortools")

GAMES = [name for name in game_names() if get_game(name).models_in_auto]


@pytest.fixture
def models_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the models asked before anything is searched."""
    monkeypatch.setattr(auto, "MODELS_AFTER", 0)


def small(name: str, count: int) -> list[Deal]:
    """Give deals that exhaustive search decides and that have an exact model."""
    games = [game for game in small_games(name) if has_exact_model(Deal.from_seed(game, 1))]
    return [Deal.from_seed(games[seed % len(games)], seed) for seed in range(1, count + 1)]


def asked(result: Result) -> bool:
    """Say whether the models were asked before anything else."""
    return result.statistics.stages[:2] == ("models", "cpsat exact")


def test_the_games_are_those_where_models_pay() -> None:
    assert GAMES == ["two-rings", "wheel"]


@pytest.mark.usefixtures("models_first")
@pytest.mark.parametrize("name", GAMES)
def test_verdicts_are_those_of_search(name: str) -> None:
    tally: Counter[Verdict] = Counter()
    for deal in small(name, 12):
        result = solve(deal)
        expected = solve(deal, "dfs", state_limit=300_000)
        assert asked(result) and len(result.statistics.stages) == 2
        if expected.verdict is Verdict.UNKNOWN:
            continue
        assert (result.verdict, result.method) == (expected.verdict, "auto")
        tally[result.verdict] += 1
        if result.verdict is Verdict.UNSOLVABLE:
            assert result.certificate is not None and not result.exhaustive
            assert result.certificate.check().answer is Answer.ACCEPTED
    assert min(tally[Verdict.SOLVABLE], tally[Verdict.UNSOLVABLE]) > 0


@pytest.mark.usefixtures("models_first")
def test_without_enough_memory_only_search_is_tried() -> None:
    result = solve(small("wheel", 1)[0], memory_limit=auto.MODELS_MEMORY - 1)
    assert result.verdict is not Verdict.UNKNOWN
    assert result.statistics.stages[1] == "models left out: less than 2 GiB of memory"


@pytest.mark.usefixtures("models_first")
def test_without_or_tools_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    result = solve(small("wheel", 1)[0])
    assert asked(result)
    assert result.statistics.stages[2] == "models left out: OR-Tools cannot be used"
    assert result.verdict is not Verdict.UNKNOWN


@pytest.mark.usefixtures("models_first")
def test_the_end_of_the_stage_is_not_that_of_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "MODELS_WORK", (1e-6, 1))
    result = solve(Deal.from_seed("two-rings", 1))
    assert asked(result) and len(result.statistics.stages) > 2
    assert result.verdict is Verdict.SOLVABLE


@pytest.mark.usefixtures("models_first")
def test_the_end_of_memory_in_a_model_is_not_that_of_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*args: object, **kwargs: object) -> None:
        raise MemoryError

    monkeypatch.setattr("cadogan.solver.cpsat.deciding.encode", full)
    result = solve(Deal.from_seed("two-rings", 1))
    assert result.statistics.stages[1] == "models left out: out of memory"
    assert result.verdict is Verdict.SOLVABLE


@pytest.mark.usefixtures("models_first")
def test_limits_of_the_whole_hold_in_the_stage() -> None:
    deal = Deal.from_seed(get_game("two-rings").with_options(redeals=0), 4)
    result = solve(deal, time_limit=1.0)
    assert (result.verdict, result.limit) == (Verdict.UNKNOWN, Limit.TIME)
    assert result.statistics.seconds < 20
    assert asked(result) and len(result.statistics.stages) == 2


@pytest.mark.usefixtures("models_first")
def test_positions_without_an_exact_model_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    game = small_games("nation")[0]
    monkeypatch.setattr(type(game), "models_in_auto", True)
    deal = Deal.from_seed(game, 1)
    assert not has_exact_model(deal)
    stages = solve(deal).statistics.stages
    assert stages[0] == "models" and "cpsat exact" not in stages


def test_a_model_that_tells_nothing_is_told_without_positions() -> None:
    from click.testing import CliRunner

    from cadogan.solver.cli import main

    done = CliRunner().invoke(main, "solve freecell --seed 1 --method cpsat --quiet".split())
    assert done.exit_code == 30
    assert "unknown: the game has no model of this position" in done.output
    assert "after" not in done.output


def test_work_ends_both_engines() -> None:
    deal = Deal.from_seed("wheel", 27)
    outcome = decide(deal, Budget(), work=Work(deterministic=1e-6, conflicts=1))
    assert outcome.limit is Limit.TIME
    outcome = decide(deal, Budget(), work=Work(deterministic=100.0, conflicts=1))
    assert outcome.limit is Limit.UNCERTIFIED
