"""Solution files: a deal with a verdict and moves, as plain text.

The deal text comes first (see :mod:`cadogan.games.deal`), then any of these lines, in any order::

    verdict: solvable
    shortest: 24
    note: the fewest moves, by breadth-first search
    moves: 3b, 8a, 26,
    moves: 2h

Only ``moves:`` may come more than once; its lines are read one after another. The puzzles that
come with Cadogan are in this form.
"""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from cadogan.games.deal import Deal
from cadogan.games.deal_text import (
    SEED_KEYS,
    SOLUTION_KEYS,
    Line,
    deal_of_lines,
    located,
    number_in,
    read_lines,
    refuse_repeat,
)
from cadogan.games.errors import DealError, IllegalMoveError
from cadogan.games.game import Game
from cadogan.solver.result import Result, Verdict

__all__ = ["Solution", "parse_solution"]

_A_LINE = 8  # moves on a line


@dataclass(frozen=True)
class Solution:
    """A deal and what is said about it; saying it proves nothing.

    Attributes
    ----------
    deal : Deal
        The deal.
    moves : tuple of str
        Moves in the game's notation, empty when none are told.
    verdict : Verdict, optional
        The verdict that is claimed.
    shortest : int, optional
        The fewest moves that win, if it is claimed to be known.
    note : str, optional
        A remark for people: one line without ``#``.

    Raises
    ------
    DealError
        When the parts contradict each other.
    """

    deal: Deal
    moves: tuple[str, ...] = ()
    verdict: Verdict | None = None
    shortest: int | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        if self.verdict in (Verdict.UNSOLVABLE, Verdict.UNKNOWN):
            for name, told in (("moves", self.moves), ("shortest", self.shortest is not None)):
                if told:
                    what = f"the verdict is {self.verdict.value}, but {name} are told"
                    raise DealError(f"{what}: only a solvable deal has them")
        if self.shortest is not None and self.shortest < 0:
            raise DealError(f"shortest is a number of moves, not {self.shortest}")
        if self.moves and self.shortest is not None and len(self.moves) < self.shortest:
            raise DealError(
                f"shortest is {self.shortest}, but there are only {len(self.moves)} moves"
            )
        if self.note is not None:
            tidy = self.note.strip()
            if not tidy or "#" in tidy or re.search(r"[\x00-\x1f\x7f]", tidy):
                raise DealError("a note is one line of text without '#'")
            object.__setattr__(self, "note", tidy)

    @classmethod
    def of(cls, result: Result) -> Solution:
        """Give what a result says about its deal."""
        moves = result.moves or ()
        return cls(result.deal, moves, result.verdict, len(moves) if result.optimal else None)

    def text(self) -> str:
        """Write the file as :func:`parse_solution` reads it.

        Examples
        --------
        >>> from cadogan.games import get_game
        >>> from cadogan.games.cards import Pack
        >>> game = get_game("freecell").with_pack(Pack(suits="C", ranks=2))
        >>> deal = Deal.from_seed(game.with_options(columns=4, cells=0), 2)
        >>> print(Solution(deal, ("2h", "1h"), Verdict.SOLVABLE, shortest=2).text(), end="")
        game: freecell
        option cells: 0
        option columns: 4
        pack: copies=1 suits=C ranks=2
        foundations: -
        cells:
        column 1: 2C
        column 2: AC
        column 3:
        column 4:
        dealer: cadogan
        seed: 2
        verdict: solvable
        shortest: 2
        moves: 2h, 1h
        """
        lines = {
            "dealer": self.deal.dealer,
            "seed": self.deal.seed,
            "verdict": None if self.verdict is None else self.verdict.value,
            "shortest": self.shortest,
            "note": self.note,
        }
        told = [f"{name}: {value}" for name, value in lines.items() if value is not None]
        for start in range(0, len(self.moves), _A_LINE):
            told.append(f"moves: {', '.join(self.moves[start : start + _A_LINE])}")
        return self.deal.text() + "".join(f"{line}\n" for line in told)


def parse_solution(text: str | bytes, game: str | Game | None = None) -> Solution:
    """Read a solution file, or a bare deal text.

    Parameters
    ----------
    text : str or bytes
        The text; bytes must be UTF-8.
    game : str or Game, optional
        The game, for texts that do not name it.

    Returns
    -------
    Solution

    Raises
    ------
    DealError
        When the text cannot be read, a move is none of the game's, or the seed is another deal's.
        Whether the moves are legal is not looked into: see :func:`cadogan.solver.check`.
    UnknownGameError
        When no game has the name given.

    See Also
    --------
    Solution.text : the way back.

    Examples
    --------
    >>> solution = parse_solution('''
    ... game: freecell
    ... pack: suits=C ranks=2
    ... column 1: 2C
    ... column 2: AC
    ... verdict: solvable
    ... moves: 2h, 1h
    ... ''')
    >>> solution.moves, solution.verdict
    (('2h', '1h'), <Verdict.SOLVABLE: 'solvable'>)
    """
    lines = read_lines(text)
    claims = [line for line in lines if line.name in SOLUTION_KEYS]
    for line in lines:
        late = claims and line.number > claims[0].number
        if late and line.name not in (*SEED_KEYS, *SOLUTION_KEYS):
            after = f"'{claims[0].name}:' on line {claims[0].number}"
            message = f"'{line.name}:' belongs to the deal, but comes after {after}: move it up"
            raise DealError(message, line.number, 1)
    deal = deal_of_lines([line for line in lines if line.name not in SOLUTION_KEYS], game)
    once: dict[str, Line] = {}
    seen: dict[str, int] = {}
    moves: list[str] = []
    for line in claims:
        if line.name == "moves":
            moves += _moves(deal.game, line)
        else:
            refuse_repeat(seen, line)
            once[line.name] = line
    return _solution(deal, tuple(moves), once)


def _solution(deal: Deal, moves: tuple[str, ...], lines: dict[str, Line]) -> Solution:
    """Put the claims together."""
    note = lines["note"].value if "note" in lines else None
    shortest = number_in(lines["shortest"]) if "shortest" in lines else None
    verdict = _verdict(lines["verdict"]) if "verdict" in lines else None
    with _blaming(lines, "note", "shortest", "verdict"):
        return Solution(deal, moves, verdict, shortest, note)


def _blaming(lines: dict[str, Line], *names: str) -> AbstractContextManager[None]:
    """Add the place of the first of these lines that is there to errors that have none."""
    there = [lines[name] for name in names if name in lines]
    return located(there[0].number, there[0].column) if there else nullcontext()


def _moves(game: Game, line: Line) -> list[str]:
    """Read the moves of one line; a comma may end it."""
    found = []
    if re.search(r",\s*,", line.value):
        raise DealError("two commas without a move between them", line.number, line.column)
    for item in re.finditer(r"[^,]+", line.value):
        text = item.group().strip()
        if not text:
            continue
        column = line.column + item.start() + item.group().index(text)
        try:
            found.append(game.format_move(game.parse_move(text)))
        except IllegalMoveError as error:
            raise DealError(error.message, line.number, column) from None
    return found


def _verdict(line: Line) -> Verdict:
    """Read a line's verdict."""
    try:
        return Verdict(line.value.casefold())
    except ValueError:
        known = ", ".join(verdict.value for verdict in Verdict)
        message = f"{line.value!r} is not a verdict; one of: {known}"
        raise DealError(message, line.number, line.column) from None
