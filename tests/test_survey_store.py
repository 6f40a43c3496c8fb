"""The store: what goes in comes out, and a file that is wrong never gives a verdict."""

from __future__ import annotations

import multiprocessing
import random
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from surveying import survey_tiny, tiny, verdicts

from cadogan import Limit, Stage, Statistics, Store, StoreError, Verdict, get_game, survey
from cadogan.solver.surveys import database
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


def contents(file: Path) -> dict[int, tuple[Attempt, ...]]:
    with Store(file, create=False) as store:
        return {result.seed: result.attempts for result in store.results()}


def test_flipped_bits_lose_nothing(tmp_path: Path) -> None:
    """Flip one bit at a time: a file that is still read gives every deal with all its attempts."""
    file, copy = tmp_path / "deals.sqlite", tmp_path / "copy.sqlite"
    list(survey(tiny(), "1-30", store=file, stages=[Stage("dfs", state_limit=2), Stage()]))
    sound, wanted = file.read_bytes(), contents(file)
    assert {len(attempts) for attempts in wanted.values()} == {1, 2}
    chosen, noticed = random.Random(7), 0
    for number in range(600):
        damaged = bytearray(sound)
        # Every third is in the first page, where the tables are described.
        place = chosen.randrange(4096 if number % 3 == 0 else len(sound))
        damaged[place] ^= 1 << chosen.randrange(8)
        copy.write_bytes(damaged)
        try:
            assert contents(copy) == wanted, place
        except StoreError:
            noticed += 1
    assert noticed > 100


def page_of(file: Path, name: str) -> tuple[int, int]:
    """Give the place of the page where a table or index begins, and the size of pages."""
    with closing(sqlite3.connect(file)) as db:
        (size,) = db.execute("PRAGMA page_size").fetchone()
        query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (root,) = db.execute(query, (name,)).fetchone()
    return (root - 1) * size, size


def test_an_index_that_misses_a_deal_is_noticed(store: Store) -> None:
    """The last entry of the index gets another seed: looking the deal up would not find it."""
    store.add((SETTING, seed, OPEN) for seed in range(100, 110))
    store.close()
    start, size = page_of(store.path, "attempts_of_deal")
    content = bytearray(store.path.read_bytes())
    place = content.index(bytes([109, 10]), start, start + size)  # seed and id
    content[place] ^= 16
    store.path.write_bytes(content)
    with pytest.raises(StoreError, match="the store is damaged"):
        Store(store.path)


def test_tables_of_another_shape_are_noticed(store: Store) -> None:
    store.add([(SETTING, 1, OPEN), (SETTING, 2, OPEN)])
    store._db.execute("DROP INDEX attempts_of_deal")
    store._db.execute("CREATE INDEX attempts_of_deal ON attempts (setting, id, seed)")
    with pytest.raises(StoreError, match="its tables are not as they were made"):
        Store(store.path)


def test_what_users_add_is_no_damage(store: Store) -> None:
    store.add([(SETTING, 1, WON)])
    store._db.execute("ANALYZE")
    store._db.execute("CREATE VIEW won AS SELECT seed FROM attempts WHERE verdict = 'solvable'")
    assert contents(store.path) == {1: (WON,)}


def test_names_that_are_no_text_are_damage(store: Store) -> None:
    store.add([(SETTING, 1, WON)])
    store.close()
    content = store.path.read_bytes()
    place = content.index(b"CREATE TABLE settings")
    for at in range(place, place + 60):
        damaged = bytearray(content)
        damaged[at] ^= 0x80
        store.path.write_bytes(damaged)
        with pytest.raises(StoreError, match=r"deals\.sqlite: "):
            Store(store.path)


@pytest.mark.parametrize(
    "error",
    [
        UnicodeDecodeError("utf-8", b"x", 0, 1, "invalid"),
        OverflowError("too large"),
        ValueError("no JSON"),
        TypeError("bytes"),
        sqlite3.OperationalError("Could not decode to UTF-8 column 'why' with text 'x'"),
        sqlite3.DatabaseError("database disk image is malformed"),
    ],
)
def test_whatever_reading_raises_is_damage(error: Exception, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="the store is damaged"), database.telling(tmp_path):
        raise error


def test_errors_of_who_adds_are_not_the_file_s(store: Store) -> None:
    def broken() -> Iterator[tuple[Setting, int, Attempt]]:
        yield SETTING, 1, WON
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        store.add(broken())
    assert list(store.results()) == []


# Where nothing can be written ---------------------------------------------------------------------


@pytest.fixture
def unwritable(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make the usual way of opening fail as on a file system that is read-only."""

    def make(message: str) -> None:
        class Refusing(sqlite3.Connection):
            def execute(self, *_: object) -> sqlite3.Cursor:  # type: ignore[override]
                raise sqlite3.OperationalError(message)

        monkeypatch.setattr(
            database, "connected", lambda path: sqlite3.connect(path, factory=Refusing)
        )

    return make


@pytest.mark.parametrize(
    "message", ["unable to open database file", "attempt to write a readonly database"]
)
def test_reading_where_nothing_can_be_written(
    store: Store, tmp_path: Path, unwritable: Callable[[str], None], message: str
) -> None:
    file = tmp_path / "50% of ?#.sqlite"
    with Store(file) as other:
        other.add([(SETTING, 1, OPEN), (SETTING, 2, WON)])
    unwritable(message)
    assert contents(file) == {1: (OPEN,), 2: (WON,)}
    with Store(file, create=False) as opened, pytest.raises(StoreError, match="cannot be written"):
        opened.add([(SETTING, 3, WON)])
    with pytest.raises(StoreError, match="can only be read: by `cadogan results`"):
        Store(file)


def test_a_log_beside_what_cannot_be_written(
    store: Store, unwritable: Callable[[str], None], tmp_path: Path
) -> None:
    store.add([(SETTING, 1, WON)])
    unwritable("unable to open database file")
    link = tmp_path / "link.sqlite"
    link.symlink_to(store.path)
    for file in (store.path, link):  # SQLite keeps the log beside the file itself
        with pytest.raises(StoreError, match=r"deals\.sqlite-wal beside it has results"):
            Store(file, create=False)
    store.close()  # writes the log into the file
    assert contents(link) == {1: (WON,)}


def test_other_errors_are_not_taken_for_that(
    store: Store, unwritable: Callable[[str], None]
) -> None:
    unwritable("disk I/O error")
    with pytest.raises(StoreError, match=r"cannot be used as a store \(disk I/O error\)$"):
        Store(store.path, create=False)


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
