"""The kernel of :mod:`cadogan.solver.search.idastar`."""

from __future__ import annotations

from cadogan.games.compiling import (
    address,
    as_words,
    copy_words,
    helper,
    int64,
    kernel,
    part,
    uint64,
)
from cadogan.solver.search.kernels.keys import first_word, home_of
from cadogan.solver.search.kernels.steps import (
    BOUND,
    BROKEN,
    DEPTH,
    EXHAUSTED,
    EXPANDED,
    FULL_KEYS,
    FULL_MOVES,
    FULL_ROWS,
    FULL_STATES,
    GENERATED,
    IN_TABLE,
    NEXT_BOUND,
    ROUND,
    RUNNING,
    SOLVED,
    STARTED,
    STORED,
    list_moves,
    row_of,
)

#: No bound at all.
ENDLESS = 1 << 60
#: How many neighbouring slots a key may lie in.
PROBES = 16


@helper
def visit(keys, marks, slots, words, round_now, depth):
    """Record a visit; give 0 when it comes no sooner than one of this round, else 1.

    2 says that a slot was taken which was free. ``marks`` holds round and depth of each slot.
    """
    first = first_word(words)
    other = uint64(words[1])
    slot = home_of(first, slots)
    victim = slot
    worst = -1
    for _ in range(PROBES):
        found = uint64(keys[2 * slot])
        mark = int64(marks[slot])
        if found == uint64(0):
            victim = slot
            break
        if found == first and uint64(keys[2 * slot + 1]) == other:
            if mark >> 32 == round_now and mark & 0xFFFFFFFF <= depth:
                return 0
            marks[slot] = (round_now << 32) | depth
            return 1
        # Replaced is an entry of an earlier round, else the one furthest from the root.
        worth = mark & 0xFFFFFFFF if mark >> 32 == round_now else ENDLESS
        if worth > worst:
            worst = worth
            victim = slot
        slot += 1
        if slot == slots:
            slot = 0
    was_free = uint64(keys[2 * victim]) == uint64(0)
    keys[2 * victim] = first
    keys[2 * victim + 1] = other
    marks[victim] = (round_now << 32) | depth
    return 2 if was_free else 1


@kernel
def idastar_step(
    moves, play, unfinished, dead, remaining, table, size, most,
    rows, upto, chosen, row_room, stack, stack_room, keys, marks, slots, key_room, visit_limit,
    budget, registers,
):
    """Go on with IDA*.

    Parameters
    ----------
    moves, play, unfinished, dead, remaining : rule functions
    rows : uint8 array, shape (row_room * size,)
        The positions on the line being followed.
    upto, chosen : int64 arrays, shape (row_room,)
        Where each one's untried moves end on the stack, and the move last tried.
    stack : int64 array, shape (stack_room,)
        The untried moves, one position's after the other's.
    keys, marks : uint64 and int64 arrays
        The table; ``key_room`` entries in it make it ask for growth.
    visit_limit, budget : int
        How many positions may be expanded, and how many moves made in this call.
    registers : int64 array

    Returns
    -------
    int
        A status; EXHAUSTED only after a round in which nothing was cut off.
    """
    table_at = address(table)
    rows_at = address(rows)
    stack_at = address(stack)
    keys_at = address(keys)
    depth = int64(registers[DEPTH])
    generated = int64(registers[GENERATED])
    expanded = int64(registers[EXPANDED])
    in_table = int64(registers[IN_TABLE])
    bound = int64(registers[BOUND])
    next_bound = int64(registers[NEXT_BOUND])
    round_now = int64(registers[ROUND])
    stop = generated + budget
    status = RUNNING
    root = row_of(rows_at, 0, size)
    while status == RUNNING and generated < stop:
        begins = registers[STARTED] == 0  # a round: the root is to be expanded
        start = 0
        if not begins:
            while depth >= 0:
                start = int64(upto[depth - 1]) if depth > 0 else 0
                if int64(upto[depth]) > start:
                    break
                depth -= 1
            if depth < 0:
                if next_bound == ENDLESS:
                    status = EXHAUSTED
                    break
                bound = next_bound
                next_bound = ENDLESS
                round_now += 1
                registers[STARTED] = 0
                continue
            start = int64(upto[depth]) - 1
        if depth + 2 >= row_room:
            status = FULL_ROWS
            break
        if in_table >= key_room:
            status = FULL_KEYS
            break
        if expanded >= visit_limit:
            status = FULL_STATES
            break
        if start + most + 1 > stack_room:
            status = FULL_MOVES
            break
        if begins:
            registers[STARTED] = 1
            depth = 0
            state = root
            words = as_words(root)
        else:
            move = int64(stack_at[start])
            upto[depth] = start
            chosen[depth] = move
            state = row_of(rows_at, depth + 1, size)
            words = as_words(state)
            copy_words(words, as_words(row_of(rows_at, depth, size)), size >> 3)
            generated += 1
            if play(state, words, table_at, move) < 0:
                status = BROKEN
                break
        steps_made = 0 if begins else depth + 1
        left = int64(remaining(state, table_at))
        if left < 0:
            status = BROKEN
            break
        if steps_made + left > bound:
            next_bound = min(next_bound, steps_made + left)
            if begins:
                upto[0] = 0
            continue
        seen = visit(keys_at, marks, slots, words, round_now, steps_made)
        if seen == 0:
            continue
        if seen == 2:
            in_table += 1
        depth = steps_made
        upto[depth] = start
        left = unfinished(state, table_at)
        lost = dead(state, table_at)
        if left < 0 or lost < 0:
            status = BROKEN
            break
        if left == 0:
            status = SOLVED
            break
        if lost != 0:
            continue
        n = list_moves(moves, state, table_at, part(stack_at, start, most + 1), most)
        if n < 0:
            status = BROKEN
            break
        expanded += 1
        upto[depth] = start + n
    registers[DEPTH] = depth
    registers[GENERATED] = generated
    registers[EXPANDED] = expanded
    registers[IN_TABLE] = in_table
    registers[STORED] = max(int64(registers[STORED]), in_table)
    registers[BOUND] = bound
    registers[NEXT_BOUND] = next_bound
    registers[ROUND] = round_now
    return status


@kernel
def rehash_marks(old, old_marks, old_slots, new, new_marks, new_slots, round_now):
    """Move the entries of the present round to a larger table; give their number."""
    old_keys = address(old)
    new_keys = address(new)
    moved = 0
    for slot in range(old_slots):
        if old_keys[2 * slot] != 0 and int64(old_marks[slot]) >> 32 == round_now:
            at = home_of(old_keys[2 * slot], new_slots)
            for _ in range(PROBES):
                if new_keys[2 * at] == 0:
                    new_keys[2 * at] = old_keys[2 * slot]
                    new_keys[2 * at + 1] = old_keys[2 * slot + 1]
                    new_marks[at] = old_marks[slot]
                    moved += 1
                    break
                at += 1
                if at == new_slots:
                    at = 0
    return moved
