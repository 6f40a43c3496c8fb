"""Looking up and storing 128-bit keys by open addressing; see :mod:`cadogan.solver.search.keys`."""

from __future__ import annotations

from cadogan.games.compiling import address, helper, int64, kernel, uint64


@helper
def home_of(key, slots):
    """Give the slot where the search for a key starts."""
    return int64(((uint64(key) >> uint64(32)) * uint64(slots)) >> uint64(32))


@helper
def first_word(words):
    """Give the first key word of a position; 0 marks a free slot and is never one."""
    key = uint64(words[0])
    if key == uint64(0):
        key = uint64(1)
    return key


@helper
def find_key(keys, slots, words):
    """Give the slot of a position's key, or -1 - the free slot where it belongs."""
    first = first_word(words)
    other = uint64(words[1])
    slot = home_of(first, slots)
    while True:
        found = uint64(keys[2 * slot])
        if found == uint64(0):
            return -1 - slot
        if found == first and uint64(keys[2 * slot + 1]) == other:
            return slot
        slot += 1
        if slot == slots:
            slot = 0


@helper
def add_key(keys, slots, words):
    """Store a position's key and say whether it is new; the caller sees that there is room."""
    slot = find_key(keys, slots, words)
    if slot >= 0:
        return False
    slot = -1 - slot
    keys[2 * slot] = first_word(words)
    keys[2 * slot + 1] = words[1]
    return True


@kernel
def rehash(old, old_slots, new, new_slots):
    """Move all keys to another table, from front to back."""
    old_keys = address(old)
    new_keys = address(new)
    for slot in range(old_slots):
        first = uint64(old_keys[2 * slot])
        if first != uint64(0):
            at = home_of(first, new_slots)
            while uint64(new_keys[2 * at]) != uint64(0):
                at += 1
                if at == new_slots:
                    at = 0
            new_keys[2 * at] = first
            new_keys[2 * at + 1] = old_keys[2 * slot + 1]
    return 0
