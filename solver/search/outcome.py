"""What one search run came to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cadogan.solver.result import Limit

if TYPE_CHECKING:
    from cadogan.solver.proof.certificate import Certificate


@dataclass(frozen=True)
class Outcome:
    """The end of a search run: a solution, a proof by exhaustion, or a limit.

    A model's refutation, or an engine's word for one, is an outcome too.

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
    A run says "unsolvable" exactly when it has neither moves nor a limit; only :meth:`exhausted`,
    :meth:`refuted` and :meth:`claimed_lost` make such an outcome.
    """

    moves: tuple[int, ...] | None
    limit: Limit | None
    optimal: bool = False
    certificate: Certificate | None = None
    claimed: bool = False

    @classmethod
    def solved(cls, moves: Sequence[int], optimal: bool = False) -> Outcome:
        """Report a solution."""
        return cls(tuple(int(move) for move in moves), None, optimal)

    @classmethod
    def exhausted(cls) -> Outcome:
        """Report that every position was looked at and none is won."""
        return cls(None, None)

    @classmethod
    def refuted(cls, certificate: Certificate) -> Outcome:
        """Report that a checked certificate shows the deal to be unsolvable."""
        return cls(None, None, certificate=certificate)

    @classmethod
    def claimed_lost(cls) -> Outcome:
        """Report that an engine calls the deal unsolvable, whose word the caller takes."""
        return cls(None, None, claimed=True)

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
        """Whether there is no solution."""
        return self.moves is None and self.limit is None
