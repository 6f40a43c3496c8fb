"""The survey itself: handing deals to workers, stage by stage, and keeping what comes back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from cadogan.solver.result import Limit
from cadogan.solver.surveys.effort import Stage, next_stage
from cadogan.solver.surveys.executors import Crew, SchedulerError, crew, is_death
from cadogan.solver.surveys.findings import Attempt, Setting, SurveyResult
from cadogan.solver.surveys.seeds import Seeds, each_once
from cadogan.solver.surveys.tasks import Answer, GameSpec, Task, search, warm
from cadogan.solver.surveys.workers import WorkerDied

if TYPE_CHECKING:
    from cadogan.games.game import Game
    from cadogan.solver.surveys.store import Store

__all__ = ["SurveyProgress", "survey"]

#: CPU seconds that one task should take, so that handing it over costs nothing to speak of.
TASK_SECONDS = 0.2
MOST_DEALS = 50
#: Deals looked up in the store at a time.
LOOK_UP = 200


@dataclass(frozen=True)
class SurveyProgress:
    """What a survey tells a progress callback whenever an answer has come in.

    Attributes
    ----------
    finished : int
        Deals whose result has been given.
    open : int
        Deals that wait for a later stage.
    running : int
        Deals in the hands of workers.
    stage, stages : int
        The first stage that is still at work, counted from 1, and how many there are.
    """

    finished: int
    open: int
    running: int
    stage: int
    stages: int


@dataclass
class _Open:
    """A deal without a verdict."""

    dealer: str
    seed: int
    stage: int = 0
    attempts: tuple[Attempt, ...] = ()
    deaths: int = 0
    following: int | None = None  # the stage after this one


def survey(
    game: str | Game,
    seeds: str | Seeds | Iterable[int | str],
    *,
    dealer: str | None = None,
    method: str = "auto",
    time_limit: float | None = None,
    state_limit: int | None = None,
    memory_limit: int | None = None,
    reductions: bool = True,
    stages: Sequence[Stage] | None = None,
    jobs: int = 1,
    executor: Executor | str | None = None,
    store: Store | str | Path | None = None,
    retry_unknown: bool = False,
    keep_moves: bool = False,
    proof: bool = False,
    progress: Callable[[SurveyProgress], None] | None = None,
) -> Iterator[SurveyResult]:
    """Decide many numbered deals of a game, one after another or in parallel.

    Parameters
    ----------
    game : str or Game
        A game's name, or a game with its options and pack.
    seeds : str, Seeds or iterable
        Numbers of deals; texts such as ``"1-1000"`` or ``"ms:1-32000"``. Each deal is looked at
        once. An iterable is read little further than results are asked for.
    dealer : str, optional
        The seed scheme of numbers that name none, ``cadogan`` by default.
    method, time_limit, state_limit, memory_limit, reductions
        For each deal, as in :func:`cadogan.solve`; times are CPU seconds of the worker. The
        memory limit is by default an equal share of half of the free memory.
    stages : sequence of Stage, optional
        Several efforts, in place of the one above: all deals go through the first, those that
        stay open through the second, and so on.
    jobs : int
        Worker processes; with 1 everything happens in this process.
    executor : concurrent.futures.Executor or str, optional
        Where to search instead: any executor, of which `jobs` tells how many tasks it runs at a
        time; the address of a Dask scheduler such as ``"tcp://host:8786"``; or ``"processes"``
        for worker processes even with one job.
    store : Store or path-like, optional
        Where attempts are kept. Deals that it has a verdict for are not searched again, nor those
        that an earlier survey gave up.
    retry_unknown : bool
        Whether deals that were given up are tried again, by each stage that lifts the limit that
        stopped them.
    keep_moves : bool
        Whether solutions are kept, in the results and in the store.
    proof : bool
        Whether certificates are made and kept, as in :func:`cadogan.solve`. Verdicts that are in
        the store without one stay so.
    progress : callable, optional
        Told whenever an answer has come in.

    Yields
    ------
    SurveyResult
        For each deal one, as they are found, which need not be the order of the seeds. What is
        yielded has been stored before. Without time limits the verdicts do not depend on
        workers.

    Raises
    ------
    PatienceError
        For a game, seed, method, store or scheduler that cannot be used, at once or when the
        survey comes to it.
    KeyboardInterrupt
        After Ctrl-C. Searches that were under way leave no trace.
    RuntimeError
        When a search contradicts the rules, or worker processes cannot be started.

    Examples
    --------
    >>> from cadogan import survey
    >>> for result in survey("freecell", [11981, 11982], dealer="ms"):
    ...     print(result.name, result.verdict.value)
    ms:11981 solvable
    ms:11982 unsolvable
    """
    from cadogan.games import get_game

    if stages is None:
        stages = [Stage(method, time_limit, state_limit, memory_limit, reductions)]
    elif not stages:
        raise ValueError("a survey needs a stage")
    if isinstance(seeds, (int, bytes)):
        raise TypeError(f"seeds are a text such as '1-1000' or numbers in a row, not {seeds!r}")
    if jobs < 1:
        raise ValueError(f"a survey needs at least one job, not {jobs}")
    played = get_game(game) if isinstance(game, str) else game
    run = _Survey(played, tuple(stages), keep_moves, proof)
    run.retry_unknown, run.progress = retry_unknown, progress
    return run.results(_numbers(seeds, dealer), jobs, executor, store)


def _numbers(
    seeds: str | Seeds | Iterable[int | str], dealer: str | None
) -> Iterator[tuple[str, int]]:
    if isinstance(seeds, str):
        seeds = Seeds.parse(seeds, dealer=dealer)
    return iter(seeds) if isinstance(seeds, Seeds) else each_once(seeds, dealer or "cadogan")


@contextmanager
def _opened(store: Store | str | Path | None) -> Iterator[Store | None]:
    """Open a store, unless it is open: then it stays so."""
    from cadogan.solver.surveys.store import Store

    owner = closing(Store(store)) if isinstance(store, (str, Path)) else nullcontext(store)
    with owner as found:
        yield found


@dataclass
class _Survey:
    """One run: what is waiting, what is with the workers, what is ready to be given out."""

    game: Game
    stages: tuple[Stage, ...]
    keep_moves: bool
    proof: bool
    retry_unknown: bool = False
    progress: Callable[[SurveyProgress], None] | None = None
    store: Store | None = None
    finished: int = 0
    interrupted: bool = False
    failure: Exception | None = None  # ends the survey once all that was found has gone out
    settings: dict[str, Setting] = field(default_factory=dict)
    fresh: Iterator[_Open | SurveyResult] = field(default_factory=lambda: iter(()))
    put_back: _Open | None = None
    again: deque[_Open] = field(default_factory=deque)  # to be tried once more, alone
    later: deque[_Open] = field(default_factory=deque)  # wait for a later stage
    ready: deque[SurveyResult] = field(default_factory=deque)
    running: dict[Future[Answer], list[_Open]] = field(default_factory=dict)
    paces: dict[int, float] = field(default_factory=dict)  # CPU seconds a deal, by stage

    def results(
        self,
        numbers: Iterator[tuple[str, int]],
        jobs: int,
        executor: Executor | str | None,
        store: Store | str | Path | None,
    ) -> Iterator[SurveyResult]:
        """Run the survey."""
        first = next(numbers, None)
        if first is None:
            return
        self._deal_one(*first)
        spec = GameSpec.of(self.game)
        start = (warm, (spec, *first, self.stages))
        with _opened(store) as self.store, crew(jobs, executor, start) as staff:
            if staff.memory is not None:
                self.stages = tuple(
                    replace(stage, memory_limit=stage.memory_limit or staff.memory)
                    for stage in self.stages
                )
            self.fresh = self._sifted(chain([first], numbers))
            try:
                yield from self._run(spec, staff)
            finally:
                for future in self.running:
                    future.cancel()

    def _deal_one(self, dealer: str, seed: int) -> None:
        """Refuse now what would be refused by the first worker."""
        from cadogan.games.deal import Deal

        Deal.from_seed(self.game, seed, dealer)

    def _run(self, spec: GameSpec, staff: Crew) -> Iterator[SurveyResult]:
        while True:
            more = True
            while more and len(self.running) < staff.window:
                deals = self._next_deals(staff)
                if deals:
                    self._hand_in(spec, staff.executor, deals)
                more = bool(deals or self.ready) and self.failure is None
                yield from self._given_out()
            if self.running:
                done, _ = wait(self.running, return_when=FIRST_COMPLETED)
                self._collect(done)
                yield from self._given_out()
            elif self.failure is None:
                return
            if self.failure is not None:
                raise self.failure
            if self.interrupted:
                raise KeyboardInterrupt

    def _given_out(self) -> Iterator[SurveyResult]:
        while self.ready:
            self.finished += 1
            yield self.ready.popleft()

    # Choosing what to do next ---------------------------------------------------------------

    def _sifted(self, numbers: Iterator[tuple[str, int]]) -> Iterator[_Open | SurveyResult]:
        """Look deals up in the store: those that need no search come out as results."""
        if self.store is None:
            yield from (_Open(dealer, seed) for dealer, seed in numbers)
            return
        while block := list(islice(numbers, LOOK_UP)):
            for dealer in dict.fromkeys(dealer for dealer, _ in block):
                seeds = [seed for scheme, seed in block if scheme == dealer]
                known = self.store.attempts(self._setting(dealer), seeds)
                for seed in seeds:
                    yield self._judged(dealer, seed, known.get(seed, ()))

    def _judged(
        self, dealer: str, seed: int, attempts: tuple[Attempt, ...]
    ) -> _Open | SurveyResult:
        if not attempts:
            return _Open(dealer, seed)
        stage = next_stage(attempts, self.stages, self.retry_unknown)
        if stage is None:
            return SurveyResult(self._setting(dealer), seed, attempts, stored=True)
        return _Open(dealer, seed, stage, attempts)

    def _setting(self, dealer: str) -> Setting:
        if dealer not in self.settings:
            self.settings[dealer] = Setting.of(self.game, dealer)
        return self.settings[dealer]

    def _next_deals(self, staff: Crew) -> list[_Open]:
        """Take deals for one task: of one scheme and stage, and not too many."""
        if self.again:
            return [self.again.popleft()]
        deals: list[_Open] = []
        while len(self.ready) < LOOK_UP:
            deal, self.put_back = self.put_back or next(self.fresh, None), None
            if deal is None:
                break
            if isinstance(deal, SurveyResult):
                self.ready.append(deal)
            elif deal.stage:  # all deals go through the cheap stages first
                self.later.append(deal)
            elif not deals or self._fits(deals, deal):
                deals.append(deal)
                if len(deals) >= self._size(0, staff):
                    break
            else:
                self.put_back = deal
                break
        while self.later and not self.ready and (not deals or self._fits(deals, self.later[0])):
            if len(deals) >= self._size(self.later[0].stage, staff):
                break
            deals.append(self.later.popleft())
        return deals

    def _fits(self, deals: list[_Open], deal: _Open) -> bool:
        return (deals[0].dealer, deals[0].stage) == (deal.dealer, deal.stage)

    def _size(self, stage: int, staff: Crew) -> int:
        """Choose how many deals make a task, by what they took up to now."""
        pace = self.paces.get(stage)
        if staff.window == 1 or pace is None:
            return 1
        return max(1, min(MOST_DEALS, int(TASK_SECONDS / max(pace, 1e-6))))

    def _hand_in(self, spec: GameSpec, executor: Executor, deals: list[_Open]) -> None:
        seeds = tuple(deal.seed for deal in deals)
        stage = self.stages[deals[0].stage]
        task = Task(spec, deals[0].dealer, seeds, stage, self.keep_moves, self.proof)
        try:
            self.running[executor.submit(search, task)] = deals
        except BrokenExecutor as error:  # what it has finished is still to be taken in
            self.failure = error

    # Taking in what came out ----------------------------------------------------------------

    def _collect(self, done: Iterable[Future[Answer]]) -> None:
        """Take answers, store them, and only then let results go out, before any error."""
        found: list[tuple[_Open, Attempt]] = []
        for future in done:
            deals = self.running.pop(future)
            try:
                found += self._answers(future, deals)
            except Exception as error:  # the others' answers are worth keeping
                self.failure = error
        for deal, attempt in found:
            deal.attempts = (*deal.attempts, attempt)
        if self.store is not None and found:
            self.store.add((self._setting(d.dealer), d.seed, attempt) for d, attempt in found)
        for deal, attempt in found:
            self._put_away(deal, attempt)
        self._tell()

    def _answers(
        self, future: Future[Answer], deals: list[_Open]
    ) -> list[tuple[_Open, Attempt]]:
        try:
            answer = future.result()
        except CancelledError as error:
            raise SchedulerError("the executor has dropped tasks that were handed in") from error
        except Exception as error:
            if is_death(error):
                return self._after_death(deals, error)
            raise
        if answer.rules_version != self.game.rules_version:
            raise SchedulerError(
                f"a worker plays version {answer.rules_version} of the rules of {self.game.name}, "
                f"not {self.game.rules_version}: install the same Cadogan everywhere"
            )
        found = list(zip(deals, answer.attempts, strict=False))
        self._mind_the_pace(deals[0].stage, answer)
        if found and found[-1][1].limit is Limit.INTERRUPTED:
            self.interrupted = True
            found.pop()
        else:
            self.again.extend(deals[len(found) :])
        return [(deal, self._marked(deal, attempt)) for deal, attempt in found]

    def _marked(self, deal: _Open, attempt: Attempt) -> Attempt:
        """Note whether this was the last that was meant to be tried."""
        deal.following = next_stage((*deal.attempts, attempt), self.stages, True, deal.stage + 1)
        lost = attempt.limit is Limit.WORKER_DIED
        return replace(attempt, last=lost or deal.following is None)

    def _after_death(
        self, deals: list[_Open], error: BaseException
    ) -> list[tuple[_Open, Attempt]]:
        """Try each deal again, alone; a deal over which a worker has then died twice is unknown.

        When a worker dies over several deals, it is not known which of them was at fault, so none
        is blamed.
        """
        found = []
        for deal in deals:
            if len(deals) == 1:
                # Dask gives up only after several workers have died over a task.
                deal.deaths += 1 if isinstance(error, WorkerDied) else 2
            if deal.deaths < 2:
                self.again.append(deal)
            else:
                death = Attempt.death(self.stages[deal.stage])
                found.append((deal, self._marked(deal, death)))
        return found

    def _mind_the_pace(self, stage: int, answer: Answer) -> None:
        for attempt in answer.attempts:
            seconds = attempt.statistics.seconds
            pace = self.paces.get(stage, seconds)
            self.paces[stage] = pace + (seconds - pace) / 16

    def _put_away(self, deal: _Open, attempt: Attempt) -> None:
        if attempt.last or deal.following is None:
            setting = self._setting(deal.dealer)
            self.ready.append(SurveyResult(setting, deal.seed, deal.attempts))
            return
        deal.stage, deal.deaths = deal.following, 0
        self.later.append(deal)

    def _tell(self) -> None:
        if self.progress is not None:
            at_work = [deals[0].stage for deals in self.running.values()]
            at_work += [deal.stage for deal in islice(self.later, 1)]
            self.progress(
                SurveyProgress(
                    self.finished + len(self.ready),
                    len(self.later) + len(self.again),
                    sum(map(len, self.running.values())),
                    min(at_work, default=0) + 1,
                    len(self.stages),
                )
            )
