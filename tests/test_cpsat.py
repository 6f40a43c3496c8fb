"""CP-SAT's verdicts on small deals beside those of exhaustive search.

``CADOGAN_CPSAT_DEALS`` says how many deals a game (``make cpsat-cross-check`` takes 500).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from support import SIZE, small_games

from cadogan import Deal, Limit, Result, UnsupportedError, Verdict, check, game_names, solve
from cadogan.games.errors import DealError
from cadogan.games.facts import Facts
from cadogan.games.game import Game
from cadogan.solver.cpsat import deciding
from cadogan.solver.encoding.compiling import encode, facts_of, kinds_of
from cadogan.solver.encoding.encoding import Encoding, Kind
from cadogan.solver.encoding.model import Before, Clause, Model

pytest.importorskip("ortools")

#: Small deals a game.
DEALS = int(os.environ.get("CADOGAN_CPSAT_DEALS", max(6, round(24 * SIZE))))
#: Positions that search stores at most for its verdict; larger deals are passed over.
MOST = 300_000
#: Games whose models are exact, and those that at times decide nothing.
EXACT = ("black-hole", "fan", "la-belle-lucie", "mill", "two-rings", "wheel")
RELAXED = (
    "congress",
    "four-corners",
    "hemispheres",
    "louis",
    "napoleons-square",
    "nation",
    "shah",
)
#: The answers that leave a deal open without a limit that was hit.
OPEN = (Limit.RELAXATION_FEASIBLE, Limit.NONE_WITHIN_K)

each_game = pytest.mark.parametrize("name", (*EXACT, *RELAXED))


def test_every_game_has_its_models_or_none() -> None:
    assert sorted((*EXACT, *RELAXED, "freecell")) == game_names()


@cache
def encodable(name: str) -> tuple[Game, ...]:
    """List a game's small settings, in their last deal."""
    found: dict[Game, None] = {}
    for game in small_games(name):
        for option, value in (("redeals", 0), ("deals", 1)):
            if option in game.chosen and name != "two-rings":
                game = game.with_options(**{option: value})
        found[game] = None
    return tuple(found)


def positions(name: str) -> Iterator[Deal]:
    """Give small deals, and positions from random play of some of them."""
    games, rng = encodable(name), random.Random(name)
    seed = 0
    while True:
        seed += 1
        deal = Deal.from_seed(games[seed % len(games)], seed)
        plies = rng.randrange(1, 12) if seed % 3 == 0 or name == "congress" else 0
        position = deal.position()
        while (plies > 0 or not is_encodable(Deal(deal.game, position.piles()))) and (
            moves := position.moves()
        ):
            position = position.play(rng.choice(moves))
            plies -= 1
        later = Deal(deal.game, position.piles())
        if is_encodable(later):
            yield later if plies < 0 or seed % 3 == 0 or name == "congress" else deal


def is_encodable(deal: Deal) -> bool:
    try:
        facts_of(deal)
    except (UnsupportedError, DealError):
        return False
    return True


def judged(name: str, count: int) -> list[tuple[Deal, Verdict]]:
    """Give positions with the verdicts of exhaustive search."""
    found = []
    for deal in positions(name):
        verdict = solve(deal, "dfs", state_limit=MOST).verdict
        if verdict is not Verdict.UNKNOWN:
            found.append((deal, verdict))
        if len(found) == count:
            return found
    raise AssertionError


def agrees(result: Result, verdict: Verdict) -> bool:
    """Say whether CP-SAT says the same as search, or nothing."""
    return result.verdict is verdict or (
        result.verdict is Verdict.UNKNOWN and result.limit in OPEN
    )


@each_game
def test_verdicts_are_those_of_search(name: str) -> None:
    tally: Counter[tuple[Verdict, Verdict]] = Counter()
    for deal, verdict in judged(name, DEALS):
        result = solve(deal, "cpsat", trust="status")
        assert agrees(result, verdict), deal.text()
        tally[verdict, result.verdict] += 1
        if result.moves is not None:
            assert check(deal, result.moves).ok
        if Kind.EXACT in kinds_of(facts_of(deal)):
            assert result.verdict is verdict
    if name in EXACT and SIZE >= 1:
        assert tally[Verdict.SOLVABLE, Verdict.SOLVABLE] > 0
        assert tally[Verdict.UNSOLVABLE, Verdict.UNSOLVABLE] > 0
