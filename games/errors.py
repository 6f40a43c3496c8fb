"""What callers can do wrong: one exception class for each kind of mistake.

Limits that a search ran into are results and never exceptions. Every class keeps its constructor's
arguments in ``args``, so that an error crosses from a worker process unharmed.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

__all__ = [
    "DealError",
    "IllegalMoveError",
    "PatienceError",
    "UnknownGameError",
    "UnsupportedError",
]


#: A message is not longer, nor a name in it; a position drawn beside it may be.
_LONGEST, _LONGEST_NAME = 1000, 100


def clipped(text: str, most: int = _LONGEST) -> str:
    """Leave out the middle of a message that echoes too much, so that it can be read.

    Examples
    --------
    >>> clipped("no" + "o" * 5000, 20)
    'nooooooooo ... (4982 characters left out) ... oooooooooo'
    """
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]} ... ({len(text) - 2 * half} characters left out) ... {text[-half:]}"


class PatienceError(Exception):
    """The base of all errors that this library raises for a caller's mistake."""


class UnknownGameError(PatienceError):
    """No game has this name.

    Parameters
    ----------
    name : str
        What was asked for.
    known : sequence of str
        The names there are; those nearest to `name` appear in the message.

    Examples
    --------
    >>> print(UnknownGameError("two-ring", ["the-mill", "two-rings"]))
    no game is called 'two-ring'; did you mean 'two-rings'?
    """

    def __init__(self, name: str, known: Sequence[str] = ()) -> None:
        name = clipped(name, _LONGEST_NAME)
        super().__init__(name, tuple(known))
        self.name = name
        self.known = tuple(known)

    @property
    def near(self) -> list[str]:
        """The known names that look like the unknown one, the likest first."""
        plain = {_plain(known): known for known in self.known}
        return [plain[match] for match in get_close_matches(_plain(self.name), plain, n=3)]

    def __str__(self) -> str:
        message = f"no game is called {self.name!r}"
        if self.near:
            return f"{message}; did you mean {' or '.join(repr(name) for name in self.near)}?"
        if self.known:
            return f"{message}, nor anything like it ({len(self.known)} games are known)"
        return message


def _plain(name: str) -> str:
    """Write a name without regard to case and to how its words are joined."""
    return name.casefold().replace("_", "-").replace(" ", "-")


class DealError(PatienceError):
    """A deal, a pack, a card or a seed that cannot be used.

    Parameters
    ----------
    message : str
        What is wrong, and what would be right.
    line, column : int, optional
        Where in the text it is, counted from 1.

    Examples
    --------
    >>> print(DealError("'1C' is not a card", line=3, column=7))
    line 3, column 7: '1C' is not a card
    """

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        message = clipped(message)
        super().__init__(message, line, column)
        self.message = message
        self.line = line
        self.column = column

    def __str__(self) -> str:
        places = (("line", self.line), ("column", self.column))
        where = ", ".join(f"{word} {number}" for word, number in places if number is not None)
        return f"{where}: {self.message}" if where else self.message


class IllegalMoveError(PatienceError):
    """A move that the rules do not allow.

    Parameters
    ----------
    message : str
        Why the move is refused.
    move : str, optional
        The move, as it was written.
    position : str, optional
        The position it was to be played in, drawn as text.

    Examples
    --------
    >>> print(IllegalMoveError("pile 2 is empty", move="2-F", position="1: 9C"))
    illegal move 2-F: pile 2 is empty
    in this position:
    1: 9C
    """

    def __init__(self, message: str, move: str | None = None, position: str | None = None) -> None:
        message = clipped(message)
        move = move if move is None else clipped(move, _LONGEST_NAME)
        super().__init__(message, move, position)
        self.message = message
        self.move = move
        self.position = position

    def __str__(self) -> str:
        text = self.message if self.move is None else f"illegal move {self.move}: {self.message}"
        if self.position is not None:
            text += f"\nin this position:\n{self.position}"
        return text


class UnsupportedError(PatienceError):
    """Something that makes sense but that this game, option or method does not offer."""

    def __init__(self, message: str = "") -> None:
        super().__init__(clipped(message))
