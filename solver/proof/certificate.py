"""What all kinds of certificates have in common."""

from __future__ import annotations

import abc
import enum
import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from cadogan.games.errors import PatienceError
from cadogan.solver.result import Limit, Verdict
from cadogan.solver.writing import write_file

if TYPE_CHECKING:
    from typing_extensions import Self

    from cadogan.games.deal import Deal

__all__ = ["Answer", "Bounds", "Certificate", "CertificateError", "DamagedError", "Judgement"]


class CertificateError(PatienceError):
    """A file is no certificate, or one that this version of Cadogan cannot judge."""


class DamagedError(CertificateError):
    """A file is a certificate of a known kind, but not as it was written: it is rejected."""


class Answer(enum.Enum):
    """What a checker says."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    UNDECIDED = "undecided"

    def __bool__(self) -> bool:
        raise TypeError("an answer is one of three; compare it: answer is Answer.ACCEPTED")


@dataclass(frozen=True)
class Judgement:
    """An answer with its reason.

    Attributes
    ----------
    answer : Answer
        ACCEPTED, REJECTED, or UNDECIDED when a limit stopped the checker.
    reason : str
        What was established, or what is wrong.
    limit : Limit, optional
        Exactly when UNDECIDED.

    Examples
    --------
    >>> Judgement(Answer.REJECTED, "move 3 is not legal").limit is None
    True
    """

    answer: Answer
    reason: str
    limit: Limit | None = None

    def __post_init__(self) -> None:
        if (self.limit is not None) != (self.answer is Answer.UNDECIDED):
            raise ValueError("a limit belongs to UNDECIDED, and only to it")

    def __bool__(self) -> bool:
        raise TypeError("a judgement has no truth value; look at judgement.answer")


@dataclass(frozen=True)
class Bounds:
    """How far a checker, or whoever makes a certificate, may go.

    Attributes
    ----------
    time_limit : float, optional
        CPU seconds of the calling thread.
    state_limit : int, optional
        Positions held.
    memory_limit : int, optional
        Bytes; by default half of what is free.
    watch : callable, optional
        Called a few times a second with the number of positions so far; a Limit that it returns
        ends the work (Ctrl-C, for example).
    """

    time_limit: float | None = None
    state_limit: int | None = None
    memory_limit: int | None = None
    watch: Callable[[int], Limit | None] | None = None


class Certificate(abc.ABC):
    """Evidence for a verdict; the package's description tells what a kind must have."""

    kind: ClassVar[str]
    version: ClassVar[int] = 1
    verdict: ClassVar[Verdict]
    deal: Deal

    @abc.abstractmethod
    def data(self) -> bytes:
        """Give the bytes of the file."""

    @classmethod
    @abc.abstractmethod
    def read(cls, data: bytes) -> Self:
        """Read what :meth:`data` gives.

        Raises
        ------
        DamagedError
            When the file is not as it was written.
        CertificateError
            When it cannot be judged by this version.
        """

    @abc.abstractmethod
    def check(self, bounds: Bounds | None = None) -> Judgement:
        """Establish the claims anew.

        Parameters
        ----------
        bounds : Bounds, optional
            Where to stop.
        """

    @property
    def digest(self) -> str:
        """The SHA-256 of the file, in hexadecimal digits."""
        return hashlib.sha256(self.data()).hexdigest()

    @property
    def name(self) -> str:
        """What names the certificate in a JSON record: its kind and its digest."""
        return f"{self.kind}:{self.digest}"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file; it appears whole or not at all.

        Raises
        ------
        OSError
            When it cannot be written.
        """
        write_file(Path(path), self.data())
