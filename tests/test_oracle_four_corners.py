"""The oracle of the Four Corners against hand-made moves."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from oracle_positions import check_moves, winnable
from oracle_tables_b import (
    FORCED,
    NEWEST,
    NINES,
    OPTIONAL,
    SEVENS,
    TWO_PACKS,
    Options,
    cards_to_deal,
    corners,
    play,
    twins,
)
from oracles import four_corners
from oracles.common import EMPTY, Position

# --- The Four Corners: deals ----------------------------------------------------

# Sevens up to here, nines down to here: an eight fits both foundations.


def test_four_corners_has_a_row_for_each_suit() -> None:
    for suits, count in (("C", 6), ("DH", 8), ("CHS", 10), ("CDHS", 12)):
        position = four_corners.start([], {}, twins(suits, 4))
        none = " ".join(EMPTY for _ in suits)
        assert position == corners([], up=none, down=none, redeals=2, count=count)
    for sides in range(5):
        position = four_corners.start([], {"sides": sides, "redeals": 1}, twins("CH", 4))
        assert position == corners([], up="- -", down="- -", redeals=1, count=2 * sides + 4)


def test_four_corners_lays_round_after_round() -> None:
    # No ace and no king among the first cards: nothing can be decided.
    cards = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC 2D 3D 4D 5D".split()
    position = four_corners.start(cards, {}, TWO_PACKS)
    packets = "2C 3D,3C 4D,4C 5D,5C,6C,7C,8C,9C,TC,JC,QC,2D".split(",")
    assert position == corners(packets, up="- - - -", down="- - - -", redeals=2)


@pytest.mark.parametrize("options", [OPTIONAL, FORCED])
def test_four_corners_first_aces_and_kings_go_at_once(options: Options) -> None:
    # Packets: 1, 4, 5, 8 corners; 2, 3 beside the aces of C, H; 6, 7 beside
    # the kings of C, H.  The threes are the kings.
    cards = "2H AH 3C 2H AC 3H 3C".split()
    position = four_corners.start(cards, options, twins("CH", 3))
    # 2H on 1; AH, 3C go home and 2H on 2 is beside the clubs; AC, 3H go home;
    # the second 3C on 3 is beside the hearts.
    assert position == corners(
        {1: "2H", 2: "2H", 3: "3C"}, up="AC AH", down="3C 3H", redeals=2, count=8
    )


def test_four_corners_second_ace_is_a_card_like_others() -> None:
    pack, options = twins("C", 4), {"sides": 0}
    position = four_corners.start("AC 4C 3C 2C AC 2C 3C 4C".split(), options, pack)
    assert position == corners([], "3C 2C AC 2C 3C 4C", 1, "AC", "4C", 2, 4)
    after = play(four_corners, position, "play down, play down", options, pack)
    assert after == corners([], "AC 2C 3C 4C", 1, "AC", "2C", 2, 4)
    check_moves(four_corners, after, options, pack, "play down, lay")
    # With the deuce on the other foundation the ace has no choice.
    after = play(four_corners, position, "play down, play up", options, pack)
    assert after == corners(["AC"], "2C 3C 4C", 2, "2C", "3C", 2, 4)


def test_four_corners_an_ace_founds_its_pile_even_if_it_fits_the_other() -> None:
    pack, options = twins("C", 3), {"sides": 0}
    position = four_corners.start("3C 2C AC AC 2C 3C".split(), options, pack)
    assert position == corners([], "2C AC AC 2C 3C", 1, "-", "3C", 2, 4)
    after = play(four_corners, position, "play down", options, pack)
    assert after == corners([], "AC 2C 3C", 1, "AC", "2C", 2, 4)
    check_moves(four_corners, after, options, pack, "play down, lay")


def test_four_corners_a_king_founds_its_pile_even_if_it_fits_the_other() -> None:
    pack, options = twins("C", 3), {"sides": 0}
    position = four_corners.start("AC 2C 3C 3C 2C AC".split(), options, pack)
    after = play(four_corners, position, "play up", options, pack)
    assert after == corners([], "3C 2C AC", 1, "2C", "3C", 2, 4)
    check_moves(four_corners, after, options, pack, "play up, lay")


# --- The Four Corners: legal moves by hand --------------------------------------

FOUR_CORNERS_MOVES = [
    # In the deal: every corner reaches every foundation.
    (corners([], "2C 9H", 1), OPTIONAL, "play up, lay"),
    (corners([], "2S 9H", 6), OPTIONAL, "play up, lay"),
    (corners([], "QD 9H", 7), OPTIONAL, "play down, lay"),
    (corners([], "QH 9H", 12), OPTIONAL, "play down, lay"),
    # A card that fits both foundations goes on either; forced, on one of them.
    (corners([], "8H", 7, SEVENS, NINES), OPTIONAL, "play up, play down, lay"),
    (corners([], "8H", 7, SEVENS, NINES), FORCED, "play up, play down"),
    # At the sides only the adjoining foundation: left rows up, right rows down.
    (corners([], "2C", 2), OPTIONAL, "play up, lay"),
    (corners([], "2H", 4), OPTIONAL, "play up, lay"),
    (corners([], "QC", 8), OPTIONAL, "play down, lay"),
    (corners([], "QS", 11), OPTIONAL, "play down, lay"),
    (corners([], "8H", 4, SEVENS, NINES), OPTIONAL, "play up, lay"),
    (corners([], "8H", 10, SEVENS, NINES), OPTIONAL, "play down, lay"),
    # Packets are closed in the deal, redeals too.
    (corners({1: "2C", 2: "3D"}, "2D", 3, redeals=2), OPTIONAL, "play up, lay"),
    # After the deal every top reaches every foundation of its suit.
    (corners({1: "2C", 3: "2S", 9: "QH", 12: "KD QD"}), OPTIONAL,
     "p1 up, p3 up, p9 down, p12 down"),
    (corners({4: "8H"}, up=SEVENS, down=NINES), FORCED, "p4 up, p4 down"),
    # Only the top of a packet is available.
    (corners({1: "2C 9H", 2: "QD 5S"}), OPTIONAL, ""),
    # Marriages go in suit, up or down, onto every packet that fits.
    (corners({1: "5C", 2: "6C", 5: "7C", 12: "6D"}), OPTIONAL, "p1 p2, p2 p1, p2 p5, p5 p2"),
    (corners({1: "5C", 2: "9H 5C", 3: "4C"}), OPTIONAL, "p1 p3, p2 p3, p3 p1, p3 p2"),
    # No going round the corner, and empty packets take nothing.
    (corners({1: "KC", 2: "AC", 3: "KS"}), OPTIONAL, ""),
    # Foundations stay: nothing comes back, nothing changes over.
    (corners({1: "6H"}, up="AC AD 7H AS", down="KC KD 8H KS"), OPTIONAL, ""),
    # A redeal at any time, as long as one is left and there is something to deal.
    (corners({1: "2C", 2: "5H"}, redeals=1), OPTIONAL, "p1 up, redeal"),
    (corners({1: "3C", 2: "5H"}, redeals=2), FORCED, "redeal"),
    (corners({1: "3C", 2: "5H"}, redeals=0), OPTIONAL, ""),
    (corners([], redeals=2), OPTIONAL, ""),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", FOUR_CORNERS_MOVES)
def test_four_corners_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(four_corners, position, options, TWO_PACKS, expected)


@pytest.mark.parametrize("card, way, places", [
    ("2C", "up", {1, 2, 6, 7, 12}),
    ("2D", "up", {1, 3, 6, 7, 12}),
    ("2H", "up", {1, 4, 6, 7, 12}),
    ("2S", "up", {1, 5, 6, 7, 12}),
    ("QC", "down", {1, 6, 7, 8, 12}),
    ("QD", "down", {1, 6, 7, 9, 12}),
    ("QH", "down", {1, 6, 7, 10, 12}),
    ("QS", "down", {1, 6, 7, 11, 12}),
])  # fmt: skip
def test_four_corners_places_that_reach_a_foundation(card: str, way: str, places: set[int]) -> None:
    reached = set()
    for number in range(1, 13):
        moves = four_corners.moves(corners([], card, number), OPTIONAL, TWO_PACKS)
        assert "lay" in moves
        if f"play {way}" in moves:
            reached.add(number)
    assert reached == places


def test_four_corners_rows_follow_the_suits_of_the_pack() -> None:
    # Packets with two rows: 1 4 5 8 corners, 2 3 left, 6 7 right; first hearts,
    # then spades.  With three rows, 4 and 9 adjoin nothing.
    tops = {"up": "AH AS", "down": "KH KS"}
    for card, count, expected in [
        ("2H", 8, {1, 2, 4, 5, 8}),
        ("2S", 8, {1, 3, 4, 5, 8}),
        ("QH", 8, {1, 4, 5, 6, 8}),
        ("QS", 8, {1, 4, 5, 7, 8}),
        ("QS", 10, {1, 5, 6, 8, 10}),
        ("2S", 10, {1, 3, 5, 6, 10}),
        ("2S", 6, {1, 3, 4, 6}),  # a single row, that of the hearts
        ("QH", 4, {1, 2, 3, 4}),
    ]:
        reached = set()
        for number in range(1, count + 1):
            position = corners([], card, number, count=count, **tops)
            if len(four_corners.moves(position, {}, twins("HS", 13))) > 1:
                reached.add(number)
        assert reached == expected


@pytest.mark.parametrize("before, line, options, after", [
    # After a play the next card falls on the same packet, after a lay on the next.
    (([], "2C 2D", 1), "play up", OPTIONAL, ([], "2D", 1, "2C AD AH AS")),
    (([], "2D 2D", 1), "lay", OPTIONAL, ({1: "2D", 2: "2D"},)),
    # A card that may go nowhere is laid at once: 2H on 2, then 2D waits on 3.
    (([], "2C 2H 2D", 1), "lay", OPTIONAL, ({1: "2C", 2: "2H"}, "2D", 3)),
    # The round begins again after the last packet.
    (({12: "9C"}, "2C 5H 2S", 12), "lay", OPTIONAL, ({12: "9C 2C", 1: "5H", 2: "2S"},)),
    (({12: "9C"}, "2C 2S 9S", 12), "lay", OPTIONAL, ({12: "9C 2C"}, "2S 9S", 1)),
    # The last card of the deal ends it, even if it fits just after.
    (([], "2C 3C", 6), "play up", OPTIONAL, ([], "3C", 6, "2C AD AH AS")),
    (([], "2C 3C", 6), "lay", OPTIONAL, ({6: "2C", 7: "3C"},)),
    # Forced plays are no moves: the seven follows the eight, then the ace is laid.
    (([], "8H 7H 9H AC", 1, SEVENS, NINES), "play down", FORCED,
     ({1: "9H", 2: "AC"}, "", 0, SEVENS, "9C 9D 7H 9S")),
    (([], "8H 9H 7H AC", 1, SEVENS, NINES), "play up", FORCED,
     ({1: "7H", 2: "AC"}, "", 0, "7C 7D 9H 7S", NINES)),
    # Forced, but only where the packet allows it: 2D on 2 is beside the clubs.
    (([], "8H 5S 2D QC", 1, "7C AD 7H 7S", "KC 9D 9H 9S"), "play up", FORCED,
     ({1: "5S", 2: "2D", 3: "QC"}, "", 0, "7C AD 8H 7S", "KC 9D 9H 9S")),
    # After the deal.
    (({3: "9H 2C"},), "p3 up", OPTIONAL, ({3: "9H"}, "", 0, "2C AD AH AS")),
    (({3: "9H QS"},), "p3 down", OPTIONAL, ({3: "9H"}, "", 0, "AC AD AH AS", "KC KD KH QS")),
    (({3: "9H 5C", 7: "6C"},), "p3 p7", OPTIONAL, ({3: "9H", 7: "6C 5C"},)),
    (({3: "9H 5C", 7: "6C"},), "p7 p3", OPTIONAL, ({3: "9H 5C 6C"},)),
])  # fmt: skip
def test_four_corners_moves_made(
    before: tuple[Any, ...], line: str, options: Options, after: tuple[Any, ...]
) -> None:
    reached = play(four_corners, corners(*before), line, options, TWO_PACKS)
    assert reached == corners(*after)


# Three packets that hold nothing to play, so that a redeal lays all of it.
SCATTERED = {1: "3C 5H", 6: "7S", 12: "9D JC 4S"}


@pytest.mark.parametrize(
    "options, expected",
    [({}, "9D JC 4S 7S 3C 5H"), (NEWEST, "4S JC 9D 7S 5H 3C")],
)
def test_four_corners_redeal(options: Options, expected: str) -> None:
    # The last packet taken up is dealt first; empty ones are passed over.
    position = corners(SCATTERED, redeals=2)
    after = play(four_corners, position, "redeal", options, TWO_PACKS)
    assert after == corners(expected.split(), redeals=1)


def test_four_corners_redeal_waits_at_the_first_choice() -> None:
    position = corners({1: "3C 2C 5H", 2: "9S"}, redeals=1)
    after = play(four_corners, position, "redeal", {}, TWO_PACKS)
    # 9S on the corner, 3C on 2, 2C on 3 beside the diamonds, 5H on 4: no choice.
    assert after == corners(["9S", "3C", "2C", "5H"])
    position = corners({1: "2C 3C", 2: "9S 4D 4H 4S 4C"}, redeals=1)
    after = play(four_corners, position, "redeal", {}, TWO_PACKS)
    assert after == corners(["9S", "4D", "4H", "4S", "4C"], "2C 3C", 6)
    check_moves(four_corners, after, {}, TWO_PACKS, "play up, lay")


def test_four_corners_won() -> None:
    pack = twins("C", 3)
    last = corners(["AC"], up="3C", down="2C", count=4)
    assert not four_corners.won(last, {}, pack)
    done = play(four_corners, last, "p1 down", {}, pack)
    assert done == corners([], up="3C", down="AC", count=4)
    assert four_corners.won(done, {}, pack)
    assert not four_corners.won(corners(["3C"], up="2C", down="AC", count=4), {}, pack)


def test_four_corners_three_ranks_never_lose() -> None:
    # Two cards are founded, four are left for four corners: none is covered.
    pack, options = twins("C", 3), {"sides": 0, "redeals": 0}
    for cards in set(itertools.permutations(cards_to_deal(four_corners, pack))):
        position = four_corners.start(list(cards), options, pack)
        assert winnable(four_corners, position, options, pack)


STUCK = {1: "2C 3C AC", 2: "2C 3C 4C"}


@pytest.mark.parametrize("gather", ["oldest-first", "newest-first"])
def test_four_corners_a_redeal_opens_what_is_stuck(gather: str) -> None:
    # The ace and the four cover all, so there is no move.
    pack = twins("C", 4)
    lost = corners(STUCK, up="AC", down="4C", count=4)
    assert four_corners.moves(lost, {}, pack) == {}
    options = {"gather": gather}
    position = corners(STUCK, up="AC", down="4C", count=4, redeals=1)
    check_moves(four_corners, position, options, pack, "redeal")
    line = {
        # 2C 3C 4C 2C 3C AC: the second 2C and the ace have to be laid.
        "oldest-first": "redeal, play up, play up, play up, play down, p1 down, p2 down",
        # 4C 3C 2C AC 3C 2C: the four and the ace have to be laid.
        "newest-first": "redeal, play down, play up, play up, play down, p1 up, p2 down",
    }
    done = play(four_corners, position, line[gather], options, pack)
    assert four_corners.won(done, options, pack)
