"""Writing a file so that an older one is lost only when the new one is whole."""

from __future__ import annotations

import os
import shutil
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

__all__ = ["may_write", "replacing", "write_file"]


def write_file(path: Path, data: bytes) -> None:
    """Write a file all at once.

    It is written beside its place and renamed, so that a full disk or a kill leaves what was
    there. A link is followed. Pipes, devices and the process's own output are written into.

    Parameters
    ----------
    path : pathlib.Path
        The file.
    data : bytes
        All that it is to hold.

    Raises
    ------
    OSError
        When it cannot be written.
    """
    own = _own_stream(path)
    if own is not None:  # a file must not be opened twice: each would write over the other
        own.flush()
        own.buffer.write(data)
        own.flush()
        return
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with open(path, "wb") as stream:
            stream.write(data)
        return
    with replacing(path) as beside:
        beside.write_bytes(data)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a name beside a file under which to write it anew; at the end it takes the file's place.

    If anything goes wrong inside, the file stays what it was. A link is followed.

    Raises
    ------
    OSError
        When the file cannot be put in place.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with replacing(Path(folder, "moves.txt")) as beside:
    ...         _ = beside.write_text("b5 home")
    ...     Path(folder, "moves.txt").read_text()
    'b5 home'
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".cadogan-{uuid.uuid4().hex[:16]}.tmp")
    try:
        yield beside
        with open(beside, "rb+") as stream:
            os.fsync(stream.fileno())
        if target.exists():
            shutil.copymode(target, beside)
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise


def may_write(path: Path) -> bool:
    """Say whether a file that is there may be changed, or one be made, as far as can be told.

    Examples
    --------
    >>> may_write(Path(os.devnull))
    True
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not os.access(target, os.W_OK):
        return False
    own_place = target.exists() and not target.is_file()
    return own_place or not target.parent.is_dir() or os.access(target.parent, os.W_OK)


def _own_stream(path: Path) -> TextIO | None:
    """Give standard output or error, if that is what a path leads to."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if os.path.samestat(os.stat(path), os.fstat(stream.fileno())):
                return stream
        except (AttributeError, OSError, ValueError):  # no file, closed, or none of the system's
            continue
    return None
