"""The kernel behind the layered and the best-first search: close off one layer, best score first.

Nodes are made lazily. A node is a parent and a move; its row is built from the parent's when it is
expanded, and only expanded nodes keep rows. Open nodes wait in a bucket queue by score, the newest
of a bucket first. Children that belong to a later layer are handed over to the caller.
"""

from __future__ import annotations

from cadogan.games.compiling import (
    address,
    as_words,
    copy_words,
    helper,
    int64,
    kernel,
    prefetch,
    uint64,
)
from cadogan.solver.search.kernels.keys import add_key, first_word, home_of
from cadogan.solver.search.kernels.steps import (
    BROKEN,
    CAPPED,
    CURRENT,
    EXHAUSTED,
    EXPANDED,
    FULL_KEYS,
    FULL_NODES,
    FULL_ONWARD,
    FULL_ROWS,
    FULL_STATES,
    GENERATED,
    GOAL,
    GOAL_MOVE,
    IN_TABLE,
    LAYER,
    LAYER_EXPANDED,
    NODES_USED,
    ONWARD,
    ROWS_USED,
    RUNNING,
    SOLVED,
    STORED,
    list_moves,
    row_of,
    settle,
)

#: Buckets of the queue; scores beyond go to the first or last of them.
BUCKETS = 1 << 15
_LAST = BUCKETS - 1


@helper
def noisy(score, words, noise):
    """Add noise from the position's hash to a score, and bring it into the range of buckets."""
    total = int64(score)
    if noise > 0:
        total += int64((uint64(words[1]) >> uint64(20)) % uint64(noise))
    return min(max(total, 0), _LAST)


@helper
def enqueue(heads, link, node, score):
    """Put a node into its bucket."""
    link[node] = heads[score]
    heads[score] = node


@kernel
def load_layer(
    rows, scores, count, size, heads, link, slot, keys, slots, registers
):
    """Make the first ``count`` rows the nodes that a layer starts from; doubles are left out.

    Parameters
    ----------
    rows : uint8 array
        The rows, already settled, from the front of the pool on.
    scores : int64 array, shape (count,)
        Their scores, within the buckets.
    heads, link, slot : int32 arrays
        The queue's buckets; for each node the next of its bucket and its row.
    """
    rows_at = address(rows)
    keys_at = address(keys)
    least = _LAST
    new = 0
    for node in range(count):
        slot[node] = node
        if add_key(keys_at, slots, as_words(row_of(rows_at, node, size))):
            new += 1
            enqueue(heads, link, node, int64(scores[node]))
            least = min(least, int64(scores[node]))
    registers[CURRENT] = least
    registers[ROWS_USED] = count
    registers[NODES_USED] = count
    registers[IN_TABLE] = new
    registers[ONWARD] = 0
    registers[LAYER_EXPANDED] = 0
    return new


@kernel
def load_part(scores, first, step, count, heads, link, registers):
    """Fill the queue, which must be empty, with some of the rows that a layer was loaded with.

    Rows of nodes that were expanded since are given up: no node of the new queue needs them.

    Parameters
    ----------
    scores : int64 array, shape (count,)
        The scores of the rows loaded; no two of the rows may be equal.
    first, step, count : int
        Which of them: every ``step``-th one, from ``first`` on.
    """
    least = _LAST
    for node in range(first, count, step):
        enqueue(heads, link, node, int64(scores[node]))
        least = min(least, int64(scores[node]))
    registers[CURRENT] = least
    registers[ROWS_USED] = count
    registers[LAYER_EXPANDED] = 0
    return 0


@kernel
def closure_step(
    moves, play, forced, unfinished, dead, layer, score, table, weights, noise, size, most,
    rows, row_room, heads, link, slot, parent, move_to, node_room, base, out,
    onward_rows, onward_layer, onward_score, onward_parent, onward_move, onward_room,
    keys, slots, key_room, state_limit, cap, budget, registers,
):
    """Go on with closing off a layer.

    Parameters
    ----------
    moves, play, forced, unfinished, dead, layer, score : rule functions
    weights, noise : int64 array, int
        One weight set.
    rows : uint8 array, shape (row_room * size,)
        Rows of expanded nodes; ``most + 1`` free ones are needed beyond those.
    heads, link, slot : int32 arrays
        The queue; ``slot`` is -1 for a node without a row.
    parent, move_to : int32 arrays
        The path log of all layers; this layer's nodes begin at ``base``.
    node_room : int
        How many nodes the path log and ``link`` can take, counted in this layer.
    onward_rows, onward_layer, onward_score, onward_parent, onward_move : arrays
        Children for later layers, ``onward_room`` of them at most.
    cap, budget : int
        How many nodes of this layer may be expanded, and how many moves made in this call.
    registers : int64 array

    Returns
    -------
    int
        A status; EXHAUSTED means that the layer is closed, CAPPED that open nodes were left.
    """
    table_at = address(table)
    weights_at = address(weights)
    rows_at = address(rows)
    onward_at = address(onward_rows)
    out_at = address(out)
    keys_at = address(keys)
    this_layer = int64(registers[LAYER])
    current = int64(registers[CURRENT])
    rows_used = int64(registers[ROWS_USED])
    nodes_used = int64(registers[NODES_USED])
    onward = int64(registers[ONWARD])
    in_table = int64(registers[IN_TABLE])
    stored = int64(registers[STORED])
    generated = int64(registers[GENERATED])
    expanded = int64(registers[EXPANDED])
    layer_expanded = int64(registers[LAYER_EXPANDED])
    stop = generated + budget
    status = RUNNING
    while status == RUNNING and generated < stop:
        while current < BUCKETS and heads[current] < 0:
            current += 1
        if current == BUCKETS:
            status = EXHAUSTED
            break
        if layer_expanded >= cap:
            status = CAPPED
            break
        if rows_used + most + 1 > row_room:
            status = FULL_ROWS
            break
        if nodes_used + most > node_room:
            status = FULL_NODES
            break
        if onward + most > onward_room:
            status = FULL_ONWARD
            break
        if in_table + most > key_room:
            status = FULL_KEYS
            break
        if stored >= state_limit:
            status = FULL_STATES
            break
        node = int64(heads[current])
        heads[current] = link[node]
        if slot[node] < 0:
            row = row_of(rows_at, rows_used, size)
            words = as_words(row)
            origin = row_of(rows_at, int64(slot[int64(parent[base + node]) - base]), size)
            copy_words(words, as_words(origin), size >> 3)
            if (
                play(row, words, table_at, int64(move_to[base + node])) < 0
                or settle(forced, play, row, words, table_at) < 0
            ):
                status = BROKEN
                break
            slot[node] = rows_used
            rows_used += 1
        row = row_of(rows_at, int64(slot[node]), size)
        lost = dead(row, table_at)  # asked only now: most nodes of a narrow layer never get here
        if lost < 0:
            status = BROKEN
            break
        if lost != 0:
            continue
        n = list_moves(moves, row, table_at, out_at, most)
        if n < 0:
            status = BROKEN
            break
        expanded += 1
        layer_expanded += 1
        generated += n
        for i in range(n):
            child = row_of(rows_at, rows_used + i, size)
            words = as_words(child)
            copy_words(words, as_words(row), size >> 3)
            if (
                play(child, words, table_at, out_at[i]) < 0
                or settle(forced, play, child, words, table_at) < 0
            ):
                status = BROKEN
                break
            prefetch(keys_at, 2 * home_of(first_word(words), slots))
        if status == BROKEN:
            break
        for i in range(n):
            child = row_of(rows_at, rows_used + i, size)
            words = as_words(child)
            if stored >= state_limit:
                status = FULL_STATES
                break
            if not add_key(keys_at, slots, words):
                continue
            in_table += 1
            stored += 1
            left = unfinished(child, table_at)
            if left == 0:
                registers[GOAL] = base + node
                registers[GOAL_MOVE] = out_at[i]
                status = SOLVED
                break
            its_layer = int64(layer(child, table_at))
            if left < 0 or its_layer < this_layer:
                status = BROKEN
                break
            its_score = noisy(score(child, table_at, weights_at), words, noise)
            if its_layer == this_layer:
                parent[base + nodes_used] = base + node
                move_to[base + nodes_used] = out_at[i]
                slot[nodes_used] = -1
                enqueue(heads, link, nodes_used, its_score)
                current = min(current, its_score)
                nodes_used += 1
            else:
                copy_words(as_words(row_of(onward_at, onward, size)), words, size >> 3)
                onward_layer[onward] = its_layer
                onward_score[onward] = its_score
                onward_parent[onward] = base + node
                onward_move[onward] = out_at[i]
                onward += 1
    registers[CURRENT] = current
    registers[ROWS_USED] = rows_used
    registers[NODES_USED] = nodes_used
    registers[ONWARD] = onward
    registers[IN_TABLE] = in_table
    registers[STORED] = stored
    registers[GENERATED] = generated
    registers[EXPANDED] = expanded
    registers[LAYER_EXPANDED] = layer_expanded
    return status


@kernel
def living(dead, table, rows, order, size, wanted, chosen):
    """Choose the first rows, in an order, that are not proved lost.

    Parameters
    ----------
    dead : rule function
    rows : uint8 array
        All rows, one after the other.
    order : int64 array
        Indices of rows.
    wanted : int
        How many to choose at most.
    chosen : int64 array, shape (wanted + 1,)
        Receives their indices, and in its last place how many rows were looked at.

    Returns
    -------
    int
        How many were chosen, or BROKEN.
    """
    table_at = address(table)
    rows_at = address(rows)
    n = 0
    looked = 0
    while looked < len(order) and n < wanted:
        lost = dead(row_of(rows_at, int64(order[looked]), size), table_at)
        if lost < 0:
            return BROKEN
        if lost == 0:
            chosen[n] = order[looked]
            n += 1
        looked += 1
    chosen[wanted] = looked
    return n


@kernel
def reset_heads(heads):
    """Empty the queue."""
    for i in range(BUCKETS):
        heads[i] = -1
    return 0
