"""Where the parts of a table lie in a packed position, and how positions are packed and read.

The parts themselves are in :mod:`cadogan.games.parts` and :mod:`cadogan.games.counted_parts`, the
helpers by which rule functions alter a packed position in :mod:`cadogan.games.state`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from cadogan.games import state as packed
from cadogan.games.cards import Pack
from cadogan.games.counted_parts import Counter, Foundations, Stock
from cadogan.games.part import (
    Bytes,
    Part,
    Piles,
    Spot,
    builds_down,
    cards_of,
    number_of,
    numbered,
)
from cadogan.games.parts import Bag, Places, Stack

__all__ = [
    "STOCK",
    "STOCK_MAX",
    "STOCK_SIZE",
    "Bag",
    "Bytes",
    "Counter",
    "Foundations",
    "Layout",
    "Part",
    "Piles",
    "Places",
    "Stack",
    "Stock",
    "builds_down",
    "cards_in",
    "cards_of",
    "number_of",
    "numbered",
]

#: Where the table of a deal keeps the stock: its size, then its cards, next one first.
STOCK_SIZE = 47
STOCK = 48
#: The most cards a stock can hold.
STOCK_MAX = 208


class Layout:
    """The parts of a game's table and where each lies in the packed position.

    Parameters
    ----------
    *parts : Part
        In the order in which they are printed. When options decide how many piles of a group are
        in use, put that group last, so that rows are no longer than they need be.

    Examples
    --------
    >>> layout = Layout(Counter("deals left"), Stack("pile", capacity=7, count=2))
    >>> layout.at("pile"), layout.stride("pile"), layout.size({})
    (24, 24, 72)
    """

    def __init__(self, *parts: Part) -> None:
        self.parts = parts
        self._at: dict[str, int] = {}
        at = packed.HEADER
        for part in parts:
            if part.counters:
                self._at[part.name] = at
                at += part.counters
        at = (at + 7) // 8 * 8
        for part in parts:
            if not part.counters:
                self._at[part.name] = at
                at += part.room
        self._end = at

    def at(self, name: str) -> int:
        """Give the byte offset of a part (of its first pile)."""
        return self._at[name]

    def stride(self, name: str) -> int:
        """Give the bytes from one stack of a group to the next."""
        part = self.part(name)
        assert isinstance(part, Stack)
        return part.stride

    def part(self, name: str) -> Part:
        """Find a part by name."""
        return next(part for part in self.parts if part.name == name)

    def size(self, counts: Mapping[str, int]) -> int:
        """Give the bytes of a row, a multiple of 8, when ``counts`` piles are in use."""
        last = self.parts[-1]
        return self._end - last.room + last.room_for(counts.get(last.name))

    def owners(self, counts: Mapping[str, int]) -> dict[str, Part]:
        """Map the names of everything that a position has to the parts they belong to."""
        return {name: part for part in self.parts for name in part.names(counts.get(part.name))}

    def pile_names(self, counts: Mapping[str, int]) -> list[str]:
        """List the names of everything that a position has."""
        return list(self.owners(counts))

    def spot(
        self, part: Part, row: Bytes, stock: list[int], pack: Pack, counts: Mapping[str, int]
    ) -> Spot:
        """Say where a part lies in a row."""
        words = row.view(np.uint64)
        return Spot(row, words, self._at[part.name], pack, counts.get(part.name), stock)

    def read(
        self, row: Bytes, stock: Sequence[int], pack: Pack, counts: Mapping[str, int]
    ) -> Piles:
        """Unpack a position into piles by name."""
        piles: Piles = {}
        for part in self.parts:
            found = part.read(self.spot(part, row, list(stock), pack, counts))
            piles.update(zip(part.names(counts.get(part.name)), found, strict=True))
        return piles

    def build(self, piles: Piles, pack: Pack, counts: Mapping[str, int]) -> tuple[Bytes, list[int]]:
        """Pack piles by name into a position and its stock.

        Returns
        -------
        row : ndarray of uint8, shape (size,)
            The position.
        stock : list of int
            The cards of the stock, next one first.

        Raises
        ------
        DealError
            When a pile is too large for play to go on safely.
        """
        row = np.zeros(self.size(counts), np.uint8)
        stock: list[int] = []
        for part in self.parts:
            part.write(self.spot(part, row, stock, pack, counts), piles)
        return row, stock

    def key(self, row: Bytes, stock: Sequence[int], pack: Pack, counts: Mapping[str, int]) -> bytes:
        """Give a position's content, the same bytes for positions that count as equal."""
        piles = self.read(row, stock, pack, counts)
        spots = [(part, self.spot(part, row, list(stock), pack, counts)) for part in self.parts]
        return b"".join(part.key(spot, piles) for part, spot in spots)


def cards_in(layout: Layout, piles: Piles, pack: Pack, counts: Mapping[str, int]) -> list[int]:
    """List every card that a position holds, those below the foundations' tops included.

    Raises
    ------
    DealError
        When a foundation shows a card that cannot lie there.
    """
    return [
        card for part in layout.parts for card in part.cards(piles, pack, counts.get(part.name))
    ]
