"""Where a survey's tasks run: here, in worker processes, or wherever an executor takes them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from cadogan.games.errors import PatienceError, UnsupportedError
from cadogan.solver.surveys.workers import WorkerDied, WorkerPool

__all__ = ["Crew", "InlineExecutor", "SchedulerError", "crew", "usable_cpus"]

T = TypeVar("T")
#: Asks for worker processes on this machine, even if it is one only.
PROCESSES = "processes"
Start = tuple[Callable[..., object], tuple[Any, ...]]


class SchedulerError(PatienceError):
    """A Dask scheduler cannot be reached, or has no workers."""


def usable_cpus() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class InlineExecutor(Executor):
    """Runs each call at once, in the calling thread."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Call the function; errors go into the future, Ctrl-C does not."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass(frozen=True)
class Crew:
    """An executor and what a survey should know of it.

    Attributes
    ----------
    executor : Executor
        Where tasks are handed in.
    workers : int
        How many tasks it runs at a time.
    memory : int, optional
        Bytes that one task may use unless it is told otherwise; None leaves that to ``solve``.
    """

    executor: Executor
    workers: int
    memory: int | None = None

    @property
    def window(self) -> int:
        """How many tasks are handed in at a time: enough that no worker waits for the next."""
        return 1 if isinstance(self.executor, InlineExecutor) else 2 * self.workers


@contextmanager
def crew(
    jobs: int, executor: Executor | str | None, start: Start
) -> Iterator[Crew]:
    """Choose where tasks run, and clear up afterwards.

    Parameters
    ----------
    jobs : int
        Worker processes on this machine, or how many tasks a given executor runs at a time.
    executor : Executor or str, optional
        An executor, which stays open; the address of a Dask scheduler; or `PROCESSES`.
    start : tuple
        A function and its arguments, which worker processes call first.

    Raises
    ------
    SchedulerError
        When no scheduler answers.
    UnsupportedError
        When Dask is not installed.
    """
    if isinstance(executor, str) and executor != PROCESSES:
        with _dask_crew(executor) as found:
            yield found
    elif isinstance(executor, Executor):
        yield Crew(executor, jobs)
    elif jobs == 1 and executor is None:
        yield Crew(InlineExecutor(), 1, _share(1))
    else:
        pool = WorkerPool(jobs, *start)
        try:
            yield Crew(pool, jobs, _share(jobs))
        finally:
            pool.kill()


def _share(jobs: int) -> int:
    """Give each worker an equal share of half of the memory that is free now."""
    from cadogan.solver.memory import free_memory

    return max(1, free_memory() // 2 // jobs)


@contextmanager
def _dask_crew(address: str) -> Iterator[Crew]:
    try:
        from distributed import Client
    except ImportError:
        raise UnsupportedError(
            "a scheduler needs Dask, which is not installed: pip install 'cadogan[cluster]'"
        ) from None
    try:
        client: Any = Client(address, timeout=10, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:  # TimeoutError is an OSError
        raise SchedulerError(
            f"no Dask scheduler answers at {address!r} ({_first_line(error)}); "
            "an address looks like tcp://host:8786"
        ) from None
    with client:
        yield _crew_of(client, address)


def _crew_of(client: Any, address: str) -> Crew:
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    threads = sum(worker["nthreads"] for worker in workers)
    if not threads:
        raise SchedulerError(f"the scheduler at {address} has no workers: start `dask worker`")
    shares = [w["memory_limit"] // w["nthreads"] // 2 for w in workers if w.get("memory_limit")]
    # Where Dask sets no limit, its workers are taken to share the memory of one machine.
    executor = client.get_executor(pure=False)
    return Crew(executor, threads, min(shares) if shares else _share(threads))


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def is_death(error: BaseException) -> bool:
    """Say whether an error tells that a worker died over its task."""
    if isinstance(error, WorkerDied):
        return True
    distributed = sys.modules.get("distributed")
    return distributed is not None and isinstance(error, distributed.KilledWorker)
