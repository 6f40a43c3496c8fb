"""The oracle of the Mill against hand-made moves."""

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
    sails,
    small,
    winnable,
    wins_by_option,
)
from oracles import mill
from oracles.common import (
    Position,
)

# --- The Mill: legal moves by hand ----------------------------------------------

MILL_MOVES = [
    # The centre takes the next rank, the king piles the next lower one, of any suit.
    (sails(1, "1 1 0 0", "2C | QD | 3H | JS", "2H", "5C"), {},
     "turn, w1 centre, w2 angle, talon centre"),
    (sails(5, "3 1 0 0", "6S | TD | QH | 8S", "9H QC", "5C"), {},
     "turn, w1 centre, w2 angle, w3 angle, talon angle"),
    # A card may suit both; what the talon's top covers suits nothing.
    (sails(8, "5 0 0 0", "9S | 8S | 8D | 7S", "8C 4D", "5C"), {},
     "turn, w1 centre, w2 angle, w3 angle"),
    (sails(7, "5 0 0 0", "9S | 8S | 7D | 7S", "8C 4D", "5C"), {}, "turn, w2 centre, w2 angle"),
    (sails(7, "5 0 0 0", "2S", "8C", ""), {}, "talon centre, talon angle"),
    (sails(7, "5 5 0 0", "8S | 2S", "4C", ""), {}, "w1 centre, w1 angle"),
    (sails(7, "4 5 0 0", "9S | 8S", "4C 9D", ""), {},
     "w1 angle, w2 centre, w2 angle, talon angle"),
    (sails(6, "6 6 0 0", "7S | 2S", "4C 3D", "KD"), {}, "turn, w1 centre, w1 angle"),
    # After a king the centre takes an ace, after an ace no king.
    (sails(12, "4 1 1 1", "KC | AC | 2C | 5D", "", "5C"), {}, "turn, w1 centre"),
    (sails(13, "4 1 1 1", "KC | AC | 2C | 5D", "", "5C"), {}, "turn, w2 centre"),
    (sails(14, "4 1 1 1", "KC | AC | 2C | 5D", "", "5C"), {}, "turn, w3 centre"),
    # A top is transferred together with the card that follows it from wing or talon.
    (sails(7, "6 1 1 0", "9S | 2S", "4C 9D", "KD"), {}, "turn, transfer w1, transfer talon"),
    (sails(7, "6 1 1 0", "7S | 2S", "9C 4D", "KD"), {}, "turn, w1 angle"),
    # A card that stays on the king pile, or one of another rank, justifies nothing.
    (sails(7, "5 6 0 0", "TS | 2S", "4C 3D", "KD"), {}, "turn"),
    # The king of an angle never leaves, the lowest ace may.
    (sails(12, "1 1 1 1", "AS | 2S", "4C 3D", "KD"), {}, "turn"),
    (sails(11, "2 1 1 1", "KS | 2S", "4C 3D", "KD"), {}, "turn, transfer w1"),
    (sails(13, "13 1 1 1", "2S | 2D", "4C 3D", "KD"), {}, "turn, transfer w1, transfer w2"),
    # A complete king pile and a complete centre take no more.
    (sails(15, "13 1 1 1", "KS | AS", "4C AD", "KD"), {}, "turn"),
    (sails(52, "12 13 13 9", "AS | 2S", "4C", ""), {}, "w1 angle, talon angle"),
    (sails(52, "12 13 13 9", "2S | 3S", "3C", ""), {}, ""),
    # The last of the centre may be transferred as well.
    (sails(50, "3 13 13 13", "QS | KS", "JD", ""), {}, "w1 centre"),
    (sails(50, "2 13 13 13", "JS | KS", "5D", ""), {}, "w1 angle, transfer w2"),
    # A vacant wing is filled first, from either source.
    (sails(1, "1 1 0 0", "| QD", "2H", "5C"), {}, "fill talon, fill stock"),
    # It stays vacant when both are empty.
    (sails(1, "1 1 0 0", "| QD | 2S"), {}, "w2 angle, w3 centre"),
    (sails(1, "1 1 0 0", "| QD | 2S"), TALON_FIRST, "w2 angle, w3 centre"),
    # Nothing on a free angle, which waits for its king; aces and deuces are no kings.
    (sails(5, "0 0 0 0", "QC | AS | 2D", "3S", "KC"), {}, "turn"),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", MILL_MOVES)
def test_mill_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(mill, position, options, expected)


@pytest.mark.parametrize(
    "before, move, options, after",
    [
        # Turning a king fills an angle while one is free.
        ((1, "1 0", "5C | 6C", "7C", "8C 9C"), "turn", {}, (1, "1 0", "5C | 6C", "7C 8C", "9C")),
        ((1, "1 0", "5C | 6C", "7C", "KC KD"), "turn", {}, (1, "1 1", "5C | 6C", "7C", "KD")),
        ((1, "1 1", "5C | 6C", "7C", "KC KD"), "turn", {}, (1, "1 1", "5C | 6C", "7C KC", "KD")),
        # A play from the talon leaves no vacancy.
        ((6, "1 0", "5C | 6C", "8S 7C", "8C"), "talon centre", {},
         (7, "1 0", "5C | 6C", "8S", "8C")),
        # A wing is refilled: with two sources the player chooses.
        ((4, "1 1", "5C | 6C", "7C", "8C"), "w1 centre", {}, (5, "1 1", "| 6C", "7C", "8C")),
        ((5, "1 1", "| 6C", "9C 7C", "8C"), "fill talon", {}, (5, "1 1", "7C | 6C", "9C", "8C")),
        ((5, "1 1", "| 6C", "9C 7C", "8C"), "fill stock", {}, (5, "1 1", "8C | 6C", "9C 7C", "")),
        # With one source, or the talon first, it is done at once.
        ((4, "1 1", "5C | 6C", "9C 7C", "8C"), "w1 centre", TALON_FIRST,
         (5, "1 1", "7C | 6C", "9C", "8C")),
        ((4, "1 1", "5C | 6C", "", "8C"), "w1 centre", {}, (5, "1 1", "8C | 6C", "", "")),
        ((4, "1 1", "5C | 6C", "9C 7C", ""), "w1 centre", {}, (5, "1 1", "7C | 6C", "9C", "")),
        ((4, "1 1", "5C | 6C", "", "8C"), "w1 centre", TALON_FIRST, (5, "1 1", "8C | 6C", "", "")),
        ((4, "1 1", "5C | 6C", "", ""), "w1 centre", {}, (5, "1 1", "| 6C", "", "")),
        # A king drawn goes to its angle, and the source is chosen again.
        ((5, "1 0", "| 6C", "9C 7C", "KC 8C"), "fill stock", {}, (5, "1 1", "| 6C", "9C 7C", "8C")),
        ((5, "0 0", "| 6C", "9C 7C", "KC"), "fill stock", {}, (5, "1 0", "7C | 6C", "9C", "")),
        ((4, "0 0", "5C | 6C", "", "KC KD KH"), "w1 centre", {}, (5, "1 1", "KH | 6C", "", "")),
        ((4, "0 0", "5C | 6C", "", "KC"), "w1 centre", {}, (5, "1 0", "| 6C", "", "")),
        ((4, "0 0", "5C | 6C", "", "KC 8C 9C"), "w1 centre", TALON_FIRST,
         (5, "1 0", "8C | 6C", "", "9C")),
        # Plays on king piles; of two that suit, the first takes the card.
        ((4, "2 2", "7C | JC", "", "8C"), "w2 angle", {}, (4, "3 2", "7C | 8C", "", "")),
        ((4, "1 2", "7C | JC", "", "8C"), "w2 angle", {}, (4, "1 3", "7C | 8C", "", "")),
        # A transfer moves two cards; of two piles that suit, the first gives one.
        ((7, "6 6", "9C | JC", "", "8C"), "transfer w1", {}, (9, "5 6", "8C | JC", "", "")),
        ((7, "1 6", "9C | JC", "2C", "8C"), "transfer w1", {}, (9, "1 5", "| JC", "2C", "8C")),
        ((7, "1 6", "2C | JC", "3C 9C", "8C"), "transfer talon", {},
         (9, "1 5", "2C | JC", "3C", "8C")),
    ],
)  # fmt: skip
def test_mill_moves_made(
    before: tuple[Any, ...], move: str, options: Options, after: tuple[Any, ...]
) -> None:
    assert play(mill, sails(*before), [move], options, TWO_PACKS) == sails(*after)


def test_mill_transfers_may_follow_each_other() -> None:
    position = sails(6, "7 6 1 1", "8C | 9C | TC", "2S")
    # The seven and the eight, then from the other pile nothing: the next is a nine.
    check_moves(mill, position, {}, "transfer w1")
    reached = play(mill, position, ["transfer w1"], {}, TWO_PACKS)
    assert reached == sails(8, "6 6 1 1", "2S | 9C | TC")
    # The nine goes plainly; or, lying on a king pile, it would be transferred.
    check_moves(mill, reached, {}, "w2 centre")
    position = sails(6, "7 5 1 1", "8C | TC | JC", "2S")
    line = ["transfer w1", "transfer w2"]
    reached = play(mill, position, line, {}, TWO_PACKS)
    assert reached == sails(10, "6 4 1 1", "2S | | JC")


def test_mill_won_only_when_centre_and_angles_are_complete() -> None:
    last = sails(52, "13 13 12 13", "| AH")
    assert not mill.won(last, {}, TWO_PACKS)
    done = play(mill, last, ["w2 angle"], {}, TWO_PACKS)
    assert done == sails(52, "13 13 13 13", "|")
    assert mill.won(done, {}, TWO_PACKS)
    assert not mill.won(sails(51, "13 13 13 13", "KC"), {}, TWO_PACKS)
    # Six families of three with two king piles: four families in the centre.
    pack = small(3, "CD", 3)
    assert mill.won(sails(12, "3 3", "|"), {}, pack)
    assert not mill.won(sails(9, "3 3", "|"), {}, pack)


def test_mill_a_tiny_deal_that_wins_by_its_transfer() -> None:
    # Two families, A to 4: four to the centre, four to the king pile.
    pack = small(2, "C", 4)
    position = dealt(mill, "AC 4C 3C 2C 3C 2C 4C", {"wings": 1, "kings": 1}, pack)
    assert position == sails(1, "0", "AC", "", "4C 3C 2C 3C 2C 4C")
    options = {"wings": 1, "kings": 1}
    line = ["turn", "turn", "talon angle", "turn", "talon angle"]
    reached = play(mill, position, line, options, pack)
    assert reached == sails(1, "3", "AC", "", "3C 2C 4C")
    reached = play(mill, reached, ["turn"], options, pack)
    check_moves(mill, reached, options, "turn, w1 angle, transfer talon", pack)
    line = ["transfer talon", "turn", "talon angle", "turn", "talon centre", "w1 angle"]
    reached = play(mill, reached, line, options, pack)
    assert reached == sails(4, "4", "")
    assert mill.won(reached, options, pack)


def test_mill_a_tiny_deal_that_is_lost() -> None:
    # The wing's ace stays to the end.  One trey must wait for a king under the deuce
    # that comes between: the stock brings both deuces onto the treys before any king.
    pack = small(2, "C", 4)
    for refill in ("choice", "talon-first"):
        options = {"wings": 1, "kings": 1, "refill": refill}
        lost = dealt(mill, "AC 3C 3C 2C 2C 4C 4C", options, pack)
        assert not winnable(mill, lost, options, pack)
        # With the first king before the second deuce it is won.
        good = dealt(mill, "AC 3C 3C 2C 4C 2C 4C", options, pack)
        line = ["turn", "turn", "turn", "talon centre", "talon centre", "turn"]
        line += ["talon angle", "turn", "talon angle", "turn", "talon centre", "w1 angle"]
        assert mill.won(play(mill, good, line, options, pack), options, pack)


def test_mill_filling_from_the_stock_is_turning_before_the_play() -> None:
    # Hence the choice of the source wins no deal that talon-first does not win.
    position = sails(4, "1 0", "5C | 6C", "7C", "8C 9C")
    chosen = play(mill, position, ["w1 centre", "fill stock"], {}, TWO_PACKS)
    assert chosen == sails(5, "1 0", "8C | 6C", "7C", "9C")
    for options in ({}, TALON_FIRST):
        line = ["turn", "w1 centre"] + ["fill talon"] * (not options)
        assert play(mill, position, line, options, TWO_PACKS) == chosen
    # So it is with a king that an angle awaits.
    position = sails(4, "1 0", "5C | 6C", "7C", "KC 8C 9C")
    line = ["w1 centre", "fill stock", "fill stock"]
    chosen = play(mill, position, line, {}, TWO_PACKS)
    assert chosen == sails(5, "1 1", "8C | 6C", "7C", "9C")
    line = ["turn", "turn", "w1 centre"]
    assert play(mill, position, line, TALON_FIRST, TWO_PACKS) == chosen


def test_mill_options_and_winning() -> None:
    options = [TALON_FIRST, {"refill": "choice"}]
    seen = set()
    for wings, pack in ((1, small(2, "C", 6)), (2, small(3, "C", 3)), (2, small(2, "C", 5))):
        rows = wins_by_option(mill, {"wings": wings, "kings": 1}, options, pack, range(20))
        assert all(row[0] == row[1] for row in rows)  # see the test above
        seen |= set(rows)
    assert seen == {(False, False), (True, True)}
