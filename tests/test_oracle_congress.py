"""The oracle of the Congress against hand-made moves."""

from __future__ import annotations

from typing import Any

import pytest
from oracle_positions import play
from oracle_tables_a import (
    TWO_PACKS,
    Options,
    check_moves,
    dealt,
    rivers,
    small,
    winnable,
    wins_by_option,
)
from oracles import congress
from oracles.common import (
    Position,
)

# --- The Congress: legal moves by hand ------------------------------------------

IMMEDIATE = {"refill": "immediate"}

CONGRESS_MOVES = [
    # Plays and marriages to the helps, or the next row.
    (rivers("2C | 5H | 9S", "6H | TS ||", "3C", 1), {}, "row, c1 home, c2 h1, c3 h2"),
    # Rivers take nothing, neither from each other nor from the helps.
    (rivers("6H | 5H | TC", "5H | 9C ||", "3C", 1), {}, "row"),
    # Helps marry each other, downwards in suit, and go home.
    (rivers("8H | 9H", "6H | 5H | 2D | 5D ||||", "3C", 1), {}, "row, h2 h1, h3 home"),
    (rivers("8H | 9H", "6H | 5S | 4H | KD ||||", "3C", 1), {}, "row"),
    # Only the last card of a column and the top of a help count.
    (rivers("5H 2C | 4H 9S | 2D 8S", "6H | TS 9S ||", "3C", 2), {}, "row, c1 home, c3 h2"),
    # The rivers may marry both copies of a parent; helps shift between them.
    (rivers("5H | 9S", "6H | 6H ||", "3C", 1), {}, "row, c1 h1, c1 h2"),
    (rivers("JH | 9S", "6H 5H | 6H ||", "3C", 1), {}, "row, h1 h2"),
    # A vacancy stops the rows, not the plays; it is filled by a refill only.
    (rivers("2C 3D | 4D | 9C KC", "5D | 7S ||", "3C", 2), {}, "refill, c2 h1"),
    (rivers("| 4D | 9C", "7H | 7S ||", "3C", 1), {}, "refill"),
    # Nor do cards go to vacant helps while the pack lasts.
    (rivers("2S | 4D | 9C", "5D | 7S |  | 2D | | | |", "3C", 1), {},
     "refill, c1 home, c2 h1, h4 home"),
    (rivers("2S | 4D | 9C", "|||", "3C", 1), {}, "refill, c1 home"),
    # With all in place but the last card it is still a pause.
    (rivers("6S | 4D | 9C", "8C | 7S ||", "KC", 1), {}, "row, c1 h2"),
    # The end phase: any column's last card may begin a help; helps stay where they are.
    (rivers("6S 8D | 4D | | 9C", "TC | JS ||"), {},
     "c1 h3, c1 h4, c2 h3, c2 h4, c4 h1, c4 h3, c4 h4"),
    (rivers("KC 2H | 8H", "| 5C | 4C |"), {},
     "c1 home, c1 h1, c1 h4, c2 h1, c2 h4, h3 h2"),
    # New helps are as good as old ones, for marriages and for plays.
    (rivers("KC 8H | 8H", "KD | 5C | 9H | 2S"), {}, "c1 h3, c2 h3, h4 home"),
    # Empty columns take nothing, however the rows stood.
    (rivers("| | 5H", "9C | 3D | 8S | 4D"), {}, "h2 h4"),
    # The foundations of a suit each take their own next card, up to the king.
    (rivers("5C | 3C | 4C | KD | KS", "2H | 3H ||", "TS", 1, "4C 2C QD QD AH 2H KS QS"), {},
     "row, c1 home, c2 home, c4 home, c5 home, h1 home, h2 home, h1 h2"),
    # There is no marrying round the corner.
    (rivers("KC | 2C", "2S | KS ||", "3C", 1, "6C 6C AD AD AH AH 6S 6S"), {}, "row"),
    # The option changes nothing before a vacancy arises.
    (rivers("2C | 5H | 9S", "6H | TS ||", "3C", 1), IMMEDIATE, "row, c1 home, c2 h1, c3 h2"),
    (rivers("2C 3D | 4D | 9C KC", "5D | 7S ||", "3C", 2), IMMEDIATE, "refill, c2 h1"),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", CONGRESS_MOVES)
def test_congress_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(congress, position, options, expected)


@pytest.mark.parametrize(
    "before, move, options, after",
    [
        # A row covers the columns and may be short, which ends the pack.
        (("6S 9D | 4D 9D", "8C | 7S ||", "KC QC JC", 2), "row", {},
         ("6S 9D KC | 4D 9D QC", "8C | 7S ||", "JC", 3)),
        (("6S | 4D", "8C |", "KC QC", 1), "row", {}, ("6S KC | 4D QC", "8C |", "", 0)),
        (("6S | 4D", "8C |", "KC", 1), "row", {}, ("6S KC | 4D", "8C |", "", 0)),
        # Marriages leave vacancies that wait.
        (("8S 5H | 4D 9D", "6H |", "KC", 2), "c1 h1", {}, ("8S | 4D 9D", "6H 5H |", "KC", 2)),
        (("8S | 9D", "6H | 5H ||", "KC", 1), "h2 h1", {}, ("8S | 9D", "6H 5H | ||", "KC", 1)),
        # A refill goes by rows from the top, left to right, and then to the helps.
        (("| 4D | 7S 8S", "9C |||", "2S 3S 4S 5S 6S", 2), "refill", {},
         ("2S 3S | 4D 4S | 7S 8S", "9C | 5S ||", "6S", 2)),
        (("| 4D | |", "|||", "2S 3S 4S 5S 6S 7S 8S 9S TS JS", 2), "refill", {},
         ("2S 5S | 4D 6S | 3S 7S | 4S 8S", "9S | TS ||", "JS", 2)),
        # It may end the pack in the middle: the end phase, the vacancies stay.
        (("| 4D | 7S 8S", "9C |||", "2S 3S", 2), "refill", {},
         ("2S 3S | 4D | 7S 8S", "9C |||", "", 0)),
        (("| 4D | 7S 8S", "9C |||", "2S 3S 4S 5S", 2), "refill", {},
         ("2S 3S | 4D 4S | 7S 8S", "9C | 5S ||", "", 0)),
        # New helps.
        (("8S 5H | 4D 9D", "6H | | | "), "c2 h3", {}, ("8S 5H | 4D", "6H | | 9D |")),
        # Immediate refilling belongs to the first row alone.
        (("5H | 9D", "6H |", "KC QC", 1), "c1 h1", IMMEDIATE, ("KC | 9D", "6H 5H |", "QC", 1)),
        (("8S | 9D", "6H | 5H ||", "KC QC", 1), "h2 h1", IMMEDIATE,
         ("8S | 9D", "6H 5H | KC ||", "QC", 1)),
        (("8S | 9D", "6H | 7D 5H ||", "KC QC", 1), "h2 h1", IMMEDIATE,
         ("8S | 9D", "6H 5H | 7D ||", "KC QC", 1)),
        (("5H | 9D", "6H |", "KC", 1), "c1 h1", IMMEDIATE, ("KC | 9D", "6H 5H |", "", 0)),
        (("8S 5H | 4D 9D", "6H |", "KC", 2), "c1 h1", IMMEDIATE,
         ("8S | 4D 9D", "6H 5H |", "KC", 2)),
        (("5H | 9D", "6H |"), "c1 h1", IMMEDIATE, ("| 9D", "6H 5H |")),
    ],
)  # fmt: skip
def test_congress_moves_made(
    before: tuple[Any, ...], move: str, options: Options, after: tuple[Any, ...]
) -> None:
    assert play(congress, rivers(*before), [move], options, TWO_PACKS) == rivers(*after)


def test_congress_refills_may_be_repeated_in_a_pause() -> None:
    position = rivers("2C | 9D", "6H |", "3C 4C 5S 6S", 1)
    line = ["c1 home", "refill", "c1 home", "refill", "c1 home", "refill", "row"]
    reached = play(congress, position, line, {}, TWO_PACKS)
    done = rivers("5S 6S | 9D", "6H |", "", 0, "4C AC AD AD AH AH AS AS")
    assert congress.normal(reached) == congress.normal(done)
    assert reached["column 1"] == ["5S", "6S"]
    # Done at once in the first pause, it is the same.
    line = ["c1 home", "c1 home", "c1 home", "row"]
    assert play(congress, position, line, IMMEDIATE, TWO_PACKS) == reached


def test_congress_won_with_the_kings() -> None:
    last = rivers("KS |", "|", foundations="KC KC KD KD KH KH QS KS")
    assert not congress.won(last, {}, TWO_PACKS)
    done = play(congress, last, ["c1 home"], {}, TWO_PACKS)
    assert done == rivers("|", "|", foundations="KC KC KD KD KH KH KS KS")
    assert congress.won(done, {}, TWO_PACKS)
    assert congress.won(rivers("", "|", foundations="5H 5H"), {}, small(2, "H", 5))
    assert not congress.won(rivers("", "|", foundations="5H 4H"), {}, small(2, "H", 5))


def test_congress_tiny_deals_of_one_column() -> None:
    pack = small(1, "CD", 5)
    options = {"columns": 1, "helps": 1}
    # The five of diamonds lies above the four: it begins the second help, and all is well.
    good = dealt(congress, "5C 3D 3C 4D 5D 4C 2C 2D", options, pack)
    assert good == rivers("3D", "5C |", "3C 4D 5D 4C 2C 2D", 1, "AC AD")
    position = play(congress, good, ["row"] * 6, options, pack)
    assert position == rivers("3D 3C 4D 5D 4C 2C 2D", "5C |", "", 0, "AC AD")
    line = ["c1 home", "c1 home", "c1 h1", "c1 h2", "c1 h2", "c1 home", "c1 home"]
    line += ["h2 home", "h1 home", "h1 home", "h2 home"]
    assert congress.won(play(congress, position, line, options, pack), options, pack)
    assert winnable(congress, good, options, pack)
    # Below the four it finds no place: the helps hold the four and a run from the five of
    # clubs, which waits for the trey under it.
    bad = dealt(congress, "5C 3D 3C 5D 4D 4C 2C 2D", options, pack)
    assert not winnable(congress, bad, options, pack)
    assert not winnable(congress, bad, options | IMMEDIATE, pack)
    # The seed of the trouble is the single help.
    options = {"columns": 1, "helps": 2}
    roomy = dealt(congress, "5C 3D 3C 5D 4D 4C 2C 2D", options, pack)
    assert winnable(congress, roomy, options, pack)


def test_congress_options_and_winning() -> None:
    pack = small(1, "CD", 5)
    options = [IMMEDIATE, {"refill": "deferred"}]
    rows = wins_by_option(congress, {"columns": 1, "helps": 1}, options, pack, range(40))
    # Refilling at once is one of the ways to refill when the player likes.
    assert all(row[0] <= row[1] for row in rows)
    assert (True, True) in rows
