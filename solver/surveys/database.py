"""The file of a store as SQLite sees it: opening it, checking it, and telling what is wrong."""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from cadogan.games.errors import PatienceError
from cadogan.solver.surveys.rows import TABLES

__all__ = [
    "StoreError",
    "check",
    "connected",
    "connected_for_reading",
    "damaged",
    "refuses_writing",
    "telling",
]

#: How long to wait for another process that writes, in seconds.
PATIENCE = 60.0
#: What reading a damaged file can raise besides SQLite's own errors: texts that are no UTF-8 (also
#: in the names of tables), numbers that are too large, values of another type, JSON and zlib data.
_DAMAGE = (ValueError, OverflowError, TypeError, LookupError, zlib.error)
#: How SQLite's message tells that the content of the file is wrong.
_DAMAGED = (
    "malformed", "no such", "syntax error", "decode", "unsupported file format", "corrupt"
)  # fmt: skip
#: How it tells that nothing can be written, neither to the file nor beside it.
_READ_ONLY = ("unable to open database file", "readonly database")


class StoreError(PatienceError):
    """A store that cannot be opened, read or written.

    Parameters
    ----------
    message : str
        What happened, to which file, and what to do.
    """


def connected(path: Path) -> sqlite3.Connection:
    """Open a file, or make it."""
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def connected_for_reading(path: Path) -> sqlite3.Connection:
    """Open a file where nothing can be written, which SQLite's log needs even for reading.

    Raises
    ------
    StoreError
        When there is a log beside the file: its results would be missed.
    """
    real = Path(os.path.realpath(path))  # SQLite keeps the log beside what a link leads to
    log = Path(f"{real}-wal")
    if log.exists() and log.stat().st_size:
        raise StoreError(
            f"{path}: nothing can be written in its folder, and {log.name} beside it has results "
            "that are not in it yet; copy both into a folder that can be written, and read the copy"
        )
    return sqlite3.connect(
        f"{real.as_uri()}?mode=ro&immutable=1",
        uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False,
    )  # fmt: skip


def refuses_writing(error: sqlite3.Error) -> bool:
    """Say whether the file failed because nothing can be written there."""
    return any(words in str(error) for words in _READ_ONLY)


def check(db: sqlite3.Connection) -> str | None:
    """Say what is wrong with a file as a whole, or None.

    Checksums vouch for each entry that is found. That none is missed, which a damaged index or
    page could bring about, is for SQLite's own check, which compares the index with the table.
    """
    db.execute("BEGIN")  # one state of the file, whatever other processes write meanwhile
    try:
        told = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if told != "ok":
            return " ".join(str(told).split())
        if not _schema(db) >= _expected_schema():
            return "its tables are not as they were made"
        for table, index in (
            ("attempts", "attempts_of_deal"),
            ("settings", "sqlite_autoindex_settings_1"),
        ):
            counts = {
                db.execute(f"SELECT count(*) FROM {table} {how}").fetchone()[0]
                for how in ("NOT INDEXED", f"INDEXED BY {index}")
            }
            if len(counts) > 1:
                return f"the index of {table} has another number of entries"
        return None
    finally:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")


def _schema(db: sqlite3.Connection) -> set[tuple[str, ...]]:
    return set(db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall())


def _expected_schema() -> set[tuple[str, ...]]:
    """Give the schema of a new store; users may have added to theirs."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(TABLES)
        return _schema(db)


def damaged(path: Path, what: object) -> StoreError:
    """Give the error for a file whose content is wrong."""
    return StoreError(
        f"{path}: the store is damaged ({what}); use a copy of it, or start a new one "
        "(`sqlite3 FILE .recover` may save some of it)"
    )


@contextmanager
def telling(path: Path, writing: bool = False) -> Iterator[None]:
    """Say in our words what goes wrong with a file, be it told by SQLite or met in its content."""
    try:
        yield
    except sqlite3.Error as error:
        raise _told(path, error, writing) from error
    except UnicodeDecodeError as error:
        raise damaged(path, "a text in it cannot be read") from error
    except _DAMAGE as error:
        if writing:  # what is to be written is to blame, not the file
            raise
        raise damaged(path, f"{type(error).__name__}: {error}") from error


def _told(path: Path, error: sqlite3.Error, writing: bool) -> StoreError:
    text = str(error)
    if "not a database" in text:
        return StoreError(f"{path}: this is not a store, nor any SQLite file")
    if any(words in text for words in _DAMAGED):
        return damaged(path, text.splitlines()[0])
    if writing:
        return StoreError(
            f"{path}: cannot be written ({text}); what was reported before is kept, "
            "and the same command goes on from there"
        )
    advice = ""
    if refuses_writing(error) and path.exists():
        advice = (
            "; a store that cannot be written can only be read: by `cadogan results` and "
            "`cadogan plot`, or opened with create=False"
        )
    return StoreError(f"{path}: cannot be used as a store ({text}){advice}")
