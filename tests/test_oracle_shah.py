"""The oracle of the Shah against hand-made moves."""

from __future__ import annotations

from typing import Any

import pytest
from oracle_positions import play
from oracle_tables_a import (
    TALON_FIRST,
    TWO_PACKS,
    Options,
    check_moves,
    dealt,
    small,
    star,
    winnable,
    wins_by_option,
)
from oracles import shah
from oracles.common import (
    Position,
)

# --- The Shah: legal moves by hand ----------------------------------------------


SHAH_MOVES = [
    # Circle by circle, only plays and going on are legal.
    (star("2C// | 3C// | 2D//", "", "3D 4D", 1), {}, "next, r1 home, r3 home"),
    (star("5C// | 4C// | QD//", "", "3D 4D", 1), {}, "next"),
    # The circle dealt last blocks the one before it.
    (star("2C/5H/ | 3C/2D/ | 2S/4D/", "", "3D 4D", 2), {}, "next, r2 home"),
    (star("2C/2D/5H | 2S/3D/4H | 2C/2D/2H", "", "3H", 3), {}, "next, r3 home"),
    # Where the stock was too short the inner circles are free.
    (star("2C/5H/ | 2S//", "", "", 2), {}, "next, r2 home"),
    (star("2C/5H/ | // | 2D//", "", "", 3), {}, "next, r3 home"),
    # In main play the outer cards may marry too, downwards in suit, and turning starts.
    (star("2C/2D/5H | 2S/3D/4H | 2C/2D/2H", "", "3H"), {}, "turn, r2 r1, r3 home"),
    (star("2C/2D/5H | 2S/3D/6H | 2C/2D/4D", "", "3H"), {}, "turn, r1 r2"),
    # Only the tops of the outer packets marry or are married.
    (star("2C/2D/5H 4H | 2S/3D/3H 2H | 2C/2D/5H", "", "8S"), {}, "turn, r1 r3, r2 home"),
    # The talon's top, and no card below it.
    (star("2C/2D/5H | 2S/3D/6H | 2C/2D/9D", "2S 4H", "3H"), {}, "turn, r1 r2, talon r1"),
    (star("2C/2D/5H | 2S/3D/6S | 2C/2D/9D", "4H 2S", "3H"), {}, "turn, talon home"),
    # Released inner cards are played but never married, and vacant places take nothing.
    (star("2C/4H/ | 3C/5C/5H", "8S"), {}, "fill talon"),
    (star("2C/2H/ | 3C/5C/3H"), {}, "r1 home"),
    (star("2C// | 3C/5C/3H | 2D/4S/"), {}, "r1 home"),
    (star("9C/TC/ | 3C/5C/JC | 4C//", "TC"), TALON_FIRST, "refill, talon r2"),
    # With a vacancy there is no turning; a refill may start, from either source.
    (star("2C/2H/ | 3C/5C/3H", "8S", "9S"), {}, "fill talon, fill stock, r1 home"),
    (star("2C/2H/ | 3C/5C/3H", "8S", "9S"), TALON_FIRST, "refill, r1 home"),
    (star("2C/2H/ | 3C/5C/3H", "", "9S"), {}, "fill stock, r1 home"),
    (star("2C/2H/ | 3C/5C/3H", "8S", ""), {}, "fill talon, r1 home"),
    # A refill once begun goes on.
    (star("2C/2H/ | 3C/5C/", "8S", "2S", 5), {}, "fill talon, fill stock"),
    # An empty ray demands a lane or a refill while there are cards to fill with.
    (star("// | 3C/4C/5C 4C | 2D/3D/2H", "2S", "9D"), {},
     "lane r2 r1, lane r3 r1, fill talon, fill stock"),
    (star("// | 3C/4C/5C 4C | 2D/3D/2H", "2S", "9D"), TALON_FIRST,
     "lane r2 r1, lane r3 r1, refill"),
    (star("// | 3C/4C/ | 2D/3D/2H", "", "9D 8D"), {}, "lane r3 r1, fill stock"),
    # Only outer cards give lanes.
    (star("// | 3C/4C/ | 2D//", "2S", "9D"), {}, "fill talon, fill stock"),
    # With nothing left to fill with, everything goes on beside the lanes.
    (star("// | 3C/4C/5C 4C | 2D/3D/2H | 9S/8S/"), {}, "lane r2 r1, lane r3 r1, r3 home"),
    (star("// | // | 3C/4C/6C | 2D/3D/5C"), {},
     "lane r3 r1, lane r3 r2, lane r4 r1, lane r4 r2, r4 r3"),
    # A ray's only card does not change rays for nothing (cannot come up in play).
    (star("// | //5C | 2D/3D/9H"), {}, "lane r3 r1"),
    (star("// | //5C 4C | 2D/3D/9H"), {}, "lane r2 r1, lane r3 r1"),
    (star("// | //5C | 2D/3D/9H", "2S"), {}, "lane r2 r1, lane r3 r1, fill talon"),
    # The queens end the foundations.
    (star("2C/2D/QC | 2S/3D/QC | 2C/2D/9D", "", "3H", 4, "QC JC AD AD AH AH AS AS"), {},
     "turn, r1 home, r2 home"),
    # A card may shift to the other copy of its parent.
    (star("2C/2D/6H 5H | 2S/3D/6H", "", "3H"), {}, "turn, r1 r2"),
    # Nothing left to turn.
    (star("2C/2D/6H | 2S/3D/7S", "9H"), {}, ""),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", SHAH_MOVES)
def test_shah_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(shah, position, options, expected)


def test_shah_plays_on_the_circles() -> None:
    position = star("2C// | 3C// | 5D//", "", "3D 4D 6D 7D", 1)
    line = ["r1 home", "r2 home"]
    played = play(shah, position, line, {}, TWO_PACKS)
    ahead = "3C AC AD AD AH AH AS AS"
    assert played == star("3D// | 4D// | 5D//", "", "6D 7D", 1, ahead)
    assert play(shah, position, ["next"], {}, TWO_PACKS) == star(
        "2C/3D/ | 3C/4D/ | 5D/6D/", "", "7D", 2
    )
    # The last row may be short, and without stock the places stay vacant.
    last = play(shah, played, ["next"], {}, TWO_PACKS)
    assert last == star("3D/6D/ | 4D/7D/ | 5D//", "", "", 2, ahead)
    short = star("2C/3D/ | 2S/4D/ | 2D//", "", "", 2)
    reached = play(shah, short, ["r3 home", "next"], {}, TWO_PACKS)
    assert reached == star("2C/3D/ | 2S/4D/ | //", "", "", 3, "AC AC 2D AD AH AH AS AS")


def test_shah_third_circle() -> None:
    position = star("2C/2D/5H | 2S/3D/4H | 2C/2D/2H", "", "3H 9S", 3)
    reached = play(shah, position, ["r3 home", "r3 home", "next"], {}, TWO_PACKS)
    ahead = "AC AC AD AD 3H AH AS AS"
    assert reached == star("2C/2D/5H | 2S/3D/4H | 2C/2D/9S", "", "", 4, ahead)


@pytest.mark.parametrize(
    "before, move, options, after",
    [
        (("2C/2D/6H | 2S/3D/7S", "9H", "3H 4H"), "turn", {},
         ("2C/2D/6H | 2S/3D/7S", "9H 3H", "4H")),
        (("2C/2D/5H 4H | 2S/3D/5H", "", "3H"), "r1 r2", {}, ("2C/2D/5H | 2S/3D/5H 4H", "", "3H")),
        (("2C/2D/5H | 2S/3D/4H", "", "3H"), "r2 r1", {}, ("2C/2D/5H 4H | 2S/3D/", "", "3H")),
        (("2C/2D/5H | 2S/3D/", "3S 4H", "3H"), "talon r1", {},
         ("2C/2D/5H 4H | 2S/3D/", "3S", "3H")),
        # A refill takes the inner vacancies first, then the middle, then the outer ones.
        (("2C/2D/6H | // | // | 3H//", "2S 3S 4S 5S 6S 7S 8S 9S TS"), "refill", TALON_FIRST,
         ("2C/2D/6H | TS/8S/5S | 9S/7S/4S | 3H/6S/3S", "2S")),
        (("2C/2D/6H | // | 3H//", "2S 3S", "4S 5S 6S 7S"), "refill", TALON_FIRST,
         ("2C/2D/6H | 3S/2S/5S | 3H/4S/6S", "", "7S")),
        # It stops where the cards end.
        (("2C/2D/6H | // | 3H//", "2S", "4S"), "refill", TALON_FIRST,
         ("2C/2D/6H | 2S/4S/ | 3H//", "", "")),
        # By choice it is one card a move, and it must go on.
        (("2C/2D/6H | // | 3H//", "2S 3S", "4S 5S 6S"), "fill talon", {},
         ("2C/2D/6H | 3S// | 3H//", "2S", "4S 5S 6S", 5)),
        (("2C/2D/6H | 3S// | 3H//", "2S", "4S 5S 6S", 5), "fill stock", {},
         ("2C/2D/6H | 3S/4S/ | 3H//", "2S", "5S 6S", 5)),
        # With the last vacancy filled it is main play again.
        (("2C/2D/6H | 3S/8S/", "2S 4C", "4S 5S 6S", 5), "fill talon", {},
         ("2C/2D/6H | 3S/8S/4C", "2S", "4S 5S 6S")),
        (("2C/2D/6H | 3S/8S/", "2S 4C", "4S 5S 6S"), "fill stock", {},
         ("2C/2D/6H | 3S/8S/4S", "2S 4C", "5S 6S")),
        # With one source left the rest is no choice.
        (("2C/2D/6H | 3S// | 3H//", "2S", "4S 5S 6S 7S", 5), "fill talon", {},
         ("2C/2D/6H | 3S/2S/5S | 3H/4S/6S", "", "7S")),
        (("2C/2D/6H | // | 3H//", "2S 3S 4S", "5S"), "fill stock", {},
         ("2C/2D/6H | 5S/4S/2S | 3H/3S/", "", "")),
        (("2C/2D/6H | 3S// | 3H//", "", "4S 5S 6S 7S 8S"), "fill stock", {},
         ("2C/2D/6H | 3S/4S/6S | 3H/5S/7S", "", "8S")),
        # A lane is filled up from the talon, else from the stock, by either option.
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "2S", "9D"), "lane r2 r1", {},
         ("4C/2S/9D | 3C/4C/5C | 2D/3D/2H", "", "")),
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "2S", "9D"), "lane r3 r1", {},
         ("2H/2S/9D | 3C/4C/5C 4C | 2D/3D/", "", "")),
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "2S 3S 4S", "9D"), "lane r3 r1", {},
         ("2H/4S/3S | 3C/4C/5C 4C | 2D/3D/", "2S", "9D")),
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "", "9D TD JD"), "lane r3 r1", TALON_FIRST,
         ("2H/9D/TD | 3C/4C/5C 4C | 2D/3D/", "", "JD")),
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "9D", ""), "lane r3 r1", {},
         ("2H/9D/ | 3C/4C/5C 4C | 2D/3D/", "", "")),
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "", ""), "lane r3 r1", {},
         ("2H// | 3C/4C/5C 4C | 2D/3D/", "", "")),
    ],
)  # fmt: skip
def test_shah_moves_made(
    before: tuple[Any, ...], move: str, options: Options, after: tuple[Any, ...]
) -> None:
    assert play(shah, star(*before), [move], options, TWO_PACKS) == star(*after)


def test_shah_an_empty_ray_without_lanes_is_refilled_at_once() -> None:
    ahead = "2C AC AD AD AH AH AS AS"
    # One source and no outer card elsewhere: no choice is left.
    position = star("2C// | 9S//", "", "9D 8D 7D 6D 5D")
    for options in ({}, TALON_FIRST):
        reached = play(shah, position, ["r1 home"], options, TWO_PACKS)
        assert reached == star("9D/8D/6D | 9S/7D/5D", "", "", 4, ahead)
    # Two sources: a choice, unless the talon goes first.
    position = star("2C// | 9S//", "3D", "9D 8D 7D 6D 5D")
    reached = play(shah, position, ["r1 home"], {}, TWO_PACKS)
    assert reached == star("// | 9S//", "3D", "9D 8D 7D 6D 5D", 4, ahead)
    check_moves(shah, reached, {}, "fill talon, fill stock")
    reached = play(shah, position, ["r1 home"], TALON_FIRST, TWO_PACKS)
    assert reached == star("3D/9D/7D | 9S/8D/6D", "", "5D", 4, ahead)
    # An outer card elsewhere: a lane is possible, and the ray waits.
    position = star("2C// | 9S/8S/5S", "", "9D 8D 7D")
    reached = play(shah, position, ["r1 home"], TALON_FIRST, TWO_PACKS)
    assert reached == star("// | 9S/8S/5S", "", "9D 8D 7D", 4, ahead)
    check_moves(shah, reached, TALON_FIRST, "lane r2 r1, refill")
    # Nothing to fill with: the ray stays empty.
    reached = play(shah, star("2C// | 9S//"), ["r1 home"], {}, TWO_PACKS)
    assert reached == star("// | 9S//", "", "", 4, ahead)


def test_shah_a_play_may_use_up_the_talon_and_so_leave_one_source() -> None:
    # The marriage empties no ray, so refilling waits although it has one source.
    position = star("2C/4C/ | 9S/6C/5S", "4S", "9D 8D 7D")
    reached = play(shah, position, ["talon r2"], {}, TWO_PACKS)
    assert reached == star("2C/4C/ | 9S/6C/5S 4S", "", "9D 8D 7D")


def test_shah_won_with_the_queens() -> None:
    last = star("QS// | //", "", "", 4, "QC QC QD QD QH QH JS QS")
    assert not shah.won(last, {}, TWO_PACKS)
    done = play(shah, last, ["r1 home"], {}, TWO_PACKS)
    assert done == star("// | //", "", "", 4, "QC QC QD QD QH QH QS QS")
    assert shah.won(done, {}, TWO_PACKS)
    assert shah.won(star("//", "", "", 1, "4C 4C"), {}, small(2, "C", 5))
    assert not shah.won(star("//", "", "", 1, "4C 3C"), {}, small(2, "C", 5))


def test_shah_tiny_deals_of_one_ray() -> None:
    # Clubs from two to five, the queen, on a single ray: a card for each circle and one.
    pack = small(1, "C", 6)
    for options in ({"rays": 1}, {"rays": 1} | TALON_FIRST):
        # The stock brings the deuce, and the ray is in order.
        good = dealt(shah, "5C 4C 3C 2C", options, pack)
        assert winnable(shah, good, options, pack)
        line = ["next", "next", "next", "turn", "talon home"] + ["r1 home"] * 3
        assert shah.won(play(shah, good, line, options, pack), options, pack)
        # The trey lies under cards that only it could bring home.
        bad = dealt(shah, "3C 2C 5C 4C", options, pack)
        assert not winnable(shah, bad, options, pack)
        # The deuce must go home before the second circle covers it.
        hasty = dealt(shah, "2C 5C 4C 3C", options, pack)
        assert winnable(shah, hasty, options, pack)
        assert not winnable(shah, play(shah, hasty, ["next"], options, pack), options, pack)


def test_shah_a_deal_that_needs_its_lane() -> None:
    # Two rays of clubs and diamonds, the fours being queens; the hearts are home.
    pack = small(1, "CDH", 5)
    position = star("2C// | 3D/4C/4D", "", "3C 2D", 4, "AC AD 4H")
    for options in ({"rays": 2}, {"rays": 2} | TALON_FIRST):
        assert winnable(shah, position, options, pack)
        # Without lanes the four of diamonds lies on the trey for ever.
        assert not winnable(shah, position, options, pack, without="lane")
        reached = play(shah, position, ["r1 home", "lane r2 r1"], options, pack)
        assert reached == star("4D/3C/2D | 3D/4C/", "", "", 4, "2C AD 4H")
        line = ["r1 home", "r1 home", "r2 home", "r2 home", "r1 home"]
        assert shah.won(play(shah, reached, line, options, pack), options, pack)


def test_shah_options_and_winning() -> None:
    options = [TALON_FIRST, {"refill": "choice"}]
    for rays, pack in ((1, small(1, "CD", 6)), (2, small(2, "C", 6)), (2, small(1, "CD", 6))):
        rows = wins_by_option(shah, {"rays": rays}, options, pack, range(30))
        # The player may always choose the talon.
        assert all(row[0] <= row[1] for row in rows)
        assert {row[1] for row in rows} == {False, True}
