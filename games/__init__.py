"""The patience games: what each of them is, and nothing about searching.

The registry is the one list below. A game's module is imported when the game is asked for, so
listing names costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from cadogan.games.errors import UnknownGameError

if TYPE_CHECKING:
    from cadogan.games.game import Game

#: Name, title and module of every game.
REGISTRY: dict[str, tuple[str, str]] = {
    "black-hole": ("Black Hole", "cadogan.games.classics.black_hole"),
    "congress": ("The Congress", "cadogan.games.cadogan.congress"),
    "fan": ("Fan", "cadogan.games.classics.fan"),
    "four-corners": ("The Four Corners", "cadogan.games.cadogan.four_corners"),
    "freecell": ("FreeCell", "cadogan.games.classics.freecell"),
    "hemispheres": ("The Hemispheres", "cadogan.games.cadogan.hemispheres"),
    "la-belle-lucie": ("La Belle Lucie", "cadogan.games.classics.la_belle_lucie"),
    "louis": ('The "Louis" Patience', "cadogan.games.cadogan.louis"),
    "mill": ("The Mill", "cadogan.games.cadogan.mill"),
    "napoleons-square": ("Napoleon's Square", "cadogan.games.cadogan.napoleons_square"),
    "nation": ("The Nation", "cadogan.games.cadogan.nation"),
    "shah": ("The Shah", "cadogan.games.cadogan.shah"),
    "two-rings": ("Two Rings", "cadogan.games.cadogan.two_rings"),
    "wheel": ("The Wheel", "cadogan.games.cadogan.wheel"),
}


def game_names() -> list[str]:
    """List the names of all games.

    Examples
    --------
    >>> "freecell" in game_names()
    True
    """
    return sorted(REGISTRY)


def get_game(name: str) -> Game:
    """Find a game by name, with its own pack and default options.

    Parameters
    ----------
    name : str
        As :func:`game_names` lists it; case and blanks do not matter.

    Raises
    ------
    UnknownGameError
        When no game has that name; the message lists near ones.

    Examples
    --------
    >>> get_game("Two Rings").title
    'Two Rings'
    """
    if not isinstance(name, str):
        raise TypeError(f"a game's name is a text, not {name!r}")
    key = "-".join(name.lower().replace("'", "").split())
    if key not in REGISTRY:
        raise UnknownGameError(name, game_names())
    game: type[Game] = import_module(REGISTRY[key][1]).GAME
    return game()
