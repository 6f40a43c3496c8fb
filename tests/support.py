"""What the test battery over all games shares: settings, oracles, random play, enumerations.

Whoever registers a game adds settings for small deals in ``tests/settings``, and an
oracle in ``tests/oracles``, each in a module named after the game.
"""

from __future__ import annotations

import ctypes
import inspect
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from cadogan import Deal, DealError, Result, Verdict, game_names, get_game, solve
from cadogan.games.cards import Pack, name_of
from cadogan.games.compiling import build, mode
from cadogan.games.game import CANARY, Game
from cadogan.games.layout import Piles
from cadogan.games.position import Position
from cadogan.solver.methods import SEARCHES

#: How large the battery is; everything that is counted below grows with it.
SIZE = float(os.environ.get("CADOGAN_TEST_SIZE", {"native": 1, "checked": 0.1}.get(mode(), 0.05)))

#: Random positions a game that are compared with its oracle, and small deals that it judges.
WALKED_POSITIONS = 10_000
SMALL_DEALS = 300
#: Small deals with more positions than this are passed over.
MOST_POSITIONS = 1_500


def sized(number: int, least: int = 1) -> int:
    """Scale a number that makes tests long."""
    return max(least, round(number * SIZE))


# Settings ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """A small pack and a choice of options; the other options have their defaults."""

    copies: int
    suits: str
    ranks: int
    options: Mapping[str, str | int] = field(default_factory=dict)

    def game(self, name: str) -> Game:
        return type(get_game(name))(Pack(self.copies, self.suits, self.ranks), self.options)


def _module(folder: str, name: str) -> ModuleType | None:
    """Import what a folder of the tests has for a game, if anything."""
    try:
        return import_module(f"{folder}.{name.replace('-', '_')}")
    except ModuleNotFoundError:
        return None


def settings_of(name: str) -> tuple[Setting, ...]:
    """List a game's small settings, or fail the test that asks for them.

    Their deals have a few hundred positions, some are won and some lost; the smallest come first.
    """
    module = _module("settings", name)
    if module is None:
        pytest.fail(
            f"{name} is registered, but no settings for small deals of it are known: "
            "add some to tests/settings"
        )
    return tuple(Setting(**pack, options=options) for options, pack in module.SETTINGS)


def implies_cards(name: str) -> bool:
    """Say whether positions of a game only imply where some cards lie (``IMPLIED = True``)."""
    return bool(getattr(_module("settings", name), "IMPLIED", False))


def small_games(name: str) -> list[Game]:
    """List a game's small settings."""
    return [setting.game(name) for setting in settings_of(name)]


def telling(values: Sequence[Any]) -> list[Any]:
    """Pick the values of an option that tell: all of a few, the ends and the middle of a range."""
    if len(values) <= 3:
        return list(values)
    return [values[0], values[len(values) // 2], values[-1]]


@cache
def walked_games(name: str) -> tuple[Game, ...]:
    """List settings that have each telling value, with the full pack and with a small one."""
    plain, small = get_game(name), small_games(name)
    found = {plain: None, **dict.fromkeys(small)}
    for option in plain.options:
        for number, value in enumerate(telling(option.values)):
            for base in (plain, small[number % len(small)]):
                try:
                    game = type(base)(base.pack, {**base.chosen, option.name: value})
                    Deal.from_seed(game, 0)
                except DealError:
                    continue  # the game says that these do not go together
                found[game] = None
    return tuple(found)


def all_walked_games() -> list[Game]:
    """List the walked settings of all games that have an entry."""
    known = [name for name in game_names() if _module("settings", name)]
    return [game for name in known for game in walked_games(name)]


# Oracles ----------------------------------------------------------------------------------------

OraclePosition = dict[str, Any]


def _copied(position: OraclePosition) -> OraclePosition:
    """Copy a position of an oracle five times faster than by ``copy.deepcopy``."""
    return {
        name: value[:] if isinstance(value, list) else value for name, value in position.items()
    }


class Oracle:
    """A game's slow second statement of its rules, with options and pack filled in."""

    def __init__(self, game: Game) -> None:
        rules = _module("oracles", game.name)
        if rules is None:
            pytest.fail(f"{game.name} is registered, but has no oracle: write one in tests/oracles")
        self._rules: Any = rules
        if hasattr(rules, "changed"):
            self._rules.changed = _copied
        self.game = game
        self._options = dict(game.chosen)
        pack = game.pack
        self._pack = {"copies": pack.copies, "suits": pack.suits, "ranks": pack.ranks}

    def start(self, cards: list[int]) -> OraclePosition:
        """Deal shuffled cards."""
        position: OraclePosition = self._rules.start(
            [name_of(card) for card in cards], self._options, self._pack
        )
        flat = all(
            isinstance(value, (int, str))
            or (isinstance(value, list) and all(isinstance(card, str) for card in value))
            for value in position.values()
        )
        assert flat, "an oracle's position has piles of cards and numbers, and nothing deeper"
        return position

    def moves(self, position: OraclePosition) -> dict[str, OraclePosition]:
        """Give the position after each legal move."""
        found: dict[str, OraclePosition] = self._rules.moves(position, self._options, self._pack)
        return found

    def won(self, position: OraclePosition) -> bool:
        """Say whether a position is won."""
        return bool(self._rules.won(position, self._options, self._pack))

    def normal(self, position: OraclePosition) -> Hashable:
        """Give what positions that the game's key takes for equal have in common.

        Where that is not quite the oracle's own normal form, the oracle says why (``declared``).
        """
        form = getattr(self._rules, "declared", self._rules.normal)
        key: Hashable = form(position)
        return key

    def read(self, piles: Piles) -> OraclePosition:
        """Write piles as the oracle does."""
        return {
            name: [name_of(card) if card else "-" for card in value]
            if isinstance(value, list)
            else value
            for name, value in piles.items()
        }

    def wins(self, position: OraclePosition, line: list[str]) -> bool:
        """Say whether moves are legal and win."""
        for move in line:
            after = self.moves(position)
            if move not in after:
                return False
            position = after[move]
        return self.won(position)


class Judged(NamedTuple):
    """What a breadth-first search by an oracle alone found out about a deal."""

    deal: Deal
    #: How many positions there are at each depth.
    counts: list[int]
    #: The length of a shortest win, or None when there is none.
    shortest: int | None

    @property
    def verdict(self) -> Verdict:
        return Verdict.UNSOLVABLE if self.shortest is None else Verdict.SOLVABLE


def breadth_first(
    oracle: Oracle, start: OraclePosition, most: int, depth: int | None = None
) -> tuple[list[int], int | None] | None:
    """Count positions by depth and find the first win; None when there are more than ``most``."""
    seen = {oracle.normal(start)}
    level, counts, shortest = [start], [1], 0 if oracle.won(start) else None
    while level and (depth is None or len(counts) <= depth):
        following = []
        for position in level:
            for after in oracle.moves(position).values():
                key = oracle.normal(after)
                if key not in seen:
                    seen.add(key)
                    following.append(after)
                    if shortest is None and oracle.won(after):
                        shortest = len(counts)
        if len(seen) > most:
            return None
        level = following
        counts += [len(level)] * bool(level)
    return counts, shortest


@cache
def judged_deals(name: str) -> tuple[Judged, ...]:
    """Let the oracle judge small deals of a game, all settings in turn.

    A setting of which three deals in a row have too many positions is left out.
    """
    games = small_games(name)
    oracles, failures = {game: Oracle(game) for game in games}, Counter[Game]()
    found: list[Judged] = []
    for seed in range(2 * SMALL_DEALS):
        for game in [game for game in games if failures[game] < 3]:
            deal, oracle = Deal.from_seed(game, seed), oracles[game]
            result = breadth_first(oracle, oracle.read(deal.piles), MOST_POSITIONS)
            failures[game] = failures[game] + 1 if result is None else 0
            found += [] if result is None else [Judged(deal, *result)]
        if len(found) >= sized(SMALL_DEALS, 4 * len(games)):
            return tuple(found)
    raise AssertionError(f"most small deals of {name} have more than {MOST_POSITIONS} positions")


# Rules in the form in which they were built -----------------------------------------------------

_POINTER = {"move": ctypes.c_int64}


def native_call(function: Any) -> Callable[..., int]:
    """Make a compiled rule callable with addresses."""
    names = inspect.signature(function).parameters
    kinds = [_POINTER.get(name, ctypes.c_void_p) for name in names]
    found: Callable[..., int] = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(build(function).address)
    return found


class BuiltRules:
    """A game's rules as the search has them: machine code, checked code or plain Python."""

    def __init__(self, game: Game, how: str | None = None) -> None:
        self.how = how or mode()
        self.game = game
        named = game.rules.named()
        if self.how == "native":
            self._rules = {name: native_call(function) for name, function in named.items()}
        else:
            self._rules = {name: build(function, self.how) for name, function in named.items()}
        self._out = np.zeros(game.max_moves + 1, np.int64)

    def _given(self, array: Any) -> Any:
        return array.ctypes.data if self.how == "native" else array

    def moves(self, row: Any, table: Any) -> list[int]:
        """List the moves that a table's mode asks for."""
        self._out[-1] = CANARY
        n = int(self._rules["moves"](*map(self._given, (row, table, self._out))))
        assert 0 <= n <= self.game.max_moves, f"{n} moves of at most {self.game.max_moves}"
        assert self._out[-1] == CANARY, "the canary behind the last possible move is dead"
        return [int(move) for move in self._out[:n]]

    def play(self, row: Any, table: Any, move: int) -> Any:
        """Give the row after a move."""
        after = row.copy()
        words = after.view(np.uint64)
        with np.errstate(over="ignore"):
            status = self._rules["play"](*map(self._given, (after, words, table)), move)
        assert status == 0
        return after

    def number(self, name: str, row: Any, table: Any, *more: Any) -> int:
        """Ask one of the other rules."""
        with np.errstate(over="ignore"):
            return int(self._rules[name](*map(self._given, (row, table, *more))))


@cache
def built_rules(name: str) -> BuiltRules:
    """Build the rules of a game once."""
    return BuiltRules(get_game(name))


# Random play ------------------------------------------------------------------------------------


class Step(NamedTuple):
    """A position and what its moves lead to."""

    position: Position
    after: dict[str, Position]


def moved(position: Position, code: int) -> Position:
    """Make a move by the built rules."""
    rules = built_rules(position.game.name)
    return Position(position.game, rules.play(position.row, position.table, code), position.table)


def step_of(position: Position) -> Step:
    """Make all moves of a position by the built rules."""
    codes = built_rules(position.game.name).moves(position.row, position.table)
    after = {position.game.format_move(code): moved(position, code) for code in codes}
    assert len(after) == len(codes), "two moves are written alike, or one is listed twice"
    return Step(position, after)


def _unfinished(position: Position) -> int:
    rules = built_rules(position.game.name)
    return rules.number("unfinished", position.row, position.table)


def random_steps(start: Position, rng: random.Random, most: int) -> Iterator[Step]:
    """Play on at random, more often than not nearer to the end where a move leads there."""
    position = start
    for _ in range(most):
        step = step_of(position)
        yield step
        ways = list(step.after.values())
        if not ways:
            return
        left = _unfinished(position)
        nearer = [way for way in ways if _unfinished(way) < left]
        position = rng.choice(nearer if nearer and rng.random() < 0.6 else ways)


def _somewhere_on_a_win(deal: Deal, rng: random.Random) -> Position:
    """Give a position on a winning line if one is found at once, else the start."""
    line = solve(deal, state_limit=2_000).moves or ()
    position = deal.position()
    for move in line[: rng.randrange(len(line) + 1)]:
        position = moved(position, deal.game.parse_move(move))
    return position


#: How many positions of each setting were walked in this process.
WALKED: dict[Game, int] = {}
#: Tiny settings have few positions; so many deals are played before their share is given up.
MOST_WALKS = 300


def walked_share(game: Game) -> int:
    """Say how many positions of a setting are to be looked at: a quarter in reserve."""
    return -(-5 * sized(WALKED_POSITIONS) // (4 * len(walked_games(game.name))))


def walked_steps(game: Game) -> list[list[Step]]:
    """Play deals of a setting at random; one list a deal, all positions different.

    Where the search is fast, every other deal is taken up on a winning line, for positions that
    random play hardly ever comes to.
    """
    rng = random.Random(f"{game!r}")
    deals: list[list[Step]] = []
    wanted, seen = walked_share(game), set()
    for seed in range(MOST_WALKS):
        deal = Deal.from_seed(game, seed)
        start = deal.position()
        if seed % 2 and mode() == "native":
            start = _somewhere_on_a_win(deal, rng)
        steps = []
        for step in random_steps(start, rng, 80):
            if step.position.key not in seen and len(seen) < wanted:
                seen.add(step.position.key)
                steps.append(step)
        deals.append(steps)
        if len(seen) == wanted:
            break
    WALKED[game] = len(seen)
    return deals


# Runs that must come out the same ---------------------------------------------------------------


def tiny_deals(name: str) -> list[Deal]:
    """Choose a won and a lost deal of each of the first two settings, where there are."""
    found = []
    for game in small_games(name)[:2]:
        judged = [item for item in judged_deals(name) if item.deal.game == game]
        for verdict in (Verdict.SOLVABLE, Verdict.UNSOLVABLE):
            found += [item.deal for item in judged if item.verdict is verdict][:1]
    return found


def hopeless_deal() -> Deal:
    """Give a full-size deal that searches without reductions never come to an end with."""
    deals = (Deal.from_seed("napoleons-square", seed) for seed in range(100))
    return next(deal for deal in deals if deal.position().dead)


def record(result: Result) -> dict[str, Any]:
    """Give everything about a result that must be the same in every run."""
    done = result.statistics
    return {
        "verdict": result.verdict.value,
        "limit": result.limit.value if result.limit else None,
        "method": result.method,
        "moves": None if result.moves is None else list(result.moves),
        "optimal": result.optimal,
        "exhaustive": result.exhaustive,
        "effort": [done.generated, done.expanded, done.stored],
        "stages": list(done.stages),
    }


def records(deals: Iterable[Deal], methods: Iterable[str] = SEARCHES) -> list[dict[str, Any]]:
    """Solve deals by methods, with and without reductions."""
    return [
        {"asked": [method, reductions], **record(solve(deal, method, reductions=reductions))}
        for deal in deals
        for method in methods
        for reductions in (True, False)
    ]


def run_python(code: str, *arguments: str, **environment: str) -> str:
    """Run code in a new process, in which this module can be imported; give what it prints."""
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**clean, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
