"""The oracle of Napoleon's Square against moves worked out by hand."""

from __future__ import annotations

import pytest
from oracle_positions import (
    TWIN_CLUBS,
    TWO_PACKS,
    check_moves,
    play,
    shuffled_start,
    square,
    winnable,
)
from oracles import napoleons_square
from oracles.common import Position

CLUBS_BEGUN = "4C 2C - - - - - -"

SQUARE_MOVES = [
    # Marriages go in suit, the moved card one lower.
    (square(["5C", "6C", "6D", "4C", "7C"]), "p1 p2, p2 p5, p4 p1"),
    # Nothing goes upwards in the square, nor round the corner.
    (square(["KC", "AC", "2C"]), "p2 home, p2 p3"),
    # Only the top of a packet moves or is built on.
    (square(["5C KD", "6C QS", "QD"]), "p3 p1"),
    # Sequences do not move as a whole: the eight goes to its other nine only.
    (square(["TC", "9C 8C", "2D 9C"]), "p2 p3, p3 p1"),
    # Gaps are never filled from the square, not even by kings.
    (square(["KC", "", "3D 9H"]), ""),
    # Gaps may take the talon's top, and turning goes on regardless.
    (square(["KC", "", ""], "2S 9H", "3D"), "turn, talon p2, talon p3"),
    # There is no filling from the stock without turning first.
    (square(["KC", ""], "", "3D"), "turn"),
    # The talon's top may marry, fill or go home; what it covers may not.
    (square(["4C", "5H", ""], "5C 3C", "", CLUBS_BEGUN), "talon home, talon p1, talon p3"),
    (square(["5H", "4S"], "3S 4D", ""), ""),
    # A talon card goes to both copies of its parent.
    (square(["6C", "2D 6C", "6S"], "5C", "9D"), "turn, talon p1, talon p2"),
    # Both copies of a suit take cards, each its own next one.
    (square(["5C", "3C", "AC", "4C"], "", "", CLUBS_BEGUN),
     "p1 home, p2 home, p2 p4, p4 p1"),
    # Aces go to the vacant foundation of their suit, deuces wait for them.
    (square(["AS", "AS", "2S", "2H"], "AD", "", "2C AC - - - - - -"),
     "p1 home, p1 p3, p2 home, p2 p3, talon home"),
    # The stock out and the talon not is no cause for a redeal.
    (square(["KC", "KD"], "2S 9H", ""), ""),
    # A married card may shift to the other copy of its parent.
    (square(["6C 5C", "2H 6C"]), "p1 p2"),
]  # fmt: skip


@pytest.mark.parametrize("position, expected", SQUARE_MOVES)
@pytest.mark.parametrize("kind", ["packets", "single"])
def test_napoleons_square_moves(position: Position, expected: str, kind: str) -> None:
    # The kind of square changes the deal only.
    check_moves(napoleons_square, position, {"square": kind}, TWO_PACKS, expected)


def test_napoleons_square_names_packets_above_nine() -> None:
    position = square(["AD"] + ["KC"] * 8 + ["2D", "", "AH"], "3D", "")
    expected = "p1 home, p1 p10, p12 home, talon p11"
    check_moves(napoleons_square, position, {}, TWO_PACKS, expected)


@pytest.mark.parametrize(
    "before, move, after",
    [
        ((["9C", ""], "2D 3D", "4S 5S"), "turn", (["9C", ""], "2D 3D 4S", "5S")),
        ((["9C", ""], "2D 3D", "4S"), "talon p2", (["9C", "3D"], "2D", "4S")),
        ((["9C"], "2D 8C", "4S"), "talon p1", (["9C 8C"], "2D", "4S")),
        ((["9C", "8C"], "2D", "4S"), "p2 p1", (["9C 8C", ""], "2D", "4S")),
    ],
)
def test_napoleons_square_moves_made(
    before: tuple[list[str], str, str], move: str, after: tuple[list[str], str, str]
) -> None:
    reached = play(napoleons_square, square(*before), [move], {}, TWO_PACKS)
    assert reached == square(*after)


def test_napoleons_square_plays_home_on_the_copy_that_fits() -> None:
    position = square(["2C", "9H AH"], "3C", "", "AC 2C - - - - - -")
    line = ["p1 home", "talon home", "p2 home"]
    reached = play(napoleons_square, position, line, {}, TWO_PACKS)
    done = square(["", "9H"], "", "", "2C 3C - - AH - - -")
    assert napoleons_square.normal(reached) == napoleons_square.normal(done)


def test_napoleons_square_won_only_when_every_copy_is_home() -> None:
    last = square(["6C", ""], foundations="6C 5C")
    assert not napoleons_square.won(last, {}, TWIN_CLUBS)
    done = napoleons_square.moves(last, {}, TWIN_CLUBS)["p1 home"]
    assert done == square(["", ""], foundations="6C 6C")
    assert napoleons_square.won(done, {}, TWIN_CLUBS)


def test_napoleons_square_a_line_that_wins() -> None:
    pack = {"copies": 1, "suits": "CD", "ranks": 4}
    cards = "4C 3D 2C AC 2D AD 4D 3C".split()
    options = {"packets": 1}
    position = napoleons_square.start(cards, options, pack)
    line = ["p1 home", "p1 home", "turn", "turn", "talon home", "talon home"]
    line += ["p1 home", "turn", "talon home", "turn", "talon home", "p1 home"]
    reached = play(napoleons_square, position, line, options, pack)
    assert napoleons_square.won(reached, options, pack)


def test_napoleons_square_two_kings_each_over_a_smaller_card_are_lost() -> None:
    # Two packets, sixes as kings.  Whichever six went home first, the other
    # would still cover a card that the second foundation needs.
    options = {"packets": 2}
    lost = won = 0
    for seed in range(250):
        position = shuffled_start(napoleons_square, options, TWIN_CLUBS, seed)
        packets = [position["packet 1"], position["packet 2"]]
        outcome = winnable(napoleons_square, position, options, TWIN_CLUBS)
        won += outcome
        if all("6C" in cards[1:] for cards in packets):
            lost += 1
            assert not outcome
    assert lost > 5 and won > 5  # the test saw both kinds
