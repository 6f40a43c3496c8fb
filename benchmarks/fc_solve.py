"""The peer of the FreeCell benchmark: ``fc-solve`` (Debian: freecell-solver-bin), as a program."""

from __future__ import annotations

import re
import shutil
from functools import cache

from benchmarks.measuring import Run, child
from cadogan import Deal
from cadogan.games.cards import name_of
from cadogan.games.layout import cards_of

PROGRAM = "fc-solve"
#: Single-card moves only, in this order, depth first.
ATOMIC = ("-to", "01ABCDE")


def installed() -> bool:
    """Say whether the program is there."""
    return shutil.which(PROGRAM) is not None


@cache
def version() -> str:
    """Give the program's version."""
    return child([PROGRAM, "--version"])[0].split()[-1]


def board(deal: Deal) -> str:
    """Write a fresh FreeCell deal as the program reads it."""
    columns = [cards_of(deal.piles, f"column {i + 1}") for i in range(deal.game.number("columns"))]
    return "".join(f": {' '.join(name_of(card) for card in column)}\n" for column in columns)


def depth_first(deal: Deal, limit: int) -> Run:
    """Run the program's exhaustive search, stopped when so many states have been looked at."""
    cells = str(deal.game.number("cells"))
    command = [PROGRAM, "--freecells-num", cells, *ATOMIC, "-mi", str(limit), "-"]
    printed, seconds = child(command, board(deal))
    looked_at = re.search(r"Total number of states checked is (\d+)", printed)
    stored = re.search(r"This scan generated (\d+) states", printed)
    if looked_at is None or stored is None:
        raise RuntimeError(f"{PROGRAM} printed something else:\n{printed[-300:]}")
    if "This game is solveable" in printed:
        ending = "won"
    else:  # it says "could not solve" in both cases
        ending = "exhausted" if int(looked_at[1]) < limit else "stopped"
    return Run(ending, int(stored[1]), int(looked_at[1]), seconds)
