"""What an engine wrote down, cut to the steps that the empty clause needs.

Engines write every clause that they learn and never look back. Going back from the empty clause,
most steps turn out to be useless; the others are numbered anew, and hints that force nothing are
dropped, so that what is left passes the strict checker.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Sequence

__all__ = ["BadProofError", "trim"]


class BadProofError(Exception):
    """An engine's proof cannot be used."""


def trim(clauses: Sequence[Sequence[int]], proof: bytes) -> str:
    r"""Cut an LRAT proof to what it needs.

    Parameters
    ----------
    clauses : sequence of sequences of int
        The clauses refuted, whose ids are counted from 1.
    proof : bytes
        The proof as text.

    Returns
    -------
    str
        A proof without deletions, its ids following on those of the clauses.

    Raises
    ------
    BadProofError
        When it has no empty clause, or a step of it does not follow.

    Examples
    --------
    >>> clauses = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
    >>> trim(clauses, b"5 1 0 1 2 0\n8 2 0 5 3 0\n8 d 3 0\n9 -2 0 5 4 0\n10 0 2 5 4 3 0\n")
    '5 1 0 1 2 0\n6 0 5 4 3 0\n'
    """
    for number, clause in enumerate(clauses, 1):
        if not clause:
            return f"{len(clauses) + 1} 0 {number} 0\n"
    given = _given(len(clauses), proof)
    known = {own: tuple(clauses[number - 1]) for own, number in given.items()}
    names = dict(given)
    lines: list[str] = []
    for own, clause, hints in reversed(_needed(given, proof)):
        kept = [names[hint] for hint in _propagating(known, clause, hints)]
        known[own], names[own] = clause, len(clauses) + len(lines) + 1
        lines.append(" ".join(map(str, (names[own], *clause, 0, *kept, 0))))
    return "".join(f"{line}\n" for line in lines)


def _given(count: int, proof: bytes) -> dict[int, int]:
    """Give which clause each id that no step defines stands for.

    An engine may shorten clauses while they are handed in, and then ids of steps come between
    those of clauses. A wrong guess would not matter: the steps would not follow.
    """
    steps = {int(line.split(b" ", 1)[0]) for line in _steps(proof)}
    free = (own for own in itertools.count(1) if own not in steps)
    return {own: number for number, own in zip(range(1, count + 1), free, strict=False)}


def _steps(proof: bytes) -> list[bytes]:
    """Give the lines that add clauses."""
    return [line for line in proof.split(b"\n") if line and b" d " not in line]


Step = tuple[int, tuple[int, ...], tuple[int, ...]]


def _needed(given: Container[int], proof: bytes) -> list[Step]:
    """Give the steps that the empty clause needs, last first."""
    needed: set[int] = set()
    steps: list[Step] = []
    for line in reversed(_steps(proof)):
        own, *rest = map(int, line.split(b" ", 2)[: 1 if steps else 2])
        if own not in needed if steps else rest != [0]:
            continue  # useless, or not yet the empty clause
        numbers = list(map(int, line.split()))
        end = numbers.index(0)
        hints = tuple(numbers[end + 1 : -1])
        if numbers[-1] != 0 or end == len(numbers) - 1 or any(hint < 1 for hint in hints):
            raise BadProofError(f"step {own} is cut off, or no step of propagation")
        needed.update(hint for hint in hints if hint not in given)
        steps.append((own, tuple(numbers[1:end]), hints))
    if not steps:
        raise BadProofError("there is no empty clause")
    return steps


def _propagating(
    known: dict[int, tuple[int, ...]], clause: Sequence[int], hints: Sequence[int]
) -> list[int]:
    """Give the hints that force something, the contradiction last."""
    false = set(clause)
    kept = []
    for hint in hints:
        if hint not in known:
            raise BadProofError(f"there is no step {hint}")
        left = [literal for literal in known[hint] if literal not in false]
        if len(left) == 1 and -left[0] not in false:
            false.add(-left[0])
            kept.append(hint)
        elif not left:
            return [*kept, hint]
    raise BadProofError("a step does not follow from its hints")
