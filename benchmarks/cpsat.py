"""What CP-SAT decides in some seconds beside what search decides, and what its proofs weigh."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import click

from benchmarks.tables import Cell, Table
from benchmarks.workers import KEEP, each
from cadogan import Deal, get_game, solve
from cadogan.games.game import Game
from cadogan.solver.cli.values import memory, seconds
from cadogan.solver.warm import warm

#: What is measured by default: games with the options that make a question of them.
SETTINGS: tuple[tuple[str, dict[str, str | int]], ...] = (
    ("la-belle-lucie", {}),
    ("fan", {}),
    ("fan", {"empty": "any"}),
    ("black-hole", {}),
    ("two-rings", {"redeals": 0}),
    ("two-rings", {"redeals": 0, "bracelet": 1}),
    ("two-rings", {}),
    ("wheel", {}),
    ("wheel", {"combine": "forced"}),
    ("mill", {}),
    ("nation", {"redeals": 0}),
    ("nation", {"redeals": 0, "spaces": "cleared"}),
    ("four-corners", {"redeals": 0}),
    ("louis", {"deals": 1}),
    ("napoleons-square", {}),
    ("napoleons-square", {"square": "single"}),
    ("hemispheres", {}),
    ("shah", {}),
)


@dataclass(frozen=True)
class Task:
    """A numbered deal, a method and its limits."""

    game: Game
    seed: int
    method: str
    time_limit: float
    memory_limit: int


@dataclass(frozen=True)
class Answer:
    """What came out; for a refutation its bytes and the CPU seconds of checking it again."""

    verdict: str
    limit: str
    seconds: float
    proof: int
    checking: float


@click.command("cpsat", context_settings={"show_default": True})
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--deals", default=20, help="Deals 1 to so many are decided.")
@click.option("--time-limit", type=seconds, default="60", help="CPU seconds of a deal.")
@click.option("--memory-limit", type=memory, default="2GiB", help="Bytes of a search.")
@click.option("--jobs", default=1, help="Processes.")
@click.option("--keep", type=click.Path(path_type=Path), help=KEEP)
@click.option("--markdown", is_flag=True, help="Write the table as Markdown.")
def command(
    games: Sequence[str],
    deals: int,
    time_limit: float,
    memory_limit: int,
    jobs: int,
    keep: Path | None,
    markdown: bool,
) -> None:
    """Decide numbered deals by CP-SAT and by search, a row for each game that has a model.

    The last column counts why CP-SAT left deals open; "uncertified" are those that it says are
    unsolvable and for which no refutation was found in time. Search is `auto` without the models
    that it asks in some games.
    """
    chosen = [(name, options) for name, options in SETTINGS if not games or name in games]
    warm(sorted({name for name, _ in chosen}))
    table = Table(
        f"deals 1-{deals}, {time_limit:g} s CPU a deal and method: won + lost of {deals}",
        ["game", "CP-SAT", "search", "union", "by CP-SAT alone", "median s CP-SAT",
         "median s search", "proof kB median", "most", "check s median", "most", "CP-SAT says"],
    )  # fmt: skip
    for name, options in chosen:
        game = get_game(name).with_options(
            **{key.replace("-", "_"): value for key, value in options.items()}
        )
        tasks = [
            Task(game, seed, method, time_limit, memory_limit)
            for seed in range(1, deals + 1)
            for method in ("cpsat", "auto")
        ]
        _add(table, game, each(answer, tasks, jobs, Answer, keep))
    click.echo(table.markdown() if markdown else table.text())


def answer(task: Task) -> Answer:
    """Decide one deal by one method."""
    deal = Deal.from_seed(task.game, task.seed)
    began = time.process_time()
    with mock.patch.object(type(task.game), "models_in_auto", False):  # search is search alone
        result = solve(
            deal, task.method, time_limit=task.time_limit, memory_limit=task.memory_limit
        )
    spent = time.process_time() - began
    size, checking = 0, 0.0
    if result.certificate is not None:
        size = len(result.certificate.data())
        began = time.process_time()
        assert result.certificate.check().answer.value == "accepted"
        checking = time.process_time() - began
    limit = result.limit.value if result.limit else ""
    return Answer(result.verdict.value, limit, spent, size, checking)


def _add(table: Table, game: Game, answers: Sequence[tuple[Task, Answer]]) -> None:
    by: dict[str, dict[int, Answer]] = {"cpsat": {}, "auto": {}}
    for task, found in answers:
        by[task.method][task.seed] = found
    decided = {
        method: {seed: one.verdict for seed, one in found.items() if one.verdict != "unknown"}
        for method, found in by.items()
    }
    for seed in decided["cpsat"].keys() & decided["auto"].keys():
        assert decided["cpsat"][seed] == decided["auto"][seed], (game, seed)
    alone = {s: v for s, v in decided["cpsat"].items() if s not in decided["auto"]}
    proofs = [one for one in by["cpsat"].values() if one.proof]
    options = "".join(f", {name} {value}" for name, value in game.unusual_options().items())
    limits = Counter(one.limit for one in by["cpsat"].values() if one.limit)
    table.add(
        f"{game.name}{options}", _counts(decided["cpsat"]), _counts(decided["auto"]),
        _counts(decided["auto"] | decided["cpsat"]), _counts(alone),
        *(statistics.median(one.seconds for one in by[m].values()) for m in ("cpsat", "auto")),
        *_spread([one.proof / 1000 for one in proofs]),
        *_spread([one.checking for one in proofs]),
        ", ".join(f"{limit} {times}" for limit, times in sorted(limits.items())) or None,
    )  # fmt: skip


def _counts(verdicts: dict[int, str]) -> str:
    found = list(verdicts.values())
    return f"{found.count('solvable')}+{found.count('unsolvable')}"


def _spread(values: Sequence[float]) -> tuple[Cell, Cell]:
    return (statistics.median(values), max(values)) if values else (None, None)
