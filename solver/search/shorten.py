"""Shorten a solution: skip what lies between two positions of it that are one move apart."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cadogan.games.compiling import build
from cadogan.solver.search.kernels.shorten import mark_line, take_leaps
from cadogan.solver.search.keys import KeyTable
from cadogan.solver.search.problem import Problem


def shorten(problem: Problem, moves: Sequence[int]) -> list[int]:
    """Shorten a solution as long as leaps along it are found.

    Parameters
    ----------
    problem : Problem
        The deal, made ready without reductions, so that every legal move is considered.
    moves : sequence of int
        A solution, every move written out.

    Returns
    -------
    list of int
        A solution that is no longer.

    Raises
    ------
    RuntimeError
        When the moves do not go together with the rules: an internal error.
    """
    line = np.array(moves, np.int64)
    while True:
        shorter = _leap(problem, line)
        if len(shorter) == len(line):
            return [int(move) for move in shorter]
        line = shorter


def _leap(problem: Problem, line: np.ndarray) -> np.ndarray:
    table = KeyTable(max(64, 2 * len(line) + 2))
    index_of = np.zeros(table.slots, np.int64)
    rows = np.zeros(2 * problem.size, np.uint8)
    rows[: problem.size] = problem.root
    shorter = np.zeros(len(line) + 1, np.int64)
    out = np.zeros(problem.most + 1, np.int64)
    made = build(mark_line)(
        problem.built("play"), problem.table, problem.size, rows, line, len(line),
        table.keys, index_of, table.slots,
    )  # fmt: skip
    if made == 0:
        rows[: problem.size] = problem.root
        made = build(take_leaps)(
            problem.built("moves"), problem.built("play"), problem.table, problem.size,
            problem.most, rows, out, len(line), table.keys, index_of, table.slots, shorter,
        )  # fmt: skip
    if made < 0:
        raise problem.broken()
    return shorter[:made]
