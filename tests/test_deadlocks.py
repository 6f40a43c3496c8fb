"""FreeCell's lower bound: cards that wait for each other, by hand, by trial of all sets, and wrong.

That the bound is admissible and consistent is tested in ``test_conformance_search.py``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from support import sized

from cadogan import Deal, get_game, solve
from cadogan.games.cards import Pack
from cadogan.games.classics import deadlocks
from cadogan.games.classics.freecell import (
    COLUMN,
    COLUMNS,
    HOME,
    WIDTH,
    FreeCell,
    remaining,
)
from cadogan.games.layout import Piles, cards_of
from cadogan.games.position import Position
from cadogan.games.state import count

# By hand ------------------------------------------------------------------------------------------


def laid(pack: Pack, cells: int, *columns: str) -> Deal:
    game = get_game("freecell").with_options(pack=pack, cells=cells, columns=max(4, len(columns)))
    return Deal.parse("\n".join(f"column {i}: {c}" for i, c in enumerate(columns, start=1)), game)


@pytest.mark.parametrize(
    ("suits", "ranks", "columns", "extra", "length"),
    [
        pytest.param("CD", 2, ["2C AC", "2D AD"], 0, 4, id="nothing waits"),
        pytest.param("CD", 2, ["AC 2C", "2D AD"], 1, 5, id="one covers its own suit"),
        pytest.param("CD", 2, ["AC 2D", "2C AD"], 0, 4, id="one waits for the other"),
        pytest.param("CD", 2, ["AC 2D", "AD 2C"], 1, 5, id="two wait for each other"),
        pytest.param("CDH", 2, ["AC 2D", "AD 2H", "AH 2C"], 1, 7, id="a ring of three"),
        pytest.param("CDHS", 2, ["AC 2D", "AD 2C", "AH 2S", "AS 2H"], 2, 10, id="two rings"),
        # 3S waits with 2D and with 2H: each ring counted, 11 moves would be asked for.
        pytest.param(
            "DHS", 3, ["AD AH 3S", "AS 2D", "2S 2H", "3H 3D"], 1, 10, id="a card of two rings"
        ),
        # What covers its own suit moves anyhow: 3D is of no ring.
        pytest.param("CD", 3, ["AC AD 3D", "3C 2D 2C"], 1, 7, id="a covering card breaks a ring"),
        pytest.param("CD", 3, ["AC AD 2D", "2C 3D 3C"], 2, 8, id="covering cards on both"),
    ],
)
def test_by_hand(suits: str, ranks: int, columns: list[str], extra: int, length: int) -> None:
    deal = laid(Pack(suits=suits, ranks=ranks), 2, *columns)
    assert deal.position().remaining == len(suits) * ranks + extra
    found = solve(deal, "astar").moves
    assert found is not None and len(found) == length


def test_two_more_at_most() -> None:
    columns = ["AC 2D", "AD 2C", "AH 2S", "AS 2H", "3C 4D", "3D 4C", "3H 4S", "3S 4H"]
    assert laid(Pack(ranks=4), 1, *columns).position().remaining == 16 + 2  # 4 would be true


def test_cards_in_cells_are_out_of_the_way() -> None:
    position = laid(Pack(suits="CD", ranks=2), 1, "AC 2D", "AD 2C").position()
    after = position.play("1a")
    assert (position.remaining, after.remaining) == (5, 4)


# By trial of all sets -----------------------------------------------------------------------------


def is_enough(columns: list[list[int]], lifted: set[int]) -> bool:
    """Take cards off the columns: those lifted at will, others when no lower one lies there."""
    there = [list(column) for column in columns]
    while True:
        lying = {card for column in there for card in column}
        waits = {
            card
            for card in lying - lifted
            if any(card - d in lying for d in range(1, card & 15))
        }
        before = len(lying)
        for column in there:
            if column and column[-1] not in waits:
                column.pop()
        if not any(there):
            return True
        if sum(map(len, there)) == before:
            return False


def by_trial(piles: Piles, columns: int) -> tuple[int, int]:
    """Give the bound, and how many cards more than those that cover their suit it counts."""
    lying = [cards_of(piles, f"column {i + 1}") for i in range(columns)]
    cards = [card for column in lying for card in column]
    covers = {
        card
        for column in lying
        for at, card in enumerate(column)
        if any(low >> 4 == card >> 4 and low < card for low in column[:at])
    }
    others = [card for card in cards if card not in covers]
    more = next(
        (
            n
            for n in (0, 1)
            if any(is_enough(lying, covers | set(some)) for some in combinations(others, n))
        ),
        2,
    )
    in_cells = sum(card != 0 for card in cards_of(piles, "cells"))
    return len(cards) + in_cells + len(covers) + more, more


def walked(games: list[FreeCell], number: int) -> Iterator[tuple[FreeCell, Position]]:
    chance = random.Random(4)
    for seed in range(number):
        game = games[seed % len(games)]
        position = Deal.from_seed(game, seed).position()
        for _ in range(8):
            yield game, position
            moves = position.moves()
            if not moves:
                break
            position = position.play(chance.choice(moves))


def sized_games() -> list[FreeCell]:
    return [
        FreeCell(Pack(1, suits, ranks), {"cells": cells, "columns": columns})
        for suits, ranks, cells, columns in
        [("CDHS", 5, 1, 5), ("CDHS", 4, 0, 8), ("CDH", 6, 2, 4), ("CDHS", 13, 4, 8)]
    ]  # fmt: skip


def test_the_bound_is_that_of_all_sets() -> None:
    seen = Counter[int]()
    for game, position in walked(sized_games(), sized(200, 40)):
        bound, more = by_trial(position.piles(), game.number("columns"))
        assert position.remaining == bound, position.draw()
        seen[more] += 1
    assert len(seen) == 3 and min(seen.values()) >= 10, seen


# Wrong bounds -------------------------------------------------------------------------------------


def falls(bound: Callable[[Position], int]) -> bool:
    """Say whether a bound falls by more than 1 in some move."""
    return any(
        bound(position) > 1 + bound(position.play(move))
        for _, position in walked(sized_games()[:3], 60)
        for move in position.moves()
    )


def test_the_bound_does_not_fall_by_two() -> None:
    assert not falls(lambda position: int(remaining(position.row, position.table)))


def what_covers_stays(monkeypatch: Any) -> None:
    """Do not lift what covers its own suit: the same move is counted twice."""
    right = deadlocks.played_down
    monkeypatch.setattr(
        deadlocks, "played_down", lambda a, b, c, d, free, *more: right(a, b, c, d, 0, *more)
    )


def cells_wait(monkeypatch: Any) -> None:
    """Take cards in cells for cards that still wait below others."""
    right = deadlocks.played_down

    def wrong(state: Any, first: int, stride: int, columns: int, free: int, left: int, gone: int):  # type: ignore[no-untyped-def]
        home = 0
        for suit in range(4):
            home |= ((2 << count(state, HOME + suit)) - 2) << 16 * suit
        lifted = gone & ~home if left == deadlocks.heights(state, first, stride, columns) else 0
        return right(state, first, stride, columns, free, left, gone & ~lifted)

    monkeypatch.setattr(deadlocks, "played_down", wrong)


def any_column(monkeypatch: Any) -> None:
    """Try only the first column that is stuck, which need not be in a ring."""
    monkeypatch.setattr(
        deadlocks,
        "ring_of",
        lambda state, first, stride, columns, left, gone: next(
            1 << i for i in range(columns) if left >> 5 * i & 31
        ),
    )


@pytest.mark.parametrize("wrong", [what_covers_stays, cells_wait, any_column])
def test_a_wrong_bound_is_found_out(wrong: Callable[[Any], None], monkeypatch: Any) -> None:
    wrong(monkeypatch)
    assert falls(lambda position: int(remaining(position.row, position.table)))


def components(position: Position) -> int:
    """Count the sets of cards, none of which covers its suit, that all wait for each other."""
    row, columns = position.row, int(position.table[COLUMNS])
    free = deadlocks.covering(row, COLUMN, WIDTH, columns)
    lying = [cards_of(position.piles(), f"column {i + 1}") for i in range(columns)]
    everything = [card for column in lying for card in column]
    waits: dict[int, set[int]] = {}
    for column in lying:
        for at, card in enumerate(column):
            waits[card] = set(column[at + 1 :])
            if not free >> card & 1:
                waits[card] |= {low for low in everything if low >> 4 == card >> 4 and low < card}
    for middle in everything:  # to what they wait for, add what this waits for
        for card in everything:
            if middle in waits[card]:
                waits[card] |= waits[middle]
    rings = {frozenset(b for b in waits[a] if a in waits[b]) for a in everything}
    return sum(bool(ring) for ring in rings)


def test_one_for_each_component_is_not_consistent() -> None:
    """3S leaves a ring that waits for a second one, and that for a third, on which it is put."""
    columns = ["AD 3S", "AS 3D", "2D 5H 6C", "5C 6H", "AH 2C", "AC 4H"]
    rest = ["6D 5D 4D", "6S 5S 4S 2S", "3H 2H", "4C 3C"]
    position = laid(Pack(ranks=6), 0, *columns, *rest).position()
    after = position.play("16")
    assert (components(position), components(after)) == (3, 1)
    assert position.remaining <= 1 + after.remaining
