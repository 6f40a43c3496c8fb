"""Many searches: one after the other, or by several processes."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def each(
    function: Callable[[Task], Answer], tasks: Sequence[Task], jobs: int
) -> Iterator[tuple[Task, Answer]]:
    """Call a function of a module with each task and give the answers in the tasks' order.

    With one job everything happens here; otherwise in so many fresh processes.
    """
    if jobs == 1:
        for task in tasks:
            yield task, function(task)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        yield from zip(tasks, pool.map(function, tasks), strict=True)
