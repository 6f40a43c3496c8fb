"""The oracles of four two-pack games: deals, options and packs."""

from __future__ import annotations

from types import ModuleType

import pytest
from oracle_positions import play
from oracle_tables_a import (
    TWO_PACKS,
    Options,
    Pack,
    barriers,
    cards_to_deal,
    dealt,
    globe,
    rivers,
    sails,
    small,
    star,
)
from oracles import congress, hemispheres, mill, shah
from oracles.common import (
    rank,
)

# --- deals, options and packs ---------------------------------------------------


@pytest.mark.parametrize(
    "game, count", [(hemispheres, 92), (shah, 88), (congress, 96), (mill, 103)]
)
def test_number_of_cards_to_deal(game: ModuleType, count: int) -> None:
    assert len(cards_to_deal(game, TWO_PACKS)) == count


def test_hemispheres_deal() -> None:
    cards = cards_to_deal(hemispheres, TWO_PACKS)
    position = hemispheres.start(cards, {}, TWO_PACKS)
    assert position == globe(" | ".join(cards[:12]), "", " ".join(cards[12:]))
    assert len(position["stock"]) == 80
    assert sorted(barriers(TWO_PACKS)) == ["AC", "AS", "KD", "KH"]


def test_hemispheres_deal_of_small_packs() -> None:
    pack = small(1, "HS", 4)
    position = dealt(hemispheres, "2H 3H 3S 2S", {"spaces": 1}, pack)
    assert position == globe("2H | 3H | 3S | 2S", foundations="AH 4S")
    position = dealt(hemispheres, "2H 3H", {"spaces": 1}, small(1, "H", 4))
    assert position == globe("2H | 3H | |", foundations="AH")
    # Of two packs one four of hearts is a barrier, the other is dealt.
    position = dealt(hemispheres, "2H 2H 3H 3H 4H", {"spaces": 1}, small(2, "H", 4))
    assert position == globe("2H | 2H | 3H | 3H", "", "4H", "AH AH")


def test_shah_deal() -> None:
    cards = cards_to_deal(shah, TWO_PACKS)
    position = shah.start(cards, {}, TWO_PACKS)
    rays = " | ".join(f"{card}//" for card in cards[:8])
    assert position == star(rays, "", " ".join(cards[8:]), 1)
    line = ["next", "next", "next"]
    position = play(shah, position, line, {}, TWO_PACKS)
    rays = " | ".join("/".join(cards[k : k + 17 : 8]) for k in range(8))
    assert position == star(rays, "", " ".join(cards[24:]), 4)
    assert len(position["stock"]) == 64


def test_shah_deal_of_a_small_pack() -> None:
    position = dealt(shah, "2C 4C 3C", {"rays": 2}, small(1, "C", 5))
    assert position == star("2C// | 4C//", "", "3C", 1, "AC")
    position = play(shah, position, ["next"], {}, small(1, "C", 5))
    assert position == star("2C/3C/ | 4C//", "", "", 2, "AC")
    position = play(shah, position, ["next", "next"], {}, small(1, "C", 5))
    assert position == star("2C/3C/ | 4C//", "", "", 4, "AC")


def test_congress_deal() -> None:
    cards = cards_to_deal(congress, TWO_PACKS)
    position = congress.start(cards, {}, TWO_PACKS)
    helps = " | ".join([*cards[:4], "", "", "", ""])
    columns = " | ".join(cards[4:12])
    assert position == rivers(columns, helps, " ".join(cards[12:]), 1)
    assert len(position["stock"]) == 84


def test_congress_deal_of_small_packs() -> None:
    pack = small(1, "CD", 3)
    options = {"columns": 2, "helps": 1}
    position = dealt(congress, "2C 2D 3C 3D", options, pack)
    assert position == rivers("2D | 3C", "2C |", "3D", 1, "AC AD")
    # With no card left after the first row it is the end phase at once.
    options = {"columns": 2, "helps": 2}
    position = dealt(congress, "2C 2D 3C 3D", options, pack)
    assert position == rivers("3C | 3D", "2C | 2D | |", "", 0, "AC AD")
    options = {"columns": 8, "helps": 3}
    position = dealt(congress, "2C 2D 3C 3D", options, pack)
    assert position == rivers("3D |||||||", "2C | 2D | 3C |||", "", 0, "AC AD")


def test_mill_deal_without_kings() -> None:
    cards = sorted(cards_to_deal(mill, TWO_PACKS), key=rank)
    position = mill.start(cards, {}, TWO_PACKS)
    assert position == sails(1, "0 0 0 0", " | ".join(cards[:8]), "", " ".join(cards[8:]))
    assert len(position["stock"]) == 95


@pytest.mark.parametrize(
    "cards, wings, angles, stock",
    [
        # A king leaves, and its wing takes the next stock card.
        ("2C KD 3C 4C 5C", "2C | 4C | 3C", "1 0", "5C"),
        # So does a king that is drawn then; a third king stays.
        ("KC 2C 3C KD KH 4C", "KH | 2C | 3C", "1 1", "4C"),
        ("KC KD KH 2C 3C 4C", "2C | 3C | KH", "1 1", "4C"),
        ("KC 2C 3C 4C KD KH", "4C | 2C | 3C", "1 0", "KD KH"),
        # The stock may run out.
        ("2C KD 3C", "2C | | 3C", "1 0", ""),
        ("KC KD", "| |", "1 1", ""),
        ("2C", "2C | |", "0 0", ""),
    ],
)
def test_mill_deal_with_kings(cards: str, wings: str, angles: str, stock: str) -> None:
    options = {"wings": 3, "kings": 2}
    position = mill.start(cards.split(), options, TWO_PACKS)
    assert position == sails(1, angles, wings, "", stock)


@pytest.mark.parametrize(
    "game, options",
    [
        (hemispheres, {"transfer": "packet"}),
        (hemispheres, {"refill": "choice"}),
        (hemispheres, {"spaces": 0}),
        (hemispheres, {"spaces": 4}),
        (shah, {"refill": "pack-first"}),
        (shah, {"rays": 0}),
        (shah, {"rays": 9}),
        (congress, {"refill": "choice"}),
        (congress, {"columns": 9}),
        (congress, {"helps": 0}),
        (congress, {"helps": 5}),
        (mill, {"refill": "immediate"}),
        (mill, {"wings": 0}),
        (mill, {"wings": 9}),
        (mill, {"kings": 0}),
        (mill, {"kings": 5}),
    ],
)
def test_bad_options_are_refused(game: ModuleType, options: Options) -> None:
    with pytest.raises(ValueError):
        game.start(cards_to_deal(game, TWO_PACKS), options, TWO_PACKS)


@pytest.mark.parametrize(
    "game, options, pack",
    [
        (hemispheres, {}, small(2, "CH", 1)),
        (shah, {}, small(2, "CH", 1)),
        (congress, {}, small(2, "CH", 1)),
        (mill, {}, small(4, "CH", 1)),
        (mill, {}, small(1, "CDHS", 13)),  # four families, which four kings use up
        (mill, {"kings": 1}, small(1, "H", 13)),
    ],
)
def test_packs_without_sense_are_refused(game: ModuleType, options: Options, pack: Pack) -> None:
    with pytest.raises(ValueError):
        game.start([], options, pack)


@pytest.mark.parametrize("game", [hemispheres, shah])
def test_smallest_packs_are_won_at_once(game: ModuleType) -> None:
    pack = small(1, "CH", 2)
    assert cards_to_deal(game, pack) == []
    assert game.won(game.start([], {}, pack), {}, pack)
