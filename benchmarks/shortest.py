"""What FreeCell's lower bound saves when shortest solutions are sought."""

from __future__ import annotations

import time

import click

from benchmarks.measuring import pin
from benchmarks.tables import Table
from cadogan import Deal, Verdict, solve
from cadogan.games.cards import Pack
from cadogan.games.classics.deadlocks import covering, members
from cadogan.games.classics.freecell import COLUMN, COLUMNS, WIDTH, FreeCell, cards_left
from cadogan.games.compiling import int64, rule
from cadogan.games.game import Rules
from cadogan.solver.result import Result

#: Ranks of a pack of four suits, columns, cells.
SIZES = ((5, 4, 1), (6, 5, 1), (7, 5, 2), (8, 6, 1))


@rule
def without_rings(state, table):  # type: ignore[no-untyped-def]
    """Count the cards that are not home, and those that cover a lower one of their suit."""
    covers = covering(state, COLUMN, WIDTH, int64(table[COLUMNS]))
    return cards_left(state, table) + members(covers)


class WithoutRings(FreeCell):
    """FreeCell with a bound that does not see cards wait for each other."""

    rules = Rules(**{**FreeCell.rules.named(), "remaining": without_rings})


BOUNDS = {"covering": WithoutRings, "and rings": FreeCell}


@click.command("shortest", context_settings={"show_default": True})
@click.option("--deals", default=30, help="Deals 1 to so many of each size.")
@click.option("--state-limit", default=300_000, help="Positions of a search at most.")
@click.option("--rounds", default=2, help="Repetitions; the fastest of each search counts.")
def command(deals: int, state_limit: int, rounds: int) -> None:
    """Compare FreeCell's lower bound with a plainer one in A* and IDA*.

    The plainer bound counts each card's move home and another one for each card that covers a lower
    card of its suit; the other adds up to two for cards that wait for each other in a ring. States
    and seconds are of the deals that both decide.
    """
    pin()
    for size in SIZES:
        for method in ("astar", "idastar"):
            click.echo(_table(size, method, deals, state_limit, rounds).text())


def _table(size: tuple[int, int, int], method: str, deals: int, limit: int, rounds: int) -> Table:
    ranks, columns, cells = size
    table = Table(
        f"FreeCell, {ranks} ranks, {columns} columns, cells: {cells}; {method}, {deals} deals",
        ("bound", "decided", "by both", "expanded", "CPU s"),
    )
    runs: dict[str, list[tuple[Result, float]]] = {}
    for name, kind in BOUNDS.items():
        game = kind(Pack(ranks=ranks), {"columns": columns, "cells": cells})
        solve(Deal.from_seed(game, 1), method, state_limit=10)  # compiles
        runs[name] = [
            _timed(Deal.from_seed(game, seed), method, limit, rounds)
            for seed in range(1, deals + 1)
        ]
    known = [{_said(result) for result, _ in each if _decided(result)}
             for each in zip(*runs.values(), strict=True)]  # fmt: skip
    if any(len(said) > 1 for said in known):
        raise click.ClickException("two bounds led to different verdicts or lengths")
    by_both = [all(_decided(result) for result, _ in each)
              for each in zip(*runs.values(), strict=True)]  # fmt: skip
    for name, found in runs.items():
        shared = [run for run, used in zip(found, by_both, strict=True) if used]
        expanded = sum(result.statistics.expanded for result, _ in shared)
        decided = sum(_decided(result) for result, _ in found)
        table.add(name, decided, len(shared), expanded, sum(seconds for _, seconds in shared))
    return table


def _timed(deal: Deal, method: str, limit: int, rounds: int) -> tuple[Result, float]:
    """Solve a deal several times; give its fastest time, start and replay included."""
    seconds = []
    for _ in range(rounds):
        before = time.process_time()
        result = solve(deal, method, state_limit=limit)
        seconds.append(time.process_time() - before)
    return result, min(seconds)


def _decided(result: Result) -> bool:
    return result.verdict is not Verdict.UNKNOWN


def _said(result: Result) -> tuple[Verdict, int | None]:
    return result.verdict, None if result.moves is None else len(result.moves)
