"""The key table of the kernels: what is stored is found, however full the table is."""

from __future__ import annotations

import numpy as np
import pytest

from cadogan.games.compiling import build
from cadogan.solver.search.kernels.keys import add_key, find_key
from cadogan.solver.search.keys import KeyTable


class Keys:
    """A key table of few slots, used word by word."""

    def __init__(self, slots: int) -> None:
        self.table = KeyTable(slots)

    def add(self, first: int, other: int) -> bool:
        words = np.array([first, other], np.uint64)
        return bool(build(add_key)(self.table.keys, self.table.slots, words))

    def has(self, first: int, other: int) -> bool:
        words = np.array([first, other], np.uint64)
        return int(build(find_key)(self.table.keys, self.table.slots, words)) >= 0

    def slots_taken(self) -> list[int]:
        return [int(slot) for slot in np.flatnonzero(self.table.keys[::2])]


def key_at_home(slot: int, slots: int, low: int = 0) -> int:
    """Make a first word whose home is a slot."""
    return (slot * 2**32 // slots + 1) << 32 | low


def test_keys_with_one_home_lie_side_by_side() -> None:
    keys = Keys(16)
    words = [(key_at_home(5, 16, low), low) for low in (1, 2, 3)]
    assert [keys.add(*word) for word in words] == [True] * 3
    assert keys.slots_taken() == [5, 6, 7]
    assert [keys.add(*word) for word in words] == [False] * 3
    assert all(keys.has(*word) for word in words)
    assert not keys.has(key_at_home(5, 16, 4), 4)


def test_keys_go_round_the_end_of_the_table() -> None:
    keys = Keys(8)
    words = [(key_at_home(7, 8, low), low) for low in (1, 2, 3)]
    assert [keys.add(*word) for word in words] == [True] * 3
    assert keys.slots_taken() == [0, 1, 7]
    assert all(keys.has(*word) for word in words)
    assert keys.add(key_at_home(0, 8, 9), 9)
    assert keys.slots_taken() == [0, 1, 2, 7]


def test_both_words_count() -> None:
    keys = Keys(16)
    first = key_at_home(3, 16)
    assert keys.add(first, 7)
    assert not keys.has(first, 8)
    assert keys.add(first, 8)
    assert keys.add(first, 0)
    assert keys.add(key_at_home(3, 16, 1), 7)
    assert len(keys.slots_taken()) == 4


def test_a_first_word_of_zero_is_a_key_like_others() -> None:
    keys = Keys(16)
    assert not keys.has(0, 5)
    assert keys.add(0, 5)
    assert keys.has(0, 5)
    assert not keys.add(0, 5)
    assert not keys.has(0, 6)
    assert keys.slots_taken() == [0]


def test_keys_at_the_ends_of_the_range() -> None:
    keys = Keys(8)
    largest = 2**64 - 1
    for word in ((1, 0), (largest, largest), (largest, 0), (2**63, 1)):
        assert keys.add(*word)
        assert keys.has(*word)
    assert keys.slots_taken() == [0, 1, 4, 7]


@pytest.mark.parametrize("slots", [8, 100, 1 << 10])
def test_growing_keeps_every_key(slots: int) -> None:
    rng = np.random.default_rng(slots)
    keys, known = Keys(slots), []
    while len(known) < 4 * slots:
        if len(known) == keys.table.room:
            before, promised = keys.table.slots, keys.table.growth()
            assert keys.table.grow()
            assert keys.table.slots > before
            assert keys.table.memory == promised
        word = tuple(int(part) for part in rng.integers(0, 2**64, 2, np.uint64, endpoint=False))
        assert keys.add(*word)
        known.append(word)
    assert len(keys.slots_taken()) == len(known)
    assert all(keys.has(*word) for word in known)
    assert not any(keys.add(*word) for word in known)
    keys.table.clear()
    assert keys.slots_taken() == []
