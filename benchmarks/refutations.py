"""Refutations: how long each engine takes to find one, how large it is, how long checking takes."""

from __future__ import annotations

import json
import resource
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import click

from benchmarks.tables import Table
from cadogan import Deal
from cadogan.solver.cpsat.clauses import to_clauses
from cadogan.solver.cpsat.lrat import refute
from cadogan.solver.cpsat.refuter import usable_engines
from cadogan.solver.encoding.compiling import encode, facts_of, kinds_of
from cadogan.solver.proof import Answer
from cadogan.solver.proof.refutation import Refutation

T = TypeVar("T")


@dataclass(frozen=True)
class Measured:
    """What came of one deal with one engine; times are CPU seconds."""

    outcome: str
    encode: float
    engine: float
    clauses: int
    steps: int = 0
    file: int = 0
    check: float = 0.0


@click.command("refutations", context_settings={"show_default": True})
@click.argument("games", nargs=-1)
@click.option("--deals", default=25, help="Deals a game, from seed 0.")
@click.option("--seconds", default=60.0, help="CPU seconds of an engine at most.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a table.")
def command(games: Sequence[str], deals: int, seconds: float, as_json: bool) -> None:
    """Refute the models of deals as clauses, with every engine that is installed.

    GAMES are those with models of full deals; by default La Belle Lucie and Fan. An engine's time
    includes starting its process and trimming the proof. Files are whole certificates.
    """
    for game in games or ("la-belle-lucie", "fan"):
        table = Table(
            f"{game}, {deals} deals",
            (
                "engine",
                "refuted",
                "solved",
                "open",
                "encode s",
                "refute s",
                "max",
                "file kB",
                "max kB",
                "check s",
                "max s",
            ),
        )
        for engine in usable_engines():
            found = [measure(game, seed, engine, seconds) for seed in range(deals)]
            table.add(engine, *_row(found))
        table.remarks.append("Medians and maxima over the deals refuted.")
        click.echo(json.dumps(table.record()) if as_json else table.text())


def measure(game: str, seed: int, engine: str, seconds: float) -> Measured:
    """Refute one deal, and check what was found."""
    deal = Deal.from_seed(game, seed)
    kind = kinds_of(facts_of(deal))[0]
    encoded, cnf = _timed(lambda: to_clauses(encode(facts_of(deal), kind).model))
    spent, answer = _timed(lambda: refute(cnf, engine=engine, time_limit=seconds))
    size = len(cnf.clauses)
    if answer.proof is None:
        outcome = "solved" if answer.true is not None else "open"
        return Measured(outcome, encoded, spent, size)
    made = Refutation.of(deal, kind, answer.proof)
    checked, judged = _timed(made.check)
    if judged.answer is not Answer.ACCEPTED:
        raise click.ClickException(f"{game} {seed}, {engine}: {judged.reason}")
    steps = answer.proof.count("\n")
    return Measured("refuted", encoded, spent, size, steps, len(made.data()), checked)


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    """Give the CPU seconds of this process and of those it started and saw end."""
    start = _spent()
    result = work()
    return _spent() - start, result


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _row(found: list[Measured]) -> list[str | int | float | None]:
    counts = [sum(one.outcome == name for one in found) for name in ("refuted", "solved", "open")]
    refuted = [one for one in found if one.outcome == "refuted"]
    if not refuted:
        return [*counts, *[None] * 7]

    def both(values: list[float]) -> list[float]:
        return [statistics.median(values), max(values)]

    return [
        *counts,
        statistics.median([one.encode for one in refuted]),
        *both([one.engine for one in refuted]),
        *both([one.file / 1000 for one in refuted]),
        *both([one.check for one in refuted]),
    ]
