"""How hard a survey tries: the stages through which its deals go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cadogan.solver.methods import check_effort
from cadogan.solver.result import Limit

if TYPE_CHECKING:
    from cadogan.solver.surveys.findings import Attempt

__all__ = ["Stage", "next_stage"]


@dataclass(frozen=True)
class Stage:
    """One way to search a deal: what :func:`cadogan.solve` is asked for.

    Attributes
    ----------
    method : str
        A method of ``solve``.
    time_limit : float, optional
        CPU seconds of the worker.
    state_limit : int, optional
        Positions; under this limit alone a verdict is the same however many workers there are.
    memory_limit : int, optional
        Bytes that the worker may use for one deal.
    reductions : bool
        Whether proved reductions are applied.

    Raises
    ------
    UnsupportedError
        When there is no such method.
    TypeError
        When a limit is no number.
    ValueError
        When a limit is not positive.

    Examples
    --------
    >>> print(Stage("auto", state_limit=200_000))
    auto, 200,000 states
    """

    method: str = "auto"
    time_limit: float | None = None
    state_limit: int | None = None
    memory_limit: int | None = None
    reductions: bool = True

    def __post_init__(self) -> None:
        check_effort(
            self.method,
            time_limit=self.time_limit,
            state_limit=self.state_limit,
            memory_limit=self.memory_limit,
        )

    def __str__(self) -> str:
        parts = [self.method]
        if self.state_limit is not None:
            parts.append(f"{self.state_limit:,} states")
        if self.time_limit is not None:
            parts.append(f"{self.time_limit:g} s")
        if self.memory_limit is not None:
            parts.append(f"{self.memory_limit / 2**20:,.0f} MiB")
        if not self.reductions:
            parts.append("no reductions")
        return ", ".join(parts)

    def limit_on(self, reason: Limit) -> float | None:
        """Give the limit that a reason tells of."""
        limits = {
            Limit.TIME: self.time_limit,
            Limit.STATES: self.state_limit,
            Limit.MEMORY: self.memory_limit,
        }
        return limits.get(reason)


def next_stage(
    attempts: Sequence[Attempt],
    stages: Sequence[Stage],
    retry_unknown: bool = False,
    start: int = 0,
) -> int | None:
    """Say where a deal goes on that has been tried before.

    Parameters
    ----------
    attempts : sequence of Attempt
        What has been tried.
    stages : sequence of Stage
        What this survey would try.
    retry_unknown : bool
        Whether deals that an earlier survey gave up are tried again.
    start : int
        The first stage to think of.

    Returns
    -------
    int or None
        The first stage that could tell something new; None when the deal is decided, was given
        up, or has been through all of them.
    """
    if any(attempt.proved for attempt in attempts):
        return None
    if not retry_unknown and any(attempt.last for attempt in attempts):
        return None
    for number in range(start, len(stages)):
        if not any(_covers(attempt, stages[number]) for attempt in attempts):
            return number
    return None


def _covers(attempt: Attempt, stage: Stage) -> bool:
    """Say whether a stage would only end as an attempt did: it lifts no limit that stopped it."""
    from cadogan import __version__

    tried, reason = attempt.stage, attempt.limit
    same = (tried.method, tried.reductions, attempt.version) == (
        stage.method, stage.reductions, __version__,
    )  # fmt: skip
    if not same or reason is None or reason in (Limit.INTERRUPTED, Limit.WORKER_DIED):
        return False
    if reason in (Limit.TIME, Limit.STATES, Limit.MEMORY):
        return _at_most(stage.limit_on(reason), tried.limit_on(reason))
    return all(  # the method's own limits, which may depend on those given to it
        _at_most(stage.limit_on(each), tried.limit_on(each))
        for each in (Limit.TIME, Limit.STATES, Limit.MEMORY)
    )


def _at_most(new: float | None, old: float | None) -> bool:
    """Compare limits, of which None is the largest."""
    return old is None or (new is not None and new <= old)
