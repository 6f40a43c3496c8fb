"""The kernel of :mod:`cadogan.solver.search.dfs`."""

from __future__ import annotations

from cadogan.games.compiling import (
    address,
    as_words,
    copy_words,
    int64,
    kernel,
    prefetch,
)
from cadogan.solver.search.kernels.keys import add_key, first_word, home_of
from cadogan.solver.search.kernels.steps import (
    BROKEN,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FULL_KEYS,
    FULL_ROWS,
    FULL_STATES,
    GENERATED,
    RUNNING,
    SOLVED,
    STARTED,
    STORED,
    list_moves,
    row_of,
    settle,
)


@kernel
def dfs_step(
    moves, play, forced, unfinished, dead, table, size, most,
    rows, move_to, opened, row_room, out, keys, slots, key_room, state_limit,
    budget, registers,
):
    """Go on with a depth-first search.

    The stack holds the positions on the line being followed, each marked as opened, and above
    each the new positions next to it that still wait. All of a position's children are made, and
    their keys' cache lines asked for, before the first key is looked up.

    Parameters
    ----------
    moves, play, forced, unfinished, dead : rule functions
    table : uint8 array
        The deal's constants.
    size, most : int
        Bytes of a row; the game's ``max_moves``.
    rows : uint8 array, shape (row_room * size,)
        The stack.
    move_to : int64 array, shape (row_room,)
        The move that led to each position.
    opened : uint8 array, shape (row_room,)
        1 where a position's children have been made.
    out : int64 array, shape (most + 1,)
        Room for a list of moves.
    keys : uint64 array, shape (2 * slots,)
        The transposition table; it takes ``key_room`` keys.
    state_limit, budget : int
        How many positions may be stored, and how many moves made in this call.
    registers : int64 array

    Returns
    -------
    int
        A status.
    """
    table_at = address(table)
    rows_at = address(rows)
    out_at = address(out)
    keys_at = address(keys)
    height = int64(registers[DEPTH])
    stored = int64(registers[STORED])
    generated = int64(registers[GENERATED])
    expanded = int64(registers[EXPANDED])
    stop = generated + budget
    status = RUNNING
    if registers[STARTED] == 0:
        registers[STARTED] = 1
        root = row_of(rows_at, 0, size)
        if settle(forced, play, root, as_words(root), table_at) < 0:
            return BROKEN
        add_key(keys_at, slots, as_words(root))
        stored = 1
        height = 1
        left = unfinished(root, table_at)
        lost = dead(root, table_at)
        if left < 0 or lost < 0:
            return BROKEN
        if left == 0:
            status = SOLVED
        elif lost != 0:
            height = 0
    while status == RUNNING:
        while height > 0 and opened[height - 1] != 0:
            opened[height - 1] = 0
            height -= 1
        if height == 0:
            status = EXHAUSTED
            break
        if generated >= stop:
            break
        if height + most > row_room:
            status = FULL_ROWS
            break
        if stored + most > key_room:
            status = FULL_KEYS
            break
        if stored >= state_limit:
            status = FULL_STATES
            break
        parent = row_of(rows_at, height - 1, size)
        n = list_moves(moves, parent, table_at, out_at, most)
        if n < 0:
            status = BROKEN
            break
        expanded += 1
        generated += n
        opened[height - 1] = 1
        for i in range(n):
            child = row_of(rows_at, height + i, size)
            words = as_words(child)
            copy_words(words, as_words(parent), size >> 3)
            if (
                play(child, words, table_at, out_at[i]) < 0
                or settle(forced, play, child, words, table_at) < 0
            ):
                status = BROKEN
                break
            prefetch(keys_at, 2 * home_of(first_word(words), slots))
        if status == BROKEN:
            break
        kept = 0
        for i in range(n):
            child = row_of(rows_at, height + i, size)
            words = as_words(child)
            if stored >= state_limit:
                status = FULL_STATES
                break
            if add_key(keys_at, slots, words):
                stored += 1
                left = unfinished(child, table_at)
                if left < 0:
                    status = BROKEN
                    break
                if left > 0:
                    lost = dead(child, table_at)
                    if lost < 0:
                        status = BROKEN
                        break
                    if lost != 0:
                        continue
                if kept < i:
                    kept_row = row_of(rows_at, height + kept, size)
                    copy_words(as_words(kept_row), words, size >> 3)
                move_to[height + kept] = out_at[i]
                kept += 1
                if left == 0:
                    opened[height + kept - 1] = 1
                    status = SOLVED
                    break
        height += kept
    registers[DEPTH] = height
    registers[STORED] = stored
    registers[GENERATED] = generated
    registers[EXPANDED] = expanded
    return status
