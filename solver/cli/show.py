"""``cadogan show``: one deal, drawn or as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cadogan.solver.cli.common import Source, deal_parameters
from cadogan.solver.cli.output import color_option, say, wants_color
from cadogan.solver.cli.program import Command

if TYPE_CHECKING:
    from cadogan.games.deal import Deal


@click.command("show", cls=Command, epilog="Example: cadogan show freecell --seed ms:1")
@deal_parameters
@click.option("--text", "as_text", is_flag=True, help="Print the text that FILE takes.")
@color_option
def show_command(as_text: bool, color: bool | None, **source: Any) -> None:
    """Draw a deal of GAME.

    The deal is numbered (--seed), or read from FILE, or from standard input when FILE is -. FILE
    is a text as --text prints it.
    """
    deal = Source(**source).deal()
    if as_text:
        from cadogan.solver.solution import Solution

        say(Solution(deal).text().rstrip("\n"))  # with dealer and seed
    else:
        say(f"{heading(deal)}\n\n{deal.position().draw()}", wants_color(color))


def heading(deal: Deal) -> str:
    """Name a deal: the game, its number if it has one, options and pack unless they are usual."""
    game = deal.game
    parts = [game.title]
    if deal.seed is not None:
        parts.append(f"deal {deal.dealer}:{deal.seed}")
    parts += [f"{name}={value}" for name, value in game.unusual_options().items()]
    if game.pack != game.standard_pack:
        parts.append(game.pack.describe())
    return ", ".join(parts)
