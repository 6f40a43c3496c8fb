"""The kernel of :mod:`cadogan.solver.search.astar`."""

from __future__ import annotations

from cadogan.games.compiling import (
    address,
    as_words,
    copy_words,
    helper,
    int64,
    kernel,
    prefetch,
    rule,
)
from cadogan.solver.search.kernels.keys import find_key, first_word, home_of
from cadogan.solver.search.kernels.steps import (
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
    row_of,
)

#: The largest estimate of a solution's length that the queue can hold.
MOST_LENGTH = 1 << 14
#: A node whose depth was bettered by another node for the same position.
STALE = -2
MOST_NODES = 2**31 - 1


@rule
def no_bound(state, table):
    """Estimate nothing: A* becomes breadth-first search."""
    return 0


@rule
def never_won(state, table):
    """Count a won position like any other."""
    return 1


@helper
def open_node(
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
def astar_step(
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
        left = unfinished(row, table_at)
        lost = dead(row, table_at)
        if left < 0 or lost < 0:
            status = BROKEN
            break
        if left == 0:
            registers[GOAL] = node
            status = SOLVED
            break
        if lost != 0:
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
            if status != RUNNING:
                break
            if in_table >= state_limit:
                status = FULL_STATES
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
def rehash_nodes(old, old_nodes, old_slots, new, new_nodes, new_slots):
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
