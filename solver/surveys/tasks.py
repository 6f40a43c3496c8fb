"""What a worker does: search some deals of one game, wherever it runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from cadogan.games.deal import Deal
from cadogan.solver.result import Limit
from cadogan.solver.surveys.effort import Stage
from cadogan.solver.surveys.findings import Attempt

if TYPE_CHECKING:
    from cadogan.games.cards import Pack
    from cadogan.games.game import Game

#: A worker gives back what it has after so many seconds, even if not all deals had their turn.
PATIENCE = 1.0

_warming = threading.Lock()
_warm: set[tuple[type, str, bool]] = set()


@dataclass(frozen=True)
class GameSpec:
    """A game as it travels: without the tables that it keeps once it has made them."""

    kind: type[Game]
    pack: Pack
    chosen: tuple[tuple[str, str | int], ...]

    @classmethod
    def of(cls, game: Game) -> GameSpec:
        """Describe a game."""
        return cls(type(game), game.pack, tuple(game.chosen.items()))


@dataclass(frozen=True)
class Task:
    """Deals to be searched one after another."""

    game: GameSpec
    dealer: str
    seeds: tuple[int, ...]
    stage: Stage
    keep_moves: bool = False
    proof: bool = False


@dataclass(frozen=True)
class Answer:
    """What came out: an attempt for each of the first deals, perhaps not for all."""

    attempts: tuple[Attempt, ...]
    rules_version: int


@lru_cache(maxsize=16)
def _game(spec: GameSpec) -> Game:
    return spec.kind(spec.pack, dict(spec.chosen))


def search(task: Task) -> Answer:
    """Search the deals of a task until all are done, or until it is time to report.

    Raises
    ------
    PatienceError
        When the task asks for what does not exist.
    RuntimeError
        When a search contradicts the rules: an internal error, which names the deal.
    """
    game, stage = _game(task.game), task.stage
    warm(task.game, task.dealer, task.seeds[0], [stage])
    found: list[Attempt] = []
    started = time.monotonic()
    for seed in task.seeds:
        if found and time.monotonic() - started > PATIENCE:
            break
        found.append(_searched(game, seed, task))
        if found[-1].limit is Limit.INTERRUPTED:
            break
    return Answer(tuple(found), game.rules_version)


def _searched(game: Game, seed: int, task: Task) -> Attempt:
    from cadogan.solver.solving import solve

    deal, stage = Deal.from_seed(game, seed, task.dealer), task.stage
    try:
        result = solve(
            deal,
            stage.method,
            reductions=stage.reductions,
            time_limit=stage.time_limit,
            state_limit=stage.state_limit,
            memory_limit=stage.memory_limit,
            proof=task.proof,
        )
    except RuntimeError as error:
        raise RuntimeError(f"{task.dealer}:{seed} of {game!r}: {error}") from error
    return Attempt.of(stage, result, task.keep_moves)


def warm(spec: GameSpec, dealer: str, seed: int, stages: Sequence[Stage]) -> None:
    """Compile, or load, what the stages need; threads of one process wait for each other here."""
    from cadogan.solver.solving import solve

    with _warming:
        for stage in stages:
            key = (spec.kind, stage.method, stage.reductions)
            if key not in _warm:
                deal = Deal.from_seed(_game(spec), seed, dealer)
                solve(deal, stage.method, reductions=stage.reductions, state_limit=1, time_limit=1)
                _warm.add(key)
