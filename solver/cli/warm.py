"""``cadogan warm``: compile now what would otherwise be compiled during the first search."""

from __future__ import annotations

import click

from cadogan.solver.cli.program import Command, complain


@click.command(
    "warm",
    cls=Command,
    short_help="Compile the searches and the rules.",
    epilog="Example: cadogan warm two-rings freecell",
)
@click.argument("games", nargs=-1)
def warm_command(games: tuple[str, ...]) -> None:
    """Compile the searches and the rules of GAMES (of all games by default).

    The machine code is kept on disk, so that later runs start at once. What happens is told on
    standard error.
    """
    from cadogan.games import game_names, get_game

    names = [get_game(game).name for game in games] or game_names()
    from cadogan.solver.warm import warm

    warm(names, complain)
