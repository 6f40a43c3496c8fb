"""Known facts about FreeCell deals, from the tests' data."""

from __future__ import annotations

import csv
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "data" / "facts"


def fewest_cells() -> dict[int, int]:
    """Map Microsoft deal numbers to the fewest cells that win them; 5 means not with four."""
    with (FOLDER / "ms_min_freecells.csv").open(encoding="ascii") as lines:
        return {int(row["ms_deal"]): int(row["min_freecells"]) for row in csv.DictReader(lines)}


def impossible() -> list[int]:
    """List those of the first million Microsoft deals that cannot be won with four cells."""
    with (FOLDER / "freecell_impossible_ms.csv").open(encoding="ascii") as lines:
        return [int(row["ms_deal"]) for row in csv.DictReader(lines)]


def sample(known: Mapping[int, int], size: int, seed: int) -> dict[int, int]:
    """Draw so many deals, as evenly over the values as there are deals of them."""
    groups: dict[int, list[int]] = {}
    for deal, value in known.items():
        groups.setdefault(value, []).append(deal)
    ordered = sorted(groups.items(), key=lambda group: len(group[1]))
    drawn: dict[int, int] = {}
    for i, (value, deals) in enumerate(ordered):
        share = (size - len(drawn)) // (len(ordered) - i)
        drawn.update(dict.fromkeys(_some(deals, share, seed), value))
    return dict(sorted(drawn.items(), key=lambda item: (item[1], item[0])))


def _some(deals: Sequence[int], share: int, seed: int) -> Sequence[int]:
    return deals if len(deals) <= share else random.Random(seed).sample(deals, share)
