"""``cadogan check``: replay solutions by the plain rules, whoever found them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from cadogan.games.errors import DealError, PatienceError
from cadogan.solver.cli.common import read_input, spoken
from cadogan.solver.cli.output import color_option, say, wants_color
from cadogan.solver.cli.program import BAD_INPUT, BadInput, Command

if TYPE_CHECKING:
    from cadogan.games.game import Game
    from cadogan.solver.solution import Solution

ACCEPTED, REJECTED = "accepted", "rejected"
NOTHING, UNREADABLE = "nothing to check", "unreadable"


@dataclass(frozen=True)
class Finding:
    """What came out for one solution.

    Attributes
    ----------
    answer : str
        ACCEPTED, REJECTED, NOTHING (there are no moves) or UNREADABLE.
    game : str, optional
        The game's name, if it could be read.
    moves : int, optional
        How many moves the solution has.
    at : int, optional
        The number of the first bad move, counted from 1; one more than there are moves when all
        are legal but do not win.
    move : str, optional
        That move.
    reason : str, optional
        Why it was not accepted.
    unchecked : str
        What is claimed beyond that, if anything.
    """

    answer: str
    game: str | None = None
    moves: int | None = None
    at: int | None = None
    move: str | None = None
    reason: str | None = None
    unchecked: str = ""

    def sentence(self) -> str:
        """Say it to people."""
        if self.answer == ACCEPTED:
            more = f" (not checked: {self.unchecked})" if self.unchecked else ""
            return f"accepted: won in {self.moves} move{'s' * (self.moves != 1)}{more}"
        if self.move is None:
            return f"{self.answer}: {self.reason}"
        told = f"illegal move {self.move}: move number {self.at} cannot be made; "
        reason = (self.reason or "").removeprefix(told)
        return f"{self.answer}: move {self.at}, {self.move}, cannot be made: {reason}"


@click.command("check", cls=Command, epilog="Example: cadogan check solution.txt")
@click.argument("file")
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a solution.")
@color_option
def check_command(file: str, game: str | None, as_json: bool, color: bool | None) -> int:
    """Check that the moves in FILE win its deals.

    FILE is a text as solve --save writes it, or lines of JSON as solve --json prints them, or -
    for standard input. The moves are replayed by the plain rules. GAME is needed only when a
    text does not name its game.

    Exit status: 0 when all solutions are accepted, 20 when one is rejected, 2 when one cannot be
    read or none has moves. In a file of several, entries without moves are told and passed over.
    """
    painted = wants_color(color)
    counts: Counter[str] = Counter()
    for place, finding in _findings(file, _chosen(game)):
        counts[finding.answer] += 1
        if as_json:
            say(json.dumps(_object(place, finding)))
        elif finding.answer in (ACCEPTED, REJECTED):
            say(f"{_prefix(place)}{finding.sentence()}", painted)
        else:
            where = f"{spoken(file)}: {_prefix(place)}"
            click.echo(f"cadogan: {where}{finding.sentence()}", err=True)
    if counts.total() > 1 and not as_json:
        say(", ".join(f"{count} {answer}" for answer, count in counts.items()))
    return _status(counts)


def _status(counts: Counter[str]) -> int:
    if counts[UNREADABLE] or not counts[ACCEPTED] + counts[REJECTED]:
        return BAD_INPUT
    return 20 if counts[REJECTED] else 0


def _prefix(place: int | None) -> str:
    return f"line {place}: " if place is not None else ""


def _object(place: int | None, finding: Finding) -> dict[str, object]:
    """Give what ``--json`` prints for one solution."""
    return {
        "line": place,
        "game": finding.game,
        "answer": finding.answer,
        "moves": finding.moves,
        "at": finding.at,
        "move": finding.move,
        "reason": finding.reason,
    }


def _chosen(name: str | None) -> Game | None:
    from cadogan.games import get_game

    return get_game(name) if name is not None else None


def _findings(file: str, game: Game | None) -> Iterator[tuple[int | None, Finding]]:
    """Check what a file holds; lines of JSON have numbers, unless there is one only."""
    text = _decoded(read_input(file), file)
    if not text.lstrip().startswith("{"):
        yield None, _finding(lambda: _from_text(text, game))
        return
    lines = [(i, line) for i, line in enumerate(text.split("\n"), start=1) if line.strip()]
    for number, line in lines:
        read = _reader(line, game)
        yield (number if len(lines) > 1 else None), _finding(read)


def _decoded(data: bytes, file: str) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{spoken(file)}: this is not text (byte {error.start + 1} is no UTF-8); "
            "a solution text or lines of JSON are needed"
        ) from error
    if not text.strip():
        raise BadInput(f"{spoken(file)}: it is empty; a solution text or lines of JSON are needed")
    return text


def _from_text(text: str, game: Game | None) -> Solution:
    from cadogan.solver.solution import parse_solution

    return parse_solution(text, game)


def _reader(line: str, game: Game | None) -> Callable[[], Solution]:
    def read() -> Solution:
        from cadogan.solver.schema import read_record

        solution = read_record(line)
        if game is not None and solution.deal.game.name != game.name:
            raise DealError(f"this is a deal of {solution.deal.game.name}, not of {game.name}")
        return solution

    return read


def _finding(read: Callable[[], Solution]) -> Finding:
    """Read and check one solution."""
    from cadogan.solver.replaying import check

    try:
        solution = read()
    except PatienceError as error:
        return Finding(UNREADABLE, reason=str(error))
    game, moves = solution.deal.game.name, solution.moves
    checked = check(solution.deal, moves)
    if checked.ok and (moves or _claims_win(solution)):
        return Finding(ACCEPTED, game, len(moves), unchecked=_beyond(solution))
    if not moves:
        said = (
            "no verdict is told"
            if solution.verdict is None
            else (f"the verdict is {solution.verdict.value}")
        )
        return Finding(NOTHING, game, reason=f"{said}; moves are needed, and it has none")
    move = moves[checked.at - 1] if checked.at <= len(moves) else None
    return Finding(REJECTED, game, len(moves), checked.at, move, checked.reason)


def _claims_win(solution: Solution) -> bool:
    from cadogan.solver.result import Verdict

    return solution.verdict is Verdict.SOLVABLE


def _beyond(solution: Solution) -> str:
    """Say what a solution claims that replaying it cannot show."""
    if solution.shortest is None:
        return ""
    return f"that the fewest moves are {solution.shortest}"
