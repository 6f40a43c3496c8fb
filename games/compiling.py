"""Rule functions and search kernels: plain Python that is compiled on first use.

A function marked ``@rule``, ``@helper`` or ``@kernel`` stays an ordinary Python function; that is
its *plain twin*, used for replay, checking and graphs. :func:`build` makes the fast form on first
use, in one of three ways:

``native``
    machine code on raw pointers, cached on disk (the default);
``checked``
    machine code on arrays with bounds checks (``NUMBA_BOUNDSCHECK=1``), slow and uncached;
``plain``
    the plain twin itself (``NUMBA_DISABLE_JIT=1``); Numba is then never imported.

Nothing here imports Numba before something is built.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import os
import sys
import tempfile
import threading
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

_MARK = "__cadogan_kind__"
_BUILT: dict[tuple[Any, str], Any] = {}
_BUILDING = threading.RLock()

#: What a rule's parameters mean, and so which types they have in machine code.
PARAMETERS = {
    "state": "uint8*",
    "words": "uint64*",
    "table": "uint8*",
    "out": "int64*",
    "weights": "int64*",
    "move": "int64",
}


def _marked(kind: str) -> Callable[[F], F]:
    def mark(function: F) -> F:
        setattr(function, _MARK, kind)
        return function

    return mark


#: Marks one of a game's rule functions (see :class:`cadogan.games.game.Rules`).
rule = _marked("rule")
#: Marks a function that rules or kernels call.
helper = _marked("helper")
#: Marks a search kernel: takes arrays and built rules, returns a status.
kernel = _marked("kernel")


@helper
def int64(value: Any) -> int:
    """Read a byte or word as a signed 64-bit number.

    Examples
    --------
    >>> int64(True)
    1
    """
    return int(value)


@helper
def uint64(value: Any) -> int:
    """Read a value as an unsigned 64-bit number (a negative one wraps round).

    Examples
    --------
    >>> uint64(-1) == 2**64 - 1
    True
    """
    return int(value) & 0xFFFFFFFFFFFFFFFF


@helper
def address(array: Any) -> Any:
    """Give the array as the built code handles it (a bare pointer in native code)."""
    return array


@helper
def part(array: Any, start: int, size: int) -> Any:
    """Give ``size`` elements of an array from ``start`` on, sharing its memory."""
    return array[start : start + size]


@helper
def as_words(array: Any) -> Any:
    """Give the bytes of an array as 64-bit words, sharing its memory."""
    return array.view("uint64")


@helper
def copy_words(target: Any, source: Any, count: int) -> None:
    """Copy ``count`` 64-bit words."""
    for i in range(count):
        target[i] = source[i]


@helper
def prefetch(array: Any, index: int) -> None:
    """Ask for an element to be brought near, for use a little later."""


def mode() -> str:
    """Say how functions are built in this process: ``native``, ``checked`` or ``plain``.

    Returns
    -------
    str
        The mode, decided by the environment variables ``NUMBA_DISABLE_JIT`` and
        ``NUMBA_BOUNDSCHECK``.
    """
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "plain"
    if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0"):
        return "checked"
    return "native"


def build(function: Callable[..., Any], how: str | None = None) -> Any:
    """Give the runnable form of a marked function, compiling it on first use.

    Parameters
    ----------
    function : callable
        A function marked ``@rule``, ``@helper`` or ``@kernel``.
    how : str, optional
        ``native``, ``checked`` or ``plain``; by default what :func:`mode` says.

    Returns
    -------
    callable
        What kernels take as an argument, or the kernel itself.

    Raises
    ------
    TypeError
        If the function is not marked.

    Examples
    --------
    >>> build(int64, "plain") is int64
    True
    """
    how = how or mode()
    kind = getattr(function, _MARK, None)
    if kind is None:
        raise TypeError(f"{function!r} is not marked @rule, @helper or @kernel")
    if how == "plain":
        return function
    found = _BUILT.get((function, how))
    if found is None:
        with _BUILDING:  # each function once, whichever thread asks first
            found = _BUILT.get((function, how))
            if found is None:
                found = _BUILT[function, how] = _compile(function, kind, how)
    return found


def _compile(function: Callable[..., Any], kind: str, how: str) -> Any:
    """Compile one root function with everything it calls."""
    import numba

    memo: dict[Any, Any] = {}
    options: dict[str, Any] = {"error_model": "numpy"}
    twin = _translated(function, how, memo)
    if how == "checked":
        return numba.njit(boundscheck=True, nogil=True, **options)(twin)
    from numba.core.ccallback import CFunc

    from cadogan.games.kept_code import KeptCode

    folder = cache_folder(function)
    built: Any
    if kind == "rule":
        signature = _signature(function)
        built = CFunc(twin, (signature.args, signature.return_type), {}, options)
    else:
        built = numba.njit(nogil=True, **options)(twin)
    if folder is not None:  # Numba's own cache runs whatever its files hold
        built._cache = KeptCode(twin, folder)
    if kind == "rule":
        built.compile()
    return built


def _translated(function: Any, how: str, memo: dict[Any, Any]) -> Any:
    """Copy a function so that the marked functions it names are compiled ones."""
    scope: dict[str, Any] = {"__builtins__": __builtins__, "__name__": function.__module__}
    for name, value in _globals_used(function):
        scope[name] = _substitute(value, how, memo)
    twin = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    twin.__module__ = function.__module__
    twin.__qualname__ = function.__qualname__
    return twin


def _substitute(value: Any, how: str, memo: dict[Any, Any]) -> Any:
    """Give what a global stands for in compiled code."""
    if not isinstance(value, types.FunctionType) or not hasattr(value, _MARK):
        return value
    if value not in memo:
        import numba

        special = _specials(how).get(value)
        memo[value] = special or numba.njit(
            boundscheck=how == "checked", nogil=True, error_model="numpy"
        )(_translated(value, how, memo))
    return memo[value]


@functools.cache
def _specials(how: str) -> dict[Any, Any]:
    """Map the markers of this module to what Numba knows."""
    import numba

    from cadogan.games import pointers

    found: dict[Any, Any] = {int64: numba.int64, uint64: numba.uint64}
    if how == "native":
        found[address] = pointers.address
        found[part] = pointers.part
        found[as_words] = pointers.as_words
        found[prefetch] = pointers.prefetch
    else:
        found[as_words] = pointers.array_words
    return found


def _signature(function: Callable[..., Any]) -> Any:
    """Read the machine types of a rule off the names of its parameters."""
    from numba import types as nb

    known = {
        "uint8*": nb.CPointer(nb.uint8),
        "uint64*": nb.CPointer(nb.uint64),
        "int64*": nb.CPointer(nb.int64),
        "int64": nb.int64,
    }
    names = list(inspect.signature(function).parameters)
    unknown = [name for name in names if name not in PARAMETERS]
    if unknown:
        raise TypeError(
            f"rule {function.__qualname__} has a parameter {unknown[0]!r}; "
            f"rules take {', '.join(PARAMETERS)}"
        )
    return nb.int64(*[known[PARAMETERS[name]] for name in names])


def _globals_used(function: Any) -> Iterator[tuple[str, Any]]:
    """List the global names that a function's code reads, with their values."""
    for name in sorted(set(_code_names(function.__code__))):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _code_names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _code_names(constant)


def fingerprint(function: Callable[..., Any]) -> str:
    """Hash everything that a compiled function depends on.

    That is the source files of the function and of all marked functions that it reaches, the
    values of the constants they read, and the versions of Python and Numba. Numba's own cache
    looks only at the file of the root function, so a change in a callee would go unnoticed.

    Parameters
    ----------
    function : callable
        A marked function.

    Returns
    -------
    str
        Sixteen hexadecimal digits.
    """
    import numba

    digest = hashlib.sha256(f"{sys.version} {numba.__version__}".encode())
    digest.update(Path(__file__).read_bytes())
    for beside in ("pointers.py", "kept_code.py"):
        digest.update(Path(__file__).with_name(beside).read_bytes())
    files: set[str] = set()
    seen: set[Any] = set()
    queue: list[Any] = [function]
    while queue:
        current = queue.pop()
        if current in seen:
            continue
        seen.add(current)
        files.add(current.__code__.co_filename)
        for name, value in _globals_used(current):
            if hasattr(value, _MARK):
                queue.append(value)
            elif not callable(value) and not isinstance(value, types.ModuleType):
                digest.update(f"{current.__qualname__}.{name}=".encode() + _content(value))
        digest.update(_content(current.__defaults__))
    for file in sorted(files):
        digest.update(Path(file).read_bytes() if Path(file).exists() else file.encode())
    return digest.hexdigest()[:16]


def _content(value: Any) -> bytes:
    """Write a constant out in full (the printed form of a large array leaves out its middle)."""
    if isinstance(value, (tuple, list)):
        return b"(" + b",".join(map(_content, value)) + b")"
    if hasattr(value, "tobytes"):
        return f"{value.dtype}{value.shape}".encode() + bytes(value.tobytes())
    return repr(value).encode()


def cache_root() -> Path:
    """Give the folder below which compiled code is kept.

    ``CADOGAN_CACHE_DIR`` names it; otherwise it is the user's cache folder.
    """
    chosen = os.environ.get("CADOGAN_CACHE_DIR")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "cadogan"


def cache_folder(function: Callable[..., Any]) -> Path | None:
    """Make and give the folder for a function's machine code.

    Returns
    -------
    pathlib.Path or None
        None, with one warning, when the folder cannot be written.
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        release = version("cadogan")
    except PackageNotFoundError:
        release = "source"
    folder = cache_root() / f"{release}-{fingerprint(function)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        not_kept(cache_root(), error)
        return None
    return folder


def not_kept(root: Path, error: OSError) -> None:
    """Warn that compiled code cannot be kept."""
    warn_once(f"compiled code is not kept: {root} cannot be written ({error.strerror})")


@functools.cache
def warn_once(message: str) -> None:
    """Warn, but not again with the same words."""
    warnings.warn(message, RuntimeWarning, stacklevel=2)
