"""How a position becomes a key, and which positions count as one.

A key holds all counters and cards of a position. What it leaves open is what the layout declares:
stacks and places that are *alike* may have changed places, copies of a card are one card, and of a
card in a pile ``seen_as`` a value only that value counts. Where a layout makes stacks alike under a
condition only, the keys here tell them apart always, so that nothing but the plain declaration is
taken on trust.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cadogan.games.part import Part, Sight
from cadogan.games.parts import Bag, Places, Stack
from cadogan.solver.proof import kernels as k

if TYPE_CHECKING:
    from cadogan.games.game import Game

__all__ = ["KeyPlan"]

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class KeyPlan:
    """How rows of a game become records and keys.

    Attributes
    ----------
    plan : ndarray of int64
        Six numbers for each part (see :mod:`cadogan.solver.proof.kernels`).
    parts : int
        How many parts there are.
    sights : ndarray of uint8
        What each of 64 faces counts as, for each way of seeing cards.
    stacks : int
        The most stacks of a part.
    width : int
        Bytes of a record and of a key, a multiple of 8.
    merged : str
        What keys leave open besides copies of a card, in words: parts whose stacks or places may
        have changed places, and parts of whose cards only a value counts.
    """

    plan: Array
    parts: int
    sights: Array
    stacks: int
    width: int
    merged: str

    @classmethod
    def of(cls, game: Game) -> KeyPlan:
        """Make the plan for a game with its options.

        Examples
        --------
        >>> from cadogan import get_game
        >>> plan = KeyPlan.of(get_game("freecell"))
        >>> plan.width, plan.merged
        (72, 'order of cells, order of column')
        """
        counts = game.counts()
        lines: list[list[int]] = []
        sights: list[Array] = [_sight(None)]
        width, most = game.pack.size, 1
        merged: list[str] = []
        for part in game.layout.parts:
            used = counts.get(part.name)
            line = _line(part, game.layout.at(part.name), used)
            seen_as = getattr(part, "seen_as", None)
            if seen_as is not None and line[k.OPERATION] != k.COUNTERS:
                line[k.SIGHT] = len(sights)
                sights.append(_sight(seen_as, set(game.pack.faces())))
                merged.append(f"values in {part.name}")
            if line[k.ALIKE] and line[k.COUNT] > 1:
                merged.append(f"order of {part.name}")
            width += line[k.COUNT]
            most = max(most, line[k.COUNT])
            lines.append(line)
        return cls(
            np.array(lines, np.int64).ravel(),
            len(lines),
            np.concatenate(sights),
            most,
            (width + 7) // 8 * 8,
            ", ".join(merged) or "none",
        )


def _line(part: Part, at: int, used: int | None) -> list[int]:
    """Describe a part."""
    if isinstance(part, Stack):
        count = part.count if used is None else used
        alike = max(1, count // part.sets) if part.alike is True else 0
        return [k.STACKS, at, count, part.stride, alike, 0]
    if isinstance(part, Places):
        return [k.PLACES, at, part.count if used is None else used, 0, int(part.alike), 0]
    if isinstance(part, Bag):
        return [k.PLACES, at, part.entries(used), 0, int(not part.ordered), 0]
    if not part.counters:
        raise TypeError(f"{part.name}: a part of a kind that the checker does not know")
    return [k.COUNTERS, at, part.counters, 0, 0, 0]


def _sight(seen_as: Sight | None, faces: Iterable[int] = ()) -> Array:
    """Tabulate what faces count as: themselves, or one more than the value that they are seen as.

    So no card counts as a vacant place, which is 0.
    """
    if seen_as is None:
        return np.arange(64, dtype=np.uint8)
    seen = np.zeros(64, np.uint8)
    for face in faces:
        value = int(seen_as(face))
        if not 0 <= value < 255:
            raise TypeError(f"a card is seen as {value}: certificates know values from 0 to 254")
        seen[face] = value + 1
    return seen
