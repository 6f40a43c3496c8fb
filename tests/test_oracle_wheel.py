"""The oracle of the Wheel against hand-made moves."""

from __future__ import annotations

import random
from typing import Any

import pytest
from oracle_positions import check_moves, winnable
from oracle_tables_b import (
    ONE_SUIT,
    STRICT,
    TWO_PACKS,
    Options,
    cards_to_deal,
    cushion,
    play,
    shuffled_start,
)
from oracles import wheel
from oracles.common import RANKS, Position

# --- The Wheel: deals -----------------------------------------------------------


def test_wheel_deal() -> None:
    cards = cards_to_deal(wheel, TWO_PACKS)
    assert len(cards) == 96
    position = wheel.start(cards, {}, TWO_PACKS)
    assert position == cushion(cards[:12], " ".join(cards[12:]), 1)
    position = wheel.start(cards[:12], {}, TWO_PACKS)
    assert position == cushion(cards[:12])  # no stock, no refilling
    position = wheel.start(cards[:3], {"packets": 5}, TWO_PACKS)
    assert position == cushion(cards[:3], count=5)


# --- The Wheel: legal moves by hand ---------------------------------------------

TO_TEN = [f"{r}H" for r in "23456789T"]  # packet n shows n + 1


WHEEL_MOVES = [
    # Three different values that make eighteen, and a court card, named last.
    (cushion(["2C", "7D", "9H", "JS"]), {}, "combine p1 p2 p3 p4"),
    (cushion(["QS", "9D", "7H", "2C"]), {}, "combine p2 p3 p4 p1"),
    (cushion(["9D", "KC", "7H", "2C"]), {}, "combine p1 p3 p4 p2"),
    # No court card, no combination; it may be dealt in the meantime.
    (cushion(["2C", "7D", "9H", "TS"]), {}, ""),
    (cushion(["2C", "7D", "9H", "TS"], "JS"), {}, "deal"),
    # Never two of a value, though 4 4 T and 6 6 6 make eighteen.
    (cushion(["4C", "4D", "TH", "JS"]), {}, ""),
    (cushion(["6C", "6D", "6H", "JS"]), {}, ""),
    # Court cards have no value: 2 5 J do not make eighteen.
    (cushion(["2C", "5D", "JH", "JS", "QD", "KC"]), {}, ""),
    # Never two cards, nor four: 8 T and 2 3 4 9.
    (cushion(["8C", "TD", "JH", "QS"]), {}, ""),
    (cushion(["2C", "3D", "4H", "9S", "QS"]), {}, ""),
    # Only the uppermost cards count, empty packets do not.
    (cushion(["2C 3H", "7D", "9H", "JS"]), {}, ""),
    (cushion(["3H 2C", "7D", "9H", "", "2D JS"]), {}, "combine p1 p2 p3 p5"),
    # Each copy and each court card is a move of its own.
    (cushion(["2C", "7D", "9H", "JS", "2C", "KH"]), {},
     "combine p1 p2 p3 p4, combine p1 p2 p3 p6, combine p2 p3 p5 p4, combine p2 p3 p5 p6"),
    # All eight ways to make eighteen.
    (cushion([*TO_TEN, "QC"]), {},
     "combine p1 p5 p9 p10, combine p1 p6 p8 p10, combine p2 p4 p9 p10, combine p2 p5 p8 p10, "
     "combine p2 p6 p7 p10, combine p3 p4 p8 p10, combine p3 p5 p7 p10, combine p4 p5 p6 p10"),
    # Dealing is free, or forced to wait until nothing can be combined.
    (cushion(["2C", "7D", "9H", "JS"], "5C"), {}, "combine p1 p2 p3 p4, deal"),
    (cushion(["2C", "7D", "9H", "JS"], "5C"), STRICT, "combine p1 p2 p3 p4"),
    (cushion(["2C", "7D", "9H", "8S"], "5C"), STRICT, "deal"),
    (cushion(["2C", "7D", "9H", "JS"], "5C", 1), STRICT, "combine p1 p2 p3 p4"),
    (cushion(["2C", "7D", "9H", "JS"], "5C", 1), {}, "combine p1 p2 p3 p4, deal"),
    (cushion(["", "", "", ""], "5C"), STRICT, "deal"),
    # Nothing left to deal.
    (cushion(["2C", "7D", "8H", "JS"]), STRICT, ""),
    (cushion(["", "", "", ""], circle=3), {}, ""),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", WHEEL_MOVES)
def test_wheel_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(wheel, position, options, TWO_PACKS, expected)


@pytest.mark.parametrize("before, line, after", [
    # In the first deal the four places are refilled, the first one first.
    ((["KH", "9H", "5S", "7D", "2C"], "3C 3D 3H 3S 4C", 1), "combine p2 p4 p5 p1",
     (["3C", "3D", "5S", "3H", "3S"], "4C", 1, 1)),
    # Where the stock is short the later places stay empty.
    ((["KH", "9H", "5S", "7D", "2C"], "3C 3D", 1), "combine p2 p4 p5 p1",
     (["3C", "3D", "5S", "", ""], "", 0, 1)),
    ((["KH", "9H", "5S", "7D", "2C"], "3C 3D 3H 3S", 1), "combine p2 p4 p5 p1",
     (["3C", "3D", "5S", "3H", "3S"], "", 0, 1)),
    # Afterwards they are not, and what lay underneath comes free.
    ((["4C KH", "9H", "5S", "4D 7D", "2C"], "3C 3D", 0, 2), "combine p2 p4 p5 p1",
     (["4C", "", "5S", "4D", ""], "3C 3D", 0, 3)),
    # A deal covers every place, empty ones too, and ends the refilling.
    ((["KH", "9H", "5S", "7D"], "3C 3D 3H 3S 4C", 1), "deal",
     (["KH 3C", "9H 3D", "5S 3H", "7D 3S"], "4C", 0)),
    ((["KH", "", "5S", "7D TC"], "3C 3D 3H 3S", 0, 1), "deal",
     (["KH 3C", "3D", "5S 3H", "7D TC 3S"], "", 0, 1)),
    # The last deal may be short.
    ((["KH", "", "5S", "7D TC"], "3C 3D 3H", 0), "deal",
     (["KH 3C", "3D", "5S 3H", "7D TC"],)),
    # After it not even the row just dealt is refilled.
    ((["KH", "9H", "7D", "5S"], "2C 7C 9C JS 6C", 1), "deal, combine p1 p2 p3 p4",
     (["KH", "9H", "7D", "5S"], "6C", 0, 1)),
])  # fmt: skip
def test_wheel_moves_made(before: tuple[Any, ...], line: str, after: tuple[Any, ...]) -> None:
    assert play(wheel, cushion(*before), line, {}, TWO_PACKS) == cushion(*after)


# --- The Wheel: winning ---------------------------------------------------------


def test_wheel_all_cards_at_once_always_win() -> None:
    # Twelve cards, one of each value, can be taken in exactly two ways.
    position = wheel.start(cards_to_deal(wheel, ONE_SUIT), {}, ONE_SUIT)
    wins = set()
    waiting: list[tuple[Position, frozenset[str]]] = [(position, frozenset())]
    while waiting:
        current, used = waiting.pop()
        if wheel.won(current, {}, ONE_SUIT):
            assert current == cushion([""] * 12, circle=3)
            wins.add(used)
        for name, after in wheel.moves(current, {}, ONE_SUIT).items():
            values = [RANKS[int(place[1:])] for place in name.split()[1:4]]
            waiting.append((after, used | {"".join(values)}))
    assert wins == {frozenset({"26T", "378", "459"}), frozenset({"279", "35T", "468"})}


def test_wheel_a_deal_that_must_not_be_combined_too_early() -> None:
    cards = "TC 6C 2C 8C QC JC 3C 5C KC 7C 9C 4C".split()
    free: Options = {"packets": 5}
    strict = free | STRICT
    position = wheel.start(cards, free, ONE_SUIT)
    check_moves(wheel, position, free, ONE_SUIT, "combine p1 p2 p3 p5, deal")
    check_moves(wheel, position, strict, ONE_SUIT, "combine p1 p2 p3 p5")
    # Taken at once, 2 6 T leave 3 5 8 J K, and a row of 7 9 4 over J 3 5.
    lost = play(wheel, position, "combine p1 p2 p3 p5, deal", strict, ONE_SUIT)
    assert lost == cushion(["JC 7C", "3C 9C", "5C 4C", "8C", "KC"], circle=1)
    assert wheel.moves(lost, strict, ONE_SUIT) == {}
    assert not winnable(wheel, position, strict, ONE_SUIT)
    # Two rows first, and everything comes off from above.
    rows = play(wheel, position, "deal, deal", free, ONE_SUIT)
    assert rows == cushion(["TC JC 9C", "6C 3C 4C", "2C 5C", "8C KC", "QC 7C"])
    line = "combine p1 p2 p3 p4, combine p2 p4 p5 p1, combine p1 p2 p3 p5"
    done = play(wheel, rows, line, free, ONE_SUIT)
    assert done == cushion([""] * 5, circle=3)
    assert wheel.won(done, free, ONE_SUIT) and not wheel.won(lost, free, ONE_SUIT)


def test_wheel_three_six_nine_at_the_bottom_of_four_packets_lose() -> None:
    # Every way to make eighteen needs a 3, a 6 or a 9, so each of the three
    # combinations takes one of them.  Here they lie in the first row with a
    # court card: either they go together, or all four packets are covered, and
    # then no combination can be made, however many rows follow.
    rest = [card for card in cards_to_deal(wheel, ONE_SUIT) if card[0] not in "369J"]
    for seed in range(20):
        random.Random(seed).shuffle(rest)
        for options in ({"packets": 4}, {"packets": 4} | STRICT):
            position = wheel.start(["3C", "6C", "9C", "JC", *rest], options, ONE_SUIT)
            assert not winnable(wheel, position, options, ONE_SUIT)


def test_wheel_three_six_nine_and_five_six_seven_never_win() -> None:
    pack = {"copies": 2, "suits": "C", "ranks": 13}
    options = {"packets": 8}
    tried = 0
    for seed in range(40):
        position = shuffled_start(wheel, options, pack, seed)
        for name, after in wheel.moves(position, options, pack).items():
            places = [f"packet {place[1:]}" for place in name.split()[1:4]]
            values = {position[place][-1][0] for place in places}
            if values in ({"3", "6", "9"}, {"5", "6", "7"}):
                tried += 1
                assert not winnable(wheel, after, options, pack)
    assert tried > 5
