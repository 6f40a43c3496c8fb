"""Surveys: deals per CPU second, what a survey costs beside solve in a loop, and two workers."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from benchmarks.tables import Table
from cadogan import Deal, get_game, solve, survey
from cadogan.games.game import Game
from cadogan.solver.surveys.workers import WorkerPool

#: Games and the schemes of their deals: the quickest we have, for which a survey costs most.
GAMES = (("freecell", "ms"), ("two-rings", "cadogan"))


@dataclass(frozen=True)
class Cost:
    """What some deals took.

    Attributes
    ----------
    cpu : float
        CPU seconds of all processes.
    rest : float
        Those of them that were not spent searching.
    wall : float
        Seconds by the clock.
    """

    cpu: float
    rest: float
    wall: float


def _loop(game: Game, dealer: str, deals: int) -> Cost:
    """Solve deals one after another here."""
    before, clock = time.process_time(), time.perf_counter()
    searched = 0.0
    for seed in range(1, deals + 1):
        searched += solve(Deal.from_seed(game, seed, dealer)).statistics.seconds
    return _cost(time.process_time() - before, searched, clock)


def _here(game: Game, dealer: str, deals: int) -> Cost:
    """Survey deals in this process, with a store."""
    before, clock = time.process_time(), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        searched = _run(game, dealer, deals, store=Path(folder) / "deals.sqlite")
    return _cost(time.process_time() - before, searched, clock)


def _workers(game: Game, dealer: str, deals: int, pool: WorkerPool) -> Cost:
    """Survey deals with worker processes and a store."""
    started, before, clock = _cpu_of(pool), time.process_time(), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "deals.sqlite"
        searched = _run(game, dealer, deals, executor=pool, jobs=pool.workers, store=store)
    return _cost(time.process_time() - before + _cpu_of(pool) - started, searched, clock)


def _started(pool: WorkerPool, game: Game, dealer: str) -> WorkerPool:
    """Have all workers of a pool compile or load what they need."""
    while len(pool.processes()) < pool.workers:
        list(pool.map(time.sleep, [0.1] * pool.workers))
    _run(game, dealer, 20 * pool.workers, executor=pool, jobs=pool.workers)
    return pool


def _run(game: Game, dealer: str, deals: int, **options: Any) -> float:
    """Survey deals, and give the CPU seconds of the searches."""
    results = list(survey(game, range(1, deals + 1), dealer=dealer, **options))
    assert len(results) == deals
    return sum(result.seconds for result in results)


def _cost(cpu: float, searched: float, clock: float) -> Cost:
    return Cost(cpu, cpu - searched, time.perf_counter() - clock)


def _cpu_of(pool: WorkerPool) -> float:
    """Give the CPU seconds of all workers up to now."""
    import psutil

    times = [psutil.Process(number).cpu_times() for number in pool.processes()]
    return float(sum(each.user + each.system for each in times))


def measure(name: str, dealer: str, deals: int, rounds: int) -> dict[str, Cost]:
    """Measure each way several times, in turn, and give the least of each.

    Other programs on the machine only ever add to what is measured, so the least is the nearest.
    """
    game = get_game(name)
    _loop(game, dealer, min(deals, 20))
    with WorkerPool(1) as one, WorkerPool(2) as two:
        pools = [_started(pool, game, dealer) for pool in (one, two)]
        ways: dict[str, Callable[[], Cost]] = {
            "solve in a loop": lambda: _loop(game, dealer, deals),
            "survey in this process": lambda: _here(game, dealer, deals),
            "survey with one worker": lambda: _workers(game, dealer, deals, pools[0]),
            "survey with two workers": lambda: _workers(game, dealer, deals, pools[1]),
        }
        costs: dict[str, list[Cost]] = {way: [] for way in ways}
        for _ in range(rounds):
            for way, run in ways.items():
                costs[way].append(run())
    return {
        way: Cost(*(min(getattr(cost, part) for cost in found) for part in Cost.__annotations__))
        for way, found in costs.items()
    }


@click.command()
@click.option("--deals", default=60, show_default=True, help="Deals of each game.")
@click.option("--rounds", default=7, show_default=True, help="How often each way is measured.")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
def command(deals: int, rounds: int, markdown: bool) -> None:
    """Compare surveys that keep a store with solve in a loop, and one worker with two."""
    for name, dealer in GAMES:
        table = Table(
            f"{get_game(name).title}, deals {dealer}:1-{deals}, the least of {rounds} rounds",
            ["way", "deals/CPU s", "ms/deal not searching", "over solve in a loop", "deals/s"],
        )
        costs = measure(name, dealer, deals, rounds)
        loop = costs["solve in a loop"]
        for way, cost in costs.items():
            over = f"{100 * (cost.rest - loop.rest) / loop.cpu:+.1f} %"
            each = 1000 * cost.rest / deals
            table.add(way, deals / cost.cpu, each, over, deals / cost.wall)
        table.remarks += [
            "CPU of all processes together, without starting workers; deals/s by the clock.",
            "The last but one column: how much longer all but searching takes, as a share of the "
            "loop's CPU. Searching is the same in all of them.",
        ]
        click.echo(f"{table.markdown() if markdown else table.text()}\n")
