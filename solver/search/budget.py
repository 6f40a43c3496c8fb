"""Limits on a search, and the loop that keeps them.

Kernels work in steps of about a twentieth of a second. Between steps the loop here looks at the
clock, at memory, at Ctrl-C, and tells a progress callback. Limits on time and states are shared
by all runs that one call of ``solve`` makes.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy.typing as npt

from cadogan.solver.memory import memory_allowed
from cadogan.solver.result import Limit, Progress, Statistics
from cadogan.solver.search.kernels.steps import EXPANDED, GENERATED, STORED

#: What a step should take, in CPU seconds, and how many moves the first one makes.
STEP_SECONDS = 0.04
FIRST_STEPS = 2_000
MOST_STEPS = 2_000_000
#: Seconds between calls of a progress callback.
PROGRESS_SECONDS = 0.1

ProgressCallback = Callable[[Progress], None]


@dataclass
class Quota:
    """What a kernel may do in one call: positions stored in this run, moves made in this call."""

    states: int
    steps: int


class Budget:
    """Limits, and what is used of them.

    Parameters
    ----------
    time_limit : float, optional
        CPU seconds of the calling thread, and those that others have spent for it
        (:meth:`spent_elsewhere`).
    state_limit : int, optional
        Positions stored, over all runs.
    memory_limit : int, optional
        Bytes that tables, nodes and stacks may hold; by default half of what is free now.
    progress : callable, optional
        Told a few times a second what has been done.
    """

    def __init__(
        self,
        time_limit: float | None = None,
        state_limit: int | None = None,
        memory_limit: int | None = None,
        progress: ProgressCallback | None = None,
    ) -> None:
        self.started = time.thread_time()
        self._elsewhere = 0.0
        self.deadline = None if time_limit is None else self.started + time_limit
        self.state_limit = state_limit
        self.memory_limit = memory_allowed(memory_limit)
        self.interrupted = False
        self.reason = Limit.TIME
        self._progress = progress
        self._told = time.monotonic()
        self._done = Statistics()
        self._steps = FIRST_STEPS

    def statistics(self) -> Statistics:
        """Give what all finished runs did, and the CPU time up to now."""
        return replace(self._done, seconds=time.thread_time() - self.started + self._elsewhere)

    def spent_elsewhere(self, seconds: float) -> None:
        """Count CPU seconds that another thread or process has worked for this search."""
        self._elsewhere += seconds
        if self.deadline is not None:
            self.deadline -= seconds

    def seconds_left(self) -> float | None:
        """Give the CPU seconds left, at least a thousandth; None without a limit."""
        return None if self.deadline is None else max(0.001, self.deadline - time.thread_time())

    def note_stage(self, name: str) -> None:
        """Record that a stage of a portfolio begins."""
        self._done = replace(self._done, stages=(*self._done.stages, name))

    def allows(self, memory: int) -> bool:
        """Say whether so many bytes may be held."""
        return memory <= self.memory_limit

    def states_left(self) -> int:
        """Give how many positions may still be stored."""
        if self.state_limit is None:
            return 1 << 62
        return max(0, self.state_limit - self._done.stored)

    def out_of_time(self) -> bool:
        """Say whether the clock or the user has stopped the search, and keep the reason."""
        if self.interrupted:
            self.reason = Limit.INTERRUPTED
            return True
        if self.deadline is not None and time.thread_time() >= self.deadline:
            self.reason = Limit.TIME
            return True
        return False

    def run(
        self,
        method: str,
        registers: npt.NDArray[Any],
        memory: Callable[[], int],
        states: int | None = None,
    ) -> Generator[Quota, None, None]:
        """Hand out quotas for the steps of one run until a limit on time is hit.

        Parameters
        ----------
        method : str
            For progress.
        registers : ndarray of int64
            Where the kernel counts.
        memory : callable
            Gives the bytes held now.
        states : int, optional
            A limit of this run's own on stored positions.
        """
        most = min(self.states_left(), 1 << 62 if states is None else states)
        before = self._done
        try:
            while not self.out_of_time():
                self._count(before, registers, memory())
                clock = time.thread_time()
                yield Quota(most, self._steps)
                self._adapt(time.thread_time() - clock)
                if self._progress is not None:
                    self._count(before, registers, memory())
                    self.tell(method)
        finally:
            self._count(before, registers, memory())

    def record(self, registers: npt.NDArray[Any]) -> None:
        """Count what a run did that needed no step of a kernel."""
        self._count(self._done, registers, 0)

    def _adapt(self, seconds: float) -> None:
        """Choose the size of the next step by the time that the last one took."""
        if seconds < STEP_SECONDS / 2:
            self._steps = min(2 * self._steps, MOST_STEPS)
        elif seconds > STEP_SECONDS * 2:
            self._steps = max(self._steps // 2, 50)

    def _count(self, before: Statistics, registers: npt.NDArray[Any], memory: int) -> None:
        self._done = replace(
            self._done,
            generated=before.generated + int(registers[GENERATED]),
            expanded=before.expanded + int(registers[EXPANDED]),
            stored=before.stored + int(registers[STORED]),
            memory=max(self._done.memory, memory),
        )

    def tell(self, method: str, stored: int | None = None) -> None:
        """Tell the progress callback what has been done, unless it was told just now.

        Parameters
        ----------
        method : str
            What is at work.
        stored : int, optional
            The number of positions, where it is not counted here.
        """
        now = time.monotonic()
        if self._progress is not None and now - self._told >= PROGRESS_SECONDS:
            self._told = now
            done = self.statistics()
            if stored is not None:
                done = replace(done, stored=stored)
            self._progress(Progress(method, done))


@contextmanager
def ctrl_c_stops(budget: Budget) -> Iterator[None]:
    """Let the first Ctrl-C end the search with an answer; a second one is an exception again.

    Only the main thread can do so, and only where nobody else has taken the signal.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def stop(number: int, frame: object) -> None:
        if budget.interrupted:
            raise KeyboardInterrupt
        budget.interrupted = True

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
