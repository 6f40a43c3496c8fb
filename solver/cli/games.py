"""``cadogan games``: what there is to play."""

from __future__ import annotations

import json

import click

from cadogan.solver.cli.output import say
from cadogan.solver.cli.program import Command


@click.command("games", cls=Command, short_help="List the games.", epilog="Example: cadogan games")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a game.")
def games_command(as_json: bool) -> None:
    """List the games: the name to use on the command line, and the title."""
    from cadogan.games import REGISTRY

    games = {name: REGISTRY[name][0] for name in sorted(REGISTRY)}
    if as_json:
        lines = [json.dumps({"name": name, "title": title}) for name, title in games.items()]
    else:
        width = max(map(len, games))
        lines = [f"{name.ljust(width)}  {title}" for name, title in games.items()]
    say("\n".join(lines))
