"""The oracle of the Hemispheres against hand-made moves."""

from __future__ import annotations

import pytest
from oracle_positions import play
from oracle_tables_a import (
    TWO_PACKS,
    Options,
    check_moves,
    dealt,
    globe,
    small,
    winnable,
    wins_by_option,
)
from oracles import hemispheres
from oracles.common import (
    Position,
)

# --- The Hemispheres: legal moves by hand ---------------------------------------
# Eight spaces, two to a Race: s1 s2 and s3 s4 lie in the north, the others in the south.

PACK_FIRST = {"refill": "pack-first"}
ANY = {"transfer": "any"}

HEMISPHERES_MOVES = [
    # Red goes up from the ace, black down from the king.
    (globe("2H | 5D | 2D | 9H | QC | 4S | QS | 8C", "", "3C"), {},
     "turn, s1 home, s3 home, s5 home, s7 home"),
    # Cards of the wrong colour can only be exchanged, whatever they are.
    (globe("QC | 5D | 2C | 9H | 2H | 4S | 2D | 8C", "", "3C"), {},
     "turn, exchange s1 s5, exchange s1 s7, exchange s3 s5, exchange s3 s7"),
    # Red marries downwards, black upwards, both in their own Race only.
    (globe("6H | 5H | 7H | 9D | 5C | 6C | 7C | 9S", "", "TS"), {}, "turn, s2 s1, s6 s5"),
    # Marriages follow suit.
    (globe("6H | 5D | 7H | 6D | 5C | 6S | 8S | 7C", "", "TS"), {}, "turn"),
    # The talon's top marries in both Races of its hemisphere, never on a wrong card.
    (globe("6H | 9D | 6H | 9S | 6H | 4C | 8S | TS", "2C 5H", "3C"), {},
     "turn, talon s1, talon s3, exchange s4 s5"),
    (globe("4C | 9D | TD | 7H | 4C | 8C | 4C | QS", "5H 5C", "3C"), {},
     "turn, talon s5, talon s7, s8 home"),
    # What the talon's top covers is not usable; the top may go home.
    (globe("6H | 9D | TD | 7H | 4C | 8C | 9S | 5S", "5H QC", "3C"), {}, "turn, talon home"),
    # Only the tops of packets count.
    (globe("3H 2H | 2D | 7D | 9H | 8S TS | QC | 7C | 4S", "", "AC"), {},
     "turn, s1 home, s2 home, s6 home"),
    (globe("9H 8H | 9H | 9D 8D | 7D | 8C 9C | TC | 7S | 8S 9S", "", "AC"), {},
     "turn, s1 s2, s4 s3, s6 s5"),
    # There is no turning before every vacancy is filled, one card a move.
    (globe("6H | 5H | | 7H | 4C | | 9S | 5S", "QC 9C", "3C"), {}, "fill talon, s2 s1"),
    (globe("6H | 5H | | 7H | 4C | | 9S | 5S", "QC 9C", "3C"), PACK_FIRST, "fill stock, s2 s1"),
    (globe("6H | 9H | | 7H | 4C | 2C | 9S | 5S", "", "3C"), {}, "fill stock"),
    (globe("6H | 9H | | 7H | 4C | 2C | 9S | 5S", "3D", ""), PACK_FIRST, "fill talon"),
    # Exchanges and plays go on while spaces are vacant.
    (globe("QC | 9H | | 7H | 4D | 2C | 9S | QS", "2D", "4S"), {},
     "fill talon, exchange s1 s5, s8 home, talon home"),
    # Stock and talon empty: wrong cards go to vacant spaces of their hemisphere.
    (globe("QC | 9D | | 6H | 5H | | | JS"), {},
     "exchange s1 s5, transfer s1 s6, transfer s1 s7, transfer s5 s3"),
    (globe("QC | 9D | | 6H | 5H | | | JS"), ANY,
     "exchange s1 s5, transfer s1 s6, transfer s1 s7, transfer s5 s3, "
     "transfer s1 home, transfer s5 s4"),
    # Straight onto packets they marry in both Races, but never a wrong card.
    (globe("6H | 7D | 6H | 9C | 5H | 8C | 6H | 8C"), ANY,
     "exchange s4 s5, exchange s4 s7, transfer s5 s1, transfer s5 s3, "
     "transfer s4 s6, transfer s4 s8"),
    # As long as talon or stock hold a card nothing is transferred.
    (globe("QC | 9D | | 6H | 5H | | | JS", "3C"), ANY, "exchange s1 s5, fill talon"),
    (globe("QC | 9D | | 6H | 5H | | | JS", "", "3C"), ANY, "exchange s1 s5, fill stock"),
    # Nothing else enters vacant spaces in the end.
    (globe("5H | | | 7D | | QC | |"), ANY, "s6 home"),
    # The foundations of a suit each take their own next card, up to king and down to ace.
    (globe("5H | 3H | KD | 9D | AC | 5C | 8S | 3S", "", "4S",
           "2C 6C QD 7D 4H 2H 9S 9S"), {},
     "turn, s1 home, s2 home, s3 home, s5 home, s6 home, s7 home"),
    # A card may shift to the other copy of its parent.
    (globe("6H 5H | 6H | 7D | 9D | 7C | 7C 8C | 2S | 4S", "", "6S"), {}, "turn, s1 s2, s6 s5"),
    # There is no marrying round the corner.
    (globe("2D | KD | KH | 2H | QC | AC | AS | QS", "", "6S",
           "4C 4C 4D 4D 4H 4H 4S 4S"), {}, "turn"),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", HEMISPHERES_MOVES)
def test_hemispheres_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(hemispheres, position, options, expected)


def test_hemispheres_races_of_one_and_three_spaces() -> None:
    # With one space a Race there are no marriages but from the talon.
    check_moves(hemispheres, globe("6H | 5H | 7C | 8C", "", "2D"), {}, "turn")
    position = globe("5H | 8D | 6H | 7H | 9D | TD | 9C | 7C | JC | 3S | 8C | 5S", "8H", "2D")
    check_moves(hemispheres, position, {}, "turn, s1 s3, s5 s6")
    position = globe("QC | 8D | 6H | 7H | 9D | TS | 9C | 7C | JC | 3H | 8C | QD", "8H", "2D")
    expected = "turn, exchange s1 s10, exchange s1 s12, exchange s6 s10, exchange s6 s12"
    check_moves(hemispheres, position, {}, expected)


@pytest.mark.parametrize(
    "before, move, options, after",
    [
        (("6H | 9D | 4C | 2S", "3C", "4C 5C"), "turn", {}, ("6H | 9D | 4C | 2S", "3C 4C", "5C")),
        # The first vacancy clockwise is filled, from the source in force.
        (("6H | | 4C |", "3C 3S", "4C 5C"), "fill talon", {}, ("6H | 3S | 4C |", "3C", "4C 5C")),
        (("6H | 9D | 4C |", "3C 3S", "4C"), "fill talon", {}, ("6H | 9D | 4C | 3S", "3C", "4C")),
        (("| 6H | 4C |", "", "4C 5C"), "fill stock", {}, ("4C | 6H | 4C |", "", "5C")),
        (("| 6H | 4C |", "3C", "4C 5C"), "fill stock", PACK_FIRST, ("4C | 6H | 4C |", "3C", "5C")),
        (("| 6H | 4C |", "3C 3S", ""), "fill talon", PACK_FIRST, ("3S | 6H | 4C |", "3C", "")),
        (("6H | | 4C |", "3C 5H", "4C"), "talon s1", {}, ("6H 5H | | 4C |", "3C", "4C")),
        (("6H | 9S | 4C 5C | 2D", "", "4C"), "exchange s2 s4", {},
         ("6H | 2D | 4C 5C | 9S", "", "4C")),
        (("6H | 9S | |", "", ""), "transfer s2 s4", {}, ("6H | | | 9S", "", "")),
        (("6H | 9S | 7S 8S | 3S", "", ""), "transfer s2 s3", ANY, ("6H | | 7S 8S 9S | 3S", "", "")),
    ],
)  # fmt: skip
def test_hemispheres_moves_made(
    before: tuple[str, str, str], move: str, options: Options, after: tuple[str, str, str]
) -> None:
    reached = play(hemispheres, globe(*before), [move], options, TWO_PACKS)
    assert reached == globe(*after)


def test_hemispheres_plays_and_marriages_made() -> None:
    position = globe("3H | 2H | 9D 8D | | QC | JC | 6S | 7S", "KD", "5S")
    line = ["s2 home", "s1 home", "s5 home", "s6 home", "s8 s7", "fill talon"]
    reached = play(hemispheres, position, line, {}, TWO_PACKS)
    done = globe("KD | | 9D 8D | | | | 6S 7S |", "", "5S", "JC KC AD AD 3H AH KS KS")
    assert hemispheres.normal(reached) == hemispheres.normal(done)


def test_hemispheres_transfer_home() -> None:
    position = globe("QC | 9D | 2C | 3C")
    reached = play(hemispheres, position, ["transfer s1 home"], ANY, TWO_PACKS)
    done = globe("| 9D | 2C | 3C", foundations="QC KC AD AD AH AH KS KS")
    assert hemispheres.normal(reached) == hemispheres.normal(done)


def test_hemispheres_won_without_the_barriers() -> None:
    # A king of each red suit and an ace of each black suit are home from the first.
    short = "AC AC QD KD KH QH 2S AS"
    done = globe("|||", foundations="2C AC QD KD KH QH 2S AS")
    assert hemispheres.won(done, {}, TWO_PACKS)
    last = globe("| | AC |", foundations="2C 2C QD KD KH QH 2S AS")
    assert not hemispheres.won(last, {}, TWO_PACKS)
    reached = play(hemispheres, last, ["s3 home"], {}, TWO_PACKS)
    assert hemispheres.won(reached, {}, TWO_PACKS)
    assert not hemispheres.won(globe("|||", foundations=short), {}, TWO_PACKS)
    single = small(1, "HS", 4)
    assert hemispheres.won(globe("|||", foundations="3H 2S"), {}, single)
    assert not hemispheres.won(globe("|||", foundations="2H 2S"), {}, single)


def test_hemispheres_a_line_that_wins() -> None:
    # Fives are kings: the foundations start from AH and 5C, the barriers are 5H and AC.
    pack = small(1, "CH", 5)
    options = {"spaces": 1}
    position = dealt(hemispheres, "3H 4C 2H 3C 4H 2C", options, pack)
    assert position == globe("3H | 4C | 2H | 3C", "", "4H 2C", "5C AH")
    line = ["exchange s2 s3", "s2 home", "s3 home", "s1 home", "s4 home"]
    line += ["fill stock", "s1 home", "fill stock"]
    position = play(hemispheres, position, line, options, pack)
    # The two came to the north, where it is dead until the stock is out.
    assert position == globe("2C | | |", "", "", "3C 4H")
    assert not hemispheres.won(position, options, pack)
    check_moves(hemispheres, position, options, "transfer s1 s3, transfer s1 s4", pack)
    position = play(hemispheres, position, ["transfer s1 s3", "s3 home"], options, pack)
    assert hemispheres.won(position, options, pack)
    check_moves(hemispheres, position, options, "", pack)


def test_hemispheres_a_full_hemisphere_is_lost_unless_transfers_go_anywhere() -> None:
    # Both low cards lie in the south and the north has no room for them.
    pack = small(1, "DH", 4)
    blocked = dealt(hemispheres, "3H 3D 2H 2D", {"spaces": 1}, pack)
    assert not winnable(hemispheres, blocked, {"spaces": 1}, pack)
    check_moves(hemispheres, blocked, {"spaces": 1}, "", pack)
    assert winnable(hemispheres, blocked, {"spaces": 1} | ANY, pack)
    # One of them in the north makes room for the others.
    room = dealt(hemispheres, "2H 3D 3H 2D", {"spaces": 1}, pack)
    assert winnable(hemispheres, room, {"spaces": 1}, pack)


def test_hemispheres_options_and_winning() -> None:
    pack = small(1, "DH", 6)
    options = [{"transfer": t, "refill": r} for t in ("space", "any")
               for r in ("talon-first", "pack-first")]  # fmt: skip
    rows = wins_by_option(hemispheres, {"spaces": 1}, options, pack, range(40))
    # More places to transfer to lose nothing, and sometimes they win.
    assert all(row[0] <= row[2] and row[1] <= row[3] for row in rows)
    assert {(row[0], row[2]) for row in rows} == {(False, False), (False, True), (True, True)}
