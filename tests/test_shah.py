"""The Shah: what is proved lost or safe, against plain exhaustive search and by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from cadogan import Deal, Verdict, get_game, solve
from cadogan.games.cards import Pack
from cadogan.games.game import Game
from cadogan.games.position import Position

#: Small deals, those of the last two often lost.
SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"rays": 1, "refill": "talon-first"}, {"copies": 2, "suits": "C", "ranks": 8}),
    ({"rays": 2}, {"copies": 1, "suits": "CD", "ranks": 8}),
    ({"rays": 2, "refill": "talon-first"}, {"copies": 1, "suits": "CD", "ranks": 9}),
    ({"rays": 3}, {"copies": 1, "suits": "CD", "ranks": 9}),
    ({"rays": 3, "refill": "talon-first"}, {"copies": 1, "suits": "CD", "ranks": 9}),
    ({"rays": 3, "refill": "talon-first"}, {"copies": 1, "suits": "CDHS", "ranks": 7}),
    ({"rays": 7, "refill": "talon-first"}, {"copies": 2, "suits": "C", "ranks": 12}),
]


def game_of(options: dict[str, Any], pack: dict[str, Any]) -> Game:
    return type(get_game("shah"))(Pack(**pack), options)


@pytest.mark.parametrize(("options", "pack"), SETTINGS)
def test_reductions_keep_verdicts(options: dict[str, Any], pack: dict[str, Any]) -> None:
    game = game_of(options, pack)
    for seed in range(1, 41):
        deal = Deal.from_seed(game, seed)
        plain = solve(deal, method="dfs", reductions=False, state_limit=100_000)
        reduced = solve(deal, method="dfs", state_limit=100_000)
        if Verdict.UNKNOWN not in (plain.verdict, reduced.verdict):
            assert plain.verdict == reduced.verdict, seed


def walked(deal: Deal, rng: random.Random) -> Iterator[Position]:
    """Give the positions of a random game that plays on when it can."""
    position = deal.position()
    while moves := position.notations():
        yield position
        plays = [move for move in moves if move not in ("turn", "next")]
        position = position.play(rng.choice(plays if plays and rng.random() < 0.8 else moves))


@pytest.mark.parametrize(("options", "pack"), SETTINGS)
def test_dead_positions_are_lost(options: dict[str, Any], pack: dict[str, Any]) -> None:
    game = game_of(options, pack)
    rng = random.Random(1)
    found = 0
    for seed in range(1, 31):
        for position in walked(Deal.from_seed(game, seed), rng):
            if position.dead:
                found += 1
                deal = Deal(game, position.piles())
                plain = solve(deal, method="dfs", reductions=False, state_limit=100_000)
                assert plain.verdict is not Verdict.SOLVABLE, position.draw()
                break
    assert found >= 5


def star(inner: str, middle: str, outer: str, stock: str) -> Deal:
    """A position of clubs, ace to seven (the king), with two rays."""
    text = ["game: shah", "option rays: 2", "pack: copies=2 suits=C ranks=7", "phase: 4"]
    for circle, cards in (("inner", inner), ("middle", middle), ("outer", outer)):
        text += [f"ray {i} {circle}: {card}" for i, card in enumerate(cards.split(), 1)]
    return Deal.parse("\n".join([*text, f"stock: {stock}"]))


@pytest.mark.parametrize(
    ("inner", "middle", "outer", "stock"),
    [
        ("3C 3C", "5C 5C", "6C 6C", "2C 2C 4C 4C"),  # the fives need a three
        ("3C 4C", "5C 5C", "6C 6C", "2C 2C 3C 4C"),  # neither five can be the last
    ],
)
def test_lost_at_sight(inner: str, middle: str, outer: str, stock: str) -> None:
    deal = star(inner, middle, outer, stock)
    assert deal.position().dead
    assert solve(deal, method="dfs", reductions=False).verdict is Verdict.UNSOLVABLE
