"""Machine code kept on disk, each piece sealed by a checksum that is looked at before it is used.

Numba's own cache unpickles and runs whatever its files hold, so a damaged file would end the
process, or worse, run as code that nobody compiled. Here one file holds one compiled function for
one signature and processor: a first line, the SHA-256 of the rest, and Numba's pickle. It is
written beside its place and renamed, so a reader finds all of it or nothing. A file that is not as
it was written is told of once, thrown away, and compiled afresh.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from cadogan.games.compiling import not_kept, warn_once

_HEAD = b"cadogan machine code 1\n"
_DIGEST = 32


class Damaged(Exception):
    """A file is not as it was written."""


class KeptCode(_Cache):
    """The kept machine code of one function; takes the place of Numba's cache.

    Parameters
    ----------
    function : callable
        The function that Numba compiles.
    folder : pathlib.Path
        A folder that is for this state of this function's sources only.
    """

    def __init__(self, function: Any, folder: Path) -> None:
        self._function = function
        self._folder = folder
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The folder, as Numba's statistics show it."""
        return str(self._folder)

    def enable(self) -> None:
        """Keep code from now on."""
        self._enabled = True

    def disable(self) -> None:
        """Keep no code from now on."""
        self._enabled = False

    def flush(self) -> None:
        """Throw away what is kept."""
        for file in self._folder.glob("*.code"):
            _discard(file)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Give the function compiled for a signature, or None if that is not kept."""
        target_context.refresh()
        if not self._enabled:
            return None
        key = self._key(sig, target_context.codegen())
        file = self._file(key)
        try:
            content = read_sealed(file)
            if content is None:
                return None
            found, payload = pickle.loads(content)
            if found != key:
                return None
            return CompileResult._rebuild(target_context, *payload)
        except Exception:  # whatever is wrong with it, compiling helps
            _discard(file)
            root = self._folder.parent
            warn_once(f"machine code kept in {root} was damaged: it is compiled afresh")
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for a signature, if it can be used by another process."""
        if not self._enabled or not _of_use_elsewhere(data):
            return
        key = self._key(sig, data.codegen)
        content = dumps((key, data._reduce()))
        try:
            write_sealed(self._file(key), content)
        except OSError as error:
            not_kept(self._folder.parent, error)

    def _key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """Give all that one piece of machine code is for: function, types and processor."""
        function, code = self._function, self._function.__code__
        does = hashlib.sha256(code.co_code + repr(code.co_names).encode()).hexdigest()
        who = function.__module__, function.__qualname__, code.co_firstlineno, does
        return who, sig, codegen.magic_tuple()

    def _file(self, key: tuple[Any, ...]) -> Path:
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        return self._folder / f"{self._function.__name__}-{digest}.code"


def _of_use_elsewhere(compiled: Any) -> bool:
    """Ask what Numba asks: whether the code holds addresses of this process."""
    return not compiled.library.has_dynamic_globals and all(x.can_cache for x in compiled.lifted)


def read_sealed(file: Path) -> bytes | None:
    """Read a file that :func:`write_sealed` wrote.

    Returns
    -------
    bytes or None
        The content; None when there is no such file.

    Raises
    ------
    Damaged
        When it is not as it was written.
    OSError
        When it cannot be read.
    """
    try:
        whole = file.read_bytes()
    except FileNotFoundError:
        return None
    start = len(_HEAD) + _DIGEST
    if whole[: len(_HEAD)] != _HEAD:
        raise Damaged("it does not begin as it should")
    content = whole[start:]
    if _seal(file, content) != whole[len(_HEAD) : start]:
        raise Damaged("its checksum is another")
    return content


def write_sealed(file: Path, content: bytes) -> None:
    """Write a file with its checksum, all at once.

    Raises
    ------
    OSError
        When it cannot be written; then nothing is changed.
    """
    beside = file.with_name(f"{file.name}.{uuid.uuid4().hex[:16]}.tmp")
    try:
        beside.write_bytes(_HEAD + _seal(file, content) + content)
        os.replace(beside, file)
    except BaseException:
        _discard(beside)
        raise


def _seal(file: Path, content: bytes) -> bytes:
    """Hash a content together with the place that it is for, so that files cannot be swapped."""
    place = f"{file.parent.name}/{file.name}\n"
    return hashlib.sha256(place.encode() + content).digest()


def _discard(file: Path) -> None:
    with suppress(OSError):
        file.unlink()
