"""A*: shortest solutions by an admissible bound, with duplicate detection in the key table.

With the bound left out it is breadth-first search, which counts positions by depth.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cadogan.games.compiling import (
    address,
    as_words,
    build,
    copy_words,
    helper,
    int64,
    kernel,
    prefetch,
    rule,
)
from cadogan.solver.result import Limit
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.keys import KeyTable, enlarged, find_key, first_word, home_of
from cadogan.solver.search.outcome import Outcome
from cadogan.solver.search.problem import Problem
from cadogan.solver.search.steps import (
    BROKEN,
    CURRENT,
    EXHAUSTED,
    EXPANDED,
    FULL_KEYS,
    FULL_NODES,
    FULL_ROWS,
    FULL_STATES,
    GENERATED,
    GOAL,
    IN_TABLE,
    NODES_USED,
    ROWS_USED,
    RUNNING,
    SOLVED,
    STARTED,
    STORED,
    list_moves,
    new_registers,
    row_of,
)

#: The largest estimate of a solution's length that the queue can hold.
MOST_LENGTH = 1 << 14
#: A node whose depth was bettered by another node for the same position.
STALE = -2
MOST_NODES = 2**31 - 1


@rule
def no_bound(state, table):  # type: ignore[no-untyped-def]
    """Estimate nothing: A* becomes breadth-first search."""
    return 0


@rule
def never_won(state, table):  # type: ignore[no-untyped-def]
    """Count a won position like any other."""
    return 1


@helper
def open_node(  # type: ignore[no-untyped-def]
    parent, move_to, depth, link, slot, heads, node, origin, move, steps_made, estimate
):
    """Write down a node and put it into the bucket of its estimate."""
    parent[node] = origin
    move_to[node] = move
    depth[node] = steps_made
    slot[node] = -1
    link[node] = heads[estimate]
    heads[estimate] = node


@kernel
def astar_step(  # type: ignore[no-untyped-def]
    moves, play, unfinished, dead, remaining, table, size, most,
    rows, row_room, heads, link, slot, parent, move_to, depth, node_room, out,
    keys, node_of, slots, key_room, state_limit, budget, registers,
):
    """Go on with A*.

    Parameters
    ----------
    moves, play, unfinished, dead, remaining : rule functions
    rows : uint8 array, shape (row_room * size,)
        Rows of expanded nodes, and ``most + 1`` free ones.
    heads : int32 array, shape (MOST_LENGTH,)
        For each estimated length the newest open node.
    link, slot, parent, move_to, depth : int32 arrays, shape (node_room,)
        For each node: the next of its bucket, its row (-1 none), how and when it was reached.
    keys, node_of : uint64 and int32 arrays
        The table, and the best node for each key in it.
    registers : int64 array

    Returns
    -------
    int
        A status. SOLVED is given when a won node is expanded, so its line is a shortest one.
    """
    table_at = address(table)
    rows_at = address(rows)
    out_at = address(out)
    keys_at = address(keys)
    current = int64(registers[CURRENT])
    rows_used = int64(registers[ROWS_USED])
    nodes_used = int64(registers[NODES_USED])
    in_table = int64(registers[IN_TABLE])
    generated = int64(registers[GENERATED])
    expanded = int64(registers[EXPANDED])
    stop = generated + budget
    status = RUNNING
    if registers[STARTED] == 0:
        registers[STARTED] = 1
        root = row_of(rows_at, 0, size)
        free = -1 - find_key(keys_at, slots, as_words(root))
        keys_at[2 * free] = first_word(as_words(root))
        keys_at[2 * free + 1] = as_words(root)[1]
        node_of[free] = 0
        estimate = int64(remaining(root, table_at))
        if estimate < 0 or estimate >= MOST_LENGTH:
            return BROKEN
        open_node(parent, move_to, depth, link, slot, heads, 0, -1, 0, 0, estimate)
        slot[0] = 0
        rows_used = nodes_used = in_table = 1
        current = estimate
    while status == RUNNING and generated < stop:
        while current < MOST_LENGTH and heads[current] < 0:
            current += 1
        if current == MOST_LENGTH:
            status = EXHAUSTED
            break
        if rows_used + most + 1 > row_room:
            status = FULL_ROWS
            break
        if nodes_used + most > node_room:
            status = FULL_NODES
            break
        if in_table + most > key_room:
            status = FULL_KEYS
            break
        node = int64(heads[current])
        if slot[node] != STALE and in_table >= state_limit:
            status = FULL_STATES
            break
        heads[current] = link[node]
        if slot[node] == STALE:
            continue
        if slot[node] < 0:
            row = row_of(rows_at, rows_used, size)
            words = as_words(row)
            origin = row_of(rows_at, int64(slot[int64(parent[node])]), size)
            copy_words(words, as_words(origin), size >> 3)
            if play(row, words, table_at, int64(move_to[node])) < 0:
                status = BROKEN
                break
            slot[node] = rows_used
            rows_used += 1
        row = row_of(rows_at, int64(slot[node]), size)
        if unfinished(row, table_at) == 0:
            registers[GOAL] = node
            status = SOLVED
            break
        if dead(row, table_at) != 0:
            continue
        n = list_moves(moves, row, table_at, out_at, most)
        if n < 0:
            status = BROKEN
            break
        expanded += 1
        generated += n
        for i in range(n):
            child = row_of(rows_at, rows_used + i, size)
            words = as_words(child)
            copy_words(words, as_words(row), size >> 3)
            if play(child, words, table_at, out_at[i]) < 0:
                status = BROKEN
                break
            prefetch(keys_at, 2 * home_of(first_word(words), slots))
        steps_made = int64(depth[node]) + 1
        for i in range(n):
            if status == BROKEN:
                break
            child = row_of(rows_at, rows_used + i, size)
            words = as_words(child)
            place = find_key(keys_at, slots, words)
            if place >= 0:
                known = int64(node_of[place])
                if int64(depth[known]) <= steps_made:
                    continue
                if slot[known] < 0:
                    slot[known] = STALE
            else:
                place = -1 - place
                keys_at[2 * place] = first_word(words)
                keys_at[2 * place + 1] = words[1]
                in_table += 1
            bound = int64(remaining(child, table_at))
            estimate = steps_made + bound
            if bound < 0 or estimate >= MOST_LENGTH:
                status = BROKEN
                break
            node_of[place] = nodes_used
            open_node(
                parent, move_to, depth, link, slot, heads,
                nodes_used, node, out_at[i], steps_made, estimate,
            )  # fmt: skip
            nodes_used += 1
            current = min(current, estimate)
    registers[CURRENT] = current
    registers[ROWS_USED] = rows_used
    registers[NODES_USED] = nodes_used
    registers[IN_TABLE] = in_table
    registers[STORED] = in_table
    registers[GENERATED] = generated
    registers[EXPANDED] = expanded
    return status


@kernel
def rehash_nodes(old, old_nodes, old_slots, new, new_nodes, new_slots):  # type: ignore[no-untyped-def]
    """Move keys and their nodes to another table."""
    old_keys = address(old)
    new_keys = address(new)
    for slot in range(old_slots):
        if old_keys[2 * slot] != 0:
            at = home_of(old_keys[2 * slot], new_slots)
            while new_keys[2 * at] != 0:
                at += 1
                if at == new_slots:
                    at = 0
            new_keys[2 * at] = old_keys[2 * slot]
            new_keys[2 * at + 1] = old_keys[2 * slot + 1]
            new_nodes[at] = old_nodes[slot]
    return 0


class _NodeTable(KeyTable):
    """A key table that knows the best node of each position."""

    def __init__(self) -> None:
        super().__init__()
        self.node_of: npt.NDArray[np.int32] = np.zeros(self.slots, np.int32)

    @property
    def memory(self) -> int:
        return self.keys.nbytes + self.node_of.nbytes

    def growth(self) -> int:
        return 20 * self.grown_slots()

    def grow(self) -> bool:
        slots = self.grown_slots()
        if slots <= self.slots:
            return False
        keys: npt.NDArray[np.uint64] = np.zeros(2 * slots, np.uint64)
        node_of = np.zeros(slots, np.int32)
        build(rehash_nodes)(self.keys, self.node_of, self.slots, keys, node_of, slots)
        self.keys, self.node_of, self.slots = keys, node_of, slots
        return True


class AStarRun:
    """The arrays of an A* search, and the loop around its kernel.

    Parameters
    ----------
    problem : Problem
        The deal.
    bounded : bool
        False leaves out the lower bound: breadth-first search.
    """

    def __init__(self, problem: Problem, bounded: bool = True) -> None:
        self.problem = problem
        self.size = problem.size
        self.name = "astar" if bounded else "breadth-first"
        self.table = _NodeTable()
        self.rows: npt.NDArray[Any] = np.zeros((64 + 2 * problem.most) * self.size, np.uint8)
        self.rows[: self.size] = problem.root
        self.heads = np.full(MOST_LENGTH, -1, np.int32)
        self.nodes = [np.zeros(2048, np.int32) for _ in range(5)]
        self.out = np.zeros(problem.most + 1, np.int64)
        self.registers = new_registers()
        self.rules = [problem.built(name) for name in ("moves", "play", "unfinished", "dead")]
        self.rules.append(problem.built("remaining") if bounded else build(no_bound))

    def ignore_wins(self) -> None:
        """Go on beyond won positions."""
        self.rules[2] = build(never_won)

    @property
    def memory(self) -> int:
        """Bytes held."""
        return self.rows.nbytes + 20 * len(self.nodes[0]) + self.table.memory

    def depths(self) -> npt.NDArray[np.int32]:
        """Give each node's number of moves from the root."""
        return self.nodes[4][: int(self.registers[NODES_USED])]

    def run(self, budget: Budget, depth_limit: int | None = None) -> Outcome:
        """Search until solved, exhausted or out of a limit.

        Parameters
        ----------
        budget : Budget
            Limits.
        depth_limit : int, optional
            Stop with DEPTH once no estimate below this is left.
        """
        step = build(astar_step)
        for quota in budget.run(self.name, self.registers, lambda: self.memory):
            link, slot, parent, move_to, depth = self.nodes
            status = step(
                *self.rules, self.problem.table, self.size, self.problem.most,
                self.rows, len(self.rows) // self.size, self.heads, link, slot, parent, move_to,
                depth, len(link), self.out, self.table.keys, self.table.node_of,
                self.table.slots, self.table.room, quota.states, quota.steps, self.registers,
            )  # fmt: skip
            if status == SOLVED:
                return Outcome.solved(self._path(), optimal=True)
            if status == EXHAUSTED:
                return Outcome.exhausted()
            if status == FULL_STATES:
                return Outcome.limited(Limit.STATES)
            if status == BROKEN:
                raise self.problem.broken()
            if depth_limit is not None and self.registers[CURRENT] >= depth_limit:
                return Outcome.limited(Limit.DEPTH)
            if status != RUNNING and not self._make_room(status, budget):
                return Outcome.limited(Limit.MEMORY)
        return Outcome.limited(budget.reason)

    def _make_room(self, status: int, budget: Budget) -> bool:
        if status == FULL_KEYS:
            return budget.allows(self.memory + self.table.growth()) and self.table.grow()
        if status == FULL_ROWS:
            if not budget.allows(self.memory + 2 * self.rows.nbytes):
                return False
            self.rows = enlarged(self.rows)
            return True
        room = len(self.nodes[0])
        if 2 * room > MOST_NODES or not budget.allows(self.memory + 40 * room):
            return False
        self.nodes = [enlarged(array) for array in self.nodes]
        return True

    def _path(self) -> list[int]:
        _, _, parent, move_to, _ = self.nodes
        node, moves = int(self.registers[GOAL]), []
        while node > 0:
            moves.append(int(move_to[node]))
            node = int(parent[node])
        return moves[::-1]


def astar(problem: Problem, budget: Budget) -> Outcome:
    """Find a shortest solution with A*.

    Nodes are ordered by moves made plus the lower bound, the newest first among equals. A
    position that is reached again by fewer moves is opened again, so admissibility of the bound
    is all that optimality rests on.

    Parameters
    ----------
    problem : Problem
        The deal, made ready for shortest solutions.
    budget : Budget
        Limits.

    Returns
    -------
    Outcome
        A shortest solution, exhaustion (a proof) or a limit.
    """
    return AStarRun(problem).run(budget)


def breadth_first(
    problem: Problem, budget: Budget, depth_limit: int | None = None, beyond_wins: bool = False
) -> tuple[Outcome, list[int]]:
    """Search breadth first and count positions.

    Parameters
    ----------
    problem : Problem
        The deal.
    budget : Budget
        Limits.
    depth_limit : int, optional
        Stop when all positions up to this depth are found.
    beyond_wins : bool
        Whether to go on when a won position is found.

    Returns
    -------
    outcome : Outcome
        A shortest solution, exhaustion, or a limit (DEPTH for the depth limit).
    counts : list of int
        How many positions there are at each depth, the start being at depth 0; the last depth's
        count is incomplete when a limit other than the depth limit was hit or a win was found.
    """
    run = AStarRun(problem, bounded=False)
    if beyond_wins:
        run.ignore_wins()
    outcome = run.run(budget, depth_limit)
    counts = [int(n) for n in np.bincount(run.depths())]
    return outcome, counts if depth_limit is None else counts[: depth_limit + 1]
