"""What several commands share: which game, with which pack and options, and which deal of it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from cadogan.games.errors import PatienceError
from cadogan.games.seeds import SCHEMES, parse_seed
from cadogan.solver.cli.program import BadInput
from cadogan.solver.cli.values import copies, rank, setting
from cadogan.solver.methods import METHODS

if TYPE_CHECKING:
    from cadogan.games.deal import Deal
    from cadogan.games.game import Game

#: What looks like a seed rather than a file.
_SEED = re.compile(r"(?:[a-z]+:)?[0-9]+")
#: Options that choose a variant of a game; :class:`Source` takes their values.
GAME_PARAMETERS = (
    click.option(
        "--option",
        "settings",
        multiple=True,
        type=setting,
        metavar="NAME=VALUE",
        help="Set an option of the game; can be repeated (see cadogan rules GAME).",
    ),
    click.option(
        "--ranks",
        type=rank,
        metavar="R",
        help="Play with the ranks from the ace to R only: a number from 2 to 13.",
    ),
    click.option(
        "--suits",
        metavar="SUITS",
        help="Play with some suits only: letters such as CD, or how many.",
    ),
    click.option(
        "--copies", type=copies, metavar="N", help="Play with so many packs put together, 1 to 4."
    ),
)
#: How to search, for all commands that do.
METHOD_OPTION = click.option(
    "--method",
    type=click.Choice(METHODS),
    default="auto",
    show_default=True,
    help="How to search; in some games auto asks models too, as cadogan rules says.",
)
REDUCTIONS_OPTION = click.option(
    "--reductions/--no-reductions",
    default=True,
    help="Leave out what is proved not to matter.  [default: yes]",
)
_PARAMETERS = (
    click.argument("game"),
    click.argument("file", required=False),
    click.option(
        "--seed",
        metavar="N",
        help="A numbered deal: a number, or a scheme and a number such as ms:1.",
    ),
    click.option(
        "--dealer",
        metavar="SCHEME",
        help=f"Whose number --seed is: {', '.join(SCHEMES)}.  [default: cadogan]",
    ),
    *GAME_PARAMETERS,
)


def with_parameters(
    *parameters: Callable[..., Any],
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add several parameters to a command, in the order of its help page."""

    def add_all(command: Callable[..., Any]) -> Callable[..., Any]:
        for add in reversed(parameters):
            command = add(command)
        return command

    return add_all


def deal_parameters(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add GAME, FILE and the options that choose a deal; :class:`Source` takes their values."""
    return with_parameters(*_PARAMETERS)(command)


@dataclass(frozen=True)
class Source:
    """Where a deal comes from, as the command line says."""

    game: str
    file: str | None = None
    seed: str | None = None
    dealer: str | None = None
    settings: tuple[tuple[str, str], ...] = ()
    ranks: int | None = None
    suits: str | None = None
    copies: int | None = None

    def deal(self) -> Deal:
        """Make or read the deal.

        Raises
        ------
        click.UsageError
            Unless exactly one of seed, file and standard input is named, behind a game.
        BadInput, PatienceError
            When there is no such game or deal.
        """
        if self.seed is None and self.file is None and self._is_a_file():
            raise click.UsageError(
                f"{self.game} is a file, and the name of its game comes first: GAME {self.game}"
            )
        if (self.seed is None) == (self.file is None):
            given = "a seed and a file were" if self.seed is not None else "nothing was"
            raise click.UsageError(
                f"{given} given to take the deal from; name exactly one of: --seed N for a "
                "numbered deal, a FILE that holds one, or - to read it from standard input"
            )
        if self.file is not None:
            return self._from_file(self.file)
        from cadogan.games.deal import Deal

        scheme, number = self._numbered()
        return Deal.from_seed(self.chosen_game(), number, scheme)

    def _is_a_file(self) -> bool:
        """Say whether what stands for the game is a file instead."""
        from cadogan.games import game_names

        return self.game not in game_names() and os.path.isfile(self.game)

    def chosen_game(self) -> Game:
        """Find the game, and set its options and its pack."""
        from cadogan.games import get_game
        from cadogan.games.cards import Pack, parse_suits

        game = get_game(self.game)
        names = [name for name, _ in self.settings]
        doubled = sorted({name for name in names if names.count(name) > 1})
        if doubled:
            raise BadInput(f"--option {doubled[0]} was given more than once; give it one value")
        own = game.standard_pack
        pack = Pack(
            copies=own.copies if self.copies is None else self.copies,
            suits=own.suits if self.suits is None else parse_suits(self.suits),
            ranks=own.ranks if self.ranks is None else self.ranks,
        )
        return type(game)(pack, dict(self.settings))

    def _numbered(self) -> tuple[str, int]:
        """Read the scheme and the number."""
        text = str(self.seed)
        if ":" in text or self.dealer is None:
            scheme, number = parse_seed(text)
            if self.dealer not in (None, scheme):
                raise BadInput(
                    f"--seed {text} names the scheme {scheme}, but --dealer says {self.dealer}; "
                    "name the scheme once"
                )
            return scheme, number
        return parse_seed(f"{self.dealer}:{text}")

    def _from_file(self, file: str) -> Deal:
        """Read a deal text, or a solution file and of it the deal only."""
        from cadogan.solver.solution import parse_solution

        if self.dealer is not None:
            raise click.UsageError("--dealer belongs to --seed; a deal from a file needs none")
        game = self.chosen_game()
        data = read_input(file)
        try:
            return parse_solution(data, game).deal
        except PatienceError as error:
            raise BadInput(f"{spoken(file)}: {error}") from error


def spoken(file: str) -> str:
    """Name a file in a message."""
    return "standard input" if file == "-" else file


def read_input(file: str) -> bytes:
    """Read a file, or standard input for ``-``.

    Raises
    ------
    BadInput
        When it cannot be read.
    """
    if file == "-":
        if sys.stdin is None:
            raise BadInput("standard input is closed; name a file, or give it something to read")
        try:
            return sys.stdin.buffer.read()
        except OSError as error:
            raise BadInput(f"standard input: cannot be read ({error.strerror})") from error
    try:
        with open(file, "rb") as stream:
            return stream.read()
    except FileNotFoundError:
        hint = f" (a numbered deal is --seed {file})" if _SEED.fullmatch(file) else ""
        raise BadInput(f"{file}: there is no such file{hint}") from None
    except IsADirectoryError:
        raise BadInput(f"{file}: this is a directory; name a file in it") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{file}: cannot be read ({reason})") from error
