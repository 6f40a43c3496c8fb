"""Winnability with honest intervals: what a survey tells about a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist, median

from cadogan.solver.result import Verdict
from cadogan.solver.surveys.findings import SurveyResult

__all__ = ["Summary", "Tally", "wilson"]


def wilson(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Give Wilson's score interval for a proportion.

    Parameters
    ----------
    successes, trials : int
        How many out of how many; of nothing nothing is known, which is the interval from 0 to 1.
    confidence : float
        Between 0 and 1.

    Raises
    ------
    ValueError
        When the numbers make no sense.

    Notes
    -----
    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927. It
    keeps its confidence near 0 and 1, where the usual plus-or-minus fails.

    Examples
    --------
    >>> [round(end, 4) for end in wilson(81, 263)]
    [0.2553, 0.3662]
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} out of {trials} is not a proportion")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence lies between 0 and 1, and {confidence} does not")
    if not trials:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = successes / trials
    middle = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    low, high = ((middle + sign * spread) / (1 + z * z / trials) for sign in (-1, 1))
    return (0.0 if successes == 0 else low), (1.0 if successes == trials else high)


@dataclass(frozen=True)
class Summary:
    """Counts of a survey, and what follows from them.

    Attributes
    ----------
    solvable, unsolvable, unknown : int
        Deals by verdict.
    limits : dict
        How many are unknown for which reason.
    median_states, largest_states : float and int
        Positions stored by the attempt that counts.
    median_length : float, optional
        Moves of the solutions found.
    seconds : float
        CPU, all attempts together.
    """

    solvable: int = 0
    unsolvable: int = 0
    unknown: int = 0
    limits: dict[str, int] = field(default_factory=dict)
    median_states: float = 0
    largest_states: int = 0
    median_length: float | None = None
    seconds: float = 0.0

    @property
    def total(self) -> int:
        """All deals."""
        return self.solvable + self.unsolvable + self.unknown

    @property
    def winnability(self) -> float | None:
        """The share of solvable deals among the decided ones; None when there are none."""
        decided = self.solvable + self.unsolvable
        return self.solvable / decided if decided else None

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Give Wilson's interval over the decided deals.

        It speaks for all deals only if the unknown ones are like the others, which hard deals
        seldom are: see :meth:`bounds`.
        """
        return wilson(self.solvable, self.solvable + self.unsolvable, confidence)

    def bounds(self, confidence: float = 0.95) -> tuple[float, float]:
        """Give the ends of Wilson's intervals with every unknown deal counted lost, and won.

        Examples
        --------
        >>> low, high = Summary(solvable=80, unsolvable=15, unknown=5).bounds()
        >>> round(low, 3), round(high, 3)
        (0.711, 0.907)
        """
        low, _ = wilson(self.solvable, self.total, confidence)
        _, high = wilson(self.solvable + self.unknown, self.total, confidence)
        return low, high


class Tally:
    """Counts results as they come.

    Examples
    --------
    >>> Tally().summary().total
    0
    """

    def __init__(self, results: Iterable[SurveyResult] = ()) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self.stored = 0
        self.seconds = 0.0
        self._limits: Counter[str] = Counter()
        self._states: list[int] = []
        self._lengths: list[int] = []
        for result in results:
            self.add(result)

    def add(self, result: SurveyResult) -> None:
        """Count one more."""
        self.verdicts[result.verdict] += 1
        self.stored += result.stored
        self.seconds += result.seconds
        self._states.append(result.statistics.stored)
        if result.limit is not None:
            self._limits[result.limit.value] += 1
        if result.length is not None:
            self._lengths.append(result.length)

    @property
    def total(self) -> int:
        """How many there were."""
        return len(self._states)

    def summary(self) -> Summary:
        """Give the numbers up to now."""
        return Summary(
            self.verdicts[Verdict.SOLVABLE],
            self.verdicts[Verdict.UNSOLVABLE],
            self.verdicts[Verdict.UNKNOWN],
            dict(self._limits.most_common()),
            median(self._states) if self._states else 0,
            max(self._states, default=0),
            median(self._lengths) if self._lengths else None,
            self.seconds,
        )
