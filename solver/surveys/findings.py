"""What a survey finds: for each deal the attempts that were made and the verdict that stands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from cadogan.games.deal import format_pack
from cadogan.games.errors import DealError
from cadogan.games.seeds import format_seed
from cadogan.solver.result import Limit, Result, Statistics, Verdict
from cadogan.solver.surveys.effort import Stage

if TYPE_CHECKING:
    from cadogan.games.deal import Deal
    from cadogan.games.game import Game
    from cadogan.solver.proof.certificate import Certificate

__all__ = ["Attempt", "Setting", "SurveyResult"]


@dataclass(frozen=True)
class Setting:
    """What deals of a survey have in common, in plain words and numbers.

    Attributes
    ----------
    game : str
        The game's name.
    options : str
        The values of all its options, as JSON with names in order.
    pack : str
        As in ``copies=1 suits=CDHS ranks=13``.
    dealer : str
        The seed scheme.
    rules_version : int
        The version of the game's rules.
    """

    game: str
    options: str
    pack: str
    dealer: str
    rules_version: int

    @classmethod
    def of(cls, game: Game, dealer: str) -> Setting:
        """Describe a game.

        Examples
        --------
        >>> from cadogan import get_game
        >>> Setting.of(get_game("freecell"), "ms").options
        '{"cells": 4, "columns": 8}'
        """
        options = json.dumps(dict(game.chosen), sort_keys=True)
        return cls(game.name, options, format_pack(game.pack), dealer, game.rules_version)

    @property
    def chosen(self) -> dict[str, str | int]:
        """The options as a dictionary."""
        return cast("dict[str, str | int]", json.loads(self.options))

    def rebuild(self) -> Game:
        """Make the game again.

        Raises
        ------
        DealError
            When the game's rules have another version by now.
        UnknownGameError
            When the game is not among those that come with Cadogan.
        """
        from cadogan.games import get_game
        from cadogan.games.deal import parse_pack

        plain = get_game(self.game)
        if plain.rules_version != self.rules_version:
            raise DealError(
                f"this is about version {self.rules_version} of the rules of {self.game}, "
                f"which are at version {plain.rules_version} now"
            )
        return type(plain)(parse_pack(self.pack, plain.standard_pack), self.chosen)

    @property
    def stale(self) -> bool:
        """Whether the game's rules have changed since (False for games that are not known)."""
        from cadogan.games import REGISTRY, get_game

        return self.game in REGISTRY and get_game(self.game).rules_version != self.rules_version

    def label(self) -> str:
        """Name it for people: title, options and pack that are not as usual, seed scheme.

        Examples
        --------
        >>> from cadogan import get_game
        >>> Setting.of(get_game("freecell").with_options(cells=2), "ms").label()
        'FreeCell, cells=2, ms'
        """
        from cadogan.games import REGISTRY, get_game

        if self.game not in REGISTRY:
            return f"{self.game}, {self.dealer}"
        plain = get_game(self.game)
        usual = dict(plain.chosen)
        parts = [plain.title]
        parts += [f"{n}={value}" for n, value in self.chosen.items() if usual.get(n) != value]
        if self.pack != format_pack(plain.standard_pack):
            parts.append(self.pack)
        parts.append(self.dealer)
        if self.stale:
            parts.append(f"rules version {self.rules_version} (now {plain.rules_version})")
        return ", ".join(parts)


@dataclass(frozen=True)
class Attempt:
    """One search of one deal.

    Attributes
    ----------
    stage : Stage
        Method and limits.
    verdict : Verdict
        What came out.
    method : str
        The method that answered.
    limit : Limit, optional
        Exactly when the verdict is UNKNOWN.
    length : int, optional
        Moves of the solution, exactly when SOLVABLE.
    optimal : bool
        Whether a shorter solution is excluded.
    moves : tuple of str, optional
        The solution, if it was to be kept.
    certificate : str, optional
        Kind and SHA-256 of the certificate, if one was asked for and made.
    proof : bytes, optional
        The certificate's file, exactly when there is one.
    statistics : Statistics
        Effort.
    last : bool
        Whether the survey meant to try nothing after it.
    version : str
        The version of Cadogan.
    finished : str
        When, in UTC.
    """

    stage: Stage
    verdict: Verdict
    method: str
    limit: Limit | None = None
    length: int | None = None
    optimal: bool = False
    moves: tuple[str, ...] | None = None
    certificate: str | None = None
    proof: bytes | None = None
    statistics: Statistics = field(default_factory=Statistics)
    last: bool = False
    version: str = ""
    finished: str = ""

    def __post_init__(self) -> None:
        solvable = self.verdict is Verdict.SOLVABLE
        for wrong, what in (
            ((self.length is not None) != solvable, "a length belongs to SOLVABLE, and only to it"),
            (
                (self.limit is not None) != (self.verdict is Verdict.UNKNOWN),
                "a limit belongs to UNKNOWN, and only to it",
            ),
            (
                self.moves is not None and len(self.moves) != self.length,
                "the moves are not as many as the length says",
            ),
            (self.optimal and not solvable, "only a solution can be optimal"),
            (
                self.certificate is not None and self.verdict is Verdict.UNKNOWN,
                "a certificate belongs to a verdict that is known",
            ),
            ((self.proof is None) != (self.certificate is None), "a certificate has name and file"),
        ):
            if wrong:
                raise ValueError(f"{self.verdict.name}: {what}")

    @classmethod
    def of(cls, stage: Stage, result: Result, keep_moves: bool) -> Attempt:
        """Keep what a survey needs of a result."""
        from cadogan import __version__

        moves, proof = result.moves, result.certificate
        if result.claimed:
            raise ValueError("a verdict that is only claimed is not kept")
        return cls(
            stage,
            result.verdict,
            result.method,
            limit=result.limit,
            length=None if moves is None else len(moves),
            optimal=result.optimal,
            moves=moves if keep_moves else None,
            certificate=None if proof is None else proof.name,
            proof=None if proof is None else proof.data(),
            statistics=result.statistics,
            version=__version__,
            finished=_now(),
        )

    @classmethod
    def death(cls, stage: Stage) -> Attempt:
        """Tell that the worker died over a deal, twice."""
        from cadogan import __version__

        return cls(
            stage,
            Verdict.UNKNOWN,
            stage.method,
            limit=Limit.WORKER_DIED,
            version=__version__,
            finished=_now(),
        )

    @property
    def proved(self) -> bool:
        """Whether it decided the deal."""
        return self.verdict is not Verdict.UNKNOWN

    def record(self) -> Mapping[str, object]:
        """Give it as an object for JSON."""
        return {
            "method": self.stage.method,
            "reductions": self.stage.reductions,
            "time_limit": self.stage.time_limit,
            "state_limit": self.stage.state_limit,
            "memory_limit": self.stage.memory_limit,
            "verdict": self.verdict.value,
            "limit": self.limit.value if self.limit is not None else None,
            "stages": list(self.statistics.stages),
            "stored": self.statistics.stored,
            "seconds": self.statistics.seconds,
            "version": self.version,
            "finished": self.finished,
        }


@dataclass(frozen=True)
class SurveyResult:
    """The verdict on one deal of a survey.

    Attributes
    ----------
    setting : Setting
        The game, and whose number `seed` is.
    seed : int
        The number of the deal.
    attempts : tuple of Attempt
        All that were made, in order.
    stored : bool
        Whether all of them were in the store already.
    """

    setting: Setting
    seed: int
    attempts: tuple[Attempt, ...]
    stored: bool = False

    def __post_init__(self) -> None:
        if not self.attempts:
            raise ValueError("a result needs an attempt")

    def __bool__(self) -> bool:
        raise TypeError("a result has no truth value; look at result.verdict")

    @property
    def standing(self) -> Attempt:
        """The attempt that counts: the first that decided the deal, or else the last."""
        decided = (attempt for attempt in self.attempts if attempt.proved)
        return next(decided, self.attempts[-1])

    @property
    def verdict(self) -> Verdict:
        """SOLVABLE, UNSOLVABLE or UNKNOWN."""
        return self.standing.verdict

    @property
    def limit(self) -> Limit | None:
        """Why the verdict is UNKNOWN, exactly when it is."""
        return self.standing.limit

    @property
    def method(self) -> str:
        """The method that answered."""
        return self.standing.method

    @property
    def moves(self) -> tuple[str, ...] | None:
        """The solution, if moves are kept and there is one."""
        return self.standing.moves

    def certificate(self) -> Certificate | None:
        """Read the certificate, if there is one; its ``check()`` tells whether it holds.

        Raises
        ------
        CertificateError
            When it is not as it was written.
        """
        from cadogan.solver.proof.kinds import read

        proof = self.standing.proof
        return None if proof is None else read(proof)

    @property
    def length(self) -> int | None:
        """Moves of the solution, exactly when SOLVABLE."""
        return self.standing.length

    @property
    def optimal(self) -> bool:
        """Whether a shorter solution is excluded."""
        return self.standing.optimal

    @property
    def statistics(self) -> Statistics:
        """Effort of the attempt that counts."""
        return self.standing.statistics

    @property
    def seconds(self) -> float:
        """CPU seconds of all attempts together."""
        return sum(attempt.statistics.seconds for attempt in self.attempts)

    @property
    def name(self) -> str:
        """The deal's scheme and number, as in ``ms:11982``."""
        return format_seed(self.setting.dealer, self.seed)

    def deal(self, game: Game | None = None) -> Deal:
        """Deal the cards again.

        Parameters
        ----------
        game : Game, optional
            Needed for games that do not come with Cadogan.
        """
        from cadogan.games.deal import Deal

        return Deal.from_seed(game or self.setting.rebuild(), self.seed, self.setting.dealer)

    def to_json(self) -> Mapping[str, object]:
        """Give the result as the one JSON object that all of Cadogan writes.

        See :mod:`cadogan.solver.schema`.
        """
        from cadogan.solver.schema import survey_record

        return survey_record(self)


def _now() -> str:
    from datetime import datetime, timezone

    return datetime.now(timezone.utc).isoformat(timespec="seconds")
