"""The store of a survey: one SQLite file that keeps every attempt, with no server.

An attempt is committed before it is reported, so whatever ends the program, nothing that was
reported is lost. Every entry has a checksum over its content, and the file as a whole is checked
when it is opened: a damaged one gives an error, and never fewer results or another verdict.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from cadogan.solver.surveys import database
from cadogan.solver.surveys.database import StoreError, damaged, telling
from cadogan.solver.surveys.findings import Attempt, Setting, SurveyResult
from cadogan.solver.surveys.rows import (
    APPLICATION_ID,
    ATTEMPT_COLUMNS,
    INSERT,
    LAYOUT_VERSION,
    SELECT,
    SETTING_COLUMNS,
    TABLES,
    attempt_of,
    checksum,
    row_of,
    seed_in,
)

if TYPE_CHECKING:
    import pandas

__all__ = ["Store", "StoreError"]

#: Deals looked up at a time; SQLite takes 999 parameters at least.
BLOCK = 500


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
        When the file cannot be opened, is not a store or is damaged: all of it is checked, which
        takes a small part of the time that reading it would.

    Notes
    -----
    Where nothing can be written, a store can be read with ``create=False``.

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
        with telling(self.path):
            try:
                self._open(database.connected(self.path), create)
            except sqlite3.OperationalError as error:
                if create or not database.refuses_writing(error):
                    raise
                self._open(database.connected_for_reading(self.path), create)

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
        found = list(found)  # what goes wrong in making it is not the file's fault
        with telling(self.path, writing=True), self._transaction():
            for setting, seed, attempt in found:
                number = self._setting_number(setting)
                if attempt.proved:
                    self._refuse_contradiction(number, setting, seed, attempt)
                key, values = seed_in(seed), row_of(attempt)
                check = checksum(setting, key, values)
                self._db.execute(INSERT, (number, key, *values, check))

    def _setting_number(self, setting: Setting) -> int:
        """Find or make the row of a setting."""
        if setting not in self._settings:
            values = tuple(getattr(setting, name) for name in SETTING_COLUMNS)
            self._db.execute(
                f"INSERT OR IGNORE INTO settings ({', '.join(SETTING_COLUMNS)}, checksum) "
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
            (number, seed_in(seed), attempt.verdict.value),
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
        with telling(self.path):
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
        keys = [seed_in(seed) for seed in seeds]
        with telling(self.path):
            if setting not in self._settings:
                self._read_settings()
            if setting not in self._settings:
                return {}
            for start in range(0, len(keys), BLOCK):
                block = keys[start : start + BLOCK]
                where = f"WHERE setting = ? AND seed IN ({', '.join('?' * len(block))}) ORDER BY id"
                rows = self._db.execute(
                    f"{SELECT} {where}", (self._settings[setting], *block)
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
        with telling(self.path):
            if setting not in self._settings:
                self._read_settings()
            number = self._settings.get(setting)
            query = f"{SELECT} WHERE setting = ? ORDER BY seed, id"
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
        query = f"SELECT id, {', '.join(SETTING_COLUMNS)}, checksum FROM settings"
        for number, *values, check in self._db.execute(query).fetchall():
            if zlib.crc32(repr(tuple(values)).encode()) != check:
                raise damaged(self.path, f"setting {number}")
            self._settings[Setting(*values)] = number

    def _read(self, setting: Setting, row: Sequence[Any]) -> tuple[int, Attempt]:
        _, key, *values, check = row
        if checksum(setting, key, tuple(values)) != check:
            raise damaged(self.path, f"an entry of deal {setting.dealer}:{key}")
        return int(key), attempt_of(dict(zip(ATTEMPT_COLUMNS, values, strict=True)))

    # The file -------------------------------------------------------------------------------

    def _open(self, db: sqlite3.Connection, create: bool) -> None:
        self._db = db
        try:
            self._prepare(create)
        except BaseException:
            db.close()
            raise

    def _prepare(self, create: bool) -> None:
        """Make the tables in a new file, or make sure that the file is a sound store."""
        new = self._is_new()
        if new:
            if not create:
                raise StoreError(f"{self.path}: this file is empty, and not a store")
            self._db.execute("PRAGMA journal_mode = WAL")
            with self._transaction():
                if self._is_new():  # nobody was faster
                    for statement in TABLES.split(";"):
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
        wrong = None if new else database.check(self._db)
        if wrong is not None:
            raise damaged(self.path, wrong)
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
