"""FreeCell verdicts beside the known fewest cells that win a deal."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from benchmarks import facts
from benchmarks.tables import Table
from benchmarks.workers import KEEP, each
from cadogan import Deal, Verdict, get_game, solve
from cadogan.solver.cli.values import count
from cadogan.solver.warm import warm

SEED = 20261129
WINNABLE, LOST = "winnable", "lost"


@dataclass(frozen=True)
class Task:
    """A deal with so many cells, and what is known of it."""

    deal: int
    fewest: int
    cells: int
    known: str
    state_limit: int


@dataclass(frozen=True)
class Answer:
    """What came out."""

    verdict: str
    stored: int
    moves: int
    seconds: float


@click.command("freecell-facts", context_settings={"show_default": True})
@click.option("--deals", default=400, help="How many deals are drawn, evenly over the values.")
@click.option("--seed", default=SEED, help="Which deals are drawn.")
@click.option("--state-limit", type=count, default="5M", help="States of a deal at most.")
@click.option("--jobs", default=1, help="Processes.")
@click.option("--keep", type=click.Path(path_type=Path), help=KEEP)
@click.option("--markdown", is_flag=True, help="Write the tables as Markdown.")
def command(
    deals: int, seed: int, state_limit: int, jobs: int, keep: Path | None, markdown: bool
) -> None:
    """Compare verdicts with the fewest cells that win a Microsoft deal.

    Each deal drawn is solved with that number of cells and, where that is 1 to 4, with one cell
    fewer. Deals that are not winnable with four cells are solved with four.
    """
    tasks = list(make_tasks(facts.sample(facts.fewest_cells(), deals, seed), state_limit))
    warm(["freecell"])  # compiles once, and before any other processes start
    answers = each(answer, tasks, jobs, Answer, keep)
    tables = [summary(answers, WINNABLE), summary(answers, LOST)]
    click.echo("\n\n".join(table.markdown() if markdown else table.text() for table in tables))
    if any(_contradicts(*pair) for pair in answers):
        raise SystemExit(1)


def make_tasks(drawn: dict[int, int], state_limit: int) -> Sequence[Task]:
    """List what is to be solved."""
    tasks = []
    for deal, fewest in drawn.items():
        if fewest <= 4:
            tasks.append(Task(deal, fewest, fewest, WINNABLE, state_limit))
        if fewest >= 1:
            tasks.append(Task(deal, fewest, fewest - 1, LOST, state_limit))
    return tasks


def answer(task: Task) -> Answer:
    """Solve one deal."""
    game = get_game("freecell").with_options(cells=task.cells)
    deal = Deal.from_seed(game, task.deal, "ms")
    result = solve(deal, state_limit=task.state_limit)
    done = result.statistics
    return Answer(result.verdict.value, done.stored, len(result.moves or ()), done.seconds)


def _agrees(task: Task, found: Answer) -> bool:
    expected = Verdict.SOLVABLE if task.known == WINNABLE else Verdict.UNSOLVABLE
    return found.verdict == expected.value


def _contradicts(task: Task, found: Answer) -> bool:
    return not _agrees(task, found) and found.verdict != Verdict.UNKNOWN.value


def summary(answers: Sequence[tuple[Task, Answer]], known: str) -> Table:
    """Make a table of the deals of one kind."""
    rest = "at the fewest cells" if known == WINNABLE else "at one cell fewer"
    table = Table(
        f"FreeCell, known to be {known}: {rest}",
        ["cells", "deals", "agree", "contradict", "unknown", "median states", "most states",
         "CPU s", "most CPU s"],
    )  # fmt: skip
    chosen = [pair for pair in answers if pair[0].known == known]
    for cells in sorted({task.cells for task, _ in chosen}):
        _add(table, str(cells), [pair for pair in chosen if pair[0].cells == cells])
    _add(table, "all", chosen)
    for task, found in chosen:
        if not _agrees(task, found):
            table.remarks.append(
                f"ms:{task.deal}, {task.cells} cells: {found.verdict} after {found.stored:,} states"
            )
    return table


def _add(table: Table, name: str, pairs: Sequence[tuple[Task, Answer]]) -> None:
    if not pairs:
        return
    agree = sum(_agrees(*pair) for pair in pairs)
    contradict = sum(_contradicts(*pair) for pair in pairs)
    states = [found.stored for _, found in pairs]
    seconds = [found.seconds for _, found in pairs]
    table.add(
        name, len(pairs), agree, contradict, len(pairs) - agree - contradict,
        round(statistics.median(states)), max(states), sum(seconds), max(seconds),
    )  # fmt: skip
