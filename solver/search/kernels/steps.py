"""What all search kernels share: registers, status codes, and the checked calls of rules.

A kernel is a resumable step. All that it knows is in arrays that its caller owns, the small
numbers in one array of *registers*; it returns a status when its budget of steps is used up, when
an array is full, or when it has an answer. Its caller makes room, looks at limits, and calls again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cadogan.games.compiling import helper, int64, part
from cadogan.games.game import CANARY

# Statuses.
#: The budget of steps is used up.
RUNNING = 0
#: A won position was found; the registers say where.
SOLVED = 1
#: Nothing is left to look at.
EXHAUSTED = 2
#: The key table must grow.
FULL_KEYS = 3
#: The rows (or nodes) must grow.
FULL_ROWS = 4
#: The stack of moves must grow.
FULL_MOVES = 5
#: The limit on stored positions is reached.
FULL_STATES = 6
#: The limit on expanded positions of a layer is reached.
CAPPED = 7
#: The list of positions for later layers is full.
FULL_ONWARD = 8
#: A node list must grow.
FULL_NODES = 9
#: A rule broke its promise; no verdict may come of it.
BROKEN = -1

# Registers.
STARTED = 0
DEPTH = 1
STORED = 2
GENERATED = 3
EXPANDED = 4
ROWS_USED = 5
NODES_USED = 6
CURRENT = 7
ONWARD = 8
LAYER = 9
GOAL = 10
GOAL_MOVE = 11
LEAST = 12
BOUND = 13
NEXT_BOUND = 14
ROUND = 15
IN_TABLE = 16
LAYER_EXPANDED = 17
CUT = 18
REGISTERS = 24

#: More forced moves in a row than this mean that a rule runs in a circle.
MOST_FORCED = 10_000


def new_registers() -> npt.NDArray[Any]:
    """Make the registers of a search that is about to start."""
    return np.zeros(REGISTERS, np.int64)


@helper
def list_moves(moves, state, table, out, most):
    """Write a position's moves and give their number, or -1 when the rule broke its promise."""
    out[most] = CANARY
    n = int64(moves(state, table, out))
    if n < 0 or n > most or out[most] != CANARY:
        return -1
    return n


@helper
def settle(forced, play, state, words, table):
    """Make the forced moves that a position has; give 0, or -1 when a rule broke its promise."""
    for _ in range(MOST_FORCED):
        move = int64(forced(state, table))
        if move < 0:
            return 0
        if play(state, words, table, move) < 0:
            return -1
    return -1


@helper
def row_of(rows, index, size):
    """Give one row of a pool of rows."""
    return part(rows, index * size, size)
