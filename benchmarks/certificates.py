"""Certificates: how large they are, how long they take, and what listing positions would cost."""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import click

from benchmarks import facts
from benchmarks.measuring import pin
from benchmarks.tables import Table
from cadogan import Deal, Verdict, get_game
from cadogan.solver.cli.values import count
from cadogan.solver.proof import Answer, Bounds, Certificate
from cadogan.solver.proof.closed_set import ClosedSet
from cadogan.solver.proof.exploring import Exploration
from cadogan.solver.proof.lemmas import NO_LEMMA, lemma_for
from cadogan.solver.proof.winning_line import WinningLine
from cadogan.solver.result import Limit
from cadogan.solver.solution import parse_solution
from cadogan.solver.warm import warm

PUZZLES = Path(__file__).resolve().parent.parent / "puzzles"


@click.command("certificates", context_settings={"show_default": True})
@click.argument("games", nargs=-1)
@click.option("--limit", type=count, default="20M", help="Leave out what has more positions.")
@click.option("--impossible", default=8, help="How many of the lost FreeCell deals, at most 8.")
@click.option("--least", default=1000, help="Leave out puzzles with fewer positions.")
@click.option("--markdown", is_flag=True, help="Write the tables as Markdown.")
def command(
    games: tuple[str, ...], limit: int, impossible: int, least: int, markdown: bool
) -> None:
    """Make and check certificates for the puzzles of GAMES (of all by default).

    Every unsolvable puzzle, and FreeCell deals that four cells do not win, have a closed set made
    and checked; the list is what a file would hold that names all positions, compressed by zlib.
    """
    pin()
    warm(games)
    lost, won = tables()
    for name, deal in unsolvable(games, impossible):
        add_closed_set(lost, name, deal, Bounds(state_limit=limit), least)
    for name, certificate in solutions(games):
        before = time.thread_time()
        assert certificate.check().answer is Answer.ACCEPTED
        seconds = time.thread_time() - before
        if name.split("/")[1].startswith("full"):
            won.add(name, len(certificate.solution.moves), len(certificate.data()), seconds)
    shown = [table.markdown() if markdown else table.text() for table in (lost, won) if table.rows]
    click.echo("\n\n".join(shown))


def tables() -> tuple[Table, Table]:
    """Give the empty tables."""
    lost = Table(
        "Closed sets",
        ["deal", "lemma", "positions", "proved lost", "moves", "file B", "make CPU s",
         "check CPU s", "moves/s", "list B", "list B/position"],
    )  # fmt: skip
    return lost, Table("Solutions of full deals", ["deal", "moves", "file B", "check CPU s"])


def unsolvable(games: tuple[str, ...], impossible: int) -> Iterator[tuple[str, Deal]]:
    """Name the deals that are known not to be winnable."""
    for path in sorted(PUZZLES.glob("*/*.txt")):
        if not games or path.parent.name in games:
            puzzle = parse_solution(path.read_bytes())
            if puzzle.verdict is Verdict.UNSOLVABLE:
                yield f"{path.parent.name}/{path.stem}", puzzle.deal
    if not games or "freecell" in games:
        for number in facts.impossible()[:impossible]:
            yield f"freecell ms:{number}", Deal.from_seed(get_game("freecell"), number, "ms")


def solutions(games: tuple[str, ...]) -> Iterator[tuple[str, WinningLine]]:
    """Give the puzzles that are won."""
    for path in sorted(PUZZLES.glob("*/*.txt")):
        if not games or path.parent.name in games:
            puzzle = parse_solution(path.read_bytes())
            if puzzle.verdict is Verdict.SOLVABLE:
                yield f"{path.parent.name}/{path.stem}", WinningLine(puzzle)


def add_closed_set(table: Table, name: str, deal: Deal, bounds: Bounds, least: int) -> None:
    """Make a closed set, check it, and measure both; say so when a limit was hit."""
    before = time.thread_time()
    made = ClosedSet.make(deal, bounds)
    making = time.thread_time() - before
    if isinstance(made, Limit):
        table.remarks.append(f"{name}: no certificate, limit {made.value}")
        return
    if made.positions < least and not name.split("/")[-1].startswith("full"):
        return
    certificate: Certificate = made
    before = time.thread_time()
    judged = certificate.check()
    checking = time.thread_time() - before
    if judged.answer is not Answer.ACCEPTED:
        raise SystemExit(f"{name}: {judged.reason}")
    listed = compressed_list(made)
    table.add(
        name, made.lemma, made.positions, made.proved_lost, made.moves, len(made.data()), making,
        checking, made.moves / checking, listed, listed / made.positions,
    )  # fmt: skip


def compressed_list(made: ClosedSet) -> int:
    """Give the bytes of all positions, sorted and compressed."""
    lemma = NO_LEMMA if made.lemma == NO_LEMMA.name else lemma_for(made.deal.game.name)
    assert lemma is not None
    exploration = Exploration(made.deal, lemma, Bounds())
    exploration.until(Bounds())
    members = exploration.members()
    rows = members.view(f"V{members.shape[1]}").ravel()
    rows.sort()
    return len(zlib.compress(rows.tobytes(), 6))
