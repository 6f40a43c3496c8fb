"""How many positions there are at each depth: the fingerprint of a game's rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cadogan.games.deal import require_deal
from cadogan.solver.result import Limit
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.problem import Problem

if TYPE_CHECKING:
    from cadogan.games.deal import Deal


def depth_counts(
    deal: Deal, depth: int | None = None, *, state_limit: int | None = None
) -> list[int]:
    """Count the different positions that need 0, 1, 2, ... moves.

    Positions that a game declares alike (piles exchanged, copies exchanged) count once. Won
    positions are gone beyond like any others; no reduction is applied.

    Parameters
    ----------
    deal : Deal
        Where to start.
    depth : int, optional
        The last depth to count; by default all are counted.
    state_limit : int, optional
        Give up beyond so many positions.

    Returns
    -------
    list of int
        The counts, the start first.

    Raises
    ------
    OverflowError
        When a limit on states or memory was hit, so that counts would be incomplete.

    Examples
    --------
    >>> from cadogan import Deal, depth_counts
    >>> depth_counts(Deal.from_seed("freecell", "ms:11982"), 3)
    [1, 11, 63, 258]
    """
    from cadogan.solver.search.astar import breadth_first

    require_deal(deal)
    problem = Problem(deal.verified(), shortest=True, reductions=False)
    outcome, counts = breadth_first(problem, Budget(state_limit=state_limit), depth, True)
    if outcome.limit not in (None, Limit.DEPTH):
        raise OverflowError(
            f"the {outcome.limit.value} limit was hit after {sum(counts)} positions"
        )
    return counts
