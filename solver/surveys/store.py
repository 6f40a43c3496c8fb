"""The store of a survey: one SQLite file that keeps every attempt, with no server.

An attempt is committed before it is reported, so whatever ends the program, nothing that was
reported is lost. Every entry has a checksum over its content: a damaged file gives an error and
never another verdict.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from cadogan.games.errors import PatienceError
from cadogan.solver.result import Limit, Statistics, Verdict
from cadogan.solver.surveys.effort import Stage
from cadogan.solver.surveys.findings import Attempt, Setting, SurveyResult

if TYPE_CHECKING:
    import pandas

__all__ = ["Store", "StoreError"]

#: Marks the file as ours ("CDGN"), and the version of its tables.
APPLICATION_ID = 0x4344474E
LAYOUT_VERSION = 1
#: How long to wait for another process that writes, in seconds.
PATIENCE = 60.0
#: Deals looked up at a time; SQLite takes 999 parameters at least.
BLOCK = 500

_TABLES = """
CREATE TABLE settings (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    pack TEXT NOT NULL,
    dealer TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (game, options, pack, dealer, rules_version)
);
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    setting INTEGER NOT NULL REFERENCES settings,
    seed NOT NULL,
    verdict TEXT NOT NULL,
    why TEXT,
    answered_by TEXT NOT NULL,
    length INTEGER,
    optimal INTEGER NOT NULL,
    moves TEXT,
    certificate TEXT,
    proof BLOB,
    generated INTEGER NOT NULL,
    expanded INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    seconds REAL NOT NULL,
    memory INTEGER NOT NULL,
    stages TEXT NOT NULL,
    method TEXT NOT NULL,
    time_limit REAL,
    state_limit INTEGER,
    memory_limit INTEGER,
    reductions INTEGER NOT NULL,
    last INTEGER NOT NULL,
    version TEXT NOT NULL,
    finished TEXT NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE INDEX attempts_of_deal ON attempts (setting, seed, id);
"""
_SETTING = ("game", "options", "pack", "dealer", "rules_version")
_ATTEMPT = (
    "verdict", "why", "answered_by", "length", "optimal", "moves", "certificate", "proof",
    "generated", "expanded", "stored", "seconds", "memory", "stages", "method",
    "time_limit", "state_limit", "memory_limit", "reductions", "last", "version", "finished",
)  # fmt: skip
_INSERT = (
    f"INSERT INTO attempts (setting, seed, {', '.join(_ATTEMPT)}, checksum) "
    f"VALUES ({', '.join('?' * (len(_ATTEMPT) + 3))})"
)
_SELECT = f"SELECT setting, seed, {', '.join(_ATTEMPT)}, checksum FROM attempts"


class StoreError(PatienceError):
    """A store that cannot be opened, read or written.

    Parameters
    ----------
    message : str
        What happened, to which file, and what to do.
    """


class Store:
    """Verdicts of surveys in one SQLite file.

    Parameters
    ----------
    path : path-like
        The file.
    create : bool
        Whether to make it if it is not there.

    Raises
    ------
    StoreError
        When the file cannot be opened or is not a store.

    Notes
    -----
    Several processes may use one store at the same time (not over a network file system). Beside
    the file there are ``-wal`` and ``-shm`` files while it is in use, and after a crash; they
    belong to it.

    Examples
    --------
    >>> import os, tempfile
    >>> from cadogan import survey
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "deals.sqlite")
    ...     first = list(survey("freecell", "ms:1-2", state_limit=100_000, store=file))
    ...     with Store(file) as store:
    ...         print([f"{result.name} {result.verdict.value}" for result in store.results()])
    ['ms:1 solvable', 'ms:2 solvable']
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = Path(path)
        self._settings: dict[Setting, int] = {}
        if self.path.is_dir():
            raise StoreError(f"{path}: this is a directory; name a file in it")
        if not create and not self.path.exists():
            raise StoreError(f"{path}: there is no such store")
        if not self.path.absolute().parent.is_dir():
            raise StoreError(f"{path}: there is no directory {self.path.absolute().parent}")
        with self._telling():
            self._db = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
            )
        try:
            with self._telling():
                self._prepare(create)
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        with suppress(sqlite3.Error):  # what is committed is safe; the last tidying up may fail
            self._db.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Writing --------------------------------------------------------------------------------

    def add(self, found: Iterable[tuple[Setting, int, Attempt]]) -> None:
        """Add attempts, all of them or, if that fails, none.

        Raises
        ------
        StoreError
            When they cannot be written, for instance because the disk is full.
        RuntimeError
            When an attempt contradicts a verdict that is stored: an internal error.
        """
        with self._telling(writing=True), self._transaction():
            for setting, seed, attempt in found:
                number = self._setting_number(setting)
                if attempt.proved:
                    self._refuse_contradiction(number, setting, seed, attempt)
                key, values = _seed_in(seed), _row_of(attempt)
                check = _checksum(setting, key, values)
                self._db.execute(_INSERT, (number, key, *values, check))

    def _setting_number(self, setting: Setting) -> int:
        """Find or make the row of a setting."""
        if setting not in self._settings:
            values = tuple(getattr(setting, name) for name in _SETTING)
            self._db.execute(
                f"INSERT OR IGNORE INTO settings ({', '.join(_SETTING)}, checksum) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (*values, zlib.crc32(repr(values).encode())),
            )
            self._read_settings()
        return self._settings[setting]

    def _refuse_contradiction(
        self, number: int, setting: Setting, seed: int, attempt: Attempt
    ) -> None:
        other = self._db.execute(
            "SELECT verdict, version FROM attempts WHERE setting = ? AND seed = ? "
            "AND verdict NOT IN ('unknown', ?) LIMIT 1",
            (number, _seed_in(seed), attempt.verdict.value),
        ).fetchone()
        if other is not None:
            raise RuntimeError(
                f"internal error: {setting.dealer}:{seed} of {setting.game} was found "
                f"{attempt.verdict.value}, but {self.path} has it as {other[0]} "
                f"(found by version {other[1]})"
            )

    # Reading --------------------------------------------------------------------------------

    def settings(self) -> list[Setting]:
        """List the settings that there are entries for.

        Raises
        ------
        StoreError
            When the file is damaged.
        """
        with self._telling():
            self._read_settings()
        order = [(s.game, s.dealer, s.options, s.pack, s.rules_version) for s in self._settings]
        return [s for _, s in sorted(zip(order, self._settings, strict=True))]

    def attempts(self, setting: Setting, seeds: Sequence[int]) -> dict[int, tuple[Attempt, ...]]:
        """Look up what has been tried.

        Returns
        -------
        dict
            For each of the seeds that has been tried its attempts, in order.

        Raises
        ------
        StoreError
            When the file cannot be read, or an entry is damaged.
        """
        found: dict[int, list[Attempt]] = {}
        with self._telling():
            if setting not in self._settings:
                self._read_settings()
            if setting not in self._settings:
                return {}
            for start in range(0, len(seeds), BLOCK):
                block = [_seed_in(seed) for seed in seeds[start : start + BLOCK]]
                where = f"WHERE setting = ? AND seed IN ({', '.join('?' * len(block))}) ORDER BY id"
                rows = self._db.execute(
                    f"{_SELECT} {where}", (self._settings[setting], *block)
                ).fetchall()
                for row in rows:
                    seed, attempt = self._read(setting, row)
                    found.setdefault(seed, []).append(attempt)
        return {seed: tuple(attempts) for seed, attempts in found.items()}

    def results(self, setting: Setting | None = None) -> Iterator[SurveyResult]:
        """Give all results, or those of one setting, in the order of their seeds.

        Raises
        ------
        StoreError
            When the file cannot be read, or an entry is damaged.
        """
        for each in self.settings() if setting is None else [setting]:
            yield from self._results(each)

    def _results(self, setting: Setting) -> Iterator[SurveyResult]:
        with self._telling():
            if setting not in self._settings:
                self._read_settings()
            number = self._settings.get(setting)
            query = f"{_SELECT} WHERE setting = ? ORDER BY seed, id"
            gathered: list[Attempt] = []
            at: int | None = None
            for row in self._db.execute(query, (number,)):
                seed, attempt = self._read(setting, row)
                if at is not None and seed != at:
                    yield SurveyResult(setting, at, tuple(gathered), stored=True)
                    gathered = []
                at = seed
                gathered.append(attempt)
            if at is not None:
                yield SurveyResult(setting, at, tuple(gathered), stored=True)

    def to_frame(self) -> pandas.DataFrame:
        """Give all results as a pandas DataFrame, a row a deal.

        The columns are those of :data:`cadogan.solver.surveys.exporting.COLUMNS`.
        """
        from cadogan.solver.surveys.exporting import frame

        return frame(self.results())

    def _read_settings(self) -> None:
        query = f"SELECT id, {', '.join(_SETTING)}, checksum FROM settings"
        for number, *values, check in self._db.execute(query).fetchall():
            if zlib.crc32(repr(tuple(values)).encode()) != check:
                raise StoreError(self._damaged(f"setting {number}"))
            self._settings[Setting(*values)] = number

    def _read(self, setting: Setting, row: Sequence[Any]) -> tuple[int, Attempt]:
        _, key, *values, check = row
        if _checksum(setting, key, tuple(values)) != check:
            raise StoreError(self._damaged(f"an entry of deal {setting.dealer}:{key}"))
        return int(key), _attempt_of(dict(zip(_ATTEMPT, values, strict=True)))

    # The file -------------------------------------------------------------------------------

    def _prepare(self, create: bool) -> None:
        """Make the tables in a new file, or make sure that the file is a store."""
        if self._is_new():
            if not create:
                raise StoreError(f"{self.path}: this file is empty, and not a store")
            self._db.execute("PRAGMA journal_mode = WAL")
            with self._transaction():
                if self._is_new():  # nobody was faster
                    for statement in _TABLES.split(";"):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                    self._db.execute(f"PRAGMA user_version = {LAYOUT_VERSION}")
        if self._pragma("application_id") != APPLICATION_ID:
            raise StoreError(f"{self.path}: this is an SQLite file, but not a store of surveys")
        if self._pragma("user_version") != LAYOUT_VERSION:
            raise StoreError(
                f"{self.path}: this store has layout {self._pragma('user_version')}, and this "
                f"version of Cadogan reads layout {LAYOUT_VERSION}"
            )
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._read_settings()

    def _is_new(self) -> bool:
        tables = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return not tables and self._pragma("application_id") == 0

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            self._settings.clear()  # what was found may be taken back
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _telling(self, writing: bool = False) -> Iterator[None]:
        """Say in our words what SQLite has to say."""
        try:
            yield
        except sqlite3.Error as error:
            text = str(error)
            if "not a database" in text:
                message = f"{self.path}: this is not a store, nor any SQLite file"
            elif "malformed" in text or "no such column" in text or "no such table" in text:
                message = self._damaged(text)
            elif writing:
                message = (
                    f"{self.path}: cannot be written ({text}); what was reported before is kept, "
                    "and the same command goes on from there"
                )
            else:
                message = f"{self.path}: cannot be used as a store ({text})"
            raise StoreError(message) from error

    def _damaged(self, what: str) -> str:
        return (
            f"{self.path}: the store is damaged ({what}); use a copy of it, or start a new one "
            "(`sqlite3 FILE .recover` may save some of it)"
        )


def _seed_in(seed: int) -> int | str:
    """Give a seed as the store has it: numbers above SQLite's range as text that sorts well."""
    return seed if seed < 2**63 else f"{seed:025}"


def _checksum(setting: Setting, key: int | str, values: tuple[Any, ...]) -> int:
    return zlib.crc32(repr((setting.game, setting.options, setting.pack, setting.dealer,
                            setting.rules_version, key, values)).encode())  # fmt: skip


def _row_of(attempt: Attempt) -> tuple[Any, ...]:
    """Give an attempt's values in the order of `_ATTEMPT`, as SQLite will give them back."""
    stage, effort = attempt.stage, attempt.statistics
    return (
        attempt.verdict.value,
        attempt.limit.value if attempt.limit is not None else None,
        attempt.method,
        attempt.length,
        int(attempt.optimal),
        json.dumps(attempt.moves) if attempt.moves is not None else None,
        attempt.certificate,
        None if attempt.proof is None else zlib.compress(attempt.proof),
        effort.generated,
        effort.expanded,
        effort.stored,
        float(effort.seconds),
        effort.memory,
        json.dumps(effort.stages),
        stage.method,
        None if stage.time_limit is None else float(stage.time_limit),
        None if stage.state_limit is None else int(stage.state_limit),
        None if stage.memory_limit is None else int(stage.memory_limit),
        int(stage.reductions),
        int(attempt.last),
        attempt.version,
        attempt.finished,
    )


def _attempt_of(values: dict[str, Any]) -> Attempt:
    """Make the attempt again; its invariants are enforced once more."""
    moves, why = values["moves"], values["why"]
    return Attempt(
        Stage(
            values["method"],
            values["time_limit"],
            values["state_limit"],
            values["memory_limit"],
            bool(values["reductions"]),
        ),
        Verdict(values["verdict"]),
        values["answered_by"],
        limit=None if why is None else Limit(why),
        length=values["length"],
        optimal=bool(values["optimal"]),
        moves=None if moves is None else tuple(json.loads(moves)),
        certificate=values["certificate"],
        proof=None if values["proof"] is None else zlib.decompress(values["proof"]),
        statistics=Statistics(
            values["generated"],
            values["expanded"],
            values["stored"],
            values["seconds"],
            values["memory"],
            tuple(json.loads(values["stages"])),
        ),
        last=bool(values["last"]),
        version=values["version"],
        finished=values["finished"],
    )
