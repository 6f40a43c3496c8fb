"""Playing a list of moves by the plain rules, and judging whether it wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cadogan.games.deal import require_deal
from cadogan.games.errors import IllegalMoveError, clipped
from cadogan.games.position import move_code

if TYPE_CHECKING:
    from cadogan.games.deal import Deal
    from cadogan.games.position import Position

__all__ = ["CheckResult", "check", "replay"]


@dataclass(frozen=True)
class CheckResult:
    """What became of a list of moves.

    Attributes
    ----------
    ok : bool
        Whether all moves are legal and the last position is won.
    at : int
        How many moves were made when ``ok``. Otherwise the number of the first bad move, from 1,
        or one more than there are moves when they are legal but do not win.
    reason : str
        The outcome in words.
    """

    ok: bool
    at: int
    reason: str

    def __bool__(self) -> bool:
        raise TypeError("a check has no truth value; look at check.ok")


def replay(deal: Deal, moves: Iterable[int | str]) -> Iterator[Position]:
    """Play moves one after another.

    Parameters
    ----------
    deal : Deal
        Where to start.
    moves : iterable of str or int
        Moves in the game's notation, or codes.

    Yields
    ------
    Position
        The start, then the position after each move.

    Raises
    ------
    IllegalMoveError
        At the first move that is not legal; the message tells its number.
    TypeError
        At the first move that is neither a text nor a whole number.

    Examples
    --------
    >>> from cadogan import Deal
    >>> deal = Deal.from_seed("freecell", "ms:1")
    >>> [position.piles()["cells"] for position in replay(deal, ["3b", "8a"])]
    [[0, 0, 0, 0], [0, 34, 0, 0], [10, 34, 0, 0]]
    """
    require_deal(deal)
    if isinstance(moves, (str, bytes)):
        raise TypeError("moves are a list of moves, not one text: split it first")
    if not isinstance(moves, Iterable):
        raise TypeError(f"moves are a list of moves, not {clipped(repr(moves), 80)}")
    return _positions(deal, moves)


def _positions(deal: Deal, moves: Iterable[int | str]) -> Iterator[Position]:
    position = deal.position()
    yield position
    for number, move in enumerate(moves, 1):
        if not isinstance(move, str):
            try:
                move = move_code(move)
            except TypeError as error:
                raise TypeError(f"move number {number}: {error}") from None
        try:
            position = position.play(move)
        except IllegalMoveError as error:
            message = f"move number {number} cannot be made; {error.message}"
            raise IllegalMoveError(message, error.move, error.position) from None
        yield position


def check(deal: Deal, moves: Iterable[int | str]) -> CheckResult:
    r"""Judge whether moves solve a deal.

    Parameters
    ----------
    deal : Deal
        Where to start.
    moves : iterable of str or int
        Moves in the game's notation, or codes.

    Returns
    -------
    CheckResult
        An illegal move is a result and no error.

    Examples
    --------
    >>> from cadogan import Deal
    >>> deal = Deal.parse("game: freecell\npack: suits=C ranks=2\ncolumn 1: 2C AC")
    >>> check(deal, ["1h", "1h"])
    CheckResult(ok=True, at=2, reason='won in 2 moves')
    >>> check(deal, ["1h"])
    CheckResult(ok=False, at=2, reason='not won: after 1 move at least 1 more is needed')
    >>> check(deal, ["2h"])
    CheckResult(ok=False, at=1, reason='illegal move 2h: move number 1 cannot be made;
    legal moves are 1a, 1b, 1c, 1d, 12, 13, 14, 15 and 4 more')
    """
    require_deal(deal)
    made, position = 0, deal.position()
    try:
        for made, position in enumerate(replay(deal, moves)):  # noqa: B007 (the last one counts)
            pass
    except IllegalMoveError as error:
        return CheckResult(False, made + 1, str(IllegalMoveError(error.message, error.move)))
    count = "1 move" if made == 1 else f"{made} moves"
    if position.won:
        return CheckResult(True, made, f"won in {count}")
    left = position.remaining
    needed = f"at least {left} more {'is' if left == 1 else 'are'} needed"
    return CheckResult(False, made + 1, f"not won: after {count} {needed}")
