"""A checker for LRAT refutations, of the kind that unit propagation verifies.

A refutation is text. A line ``ID LITERALS 0 HINTS 0`` adds a clause: if all its literals are
false, the hinted clauses, taken in turn, each force one more literal, until the last of them has
no literal left. A line ``ID d IDS 0`` forgets clauses. The clauses that are refuted have the ids
from 1; the last line must add the clause without literals, which cannot be true.

Every line is checked, and nothing is forgiven: a hint that forces nothing is an error too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = ["LratError", "check_lrat"]

_STEP = re.compile(r"[1-9]\d* ((?:-?[1-9]\d* )*)0 ((?:[1-9]\d* )*)0", re.ASCII)
_FORGET = re.compile(r"[1-9]\d* d ((?:[1-9]\d* )*)0", re.ASCII)
_PAUSE = 64  # lines, or
_PAUSE_LETTERS = 1 << 16
_LONGEST_NUMBER = 15  # digits; more would be no honest id, and slow to read
_SPARE = 10_000  # letters that a line may have beyond what a step needs: then its fault is told


class LratError(Exception):
    """What is wrong with a refutation, and in which line.

    Attributes
    ----------
    line : int
        The line, from 1.
    reason : str
        What is wrong.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line} of the refutation: {reason}")
        self.line, self.reason = line, reason


def check_lrat(
    size: int,
    clauses: Sequence[Sequence[int]],
    refutation: str,
    pause: Callable[[int], None] | None = None,
) -> int:
    r"""Check a refutation, and give the number of clauses that it adds.

    Parameters
    ----------
    size : int
        The number of variables: literals go from ``-size`` to ``size``.
    clauses : sequence of sequences of int
        The clauses that are refuted.
    refutation : str
        The text.
    pause : callable, optional
        Called now and then with the number of lines checked; it may raise to stop.

    Raises
    ------
    LratError
        When it does not show that the clauses contradict each other.

    Examples
    --------
    >>> clauses = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
    >>> check_lrat(2, clauses, "5 1 0 1 2 0\n6 0 5 3 4 0\n")
    2
    >>> check_lrat(2, clauses[:3], "5 1 0 1 2 0\n6 0 5 3 4 0\n")
    Traceback (most recent call last):
    ...
    cadogan.solver.proof.lrat.LratError: line 2 of the refutation: there is no clause 4
    """
    known = {number: tuple(clause) for number, clause in enumerate(clauses, 1)}
    last, added, refuted, number, read = len(known), 0, False, 0, 0
    for number, (begin, end) in enumerate(_lines(refutation), 1):
        read += end - begin
        if pause is not None and (number % _PAUSE == 0 or read > _PAUSE_LETTERS):
            pause(number)
            read = 0
        if refuted:
            raise LratError(number, "there is more after the empty clause")
        if end - begin > _SPARE and end - begin > _longest(size, last, len(known)):
            raise LratError(number, "it is longer than any step can be")
        line = refutation[begin:end]
        if " d " in line:
            _forget(known, number, line)
            continue
        identity, clause, hints = _read_step(number, line)
        if identity <= last:
            raise LratError(number, f"the id {identity} does not come after {last}")
        if any(abs(literal) > size for literal in clause):
            raise LratError(number, f"a literal is out of range: variables are 1 to {size}")
        reason = _unjustified(known, clause, hints)
        if reason is not None:
            raise LratError(number, reason)
        known[identity] = clause
        last, added, refuted = identity, added + 1, not clause
    if not refuted:
        raise LratError(number, "it ends without the empty clause")
    return added


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Give where each line begins and ends; a text may be too long to be cut up at once."""
    begin = number = 0
    while begin < len(text):
        number += 1
        end = text.find("\n", begin)
        if end < 0:
            raise LratError(number, "it is cut off: the line has no end")
        yield begin, end
        begin = end + 1


def _longest(size: int, last: int, known: int) -> int:
    """Give how many letters a step can have at most; reading a longer line would cost too much.

    A clause has each variable once at most, each hint but the last makes a variable false, and no
    clause can be forgotten twice. Words are an id, `d` or 0, and numbers of these.
    """
    word = max(len(str(last)), len(str(size)) + 1) + 1
    return _SPARE + word * max(2 * size + 2, known)


def _read_step(number: int, line: str) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Read a line that adds a clause."""
    parts = _STEP.fullmatch(line)
    if parts is None:
        raise _malformed(number, line)
    fields = [line.split(" ", 1)[0], *parts.groups()]
    if len(max(line.split(), key=len)) > _LONGEST_NUMBER:
        raise LratError(number, "a number is too long")
    return int(fields[0]), tuple(map(int, fields[1].split())), tuple(map(int, fields[2].split()))


def _malformed(number: int, line: str) -> LratError:
    if "-" in line.partition(" 0 ")[2]:
        return LratError(number, "a negative hint: steps of the kind RAT are not accepted")
    shown = line if len(line) <= 60 else line[:57] + "..."
    return LratError(number, f"{shown!r} is no step: 'ID LITERALS 0 HINTS 0' or 'ID d IDS 0'")


def _forget(known: dict[int, tuple[int, ...]], number: int, line: str) -> None:
    """Forget the clauses that a line names."""
    parts = _FORGET.fullmatch(line)
    if parts is None:
        raise _malformed(number, line)
    for word in parts[1].split():
        if len(word) > _LONGEST_NUMBER or known.pop(int(word), None) is None:
            raise LratError(number, f"there is no clause {word[:_LONGEST_NUMBER]} to forget")


def _unjustified(
    known: dict[int, tuple[int, ...]], clause: Iterable[int], hints: Sequence[int]
) -> str | None:
    """Give why the hints do not show that a clause follows, or None if they do."""
    false = set(clause)
    if any(-literal in false for literal in false):
        return "the clause has a literal with its negation"
    for position, hint in enumerate(hints, 1):
        hinted = known.get(hint)
        if hinted is None:
            return f"there is no clause {hint}"
        left = [literal for literal in hinted if literal not in false]
        if not left:
            rest = len(hints) - position
            return f"{rest} hint(s) follow the contradiction" if rest else None
        if len(left) > 1:
            return f"clause {hint} forces nothing: it has {len(left)} literals left"
        if -left[0] in false:
            return f"clause {hint} forces nothing new"
        false.add(-left[0])
    return "the hints do not lead to a contradiction"
