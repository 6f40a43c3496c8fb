"""The processes that engines run in: limits, Ctrl-C, kills, and that nothing is left of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from event_models import pigeonholes

from cadogan.games.errors import UnsupportedError
from cadogan.solver.cpsat import lrat, refuter
from cadogan.solver.cpsat.clauses import Cnf
from cadogan.solver.cpsat.lrat import EngineError, refute
from cadogan.solver.result import Limit

ENGINES = refuter.usable_engines()
HARD = Cnf(*pigeonholes(12))
posix = pytest.mark.skipif(os.name != "posix", reason="signals")

ASK = """
    import os, sys
    sys.path[:] = {path!r}
    from cadogan.solver.cpsat import lrat
    from cadogan.solver.cpsat.clauses import Cnf
    from event_models import pigeonholes

    start = lrat.subprocess.Popen
    def told(*args, **named):
        process = start(*args, **named)
        print(process.pid, flush=True)
        return process
    lrat.subprocess.Popen = told
    lrat.refute(Cnf(*pigeonholes(12)), engine={engine!r})
"""


def _is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def _eventually(true, seconds: float = 20.0) -> bool:
    deadline = time.monotonic() + seconds
    while not true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def _nothing_is_left() -> bool:
    """Look more than once: another test may be at work beside us."""
    return _eventually(lambda: refuter.cp_sat_files() == [])


@posix
@pytest.mark.parametrize("engine", ENGINES)
def test_a_time_limit_is_no_verdict_and_leaves_nothing(engine):
    answer = refute(HARD, engine=engine, time_limit=0.1)
    assert (answer.proof, answer.true, answer.limit) == (None, None, Limit.TIME)
    answer = refute(HARD, engine=engine, time_limit=2.5)
    assert (answer.proof, answer.true, answer.limit) == (None, None, Limit.TIME)
    assert _nothing_is_left()


@pytest.mark.parametrize("engine", ENGINES)
def test_a_limit_on_conflicts_is_no_verdict(engine):
    answer = refute(HARD, engine=engine, conflict_limit=200)
    assert (answer.proof, answer.true, answer.limit) == (None, None, Limit.STATES)
    assert _nothing_is_left()


@pytest.mark.parametrize("engine", ENGINES)
def test_whoever_asks_can_give_up(engine):
    started = time.monotonic()
    answer = refute(HARD, engine=engine, stop=lambda: time.monotonic() > started + 2)
    assert (answer.proof, answer.true, answer.limit) == (None, None, Limit.INTERRUPTED)
    assert _nothing_is_left()


@posix
def test_a_proof_that_grows_too_large_is_no_verdict(monkeypatch):
    monkeypatch.setattr(lrat, "_PROGRAM", lrat._PROGRAM.replace(
        "main()", "sys.modules[main.__module__].MOST_BYTES = 100_000; main()"
    ))
    answer = refute(HARD, engine=ENGINES[0], time_limit=30)
    assert (answer.proof, answer.true) == (None, None)
    assert answer.limit is Limit.MEMORY


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
@pytest.mark.parametrize("signal_", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_killed_caller_leaves_neither_process_nor_file(engine, signal_):
    code = textwrap.dedent(ASK).format(path=sys.path, engine=engine)
    asking = subprocess.Popen(
        [sys.executable, "-I", "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with asking:
        pid = int(asking.stdout.readline())
        if engine == "cp-sat":  # at work, not only starting
            assert _eventually(lambda: refuter.cp_sat_files() != [])
        else:
            time.sleep(1)
        assert _is_alive(pid)
        asking.send_signal(signal_)
        asking.wait(20)
    assert _eventually(lambda: not _is_alive(pid))
    assert _nothing_is_left()


@posix
@pytest.mark.skipif("cp-sat" not in ENGINES, reason="needs CP-SAT")
def test_a_file_in_the_way_of_cp_sat_is_not_touched(monkeypatch, tmp_path):
    precious, folder = tmp_path / "precious", tmp_path / "folder"
    precious.write_text("mine")
    folder.mkdir()
    way = folder / "lrat.txt"
    way.symlink_to(precious)
    monkeypatch.setattr(lrat, "_PROGRAM", lrat._PROGRAM.replace(
        "main()", f"m = sys.modules[main.__module__]; m.FOLDER = m.Path({str(folder)!r}); main()"
    ))
    with pytest.raises(EngineError, match=r"lrat\.txt is in the way"):
        refute(HARD, engine="cp-sat", conflict_limit=100)
    assert precious.read_text() == "mine" and way.is_symlink()


def test_engines_that_are_not_there(monkeypatch):
    with pytest.raises(UnsupportedError, match="no engine is called 'minisat'"):
        refute(HARD, engine="minisat")
    monkeypatch.setattr(lrat, "usable_engines", list)
    with pytest.raises(UnsupportedError, match="not installed: pip install"):
        refute(HARD)
    with pytest.raises(UnsupportedError, match="cadical needs an engine"):
        refute(HARD, engine="cadical")


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("raise SystemExit(5)", "ended with status 5"),
        ("import sys; print('trouble', file=sys.stderr); sys.exit(1)", "trouble"),
        ("print('gibberish')", "no answer that can be read"),
        ("print('[]')", "no answer that can be read"),
        ("pass", "no answer that can be read"),
        ("print('{\"status\": \"failed\", \"reason\": \"oh\"}')", "oh"),
        ("print('{\"status\": \"proved\"}')", "it failed"),
    ],
)
def test_a_process_that_fails_is_no_verdict(monkeypatch, program, reason):
    monkeypatch.setattr(lrat, "_PROGRAM", program)
    with pytest.raises(EngineError, match=reason):
        refute(HARD, engine=ENGINES[0])


def test_an_engine_that_lies_is_found_out(monkeypatch):
    """A proof that does not follow is refused in the process already."""
    monkeypatch.setattr(lrat, "_PROGRAM", lrat._PROGRAM.replace(
        "main()",
        "module = sys.modules[main.__module__]; "
        f"module.ENGINES = {{{ENGINES[0]!r}: lambda *_: (True, b'999999 0 1 2 0\\n')}}; main()",
    ))
    with pytest.raises(EngineError, match="does not follow"):
        refute(HARD, engine=ENGINES[0])
