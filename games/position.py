"""One position in play, by the plain rules: what replay, checking and graphs are made of.

The search has a faster form of its own. This one runs a game's rule functions as ordinary Python,
and distrusts them: a rule that breaks its contract is an internal error, never a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from cadogan.games.cards import whole_number
from cadogan.games.errors import IllegalMoveError, clipped
from cadogan.games.game import CANARY, MOVE_LIMIT, Game
from cadogan.games.layout import STOCK, STOCK_SIZE, Bytes, Piles

__all__ = ["Position"]

_FEW = 8  # how many legal moves a message lists


def move_code(move: object) -> int:
    """Read the code of a move; whatever has only a value like one is refused.

    Raises
    ------
    TypeError
        When it is no whole number.

    Examples
    --------
    >>> move_code(np.int64(515))
    515
    >>> move_code(515.0)
    Traceback (most recent call last):
    TypeError: a move is a text in the game's notation or a whole number, not 515.0
    """
    code = whole_number(move)
    if code is None:
        told = clipped(repr(move), 80)
        raise TypeError(f"a move is a text in the game's notation or a whole number, not {told}")
    return code


@dataclass(frozen=True, eq=False)
class Position:
    """A position of a deal; :meth:`cadogan.games.deal.Deal.position` gives the first.

    Parameters
    ----------
    game : Game
        The game.
    row : ndarray of uint8, shape (game.row_size,)
        The packed position; treated as immutable.
    table : ndarray of uint8
        The constants of the deal, shared by its positions; treated as immutable.

    Examples
    --------
    >>> from cadogan import Deal
    >>> position = Deal.from_seed("freecell", "ms:1").position()
    >>> position.notations()[:3], position.won, position.remaining
    (['1a', '1b', '1c'], False, 66)
    >>> position.describe("3b")
    '2♥ to cell b'
    """

    game: Game
    row: Bytes
    table: Bytes

    def moves(self) -> list[int]:
        """List the codes of the legal moves, in the order in which the rule gives them.

        Which moves, is up to the mode that the position was made with.

        Raises
        ------
        RuntimeError
            When the game's rule breaks its contract: an internal error.
        """
        return list(self._legal)

    @cached_property
    def _legal(self) -> tuple[int, ...]:
        most = self.game.max_moves
        out = np.full(most + 1, CANARY, np.int64)
        try:
            with np.errstate(over="ignore"):
                n = int(self.game.rules.moves(self.row, self.table, out))
        except IndexError as error:
            raise self._fault(f"the moves rule failed: {error}") from error
        if not 0 <= n <= most:
            raise self._fault(f"{n} moves were reported, and there are at most {most}")
        if int(out[most]) != CANARY:
            raise self._fault(f"the moves rule wrote more than {most} moves")
        codes = tuple(int(code) for code in out[:n])
        for code in codes:
            if not 0 <= code < MOVE_LIMIT:
                raise self._fault(f"{code} is not the code of a move")
        return codes

    def notations(self) -> list[str]:
        """List the legal moves in the game's notation, in the same order."""
        return [self.game.format_move(code) for code in self._legal]

    def play(self, move: int | str) -> Position:
        """Make a move and give the new position.

        Parameters
        ----------
        move : int or str
            A code or the game's notation.

        Raises
        ------
        IllegalMoveError
            When the move is not legal here or no move at all; the message shows the move, legal
            ones and the position.
        RuntimeError
            When the game's rule breaks its contract: an internal error.

        Examples
        --------
        >>> from cadogan import Deal
        >>> start = Deal.from_seed("freecell", "ms:1").position()
        >>> start.play("3b").play("8a").piles()["cells"]
        [10, 34, 0, 0]
        """
        code = self._code(move)
        row = self.row.copy()
        with np.errstate(over="ignore"):
            status = int(self.game.rules.play(row, row.view(np.uint64), self.table, code))
        if status != 0:
            raise self._fault(f"playing {self.game.format_move(code)} gave the status {status}")
        return Position(self.game, row, self.table)

    def describe(self, move: int | str) -> str:
        """Say in words what a legal move does.

        Raises
        ------
        IllegalMoveError
            When the move is not legal here.
        """
        return self.game.describe(self.piles(), self._code(move))

    def _code(self, move: int | str) -> int:
        """Give the code of a move after making sure that it is legal."""
        if isinstance(move, str):
            try:
                code = self.game.parse_move(move)
            except IllegalMoveError as error:
                message = f"{error.message}; {self._choice()}"
                raise IllegalMoveError(message, move, self.draw()) from None
        else:
            code = move_code(move)
        if code not in self._legal:
            raise IllegalMoveError(self._choice(), self._written(move, code), self.draw())
        return code

    def _written(self, move: int | str, code: int) -> str:
        """Write a move that may be none."""
        if isinstance(move, str):
            return " ".join(move.split())
        try:
            return self.game.format_move(code)
        except (KeyError, RuntimeError):
            return str(code)

    def _choice(self) -> str:
        """Name a few of the legal moves."""
        if not self._legal:
            return "the game is already won" if self.won else "no move is legal"
        more = len(self._legal) - _FEW
        listed = ", ".join(self.notations()[:_FEW])
        return f"legal moves are {listed}" + (f" and {more} more" if more > 0 else "")

    def piles(self) -> Piles:
        """Give the piles by name."""
        return self.game.unpack_position(self.row, self.table)

    def draw(self) -> str:
        """Draw the table for people."""
        return self.game.draw(self.piles())

    @property
    def won(self) -> bool:
        """Whether the game is won."""
        return self._number("unfinished") == 0

    @property
    def remaining(self) -> int:
        """A lower bound on the moves to the win."""
        return self._number("remaining")

    @property
    def dead(self) -> bool:
        """Whether the rules prove at sight that the position cannot be won."""
        return self._number("dead") != 0

    def _number(self, rule: str) -> int:
        """Ask a rule for a number that must not be negative."""
        with np.errstate(over="ignore"):
            number = int(self.game.rules.named()[rule](self.row, self.table))
        if number < 0:
            raise self._fault(f"the rule {rule!r} gave the status {number}")
        return number

    @property
    def hash128(self) -> tuple[int, int]:
        """The two words of the hash that the row carries."""
        first, other = self.row[:16].view(np.uint64)
        return int(first), int(other)

    @cached_property
    def key(self) -> bytes:
        """The content of the position, the same bytes for positions that count as equal.

        It is made from the cards alone and does not rely on the hash. Two positions of one game
        (options and pack included) have the same key when they agree in everything but this:
        stacks of a group that the layout marks ``alike`` may have changed places with each other,
        and so may the cards and vacancies of a bag. Copies of a card are not told apart, nor are
        cards that a part's ``seen_as`` sees as equal. Foundations count as they are stored, the
        copies of a suit in order. A stock counts by the cards it still has, so keys may be
        compared across deals. Marks of a reduced search, which are not shown, count as well.
        """
        size = int(self.table[STOCK_SIZE])
        stock = [int(card) for card in self.table[STOCK : STOCK + size]]
        return self.game.layout.key(self.row, stock, self.game.pack, self.game.counts())

    def _fault(self, what: str) -> RuntimeError:
        return RuntimeError(f"internal error in the rules of {self.game.name}: {what}")
