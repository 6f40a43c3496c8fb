"""What every part of a table has in common, and how a part finds itself in a position."""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from cadogan.games import state as packed
from cadogan.games.cards import Pack, rank_of
from cadogan.games.compiling import uint64

#: A pile by name is a list of faces (0 is a vacant place) or, for a counter, a number.
Piles: TypeAlias = "dict[str, list[int] | int]"
Bytes: TypeAlias = "npt.NDArray[np.uint8]"
#: What counts of a card, where not all of it does.
Sight: TypeAlias = "Callable[[int], int]"


class Spot(NamedTuple):
    """Where a part lies in one packed position, and what it needs to know to be read there.

    Attributes
    ----------
    row, words : ndarray
        The position as bytes and as 64-bit words.
    at : int
        The part's offset.
    pack : Pack
        The pack in play.
    used : int or None
        How many piles or places of the part the options use; None for all.
    stock : list of int
        The cards of the stock; filled by :class:`Stock` when a position is packed.
    """

    row: Bytes
    words: Any
    at: int
    pack: Pack
    used: int | None
    stock: list[int]

    def bytes(self, start: int, size: int) -> bytes:
        """Give bytes of the part."""
        return self.row[self.at + start : self.at + start + size].tobytes()


def cards_of(piles: Piles, name: str) -> list[int]:
    """Give a pile's cards."""
    value = piles[name]
    assert isinstance(value, list)
    return value


def number_of(piles: Piles, name: str) -> int:
    """Give a counter's value."""
    value = piles[name]
    assert isinstance(value, int)
    return value


def numbered(name: str, most: int, count: int) -> list[str]:
    """Name the first ``count`` piles of a group of ``most``.

    The number stands where the name has ``{}``, or at its end; a group of one needs none.

    Examples
    --------
    >>> numbered("packet", 12, 2), numbered("ray {} inner", 8, 2), numbered("talon", 1, 1)
    (['packet 1', 'packet 2'], ['ray 1 inner', 'ray 2 inner'], ['talon'])
    """
    if most == 1:
        return [name]
    pattern = name if "{}" in name else name + " {}"
    return [pattern.format(i + 1) for i in range(count)]


def builds_down(top: int) -> int:
    """Say how many cards a descending run can still get on this top card."""
    return rank_of(top) - 1 if top else 0


def never_grows(top: int) -> int:
    """Say that a pile never gets higher than it was dealt."""
    return 0


def words_for(size: int) -> int:
    """Round a number of bytes up to whole words."""
    return (size + 7) // 8 * 8


def seen(cards: bytes, seen_as: Sight | None) -> bytes:
    """Give cards as they count in a pile, vacant places as 0."""
    return cards if seen_as is None else bytes(seen_as(card) if card else 0 for card in cards)


def start_pile(words: Any, pile: int, salt_of: int) -> None:
    """Give an empty pile its first sums and add it to the row's hash."""
    salt = packed.pile_salt(salt_of)
    words[pile >> 3] = salt
    words[(pile >> 3) + 1] = packed.second(salt)
    words[0] = uint64(int(words[0]) + packed.scramble(salt))
    words[1] = uint64(int(words[1]) + packed.scramble_again(packed.second(salt)))


def start_counter(row: Bytes, words: Any, at: int, value: int) -> None:
    """Give a counter its first value and add it to the row's hash."""
    term = packed.counter_term(at, value)
    words[0] = uint64(int(words[0]) + term)
    words[1] = uint64(int(words[1]) + packed.scramble_again(term))
    row[at] = value


@dataclass(frozen=True)
class Part(abc.ABC):
    """A part of a table; ``name`` is how people and rules call it."""

    name: str

    @property
    def counters(self) -> int:
        """Bytes it takes among the counters at the front of a row."""
        return 0

    @property
    def room(self) -> int:
        """Bytes it takes among the piles, a multiple of 8."""
        return 0

    def room_for(self, used: int | None) -> int:
        """Give the bytes it takes when only so many of its piles are in use."""
        return self.room

    def names(self, used: int | None) -> list[str]:
        """List the names of its piles."""
        return [self.name]

    @abc.abstractmethod
    def read(self, spot: Spot) -> list[list[int] | int]:
        """Unpack its piles, in the order of their names."""

    @abc.abstractmethod
    def write(self, spot: Spot, piles: Piles) -> None:
        """Pack its piles into a row that has none of them yet."""

    @abc.abstractmethod
    def key(self, spot: Spot, piles: Piles) -> bytes:
        """Give the bytes that stand for its content up to its symmetry."""

    def cards(self, piles: Piles, pack: Pack, used: int | None) -> list[int]:
        """List the cards that it holds."""
        return [card for name in self.names(used) for card in cards_of(piles, name) if card]


Counts: TypeAlias = Mapping[str, int]
