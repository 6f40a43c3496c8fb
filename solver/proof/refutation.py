"""The certificate of a contradiction: the deal's model as clauses, refuted step by step.

The model of a deal (:mod:`cadogan.solver.encoding`) states what holds in every win. Said in clauses
that contradict each other, it shows that there is none. The file holds the deal, which model it
is, a fingerprint of the clauses, and an LRAT proof; the checker builds the model and the clauses
anew from the deal and goes through the proof. It trusts the model, the game's facts that the model
is made from, and itself; it does not trust any engine.

Others can check the same: :meth:`Refutation.dimacs` and :meth:`Refutation.proof` are what programs
that check LRAT read.
"""

from __future__ import annotations

import hashlib
import re
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from cadogan.games.deal import Deal
from cadogan.games.errors import PatienceError
from cadogan.solver.encoding.compiling import encode, facts_of
from cadogan.solver.encoding.encoding import Kind
from cadogan.solver.memory import memory_allowed
from cadogan.solver.proof.certificate import Answer, Bounds, Certificate, DamagedError, Judgement
from cadogan.solver.proof.clauses import TooManyError, derive_clauses
from cadogan.solver.proof.lrat import LratError, check_lrat
from cadogan.solver.proof.sealed import Sealed
from cadogan.solver.result import Limit, Verdict

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["Refutation", "dimacs"]

_CLAIMS = ("model", "variables", "clauses", "fingerprint", "proof")
_MODELS = (Kind.EXACT, Kind.OUTER)  # an inner model refuted says nothing
_MOST_BYTES = 1 << 30  # of a proof, written out
# What checking takes in memory, at most about: for a byte of the proof (the text twice while it is
# unpacked, and the numbers of the clauses that it adds), and for a clause.
_BYTES_A_BYTE = 24
_BYTES_A_CLAUSE = 400


def dimacs(size: int, clauses: Sequence[Sequence[int]]) -> str:
    r"""Write clauses in the form DIMACS.

    Examples
    --------
    >>> dimacs(2, [(1, -2), (2,)])
    'p cnf 2 2\n1 -2 0\n2 0\n'
    """
    lines = [f"p cnf {size} {len(clauses)}"]
    lines += [" ".join(map(str, (*clause, 0))) for clause in clauses]
    return "\n".join(lines) + "\n"


class _Stopped(Exception):
    """A bound was hit."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit.value)
        self.limit = limit


@dataclass(frozen=True)
class Refutation(Certificate):
    """A deal, and a proof that its model has no solution.

    Attributes
    ----------
    deal : Deal
        The deal.
    model : Kind
        EXACT or OUTER: which model of the deal is refuted.
    variables, clauses : int
        The size of the model as clauses.
    fingerprint : str
        SHA-256 of the clauses in the form DIMACS.
    packed : bytes
        The proof, compressed by zlib.
    """

    kind: ClassVar[str] = "refutation"
    verdict: ClassVar[Verdict] = Verdict.UNSOLVABLE
    deal: Deal
    model: Kind
    variables: int
    clauses: int
    fingerprint: str
    packed: bytes

    @classmethod
    def of(
        cls,
        deal: Deal,
        model: Kind,
        proof: str,
        refuted: tuple[int, Sequence[Sequence[int]]] | None = None,
    ) -> Self:
        """Make a certificate of a proof; it is not checked here.

        `refuted` tells the number of variables and the clauses that were refuted; by default they
        are derived from the deal, as the checker will do.
        """
        size, clauses = _derive(deal, model) if refuted is None else refuted
        fingerprint = _fingerprint(size, clauses)
        packed = zlib.compress(proof.encode("ascii"), 9)
        return cls(deal, model, size, len(clauses), fingerprint, packed)

    def data(self) -> bytes:
        """Write the file."""
        claims = {
            "model": self.model.value,
            "variables": str(self.variables),
            "clauses": str(self.clauses),
            "fingerprint": self.fingerprint,
            "proof": "lrat zlib",
        }
        sealed = Sealed(self.kind, self.version, self.deal, self.verdict, claims, self.packed)
        return sealed.data()

    @classmethod
    def read(cls, data: bytes) -> Self:
        """Read what :meth:`data` gives.

        Raises
        ------
        DamagedError
            When a part is missing or malformed.
        """
        sealed = Sealed.read(data, _CLAIMS)
        claims = sealed.claims
        if sealed.verdict is not cls.verdict:
            raise DamagedError(f"a refutation shows no deal to be {sealed.verdict.value}")
        model = next((kind for kind in _MODELS if kind.value == claims["model"]), None)
        if model is None:
            known = " or ".join(kind.value for kind in _MODELS)
            raise DamagedError(f"the model is {known}, not {claims['model']!r}")
        for name in ("variables", "clauses"):
            if not re.fullmatch(r"[0-9]{1,12}", claims[name]):
                raise DamagedError(f"{name} is a number, not {claims[name]!r}")
        if not re.fullmatch(r"[0-9a-f]{64}", claims["fingerprint"]):
            raise DamagedError("the fingerprint is not 64 hexadecimal digits")
        if claims["proof"] != "lrat zlib":
            raise DamagedError(f"the proof is 'lrat zlib', not {claims['proof']!r}")
        size, clauses = int(claims["variables"]), int(claims["clauses"])
        return cls(sealed.deal, model, size, clauses, claims["fingerprint"], sealed.body)

    def dimacs(self) -> str:
        """Give the clauses of the deal's model in the form DIMACS."""
        return dimacs(*_derive(self.deal, self.model))

    def proof(self) -> str:
        """Give the proof in the form LRAT.

        Raises
        ------
        DamagedError
            When it cannot be unpacked.
        """
        return self._unpack(_MOST_BYTES)

    def check(self, bounds: Bounds | None = None) -> Judgement:
        """Derive the clauses from the deal, and go through the proof."""
        bounds = bounds or Bounds()
        pause, memory = _watchman(bounds), memory_allowed(bounds.memory_limit)
        try:
            size, clauses = self._derived(memory, pause)
            proof = self._unpack(min(_MOST_BYTES, memory // _BYTES_A_BYTE))
            steps = check_lrat(size, clauses, proof, pause)
        except (_Stopped, MemoryError) as stop:
            limit = stop.limit if isinstance(stop, _Stopped) else Limit.MEMORY
            reason = f"the checker was stopped: {limit.value}"
            return Judgement(Answer.UNDECIDED, reason, limit)
        except (LratError, PatienceError) as error:
            return Judgement(Answer.REJECTED, str(error))
        return Judgement(
            Answer.ACCEPTED,
            f"the {self.model.value} model has no solution: {len(clauses)} clauses refuted in "
            f"{steps} steps",
        )

    def _derived(
        self, memory: int, pause: Callable[[int], None]
    ) -> tuple[int, list[tuple[int, ...]]]:
        """Derive the clauses, and make sure that they are those that were refuted."""
        if self.clauses > memory // _BYTES_A_CLAUSE:
            raise _Stopped(Limit.MEMORY)
        claimed = f"and {self.variables} variables in {self.clauses} clauses were refuted"
        model = encode(facts_of(self.deal), self.model).model
        try:
            size, clauses = derive_clauses(model, self.clauses, pause)
        except TooManyError as error:
            raise DamagedError(f"in this deal's model {error}, {claimed}") from None
        if (size, len(clauses)) != (self.variables, self.clauses):
            raise DamagedError(
                f"this deal's {self.model.value} model has {size} variables in {len(clauses)} "
                f"clauses, {claimed}"
            )
        own = _fingerprint(size, clauses)
        if own != self.fingerprint:
            raise DamagedError(
                f"the clauses of this deal's {self.model.value} model have the fingerprint "
                f"{own[:12]}..., and those with {self.fingerprint[:12]}... were refuted"
            )
        return size, clauses

    def _unpack(self, most: int) -> str:
        """Unpack the proof, but not more than so many bytes of it."""
        unpacking = zlib.decompressobj()
        try:
            text = unpacking.decompress(self.packed, most)
            if unpacking.unconsumed_tail:
                raise _Stopped(Limit.MEMORY)
            if not unpacking.eof or unpacking.unused_data:
                raise DamagedError("the proof does not end where its compressed form says")
            return text.decode("ascii")
        except (zlib.error, UnicodeDecodeError) as error:
            raise DamagedError(f"the proof cannot be unpacked: {error}") from None


def _derive(deal: Deal, model: Kind) -> tuple[int, list[tuple[int, ...]]]:
    """Build the model of a deal, and its clauses."""
    return derive_clauses(encode(facts_of(deal), model).model)


def _fingerprint(size: int, clauses: Sequence[Sequence[int]]) -> str:
    return hashlib.sha256(dimacs(size, clauses).encode()).hexdigest()


def _watchman(bounds: Bounds) -> Callable[[int], None]:
    """Give a function that raises when a bound is hit."""
    started = time.thread_time()

    def pause(lines: int) -> None:
        if bounds.time_limit is not None and time.thread_time() - started > bounds.time_limit:
            raise _Stopped(Limit.TIME)
        limit = None if bounds.watch is None else bounds.watch(lines)
        if limit is not None:
            raise _Stopped(limit)

    return pause
