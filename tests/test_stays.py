"""Inner models of building: what few moves a card win, no more and no less."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

import pytest
from support import sized
from test_cpsat import positions

from cadogan import Deal, Limit, Verdict, check, solve
from cadogan.games.layout import Piles
from cadogan.solver.cpsat.deciding import MOST_MOVES
from cadogan.solver.cpsat.engine import Effort, Status, run
from cadogan.solver.cpsat.following import follow
from cadogan.solver.encoding.compiling import encode, facts_of, kinds_of
from cadogan.solver.encoding.encoding import Kind

pytest.importorskip("ortools")

GAMES = ("congress", "fan", "four-corners", "louis", "napoleons-square", "nation")
DEALS = int(os.environ.get("CADOGAN_CPSAT_DEALS", sized(24, least=12)))

each_game = pytest.mark.parametrize("name", GAMES)

#: Deals that are won if a card moves so many times, and not if each moves less often.
STUBBORN = {
    1: """
        game: nation
        option redeals: 0
        option columns: 3
        pack: copies=2 suits=C ranks=9
        ascending: 6C
        descending: 5C
        next number: 0
        stock:
        column 1: 3C 4C AC 2C
        column 2: 9C 7C
        column 3: 8C
    """,
    2: """
        game: nation
        option redeals: 0
        option columns: 3
        pack: copies=2 suits=C ranks=9
        ascending: 4C
        descending: 6C
        next number: 0
        stock:
        column 1: 5C 5C AC 6C 2C 3C
        column 2: 9C 8C 7C 4C
        column 3:
    """,
    3: """
        game: nation
        option redeals: 0
        option spaces: cleared
        option columns: 2
        pack: copies=2 suits=C ranks=8
        ascending: 2C
        descending: 6C
        next number: 0
        shut 1: 0
        shut 2: 0
        stock:
        column 1: 3C 5C 6C 3C 4C 7C
        column 2: 4C AC 2C 8C 5C
    """,
    4: """
        game: fan
        option empty: any
        pack: copies=1 suits=CH ranks=5
        fan 1: 4H 4C 2C
        fan 2: 2H 3H 5H
        fan 3: 3C AH
        fan 4: AC 5C
    """,
}


@cache
def inner_deals(name: str) -> tuple[Deal, ...]:
    """Give small deals and positions that have inner models."""
    found: list[Deal] = []
    for deal in positions(name):
        if Kind.INNER in kinds_of(facts_of(deal)):
            found.append(deal)
        if len(found) == DEALS:
            return tuple(found)
    raise AssertionError("positions never end")


class TooHardError(Exception):
    """A model was not decided within the work that a test may take."""


def line_of(deal: Deal, moves: int) -> list[int] | None:
    """Give a win in which no card moves more often before it goes home, if there is one."""
    facts = facts_of(deal)
    encoding = encode(facts, Kind.INNER, moves)
    answer = run(encoding.model, Effort(None, 1.0))
    if answer.values is None:
        if answer.status is Status.UNKNOWN:
            raise TooHardError
        assert answer.status is Status.INFEASIBLE
        return None
    assert encoding.read is not None
    return follow(deal, facts, encoding.read(answer.values))


def lying(piles: Piles) -> dict[str, Sequence[int]]:
    """Give the cards of each pile in which cards lie one on another."""
    apart = ("ascending", "descending", "foundations", "circle", "aside")
    return {n: c for n, c in piles.items() if isinstance(c, list) and n not in apart}


def most_moves(deal: Deal, line: Sequence[int]) -> int:
    """Count how often the card that moves most does so before it goes home, along a line.

    Draws are no moves; equal cards are told apart by where they come from.
    """
    position, names, often = deal.position(), iter(range(1000)), Counter[int]()
    held = {name: [next(names) for _ in cards] for name, cards in lying(deal.piles).items()}
    for move in line:
        position = position.play(move)
        after = lying(position.piles())
        grown = [name for name in held if len(after[name]) > len(held[name])]
        for name in held:
            if len(after[name]) < len(held[name]):
                card = held[name].pop(0 if name == "stock" else -1)
                for other in grown:
                    held[other].append(card)
                    often[card] += other != "talon"
        assert all(len(held[name]) == len(after[name]) for name in held)
    return max(often.values(), default=0)


@each_game
def test_lines_with_few_moves_a_card_are_found(name: str) -> None:
    """Where A* finds a win with so many moves a card, so does the model; a lost deal has none."""
    compared = 0
    for deal in inner_deals(name):
        result = solve(deal, "astar", state_limit=100_000)
        if result.verdict is Verdict.UNKNOWN:
            continue
        often = most_moves(deal, result.moves) if result.moves is not None else 1
        if often <= MOST_MOVES:
            with suppress(TooHardError):
                line = line_of(deal, max(1, often))
                assert (line is not None) == (result.moves is not None), deal.text()
                if line is not None:
                    assert check(deal, line).ok
                    assert most_moves(deal, line) <= max(1, often)
                compared += 1
    assert compared > len(inner_deals(name)) // 2


@pytest.mark.parametrize("moves", STUBBORN)
def test_models_are_tried_with_more_moves_in_turn(moves: int) -> None:
    deal = Deal.parse(STUBBORN[moves])
    result = solve(deal, "cpsat")
    tried = ["cpsat outer", "cpsat inner"]
    tried += [f"cpsat inner, {number} moves a card" for number in range(2, MOST_MOVES + 1)]
    assert list(result.statistics.stages) == tried[: moves + 1]
    if moves <= MOST_MOVES:
        assert result.moves is not None and check(deal, result.moves).ok
        assert most_moves(deal, result.moves) == moves
    else:
        assert (result.verdict, result.limit) == (Verdict.UNKNOWN, Limit.NONE_WITHIN_K)
        assert line_of(deal, moves) is not None


def test_a_card_may_come_back_to_the_card_it_was_found_on() -> None:
    """The three leaves the four, and is married to it again on a help (a model once forgot)."""
    deal = Deal.parse(
        "game: congress\noption columns: 1\noption helps: 1\npack: copies=2 suits=C ranks=5\n"
        "foundations: 4C AC\nrows: 0\ncolumn 1: 2C 5C 5C 4C 3C\n"
    )
    result = solve(deal, "cpsat")
    assert result.moves is not None and check(deal, result.moves).ok
    assert line_of(deal, 1) is None
