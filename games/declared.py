"""What a game must say about itself, checked when it is made and not in the middle of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cadogan.games.game import Game

#: Attributes of a game's class that have no default.
NEEDED = ("name", "title", "source", "summary", "standard_pack", "layout", "rules", "max_moves")


def check_declared(game: Game, base: type) -> None:
    """Make sure that the class of a game declares everything, and its notation as a whole.

    Parameters
    ----------
    game : Game
        The game that is being made.
    base : type
        The class ``Game``, whose notation goes by ``places``.

    Raises
    ------
    TypeError
        When something is missing, or only one of ``format_move`` and ``parse_move`` is overridden.
    """
    kind = type(game)
    missing = [name for name in NEEDED if not hasattr(kind, name)]
    own = [name for name in ("format_move", "parse_move") if _overrides(kind, base, name)]
    if len(own) == 1:
        raise TypeError(
            f"the game {kind.__name__} overrides {own[0]} only: a notation of its own needs both "
            "format_move and parse_move"
        )
    if not own and not hasattr(kind, "places"):
        missing.append("places (the names of what a move's number is made of)")
    if missing:
        raise TypeError(f"the game {kind.__name__} does not declare: {', '.join(missing)}")


def _overrides(kind: type[Game], base: type, name: str) -> bool:
    return getattr(kind, name) is not getattr(base, name)


def unnamed_place(game: Game, move: int) -> RuntimeError:
    """Say that ``places`` lacks one of the halves of a move, and what to write."""
    source, target = move & 255, move >> 8
    lacking = [half for half in (source, target) if half not in game.places]
    hint = '; moves without a target need the entry 0: ""' if target == 0 else ""
    return RuntimeError(
        f"internal error in the game {game.name}: move {move} is {source} + 256 * {target}, and "
        f"its places give no name to {' and '.join(map(str, lacking))}{hint}"
    )
