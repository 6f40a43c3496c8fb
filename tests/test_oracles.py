"""Three oracles against deals, random walks and normal forms worked out by hand."""

from __future__ import annotations

import copy
import random
from types import ModuleType
from typing import Any

import pytest
from oracle_positions import (
    ONE_PACK,
    TWIN_CLUBS,
    TWO_PACKS,
    TWO_SUITS,
    Options,
    Pack,
    cards_to_deal,
    cells,
    rings,
    shuffled_start,
    square,
)
from oracles import freecell, napoleons_square, two_rings
from oracles.common import EMPTY, RANKS, Position, rank, suit, whole_pack

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
