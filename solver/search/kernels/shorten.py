"""The kernel of :mod:`cadogan.solver.search.shorten`."""

from __future__ import annotations

from cadogan.games.compiling import address, as_words, copy_words, int64, kernel
from cadogan.solver.search.kernels.keys import find_key, first_word
from cadogan.solver.search.kernels.steps import list_moves, row_of


@kernel
def mark_line(play, table, size, rows, line, length, keys, index_of, slots):
    """Play a line and note the last index at which each of its positions occurs."""
    table_at = address(table)
    row = row_of(address(rows), 0, size)
    words = as_words(row)
    keys_at = address(keys)
    for i in range(length + 1):
        slot = find_key(keys_at, slots, words)
        if slot < 0:
            slot = -1 - slot
            keys_at[2 * slot] = first_word(words)
            keys_at[2 * slot + 1] = words[1]
        index_of[slot] = i
        if i < length and play(row, words, table_at, int64(line[i])) < 0:
            return -1
    return 0


@kernel
def take_leaps(
    moves, play, table, size, most, rows, out, length, keys, index_of, slots, shorter
):
    """Go along a marked line, always by the move that leads furthest; give the moves' number.

    Moves are chosen by the keys of positions and not copied from the line: a leap may lead to a
    position in which piles that are alike have changed places.
    """
    table_at = address(table)
    rows_at = address(rows)
    out_at = address(out)
    keys_at = address(keys)
    row = row_of(rows_at, 0, size)
    child = row_of(rows_at, 1, size)
    at = 0
    made = 0
    while at < length:
        n = list_moves(moves, row, table_at, out_at, most)
        best = at
        best_move = 0
        for i in range(n):
            words = as_words(child)
            copy_words(words, as_words(row), size >> 3)
            if play(child, words, table_at, out_at[i]) < 0:
                return -1
            slot = find_key(keys_at, slots, words)
            if slot >= 0 and index_of[slot] > best:
                best = int64(index_of[slot])
                best_move = int64(out_at[i])
        if best == at:
            return -1
        if play(row, as_words(row), table_at, best_move) < 0:
            return -1
        shorter[made] = best_move
        made += 1
        at = best
    return made
