"""``cadogan check``: replay solutions, and check certificates of any kind, whoever made them."""

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
from cadogan.solver.cli.program import BAD_INPUT, BadInput, Command, complain
from cadogan.solver.cli.values import memory, seconds

if TYPE_CHECKING:
    from cadogan.games.game import Game
    from cadogan.solver.proof.certificate import Bounds
    from cadogan.solver.solution import Solution

ACCEPTED, REJECTED, UNDECIDED = "accepted", "rejected", "undecided"
NOTHING, UNREADABLE = "nothing to check", "unreadable"


@dataclass(frozen=True)
class Finding:
    """What came out for one solution or certificate.

    Attributes
    ----------
    answer : str
        ACCEPTED, REJECTED, UNDECIDED (a limit was hit), NOTHING (there are no moves) or
        UNREADABLE.
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
        Why it was not accepted; of a certificate also what was established.
    unchecked : str
        What is claimed beyond that, if anything.
    kind : str, optional
        The kind of the certificate, if it could be read.
    """

    answer: str
    game: str | None = None
    moves: int | None = None
    at: int | None = None
    move: str | None = None
    reason: str | None = None
    unchecked: str = ""
    kind: str | None = None

    def sentence(self) -> str:
        """Say it to people."""
        if self.answer == ACCEPTED and self.moves is not None:
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
@click.option(
    "--time-limit", type=seconds, metavar="SECONDS", help="Give up after so much CPU time."
)
@click.option(
    "--memory-limit", type=memory, metavar="BYTES", help="Give up at so much memory, as 4GiB."
)
@color_option
def check_command(
    file: str,
    game: str | None,
    as_json: bool,
    time_limit: float | None,
    memory_limit: int | None,
    color: bool | None,
) -> int:
    """Check solutions and certificates, whoever made them.

    FILE is a certificate as solve --proof writes it, a text as solve --save writes it, or lines of
    JSON as solve --json prints them, or - for standard input. Moves are replayed by the plain
    rules; other certificates are established anew, without the search. GAME is needed only when a
    text does not name its game. The limits are for certificates that take long.

    Exit status: 0 when everything is accepted, 20 when something is rejected, 30 when a limit was
    hit, 2 when something cannot be read or nothing is there to check. In a file of several,
    entries without moves are told and passed over.
    """
    from cadogan.solver.proof.certificate import Bounds

    painted = wants_color(color)
    counts: Counter[str] = Counter()
    bounds = Bounds(time_limit, memory_limit=memory_limit)
    for place, finding in _findings(file, _chosen(game), bounds):
        counts[finding.answer] += 1
        if as_json:
            say(json.dumps(_object(place, finding)))
        elif finding.answer in (ACCEPTED, REJECTED, UNDECIDED):
            say(f"{_prefix(place)}{finding.sentence()}", painted)
        else:
            where = f"{spoken(file)}: {_prefix(place)}"
            complain(f"cadogan: {where}{finding.sentence()}")
    if counts.total() > 1 and not as_json:
        say(", ".join(f"{count} {answer}" for answer, count in counts.items()))
    return _status(counts)


def _status(counts: Counter[str]) -> int:
    if counts[UNREADABLE] or not counts[ACCEPTED] + counts[REJECTED] + counts[UNDECIDED]:
        return BAD_INPUT
    return 20 if counts[REJECTED] else 30 if counts[UNDECIDED] else 0


def _prefix(place: int | None) -> str:
    return f"line {place}: " if place is not None else ""


def _object(place: int | None, finding: Finding) -> dict[str, object]:
    """Give what ``--json`` prints for one solution."""
    return {
        "line": place,
        "kind": finding.kind,
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


def _findings(
    file: str, game: Game | None, bounds: Bounds
) -> Iterator[tuple[int | None, Finding]]:
    """Check what a file holds; lines of JSON have numbers, unless there is one only."""
    from cadogan.solver.proof.kinds import is_sealed

    data = read_input(file)
    if is_sealed(data):
        yield None, _certificate(data, game, bounds)
        return
    text = _decoded(data, file)
    if not text.lstrip().startswith("{"):
        yield None, _finding(lambda: _from_text(text, game))
        return
    lines = [(i, line) for i, line in enumerate(text.split("\n"), start=1) if line.strip()]
    for number, line in lines:
        read = _reader(line, game)
        yield (number if len(lines) > 1 else None), _finding(read)


def _decoded(data: bytes, file: str) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{spoken(file)}: this is not text (byte {error.start + 1} is no UTF-8); "
            "a certificate, a solution text or lines of JSON are needed"
        ) from error
    if not text.strip():
        raise BadInput(f"{spoken(file)}: it is empty; a solution text or lines of JSON are needed")
    bare = text.removeprefix("\ufeff")
    return bare if bare.lstrip().startswith("{") else text  # parse_solution takes it off itself


def _certificate(data: bytes, game: Game | None, bounds: Bounds) -> Finding:
    """Check a certificate that is no solution; damage to it is a rejection."""
    from cadogan.solver.proof.certificate import CertificateError, DamagedError
    from cadogan.solver.proof.kinds import read

    try:
        certificate = read(data)
    except DamagedError as error:
        return Finding(REJECTED, reason=str(error))
    except CertificateError as error:
        return Finding(UNREADABLE, reason=str(error))
    name = certificate.deal.game.name
    if game is not None and name != game.name:
        reason = f"this is about a deal of {name}, not of {game.name}"
        return Finding(UNREADABLE, name, reason=reason, kind=certificate.kind)
    judged = certificate.check(bounds)
    return Finding(judged.answer.value, name, reason=judged.reason, kind=certificate.kind)


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
        beyond = _beyond(solution)
        return Finding(ACCEPTED, game, len(moves), unchecked=beyond, kind="solution")
    if not moves:
        said = (
            "no verdict is told"
            if solution.verdict is None
            else (f"the verdict is {solution.verdict.value}")
        )
        return Finding(NOTHING, game, reason=f"{said}; moves are needed, and it has none")
    move = moves[checked.at - 1] if checked.at <= len(moves) else None
    return Finding(
        REJECTED, game, len(moves), checked.at, move, checked.reason, kind="solution"
    )


def _claims_win(solution: Solution) -> bool:
    from cadogan.solver.result import Verdict

    return solution.verdict is Verdict.SOLVABLE


def _beyond(solution: Solution) -> str:
    """Say what a solution claims that replaying it cannot show."""
    if solution.shortest is None:
        return ""
    return f"that the fewest moves are {solution.shortest}"
