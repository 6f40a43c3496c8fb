"""The process in which an engine looks for a refutation: see :mod:`cadogan.solver.cpsat.lrat`.

Apart from the process that asks, because neither engine can be stopped from Python while it runs,
and because CP-SAT puts its proof under a fixed name into the system's temporary folder. What is
asked comes on standard input, which stays open as long as anybody waits for the answer; the answer
goes to standard output: a line of JSON, and then the proof.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import re
import signal
import stat
import sys
import tempfile
import threading
from array import array
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from cadogan.solver.cpsat.trimming import BadProofError, trim

__all__ = ["ENGINES", "cp_sat_files", "main", "sweep", "usable_engines"]

#: Where CP-SAT 9.15 writes proofs, whatever TMPDIR says, and how it calls them.
FOLDER = Path("/tmp")
_FILE = re.compile(r"lrat(\.txt|\d+\.bin)")
#: Between so many conflicts CaDiCaL lets go of the interpreter.
_CONFLICTS_AT_ONCE = 10_000
#: Whether this process has CP-SAT's names for itself.
_locked = threading.Event()
#: A proof that grows beyond this ends the process.
MOST_BYTES = 1 << 29

Clauses = list[list[int]]
#: True and the proof, False and the variables that are true, or None when a limit was hit.
Answer = tuple[bool | None, bytes | list[int]]


def main() -> None:
    """Read a request, run the engine, answer."""
    source = sys.stdin.buffer
    request = json.loads(source.readline())
    numbers = array("i")
    numbers.frombytes(source.read(request["bytes"]))
    _limit_cpu(request["seconds"])
    threading.Thread(target=_end_with_caller, args=(source,), daemon=True).start()
    answer: dict[str, Any] = {"status": "failed"}
    proof = ""
    try:
        clauses = _split(numbers)
        refuted, found = ENGINES[request["engine"]](request["size"], clauses, request["conflicts"])
        if refuted:
            assert isinstance(found, bytes)
            proof = trim(clauses, found)
        answer["status"] = {True: "refuted", False: "satisfied", None: "limit"}[refuted]
        answer["true"] = found if refuted is False else []
    except (BadProofError, OSError, ImportError, AttributeError, TypeError, RuntimeError) as error:
        answer["reason"] = f"{type(error).__name__}: {error}"
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n" + proof.encode())
    sys.stdout.buffer.flush()
    os._exit(0)  # the engines' clean-up only costs time


def usable_engines() -> list[str]:
    """Give the engines that are installed and can write proofs here, the better one first."""
    needs = {"cadical": "pysat", "cp-sat": "ortools"}
    found = [name for name, module in needs.items() if importlib.util.find_spec(module)]
    return found if os.name == "posix" else [name for name in found if name != "cp-sat"]


def _split(numbers: Sequence[int]) -> Clauses:
    """Cut a row of numbers into clauses, each of which ends with 0."""
    clauses: Clauses = [[]]
    for number in numbers:
        if number:
            clauses[-1].append(number)
        else:
            clauses.append([])
    return clauses[:-1]


def _limit_cpu(seconds: float | None) -> None:
    """Have the system end this process when its CPU time or its proof is out of bounds.

    The signals keep, or get back, their own meaning: a handler in Python would wait for the
    engine.
    """
    if os.name != "posix":
        return
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    most = MOST_BYTES if hard == resource.RLIM_INFINITY else min(MOST_BYTES, hard)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    if seconds is not None:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _end_with_caller(source: BinaryIO) -> None:
    """End this process, without files left behind, when nobody waits for the answer any more."""
    with contextlib.suppress(OSError, ValueError):
        source.read(1)
    if _locked.is_set():
        _remove_cp_sat_files()
    os._exit(3)


# CaDiCaL


def _cadical(size: int, clauses: Clauses, conflicts: int | None) -> Answer:
    """Run CaDiCaL 1.9.5, as python-sat has it, with an LRAT trace.

    python-sat opens a trace only of the kind DRUP; the options that make it LRAT must be set
    before, so the trace is opened by hand.
    """
    import pysolvers
    from pysat.solvers import Cadical195

    solver = Cadical195()
    solver.configure({"lrat": 1, "binary": 0})
    with tempfile.TemporaryFile() as trace:
        tracer = pysolvers.cadical195_tracepr(solver.cadical, trace)
        for clause in clauses:
            solver.add_clause(clause)
        left = conflicts
        while True:
            now = _CONFLICTS_AT_ONCE if left is None else min(left, _CONFLICTS_AT_ONCE)
            solver.conf_budget(now)
            found = solver.solve_limited()
            if found is not None:
                break
            if left is not None:
                left -= now
                if left <= 0:
                    return None, []
        if found:
            return False, [literal for literal in solver.get_model() if literal > 0]
        pysolvers.flushpr(tracer)
        trace.seek(0)
        return True, trace.read()


# CP-SAT


def _cp_sat(size: int, clauses: Clauses, conflicts: int | None) -> Answer:
    """Run CP-SAT as a plain SAT solver on one thread, with its LRAT proof."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables = [model.new_bool_var("") for _ in range(size)]
    for clause in clauses:
        model.add_bool_or(
            variables[literal - 1] if literal > 0 else ~variables[-literal - 1]
            for literal in clause
        )
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = 1
    parameters.cp_model_presolve = False
    parameters.linearization_level = 0
    parameters.symmetry_level = 0
    parameters.output_lrat_proof = True
    parameters.check_lrat_proof = True
    parameters.check_merged_lrat_proof = True  # without it the proof stays in parts
    if conflicts is not None:
        parameters.max_number_of_conflicts = conflicts
    with _cp_sat_folder() as folder:
        status = solver.solve(model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return False, [n for n, v in enumerate(variables, 1) if solver.boolean_value(v)]
        if status != cp_model.INFEASIBLE:
            return None, []
        return True, (folder / "lrat.txt").read_bytes()


@contextlib.contextmanager
def _cp_sat_folder() -> Iterator[Path]:
    """Have the names under which CP-SAT writes proofs for ourselves, and leave none behind."""
    import fcntl

    lock = os.open(FOLDER, os.O_RDONLY)  # no file is needed: the folder itself is locked
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _locked.set()
        for path in cp_sat_files():
            if not _is_ours(path):
                raise RuntimeError(f"{path} is in the way of CP-SAT's proof: remove it")
        _remove_cp_sat_files()  # of one that was killed
        try:
            yield FOLDER
        finally:
            _remove_cp_sat_files()
            _locked.clear()
    finally:
        os.close(lock)


def sweep() -> None:
    """Remove what a killed process left, unless another one is at work: then it will do so."""
    if not cp_sat_files():
        return
    import fcntl

    lock = os.open(FOLDER, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        _remove_cp_sat_files()
    except BlockingIOError:
        pass
    finally:
        os.close(lock)


def cp_sat_files() -> list[Path]:
    """Give the files that CP-SAT has left of proofs."""
    try:
        names = os.listdir(FOLDER)
    except OSError:
        return []
    return [FOLDER / name for name in sorted(names) if _FILE.fullmatch(name)]


def _is_ours(path: Path) -> bool:
    try:
        found = path.lstat()
    except OSError:
        return True  # gone
    return stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid()


def _remove_cp_sat_files() -> None:
    for path in cp_sat_files():
        if _is_ours(path):
            with contextlib.suppress(OSError):
                path.unlink()


ENGINES: dict[str, Callable[[int, Clauses, int | None], Answer]] = {
    "cadical": _cadical,
    "cp-sat": _cp_sat,
}
