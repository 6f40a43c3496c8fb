"""The certificate of an exhaustive search: a set of positions that play cannot leave.

A deal cannot be won when there is a set of positions that holds the deal and no won position, and
with every member all its successors. The largest set that can serve is everything that can be
reached, and the checker finds that by itself. So the file need not list the set: it claims how many
members there are, how they lie and a digest of them all, and the checker goes through all moves
from the deal on, compares whole positions, and holds its own numbers against the claims. (Listing
the members makes files some ten thousand times larger and spares the checker nothing, since it must
make every move of every member either way; the manual has the measurements.)

Some spaces are too large without a proof that positions are lost. For those the checker has a lemma
of its own (:mod:`cadogan.solver.proof.lemmas`), which the file names: members that the lemma proves
lost need no successors.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from cadogan.games.deal import Deal
from cadogan.solver.proof.certificate import (
    Answer,
    Bounds,
    Certificate,
    DamagedError,
    Judgement,
)
from cadogan.solver.proof.lemmas import NO_LEMMA, Lemma, lemma_for
from cadogan.solver.proof.sealed import Sealed
from cadogan.solver.result import Limit, Verdict

if TYPE_CHECKING:
    from typing_extensions import Self

    from cadogan.solver.proof.exploring import Explored

__all__ = ["ClosedSet"]

#: Games with a lemma are first tried without, up to so many positions.
WITHOUT_LEMMA = 300_000
_CLAIMS = ("merged", "lemma", "positions", "proved lost", "moves made", "distance", "digest")


@dataclass(frozen=True)
class ClosedSet(Certificate):
    """A deal, and what is claimed of all positions that can be reached from it.

    Attributes
    ----------
    deal : Deal
        The deal.
    merged : str
        Which positions count as one (see :class:`~cadogan.solver.proof.exact_keys.KeyPlan`).
    lemma : str
        The lemma that is needed, or ``none``.
    positions : int
        How many positions there are.
    proved_lost : int
        How many of them the lemma proves lost.
    moves : int
        How many moves they have together.
    distance : int
        Moves to the furthest of them.
    members : str
        A digest of them all: 32 hexadecimal digits.
    """

    kind: ClassVar[str] = "closed-set"
    verdict: ClassVar[Verdict] = Verdict.UNSOLVABLE
    deal: Deal
    merged: str
    lemma: str
    positions: int
    proved_lost: int
    moves: int
    distance: int
    members: str

    @classmethod
    def make(cls, deal: Deal, bounds: Bounds | None = None) -> Self | Limit:
        """Explore a deal that cannot be won, and write down what is there.

        Parameters
        ----------
        deal : Deal
            The deal.
        bounds : Bounds, optional
            Where to stop.

        Returns
        -------
        ClosedSet or Limit
            The limit that was hit, if one was.

        Raises
        ------
        RuntimeError
            When the deal can be won: whoever said otherwise was wrong.

        Examples
        --------
        >>> from cadogan import get_game
        >>> from cadogan.games.cards import Pack
        >>> game = get_game("freecell").with_options(cells=0, columns=4)
        >>> made = ClosedSet.make(Deal.from_seed(game.with_pack(Pack(suits="CD", ranks=5)), 4))
        >>> made.positions, made.check().reason
        (4, 'cannot be won: play stays within 4 positions')
        """
        bounds = bounds or Bounds()
        found, lemma = _explored(deal, bounds)
        if found.won:
            raise RuntimeError(
                "internal error: the search says that the deal cannot be won, and the checker "
                "reaches a won position"
            )
        if found.limit is not None:
            return found.limit
        return cls(
            deal,
            _merged(deal),
            lemma.name,
            found.positions,
            found.lost,
            found.moves,
            found.distance,
            found.digest,
        )

    def data(self) -> bytes:
        """Write the file."""
        claims = {
            "merged": self.merged,
            "lemma": self.lemma,
            "positions": str(self.positions),
            "proved lost": str(self.proved_lost),
            "moves made": str(self.moves),
            "distance": str(self.distance),
            "digest": self.members,
        }
        return Sealed(self.kind, self.version, self.deal, self.verdict, claims).data()

    @classmethod
    def read(cls, data: bytes) -> Self:
        """Read a file.

        Raises
        ------
        DamagedError
            When it is not as it was written, or its rules have changed since.
        """
        sealed = Sealed.read(data, _CLAIMS)
        if sealed.verdict is not cls.verdict:
            raise DamagedError(f"a closed set does not show that a deal is {sealed.verdict.value}")
        if sealed.body:
            raise DamagedError("a closed set has no body")
        numbers = {name: _number(name, sealed.claims[name]) for name in _CLAIMS[2:6]}
        members = sealed.claims["digest"]
        if not re.fullmatch(r"[0-9a-f]{32}", members):
            raise DamagedError(f"digest: {members[:40]!r} is not 32 hexadecimal digits")
        return cls(
            sealed.deal,
            sealed.claims["merged"],
            sealed.claims["lemma"],
            numbers["positions"],
            numbers["proved lost"],
            numbers["moves made"],
            numbers["distance"],
            members,
        )

    def check(self, bounds: Bounds | None = None) -> Judgement:
        """Explore the deal anew, and compare everything that is claimed."""
        from cadogan.solver.proof.exploring import explore

        bounds = bounds or Bounds()
        if self.merged != _merged(self.deal):
            return Judgement(
                Answer.REJECTED,
                f"positions were merged by {self.merged!r}, and this checker merges by "
                f"{_merged(self.deal)!r}",
            )
        lemma = _named(self.deal, self.lemma)
        if lemma is None:
            return Judgement(
                Answer.REJECTED,
                f"for {self.deal.game.name} this checker has no lemma called {self.lemma!r}",
            )
        most = min(self.positions, bounds.state_limit or self.positions)
        found = explore(self.deal, lemma, replace(bounds, state_limit=most))
        if found.won:
            return Judgement(Answer.REJECTED, "the deal can be won: a won position was reached")
        if found.limit is Limit.STATES and found.positions > self.positions:
            return Judgement(
                Answer.REJECTED, f"there are more than the {self.positions:,} positions claimed"
            )
        if found.limit is not None:
            return Judgement(
                Answer.UNDECIDED,
                f"the limit on {found.limit.value} was hit after {found.positions:,} of "
                f"{self.positions:,} positions",
                found.limit,
            )
        return self._compared(found)

    def _compared(self, found: Explored) -> Judgement:
        """Compare the claims with what was found in a closed set."""
        for what, claimed, counted in (
            ("positions", self.positions, found.positions),
            ("positions proved lost", self.proved_lost, found.lost),
            ("moves", self.moves, found.moves),
            ("moves to the furthest position", self.distance, found.distance),
        ):
            if claimed != counted:
                return Judgement(
                    Answer.REJECTED, f"{claimed:,} {what} are claimed, and there are {counted:,}"
                )
        if self.members != found.digest:
            return Judgement(
                Answer.REJECTED,
                f"the positions found have the digest {found.digest}, not {self.members}",
            )
        count = f"{found.positions:,} position{'s' * (found.positions != 1)}"
        lost = f" ({found.lost:,} of them lost by {self.lemma})" if found.lost else ""
        return Judgement(Answer.ACCEPTED, f"cannot be won: play stays within {count}{lost}")


def _explored(deal: Deal, bounds: Bounds) -> tuple[Explored, Lemma]:
    """Explore without a lemma if that is feasible, else with the game's."""
    from cadogan.solver.proof.exploring import explore

    lemma = lemma_for(deal.game.name)
    if lemma is None:
        return explore(deal, NO_LEMMA, bounds), NO_LEMMA
    start = time.thread_time()
    most = min(WITHOUT_LEMMA, bounds.state_limit or WITHOUT_LEMMA)
    found = explore(deal, NO_LEMMA, replace(bounds, state_limit=most))
    if found.limit not in (Limit.STATES, Limit.MEMORY):
        return found, NO_LEMMA
    if bounds.time_limit is not None:
        left = max(bounds.time_limit - (time.thread_time() - start), 0.0)
        bounds = replace(bounds, time_limit=left)
    return explore(deal, lemma, bounds), lemma


def _merged(deal: Deal) -> str:
    """Say which positions of a deal count as one."""
    from cadogan.solver.proof.exact_keys import KeyPlan

    return KeyPlan.of(deal.game).merged


def _named(deal: Deal, name: str) -> Lemma | None:
    """Find a lemma by name."""
    for lemma in (NO_LEMMA, lemma_for(deal.game.name)):
        if lemma is not None and lemma.name == name:
            return lemma
    return None


def _number(name: str, value: str) -> int:
    """Read a number as it is written here."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,17}", value):
        raise DamagedError(f"{name} is a whole number, not {value[:40]!r}")
    return int(value)
