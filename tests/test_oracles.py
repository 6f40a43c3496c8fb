"""The oracles against moves worked out by hand, random walks and small searches."""

from __future__ import annotations

import copy
import random
from types import ModuleType
from typing import Any

import pytest
from oracles import freecell, napoleons_square, two_rings
from oracles.common import EMPTY, RANKS, Position, rank, suit, whole_pack

Pack = dict[str, Any]
Options = dict[str, Any]

TWO_PACKS: Pack = {"copies": 2, "suits": "CDHS", "ranks": 13}
ONE_PACK: Pack = {"copies": 1, "suits": "CDHS", "ranks": 13}
TWO_SUITS: Pack = {"copies": 1, "suits": "CD", "ranks": 6}
TWIN_CLUBS: Pack = {"copies": 2, "suits": "C", "ranks": 6}
CLUBS: Pack = {"copies": 1, "suits": "C", "ranks": 13}


# --- building positions ---------------------------------------------------------


def rings(
    bracelet: str,
    talon: str = "",
    stock: str = "",
    ascending: str = "7C 7C 7D 7D 7H 7H 7S 7S",
    descending: str = "6C 6C 6D 6D 6H 6H 6S 6S",
    redeals: int = 1,
) -> Position:
    """A position of Two Rings from strings of cards."""
    return {
        "ascending": ascending.split(),
        "descending": descending.split(),
        "bracelet": bracelet.split(),
        "talon": talon.split(),
        "stock": stock.split(),
        "redeals left": redeals,
    }


def square(
    packets: list[str],
    talon: str = "",
    stock: str = "",
    foundations: str = "- - - - - - - -",
) -> Position:
    """A position of Napoleon's Square from strings of cards."""
    position: Position = {"foundations": foundations.split()}
    for number, cards in enumerate(packets, start=1):
        position[f"packet {number}"] = cards.split()
    position["talon"] = talon.split()
    position["stock"] = stock.split()
    return position


def cells(columns: list[str], cells: str = "- - - -", foundations: str = "- - - -") -> Position:
    """A position of FreeCell from strings of cards."""
    position: Position = {"foundations": foundations.split(), "cells": cells.split()}
    for number, cards in enumerate(columns, start=1):
        position[f"column {number}"] = cards.split()
    return position


def cards_to_deal(game: ModuleType, pack: Pack) -> list[str]:
    """The cards of the pack without those the game lays out beforehand."""
    cards = whole_pack(pack)
    if game is two_rings:
        middle = pack["ranks"] // 2
        cards = [card for card in cards if rank(card) not in (middle, middle + 1)]
    return cards


def shuffled_start(game: ModuleType, options: Options, pack: Pack, seed: int) -> Position:
    """A random deal."""
    cards = cards_to_deal(game, pack)
    random.Random(seed).shuffle(cards)
    position: Position = game.start(cards, options, pack)
    return position


def play(
    game: ModuleType, position: Position, line: list[str], options: Options, pack: Pack
) -> Position:
    """The position after a line of moves, each of which must be legal."""
    for move in line:
        position = game.moves(position, options, pack)[move]
    return position


def winnable(game: ModuleType, position: Position, options: Options, pack: Pack) -> bool:
    """Whether any line of play wins, found by visiting every position."""
    seen = {game.normal(position)}
    waiting = [position]
    while waiting:
        current = waiting.pop()
        if game.won(current, options, pack):
            return True
        for after in game.moves(current, options, pack).values():
            key = game.normal(after)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return False


# --- deals ----------------------------------------------------------------------


def test_two_rings_deal() -> None:
    cards = cards_to_deal(two_rings, TWO_PACKS)
    assert len(cards) == 88
    position = two_rings.start(cards, {}, TWO_PACKS)
    assert position == rings(" ".join(cards[:8]), stock=" ".join(cards[8:]))


def test_two_rings_deal_of_a_small_pack_leaves_places_vacant() -> None:
    # Ranks A..6: fours go up, threes go down; 5, 6, 2 and A are dealt.
    options = {"redeals": 3}
    position = two_rings.start(
        "5C 2D AC".split(), options, {"copies": 1, "suits": "DC", "ranks": 6}
    )
    assert position == rings("5C 2D AC - - - - -", "", "", "4C 4D", "3C 3D", 3)


MIDDLES = [(13, "7C", "6C"), (12, "7C", "6C"), (9, "5C", "4C"), (4, "3C", "2C"), (2, "2C", "AC")]


@pytest.mark.parametrize("ranks, up, down", MIDDLES)
def test_two_rings_middle_ranks(ranks: int, up: str, down: str) -> None:
    pack = {"copies": 1, "suits": "C", "ranks": ranks}
    position = two_rings.start([], {"bracelet": 2}, pack)
    assert position == rings("- -", "", "", up, down)


def test_napoleons_square_deals_packet_by_packet() -> None:
    cards = whole_pack(TWO_PACKS)
    position = napoleons_square.start(cards, {}, TWO_PACKS)
    packets = [" ".join(cards[k : k + 4]) for k in range(0, 48, 4)]
    assert position == square(packets, stock=" ".join(cards[48:]))


def test_napoleons_square_of_single_cards() -> None:
    cards = whole_pack(TWO_PACKS)
    options = {"square": "single", "packets": 3}
    position = napoleons_square.start(cards, options, TWO_PACKS)
    assert position == square(cards[:3], stock=" ".join(cards[3:]))


def test_napoleons_square_short_pack_leaves_later_packets_short() -> None:
    cards = "AC 2C 3C 4C 5C 6C".split()
    pack = {"copies": 1, "suits": "C", "ranks": 6}
    position = napoleons_square.start(cards, {"packets": 3}, pack)
    assert position == square(["AC 2C 3C 4C", "5C 6C", ""], foundations="-")


@pytest.mark.parametrize("columns", range(4, 11))
def test_freecell_deals_in_turn(columns: int) -> None:
    cards = whole_pack(ONE_PACK)
    options = {"columns": columns, "cells": 2}
    position = freecell.start(cards, options, ONE_PACK)
    dealt = [" ".join(cards[k::columns]) for k in range(columns)]
    assert position == cells(dealt, "- -")


def test_freecell_defaults_and_a_pack_of_few_cards() -> None:
    pack = {"copies": 1, "suits": "H", "ranks": 2}
    position = freecell.start(["2H", "AH"], {}, pack)
    assert position == cells(["2H", "AH", "", "", "", "", "", ""], foundations="-")


@pytest.mark.parametrize(
    "game, options",
    [
        (two_rings, {"redeals": 4}),
        (two_rings, {"bracelet": 0}),
        (napoleons_square, {"packets": 13}),
        (napoleons_square, {"square": "round"}),
        (freecell, {"columns": 3}),
        (freecell, {"cells": 8}),
    ],
)
def test_bad_options_are_refused(game: ModuleType, options: Options) -> None:
    with pytest.raises(ValueError):
        game.start([], options, ONE_PACK)


# --- Two Rings: legal moves by hand ---------------------------------------------

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


def check_moves(
    game: ModuleType, position: Position, options: Options, pack: Pack, expected: str
) -> None:
    """The position has exactly the moves named in the comma-separated list."""
    wanted = {name for name in expected.split(", ") if name}
    assert set(game.moves(position, options, pack)) == wanted


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


# --- Napoleon's Square: legal moves by hand -------------------------------------

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


# --- FreeCell: legal moves by hand ----------------------------------------------

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


# --- random walks ---------------------------------------------------------------

WALKS: list[tuple[ModuleType, Options, Pack]] = [
    (two_rings, {}, TWO_PACKS),
    (two_rings, {"refill": "choice", "redeals": 3}, TWO_PACKS),
    (two_rings, {"redeals": 0, "bracelet": 5}, TWO_PACKS),
    (two_rings, {"refill": "choice", "bracelet": 2}, TWO_SUITS),
    (two_rings, {"bracelet": 3}, {"copies": 3, "suits": "HS", "ranks": 9}),
    (napoleons_square, {}, TWO_PACKS),
    (napoleons_square, {"square": "single"}, TWO_PACKS),
    (napoleons_square, {"packets": 12}, TWO_SUITS),
    (napoleons_square, {"packets": 2, "square": "single"}, TWIN_CLUBS),
    (freecell, {}, ONE_PACK),
    (freecell, {"cells": 7, "columns": 10}, ONE_PACK),
    (freecell, {"cells": 0, "columns": 4}, ONE_PACK),
    (freecell, {"cells": 1, "columns": 5}, TWO_SUITS),
]
SYMMETRIC = ("bracelet", "cells")  # entries that may change places


def implied_cards(game: ModuleType, name: str, top: str, pack: Pack) -> list[str]:
    """The cards that lie on a foundation with this top."""
    if top == EMPTY:
        return []
    first = pack["ranks"] // 2 + (name == "ascending") if game is two_rings else 1
    low, high = sorted((first, rank(top)))
    return [RANKS[r - 1] + suit(top) for r in range(low, high + 1)]


def all_cards(game: ModuleType, position: Position, pack: Pack) -> list[str]:
    """Every card of a position, counting what the foundations imply."""
    cards: list[str] = []
    for name, pile in position.items():
        if name in ("foundations", "ascending", "descending"):
            for top in pile:
                cards += implied_cards(game, name, top, pack)
        elif name != "redeals left":
            cards += [card for card in pile if card != EMPTY]
    return sorted(cards)


def rearranged(game: ModuleType, position: Position, pack: Pack, rng: random.Random) -> Position:
    """The same position with its like piles in another order."""
    other = copy.deepcopy(position)
    piles = [name for name in other if name.startswith(("packet ", "column "))]
    contents = [other[name] for name in piles]
    rng.shuffle(contents)
    other.update(zip(piles, contents, strict=True))
    for name in SYMMETRIC:
        if name in other:
            rng.shuffle(other[name])
    for name in ("foundations", "ascending", "descending"):
        if name in other:
            n = pack["copies"]
            groups = [other[name][k : k + n] for k in range(0, len(other[name]), n)]
            other[name] = [c for group in groups for c in rng.sample(group, n)]
    return other


def outcomes(game: ModuleType, position: Position, options: Options, pack: Pack) -> Any:
    """The set of positions, in normal form, that one move reaches."""
    return {game.normal(p) for p in game.moves(position, options, pack).values()}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game, options, pack", WALKS)
def test_random_walks(game: ModuleType, options: Options, pack: Pack, seed: int) -> None:
    rng = random.Random(seed)
    position = shuffled_start(game, options, pack, seed)
    everything = sorted(whole_pack(pack))
    names = list(position)
    for _ in range(150):
        assert all_cards(game, position, pack) == everything
        assert list(position) == names
        before = copy.deepcopy(position)
        moves = game.moves(position, options, pack)
        assert position == before  # looking at the moves changes nothing
        other = rearranged(game, position, pack, rng)
        assert game.normal(other) == game.normal(position)
        assert outcomes(game, other, options, pack) == outcomes(game, position, options, pack)
        if not moves:
            break
        # Prefer plays home somewhat, so that walks get to see far positions.
        homes = [m for m in moves if m.endswith(("home", "h"))]
        name = rng.choice(homes if homes and rng.random() < 0.7 else list(moves))
        position = moves[name]
        # Elsewhere a card may shift between twins, which leaves the position the same.
        assert game is not two_rings or game.normal(position) != game.normal(before)
        assert not shares_a_pile(position, before)


def shares_a_pile(one: Position, other: Position) -> bool:
    """Whether two positions hold the same list object."""
    lists = {id(pile) for pile in one.values() if isinstance(pile, list)}
    return any(id(pile) in lists for pile in other.values())


@pytest.mark.parametrize("refill", ["talon-first", "choice"])
def test_two_rings_always_ends(refill: str) -> None:
    # 160 turns, 80 refills, 88 plays and a redeal are the most there can be.
    options = {"refill": refill}
    for seed in range(10):
        rng = random.Random(seed)
        position = shuffled_start(two_rings, options, TWO_PACKS, seed)
        length = 0
        while moves := two_rings.moves(position, options, TWO_PACKS):
            position = rng.choice(list(moves.values()))
            length += 1
        assert length <= 160 + 80 + 88 + 1


# --- normal forms ---------------------------------------------------------------


@pytest.mark.parametrize(
    "game, one, other, same",
    [
        (two_rings, rings("8C 2D - 3S"), rings("3S 8C 2D -"), True),
        (two_rings, rings("8C 2D"), rings("8C 2D", redeals=0), False),
        (two_rings, rings("8C", "2D 3D"), rings("8C", "3D 2D"), False),
        (two_rings, rings("8C", "", "2D 3D"), rings("8C", "", "3D 2D"), False),
        (two_rings, rings("8C", "2D"), rings("8C", "", "2D"), False),
        (two_rings, rings("-", "", "", "9C TC", "6C 5C"),
         rings("-", "", "", "TC 9C", "5C 6C"), True),
        (napoleons_square, square(["8C 7C", "2D", ""]),
         square(["", "8C 7C", "2D"]), True),
        (napoleons_square, square(["8C 7C"]), square(["7C 8C"]), False),
        (napoleons_square, square(["2C"], foundations="AC - - AD"),
         square(["2C"], foundations="- AC AD -"), True),
        (napoleons_square, square(["2C"], "3D"), square(["2C"], "", "3D"), False),
        (freecell, cells(["8C 7D", "2C"], "3D -"), cells(["2C", "8C 7D"], "- 3D"), True),
        (freecell, cells(["8C 7D", "2C"], "3D -"), cells(["7D 8C", "2C"], "3D -"), False),
        (freecell, cells(["8C", ""], "3D -"), cells(["3D", ""], "8C -"), False),
        (freecell, cells(["8C"], "", "AC -"), cells(["8C"], "", "- AD"), False),
    ],
)  # fmt: skip
def test_normal_forms(game: ModuleType, one: Position, other: Position, same: bool) -> None:
    assert (game.normal(one) == game.normal(other)) is same
    assert isinstance(hash(game.normal(one)), int)
