"""What one search run came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cadogan.solver.result import Limit


@dataclass(frozen=True)
class Outcome:
    """The end of a search run: a solution, a proof by exhaustion, or a limit.

    Attributes
    ----------
    moves : tuple of int, optional
        A solution, as codes.
    limit : Limit, optional
        Why the run stopped without an answer.
    optimal : bool
        Whether the solution is a shortest one.

    Notes
    -----
    A run is a proof of unsolvability exactly when it has neither moves nor a limit; only
    :meth:`exhausted` makes such an outcome.
    """

    moves: tuple[int, ...] | None
    limit: Limit | None
    optimal: bool = False

    @classmethod
    def solved(cls, moves: Sequence[int], optimal: bool = False) -> Outcome:
        """Report a solution."""
        return cls(tuple(int(move) for move in moves), None, optimal)

    @classmethod
    def exhausted(cls) -> Outcome:
        """Report that every position was looked at and none is won."""
        return cls(None, None)

    @classmethod
    def limited(cls, limit: Limit) -> Outcome:
        """Report that the run stopped early."""
        return cls(None, limit)

    @property
    def is_solved(self) -> bool:
        """Whether there is a solution."""
        return self.moves is not None

    @property
    def is_proof(self) -> bool:
        """Whether it is proved that there is no solution."""
        return self.moves is None and self.limit is None
