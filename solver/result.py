"""What a search answers: a verdict with its evidence, or the limit that it hit."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cadogan.games.deal import Deal
    from cadogan.solver.proof.certificate import Certificate


class Verdict(enum.Enum):
    """Whether a deal can be won."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        raise TypeError("a verdict is one of three; compare it: verdict is Verdict.SOLVABLE")


class Limit(enum.Enum):
    """Why a verdict is UNKNOWN."""

    TIME = "time"
    STATES = "states"
    MEMORY = "memory"
    WIDTH = "width"
    DEPTH = "depth"
    INTERRUPTED = "interrupted"
    NOT_ENCODABLE = "not-encodable"
    RELAXATION_FEASIBLE = "relaxation-feasible"
    NONE_WITHIN_K = "none-within-k"
    UNCERTIFIED = "uncertified"
    WORKER_DIED = "worker-died"


@dataclass(frozen=True)
class Statistics:
    """What a search did.

    Attributes
    ----------
    generated : int
        Moves made.
    expanded : int
        Positions whose moves were listed.
    stored : int
        Different positions found, the start included, in all stages together (IDA*: the most
        that its table held at one time).
    seconds : float
        CPU seconds of the thread that searched.
    memory : int
        Most bytes held by tables, nodes and stacks.
    stages : tuple of str
        What ``auto`` tried, in order; empty for a single method.
    """

    generated: int = 0
    expanded: int = 0
    stored: int = 0
    seconds: float = 0.0
    memory: int = 0
    stages: tuple[str, ...] = ()


@dataclass(frozen=True)
class Progress:
    """What a search tells a progress callback a few times a second."""

    method: str
    statistics: Statistics
    #: Fewest moves still needed, or cards left, among the positions looked at lately.
    note: str = ""


@dataclass(frozen=True)
class Result:
    """The answer to :func:`cadogan.solve`.

    Attributes
    ----------
    deal : Deal
        What was searched.
    verdict : Verdict
        SOLVABLE, UNSOLVABLE or UNKNOWN.
    method : str
        The method that answered.
    moves : tuple of str, optional
        In the game's notation; exactly when SOLVABLE. They were replayed by the plain rules.
    optimal : bool
        Whether a shorter solution is excluded.
    limit : Limit, optional
        Exactly when UNKNOWN.
    exhaustive : bool
        For UNSOLVABLE: the whole space was searched and nothing was cut without proof.
    claimed : bool
        For UNSOLVABLE: this is CP-SAT's word, which the caller chose to take; nothing proves it.
    reductions : bool
        Whether proved reductions (safe plays, dead positions) were applied.
    statistics : Statistics
        Effort.
    certificate : Certificate, optional
        Evidence that can be checked without the search, if it was asked for: of a win or of an
        unsolvable deal, and only of the verdict given. UNSOLVABLE by CP-SAT always has it, unless
        it is `claimed`.
    uncertified : Limit, optional
        For UNSOLVABLE, the limit that was hit in making the certificate asked for. The verdict
        stands: the search was exhaustive.

    Raises
    ------
    ValueError
        When the parts contradict each other.
    """

    deal: Deal
    verdict: Verdict
    method: str
    moves: tuple[str, ...] | None = None
    optimal: bool = False
    limit: Limit | None = None
    exhaustive: bool = False
    claimed: bool = False
    reductions: bool = False
    statistics: Statistics = field(default_factory=Statistics)
    certificate: Certificate | None = None
    uncertified: Limit | None = None

    def __post_init__(self) -> None:
        solvable = self.verdict is Verdict.SOLVABLE
        unknown = self.verdict is Verdict.UNKNOWN
        unsolvable = self.verdict is Verdict.UNSOLVABLE
        proof = self.certificate
        for wrong, what in (
            ((self.moves is not None) != solvable, "moves belong to SOLVABLE, and only to it"),
            ((self.limit is not None) != unknown, "a limit belongs to UNKNOWN, and only to it"),
            (
                unsolvable != (self.exhaustive or self.claimed or (unsolvable and bool(proof))),
                "UNSOLVABLE must rest on an exhaustive search or a certificate",
            ),
            (self.exhaustive and self.claimed, "what was searched through is not just claimed"),
            (self.optimal and not solvable, "only a solution can be optimal"),
            (proof and proof.verdict is not self.verdict, "the certificate is for another verdict"),
            (proof and proof.deal != self.deal, "the certificate is for another deal"),
            (
                self.uncertified is not None and (proof or not unsolvable),
                "what kept a certificate from being made belongs to UNSOLVABLE without one",
            ),
        ):
            if wrong:
                raise ValueError(f"{self.verdict.name}: {what}")

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at result.verdict")

    def to_json(self) -> Mapping[str, object]:
        """Give the result as the one JSON object that all of Cadogan writes.

        See :mod:`cadogan.solver.schema`.
        """
        from cadogan.solver.schema import record

        return record(self)
