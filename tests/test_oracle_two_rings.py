"""The oracle of Two Rings against moves worked out by hand."""

from __future__ import annotations

import pytest
from oracle_positions import (
    CLUBS,
    TWO_PACKS,
    Options,
    check_moves,
    play,
    rings,
    shuffled_start,
    winnable,
)
from oracles import two_rings
from oracles.common import Position

CHOICE = {"refill": "choice"}

TWO_RINGS_MOVES = [
    # Eights go up on sevens, fives down on sixes; turning stays allowed.
    (rings("8C 9C 5H 4H KS AS 8C QD", "", "2C 3C"), {}, "turn, b1 home, b3 home, b7 home"),
    # The talon's top is usable, the card under it is not.
    (rings("9C 9D 9H 9S TC TD TH TS", "8C 8D", "2C"), {}, "turn, talon home"),
    (rings("9C 9D 9H 9S TC TD TH TS", "8D 2C", "2S"), {}, "turn"),
    # One copy may be ahead of the other; each takes its own next card.
    (rings("8C TC 9C JC", "", "2S", "9C 7C 7D 7D 7H 7H 7S 7S"), {}, "turn, b1 home, b2 home"),
    (rings("5S 3S 4S 2S", "", "2C", "7C 7C 7D 7D 7H 7H 7S 7S",
           "6C 6C 6D 6D 6H 6H 4S 6S"), {}, "turn, b1 home, b2 home"),
    # Each ring goes its own way only, and there is no going round the corner.
    (rings("AC KC 2C QC", "", "", "KC JC 7D 7D 7H 7H 7S 7S",
           "AC 3C 6D 6D 6H 6H 6S 6S"), {}, "b3 home, b4 home"),
    # A redeal needs the stock out, a talon, and a redeal left.
    (rings("9C 9C", "2D 3D", "", redeals=1), {}, "redeal"),
    (rings("9C 9C", "2D 3D", "", redeals=0), {}, ""),
    (rings("9C 9C", "2D 3D", "2S", redeals=1), {}, "turn"),
    (rings("9C 9C", "", "", redeals=1), {}, ""),
    (rings("8C 9C", "2D 5D", "", redeals=1), {}, "redeal, talon home, b1 home"),
    # Vacant places are no moves, and stay where nothing is left to fill them.
    (rings("- 8C - 9C", "", ""), {}, "b2 home"),
    # A pending vacancy must be filled before anything else, by choice.
    (rings("- 8C", "2D 8D", "8H"), CHOICE, "fill talon, fill stock"),
    # No vacancy pending: the choice game moves like the other.
    (rings("9H 8C", "2D 8D", "8H"), CHOICE, "turn, talon home, b2 home"),
    # Nothing left to fill with is no pending choice.
    (rings("- 8C", "", ""), CHOICE, "b2 home"),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", TWO_RINGS_MOVES)
def test_two_rings_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(two_rings, position, options, TWO_PACKS, expected)


@pytest.mark.parametrize(
    "before, move, options, after",
    [
        # The refill comes from the talon first, else from the stock, else not.
        (("8C 2S", "2D 3D", "4S"), "b1 home", {}, ("3D 2S", "2D", "4S")),
        (("8C 2S", "2D 3D", ""), "b1 home", {}, ("3D 2S", "2D", "")),
        (("8C 2S", "", "4S 5S"), "b1 home", {}, ("4S 2S", "", "5S")),
        (("8C 2S", "", ""), "b1 home", {}, ("- 2S", "", "")),
        # By choice the vacancy waits, but only where there is a choice.
        (("8C 2S", "2D 3D", "4S"), "b1 home", CHOICE, ("- 2S", "2D 3D", "4S")),
        (("8C 2S", "2D 3D", ""), "b1 home", CHOICE, ("3D 2S", "2D", "")),
        (("8C 2S", "", "4S 5S"), "b1 home", CHOICE, ("4S 2S", "", "5S")),
        (("8C 2S", "", ""), "b1 home", CHOICE, ("- 2S", "", "")),
        # A play from the talon fills nothing.
        (("2C 2S", "2D 8C", "4S"), "talon home", {}, ("2C 2S", "2D", "4S")),
    ],
)
def test_two_rings_plays_and_refills(
    before: tuple[str, str, str],
    move: str,
    options: Options,
    after: tuple[str, str, str],
) -> None:
    reached = play(two_rings, rings(*before), [move], options, TWO_PACKS)
    ahead = rings(*after, ascending="8C 7C 7D 7D 7H 7H 7S 7S")
    assert two_rings.normal(reached) == two_rings.normal(ahead)
    assert reached["bracelet"] == ahead["bracelet"]  # the very place is filled


def test_two_rings_choice_of_refill() -> None:
    pending = rings("2S -", "2D 3D", "4S 5S")
    after = two_rings.moves(pending, CHOICE, TWO_PACKS)
    assert after["fill talon"] == rings("2S 3D", "2D", "4S 5S")
    assert after["fill stock"] == rings("2S 4S", "2D 3D", "5S")


def test_two_rings_turn_and_redeal() -> None:
    position = rings("2S", "2D", "3D 4D", redeals=2)
    turned = play(two_rings, position, ["turn", "turn"], {}, TWO_PACKS)
    assert turned == rings("2S", "2D 3D 4D", "", redeals=2)
    again = play(two_rings, turned, ["redeal"], {}, TWO_PACKS)
    assert again == rings("2S", "", "2D 3D 4D", redeals=1)


def test_two_rings_won_only_when_both_rings_are_finished() -> None:
    pack = {"copies": 2, "suits": "C", "ranks": 4}
    last = rings("AC", "", "", "4C 4C", "AC 2C")
    assert not two_rings.won(last, {}, pack)
    done = two_rings.moves(last, {}, pack)["b1 home"]
    assert done == rings("-", "", "", "4C 4C", "AC AC")
    assert two_rings.won(done, {}, pack)
    assert not two_rings.won(rings("4C", "", "", "4C 3C", "AC AC"), {}, pack)


def test_two_rings_a_line_that_wins_by_its_redeal() -> None:
    # The ten covers the nine when the eight comes, and the king never leaves
    # the single place of the bracelet, so the first round must fail.
    cards = "KC 9C TC 8C JC QC 5C 4C 3C 2C AC".split()
    options = {"bracelet": 1, "redeals": 1}
    position = two_rings.start(cards, options, CLUBS)
    line = ["turn", "turn", "turn", "talon home", "turn", "turn"]
    line += ["turn", "talon home"] * 5 + ["redeal"]
    line += ["turn", "talon home"] * 4 + ["b1 home"]
    assert two_rings.won(play(two_rings, position, line, options, CLUBS), {}, CLUBS)
    stingy = {"bracelet": 1, "redeals": 0}
    position = two_rings.start(cards, stingy, CLUBS)
    assert not winnable(two_rings, position, stingy, CLUBS)


def test_two_rings_filling_from_the_stock_is_turning_before_the_play() -> None:
    # Hence the choice of the source wins no deal that talon-first does not win.
    position = rings("2S 8C", "2D 3D", "4S 5S")
    chosen = play(two_rings, position, ["b2 home", "fill stock"], CHOICE, TWO_PACKS)
    forced = play(two_rings, position, ["turn", "b2 home"], {}, TWO_PACKS)
    assert chosen == forced


def test_two_rings_options_and_winning() -> None:
    pack = {"copies": 1, "suits": "CD", "ranks": 11}
    results = set()
    for seed in range(40):
        wins = []
        for redeals in (0, 1):
            for refill in ("talon-first", "choice"):
                options = {"bracelet": 1, "redeals": redeals, "refill": refill}
                position = shuffled_start(two_rings, options, pack, seed)
                wins.append(winnable(two_rings, position, options, pack))
        assert wins[0] == wins[1] and wins[2] == wins[3]  # see the test above
        assert wins[0] <= wins[2]  # a redeal need not be used
        results.add((wins[0], wins[2]))
    assert results == {(False, False), (False, True), (True, True)}
