"""Surveys on a Dask scheduler with worker processes of its own, one of which is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer

import pytest
from surveying import PROGRAM, SMALL_WORDS, plain_environment, small, verdicts

from cadogan import Store, survey
from cadogan.solver.surveys.executors import SchedulerError

pytest.importorskip("distributed", reason="needs Dask: pip install 'cadogan[cluster]'")
DEALS = 60


@contextmanager
def dask(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a part of a cluster, and end it."""
    with subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "dask", *words],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=plain_environment(),
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.kill()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[int]]]:
    """Give the address of a scheduler and the process numbers of its two workers."""
    folder = tmp_path_factory.mktemp("dask")
    file = folder / "scheduler.json"
    told = ["--scheduler-file", str(file)]
    with dask("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", *told):
        wait_for(file)
        address = json.loads(file.read_text())["address"]
        worker = ["worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        worker += ["--host", "127.0.0.1", "--local-directory", str(folder)]
        with dask(*worker) as one, dask(*worker) as two:
            yield address, [one.pid, two.pid]


def wait_for(file: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with suppress(OSError, ValueError):
            json.loads(file.read_text())
            return
        time.sleep(0.05)
    pytest.fail("the scheduler does not start")


def wait_for_workers(address: str, number: int) -> None:
    from distributed import Client

    with Client(address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(number, timeout=60)


def test_a_worker_is_killed(cluster: tuple[str, list[int]], tmp_path: Path) -> None:
    address, workers = cluster
    wait_for_workers(address, 2)
    file = tmp_path / "deals.sqlite"
    words = [*SMALL_WORDS, f"1-{DEALS}", "--scheduler", address, "--json", "--store", str(file)]
    errors = tmp_path / "errors.txt"
    with errors.open("wb") as log, subprocess.Popen(
        [*PROGRAM, "verify", *words],
        stdout=subprocess.PIPE, stderr=log, env=plain_environment(), text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(DEALS // 6)]
        os.kill(workers[0], 9)
        late = Timer(120, process.kill)
        late.start()
        lines += process.stdout  # `communicate` would lose what was read ahead
        process.wait()
        late.cancel()
    assert process.returncode == 0, errors.read_text()
    records = [json.loads(line) for line in lines]
    assert len(records) == DEALS
    wanted = {seed: verdict.value for seed, verdict in verdicts(small(), DEALS).items()}
    assert {record["seed"]: record["verdict"] for record in records} == wanted
    assert all(len(record["attempts"]) == 1 for record in records)
    with Store(file) as store:
        assert {r.seed: r.verdict.value for r in store.results()} == wanted
        limits = {r.standing.stage.memory_limit for r in store.results()}
    assert len(limits) == 1 and None not in limits


def test_from_python(cluster: tuple[str, list[int]]) -> None:
    address, _ = cluster
    wait_for_workers(address, 1)
    assert {r.seed: r.verdict for r in survey(small(), "1-5", executor=address)} == verdicts(
        small(), 5
    )


def test_no_scheduler() -> None:
    with pytest.raises(SchedulerError, match="no Dask scheduler answers at 'nowhere'"):
        list(survey(small(), "1", executor="nowhere"))


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Exception, match=r"pip install 'cadogan\[cluster\]'"):
        list(survey(small(), "1", executor="tcp://127.0.0.1:1"))
