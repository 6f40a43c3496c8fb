"""How many new states a second: FreeCell beside fc-solve, Napoleon's Square, and starting up."""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from benchmarks import facts, fc_solve
from benchmarks.measuring import Run, child, depth_first, pin, table_bytes
from benchmarks.tables import Table
from cadogan import Deal, get_game

EASY = "ms:3"


@dataclass(frozen=True)
class Sizes:
    """How much is measured."""

    deals: int
    lost_deals: int
    limit: int
    square_deals: int
    square_limit: int
    large: int
    rounds: int
    starts: int


_OPTIONS = (
    click.option("--deals", default=100, help="FreeCell deals up to the first win."),
    click.option("--lost-deals", default=20, help="Lost FreeCell deals of two cells."),
    click.option("--limit", default=1_000_000, help="States of a FreeCell deal at most."),
    click.option("--square-deals", default=20, help="Deals of Napoleon's Square."),
    click.option("--square-limit", default=300_000, help="States of each of them at most."),
    click.option("--large", default=10_000_000, help="States of one large search."),
    click.option("--rounds", default=3, help="Repetitions; the fastest of each run counts."),
    click.option("--starts", default=7, help="Starts of a process; the median counts."),
)


def _with_sizes(function: click.decorators.FC) -> click.decorators.FC:
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


@click.command("speed", context_settings={"show_default": True})
@_with_sizes
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(as_json: bool, **sizes: int) -> None:
    """Measure new states per CPU second, and what starting up costs.

    All runs of one measurement follow each other, pinned to one core where the system can. A
    search that would win is stopped just before it, on both sides, so that no solution is written
    out or replayed. What fc-solve needs to start is measured too and taken off its times.
    """
    pin()
    tables = list(measure(Sizes(**sizes)))
    if as_json:
        click.echo(json.dumps([table.record() for table in tables]))
    else:
        click.echo("\n\n".join(table.text() for table in tables))


def measure(sizes: Sizes) -> Iterator[Table]:
    """Make all tables."""
    yield freecell(sizes)
    yield square(sizes)
    yield start_up(sizes)


# FreeCell -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """A deal searched by both sides; the peer's may be missing."""

    ours: Run
    theirs: Run | None = None


def freecell(sizes: Sizes) -> Table:
    """Measure exhaustive depth-first search without reductions beside fc-solve's."""
    table = Table(
        "FreeCell, exhaustive depth-first search, single-card moves, no reductions",
        [
            "deals",
            "program",
            "new states",
            "looked at",
            "CPU s",
            "new/s",
            "ratio",
            "looked at/s",
            "ratio of these",
        ],
    )
    depth_first(Deal.from_seed("freecell", EASY), 1000)  # compiles
    for name, deals in _freecell_groups(sizes):
        _add_group(table, name, [_pair(deal, sizes) for deal in deals])
    table.remarks.append("The ratios are ours to fc-solve's.")
    if fc_solve.installed():
        table.remarks.append(f"fc-solve {fc_solve.version()} {' '.join(fc_solve.ATOMIC)}.")
    else:
        table.remarks.append("fc-solve is not installed (Debian: freecell-solver-bin), so skipped.")
    return table


def _freecell_groups(sizes: Sizes) -> Iterator[tuple[str, list[Deal]]]:
    yield "ms:11982", [Deal.from_seed("freecell", "ms:11982")]
    lost = [Deal.from_seed("freecell", number, "ms") for number in facts.impossible()]
    yield f"{len(lost)} lost, 4 cells", lost
    two = get_game("freecell").with_options(cells=2)
    numbers = [deal for deal, cells in facts.fewest_cells().items() if cells == 3]
    lost = [Deal.from_seed(two, number, "ms") for number in numbers[: sizes.lost_deals]]
    yield f"{len(lost)} lost, 2 cells", lost
    yield (
        f"ms:1-{sizes.deals}, 4 cells",
        [Deal.from_seed("freecell", number, "ms") for number in range(1, sizes.deals + 1)],
    )


def _pair(deal: Deal, sizes: Sizes) -> Pair:
    """Search a deal in turn on both sides, each stopped before it wins."""
    first = depth_first(deal, sizes.limit)
    stop = first.stored - 1 if first.ending == "won" else sizes.limit
    if not fc_solve.installed():
        return Pair(_fastest([depth_first(deal, stop) for _ in range(sizes.rounds)]))
    first = fc_solve.depth_first(deal, sizes.limit)
    their_stop = first.expanded - 1 if first.ending == "won" else sizes.limit
    ours, theirs, starts = [], [], []
    for _ in range(sizes.rounds):
        ours.append(depth_first(deal, stop))
        theirs.append(fc_solve.depth_first(deal, their_stop))
        starts.append(fc_solve.depth_first(deal, 1).seconds)
    return Pair(_fastest(ours), _fastest(theirs, less=min(starts)))


def _fastest(runs: Sequence[Run], less: float = 0.0) -> Run:
    best = min(runs, key=lambda run: run.seconds)
    return Run(best.ending, best.stored, best.expanded, best.seconds - less, best.memory)


def _add_group(table: Table, name: str, pairs: Sequence[Pair]) -> None:
    """Add a row for each side, and say whether the counts agree."""
    ours = _total([pair.ours for pair in pairs])
    theirs = _total([pair.theirs for pair in pairs if pair.theirs is not None])
    for side, run in (("Cadogan", ours), ("fc-solve", theirs)):
        if run.stored:
            new, looked = _rate(run.stored, run), _rate(run.expanded, run)
            ratios: list[float | None] = [None, None]
            if run is ours and theirs.stored:
                ratios = [
                    new / _rate(theirs.stored, theirs),
                    looked / _rate(theirs.expanded, theirs),
                ]
            row = (name, side, run.stored, run.expanded, run.seconds)
            table.add(*row, new, ratios[0], looked, ratios[1])
    _compare_counts(table, name, pairs)


def _compare_counts(table: Table, name: str, pairs: Sequence[Pair]) -> None:
    both = [
        (pair.ours.stored, pair.theirs.stored)
        for pair in pairs
        if pair.theirs and pair.ours.ending == pair.theirs.ending == "exhausted"
    ]
    if both:
        same = sum(mine == other for mine, other in both)
        table.remarks.append(
            f"{name}: both exhausted {len(both)}, with the same number of states in {same}."
        )


def _total(runs: Sequence[Run]) -> Run:
    return Run(
        "all",
        sum(run.stored for run in runs),
        sum(run.expanded for run in runs),
        sum(run.seconds for run in runs),
    )


def _rate(count: int, run: Run) -> float:
    return count / max(run.seconds, 1e-6)


# Napoleon's Square --------------------------------------------------------------------------------


def square(sizes: Sizes) -> Table:
    """Measure depth-first search of Napoleon's Square, with and without reductions."""
    table = Table(
        "Napoleon's Square, depth-first search",
        ["deals", "reductions", "new states", "CPU s", "new/s", "table B/state", "all B/state"],
    )
    deals = [Deal.from_seed("napoleons-square", seed + 1) for seed in range(sizes.square_deals)]
    groups = [(f"1-{len(deals)}", deals, sizes.square_limit)]
    groups.append(("1", deals[:1], sizes.large))
    for reductions in (True, False):
        depth_first(deals[0], 1000, reductions)  # compiles
    for name, group, limit in groups:
        for reductions in (True, False):
            runs = [_before_win(deal, limit, reductions, sizes.rounds) for deal in group]
            _add_square(table, f"{name}, at most {limit:,}", reductions, runs)
    table.remarks.append("all B/state: table and stack; the stack grows with the line's depth.")
    return table


def _before_win(deal: Deal, limit: int, reductions: bool, rounds: int) -> Run:
    first = depth_first(deal, limit, reductions)
    if first.ending == "won":
        limit = first.stored - 1
    elif rounds == 1:
        return first
    return _fastest([depth_first(deal, limit, reductions) for _ in range(rounds)])


def _add_square(table: Table, name: str, reductions: bool, runs: Sequence[Run]) -> None:
    total = _total(runs)
    held = sum(table_bytes(run.stored) for run in runs) / total.stored
    everything = sum(run.memory for run in runs) / total.stored
    word = "yes" if reductions else "no"
    rate = _rate(total.stored, total)
    table.add(name, word, total.stored, total.seconds, rate, held, everything)


# Starting up --------------------------------------------------------------------------------------


def start_up(sizes: Sizes) -> Table:
    """Measure whole processes that solve an easy deal, after one that warms up."""
    table = Table("A whole process, an easy deal", ["command", "CPU s, median", "least", "most"])
    ours = [sys.executable, "-m", "cadogan.solver.cli", "solve", "two-rings", "--seed", "7"]
    commands = {"cadogan solve two-rings --seed 7": (ours, "")}
    if fc_solve.installed():
        deal = Deal.from_seed("freecell", EASY)
        commands[f"fc-solve -l lg ({EASY})"] = (
            [fc_solve.PROGRAM, "-l", "lg", "-"],
            fc_solve.board(deal),
        )
    for name, (words, text) in commands.items():
        child(words, text)
        spent = [child(words, text)[1] for _ in range(sizes.starts)]
        table.add(name, statistics.median(spent), min(spent), max(spent))
    return table
