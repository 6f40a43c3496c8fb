"""The store: what goes in comes out, and a file that is wrong never gives a verdict."""

from __future__ import annotations

import multiprocessing
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from surveying import survey_tiny, tiny, verdicts

from cadogan import Limit, Stage, Statistics, Store, StoreError, Verdict, get_game, survey
from cadogan.solver.surveys.findings import Attempt, Setting

EFFORT = Statistics(9, 8, 7, 0.1 + 0.2, 6, ("dfs", "layered 50 open"))
WON = Attempt(
    Stage("auto", 1.5, 200, 3 << 30, False), Verdict.SOLVABLE, "dfs", length=2, optimal=True,
    moves=("1h", "2h"), statistics=EFFORT, last=True, version="0.1.0", finished="2026-01-01",
)  # fmt: skip
LOST = Attempt(
    Stage(), Verdict.UNSOLVABLE, "auto", certificate="closed-set:1", proof=b"a proof", last=True
)
OPEN = Attempt(Stage(state_limit=5), Verdict.UNKNOWN, "auto", limit=Limit.STATES)
SETTING = Setting.of(get_game("freecell"), "ms")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "deals.sqlite") as opened:
        yield opened


def test_round_trip(store: Store) -> None:
    many = [OPEN, replace(OPEN, limit=Limit.WORKER_DIED), WON]
    store.add((SETTING, 7, attempt) for attempt in many)
    store.add([(SETTING, 8, LOST), (SETTING, 2**64 - 1, LOST), (SETTING, 10**20, WON)])
    store.add([(SETTING, 2**63 - 1, OPEN), (SETTING, 2**63, OPEN)])
    seeds = [7, 8, 9, 2**64 - 1]
    assert store.attempts(SETTING, seeds) == {7: tuple(many), 8: (LOST,), 2**64 - 1: (LOST,)}
    with Store(store.path) as again:
        results = list(again.results())
    assert [r.seed for r in results] == [7, 8, 2**63 - 1, 2**63, 2**64 - 1, 10**20]
    assert results[0].attempts == tuple(many)
    assert results[0].standing is results[0].attempts[2]
    assert all(result.stored and result.setting == SETTING for result in results)
    assert list(store.results(Setting.of(tiny(), "ms"))) == []


def test_every_verdict_and_limit_comes_back(store: Store) -> None:
    every = [replace(OPEN, limit=limit) for limit in Limit]
    store.add((SETTING, seed, attempt) for seed, attempt in enumerate(every))
    assert [r.limit for r in store.results()] == list(Limit)


def test_keys(store: Store) -> None:
    game = get_game("freecell")
    settings = [
        SETTING,
        Setting.of(game, "pysol"),
        Setting.of(game.with_options(cells=3), "ms"),
        Setting.of(tiny(), "ms"),
        replace(SETTING, rules_version=SETTING.rules_version + 1),
        Setting.of(get_game("two-rings"), "ms"),
    ]
    for number, setting in enumerate(settings):
        store.add([(setting, 1, replace(WON, length=number, moves=None))])
    assert len(store.settings()) == len(settings)
    for number, setting in enumerate(settings):
        assert store.attempts(setting, [1])[1][0].length == number


def test_a_verdict_is_not_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "deals.sqlite"
    first = list(survey(tiny(), "1-10", store=file, keep_moves=True))
    monkeypatch.setattr("cadogan.solver.solving.solve", None)  # calling it would fail
    again = list(survey(tiny(), "1-10", store=file))
    assert [(r.seed, r.attempts) for r in again] == [(r.seed, r.attempts) for r in first]
    assert all(result.stored for result in again)
    assert any(result.moves for result in again)


def test_stale_rules_are_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, game = tmp_path / "deals.sqlite", tiny()
    list(survey(game, "1-3", store=file))
    monkeypatch.setattr(type(game), "rules_version", game.rules_version + 1)
    again = list(survey(game, "1-3", store=file))
    assert not any(result.stored for result in again)
    with Store(file) as store:
        old, new = store.settings()
        assert (old.stale, new.stale) == (True, False)
        assert "rules version 1 (now 2)" in old.label()
        with pytest.raises(Exception, match="version 1 of the rules of freecell"):
            next(store.results(old)).deal()


def test_contradictions_are_internal_errors(store: Store) -> None:
    store.add([(SETTING, 1, OPEN), (SETTING, 1, WON)])
    store.add([(SETTING, 1, OPEN), (SETTING, 1, WON)])  # the same verdict twice is none
    with pytest.raises(RuntimeError, match="ms:1 of freecell was found unsolvable, but"):
        store.add([(SETTING, 2, WON), (SETTING, 1, LOST)])
    assert store.attempts(SETTING, [2]) == {}  # all or nothing


# Files that are wrong ----------------------------------------------------------------------------


def test_full_disk(store: Store) -> None:
    store.add([(SETTING, 1, WON)])
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    large = replace(WON, moves=None, version="x" * 100_000)
    with pytest.raises(StoreError, match=r"deals\.sqlite: cannot be written \(database or disk is"):
        store.add([(SETTING, 2, WON), (SETTING, 3, large)])
    assert [result.seed for result in store.results()] == [1]
    store._db.execute("PRAGMA max_page_count = 100000")
    store.add([(SETTING, 2, WON), (SETTING, 3, large)])
    assert [result.seed for result in store.results()] == [1, 2, 3]


def test_full_disk_during_a_survey(store: Store) -> None:
    reported = []
    with pytest.raises(StoreError, match="what was reported before is kept"):
        for result in survey(tiny(), "1-200", store=store):
            reported.append(result.seed)
            if len(reported) == 20:
                pages = store._db.execute("PRAGMA page_count").fetchone()[0]
                store._db.execute(f"PRAGMA max_page_count = {pages}")
    assert 20 <= len(reported) < 200
    assert [result.seed for result in store.results()] == reported
    store._db.execute("PRAGMA max_page_count = 100000")
    rest = [r for r in survey(tiny(), "1-200", store=store) if not r.stored]
    assert len(rest) + len(reported) == 200


@pytest.mark.parametrize("content", [b"Dear diary\n" * 100, b"SQLite format 3\0" + b"\7" * 5000])
def test_what_is_no_store(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "deals.sqlite"
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"deals\.sqlite: "):
        Store(file)
    assert file.read_bytes() == content


def test_databases_of_others(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite"
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE attempts (id INTEGER)")
    db.close()
    with pytest.raises(StoreError, match="an SQLite file, but not a store"):
        Store(file)


def test_stores_of_another_layout(store: Store) -> None:
    store._db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="has layout 99"):
        Store(store.path)


def test_places_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no such store"):
        Store(tmp_path / "none", create=False)
    with pytest.raises(StoreError, match="this is a directory"):
        Store(tmp_path)
    with pytest.raises(StoreError, match="there is no directory"):
        Store(tmp_path / "none" / "deals.sqlite")
    (tmp_path / "empty").touch()
    with pytest.raises(StoreError, match="empty, and not a store"):
        Store(tmp_path / "empty", create=False)
    Store(tmp_path / "empty").close()  # a temporary file made beforehand will do


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE attempts SET verdict = 'solvable' WHERE seed = 2",
        "UPDATE attempts SET verdict = 'solvable', length = 9 WHERE seed = 2",
        "UPDATE attempts SET seed = 3 WHERE seed = 2",
        "UPDATE attempts SET stored = stored + 1 WHERE seed = 2",
        "UPDATE attempts SET setting = 2 WHERE seed = 2",
        "UPDATE settings SET dealer = 'pysol'",
        "UPDATE settings SET options = '{}'",
    ],
)
def test_changed_entries_are_noticed(store: Store, damage: str) -> None:
    store.add([(SETTING, 1, WON), (SETTING, 2, LOST), (replace(SETTING, game="x"), 1, WON)])
    store._db.execute(damage)
    with pytest.raises(StoreError, match="the store is damaged"), Store(store.path) as again:
        list(again.results())


def test_flipped_bytes_never_give_another_verdict(tmp_path: Path) -> None:
    """Flip bytes all over a file: what can still be read is as it was."""
    file, game = tmp_path / "deals.sqlite", tiny()
    wanted = {r.seed: r.attempts for r in survey(game, "1-40", store=file)}
    sound = file.read_bytes()
    noticed = 0
    for place in range(100, len(sound), 331):
        damaged = bytearray(sound)
        damaged[place] ^= 0x15
        copy = tmp_path / "copy.sqlite"
        copy.write_bytes(damaged)
        try:
            with Store(copy, create=False) as store:
                for result in store.results():
                    assert result.attempts == wanted[result.seed]
        except StoreError:
            noticed += 1
    assert noticed > 5


def test_two_processes_share_a_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    file = str(tmp_path / "deals.sqlite")
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        both = list(pool.map(survey_tiny, [file, file]))
    wanted = {seed: verdict.value for seed, verdict in verdicts(tiny(), 60).items()}
    assert dict(both[0]) == dict(both[1]) == wanted
    with Store(file) as store:
        assert {r.seed: r.verdict.value for r in store.results()} == wanted


def test_to_frame(store: Store) -> None:
    pytest.importorskip("pandas")
    assert len(store.to_frame()) == 0
    list(survey(tiny(), "1-5", store=store, state_limit=5))
    frame = store.to_frame()
    from cadogan.solver.surveys.exporting import COLUMNS

    assert list(frame.columns) == list(COLUMNS)
    assert list(frame["seed"]) == [1, 2, 3, 4, 5]
    assert set(frame["verdict"]) <= {"solvable", "unsolvable", "unknown"}
    assert str(frame["length"].dtype) == "Int64"
    assert (frame["length"].isna() == (frame["verdict"] != "solvable")).all()
    store.add([(SETTING, 2**64 - 1, WON)])
    assert str(store.to_frame()["seed"].dtype) == "uint64"
    store.add([(SETTING, 10**20, WON)])
    assert "100000000000000000000" in list(store.to_frame()["seed"])
