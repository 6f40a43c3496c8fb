"""How many deals of the Cadogan games are decided, and with how much effort."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks.tables import Table
from benchmarks.workers import KEEP, each
from cadogan import Deal, get_game, solve
from cadogan.games import REGISTRY
from cadogan.games.game import Game
from cadogan.solver.cli.values import memory, seconds, setting
from cadogan.solver.warm import warm

MODULES = "cadogan.games.cadogan."
NAMES = {"solvable": "solvable", "unsolvable": "unsolvable", "unknown": "open"}


@dataclass(frozen=True)
class Task:
    """A numbered deal and its limits."""

    game: Game
    seed: int
    time_limit: float
    memory_limit: int


@dataclass(frozen=True)
class Answer:
    """What came out."""

    verdict: str
    stored: int
    moves: int
    seconds: float
    memory: int
    limit: str


@click.command("ten-games", context_settings={"show_default": True})
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--option", "chosen", type=setting, multiple=True, metavar="NAME=VALUE", help="As solve has it."
)
@click.option("--deals", default=100, help="Deals 1 to so many are solved.")
@click.option("--time-limit", type=seconds, default="30", help="CPU seconds of a deal.")
@click.option("--memory-limit", type=memory, default="2GiB", help="Bytes of a deal.")
@click.option("--jobs", default=1, help="Processes; each may take the memory.")
@click.option("--keep", type=click.Path(path_type=Path), help=KEEP)
@click.option("--markdown", is_flag=True, help="Write the tables as Markdown.")
def command(
    games: Sequence[str],
    chosen: Sequence[tuple[str, str]],
    deals: int,
    time_limit: float,
    memory_limit: int,
    jobs: int,
    keep: Path | None,
    markdown: bool,
) -> None:
    """Solve numbered deals of the Cadogan games, or of those named, a table for each."""
    for name in games or cadogan_games():
        plain = get_game(name)
        game = type(plain)(plain.pack, dict(chosen))
        tasks = [Task(game, seed, time_limit, memory_limit) for seed in range(1, deals + 1)]
        warm([game.name])  # compiles once, and before any other processes start
        table = summary(game, each(answer, tasks, jobs, Answer, keep))
        table.title += f", {time_limit:g} s CPU and {memory_limit / 2**30:.3g} GiB a deal"
        click.echo((table.markdown() if markdown else table.text()) + "\n")


def cadogan_games() -> list[str]:
    """List the games of the book."""
    return sorted(name for name, (_, module) in REGISTRY.items() if module.startswith(MODULES))


def answer(task: Task) -> Answer:
    """Solve one deal."""
    deal = Deal.from_seed(task.game, task.seed)
    result = solve(deal, time_limit=task.time_limit, memory_limit=task.memory_limit)
    done = result.statistics
    return Answer(
        result.verdict.value, done.stored, len(result.moves or ()), done.seconds, done.memory,
        result.limit.value if result.limit else "",
    )  # fmt: skip


def summary(game: Game, answers: Sequence[tuple[Task, Answer]]) -> Table:
    """Make a game's table: a row for each verdict."""
    options = "".join(f", {name} {value}" for name, value in game.unusual_options().items())
    table = Table(
        f"{game.title}{options}: deals 1-{len(answers)}",
        ["verdict", "deals", "median states", "most states", "median moves", "median CPU s",
         "most CPU s", "all CPU s", "most MiB"],
    )  # fmt: skip
    for verdict, name in NAMES.items():
        _add(table, name, [found for _, found in answers if found.verdict == verdict])
    _add(table, "all", [found for _, found in answers])
    table.remarks += _open_deals(answers)
    return table


def _add(table: Table, name: str, found: Sequence[Answer]) -> None:
    if not found:
        table.add(name, 0, *[None] * 7)
        return
    states = [one.stored for one in found]
    seconds = [one.seconds for one in found]
    lengths = [one.moves for one in found if one.moves]
    table.add(
        name, len(found), round(statistics.median(states)), max(states),
        round(statistics.median(lengths)) if lengths else None,
        statistics.median(seconds), max(seconds), sum(seconds),
        round(max(one.memory for one in found) / 2**20),
    )  # fmt: skip


def _open_deals(answers: Sequence[tuple[Task, Answer]]) -> Iterator[str]:
    """List the open deals by the limit that they hit."""
    seeds: dict[str, list[str]] = {}
    for task, found in answers:
        if found.verdict == "unknown":
            seeds.setdefault(found.limit, []).append(str(task.seed))
    for limit, numbers in seeds.items():
        yield f"open, {limit} limit: {' '.join(numbers)}"
