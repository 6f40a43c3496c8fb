"""The oracles of La Belle Lucie, Fan and Black Hole against moves worked out by hand."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from oracles import black_hole, fan, la_belle_lucie
from oracles.common import whole_pack

Options = dict[str, Any]
FULL = {"copies": 1, "suits": "CDHS", "ranks": 13}
CLUBS = {"copies": 1, "suits": "C", "ranks": 7}


def fans(*piles: str, home: str = "-") -> dict[str, Any]:
    """A position of fans; a seventh club ends the suit."""
    position: dict[str, Any] = {"foundations": home.split()}
    for number, pile in enumerate(piles, start=1):
        position[f"fan {number}"] = pile.split()
    return position


def around(hole: str, *piles: str) -> dict[str, Any]:
    position: dict[str, Any] = {"hole": hole.split()}
    for number, pile in enumerate(piles, start=1):
        position[f"fan {number}"] = pile.split()
    return position


@pytest.mark.parametrize(
    ("game", "options", "sizes"),
    [
        (la_belle_lucie, {}, [3] * 17 + [1]),
        (la_belle_lucie, {"deal": "even"}, [3] * 16 + [2] * 2),
        (fan, {}, [3] * 16 + [2] * 2),
        (fan, {"deal": "threes"}, [3] * 17 + [1]),
    ],
)
def test_deals(game: ModuleType, options: Options, sizes: list[int]) -> None:
    cards = whole_pack(FULL)
    position = game.start(cards, options, FULL)
    piles = [pile for name, pile in position.items() if name != "foundations"]
    assert position["foundations"] == ["-"] * 4
    assert [len(pile) for pile in piles] == sizes
    assert sorted(card for pile in piles for card in pile) == sorted(cards)
    threes = sizes[-1] == 1
    assert piles[0] == (cards[:3] if threes else [cards[0], cards[18], cards[36]])


def test_deal_around_the_black_hole() -> None:
    cards = [card for card in whole_pack(FULL) if card != "AS"]
    position = black_hole.start(cards, {}, FULL)
    assert position["hole"] == ["AS"]
    assert [len(position[f"fan {i}"]) for i in range(1, 18)] == [3] * 17
    assert position["fan 2"] == cards[3:6]
    small = {"copies": 1, "suits": "CD", "ranks": 4}
    position = black_hole.start("AC 2C 3C 4C 2D 3D 4D".split(), {}, small)
    assert position == around("AD", "AC 2C 3C", "4C 2D 3D", "4D")


@pytest.mark.parametrize(
    ("position", "options", "expected"),
    [
        # Home, onto the next higher card, and nothing else; a lower card takes nothing.
        (fans("2C AC", "3C", "5C 4C"), {}, "f1 home, f2 f3"),
        (fans("3C", "6C 4C", "5C", home="2C"), {}, "f1 home, f1 f2, f2 f3"),
        # A space takes a king, here the seven; or any card; or none.
        (fans("6C 7C", "", "5C", home="4C"), {}, "f1 f2, f3 home"),
        (fans("6C 7C", "", "5C", home="4C"), {"empty": "none"}, "f3 home"),
        (fans("6C 7C", "", "5C", home="4C"), {"empty": "any"}, "f1 f2, f3 home, f3 f2"),
        # A king that is alone may change its fan.
        (fans("7C", "", home="6C"), {}, "f1 home, f1 f2"),
        (fans("7C", "", "6C", home="5C"), {"back": True}, "f1 f2, f3 home, f3 f1, foundation C f3"),
    ],
)
def test_moves_of_fan(position: dict[str, Any], options: Options, expected: str) -> None:
    assert set(fan.moves(position, options, CLUBS)) == set(expected.split(", "))
    if not options.get("back"):
        spaces = {"empty": "none"}
        found = set(fan.moves(position, spaces, CLUBS))
        assert set(la_belle_lucie.moves(position, {}, CLUBS)) == found


def test_moves_of_fan_made() -> None:
    after = fan.moves(fans("3C", "6C 4C", "5C 7C", "", home="2C"), {}, CLUBS)
    assert after["f1 f2"] == fans("", "6C 4C 3C", "5C 7C", "", home="2C")
    assert after["f1 home"] == fans("", "6C 4C", "5C 7C", "", home="3C")
    assert after["f3 f4"] == fans("3C", "6C 4C", "5C", "7C", home="2C")
    back = fan.moves(fans("4C", "5C 6C 7C", home="3C"), {"back": True}, CLUBS)
    assert back["foundation C f1"] == fans("4C 3C", "5C 6C 7C", home="2C")
    lucie = la_belle_lucie.moves(fans("3C", "6C 4C", "5C 7C", home="2C"), {}, CLUBS)
    assert lucie["f1 home"] == fans("", "6C 4C", "5C 7C", home="3C")
    assert lucie["f1 f2"] == fans("", "6C 4C 3C", "5C 7C", home="2C")


@pytest.mark.parametrize("game", [fan, la_belle_lucie])
def test_fans_are_won_only_when_all_is_home(game: ModuleType) -> None:
    last = fans("", "7C", home="6C")
    assert not game.won(last, {}, CLUBS)
    assert game.won(game.moves(last, {}, CLUBS)["f2 home"], {}, CLUBS)
    assert game.normal(fans("2C", "3C")) == game.normal(fans("3C", "2C"))
    assert game.normal(fans("2C 3C", "")) != game.normal(fans("3C 2C", ""))


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (around("AC", "3C 2C", "7C", "4C"), "f1, f2"),
        (around("AC 7C", "AC", "2C 6C", "5C"), "f1, f2"),
        (around("AC 2C", "AC", "3D", "2H"), "f1, f2"),
        (around("AC", "3C", "6C", ""), ""),
    ],
)
def test_moves_into_the_hole(position: dict[str, Any], expected: str) -> None:
    assert ", ".join(black_hole.moves(position, {}, CLUBS)) == expected


def test_a_move_into_the_hole_made_and_won() -> None:
    after = black_hole.moves(around("AC", "3C 2C", "7C"), {}, CLUBS)
    assert after["f1"] == around("AC 2C", "3C", "7C")
    tiny = {"copies": 1, "suits": "C", "ranks": 3}
    last = around("AC 2C", "3C")
    assert not black_hole.won(last, {}, tiny)
    assert black_hole.won(black_hole.moves(last, {}, tiny)["f1"], {}, tiny)
    one, other = around("AC 2D", "3C", "4C 5C"), around("AD 2C", "4C 5D", "3D")
    assert black_hole.normal(one) == black_hole.normal(other)
    assert black_hole.normal(one) != black_hole.normal(around("AC 2D", "3C", "5C 4C"))
    assert black_hole.normal(one) != black_hole.normal(around("2D AC", "3C", "4C 5C"))


@pytest.mark.parametrize(
    ("game", "options"),
    [(fan, {"empty": "queens"}), (fan, {"deal": "fours"}), (la_belle_lucie, {"deal": "fours"})],
)
def test_bad_options_are_refused(game: ModuleType, options: Options) -> None:
    with pytest.raises(ValueError):
        game.moves(game.start(whole_pack(CLUBS), options, CLUBS), options, CLUBS)
