"""Many searches: one after the other, or by several processes, and answers kept on disk."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")

#: What the option that names a file for answers says of itself.
KEEP = "Add answers to a file, and take from it those that are there: for runs that are cut short."


def each(
    function: Callable[[Task], Answer],
    tasks: Sequence[Task],
    jobs: int = 1,
    kind: Callable[..., Answer] | None = None,
    keep: Path | None = None,
) -> list[tuple[Task, Answer]]:
    """Call a function of a module with each task and give the answers in the tasks' order.

    Parameters
    ----------
    function : callable
        Gives a dataclass of plain values.
    tasks : sequence
        Their ``repr`` tells them apart.
    jobs : int
        With 1 everything happens here; otherwise in so many fresh processes.
    kind : callable, optional
        The dataclass of answers; needed for ``keep``.
    keep : Path, optional
        A file to which answers are added as they come; what it holds is not computed again.
    """
    known = _read(keep) if keep else {}
    missing = [task for task in tasks if repr(task) not in known]
    found: dict[str, Answer] = {}
    for task, answer in zip(missing, _answers(function, missing, jobs), strict=True):
        found[repr(task)] = answer
        if keep:
            _append(keep, repr(task), answer)
    if kind:
        found.update({name: kind(**values) for name, values in known.items()})
    return [(task, found[repr(task)]) for task in tasks]


def _answers(
    function: Callable[[Task], Answer], tasks: Sequence[Task], jobs: int
) -> Iterator[Answer]:
    if jobs == 1:
        yield from map(function, tasks)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        yield from pool.map(function, tasks)


def _read(file: Path) -> dict[str, dict[str, Any]]:
    if not file.exists():
        return {}
    lines = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return {entry["task"]: entry["answer"] for entry in lines}


def _append(file: Path, task: str, answer: Any) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps({"task": task, "answer": asdict(answer)}) + "\n")
