"""How many new positions a second depth-first search finds, a row for each game."""

from __future__ import annotations

from collections.abc import Sequence

import click

from benchmarks.measuring import Run, depth_first, pin
from benchmarks.tables import Table
from cadogan import Deal, game_names, get_game
from cadogan.solver.warm import warm

#: A deal that ends before so many positions says nothing about speed.
LEAST = 1_000


@click.command("kernel-speed", context_settings={"show_default": True})
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--deals", default=8, help="Deals 1 to so many are searched.")
@click.option("--limit", default=300_000, help="Positions of a deal at most.")
@click.option("--rounds", default=3, help="Repetitions; the fastest of each deal counts.")
@click.option("--markdown", is_flag=True, help="Write the table as Markdown.")
def command(games: Sequence[str], deals: int, limit: int, rounds: int, markdown: bool) -> None:
    """Measure new positions per CPU second of depth-first search, game by game.

    With reductions the search also applies safe plays and asks of each position whether it is
    proved lost, which takes longer and makes fewer positions. Deals that end within a thousand
    positions are left out of the rate.
    """
    pin()
    names = games or game_names()
    warm(names)
    table = Table(
        f"Depth-first search, deals 1-{deals}, at most {limit:,} positions each",
        ("game", "reductions", "deals", "positions", "CPU s", "positions a second", "row bytes"),
    )
    for name in names:
        for reductions in (False, True):
            _add(table, name, reductions, _runs(name, deals, limit, rounds, reductions))
    click.echo(table.markdown() if markdown else table.text())


def _runs(name: str, deals: int, limit: int, rounds: int, reductions: bool) -> list[Run]:
    """Search each deal several times and keep its fastest run."""
    found = []
    for seed in range(1, deals + 1):
        deal = Deal.from_seed(name, seed)
        runs = [depth_first(deal, limit, reductions) for _ in range(rounds)]
        found.append(min(runs, key=lambda run: run.seconds))
    return [run for run in found if run.stored >= LEAST]


def _add(table: Table, name: str, reductions: bool, runs: Sequence[Run]) -> None:
    """Add a game's row."""
    stored, seconds = sum(run.stored for run in runs), sum(run.seconds for run in runs)
    game = get_game(name)
    table.add(
        game.title,
        "with" if reductions else "without",
        len(runs),
        stored,
        seconds,
        round(stored / seconds) if seconds else None,
        game.row_size,
    )
