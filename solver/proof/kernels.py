"""The compiled loop of the checker: every position that can be reached, told apart byte by byte.

A position is kept as a *record*, its counters and cards as they lie. Two positions are taken for
one only when their *keys* agree in every byte; the key is the record brought into an order that
does not depend on what the layout declares to be without meaning (see
:mod:`cadogan.solver.proof.exact_keys`). The sums and hashes of a packed row are part of neither and
are not looked at. From a record the row is rebuilt when the position's turn comes; records are
worked through in the order in which they were found, so they are the queue as well.
"""

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
from cadogan.games.game import CANARY

# Statuses.
RUNNING, CLOSED, WON, FULL_RECORDS, FULL_SLOTS, FULL_STATES = 0, 1, 2, 3, 4, 5
BROKEN = -1
# Registers: positions found, positions worked through, those proved lost, moves made, the number
# of the last position at the present distance, that distance.
FOUND, DONE, LOST, MADE, LEVEL_END, DISTANCE, REGISTERS = 0, 1, 2, 3, 4, 5, 8

# The plan's fields: what the part is, where it lies, how many bytes, places or stacks it has, the
# bytes from one stack to the next, the size of sets of stacks that are alike (0: none; for places 1
# if they are alike), and which sight it is seen by.
OPERATION, AT, COUNT, STRIDE, ALIKE, SIGHT, FIELDS = 0, 1, 2, 3, 4, 5, 6
COUNTERS, PLACES, STACKS = 0, 1, 2
#: Bytes of sums before a stack's length and before a bag's places.
SUMS = 16
#: A slot holds the number of a position, from 1, and above these bits a part of its mixed key.
NUMBER_BITS = 40


@helper
def write_record(row, record, width, plan, parts):
    """Write a row's counters and cards; give 0, or -1 when they do not fit."""
    to = 0
    for p in range(parts):
        f = p * FIELDS
        at = int64(plan[f + AT])
        n = int64(plan[f + COUNT])
        if int64(plan[f + OPERATION]) == STACKS:
            for i in range(n):
                stack = at + i * int64(plan[f + STRIDE]) + SUMS
                tall = int64(row[stack])
                if to + 1 + tall > width:
                    return -1
                for k in range(tall + 1):
                    record[to + k] = int64(row[stack + k])
                to += 1 + tall
        else:
            if int64(plan[f + OPERATION]) == PLACES:
                at += SUMS
            if to + n > width:
                return -1
            for i in range(n):
                record[to + i] = int64(row[at + i])
            to += n
    for i in range(to, width):
        record[i] = 0
    return 0


@helper
def rebuild(record, row, size, plan, parts):
    """Write the row that a record stands for; its sums and hash are left 0."""
    for i in range(size):
        row[i] = 0
    to = 0
    for p in range(parts):
        f = p * FIELDS
        at = int64(plan[f + AT])
        n = int64(plan[f + COUNT])
        if int64(plan[f + OPERATION]) == STACKS:
            for i in range(n):
                stack = at + i * int64(plan[f + STRIDE]) + SUMS
                tall = int64(record[to])
                for k in range(tall + 1):
                    row[stack + k] = int64(record[to + k])
                to += 1 + tall
        else:
            if int64(plan[f + OPERATION]) == PLACES:
                at += SUMS
            for i in range(n):
                row[at + i] = int64(record[to + i])
            to += n


@helper
def later(record, first, second, sights, sight):
    """Say whether one stack sorts behind another: by length, then by cards as they are seen."""
    tall = int64(record[first])
    other = int64(record[second])
    if tall != other:
        return tall > other
    for i in range(1, tall + 1):
        card = int64(sights[64 * sight + int64(record[first + i])])
        facing = int64(sights[64 * sight + int64(record[second + i])])
        if card != facing:
            return card > facing
    return False


@helper
def key_of_places(record, key, to, places, alike, sights, sight):
    """Write the key of places or of a bag, sorted where they are alike."""
    for i in range(places):
        card = int64(sights[64 * sight + int64(record[to + i])])
        k = to + i
        if alike != 0:
            while k > to and int64(key[k - 1]) > card:
                key[k] = int64(key[k - 1])
                k -= 1
        key[k] = card
    return to + places


@helper
def key_of_stacks(record, key, to, stacks, alike, sights, sight, order):
    """Write the key of stacks, sorted within each set that is alike."""
    start = to
    for i in range(stacks):
        k = i
        if alike > 0:
            first = i // alike * alike
            while k > first and later(record, int64(order[k - 1]), start, sights, sight):
                order[k] = int64(order[k - 1])
                k -= 1
        order[k] = start
        start += 1 + int64(record[start])
    for i in range(stacks):
        stack = int64(order[i])
        tall = int64(record[stack])
        key[to] = tall
        for k in range(1, tall + 1):
            key[to + k] = int64(sights[64 * sight + int64(record[stack + k])])
        to += 1 + tall
    return to


@helper
def write_key(record, key, width, plan, parts, sights, order):
    """Write the key of a record."""
    to = 0
    for p in range(parts):
        f = p * FIELDS
        n = int64(plan[f + COUNT])
        alike = int64(plan[f + ALIKE])
        sight = int64(plan[f + SIGHT])
        if int64(plan[f + OPERATION]) == STACKS:
            to = key_of_stacks(record, key, to, n, alike, sights, sight, order)
        elif int64(plan[f + OPERATION]) == PLACES:
            to = key_of_places(record, key, to, n, alike, sights, sight)
        else:
            for i in range(n):
                key[to + i] = int64(record[to + i])
            to += n
    for i in range(to, width):
        key[i] = 0


@helper
def mix_key(words, count):
    """Mix a key's words into one; equal mixes prove nothing, whole keys are compared."""
    mixed = uint64(0x8F1BBCDCBFA53E0B)
    for i in range(count):
        mixed = uint64(uint64(mixed ^ uint64(words[i])) * uint64(0xD1342543DE82EF95))
        mixed = uint64(mixed ^ (mixed >> uint64(31)))
    mixed = uint64(mixed * uint64(0xAEF17502108EF2D9))
    return uint64(mixed ^ (mixed >> uint64(29)))


@helper
def same_key(words, other, count):
    """Compare two keys, word by word."""
    for i in range(count):
        if uint64(words[i]) != uint64(other[i]):
            return False
    return True


@helper
def add_member(records, width, plan, parts, sights, order, keys, slots, mask, number, digest):
    """Make the record behind all members one of them, unless its position is one; say whether.

    ``keys`` is room for two keys: the record's, and that of a member it is compared with.
    """
    key = part(keys, 0, width)
    other = part(keys, width, width)
    count = width >> 3
    write_key(part(records, number * width, width), key, width, plan, parts, sights, order)
    words = as_words(key)
    mixed = mix_key(words, count)
    slot = int64(mixed & uint64(mask))
    tag = int64(mixed >> uint64(NUMBER_BITS + 1))
    while int64(slots[slot]) != 0:
        held = int64(slots[slot])
        if held >> NUMBER_BITS == tag:
            member = part(records, ((held & ((1 << NUMBER_BITS) - 1)) - 1) * width, width)
            write_key(member, other, width, plan, parts, sights, order)
            if same_key(words, as_words(other), count):
                return False
        slot = (slot + 1) & mask
    slots[slot] = tag << NUMBER_BITS | (number + 1)
    digest[0] = uint64(uint64(digest[0]) + mixed)
    again = uint64(uint64(mixed ^ uint64(words[0])) * uint64(0x9FB21C651E98DF25))
    digest[1] = uint64(uint64(digest[1]) + uint64(again ^ (again >> uint64(28))))
    return True


@kernel
def add_root(
    row, records, width, plan, parts, sights, order, keys, slots, mask, digest
):
    """Make a row the first member."""
    records_at = address(records)
    plan_at = address(plan)
    if write_record(address(row), records_at, width, plan_at, parts) < 0:
        return BROKEN
    add_member(
        records_at, width, plan_at, parts, address(sights), address(order), address(keys),
        address(slots), mask, 0, address(digest),
    )
    return RUNNING


@kernel
def place_again(
    records, width, plan, parts, sights, order, keys, found, slots, mask
):
    """Fill a new table of slots with all members."""
    records_at = address(records)
    plan_at = address(plan)
    sights_at = address(sights)
    order_at = address(order)
    slots_at = address(slots)
    key = part(address(keys), 0, width)
    for number in range(found):
        record = part(records_at, number * width, width)
        write_key(record, key, width, plan_at, parts, sights_at, order_at)
        mixed = mix_key(as_words(key), width >> 3)
        slot = int64(mixed & uint64(mask))
        while int64(slots_at[slot]) != 0:
            slot = (slot + 1) & mask
        slots_at[slot] = int64(mixed >> uint64(NUMBER_BITS + 1)) << NUMBER_BITS | (number + 1)
    return 0


@kernel
def explore_step(
    moves, play, unfinished, lost, table, size, most, plan, parts, sights, order, width, records,
    record_room, keys, slots, mask, slot_room, state_limit, scratch, out, digest, budget,
    registers,
):
    """Go on with exploring.

    Parameters
    ----------
    moves, play, unfinished, lost : rule functions
        The last is the checker's own: 1 for positions that it proves lost, which are members
        without their successors.
    size, most : int
        Bytes of a row; the most moves of a position.
    plan, parts, sights, order : arrays and int
        How rows become records and keys; ``order`` is room for sorting.
    width, records, record_room : int, uint8 array, int
        Bytes of a record and of a key; the members, and how many have room. One more must fit:
        behind the last member new records are written before they are looked up.
    keys : uint8 array, shape (2 * width,)
        Room for two keys.
    slots, mask, slot_room : int64 array, int, int
        The table, its size less one (a power of two less one), and how many members it may hold.
    state_limit : int
        How many members there may be.
    scratch : uint8 array, shape (2 * size,)
        Room for two rows.
    digest : uint64 array, shape (2,)
        Sums over all members, in whatever order they come.
    budget : int
        How many moves may be made, and positions worked through, in this call.
    registers : int64 array

    Returns
    -------
    int
        A status; CLOSED means that every successor of every member is a member and none is won.
    """
    table_at = address(table)
    plan_at = address(plan)
    sights_at = address(sights)
    order_at = address(order)
    records_at = address(records)
    keys_at = address(keys)
    slots_at = address(slots)
    digest_at = address(digest)
    out_at = address(out)
    row = part(address(scratch), 0, size)
    child = part(address(scratch), size, size)
    words = as_words(child)
    found = int64(registers[FOUND])
    done = int64(registers[DONE])
    gone = int64(registers[LOST])
    made = int64(registers[MADE])
    level_end = int64(registers[LEVEL_END])
    distance = int64(registers[DISTANCE])
    work = 0
    status = RUNNING
    while status == RUNNING and work < budget:
        if done == found:
            status = CLOSED
            break
        if found + most > record_room:
            status = FULL_RECORDS
            break
        if found + most > slot_room:
            status = FULL_SLOTS
            break
        if done == level_end:
            level_end = found
            distance += 1
        work += 1
        rebuild(part(records_at, done * width, width), row, size, plan_at, parts)
        done += 1
        verdict = lost(row, table_at)
        if verdict < 0:
            status = BROKEN
            break
        if verdict != 0:
            gone += 1
            continue
        out[most] = CANARY
        n = int64(moves(row, table_at, out_at))
        if n < 0 or n > most or out[most] != CANARY:
            status = BROKEN
            break
        made += n
        work += n
        for i in range(n):
            copy_words(words, as_words(row), size >> 3)
            if play(child, words, table_at, out_at[i]) < 0:
                status = BROKEN
                break
            left = unfinished(child, table_at)
            if left <= 0:
                status = WON if left == 0 else BROKEN
                break
            record = part(records_at, found * width, width)
            if write_record(child, record, width, plan_at, parts) < 0:
                status = BROKEN
                break
            if add_member(
                records_at, width, plan_at, parts, sights_at, order_at, keys_at, slots_at, mask,
                found, digest_at,
            ):
                found += 1
                if found > state_limit:
                    status = FULL_STATES
                    break
    registers[FOUND] = found
    registers[DONE] = done
    registers[LOST] = gone
    registers[MADE] = made
    registers[LEVEL_END] = level_end
    registers[DISTANCE] = distance
    return status
