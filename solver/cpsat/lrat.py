"""Refutations from SAT engines: clauses go in, an LRAT proof or a solution comes out.

Two engines write LRAT. CaDiCaL (from python-sat, an optional extra) is preferred: on models of
deals it takes about a sixth of the CPU time of CP-SAT as a plain SAT solver, which is the other,
and its proofs are as short (``python -m benchmarks refutations``). Neither is trusted:
:mod:`cadogan.solver.proof` checks what they write.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from cadogan.games.errors import UnsupportedError
from cadogan.solver.cpsat.propagating import refute_by_propagation
from cadogan.solver.cpsat.refuter import ENGINES, sweep, usable_engines
from cadogan.solver.result import Limit

if TYPE_CHECKING:
    from cadogan.solver.cpsat.clauses import Cnf

__all__ = ["EngineError", "SatAnswer", "refute"]

_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[1:]; "
    "from cadogan.solver.cpsat.refuter import main; main()"
)
_POLL = 0.02  # seconds between looks at the clock and at `stop`


class EngineError(Exception):
    """An engine failed, or its proof cannot be used: nothing is known about the clauses."""


@dataclass(frozen=True)
class SatAnswer:
    """What an engine says.

    Attributes
    ----------
    engine : str
        Which one; ``propagation`` when none was needed.
    proof : str, optional
        A refutation in the form of LRAT, trimmed, when the clauses contradict each other.
    true : tuple of int, optional
        The variables that a solution makes true, when there is one.
    limit : Limit, optional
        Why there is neither.
    seconds : float
        What it took, by the clock.
    """

    engine: str
    proof: str | None = None
    true: tuple[int, ...] | None = None
    limit: Limit | None = None
    seconds: float = 0.0


def refute(
    cnf: Cnf,
    *,
    engine: str | None = None,
    time_limit: float | None = None,
    conflict_limit: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> SatAnswer:
    r"""Have an engine decide clauses, in a process of its own.

    Parameters
    ----------
    cnf : Cnf
        The clauses.
    engine : str, optional
        ``cadical`` or ``cp-sat``; by default the best one that is installed.
    time_limit : float, optional
        CPU seconds of the process.
    conflict_limit : int, optional
        Conflicts; under this limit alone the answer is the same everywhere.
    stop : callable, optional
        Asked many times a second whether to give up.

    Raises
    ------
    UnsupportedError
        When the engine is not known, or not installed.
    EngineError
        When it fails.

    Examples
    --------
    >>> from cadogan.solver.cpsat.clauses import Cnf
    >>> refute(Cnf(2, [(1, 2), (-1,), (-2, 1)])).proof
    '4 0 2 1 3 0\n'
    """
    if engine is not None:
        _engine(engine)
    started = time.monotonic()
    proof = refute_by_propagation(cnf.clauses)
    if proof is not None:
        return SatAnswer("propagation", proof=proof, seconds=time.monotonic() - started)
    name = _engine(engine)
    with _process(cnf, name, time_limit, conflict_limit) as (process, output, errors):
        limit = _wait(process, time_limit, stop)
        output.seek(0)
        errors.seek(0)
        answer = output.read()
        said = errors.read().decode(errors="replace").strip()
    seconds = time.monotonic() - started
    if limit is not None:
        return SatAnswer(name, limit=limit, seconds=seconds)
    if process.returncode != 0:
        raise EngineError(f"{name} ended with status {process.returncode}: {said[-500:]}")
    return _read(name, answer, seconds)


def _engine(engine: str | None) -> str:
    """Choose an engine, and make sure that it is there."""
    usable = usable_engines()
    if engine is None and usable:
        return usable[0]
    if engine in usable:
        assert engine is not None
        return engine
    if engine is not None and engine not in ENGINES:
        raise UnsupportedError(f"no engine is called {engine!r}; there are: {', '.join(ENGINES)}")
    raise UnsupportedError(
        f"{engine or 'a refutation'} needs an engine that is not installed: pip install "
        "python-sat (CaDiCaL), or ortools (CP-SAT; not on Windows)"
    )


@contextlib.contextmanager
def _process(cnf: Cnf, engine: str, seconds: float | None, conflicts: int | None) -> Any:
    """Start the process, hand it the clauses, and see that nothing of it is left."""
    numbers = array("i", [n for clause in cnf.clauses for n in (*clause, 0)])
    data = numbers.tobytes()
    request = {
        "engine": engine,
        "size": cnf.size,
        "seconds": seconds,
        "conflicts": conflicts,
        "bytes": len(data),
    }
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, "-I", "-c", _PROGRAM, *_search_path()],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=errors,
            start_new_session=True,  # Ctrl-C is for us; we stop the process
        )
        assert process.stdin is not None
        try:
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(json.dumps(request).encode() + b"\n" + data)
                process.stdin.flush()
            yield process, output, errors
        finally:
            _end(process, process.stdin, patience=1.0 if engine == "cp-sat" else 0.0)


def _search_path() -> Sequence[str]:
    return [os.path.abspath(entry) for entry in sys.path]


def _wait(
    process: subprocess.Popen[bytes], seconds: float | None, stop: Callable[[], bool] | None
) -> Limit | None:
    """Wait for the end of the process; give the limit that ended it, if one did."""
    # Where the system measures no CPU time, the clock must do; elsewhere it is the last resort.
    patience = None if seconds is None else seconds * (1 if os.name != "posix" else 20) + 10
    deadline = None if patience is None else time.monotonic() + patience
    while True:
        try:
            status = process.wait(_POLL)
        except subprocess.TimeoutExpired:
            if stop is not None and stop():
                return Limit.INTERRUPTED
            if deadline is not None and time.monotonic() > deadline:
                return Limit.TIME
            continue
        if os.name == "posix" and status == -signal.SIGPROF:
            return Limit.TIME
        if os.name == "posix" and status == -signal.SIGXFSZ:
            return Limit.MEMORY
        if status == -9:  # nobody else kills it: the system was out of memory
            return Limit.MEMORY
        return None


def _end(process: subprocess.Popen[bytes], source: IO[bytes], patience: float) -> None:
    """End the process if it is still there, and remove files that it could not remove."""
    with contextlib.suppress(OSError):
        source.close()  # it notices, cleans up and ends
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.returncode != 0 and os.name == "posix":
        sweep()


def _read(engine: str, answer: bytes, seconds: float) -> SatAnswer:
    """Read what the process wrote."""
    head, _, proof = answer.partition(b"\n")
    try:
        found = json.loads(head)
        status = found["status"]
    except (ValueError, KeyError, TypeError):
        raise EngineError(f"{engine} gave no answer that can be read: {head[:80]!r}") from None
    if status == "refuted":
        return SatAnswer(engine, proof=proof.decode("ascii"), seconds=seconds)
    if status == "satisfied":
        return SatAnswer(engine, true=tuple(found["true"]), seconds=seconds)
    if status == "limit":
        return SatAnswer(engine, limit=Limit.STATES, seconds=seconds)
    raise EngineError(f"{engine}: {found.get('reason', 'it failed')}")
