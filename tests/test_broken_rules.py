"""Rules that break their promises are errors, and never lead to a verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support import (
    judged_deals,
    small_games,
)

from cadogan import (
    Deal,
    solve,
)
from cadogan.games.classics import freecell
from cadogan.games.classics.freecell import FreeCell
from cadogan.games.compiling import helper, rule
from cadogan.games.game import Rules
from cadogan.solver.methods import SEARCHES

each_method = pytest.mark.parametrize("method", SEARCHES)


MOST = FreeCell.max_moves
GOES_ROUND = 1 << 20
list_moves, make_move, list_unfinished = freecell.moves, freecell.play, freecell.unfinished


@rule
def too_many_moves(state, table, out):
    return MOST + 1


@rule
def negative_number_of_moves(state, table, out):
    return -1


@rule
def writes_too_far(state, table, out):
    n = list_moves(state, table, out)
    out[MOST] = 5
    return n


@rule
def play_fails(state, words, table, move):
    make_move(state, words, table, move)
    return -1


@rule
def play_knows_a_move_without_effect(state, words, table, move):
    if move != GOES_ROUND:
        make_move(state, words, table, move)
    return 0


@rule
def is_negative(state, table):
    return -1


@rule
def falls(state, table):
    return list_unfinished(state, table)


@rule
def forces_for_ever(state, table):
    return GOES_ROUND


@helper
def is_start(state, table):
    return list_unfinished(state, table) == table[4]


@rule
def is_negative_later(state, table):
    if is_start(state, table):
        return 1
    return -1


@rule
def dead_is_negative_later(state, table):
    if is_start(state, table):
        return 0
    return -1


GOOD = FreeCell.rules.named()
EVERY = set(SEARCHES)
BREAKS: list[tuple[str, dict[str, Any], set[str]]] = [
    ("too many moves", {"moves": too_many_moves}, EVERY),
    ("negative moves", {"moves": negative_number_of_moves}, EVERY),
    ("overwritten canary", {"moves": writes_too_far}, EVERY),
    ("failing play", {"play": play_fails}, EVERY),
    ("negative unfinished", {"unfinished": is_negative}, EVERY),
    ("negative unfinished later", {"unfinished": is_negative_later}, EVERY),
    ("negative remaining", {"remaining": is_negative}, {"astar", "idastar"}),
    ("negative remaining later", {"remaining": is_negative_later}, {"astar", "idastar"}),
    ("negative dead", {"dead": is_negative}, EVERY),
    ("negative dead later", {"dead": dead_is_negative_later}, EVERY),
    ("falling layer", {"layer": falls}, {"layered", "auto"}),
    ("negative layer", {"layer": is_negative}, {"layered", "auto", "best-first"}),
    (
        "endless forced moves",
        {"forced": forces_for_ever, "play": play_knows_a_move_without_effect},
        EVERY - {"astar", "idastar"},
    ),
]


def broken_deal(changed: dict[str, Callable[..., Any]]) -> Deal:
    """Deal a small FreeCell some of whose rules are replaced."""
    broken = type("Broken", (FreeCell,), {"rules": Rules(**{**GOOD, **changed})})
    small = small_games("freecell")[0]
    deals = (judged.deal for judged in judged_deals("freecell") if judged.deal.game == small)
    return Deal(broken(small.pack, small.chosen), next(deals).piles)


@pytest.mark.parametrize(
    ("changed", "methods"), [(c, m) for _, c, m in BREAKS], ids=[name for name, _, _ in BREAKS]
)
@each_method
def test_a_broken_rule_is_an_error_and_no_verdict(
    changed: dict[str, Any], methods: set[str], method: str
) -> None:
    deal = broken_deal(changed)
    if method in methods:
        with pytest.raises(RuntimeError, match="internal error"):
            solve(deal, method)
    else:
        assert solve(deal, method).verdict is solve(broken_deal({}), method).verdict
