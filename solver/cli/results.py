"""``cadogan results``: what a store holds, as a table or exported."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cadogan.games.errors import PatienceError
from cadogan.solver.cli.output import color_option, say, to_output, wants_color
from cadogan.solver.cli.program import BadInput, Command
from cadogan.solver.result import Verdict

if TYPE_CHECKING:
    from cadogan.solver.surveys.findings import Setting, SurveyResult
    from cadogan.solver.surveys.store import Store


@click.command(
    "results",
    cls=Command,
    short_help="Print or export what a store holds.",
    epilog="Example: cadogan results freecell.sqlite --output freecell.parquet",
)
@click.argument("file")
@click.option("--game", metavar="GAME", help="Results of this game only.")
@click.option(
    "--only",
    type=click.Choice([verdict.value for verdict in Verdict]),
    multiple=True,
    help="Deals with this verdict only; can be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a deal.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, a line a deal.")
@click.option(
    "--output", metavar="TARGET", help="Write a file: .csv, .jsonl or .parquet, as its name ends."
)
@click.option(
    "--certificates",
    metavar="FOLDER",
    help="Write each certificate into a file, as check takes it.",
)
@color_option
def results_command(
    file: str,
    game: str | None,
    only: tuple[str, ...],
    as_json: bool,
    as_csv: bool,
    output: str | None,
    certificates: str | None,
    color: bool | None,
) -> int:
    """Print a table for each game in the store FILE, as verify made it, or export its results.

    Exit status: 0, or 2 when the file is no store or is damaged.
    """
    if as_json + as_csv + (output is not None) + (certificates is not None) > 1:
        raise click.UsageError("choose one of --json, --csv, --output and --certificates")
    from cadogan.solver.surveys import exporting
    from cadogan.solver.surveys.store import Store

    with Store(file, create=False) as store:
        settings = chosen_settings(store, game, file)
        results = _chosen(store, settings, only)
        try:
            if output is not None:
                exporting.export(results, Path(output))
            elif certificates is not None:
                say(f"{exporting.write_certificates(results, Path(certificates)):,} written")
            elif as_csv:
                with to_output():
                    exporting.write_csv(results, sys.stdout)
            elif as_json:
                with to_output():
                    exporting.write_jsonl(results, sys.stdout)
            elif only:
                from cadogan.solver.cli.verify import line_of

                for result in results:
                    say(f"{result.setting.game} {line_of(result)}")
            else:
                _print_tables(store, settings, wants_color(color))
        except PatienceError as error:
            raise BadInput(str(error)) from error
    return 0


def chosen_settings(store: Store, game: str | None, file: str) -> list[Setting]:
    """List the settings of a store, or those of one game.

    Raises
    ------
    BadInput
        When there are none.
    """
    settings = store.settings()
    if game is None:
        return settings
    found = [setting for setting in settings if setting.game == game]
    if not found:
        known = ", ".join(dict.fromkeys(setting.game for setting in settings)) or "nothing"
        raise BadInput(f"{file}: there are no results of {game!r} in it; it holds {known}")
    return found


def _chosen(
    store: Store, settings: list[Setting], only: tuple[str, ...]
) -> Iterator[SurveyResult]:
    for setting in settings:
        for result in store.results(setting):
            if not only or result.verdict.value in only:
                yield result


def _print_tables(store: Store, settings: list[Setting], color: bool) -> None:
    from cadogan.solver.cli.tables import summary_text
    from cadogan.solver.surveys.statistics import Tally

    if not settings:
        say("the store is empty")
    for number, setting in enumerate(settings):
        text = summary_text(setting.label(), Tally(store.results(setting)).summary())
        say(f"{chr(10) if number else ''}{text}", color)
