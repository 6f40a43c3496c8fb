"""The oracle of the Nation against hand-made moves."""

from __future__ import annotations

from typing import Any

import pytest
from oracle_positions import check_moves, winnable
from oracle_tables_b import (
    CLEARED,
    NEWEST,
    NINES,
    OPTIONAL,
    SEVENS,
    TWO_OF_FOUR,
    TWO_PACKS,
    Options,
    cards_to_deal,
    columns,
    play,
)
from oracles import nation
from oracles.common import Position

# --- The Nation: deals ----------------------------------------------------------


def test_nation_counts_eight_cards_to_a_column() -> None:
    # Nothing fits before a deuce or a queen.
    cards = [f"{r}{s}" for s in "CDHS" for r in "3456789TJ"]
    position = nation.start(cards, {}, TWO_PACKS)
    dealt = [" ".join(cards[k : k + 8]) for k in range(0, 36, 8)]
    assert position == columns(dealt, redeals=2, count=12)


def test_nation_played_cards_use_up_their_numbers() -> None:
    # Number 1 is laid, number 2 goes down, number 3 opens the second column,
    # number 4 waits: it fits both.
    pack, options = TWO_OF_FOUR, {"columns": 3, "depth": 2}
    position = nation.start("AC 3C 3C 2C 4C 2C".split(), options, pack)
    assert position == columns(["AC", "3C"], "2C 4C 2C", 4, "AC", "3C", 2, 3)
    check_moves(nation, position, options, pack, "play up, play down")
    # Number 5 belongs to the third column, number 6 goes down.
    after = play(nation, position, "play up", options, pack)
    assert after == columns(["AC", "3C", "4C"], "", 0, "2C", "2C", 2, 3)
    check_moves(nation, after, options, pack, "c1 down, c2 up, c2 c3, c3 c2, redeal")


def test_nation_optional_plays_use_up_numbers_too() -> None:
    pack = TWO_OF_FOUR
    options = {"columns": 3, "depth": 2, "redeals": 0} | OPTIONAL
    position = nation.start("AC 3C 3C 2C 4C 2C".split(), options, pack)
    assert position == columns(["AC"], "3C 3C 2C 4C 2C", 2, "AC", "4C", 0, 3)
    check_moves(nation, position, options, pack, "play down, lay")
    played = play(nation, position, "play down", options, pack)
    assert played == columns(["AC", "3C"], "2C 4C 2C", 4, "AC", "3C", 0, 3)
    check_moves(nation, played, options, pack, "play up, play down, lay")
    laid = play(nation, position, "lay", options, pack)
    assert laid == columns(["AC 3C"], "3C 2C 4C 2C", 3, "AC", "4C", 0, 3)
    laid = play(nation, laid, "lay", options, pack)
    assert laid == columns(["AC 3C", "3C"], "2C 4C 2C", 4, "AC", "4C", 0, 3)
    laid = play(nation, laid, "lay", options, pack)
    assert laid == columns(["AC 3C", "3C 2C", "4C"], "2C", 6, "AC", "4C", 0, 3)
    laid = play(nation, laid, "lay", options, pack)
    assert laid == columns(["AC 3C", "3C 2C", "4C 2C"], "", 0, "AC", "4C", 0, 3)


@pytest.mark.parametrize("spaces", ["any", "cleared"])
def test_nation_columns_that_got_no_card(spaces: str) -> None:
    # The first four numbers are played, the ace comes to the third column.
    pack, options = TWO_OF_FOUR, {"columns": 4, "depth": 2, "spaces": spaces}
    position = nation.start("3C 2C 3C 4C AC 2C".split(), options, pack)
    shut = "0000" if spaces == "cleared" else ""
    assert position == columns([], "2C 3C 4C AC 2C", 2, "AC", "3C", 2, shut=shut)
    after = play(nation, position, "play up", options, pack)
    shut = "1101" if spaces == "cleared" else ""
    assert after == columns({3: "AC"}, "", 0, "4C", "2C", 2, shut=shut)
    free = "c3 c1, c3 c2, c3 c4, " if spaces == "any" else ""
    check_moves(nation, after, options, pack, free + "c3 down, redeal")
    # Dealt again, the ace opens the first column with number 1: it goes home.
    again = play(nation, after, "redeal", options, pack)
    shut = "1111" if spaces == "cleared" else ""
    assert again == columns([], "", 0, "4C", "AC", 1, shut=shut)
    assert nation.won(again, options, pack)


def test_nation_more_cards_than_places() -> None:
    cards = cards_to_deal(nation, TWO_OF_FOUR)
    nation.start(cards, {"columns": 2, "depth": 3}, TWO_OF_FOUR)
    with pytest.raises(ValueError):
        nation.start(cards, {"columns": 1, "depth": 5}, TWO_OF_FOUR)
    with pytest.raises(ValueError):
        nation.start(cards_to_deal(nation, TWO_PACKS), {"columns": 11}, TWO_PACKS)


# --- The Nation: legal moves by hand --------------------------------------------

NATION_MOVES = [
    # In the deal a card that fits both has a choice, forced or not.
    (columns([], "8H", 1, SEVENS, NINES), {}, "play up, play down"),
    (columns([], "8H", 1, SEVENS, NINES), OPTIONAL, "play up, play down, lay"),
    (columns(["9H"], "2C 3C", 9), OPTIONAL, "play up, lay"),
    (columns(["9H"], "QS 3C", 9, redeals=2), OPTIONAL, "play down, lay"),
    # Columns are closed in the deal.
    (columns(["2D", "3C"], "2C 3C", 20, redeals=1), OPTIONAL, "play up, lay"),
    # After the deal only the lowest card of a column is available.
    (columns(["2C 9H", "QD 5S", "3H", "4D"]), {}, ""),
    (columns(["9H 2C", "5S QD", "3H", "4D"]), {}, "c1 up, c2 down"),
    (columns(["8H", "JC", "TD", "3S"], up=SEVENS, down=NINES), {}, "c1 up, c1 down"),
    # Marriages in suit, up or down, not round the corner.
    (columns(["5C", "6C", "7C", "6D"]), {}, "c1 c2, c2 c1, c2 c3, c3 c2"),
    (columns(["KC", "AC", "KS", "AH"]), {}, ""),
    # A space takes any one available card, also a lone one.
    (columns(["5C 9H", "2S", "", ""]), {}, "c1 c3, c1 c4, c2 up, c2 c3, c2 c4"),
    (columns(["5C 9H", "2S", "", ""], redeals=1), {},
     "c1 c3, c1 c4, c2 up, c2 c3, c2 c4, redeal"),
    # A shut one takes none; one that was cleared takes any.
    (columns(["5C 9H", "2S", "", ""], shut="0010"), CLEARED, "c1 c4, c2 up, c2 c4"),
    (columns(["5C 9H", "2S", "", ""], shut="0011"), CLEARED, "c2 up"),
    (columns(["5C 9H", "2S", "", ""], shut="0000"), CLEARED,
     "c1 c3, c1 c4, c2 up, c2 c3, c2 c4"),
    # Redeals: as long as one is left and there is something to deal.
    (columns(["5C", "9H", "2D 3S", "3S"], redeals=2), {}, "redeal"),
    (columns(["5C", "9H", "2D 3S", "3S"], redeals=0), {}, ""),
    (columns([], redeals=2), {}, ""),
    (columns([], redeals=2, shut="0100"), CLEARED, ""),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", NATION_MOVES)
def test_nation_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(nation, position, {"columns": 4, **options}, TWO_PACKS, expected)


@pytest.mark.parametrize("before, line, options, after", [
    # Number 8 is the last of the first column, number 9 the first of the next.
    ((["9H"], "2C 5H 2D", 8), "lay", OPTIONAL, (["9H 2C", "5H"], "2D", 10)),
    ((["9H"], "2C 5H 2D", 8), "play up", OPTIONAL,
     (["9H", "5H"], "2D", 10, "2C AD AH AS")),
    ((["9H"], "2C 5H 2D", 7), "play up", OPTIONAL,
     (["9H 5H"], "2D", 9, "2C AD AH AS")),
    # Forced plays are no moves, but use numbers: 7H is number 9, 9C number 10.
    ((["5C"], "8H 7H 9C 4S", 8, "TC 7D 7H 7S", "QC 9D 9H 9S"), "play down", {},
     (["5C", "9C 4S"], "", 0, "TC 7D 7H 7S", "QC 9D 7H 9S")),
    ((["5C"], "8H 7H 9C 4S", 8, "TC 7D 7H 7S", "QC 9D 9H 9S"), "play up", {},
     (["5C", "7H 9C 4S"], "", 0, "TC 7D 8H 7S", "QC 9D 9H 9S")),
    # The last card of the deal ends it.
    ((["9H", "2S"], "2C", 16), "lay", OPTIONAL, (["9H", "2S 2C"],)),
    # After the deal.
    ((["9H 2C"],), "c1 up", {}, (["9H"], "", 0, "2C AD AH AS")),
    ((["9H QS"],), "c1 down", {}, (["9H"], "", 0, "AC AD AH AS", "KC KD KH QS")),
    ((["9H 5C", "", "6C"],), "c1 c3", {}, (["9H", "", "6C 5C"],)),
    ((["9H 5C", "", "6C"],), "c3 c1", {}, (["9H 5C 6C"],)),
    ((["9H 5C", "", "6C"],), "c1 c4, c3 c4", {}, (["9H", "", "", "5C 6C"],)),
    ((["9H 5C", "", "6C"],), "c3 c2", {}, (["9H 5C", "6C"],)),
])  # fmt: skip
def test_nation_moves_made(
    before: tuple[Any, ...], line: str, options: Options, after: tuple[Any, ...]
) -> None:
    options = {"columns": 4, **options}
    assert play(nation, columns(*before), line, options, TWO_PACKS) == columns(*after)


def test_nation_spaces_that_were_cleared_stay_open_until_the_redeal() -> None:
    options = {"columns": 4, "depth": 2} | CLEARED
    tops = {"up": "2C AD AH AS"}
    position = columns(["4C 3C", "5C", "", "9H"], shut="0010", redeals=1)
    check_moves(nation, position, options, TWO_PACKS, "redeal")
    position = columns(["4C", "5C", "", "9H"], shut="0010", redeals=1, **tops)
    position = play(nation, position, "c2 c1", options, TWO_PACKS)
    assert position == columns(["4C 5C", "", "", "9H"], shut="0010", redeals=1, **tops)
    position = play(nation, position, "c1 c2, c1 c2", options, TWO_PACKS)
    assert position == columns(["", "5C 4C", "", "9H"], shut="0010", redeals=1, **tops)
    position = play(nation, position, "c4 c1", options, TWO_PACKS)
    assert position == columns(["9H", "5C 4C"], shut="0010", redeals=1, **tops)
    # Three cards are dealt to two columns of two.
    position = play(nation, position, "redeal", options, TWO_PACKS)
    assert position == columns(["5C 4C", "9H"], shut="0011", **tops)
    check_moves(nation, position, options, TWO_PACKS, "")


@pytest.mark.parametrize(
    "options, expected",
    [({}, ["9H JC", "7S 3C", "5H"]), (NEWEST, ["JC 9H", "7S 5H", "3C"])],
)
def test_nation_redeal(options: Options, expected: list[str]) -> None:
    # The last column is dealt first, from its uppermost card on.
    options = {"columns": 4, "depth": 2} | options
    position = columns(["3C 5H", "", "7S", "9H JC"], redeals=2)
    after = play(nation, position, "redeal", options, TWO_PACKS)
    assert after == columns(expected, redeals=1)


def test_nation_redeal_waits_at_the_first_choice() -> None:
    options = {"columns": 4, "depth": 2}
    position = columns(["3C 5H", "", "9S", "8H 6S"], redeals=1, up=SEVENS, down=NINES)
    after = play(nation, position, "redeal", options, TWO_PACKS)
    assert after == columns([], "8H 6S 9S 3C 5H", 1, SEVENS, NINES)
    after = play(nation, after, "play up", options, TWO_PACKS)
    assert after == columns(["6S", "9S 3C", "5H"], "", 0, "7C 7D 8H 7S", NINES)


def test_nation_nothing_is_shut_while_the_deal_goes_on() -> None:
    options = {"columns": 4, "depth": 2} | CLEARED
    position = columns(["8H 6S"], redeals=1, up=SEVENS, down=NINES, shut="0111")
    after = play(nation, position, "redeal", options, TWO_PACKS)
    assert after == columns([], "8H 6S", 1, SEVENS, NINES, shut="0000")
    after = play(nation, after, "play down", options, TWO_PACKS)
    assert after == columns(["6S"], "", 0, SEVENS, "9C 9D 8H 9S", shut="0111")


# --- The Nation: winning --------------------------------------------------------


def test_nation_a_deal_that_needs_its_redeal() -> None:
    # One column: AC, 3C and 4C are left, the four lowest, and 3C is wanted
    # first.  Whichever way the first deuce goes, the second goes the other.
    cards = "AC 3C 3C 2C 4C 2C".split()
    pack = TWO_OF_FOUR
    for redeals in (0, 1):
        options = {"columns": 1, "redeals": redeals}
        position = nation.start(cards, options, pack)
        assert position == columns(["AC 3C"], "2C 4C 2C", 4, "AC", "3C", redeals, 1)
        left = columns(["AC 3C 4C"], "", 0, "2C", "2C", redeals, 1)
        for line in ("play up", "play down"):
            assert play(nation, position, line, options, pack) == left
        check_moves(nation, left, options, pack, "redeal" if redeals else "")
        assert winnable(nation, position, options, pack) == (redeals == 1)
    # All three are played as they turn up, which is not even a move.
    done = play(nation, left, "redeal", options, pack)
    assert done == columns([], "", 0, "4C", "AC", 0, 1)
    assert nation.won(done, options, pack) and not nation.won(left, options, pack)
    # Where the redeal begins with the newest card it is too early for the four.
    position = play(nation, left, "redeal", options | NEWEST, pack)
    assert position == columns(["4C"], "", 0, "3C", "AC", 0, 1)
    assert nation.won(play(nation, position, "c1 up", options, pack), options, pack)


def test_nation_a_space_that_only_counts_as_such_by_one_reading() -> None:
    # The four covers the three in the only column that got cards.
    options, pack = {"columns": 2}, TWO_OF_FOUR
    position = columns(["AC 3C 4C"], "", 0, "2C", "2C", 0, 2)
    done = play(nation, position, "c1 c2, c1 up, c2 up, c1 down", options, pack)
    assert nation.won(done, options, pack)
    position = columns(["AC 3C 4C"], "", 0, "2C", "2C", 0, 2, "01")
    assert nation.moves(position, options | CLEARED, pack) == {}
