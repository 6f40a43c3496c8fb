"""The transposition table: 128-bit keys by open addressing, grown in steps under a memory bound.

A key's home is its first word scaled to the number of slots, so the order of homes is the order of
keys whatever the size: growing reads and writes memory from front to back. A stored position
takes 16 bytes at a load between two thirds and seven eighths, that is 18 to 24 bytes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from cadogan.games.compiling import build
from cadogan.solver.search.kernels.keys import rehash

#: A table is grown when this share of its slots is taken.
FULL = 7 / 8
#: By how much a table grows, small ones and large ones.
_FAST, _SLOW, _LARGE = 2.0, 1.3, 1 << 22
#: Homes are taken from 32 bits of the key.
MOST_SLOTS = 2**32 - 1


class KeyTable:
    """A set of position keys.

    Parameters
    ----------
    slots : int
        How many slots to start with.

    Attributes
    ----------
    keys : ndarray of uint64, shape (2 * slots,)
        Two words a slot; a first word of 0 marks a free slot.
    slots : int
        How many slots there are.
    """

    def __init__(self, slots: int = 1 << 12) -> None:
        self.slots = slots
        self.keys: npt.NDArray[np.uint64] = np.zeros(2 * slots, np.uint64)

    @property
    def room(self) -> int:
        """How many keys may be stored before the table must grow."""
        return int(self.slots * FULL)

    @property
    def memory(self) -> int:
        """Bytes held."""
        return self.keys.nbytes

    def grown_slots(self) -> int:
        """Give the number of slots after the next step of growth."""
        factor = _FAST if self.slots < _LARGE else _SLOW
        return min(int(self.slots * factor), MOST_SLOTS)

    def growth(self) -> int:
        """Give the bytes that the next step of growth takes on top of what is held."""
        return 16 * self.grown_slots()

    def grow(self) -> bool:
        """Make the table larger.

        Returns
        -------
        bool
            Whether it is: a table of ``MOST_SLOTS`` is not.
        """
        slots = self.grown_slots()
        if slots <= self.slots:
            return False
        larger: npt.NDArray[np.uint64] = np.zeros(2 * slots, np.uint64)
        build(rehash)(self.keys, self.slots, larger, slots)
        self.keys, self.slots = larger, slots
        return True

    def clear(self) -> None:
        """Forget all keys."""
        self.keys[:] = 0


def enlarged(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Give an array twice as long that begins with the same values."""
    larger = np.zeros(2 * len(array), array.dtype)
    larger[: len(array)] = array
    return larger
