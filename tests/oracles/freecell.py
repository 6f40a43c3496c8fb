"""Oracle for FreeCell with any number of cells and columns, one card a move.

Piles: "foundations" (tops, one a suit), "cells" (one entry a cell), "column 1"..
Moves: source and target letter: columns 1..9 and 0 (the tenth), cells a..g, home h.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oracles.common import (
    EMPTY,
    Position,
    changed,
    home_for,
    is_red,
    pack_suits,
    rank,
    whole_option,
)

COLUMN_LETTERS = "1234567890"
CELL_LETTERS = "abcdefg"


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Deal one card to each column in turn until the pack is out."""
    columns = whole_option(options, "columns", 8, 4, 10)
    cells = whole_option(options, "cells", 4, 0, 7)
    position: Position = {
        "foundations": [EMPTY for _ in pack_suits(pack)],
        "cells": [EMPTY] * cells,
    }
    for number in range(1, columns + 1):
        position[f"column {number}"] = []
    for k, card in enumerate(cards):
        position[f"column {k % columns + 1}"].append(card)
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    columns = _column_names(position)
    cells = CELL_LETTERS[: len(position["cells"])]
    found: dict[str, Position] = {}
    for source in [*columns, *cells]:
        lifted = changed(position)
        card = _lift(lifted, source)
        if card == EMPTY:
            continue
        index = home_for(card, position["foundations"], pack_suits(pack), 1)
        if index is not None:
            after = changed(lifted)
            after["foundations"][index] = card
            found[f"{source}h"] = after
        for target, name in columns.items():
            if target != source and _fits(card, position[name]):
                after = changed(lifted)
                after[name].append(card)
                found[f"{source}{target}"] = after
        if source in columns:  # cells never feed cells
            for number, letter in enumerate(cells):
                if position["cells"][number] == EMPTY:
                    after = changed(lifted)
                    after["cells"][number] = card
                    found[f"{source}{letter}"] = after
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether every foundation has reached the last rank."""
    return all(rank(top) == pack["ranks"] for top in position["foundations"])


def normal(position: Position) -> Hashable:
    """Columns are alike, and so are cells."""
    names = _column_names(position).values()
    return (
        tuple(position["foundations"]),
        tuple(sorted(position["cells"])),
        tuple(sorted(tuple(position[name]) for name in names)),
    )


def _column_names(position: Position) -> dict[str, str]:
    """Pile name of each column by its letter, in order."""
    count = sum(1 for name in position if name.startswith("column "))
    return {COLUMN_LETTERS[n]: f"column {n + 1}" for n in range(count)}


def _lift(position: Position, source: str) -> str:
    """Take the free card away from a column or cell; "-" if there is none."""
    if source in CELL_LETTERS:
        number = CELL_LETTERS.index(source)
        card: str = position["cells"][number]
        position["cells"][number] = EMPTY
        return card
    column = position[_column_names(position)[source]]
    return column.pop() if column else EMPTY


def _fits(card: str, column: list[str]) -> bool:
    """Whether the card may be laid on the column."""
    if not column:
        return True
    return rank(card) == rank(column[-1]) - 1 and is_red(card) != is_red(column[-1])
