"""``cadogan verify``: verdicts for many numbered deals, with a table at the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from cadogan.games.errors import PatienceError
from cadogan.games.seeds import SCHEMES
from cadogan.solver.cli.common import (
    GAME_PARAMETERS,
    METHOD_OPTION,
    REDUCTIONS_OPTION,
    Source,
    with_parameters,
)
from cadogan.solver.cli.output import color_option, say, wants_color
from cadogan.solver.cli.program import BadInput, Command, complain
from cadogan.solver.cli.values import count, memory, seconds, stage
from cadogan.solver.result import Verdict

if TYPE_CHECKING:
    from cadogan.games.game import Game
    from cadogan.solver.surveys.effort import Stage
    from cadogan.solver.surveys.findings import SurveyResult
    from cadogan.solver.surveys.seeds import Seeds
    from cadogan.solver.surveys.store import Store

#: Exit status when a survey ended before all deals were through.
STOPPED = 30
_ONLY = [verdict.value for verdict in Verdict]
_GAME = (
    click.argument("game"),
    click.argument("seeds", nargs=-1, required=True),
    click.option(
        "--dealer",
        metavar="SCHEME",
        help=f"Whose numbers SEEDS are: {', '.join(SCHEMES)}.  [default: cadogan]",
    ),
    *GAME_PARAMETERS,
)
_EFFORT = (
    METHOD_OPTION,
    REDUCTIONS_OPTION,
    click.option(
        "--time-limit", type=seconds, metavar="SECONDS",
        help="Give a deal up after so much CPU time.",
    ),
    click.option(
        "--state-limit", type=count, metavar="N",
        help="Give a deal up after so many positions: 200000, 200k, 5M or 5e6.",
    ),
    click.option(
        "--memory-limit", type=memory, metavar="BYTES",
        help="Memory for each worker: 4GiB, 500MB.  [default: a share of half of what is free]",
    ),
    click.option(
        "--stage", "stages", type=stage, multiple=True, metavar="METHOD[,LIMITS]",
        help="Several efforts, one --stage each: all deals go through the first, open ones through "
        "the next. As in auto,states=20k or dfs,states=5M,seconds=60,memory=2GiB.",
    ),
    click.option(
        "--jobs", type=click.IntRange(1), metavar="N",
        help="Worker processes.  [default: one for each processor]",
    ),
    click.option(
        "--scheduler", metavar="ADDRESS",
        help="Search on the workers of a Dask scheduler, such as tcp://host:8786.",
    ),
)  # fmt: skip
_KEEPING = (
    click.option(
        "--store", metavar="FILE",
        help="Keep results in an SQLite file; what it has is not searched again.",
    ),
    click.option(
        "--retry-unknown", is_flag=True,
        help="Try deals again that were given up, as far as limits are larger now.",
    ),
    click.option("--moves", is_flag=True, help="Keep and print solutions."),
    click.option("--proof", is_flag=True, help="Make and keep certificates (needs --store)."),
    click.option(
        "--only", type=click.Choice(_ONLY), multiple=True,
        help="List the deals with this verdict; can be repeated.",
    ),
    click.option(
        "--json", "as_json", is_flag=True,
        help="Print one JSON object a deal; the table goes to standard error.",
    ),
    click.option("--quiet", is_flag=True, help="No progress bar."),
    color_option,
)  # fmt: skip


@dataclass(frozen=True)
class Style:
    """What is to be printed."""

    as_json: bool
    only: tuple[str, ...]
    quiet: bool
    color: bool | None


@click.command(
    "verify",
    cls=Command,
    short_help="Search many numbered deals.",
    epilog="Example: cadogan verify freecell ms:1-1000 --store freecell.sqlite",
)
@with_parameters(*_GAME, *_EFFORT, *_KEEPING)
def verify_command(
    seeds: tuple[str, ...], store: str | None, scheduler: str | None, jobs: int | None, **given: Any
) -> int:
    """Search the deals SEEDS of GAME and print how many can be won.

    SEEDS are numbers and ranges (7,12,20-29 or ms:1-1000) or files of them. With --store the same
    command goes on where it was stopped, however that happened. A time limit is CPU time of the
    worker; without one, verdicts do not depend on the number of workers.

    Exit status: 0 when all deals are through, 30 when it was stopped before, 2 for bad input.
    """
    if given["proof"] and store is None:
        raise click.UsageError("--proof keeps certificates in the store: name one with --store")
    style = Style(*(given.pop(name) for name in ("as_json", "only", "quiet", "color")))
    dealer, options = given.pop("dealer"), _effort(given)
    game = Source(**given).chosen_game()
    chosen = _seeds(seeds, dealer)
    if scheduler is not None and jobs is not None:
        raise click.UsageError("--jobs is for processes on this machine; --scheduler has its own")
    from cadogan.solver.surveys.executors import PROCESSES, usable_cpus

    options["jobs"] = jobs or usable_cpus()
    options["executor"] = scheduler or PROCESSES
    with _store(store) as opened:
        return _Report(game, chosen, style).run({**options, "store": opened})


def _effort(given: dict[str, Any]) -> dict[str, Any]:
    """Take out what survey is to be asked for."""
    stages: tuple[Stage, ...] = given.pop("stages")
    one = {n: given.pop(n) for n in ("method", "time_limit", "state_limit", "memory_limit")}
    reductions = given.pop("reductions")
    found = {
        "retry_unknown": given.pop("retry_unknown"),
        "keep_moves": given.pop("moves"),
        "proof": given.pop("proof"),
    }
    if not stages:
        return {**found, **one, "reductions": reductions}
    if one["method"] != "auto" or any(one[name] is not None for name in one if name != "method"):
        raise click.UsageError(
            "--stage says method and limits of each stage; leave out --method and --...-limit"
        )
    from dataclasses import replace

    return {**found, "stages": [replace(each, reductions=reductions) for each in stages]}


def _seeds(words: tuple[str, ...], dealer: str | None) -> Seeds:
    from cadogan.games.seeds import parse_seed
    from cadogan.solver.surveys.seeds import Seeds

    if dealer is not None:
        parse_seed(f"{dealer}:1")  # refuse unknown schemes by their own name
        dealer = dealer.strip().lower()
    return Seeds.read(words, dealer)


@contextmanager
def _store(path: str | None) -> Iterator[Store | None]:
    if path is None:
        yield None
        return
    from cadogan.solver.surveys.store import Store

    with Store(path) as store:
        yield store


class _Report:
    """Runs a survey and tells about it: lines, a bar while it runs, a table at the end."""

    def __init__(self, game: Game, seeds: Seeds, style: Style) -> None:
        from cadogan.solver.surveys.statistics import Tally

        self._game, self._seeds, self._style = game, seeds, style
        self._tally = Tally()
        self._color = wants_color(style.color)

    def run(self, options: dict[str, Any]) -> int:
        """Run the survey, and say how it ended."""
        from cadogan.solver.cli.bar import SurveyBar
        from cadogan.solver.surveys.store import StoreError
        from cadogan.solver.surveys.surveying import survey
        from cadogan.solver.surveys.workers import WorkersError

        stopped = ""
        bar = SurveyBar(self._seeds.count, self._tally, wanted=not self._style.quiet)
        results = survey(self._game, self._seeds, progress=bar.update, **options)
        try:
            with bar, closing(results):  # type: ignore[type-var]
                for result in results:
                    self._tally.add(result)
                    self._list(result, bar)
        except KeyboardInterrupt:
            stopped = "stopped by Ctrl-C"
        except StoreError as error:
            if not self._tally.total:
                raise
            stopped = str(error)
        except WorkersError as error:
            stopped = error.reason
            if options["store"] is not None:
                stopped += "; the same command goes on from here"
        except PatienceError as error:
            raise BadInput(str(error)) from error
        if self._tally.total or not stopped:
            self._table(stopped)
        if stopped:
            complain(f"cadogan: {stopped}")
        return STOPPED if stopped else 0

    def _list(self, result: SurveyResult, bar: Any) -> None:
        """Print what is asked for of a deal."""
        style = self._style
        if style.only and result.verdict.value not in style.only:
            return
        if style.as_json:
            bar.print(lambda: say(json.dumps(result.to_json())))
        elif style.only:
            bar.print(lambda: say(line_of(result), self._color))

    def _table(self, stopped: str) -> None:
        from cadogan.solver.cli.tables import summary_text
        from cadogan.solver.surveys.findings import Setting

        summary = self._tally.summary()
        dealers = dict.fromkeys(run.dealer for run in self._seeds.runs)
        label = Setting.of(self._game, "+".join(dealers)).label()
        notes = []
        if self._tally.stored:
            notes.append(f"{self._tally.stored:,} results were in the store already")
        if stopped:
            notes.append(f"{self._seeds.count - self._tally.total:,} deals were not looked at")
        text = summary_text(label, summary, notes)
        if self._style.as_json:
            complain(text)
        else:
            say(text, self._color)


def line_of(result: SurveyResult) -> str:
    """Tell a result in one line.

    Examples
    --------
    >>> from cadogan import survey
    >>> [line_of(result) for result in survey("freecell", "ms:11982", state_limit=1000)]
    ['ms:11982: unknown (states), 1,000 positions']
    """
    positions = f"{result.statistics.stored:,} positions"
    if result.verdict is Verdict.SOLVABLE:
        said = f"{result.length:,} moves, {positions}"
        if result.moves is not None:
            said += f": {', '.join(result.moves)}"
        return f"{result.name}: solvable, {said}"
    if result.limit is not None:
        return f"{result.name}: unknown ({result.limit.value}), {positions}"
    return f"{result.name}: unsolvable, {positions}"
