"""The certificate of a win: deal and moves, as a solution file holds them.

The file is the one form of :mod:`cadogan.solver.solution`. It needs no version of the rules: the
moves are replayed, and whether they win is seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cadogan.games.deal import Deal
from cadogan.games.errors import DealError, PatienceError
from cadogan.solver.proof.certificate import (
    Answer,
    Bounds,
    Certificate,
    CertificateError,
    Judgement,
)
from cadogan.solver.replaying import check
from cadogan.solver.result import Verdict
from cadogan.solver.solution import Solution, parse_solution

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["WinningLine"]


@dataclass(frozen=True)
class WinningLine(Certificate):
    """A deal and moves that win it.

    Attributes
    ----------
    solution : Solution
        The deal, the moves, and what else the file says (which a replay cannot show).
    """

    kind: ClassVar[str] = "solution"
    verdict: ClassVar[Verdict] = Verdict.SOLVABLE
    solution: Solution

    @property
    def deal(self) -> Deal:  # type: ignore[override]
        """The deal."""
        return self.solution.deal

    def data(self) -> bytes:
        """Write the solution file."""
        return self.solution.text().encode()

    @classmethod
    def read(cls, data: bytes) -> Self:
        """Read a solution file.

        Raises
        ------
        CertificateError
            When it is none, or tells no solution.
        """
        try:
            solution = parse_solution(data)
        except PatienceError as error:
            raise CertificateError(str(error)) from None
        if solution.verdict is not Verdict.SOLVABLE and not solution.moves:
            raise CertificateError("this tells no solution: there are no moves to replay")
        return cls(solution)

    def check(self, bounds: Bounds | None = None) -> Judgement:
        """Replay the moves by the plain rules."""
        try:
            found = check(self.deal, self.solution.moves)
        except DealError as error:
            return Judgement(Answer.REJECTED, str(error))
        return Judgement(Answer.ACCEPTED if found.ok else Answer.REJECTED, found.reason)
