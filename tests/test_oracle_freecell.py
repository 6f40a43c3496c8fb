"""The oracle of FreeCell against moves worked out by hand, and small searches."""

from __future__ import annotations

from typing import Any

import pytest
from oracle_positions import (
    ONE_PACK,
    cells,
    check_moves,
    play,
    shuffled_start,
    winnable,
)
from oracles import freecell
from oracles.common import EMPTY, Position

FREECELL_MOVES = [
    # Down in alternate colours: a red six goes to black sevens only.
    (cells(["6D", "7C", "7S", "7H", "7D"], "TC"), "12, 13"),
    (cells(["6S", "7C", "7S", "7H", "7D"], "TC"), "14, 15"),
    # One lower exactly, never upwards, and never round the corner.
    (cells(["5D", "7C", "KH", "4C"], "AC", "- - AH -"), "41, ah"),
    (cells(["KH", "AC", "QD", "JD"], ""), "2h"),
    # Every free cell is a target of its own, for free cards only.
    (cells(["2C KD", "KH", "KS", "KC"], "- 9D -"),
     "1a, 1c, 2a, 2c, 3a, 3c, 4a, 4c"),
    # A cell feeds columns and home, never another cell.
    (cells(["KC", "TS", "KD", "KH"], "9D 2C - -", "AC - - -"),
     "1c, 1d, 2c, 2d, 3c, 3d, 4c, 4d, a2, bh"),
    # Any card goes to any vacant column, a lone one too.
    (cells(["3C 9C", "4S", "", ""], "5C"), "13, 14, 23, 24, a3, a4"),
    # Sequences move card by card: the eight cannot take its seven along.
    (cells(["8C 7D", "9H", "8S", "KC"], "2C"), "13, 32"),
    # Home goes up in suit from the ace; nothing ever comes back.
    (cells(["AD", "3C", "2S", "4C"], "3D", "2C - - AS"), "1h, 13, 2h, 3h, a4"),
    # Without cells there are none to go to.
    (cells(["6D", "7C", "AH", "KD"], ""), "12, 3h"),
    # Ten columns: the tenth is 0.
    (cells(["6D"] + ["KC"] * 8 + ["7S"], ""), "10"),
    (cells(["7S"] + ["KC"] * 8 + ["6D"], ""), "01"),
    (cells(["KC"] * 9 + ["AD"], "-"), "1a, 2a, 3a, 4a, 5a, 6a, 7a, 8a, 9a, 0a, 0h"),
    # Seven cells: the last is g.
    (cells(["KC", "KD", "KH", "KS"], "9C 9D 9H 9S TC TD -"), "1g, 2g, 3g, 4g"),
    (cells(["TS", "KD", "KH", "KS"], "8C 8D 8H 8S 2C TD 9H"), "g1"),
    # A stuck position.
    (cells(["KC", "KD", "KH", "KS"], "9C 9D 9H 9S"), ""),
]  # fmt: skip


@pytest.mark.parametrize("position, expected", FREECELL_MOVES)
def test_freecell_moves(position: Position, expected: str) -> None:
    options = {"cells": len(position["cells"]), "columns": len(position) - 2}
    check_moves(freecell, position, options, ONE_PACK, expected)


@pytest.mark.parametrize("suits", ["CH", "DS", "HS"])
def test_freecell_moves_of_two_suits(suits: str) -> None:
    # Foundations follow the suits of the pack, in the order C D H S.
    black, red = (s for s in sorted(suits, key="CSDH".index))
    order = [s for s in "CDHS" if s in suits]
    foundations = " ".join("A" + s if s == red else EMPTY for s in order)
    columns = ["2" + red, "3" + black, "A" + black, "3" + red]
    pack = {"copies": 1, "suits": suits, "ranks": 3}
    position = cells(columns, "", foundations)
    check_moves(freecell, position, {}, pack, "1h, 12, 31, 3h")


@pytest.mark.parametrize(
    "before, move, after",
    [
        ((["6D", "7C"], "- -"), "12", (["", "7C 6D"], "- -")),
        ((["5S 6D", "7C"], "- -"), "1b", (["5S", "7C"], "- 6D")),
        ((["5S 6D", ""], "- -"), "12", (["5S", "6D"], "- -")),
        ((["7C", ""], "- 6D"), "b1", (["7C 6D", ""], "- -")),
        ((["7C", ""], "- 6D"), "b2", (["7C", "6D"], "- -")),
        ((["7C AH"], "-"), "1h", (["7C"], "-", "- - AH -")),
        ((["7C"], "2D", "- AD - -"), "ah", (["7C"], "-", "- 2D - -")),
    ],
)
def test_freecell_moves_made(before: tuple[Any, ...], move: str, after: tuple[Any, ...]) -> None:
    reached = play(freecell, cells(*before), [move], {}, ONE_PACK)
    assert reached == cells(*after)


def test_freecell_won_only_when_every_suit_is_home() -> None:
    last = cells(["", "", "", ""], "KH", "KC KD QH KS")
    assert not freecell.won(last, {}, ONE_PACK)
    done = freecell.moves(last, {}, ONE_PACK)["ah"]
    assert done == cells(["", "", "", ""], "-", "KC KD KH KS")
    assert freecell.won(done, {}, ONE_PACK)


def test_freecell_a_line_that_wins_without_cells() -> None:
    pack = {"copies": 1, "suits": "CD", "ranks": 4}
    cards = "AC AD 2C 2D 3C 3D 4D 4C".split()
    options = {"cells": 0, "columns": 4}
    position = freecell.start(cards, options, pack)
    # Columns: AC 3C, AD 3D, 2C 4D, 2D 4C.
    opening = {"13", "24"}
    assert set(freecell.moves(position, options, pack)) == opening
    reached = play(freecell, position, ["13", "1h", "24", "2h"], options, pack)
    assert reached == cells(["", "", "2C 4D 3C", "2D 4C 3D"], "", "AC AD")
    line = ["31", "32", "3h", "1h", "41", "43", "4h", "1h", "2h", "3h"]
    reached = play(freecell, reached, line, options, pack)
    assert freecell.won(reached, options, pack)


def test_freecell_a_line_that_needs_its_cell() -> None:
    # Both suits are black, so nothing builds and no column is vacant at first.
    pack = {"copies": 1, "suits": "CS", "ranks": 3}
    cards = "AC AS 2C 2S 3C 3S".split()
    options = {"cells": 1, "columns": 4}
    position = freecell.start(cards, options, pack)
    line = ["1a", "1h", "3h", "ah", "2a", "2h", "4h", "ah"]
    assert freecell.won(play(freecell, position, line, options, pack), options, pack)
    bare = {"cells": 0, "columns": 4}
    assert freecell.moves(freecell.start(cards, bare, pack), bare, pack) == {}


def test_freecell_more_cells_never_lose_a_won_deal() -> None:
    results = set()
    for seed in range(40):
        outcomes = []
        for count in (0, 1, 2):
            options = {"cells": count, "columns": 4}
            pack = {"copies": 1, "suits": "CD", "ranks": 7}
            position = shuffled_start(freecell, options, pack, seed)
            outcomes.append(winnable(freecell, position, options, pack))
        assert outcomes == sorted(outcomes)
        results.add(tuple(outcomes))
    assert len(results) > 1
