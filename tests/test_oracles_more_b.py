"""The oracles of Four Corners, Louis, Nation and Wheel: moves by hand, walks, small searches."""

from __future__ import annotations

import copy
import itertools
import random
import re
from collections import Counter
from types import ModuleType
from typing import Any

import pytest
from oracles import four_corners, louis, nation, wheel
from oracles.common import EMPTY, RANKS, Position, make_card, pack_suits, rank, suit, whole_pack

Pack = dict[str, Any]
Options = dict[str, Any]

TWO_PACKS: Pack = {"copies": 2, "suits": "CDHS", "ranks": 13}
ONE_SUIT: Pack = {"copies": 1, "suits": "C", "ranks": 13}  # of The Wheel
FORCED = {"deal-plays": "forced"}
OPTIONAL = {"deal-plays": "optional"}
NEWEST = {"gather": "newest-first"}
CLEARED = {"spaces": "cleared"}


def twins(suits: str, ranks: int) -> Pack:
    """A pack of two copies."""
    return {"copies": 2, "suits": suits, "ranks": ranks}


# --- building positions ---------------------------------------------------------


def numbered(name: str, count: int, contents: dict[int, str] | list[str]) -> Position:
    """Piles of a name, numbered from 1 on; those not mentioned are empty."""
    if isinstance(contents, list):
        contents = dict(enumerate(contents, start=1))
    assert all(1 <= number <= count for number in contents)
    return {f"{name} {n}": contents.get(n, "").split() for n in range(1, count + 1)}


def corners(
    packets: dict[int, str] | list[str],
    stock: str = "",
    next_packet: int = 0,
    up: str = "AC AD AH AS",
    down: str = "KC KD KH KS",
    redeals: int = 0,
    count: int = 12,
) -> Position:
    """A position of The Four Corners."""
    return {
        "ascending": up.split(),
        "descending": down.split(),
        **numbered("packet", count, packets),
        "stock": stock.split(),
        "next packet": next_packet,
        "redeals left": redeals,
    }


def alphabet(
    letters: dict[str, str],
    circle: dict[str, str] | None = None,
    stock: str = "",
    next_letter: int = 0,
    aside: str = "",
    up: str = "AC AD AH AS",
    down: str = "KC KD KH KS",
    deals: int = 0,
    names: str = "abcdefghiklm",
) -> Position:
    """A position of Louis."""
    circle = circle or {}
    assert set(letters) | set(circle) <= set(names)
    return {
        "ascending": up.split(),
        "descending": down.split(),
        **{f"letter {name}": letters.get(name, "").split() for name in names},
        "circle": [circle.get(name, EMPTY) for name in names],
        "aside": aside.split(),
        "stock": stock.split(),
        "next letter": next_letter,
        "deals left": deals,
    }


def columns(
    contents: dict[int, str] | list[str],
    stock: str = "",
    next_number: int = 0,
    up: str = "AC AD AH AS",
    down: str = "KC KD KH KS",
    redeals: int = 0,
    count: int = 4,
    shut: str = "",
) -> Position:
    """A position of The Nation; with shut, a digit a column, one of spaces=cleared."""
    return {
        "ascending": up.split(),
        "descending": down.split(),
        **numbered("column", count, contents),
        **{f"shut {n}": int(digit) for n, digit in enumerate(shut, start=1)},
        "stock": stock.split(),
        "next number": next_number,
        "redeals left": redeals,
    }


def cushion(
    packets: list[str], stock: str = "", refilling: int = 0, circle: int = 0, count: int = 0
) -> Position:
    """A position of The Wheel."""
    return {
        **numbered("packet", count or len(packets), packets),
        "circle": circle,
        "refilling": refilling,
        "stock": stock.split(),
    }


def cards_to_deal(game: ModuleType, pack: Pack) -> list[str]:
    """The cards of the pack without those the game takes out beforehand."""
    cards = whole_pack(pack)
    if game is wheel:
        return [card for card in cards if rank(card) > 1]
    if game in (louis, nation):
        for s in pack_suits(pack):
            cards.remove(make_card(1, s))
            cards.remove(make_card(pack["ranks"], s))
    return cards


def shuffled_start(game: ModuleType, options: Options, pack: Pack, seed: int) -> Position:
    """A random deal."""
    cards = cards_to_deal(game, pack)
    random.Random(seed).shuffle(cards)
    position: Position = game.start(cards, options, pack)
    return position


def play(game: ModuleType, position: Position, line: str, options: Options, pack: Pack) -> Position:
    """The position after a comma-separated line of moves, each of which must be legal."""
    for move in line.split(", "):
        position = game.moves(position, options, pack)[move]
    return position


def winnable(
    game: ModuleType, position: Position, options: Options, pack: Pack, without: str = "-"
) -> bool:
    """Whether any line of play wins, found by visiting every position.

    Moves called `without` are left out.
    """
    seen = {game.normal(position)}
    waiting = [position]
    while waiting:
        current = waiting.pop()
        if game.won(current, options, pack):
            return True
        for name, after in game.moves(current, options, pack).items():
            key = game.normal(after)
            if name != without and key not in seen:
                seen.add(key)
                waiting.append(after)
    return False


def check_moves(
    game: ModuleType, position: Position, options: Options, pack: Pack, expected: str
) -> None:
    """The position has exactly the moves named in the comma-separated list."""
    wanted = {name for name in expected.split(", ") if name}
    assert set(game.moves(position, options, pack)) == wanted


# --- The Four Corners: deals ----------------------------------------------------

# Sevens up to here, nines down to here: an eight fits both foundations.
SEVENS = "7C 7D 7H 7S"
NINES = "9C 9D 9H 9S"


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


# --- Louis: deals ---------------------------------------------------------------

TWO_OF_FOUR = twins("C", 4)  # leaves AC 2C 2C 3C 3C 4C to deal
THREE_LETTERS = {"letters": 3, "deals": 2}


def three(*args: Any, up: str = "AC", down: str = "4C", deals: int = 1, **more: Any) -> Position:
    """A position of Louis with three letters and a pack of four ranks."""
    return alphabet(*args, up=up, down=down, deals=deals, names="abc", **more)


def test_louis_lays_circle_after_circle_when_nothing_fits() -> None:
    # A pause with nothing to play is no pause, and the last circle is short.
    cards = "3C 4C 5C 6C 7C 8C 9C TC JC 3D 4D 5D 6D 7D 8D 9D".split()
    position = louis.start(cards, {}, TWO_PACKS)
    letters = "3C 6D,4C 7D,5C 8D,6C 9D,7C,8C,9C,TC,JC,3D,4D,5D".split(",")
    expected = alphabet(dict(zip("abcdefghiklm", letters, strict=True)), deals=3)
    assert position == expected


def test_louis_a_deal_step_by_step() -> None:
    pack, options = TWO_OF_FOUR, THREE_LETTERS

    def step(position: Position, expected: str, move: str) -> Position:
        check_moves(louis, position, options, pack, expected)
        return play(louis, position, move, options, pack)

    position = louis.start("AC 4C 3C 2C 2C 3C".split(), options, pack)
    assert position == three({}, {"a": "AC", "b": "4C"}, "3C 2C 2C 3C", 3)
    pause = step(position, "play down, lay", "lay")
    assert pause == three({}, {"a": "AC", "b": "4C", "c": "3C"}, "2C 2C 3C", 0)
    # Going on covers the circle; there is nothing to play from it any more.
    second = step(pause, "c down, deal", "deal")
    assert second == three({"a": "AC", "b": "4C", "c": "3C"}, {}, "2C 2C 3C", 1)
    check_moves(louis, second, options, pack, "play up, lay")
    # Playing the three instead ends the pause: neither ace nor four fits.
    second = step(pause, "c down, deal", "c down")
    assert second == three({"a": "AC", "b": "4C"}, {}, "2C 2C 3C", 1, down="3C")
    # In the first deal nothing may be put aside.
    position = step(second, "play up, play down, lay", "play down")
    assert position == three({"a": "AC", "b": "4C"}, {}, "2C 3C", 1, down="2C")
    position = step(position, "play up, lay", "play up")
    assert position == three({"a": "AC", "b": "4C"}, {}, "3C", 1, up="2C", down="2C")
    position = step(position, "play up, lay", "lay")
    end = three({"a": "AC 3C", "b": "4C"}, up="2C", down="2C")
    assert position == end
    position = step(end, "a up, a b, b a, redeal", "a up")
    position = step(position, "a down, b up, redeal", "a down")
    position = step(position, "b up, redeal", "b up")
    assert position == three({}, up="4C", down="AC")
    assert louis.won(position, options, pack) and not louis.won(end, options, pack)
    assert louis.moves(position, options, pack) == {}


def test_louis_plays_from_a_pause_go_on_until_nothing_fits() -> None:
    pack, options = TWO_OF_FOUR, THREE_LETTERS
    # The four covers letter c at once when the deuce and the three are gone.
    pause = three({"a": "AC"}, {"a": "3C", "b": "2C", "c": "2C"}, "3C 4C", 0)
    check_moves(louis, pause, options, pack, "a down, b up, c up, deal")
    after = play(louis, pause, "b up", options, pack)
    assert after == three({"a": "AC"}, {"a": "3C", "c": "2C"}, "3C 4C", 0, up="2C")
    check_moves(louis, after, options, pack, "a up, a down, deal")
    after = play(louis, after, "a down", options, pack)
    # The ace under letter a is blocked, though it would fit after the deuce.
    assert after == three({"a": "AC"}, {"c": "2C"}, "3C 4C", 0, up="2C", down="3C")
    check_moves(louis, after, options, pack, "c down, deal")
    after = play(louis, after, "c down", options, pack)
    assert after == three({"a": "AC"}, {}, "3C 4C", 1, up="2C", down="2C")
    after = play(louis, after, "play up", options, pack)
    assert after == three({"a": "AC"}, {}, "4C", 1, up="3C", down="2C")
    after = play(louis, after, "lay", options, pack)
    assert after == three({"a": "AC 4C"}, up="3C", down="2C")


def test_louis_lays_aside_and_plays_from_there() -> None:
    pack, options = TWO_OF_FOUR, THREE_LETTERS
    tops = {"up": "AC", "down": "3C", "deals": 0}  # the last of two deals
    position = three({}, {}, "2C 2C 4C AC 3C", 1, **tops)
    check_moves(louis, position, options, pack, "play up, play down, aside, lay")
    position = play(louis, position, "aside", options, pack)
    assert position == three({}, {}, "2C 4C AC 3C", 1, "2C", **tops)
    expected = "play up, play down, aside, lay, aside 2C up, aside 2C down"
    check_moves(louis, position, options, pack, expected)
    both = play(louis, position, "aside", options, pack)
    # While a card aside fits, laying is a move even for a card that does not.
    assert both == three({}, {}, "4C AC 3C", 1, "2C 2C", **tops)
    check_moves(louis, both, options, pack, "lay, aside 2C up, aside 2C down")
    laid = play(louis, both, "lay", options, pack)
    assert laid == three({}, {"a": "4C"}, "AC 3C", 2, "2C 2C", **tops)
    # After both are played the ace in turn fits.
    position = play(louis, laid, "aside 2C up, aside 2C down", options, pack)
    played = {"up": "2C", "down": "2C", "deals": 0}
    assert position == three({}, {"a": "4C"}, "AC 3C", 2, **played)
    check_moves(louis, position, options, pack, "play down, lay")
    # They may wait until the deal is over.
    end = play(louis, laid, "lay, lay", options, pack)
    assert end == three({"a": "4C", "b": "AC", "c": "3C"}, {}, "", 0, "2C 2C", **tops)
    check_moves(louis, end, options, pack, "aside 2C up, aside 2C down, a c, c a")
    done = play(louis, end, "aside 2C up, aside 2C down, c up, a up, b down", options, pack)
    assert louis.won(done, options, pack)


def test_louis_a_card_aside_lets_every_card_and_every_pause_wait() -> None:
    tops = {"up": "7C AD AH AS", "down": "9C KD KH KS"}
    position = alphabet({}, {}, "5H 6H 3S", 12, "8C", **tops)
    check_moves(louis, position, {}, TWO_PACKS, "lay, aside 8C up, aside 8C down")
    pause = play(louis, position, "lay", {}, TWO_PACKS)
    assert pause == alphabet({}, {"m": "5H"}, "6H 3S", 0, "8C", **tops)
    check_moves(louis, pause, {}, TWO_PACKS, "aside 8C up, aside 8C down, deal")
    after = play(louis, pause, "deal", {}, TWO_PACKS)
    assert after == alphabet({"m": "5H"}, {}, "6H 3S", 1, "8C", **tops)
    # Once it is played the rest is laid without a choice.
    after = play(louis, pause, "aside 8C down", {}, TWO_PACKS)
    played = {"up": "7C AD AH AS", "down": "8C KD KH KS"}
    assert after == alphabet({"m": "5H", "a": "6H", "b": "3S"}, **played)


# --- Louis: legal moves by hand -------------------------------------------------

EIGHTS = {"up": SEVENS, "down": NINES}  # an eight fits both

LOUIS_MOVES = [
    # The next card may go home or not, whatever the letter.
    (alphabet({}, {}, "2C 9H", 1, deals=3), {}, "play up, lay"),
    (alphabet({}, {}, "QC 9H", 7, deals=3), {}, "play down, lay"),
    (alphabet({}, {}, "8H", 12, deals=3, **EIGHTS), {}, "play up, play down, lay"),
    # Putting aside: from the second deal on, and only a card that fits both.
    (alphabet({}, {}, "8H", 1, deals=2, **EIGHTS), {}, "play up, play down, aside, lay"),
    (alphabet({}, {}, "8H", 1, deals=0, **EIGHTS), {}, "play up, play down, aside, lay"),
    (alphabet({}, {}, "8H", 1, deals=2, **EIGHTS), {"deals": 3}, "play up, play down, lay"),
    (alphabet({}, {}, "8H", 1, deals=0, **EIGHTS), {"deals": 1}, "play up, play down, lay"),
    (alphabet({}, {}, "2C", 1, deals=2), {}, "play up, lay"),
    # A card aside that fits one foundation by now.
    (alphabet({}, {}, "9H", 1, "8H", up="7C 7D 8H 7S", down=NINES), {},
     "play up, lay, aside 8H down"),
    # One card aside may stand in the way of none of another suit.
    (alphabet({}, {}, "2S", 5, "8C 8D", up="7C 7D AH AS", down=NINES), {},
     "play up, lay, aside 8C up, aside 8C down, aside 8D up, aside 8D down"),
    # The pause: cards of this circle only, no marriages, no older cards.
    (alphabet({"b": "2D", "d": "QS"}, {"a": "2C", "c": "QC", "d": "9S"}, "5H", 0), {},
     "a up, c down, deal"),
    (alphabet({"e": "2S"}, {"a": "5C", "b": "6C", "m": "2C"}, "5H", 0, deals=1), {},
     "m up, deal"),
    (alphabet({}, {"k": "8H"}, "5H", 0, deals=1, **EIGHTS), {}, "k up, k down, deal"),
    # After the deal: plays, marriages up and down in suit, redeals.
    (alphabet({"a": "2C", "b": "9S QH"}, deals=0), {}, "a up, b down"),
    (alphabet({"a": "5C", "d": "6C", "k": "7C", "m": "6D"}, deals=0), {}, "a d, d a, d k, k d"),
    (alphabet({"a": "5C", "b": "6C"}, deals=3), {}, "a b, b a, redeal"),
    # Only tops; no going round the corner; nothing to empty letters.
    (alphabet({"a": "2C 9H", "b": "QD 5S"}), {}, ""),
    (alphabet({"a": "KC", "b": "AC", "c": "KS"}), {}, ""),
    # Cards aside never go to the letters, and alone they are no cause for a redeal.
    (alphabet({"a": "9H"}, aside="8H", deals=2, **EIGHTS), {},
     "aside 8H up, aside 8H down, redeal"),
    (alphabet({}, aside="8H", deals=2, **EIGHTS), {}, "aside 8H up, aside 8H down"),
    (alphabet({"a": "3C"}, deals=0), {}, ""),
    (alphabet({}, deals=3), {}, ""),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", LOUIS_MOVES)
def test_louis_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(louis, position, options, TWO_PACKS, expected)


@pytest.mark.parametrize("before, line, after", [
    # After a play, another card takes its turn for the same letter.
    (({}, {}, "2C 2D", 5), "play up", ({}, {}, "2D", 5, "", "2C AD AH AS")),
    (({}, {}, "2C 2D", 5), "lay", ({}, {"e": "2C"}, "2D", 6)),
    # Cards that fit nowhere are laid: 5H on f, 6H on g.
    (({"f": "9S"}, {}, "2C 5H 6H 2D", 5), "lay",
     ({"f": "9S"}, {"e": "2C", "f": "5H", "g": "6H"}, "2D", 8)),
    # The circle is complete with m.
    (({}, {}, "2C 5H 2D", 12), "lay", ({}, {"m": "2C"}, "5H 2D", 0)),
    (({}, {}, "2C 2D", 12), "play up", ({}, {}, "2D", 12, "", "2C AD AH AS")),
    # A pause with nothing to play: the circle is covered at once.
    (({}, {"l": "9C"}, "2C 5H 7H 2D", 12), "play up",
     ({"l": "9C", "m": "5H"}, {"a": "7H"}, "2D", 2, "", "2C AD AH AS")),
    # The last card ends the deal, even with a card that fits, even at m.
    (({}, {"l": "9C"}, "2C", 12), "lay", ({"l": "9C", "m": "2C"},)),
    (({"a": "9C"}, {}, "2C 3C", 1), "lay", ({"a": "9C 2C", "b": "3C"},)),
    (({"a": "9C"}, {"a": "9D"}, "2C", 2), "play up",
     ({"a": "9C 9D"}, {}, "", 0, "", "2C AD AH AS")),
    # Places emptied in the pause stay empty until the next circle.
    (({"a": "9C"}, {"a": "2C", "b": "2D"}, "5H 2S", 0), "a up",
     ({"a": "9C"}, {"b": "2D"}, "5H 2S", 0, "", "2C AD AH AS")),
    (({"a": "9C"}, {"a": "2C", "b": "9D"}, "5H 2S", 0), "a up",
     ({"a": "9C", "b": "9D"}, {"a": "5H"}, "2S", 2, "", "2C AD AH AS")),
    (({"a": "9C"}, {"a": "2C", "b": "9D"}, "5H 2S", 0), "deal",
     ({"a": "9C 2C", "b": "9D"}, {"a": "5H"}, "2S", 2)),
    # After the deal.
    (({"a": "9C 2C"},), "a up", ({"a": "9C"}, {}, "", 0, "", "2C AD AH AS")),
    (({"a": "9C QS"},), "a down", ({"a": "9C"}, {}, "", 0, "", "AC AD AH AS", "KC KD KH QS")),
    (({"a": "9H 5C", "k": "6C"},), "a k", ({"a": "9H", "k": "6C 5C"},)),
    (({"a": "9H 5C", "k": "6C"},), "k a", ({"a": "9H 5C 6C"},)),
])  # fmt: skip
def test_louis_moves_made(before: tuple[Any, ...], line: str, after: tuple[Any, ...]) -> None:
    assert play(louis, alphabet(*before), line, {}, TWO_PACKS) == alphabet(*after)


OVER = {"pick-up": "over"}


@pytest.mark.parametrize(
    "options, expected",
    [
        ({}, "f e d c b a m l k i h g"),
        (NEWEST, "f e d c b a m l k i h g"),
        (OVER, "g h i k l m a b c d e f"),
    ],
)
def test_louis_order_of_the_letters_at_a_redeal(options: Options, expected: str) -> None:
    cards = "3C 4C 5C 6C 7C 8C 9C TC JC 3D 4D 5D".split()
    letters = dict(zip("abcdefghiklm", cards, strict=True))
    position = play(louis, alphabet(letters, deals=1), "redeal", options, TWO_PACKS)
    dealt = dict(zip("abcdefghiklm", [letters[name] for name in expected.split()], strict=True))
    assert position == alphabet(dealt)


@pytest.mark.parametrize("options, expected", [
    ({}, "9H 5C 7C 3S"),
    (NEWEST, "9H 7C 5C 3S"),
    (OVER, "3S 5C 7C 9H"),
    (OVER | NEWEST, "3S 7C 5C 9H"),
])  # fmt: skip
def test_louis_order_of_the_cards_at_a_redeal(options: Options, expected: str) -> None:
    # Gathered: h first, then m, then b; the letters between are empty.
    position = alphabet({"h": "3S", "m": "5C 7C", "b": "9H"}, deals=2, aside="8D", up=SEVENS,
                        down="KC JD KH KS")  # fmt: skip
    # The eight aside fits as soon as the deal begins, so nothing is laid before.
    after = play(louis, position, "redeal", options, TWO_PACKS)
    assert after == alphabet({}, {}, expected, 1, "8D", SEVENS, "KC JD KH KS", 1)
    check_moves(louis, after, options, TWO_PACKS, "lay, aside 8D up")


@pytest.mark.parametrize(
    "count, expected", [(1, "a"), (2, "a b"), (3, "a c b"), (4, "b a d c"), (5, "b a e d c")]
)
def test_louis_redeals_of_fewer_letters(count: int, expected: str) -> None:
    names = "abcde"[:count]
    letters = dict(zip(names, "3C 4C 5C 6C 7C".split(), strict=False))
    position = alphabet(letters, deals=1, names=names)
    after = play(louis, position, "redeal", {"letters": count}, TWO_PACKS)
    dealt = dict(zip(names, [letters[name] for name in expected.split()], strict=True))
    assert after == alphabet(dealt, names=names)


# --- Louis: winning -------------------------------------------------------------

BURIED = "3C AC 3C 2C 4C 2C".split()


def test_louis_a_deal_that_needs_its_redeal() -> None:
    # With one letter there are no marriages.  The four wants a three below it
    # on the ascending foundation, and that three wants a deuce.  Both threes
    # turn up before the deuces, so the one that goes up is laid, is blocked
    # during the deal and lies under the four after it.
    pack = TWO_OF_FOUR
    options = {"letters": 1, "deals": 1}
    assert not winnable(louis, louis.start(BURIED, options, pack), options, pack)
    options = {"letters": 1, "deals": 2}
    position = louis.start(BURIED, options, pack)
    assert position == alphabet({}, {}, " ".join(BURIED), 1, "", "AC", "4C", 1, "a")
    # AC, 3C, 4C are left under one another; both deuces go home.
    position = play(louis, position, "play down, play up, play down", options, pack)
    left = alphabet({"a": "AC 3C 4C"}, {}, "", 0, "", "2C", "2C", 1, "a")
    assert position == left
    check_moves(louis, left, options, pack, "redeal")
    line = "redeal, play down, play up, play up"
    assert louis.won(play(louis, left, line, options, pack), options, pack)


@pytest.mark.parametrize("letters, ranks, count", [(1, 7, 5), (2, 6, 4), (3, 5, 3)])
def test_louis_putting_aside_wins_nothing_that_is_lost_without(
    letters: int, ranks: int, count: int
) -> None:
    # A card aside may as well be played at once where it goes in the end: the
    # twin that goes there first, if any, may change parts with it.
    pack, options = twins("C", ranks), {"letters": letters, "deals": 2}
    for seed in range(count):
        position = shuffled_start(louis, options, pack, seed)
        outcome = winnable(louis, position, options, pack)
        assert winnable(louis, position, options, pack, without="aside") == outcome


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
STRICT = {"combine": "forced"}

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


# --- options --------------------------------------------------------------------


@pytest.mark.parametrize(
    "game, options",
    [
        (four_corners, {"redeals": 3}),
        (four_corners, {"redeals": -1}),
        (four_corners, {"sides": 5}),
        (four_corners, {"gather": "oldest_first"}),
        (four_corners, {"deal-plays": "never"}),
        (louis, {"deals": 0}),
        (louis, {"deals": 5}),
        (louis, {"letters": 13}),
        (louis, {"letters": 0}),
        (louis, {"gather": "first"}),
        (louis, {"pick-up": "on"}),
        (nation, {"redeals": 3}),
        (nation, {"columns": 13}),
        (nation, {"depth": 9}),
        (nation, {"depth": 0}),
        (nation, {"spaces": "none"}),
        (nation, {"gather": "first"}),
        (nation, {"deal-plays": "never"}),
        (wheel, {"packets": 3}),
        (wheel, {"packets": 13}),
        (wheel, {"combine": "never"}),
    ],
)
def test_bad_options_are_refused(game: ModuleType, options: Options) -> None:
    with pytest.raises(ValueError):
        game.start(cards_to_deal(game, TWO_PACKS)[:20], options, TWO_PACKS)


@pytest.mark.parametrize("game", [four_corners, louis, nation])
@pytest.mark.parametrize(
    "pack",
    [
        {"copies": 1, "suits": "CDHS", "ranks": 13},
        {"copies": 3, "suits": "C", "ranks": 4},
        {"copies": 2, "suits": "", "ranks": 13},
        {"copies": 2, "suits": "CC", "ranks": 13},
        {"copies": 2, "suits": "CX", "ranks": 13},
        {"copies": 2, "suits": "C", "ranks": 1},
        {"copies": 2, "suits": "C", "ranks": 14},
    ],
)
def test_packs_without_two_full_foundations_a_suit_are_refused(
    game: ModuleType, pack: Pack
) -> None:
    with pytest.raises(ValueError):
        game.start([], {}, pack)


@pytest.mark.parametrize(
    "pack",
    [
        {"copies": 2, "suits": "CDHS", "ranks": 12},
        {"copies": 0, "suits": "CDHS", "ranks": 13},
        {"copies": 2, "suits": "", "ranks": 13},
    ],
)
def test_wheels_without_its_values_are_refused(pack: Pack) -> None:
    with pytest.raises(ValueError):
        wheel.start([], {}, pack)


@pytest.mark.parametrize("game", [four_corners, louis, nation])
def test_two_ranks_always_win(game: ModuleType) -> None:
    # Aces and deuces: each wants only the foundation that starts with the other.
    for suits in ("C", "DS"):
        pack = twins(suits, 2)
        for seed in range(20):
            position = shuffled_start(game, {}, pack, seed)
            assert winnable(game, position, {}, pack)


Setting = tuple[ModuleType, Pack, int, Options, Options]
TWO_OF_EACH = {"copies": 2, "suits": "C", "ranks": 13}
ONE_DEAL: Options = {"redeals": 0}
HARDER_FIRST: list[Setting] = [
    (four_corners, twins("C", 5), 12, {"sides": 0} | ONE_DEAL, {"redeals": 1}),
    (four_corners, twins("CH", 4), 8, {"sides": 0} | ONE_DEAL, {"redeals": 2}),
    (four_corners, twins("C", 7), 12, {"sides": 0} | ONE_DEAL | FORCED, OPTIONAL),
    (louis, twins("C", 5), 10, {"letters": 1, "deals": 1}, {"deals": 2}),
    (louis, twins("C", 7), 5, {"letters": 1, "deals": 2}, {"deals": 3}),
    (nation, twins("C", 7), 40, {"columns": 2} | ONE_DEAL, {"redeals": 1}),
    (nation, twins("CH", 6), 20, {"columns": 3} | ONE_DEAL, {"redeals": 2}),
    (nation, twins("C", 8), 20, {"columns": 3, "depth": 5} | ONE_DEAL, OPTIONAL),
    (nation, twins("C", 8), 40, {"columns": 3, "depth": 5} | ONE_DEAL | CLEARED,
     {"spaces": "any"}),
    (wheel, ONE_SUIT, 150, {"packets": 5} | STRICT, {"combine": "free"}),
    (wheel, TWO_OF_EACH, 15, {"packets": 8} | STRICT, {"combine": "free"}),
]  # fmt: skip


@pytest.mark.parametrize("game, pack, count, harder, change", HARDER_FIRST)
def test_what_wins_by_the_harder_option_wins_by_the_easier(
    game: ModuleType, pack: Pack, count: int, harder: Options, change: Options
) -> None:
    results = set()
    for seed in range(count):
        pair = []
        for options in (harder, harder | change):
            position = shuffled_start(game, options, pack, seed)
            pair.append(winnable(game, position, options, pack))
        assert pair[0] <= pair[1]
        results.add(tuple(pair))
    assert {(False, True), (True, True)} <= results  # the option does matter


# --- random walks ---------------------------------------------------------------

WALKS: list[tuple[ModuleType, Options, Pack]] = [
    (four_corners, {}, TWO_PACKS),
    (four_corners, FORCED | NEWEST, TWO_PACKS),
    (four_corners, {"redeals": 0}, twins("CHS", 7)),
    (four_corners, {"sides": 0}, twins("C", 9)),
    (four_corners, {"sides": 3, "redeals": 1} | FORCED, twins("DS", 6)),
    (louis, {}, TWO_PACKS),
    (louis, {"deals": 2} | NEWEST, TWO_PACKS),
    (louis, {"deals": 1, "letters": 5}, twins("DHS", 6)),
    (louis, {"deals": 3, "letters": 2} | OVER, twins("CD", 9)),
    (louis, {"letters": 1}, twins("H", 13)),
    (nation, {}, TWO_PACKS),
    (nation, CLEARED | NEWEST, TWO_PACKS),
    (nation, OPTIONAL | ONE_DEAL, TWO_PACKS),
    (nation, CLEARED | OPTIONAL | {"columns": 5, "depth": 5}, twins("CS", 7)),
    (nation, CLEARED | {"columns": 9, "depth": 3, "redeals": 1}, twins("HS", 7)),
    (wheel, {}, TWO_PACKS),
    (wheel, STRICT, TWO_PACKS),
    (wheel, {"packets": 9}, {"copies": 1, "suits": "CDHS", "ranks": 13}),
    (wheel, {"packets": 7} | STRICT, {"copies": 3, "suits": "CH", "ranks": 13}),
]
NOTATION = {
    four_corners: r"play (up|down)|lay|p\d+ (up|down|p\d+)|redeal",
    louis: r"play (up|down)|lay|aside|[a-m] (up|down|[a-m])|aside \w\w (up|down)|deal|redeal",
    nation: r"play (up|down)|lay|c\d+ (up|down|c\d+)|redeal",
    wheel: r"combine p\d+ p\d+ p\d+ p\d+|deal",
}


def all_cards(position: Position, pack: Pack) -> list[str]:
    """Every card of a position, counting what the foundations imply."""
    cards: list[str] = []
    for name, pile in position.items():
        if isinstance(pile, int):
            continue
        for card in pile:
            if card == EMPTY:
                continue
            if name == "ascending":
                cards += [make_card(r, suit(card)) for r in range(1, rank(card) + 1)]
            elif name == "descending":
                cards += [make_card(r, suit(card)) for r in range(rank(card), pack["ranks"] + 1)]
            else:
                cards.append(card)
    return sorted(cards)


def cards_home(position: Position, pack: Pack) -> int:
    """The number of cards on the foundations."""
    up = sum(rank(top) for top in position["ascending"])
    down = sum(pack["ranks"] + 1 - rank(t) for t in position["descending"] if t != EMPTY)
    return up + down


def progress(game: ModuleType, position: Position, pack: Pack) -> tuple[int, ...]:
    """A measure that no move lowers and only a shift within the layout leaves as it is."""
    if game is wheel:
        return (position["circle"], -len(position["stock"]))
    left = position["deals left" if game is louis else "redeals left"]
    place = position["next letter"] if game is louis else 0
    return (-left, cards_home(position, pack), -len(position["stock"]), int(place > 0))


def rearranged(game: ModuleType, position: Position, rng: random.Random) -> Position:
    """The same position to the eye of the rules."""
    other = copy.deepcopy(position)
    if game is wheel:
        for pile in other.values():
            if isinstance(pile, list):
                pile[:] = [alike(card, rng) for card in pile]
    if game is louis:
        rng.shuffle(other["aside"])
    left = 0 if game is wheel else other["deals left" if game is louis else "redeals left"]
    if other["stock"] or left:
        return other
    piles = [name for name in other if name.startswith(("packet ", "column ", "letter "))]
    order = rng.sample(piles, len(piles))
    for name, source in zip(piles, order, strict=True):
        other[name] = list(position[source])
        if game is nation and "shut 1" in other:
            other[name.replace("column", "shut")] = position[source.replace("column", "shut")]
    if game is wheel:
        for name in piles:
            other[name] = [alike(card, rng) for card in other[name]]
    return other


def alike(card: str, rng: random.Random) -> str:
    """A card that does the same in The Wheel."""
    return (rng.choice("JQK") if rank(card) > 10 else card[0]) + rng.choice("CDHS")


def outcomes(game: ModuleType, position: Position, options: Options, pack: Pack) -> Any:
    """The set of positions, in normal form, that one move reaches."""
    return {game.normal(p) for p in game.moves(position, options, pack).values()}


def shares_a_pile(one: Position, other: Position) -> bool:
    """Whether two positions hold the same list object."""
    lists = {id(pile) for pile in one.values() if isinstance(pile, list)}
    return any(id(pile) in lists for pile in other.values())


def check_wheel_cards(before: Position, after: Position) -> None:
    """Nothing leaves but three different minor cards that make 18 and a court card."""
    gone = sorted(
        map(rank, (Counter(wheel_cards(before)) - Counter(wheel_cards(after))).elements())
    )
    assert not Counter(wheel_cards(after)) - Counter(wheel_cards(before))
    if before["circle"] == after["circle"]:
        assert gone == []
    else:
        assert after["circle"] == before["circle"] + 1
        assert len(set(gone)) == 4 and gone[2] <= 10 < gone[3]
        assert sum(gone[:3]) == 18


def wheel_cards(position: Position) -> list[str]:
    """The cards of The Wheel outside the circle."""
    return [card for pile in position.values() if isinstance(pile, list) for card in pile]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game, options, pack", WALKS)
def test_random_walks(game: ModuleType, options: Options, pack: Pack, seed: int) -> None:
    rng = random.Random(seed)
    position = shuffled_start(game, options, pack, seed)
    everything = sorted(cards_to_deal(game, pack) if game is wheel else whole_pack(pack))
    names = list(position)
    for step in range(120):
        if game is wheel:
            assert 4 * position["circle"] + len(wheel_cards(position)) == len(everything)
        else:
            assert all_cards(position, pack) == everything
        assert list(position) == names
        before = copy.deepcopy(position)
        moves = game.moves(position, options, pack)
        assert position == before  # looking at the moves changes nothing
        assert all(re.fullmatch(NOTATION[game], name) for name in moves)
        if game is not wheel and position["stock"]:
            assert len(moves) > 1  # a deal waits only where there is a choice
        if step % 4 == 0:
            other = rearranged(game, position, rng)
            assert game.normal(other) == game.normal(position)
            assert outcomes(game, other, options, pack) == outcomes(game, position, options, pack)
        if not moves:
            break
        # Prefer plays home somewhat, and redeal seldom, so that walks see far positions.
        homes = [m for m in moves if m.endswith((" up", " down")) or m.startswith("combine")]
        others = [m for m in moves if m != "redeal" or rng.random() < 0.1] or ["redeal"]
        name = rng.choice(homes if homes and rng.random() < 0.6 else others)
        position = moves[name]
        assert not shares_a_pile(position, before)
        assert position != before
        # Only marriages and, in The Nation, spaces leave the measure as it is.
        shift = re.fullmatch(r"(p\d+ p\d+|c\d+ c\d+|[a-m] [a-m])", name)
        was, now = progress(game, before, pack), progress(game, position, pack)
        assert now == was if shift else now > was
        if game is wheel:
            check_wheel_cards(before, position)


@pytest.mark.parametrize("options", [{}, STRICT])
def test_wheel_always_ends(options: Options) -> None:
    # 24 combinations and seven deals of twelve are the most there can be.
    for seed in range(10):
        rng = random.Random(seed)
        position = shuffled_start(wheel, options, TWO_PACKS, seed)
        length = deals = 0
        while moves := wheel.moves(position, options, TWO_PACKS):
            name = rng.choice(list(moves))
            position = moves[name]
            length += 1
            deals += name == "deal"
        assert deals <= 7 and length <= 24 + 7
        assert not position["stock"]


@pytest.mark.parametrize("game", [four_corners, louis, nation])
def test_at_most_one_play_for_each_card_and_one_deal_for_each_redeal(game: ModuleType) -> None:
    # Leaving marriages and spaces out, every game ends.
    pack = TWO_PACKS
    for seed in range(2):
        rng = random.Random(seed)
        position = shuffled_start(game, {}, pack, seed)
        plays = redeals = 0
        while True:
            moves = game.moves(position, {}, pack)
            names = [m for m in moves if not re.fullmatch(r"\w+ [a-m]|[pc]\d+ [pc]\d+", m)]
            if not names:
                break
            name = rng.choice(names)
            position = moves[name]
            plays += name.endswith((" up", " down"))
            redeals += name == "redeal"
        assert plays <= (104 if game is four_corners else 96)
        assert redeals <= (3 if game is louis else 2)
        assert not position["stock"]


# --- normal forms ---------------------------------------------------------------


NORMAL_FORMS = [
    # Four Corners: packets are alike once nothing will be dealt again.
    (four_corners, corners(["8C", "7C"]), corners({5: "7C", 12: "8C"}), True),
    (four_corners, corners(["8C", "7C"], redeals=1), corners(["7C", "8C"], redeals=1), False),
    (four_corners, corners(["8C", "7C"], "2C", 1), corners(["7C", "8C"], "2C", 1), False),
    (four_corners, corners(["8C 7C"]), corners(["7C 8C"]), False),
    (four_corners, corners(["8C"], "2C", 1), corners(["8C"], "2C", 6), False),
    (four_corners, corners(["8C"]), corners(["8C"], redeals=1), False),
    (four_corners, corners(["8C"], up="AC - - -"), corners(["8C"], up="- AD - -"), False),
    # Louis: letters likewise, and the cards aside are always.
    (louis, alphabet({"a": "8C", "b": "7C"}), alphabet({"g": "7C", "m": "8C"}), True),
    (louis, alphabet({"a": "8C"}, deals=1), alphabet({"b": "8C"}, deals=1), False),
    (louis, alphabet({"a": "8C"}, {}, "2C", 1), alphabet({"b": "8C"}, {}, "2C", 1), False),
    (louis, alphabet({}, aside="8C 8D"), alphabet({}, aside="8D 8C"), True),
    (louis, alphabet({}, {}, "2C", 4, "8C 8D"), alphabet({}, {}, "2C", 4, "8D 8C"), True),
    (louis, alphabet({}, {}, "2C", 4, "8C"), alphabet({}, {}, "2C", 4, "8D"), False),
    (louis, alphabet({}, {"a": "2C"}, "5C", 0), alphabet({}, {"b": "2C"}, "5C", 0), False),
    (louis, alphabet({}, {"a": "2C"}, "5C", 0), alphabet({"a": "2C"}, {}, "5C", 0), False),
    (louis, alphabet({}, {"a": "2C"}, "3C", 0), alphabet({}, {"a": "2C"}, "3C", 1), False),
    # The Nation: columns likewise; shut ones say nothing by the end.
    (nation, columns(["8C", "7C"]), columns({3: "7C", 4: "8C"}), True),
    (nation, columns(["8C", "7C"], redeals=1), columns(["7C", "8C"], redeals=1), False),
    (nation, columns(["8C", "7C"], "2C", 17), columns(["7C", "8C"], "2C", 17), False),
    (nation, columns(["8C"], "2C", 3), columns(["8C"], "2C", 4), False),
    (nation, columns(["8C", "7C"], shut="0011"), columns({2: "7C", 4: "8C"}, shut="1010"), True),
    (nation, columns(["8C", "7C"], shut="0011"), columns(["8C", "7C"], shut="0001"), False),
    (nation, columns(["8C"], shut="0001", redeals=1),
     columns(["8C"], shut="0010", redeals=1), False),
    # The Wheel: values only, and packets are alike once the stock is out.
    (wheel, cushion(["2C 9D", "JC"], "7H"), cushion(["2S 9H", "KS"], "7C"), True),
    (wheel, cushion(["2C 9D", "JC"], "7H"), cushion(["JC", "2C 9D"], "7H"), False),
    (wheel, cushion(["2C 9D", "JC"]), cushion(["QC", "2C 9D"]), True),
    (wheel, cushion(["2C 9D", "JC"]), cushion(["9D 2C", "JC"]), False),
    (wheel, cushion(["2C", "JC"], "7H 8H"), cushion(["2C", "JC"], "8H 7H"), False),
    (wheel, cushion(["2C", "JC"], "7H", 1), cushion(["2C", "JC"], "7H", 0), False),
]  # fmt: skip


@pytest.mark.parametrize("game, one, other, same", NORMAL_FORMS)
def test_normal_forms(game: ModuleType, one: Position, other: Position, same: bool) -> None:
    assert (game.normal(one) == game.normal(other)) is same
    assert isinstance(hash(game.normal(one)), int)
