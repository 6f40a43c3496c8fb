"""Positions for the tests of oracles, and what is done with them."""

from __future__ import annotations

import random
from types import ModuleType
from typing import Any

from oracles import two_rings
from oracles.common import Position, rank, whole_pack

Pack = dict[str, Any]
Options = dict[str, Any]

TWO_PACKS: Pack = {"copies": 2, "suits": "CDHS", "ranks": 13}
ONE_PACK: Pack = {"copies": 1, "suits": "CDHS", "ranks": 13}
TWO_SUITS: Pack = {"copies": 1, "suits": "CD", "ranks": 6}
TWIN_CLUBS: Pack = {"copies": 2, "suits": "C", "ranks": 6}
CLUBS: Pack = {"copies": 1, "suits": "C", "ranks": 13}


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
    return shuffled(game, cards_to_deal(game, pack), options, pack, seed)


def shuffled(
    game: ModuleType, cards: list[str], options: Options, pack: Pack, seed: int
) -> Position:
    """A random deal of these cards."""
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
