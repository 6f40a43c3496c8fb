"""Make a puzzle: solve a deal and write it, with what was found, to puzzles/GAME/NAME.txt.

    \b
    python puzzles/make.py NAME GAME --seed 7 --option cells=1 --suits CD
    python puzzles/make.py NAME GAME FILE --why "three cards from the end"

GAME, FILE and the options that choose a deal are those of ``cadogan solve``. The verdict is the
one of ``cadogan solve``; ``shortest`` is written only when A* and IDA* find the same number, and
then the moves are A*'s. The note says which command gives the verdict again. Run it anew for a
puzzle whose game has changed its rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from cadogan import Deal, Result, Verdict, solve
from cadogan.games.seeds import format_seed
from cadogan.solver.cli.common import Source, deal_parameters
from cadogan.solver.cli.program import Command
from cadogan.solver.solution import Solution

HERE = Path(__file__).resolve().parent
#: What the searches for a shortest solution may store (A*) and expand (IDA*).
ASTAR_STATES, IDASTAR_STATES = 1_000_000, 5_000_000


@click.command(cls=Command, help=__doc__)
@click.argument("name")
@deal_parameters
@click.option("--why", default="", help="What is remarkable about the deal, for the note.")
@click.option("--time-limit", default=300.0, help="Seconds for the verdict.")
def main(name: str, why: str, time_limit: float, **source: Any) -> None:
    """Solve the deal and write the puzzle."""
    puzzle = solved(Source(**source).deal(), name, why, time_limit)
    path = HERE / puzzle.deal.game.name / f"{name}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text(puzzle.text(), encoding="utf-8", newline="\n")
    assert puzzle.verdict is not None
    length = f" in {len(puzzle.moves)}" if puzzle.moves else ""
    shortest = " (shortest)" if puzzle.shortest is not None else ""
    click.echo(f"{path.relative_to(HERE)}: {puzzle.verdict.value}{length}{shortest}")


def solved(deal: Deal, name: str, why: str, time_limit: float) -> Solution:
    """Give the puzzle that a deal makes."""
    result = solve(deal, time_limit=time_limit)
    if result.verdict is Verdict.UNKNOWN:
        raise click.ClickException(f"{name}: no verdict within {time_limit:g} seconds")
    best = shortest_of(deal) if result.verdict is Verdict.SOLVABLE else None
    found = Solution.of(result if best is None else best)
    notes = [why, f"verdict by: {command_for(deal, name)}"]
    if best is not None:
        notes.append("fewest moves by --method astar and --method idastar")
    note = "; ".join(text for text in notes if text)
    return Solution(deal, found.moves, found.verdict, found.shortest, note)


def shortest_of(deal: Deal) -> Result | None:
    """Give a shortest solution if two searches agree on its length within their limits."""
    first = solve(deal, "astar", state_limit=ASTAR_STATES)
    if first.moves is None:
        return None
    other = solve(deal, "idastar", state_limit=IDASTAR_STATES)
    if other.moves is None:
        return None
    if len(first.moves) != len(other.moves):
        lengths = f"{len(first.moves)} moves by A*, {len(other.moves)} by IDA*"
        raise RuntimeError(f"internal error: shortest solutions of different lengths: {lengths}")
    return first


def command_for(deal: Deal, name: str) -> str:
    """Write the command that solves a deal, which is a puzzle's if it has no number."""
    game, pack, own = deal.game, deal.game.pack, deal.game.standard_pack
    if deal.dealer is None or deal.seed is None:
        return f"cadogan solve {game.name} puzzles/{game.name}/{name}.txt"
    words = [f"cadogan solve {game.name} --seed {format_seed(deal.dealer, deal.seed)}"]
    words += [f"--option {key}={value}" for key, value in game.unusual_options().items()]
    for key in ("copies", "suits", "ranks"):
        if getattr(pack, key) != getattr(own, key):
            words.append(f"--{key} {getattr(pack, key)}")
    return " ".join(words)


if __name__ == "__main__":
    main()
