"""Contradictions that propagation alone finds: no engine is needed for these.

Many models of lost deals are of this kind. The refutation has one step, whose hints are the
clauses that force a literal, in their order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

__all__ = ["refute_by_propagation"]


def refute_by_propagation(clauses: Sequence[Sequence[int]]) -> str | None:
    r"""Propagate the literals that clauses force; give a refutation if they contradict a clause.

    Parameters
    ----------
    clauses : sequence of sequences of int
        The clauses, none of which has a literal twice.

    Returns
    -------
    str or None
        The refutation in the form LRAT, or None when there is no contradiction.

    Examples
    --------
    >>> refute_by_propagation([(1,), (5, 4), (-1, 2), (-2, -1)])
    '5 0 1 3 4 0\n'
    >>> refute_by_propagation([(1, 2), (1, -2), (-1, 2), (-1, -2)]) is None
    True
    """
    with_literal = defaultdict(list)
    for number, clause in enumerate(clauses):
        for literal in clause:
            with_literal[literal].append(number)
    left = [len(clause) for clause in clauses]  # literals not yet false
    reason: dict[int, int] = {}  # of each literal that is forced, in order, the clause
    forced: list[int] = []

    def contradiction(numbers: Sequence[int]) -> int | None:
        for number in numbers:
            if left[number] == 0:
                return number
            if left[number] == 1:
                literal = next((one for one in clauses[number] if -one not in reason), None)
                if literal is None:
                    return number
                if literal not in reason:
                    reason[literal] = number
                    forced.append(literal)
        return None

    found = contradiction(range(len(clauses)))
    done = 0
    while found is None and done < len(forced):
        falsified = with_literal[-forced[done]]
        for number in falsified:
            left[number] -= 1
        found = contradiction(falsified)
        done += 1
    if found is None:
        return None
    hints = " ".join(str(number + 1) for number in _used(clauses, reason, forced, found))
    return f"{len(clauses) + 1} 0 {hints} 0\n"


def _used(
    clauses: Sequence[Sequence[int]], reason: dict[int, int], forced: list[int], last: int
) -> list[int]:
    """Give the clauses that a contradiction rests on, in the order in which they force."""
    needed = {-literal for literal in clauses[last]}
    used = [last]
    for literal in reversed(forced):
        if literal in needed:
            used.append(reason[literal])
            needed.update(-other for other in clauses[reason[literal]] if other != literal)
    return used[::-1]
