"""``cadogan solve``: search one deal, and tell people or programs what came out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cadogan.solver.cli.common import (
    METHOD_OPTION,
    REDUCTIONS_OPTION,
    Source,
    deal_parameters,
    with_parameters,
)
from cadogan.solver.cli.output import WIDTH, ProgressLine, color_option, say, wants_color
from cadogan.solver.cli.program import BadInput, Command, NotWritten, complain
from cadogan.solver.cli.show import heading
from cadogan.solver.cli.values import count, file_to_write, memory, seconds
from cadogan.solver.methods import TRUSTS
from cadogan.solver.result import Limit, Result, Verdict
from cadogan.solver.writing import may_write, write_file

if TYPE_CHECKING:
    from cadogan.games.deal import Deal

STATUS = {Verdict.SOLVABLE: 0, Verdict.UNSOLVABLE: 20, Verdict.UNKNOWN: 30}
_WHY = {
    Limit.TIME: "the time limit was hit",
    Limit.STATES: "the state limit was hit",
    Limit.MEMORY: "the memory limit was hit",
    Limit.WIDTH: "the search was not wide enough to find a solution or exclude one",
    Limit.DEPTH: "the depth limit was hit",
    Limit.INTERRUPTED: "the search was interrupted",
    Limit.NOT_ENCODABLE: "the game has no model of this position",
    Limit.RELAXATION_FEASIBLE: "the relaxed problem has a solution, which decides nothing",
    Limit.NONE_WITHIN_K: "no win moves each card so few times only; others are not excluded",
    Limit.UNCERTIFIED: "CP-SAT says there is no win; no proof of that was found within the limits",
    Limit.WORKER_DIED: "the process that searched ended unexpectedly",
}


@dataclass(frozen=True)
class Effort:
    """How a search is to be made."""

    method: str
    shortest: bool
    reductions: bool
    time_limit: float | None
    state_limit: int | None
    memory_limit: int | None
    proof: bool = False
    trust: str = "certificate"


@dataclass(frozen=True)
class Style:
    """What is to be printed."""

    as_json: bool
    quiet: bool
    moves: bool
    steps: bool
    color: bool | None


_EFFORT = (
    METHOD_OPTION,
    click.option("--shortest", is_flag=True, help="Look for a solution with the fewest moves."),
    REDUCTIONS_OPTION,
    click.option(
        "--trust", type=click.Choice(TRUSTS), default="certificate", show_default=True,
        help="What unsolvable by cpsat must rest on: a checked refutation, or CP-SAT's word, which "
        "proves nothing.",
    ),
    click.option(
        "--time-limit", type=seconds, metavar="SECONDS", help="Give up after so much CPU time."
    ),
    click.option(
        "--state-limit", type=count, metavar="N",
        help="Give up after so many positions: 200000, 200k, 5M or 5e6.",
    ),
    click.option(
        "--memory-limit", type=memory, metavar="BYTES",
        help="Give up at so much memory: 4GiB, 500MB or plain bytes.  "
        "[default: half of what is free]",
    ),
)  # fmt: skip
_STYLE = (
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object on one line."),
    click.option("--quiet", is_flag=True, help="Print the verdict only, without progress."),
    click.option("--moves/--no-moves", default=True, help="List the moves.  [default: yes]"),
    click.option("--steps", is_flag=True, help="Draw the table after each move."),
    color_option,
)


@click.command("solve", cls=Command, epilog="Example: cadogan solve freecell --seed ms:1")
@deal_parameters
@with_parameters(*_EFFORT)
@click.option(
    "--save", type=file_to_write, metavar="FILE",
    help="Write deal, verdict and moves, as check takes them.",
)  # fmt: skip
@click.option(
    "--proof", type=file_to_write, metavar="FILE", help="Write a certificate, as check takes it."
)
@with_parameters(*_STYLE)
def solve_command(save: str | None, proof: str | None, **given: Any) -> int:
    """Search a deal of GAME for a solution.

    The deal is numbered (--seed), or read from FILE, or from standard input when FILE is -.
    FILE is a text: lines "game: freecell" and "column 1: 9C TD", one for each pile; an example
    comes from cadogan show --text.
    With --proof an unsolvable deal is explored a second time, by the checker's means, to which the
    limits apply again.

    Exit status: 0 solvable, 20 unsolvable, 30 unknown, 2 for bad input, 1 when the answer could
    not be written. Ctrl-C ends the search with the verdict unknown.
    """
    given["proof"] = proof is not None
    style, effort = Style(**_taken(given, Style)), Effort(**_taken(given, Effort))
    if style.as_json and style.steps:
        raise click.UsageError("--json prints one line, --steps draws tables; choose one of them")
    deal = Source(**given).deal()
    for option, target in (("--save", save), ("--proof", proof)):
        if target is not None:
            _check_target(option, Path(target))
    result = _search(deal, effort, progress=not style.quiet)
    say(*_printed(result, style))
    if save is not None:
        _save(result, Path(save))
    if proof is not None:
        _save_certificate(result, Path(proof))
    return STATUS[result.verdict]


def _taken(given: dict[str, Any], kind: type) -> dict[str, Any]:
    """Take the values of a dataclass's fields out of all that was given."""
    return {name: given.pop(name) for name in kind.__annotations__}


def _search(deal: Deal, effort: Effort, progress: bool) -> Result:
    from cadogan.solver.solving import solve

    with ProgressLine(progress) as line:
        return solve(deal, **vars(effort), progress=line.callback)


def _printed(result: Result, style: Style) -> tuple[str, bool]:
    """Give what to print, and whether in colour."""
    if style.as_json:
        return json.dumps(result.to_json()), False
    color = wants_color(style.color)
    if style.quiet:
        return verdict_line(result), color
    parts = [heading(result.deal), result.deal.position().draw(), verdict_line(result)]
    if result.moves and (style.moves or style.steps):
        parts.append(_steps(result) if style.steps else _moves(result))
    parts.append(_statistics(result))
    return "\n\n".join(parts), color


def verdict_line(result: Result) -> str:
    """Say in one line what came out."""
    count = f"{result.statistics.stored:,} position{'s' * (result.statistics.stored != 1)}"
    if result.verdict is Verdict.SOLVABLE:
        length = len(result.moves or ())
        shortest = " (shortest)" if result.optimal else ""
        return f"solvable in {length} move{'s' * (length != 1)}{shortest}"
    if result.verdict is Verdict.UNSOLVABLE and result.claimed:
        return "unsolvable, says CP-SAT: its model has no solution (not proved)"
    if result.verdict is Verdict.UNSOLVABLE and not result.exhaustive:
        return "unsolvable: a model of the deal has no solution (the refutation was checked)"
    if result.verdict is Verdict.UNSOLVABLE:
        reduced = ", after proved reductions" if result.reductions else ""
        if len(result.statistics.stages) > 1:  # the earlier ones did not get through all
            found = f"{result.statistics.stored:,}"
            return f"unsolvable: all positions were searched, {found} in all stages{reduced}"
        if result.statistics.stored == 1:
            return f"unsolvable: the only position was searched{reduced}"
        return f"unsolvable: all {count} were searched{reduced}"
    assert result.limit is not None
    after = f" after {count}" if result.statistics.stored else ""  # models find no positions
    return f"unknown: {_WHY[result.limit]}{after}"


def _moves(result: Result) -> str:
    """List the moves with numbers, each in notation and in words."""
    position = result.deal.position()
    moves = result.moves or ()
    width, number = max(map(len, moves)), len(str(len(moves)))
    lines = []
    for i, move in enumerate(moves, start=1):
        lines.append(f"{i:{number}}. {move.ljust(width)}  {position.describe(move)}")
        position = position.play(move)
    return "\n".join(lines)


def _steps(result: Result) -> str:
    """Draw the table after each move."""
    position = result.deal.position()
    parts = []
    for line, move in zip(_moves(result).splitlines(), result.moves or (), strict=True):
        position = position.play(move)
        parts += [line, position.draw()]
    return "\n\n".join(parts)


def _statistics(result: Result) -> str:
    done = result.statistics
    rate = f" ({done.stored / done.seconds:,.0f} a second)" if done.seconds > 0 else ""
    lines = [
        f"method     {result.method}",
        f"positions  {done.stored:,} found{rate}, {done.expanded:,} expanded",
        f"moves      {done.generated:,} made",
        f"CPU time   {done.seconds:.2f} s",
        f"memory     {done.memory / 2**20:,.1f} MiB",
    ]
    if done.stages:
        lines.insert(1, f"stages     {_listed(done.stages, WIDTH - 11)}")
    return "\n".join(lines)


def _listed(stages: tuple[str, ...], width: int) -> str:
    """List stages, and break lines between them only."""
    lines = [""]
    for stage in stages:
        longer = f"{lines[-1]}; {stage}" if lines[-1] else stage
        if len(longer) < width or not lines[-1]:
            lines[-1] = longer
        else:
            lines[-1] += ";"
            lines.append(stage)
    return f"\n{' ' * 11}".join(lines)


def _check_target(option: str, path: Path) -> None:
    """Refuse before the search what could not be written after it."""
    if not may_write(path):
        raise BadInput(f"{option} {path}: cannot be written (permission denied)")
    if path.is_dir():
        raise BadInput(f"{option} {path}: this is a directory; name a file in it")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"{option} {path}: there is no directory {path.absolute().parent}")


def _save(result: Result, path: Path) -> None:
    from cadogan.solver.solution import Solution

    text = Solution.of(result).text()
    try:
        write_file(path, text.encode())
    except OSError as error:
        raise NotWritten(f"--save {path}: cannot be written ({error.strerror})") from error


def _save_certificate(result: Result, path: Path) -> None:
    """Write the certificate, or say why there is none."""
    if result.certificate is None:
        why = "the verdict is unknown"
        if result.uncertified is not None:
            hit = _WHY[result.uncertified]
            why = f"the search was exhaustive, but in exploring once more {hit}"
        complain(f"cadogan: no certificate, {path} was not written: {why}")
        return
    try:
        result.certificate.save(path)
    except OSError as error:
        raise NotWritten(f"--proof {path}: cannot be written ({error.strerror})") from error
