"""Positions and play for the tests of four oracles: Four Corners, Louis, Nation, Wheel."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from oracle_positions import shuffled
from oracles import louis, nation, wheel
from oracles.common import EMPTY, Position, make_card, pack_suits, rank, whole_pack

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
    return shuffled(game, cards_to_deal(game, pack), options, pack, seed)


def play(game: ModuleType, position: Position, line: str, options: Options, pack: Pack) -> Position:
    """The position after a comma-separated line of moves, each of which must be legal."""
    for move in line.split(", "):
        position = game.moves(position, options, pack)[move]
    return position


SEVENS = "7C 7D 7H 7S"
NINES = "9C 9D 9H 9S"
TWO_OF_FOUR = twins("C", 4)  # leaves AC 2C 2C 3C 3C 4C to deal
OVER = {"pick-up": "over"}
STRICT = {"combine": "forced"}
