"""The pool of worker processes: an executor that survives the death of its workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, CancelledError
from pathlib import Path

import pytest
from surveying import die, leave, mark, refuse, unpicklable

from cadogan import DealError, PatienceError
from cadogan.solver.surveys.workers import WorkerDied, WorkerPool, WorkersError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")


def test_calls_and_errors() -> None:
    with WorkerPool(2) as pool:
        assert list(pool.map(abs, range(-20, 0))) == list(range(20, 0, -1))
        error = pool.submit(refuse).exception(30)
        assert isinstance(error, DealError)
        assert (error.line, error.column) == (3, 7)
        assert "in refuse" in str(error.__cause__)
        assert "pickle" in str(pool.submit(unpicklable).exception(30))
        assert isinstance(pool.submit(lambda: 1).exception(30), Exception)  # cannot be sent
        assert pool.submit(abs, -1).result(30) == 1
    with pytest.raises(RuntimeError, match="shut down"):
        pool.submit(abs, 1)


def test_a_death_costs_one_task() -> None:
    with WorkerPool(2) as pool:
        bad = pool.submit(die)
        futures = [pool.submit(abs, -i) for i in range(30)]
        worse = pool.submit(leave, 7)
        more = [pool.submit(abs, -i) for i in range(30)]
        error = bad.exception(60)
        assert isinstance(error, WorkerDied)
        assert error.exit_code == -signal.SIGKILL
        assert "killed by SIGKILL" in str(error)
        assert str(worse.exception(60)) == "the worker process ended with exit code 7"
        assert [future.result(60) for future in futures] == list(range(30))
        assert [future.result(60) for future in more] == list(range(30))


def test_killed_while_idle() -> None:
    with WorkerPool(1) as pool:
        first = pool.submit(os.getpid).result(60)
        os.kill(first, signal.SIGKILL)
        time.sleep(0.3)
        assert pool.submit(os.getpid).result(60) != first


def test_the_others_start_after_the_first_is_ready(tmp_path: Path) -> None:
    file = tmp_path / "started"
    with WorkerPool(2, mark, (str(file),)) as pool:
        list(pool.map(time.sleep, [0.2] * 6))
        running = set(map(str, pool.processes()))
    assert set(file.read_text().split()) == running
    assert len(running) == 2


def test_a_failing_initializer_breaks_the_pool() -> None:
    with WorkerPool(2, refuse) as pool:
        futures = [pool.submit(abs, 1) for _ in range(3)]
        for future in futures:
            assert isinstance(future.exception(60), DealError)


def test_workers_that_cannot_start() -> None:
    with WorkerPool(1, leave, (1,)) as pool:
        error = pool.submit(abs, 1).exception(60)
    assert isinstance(error, BrokenExecutor)
    assert "__main__" in str(error)
    with WorkerPool(1, die) as pool:
        error = pool.submit(abs, 1).exception(60)
        assert isinstance(error, WorkersError)
        assert isinstance(error, PatienceError)
        assert "die before they are ready, the last one so: " in str(error)
        assert "killed by SIGKILL; perhaps there is too little memory" in str(error)
        assert "__main__" not in str(error)
        with pytest.raises(WorkersError):
            pool.submit(abs, 1)
    assert "memory" not in str(WorkersError(-signal.SIGTERM))
    assert "__main__" not in WorkersError(1).reason


def test_kill_does_not_wait() -> None:
    pool = WorkerPool(1)
    assert pool.submit(abs, -1).result(60) == 1
    long, waiting = pool.submit(time.sleep, 100), pool.submit(time.sleep, 100)
    while not long.running():
        time.sleep(0.01)
    (worker,) = pool.processes()
    started = time.monotonic()
    pool.kill()
    assert time.monotonic() - started < 20
    assert isinstance(long.exception(), BrokenExecutor)
    with pytest.raises(CancelledError):
        waiting.result()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


def test_shutdown_finishes_what_was_handed_in() -> None:
    pool = WorkerPool(1)
    futures = [pool.submit(abs, -i) for i in range(5)]
    pool.shutdown()
    assert [future.result(0) for future in futures] == list(range(5))
    unused = WorkerPool(3)
    unused.shutdown()
    assert unused.processes() == []


def test_cancelled_futures_are_not_run(tmp_path: Path) -> None:
    file = str(tmp_path / "file")
    with WorkerPool(1) as pool:
        first = pool.submit(time.sleep, 0.3)
        second = pool.submit(mark, file)
        assert second.cancel()
        first.result(60)
    assert not os.path.exists(file)


def test_workers_leave_with_their_parent(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import os, time\n"
        "from cadogan.solver.surveys.workers import WorkerPool\n"
        "if __name__ == '__main__':\n"
        "    pool = WorkerPool(1)\n"
        "    print(pool.submit(os.getpid).result(), flush=True)\n"
        "    pool.submit(time.sleep, 1000)\n"
        "    time.sleep(1000)\n"
    )
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.kill()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the worker is still there")


def test_a_file_without_a_guard_is_told(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text("from cadogan import survey\nlist(survey('freecell', '1-2', jobs=2))\n")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "worker processes do not start" in done.stderr
    assert "__name__ == '__main__'" in done.stderr
