"""``cadogan plot``: pictures of what a store holds."""

from __future__ import annotations

from pathlib import Path

import click

from cadogan.games.errors import PatienceError
from cadogan.solver.cli.output import say
from cadogan.solver.cli.program import BadInput, Command
from cadogan.solver.cli.results import chosen_settings
from cadogan.solver.surveys import PICTURES


@click.command(
    "plot",
    cls=Command,
    short_help="Draw what a store holds.",
    epilog="Example: cadogan plot freecell.sqlite --output freecell.svg",
)
@click.argument("file")
@click.option("--game", metavar="GAME", help="Results of this game only.")
@click.option(
    "--kind",
    "kinds",
    type=click.Choice(PICTURES),
    multiple=True,
    help="What to draw; can be repeated.  [default: all]",
)
@click.option(
    "--output", metavar="TARGET", help="An .svg or .png file.  [default: FILE with .svg]"
)
def plot_command(
    file: str, game: str | None, kinds: tuple[str, ...], output: str | None
) -> int:
    """Draw winnability with its intervals, states and lengths from the store FILE.

    Needs matplotlib: pip install 'cadogan[plot]'.
    """
    from cadogan.solver.surveys import plots
    from cadogan.solver.surveys.store import Store

    target = Path(output) if output is not None else Path(file).with_suffix(".svg")
    with Store(file, create=False) as store:
        settings = chosen_settings(store, game, file)
        results = (result for setting in settings for result in store.results(setting))
        try:
            plots.save(results, target, kinds or PICTURES)
        except PatienceError as error:
            raise BadInput(str(error)) from error
    say(f"saved {target}")
    return 0
