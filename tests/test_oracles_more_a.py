"""The oracles of four two-pack games against hand-made moves, walks and small searches."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest
from oracles import congress, hemispheres, mill, shah
from oracles.common import (
    Position,
    is_red,
    make_card,
    pack_suits,
    rank,
    suit,
    whole_pack,
)

Pack = dict[str, Any]
Options = dict[str, Any]

TWO_PACKS: Pack = {"copies": 2, "suits": "CDHS", "ranks": 13}


def small(copies: int, suits: str, ranks: int) -> Pack:
    """A reduced pack."""
    return {"copies": copies, "suits": suits, "ranks": ranks}


# --- building positions ---------------------------------------------------------

ACES = "AC AC AD AD AH AH AS AS"
BASES = "KC KC AD AD AH AH KS KS"


def globe(spaces: str, talon: str = "", stock: str = "", foundations: str = BASES) -> Position:
    """A position of The Hemispheres; the spaces are parted by bars."""
    position: Position = {"foundations": foundations.split()}
    for number, cards in enumerate(spaces.split("|"), start=1):
        position[f"space {number}"] = cards.split()
    position["talon"] = talon.split()
    position["stock"] = stock.split()
    return position


def star(
    rays: str, talon: str = "", stock: str = "", phase: int = 4, foundations: str = ACES
) -> Position:
    """A position of The Shah; rays are parted by bars, their places by strokes."""
    position: Position = {"foundations": foundations.split()}
    for number, ray in enumerate(rays.split("|"), start=1):
        for circle, cards in zip(("inner", "middle", "outer"), ray.split("/"), strict=True):
            position[f"ray {number} {circle}"] = cards.split()
    position["talon"] = talon.split()
    position["stock"] = stock.split()
    position["phase"] = phase
    return position


def rivers(
    columns: str, helps: str, stock: str = "", rows: int = 0, foundations: str = ACES
) -> Position:
    """A position of The Congress; columns and helps are parted by bars."""
    position: Position = {"foundations": foundations.split()}
    for number, cards in enumerate(columns.split("|"), start=1):
        position[f"column {number}"] = cards.split()
    assert helps.count("|") % 2 == 1  # as many closed helps as open ones
    for number, cards in enumerate(helps.split("|"), start=1):
        position[f"help {number}"] = cards.split()
    position["stock"] = stock.split()
    position["rows"] = rows
    return position


def sails(centre: int, angles: str, wings: str, talon: str = "", stock: str = "") -> Position:
    """A position of The Mill; wings are parted by bars."""
    position: Position = {"centre": centre}
    for number, size in enumerate(angles.split(), start=1):
        position[f"angle {number}"] = int(size)
    for number, cards in enumerate(wings.split("|"), start=1):
        position[f"wing {number}"] = cards.split()
    position["talon"] = talon.split()
    position["stock"] = stock.split()
    return position


# --- working with positions -----------------------------------------------------


def taken_out(game: ModuleType, pack: Pack) -> list[str]:
    """The cards that the rules take out before the shuffle."""
    everything = whole_pack(pack)
    last = pack["ranks"]
    if game is mill:
        return [make_card(1, pack_suits(pack)[0])]
    if game is congress:
        return [card for card in everything if rank(card) == 1]
    if game is shah:
        return [card for card in everything if rank(card) in (1, last)]
    bases = [card for card in everything if rank(card) == (1 if is_red(card) else last)]
    return bases + barriers(pack)


def barriers(pack: Pack) -> list[str]:
    """The barriers of The Hemispheres."""
    return [make_card(pack["ranks"] if s in "DH" else 1, s) for s in pack_suits(pack)]


def cards_to_deal(game: ModuleType, pack: Pack) -> list[str]:
    """The pack without the cards that are taken out."""
    left = Counter(whole_pack(pack))
    left.subtract(taken_out(game, pack))
    return list(left.elements())


def shuffled_start(game: ModuleType, options: Options, pack: Pack, seed: int) -> Position:
    """A random deal."""
    cards = cards_to_deal(game, pack)
    random.Random(seed).shuffle(cards)
    position: Position = game.start(cards, options, pack)
    return position


def dealt(game: ModuleType, cards: str, options: Options, pack: Pack) -> Position:
    """The deal of the named cards, which must be just those to be dealt."""
    assert Counter(cards.split()) == Counter(cards_to_deal(game, pack))
    position: Position = game.start(cards.split(), options, pack)
    return position


def play(
    game: ModuleType, position: Position, line: list[str], options: Options, pack: Pack
) -> Position:
    """The position after a line of moves, each of which must be legal."""
    for move in line:
        position = game.moves(position, options, pack)[move]
    return position


def check_moves(
    game: ModuleType, position: Position, options: Options, expected: str, pack: Pack = TWO_PACKS
) -> None:
    """The position has exactly the moves named in the comma-separated list."""
    wanted = [name for name in expected.split(", ") if name]
    assert sorted(game.moves(position, options, pack)) == sorted(wanted)


def winnable(
    game: ModuleType, position: Position, options: Options, pack: Pack, without: str = "none"
) -> bool:
    """Whether any line wins, found breadth first; moves of one kind may be left out."""
    layer = [position]
    seen = {game.normal(position)}
    while layer:
        following = []
        for current in layer:
            if game.won(current, options, pack):
                return True
            for name, after in game.moves(current, options, pack).items():
                key = game.normal(after)
                if not name.startswith(without) and key not in seen:
                    seen.add(key)
                    following.append(after)
        layer = following
    return False


def wins_by_option(
    game: ModuleType, common: Options, choices: list[Options], pack: Pack, seeds: range
) -> list[tuple[bool, ...]]:
    """A row for each deal: whether it is winnable with each of the choices."""
    rows = []
    for seed in seeds:
        row = []
        for choice in choices:
            options = common | choice
            position = shuffled_start(game, options, pack, seed)
            row.append(winnable(game, position, options, pack))
        rows.append(tuple(row))
    return rows


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


# --- The Shah: legal moves by hand ----------------------------------------------

TALON_FIRST = {"refill": "talon-first"}

SHAH_MOVES = [
    # Circle by circle, only plays and going on are legal.
    (star("2C// | 3C// | 2D//", "", "3D 4D", 1), {}, "next, r1 home, r3 home"),
    (star("5C// | 4C// | QD//", "", "3D 4D", 1), {}, "next"),
    # The circle dealt last blocks the one before it.
    (star("2C/5H/ | 3C/2D/ | 2S/4D/", "", "3D 4D", 2), {}, "next, r2 home"),
    (star("2C/2D/5H | 2S/3D/4H | 2C/2D/2H", "", "3H", 3), {}, "next, r3 home"),
    # Where the stock was too short the inner circles are free.
    (star("2C/5H/ | 2S//", "", "", 2), {}, "next, r2 home"),
    (star("2C/5H/ | // | 2D//", "", "", 3), {}, "next, r3 home"),
    # In main play the outer cards may marry too, downwards in suit, and turning starts.
    (star("2C/2D/5H | 2S/3D/4H | 2C/2D/2H", "", "3H"), {}, "turn, r2 r1, r3 home"),
    (star("2C/2D/5H | 2S/3D/6H | 2C/2D/4D", "", "3H"), {}, "turn, r1 r2"),
    # Only the tops of the outer packets marry or are married.
    (star("2C/2D/5H 4H | 2S/3D/3H 2H | 2C/2D/5H", "", "8S"), {}, "turn, r1 r3, r2 home"),
    # The talon's top, and no card below it.
    (star("2C/2D/5H | 2S/3D/6H | 2C/2D/9D", "2S 4H", "3H"), {}, "turn, r1 r2, talon r1"),
    (star("2C/2D/5H | 2S/3D/6S | 2C/2D/9D", "4H 2S", "3H"), {}, "turn, talon home"),
    # Released inner cards are played but never married, and vacant places take nothing.
    (star("2C/4H/ | 3C/5C/5H", "8S"), {}, "fill talon"),
    (star("2C/2H/ | 3C/5C/3H"), {}, "r1 home"),
    (star("2C// | 3C/5C/3H | 2D/4S/"), {}, "r1 home"),
    (star("9C/TC/ | 3C/5C/JC | 4C//", "TC"), TALON_FIRST, "refill, talon r2"),
    # With a vacancy there is no turning; a refill may start, from either source.
    (star("2C/2H/ | 3C/5C/3H", "8S", "9S"), {}, "fill talon, fill stock, r1 home"),
    (star("2C/2H/ | 3C/5C/3H", "8S", "9S"), TALON_FIRST, "refill, r1 home"),
    (star("2C/2H/ | 3C/5C/3H", "", "9S"), {}, "fill stock, r1 home"),
    (star("2C/2H/ | 3C/5C/3H", "8S", ""), {}, "fill talon, r1 home"),
    # A refill once begun goes on.
    (star("2C/2H/ | 3C/5C/", "8S", "2S", 5), {}, "fill talon, fill stock"),
    # An empty ray demands a lane or a refill while there are cards to fill with.
    (star("// | 3C/4C/5C 4C | 2D/3D/2H", "2S", "9D"), {},
     "lane r2 r1, lane r3 r1, fill talon, fill stock"),
    (star("// | 3C/4C/5C 4C | 2D/3D/2H", "2S", "9D"), TALON_FIRST,
     "lane r2 r1, lane r3 r1, refill"),
    (star("// | 3C/4C/ | 2D/3D/2H", "", "9D 8D"), {}, "lane r3 r1, fill stock"),
    # Only outer cards give lanes.
    (star("// | 3C/4C/ | 2D//", "2S", "9D"), {}, "fill talon, fill stock"),
    # With nothing left to fill with, everything goes on beside the lanes.
    (star("// | 3C/4C/5C 4C | 2D/3D/2H | 9S/8S/"), {}, "lane r2 r1, lane r3 r1, r3 home"),
    (star("// | // | 3C/4C/6C | 2D/3D/5C"), {},
     "lane r3 r1, lane r3 r2, lane r4 r1, lane r4 r2, r4 r3"),
    # A ray's only card does not change rays for nothing (cannot come up in play).
    (star("// | //5C | 2D/3D/9H"), {}, "lane r3 r1"),
    (star("// | //5C 4C | 2D/3D/9H"), {}, "lane r2 r1, lane r3 r1"),
    (star("// | //5C | 2D/3D/9H", "2S"), {}, "lane r2 r1, lane r3 r1, fill talon"),
    # The queens end the foundations.
    (star("2C/2D/QC | 2S/3D/QC | 2C/2D/9D", "", "3H", 4, "QC JC AD AD AH AH AS AS"), {},
     "turn, r1 home, r2 home"),
    # A card may shift to the other copy of its parent.
    (star("2C/2D/6H 5H | 2S/3D/6H", "", "3H"), {}, "turn, r1 r2"),
    # Nothing left to turn.
    (star("2C/2D/6H | 2S/3D/7S", "9H"), {}, ""),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", SHAH_MOVES)
def test_shah_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(shah, position, options, expected)


def test_shah_plays_on_the_circles() -> None:
    position = star("2C// | 3C// | 5D//", "", "3D 4D 6D 7D", 1)
    line = ["r1 home", "r2 home"]
    played = play(shah, position, line, {}, TWO_PACKS)
    ahead = "3C AC AD AD AH AH AS AS"
    assert played == star("3D// | 4D// | 5D//", "", "6D 7D", 1, ahead)
    assert play(shah, position, ["next"], {}, TWO_PACKS) == star(
        "2C/3D/ | 3C/4D/ | 5D/6D/", "", "7D", 2
    )
    # The last row may be short, and without stock the places stay vacant.
    last = play(shah, played, ["next"], {}, TWO_PACKS)
    assert last == star("3D/6D/ | 4D/7D/ | 5D//", "", "", 2, ahead)
    short = star("2C/3D/ | 2S/4D/ | 2D//", "", "", 2)
    reached = play(shah, short, ["r3 home", "next"], {}, TWO_PACKS)
    assert reached == star("2C/3D/ | 2S/4D/ | //", "", "", 3, "AC AC 2D AD AH AH AS AS")


def test_shah_third_circle() -> None:
    position = star("2C/2D/5H | 2S/3D/4H | 2C/2D/2H", "", "3H 9S", 3)
    reached = play(shah, position, ["r3 home", "r3 home", "next"], {}, TWO_PACKS)
    ahead = "AC AC AD AD 3H AH AS AS"
    assert reached == star("2C/2D/5H | 2S/3D/4H | 2C/2D/9S", "", "", 4, ahead)


@pytest.mark.parametrize(
    "before, move, options, after",
    [
        (("2C/2D/6H | 2S/3D/7S", "9H", "3H 4H"), "turn", {},
         ("2C/2D/6H | 2S/3D/7S", "9H 3H", "4H")),
        (("2C/2D/5H 4H | 2S/3D/5H", "", "3H"), "r1 r2", {}, ("2C/2D/5H | 2S/3D/5H 4H", "", "3H")),
        (("2C/2D/5H | 2S/3D/4H", "", "3H"), "r2 r1", {}, ("2C/2D/5H 4H | 2S/3D/", "", "3H")),
        (("2C/2D/5H | 2S/3D/", "3S 4H", "3H"), "talon r1", {},
         ("2C/2D/5H 4H | 2S/3D/", "3S", "3H")),
        # A refill takes the inner vacancies first, then the middle, then the outer ones.
        (("2C/2D/6H | // | // | 3H//", "2S 3S 4S 5S 6S 7S 8S 9S TS"), "refill", TALON_FIRST,
         ("2C/2D/6H | TS/8S/5S | 9S/7S/4S | 3H/6S/3S", "2S")),
        (("2C/2D/6H | // | 3H//", "2S 3S", "4S 5S 6S 7S"), "refill", TALON_FIRST,
         ("2C/2D/6H | 3S/2S/5S | 3H/4S/6S", "", "7S")),
        # It stops where the cards end.
        (("2C/2D/6H | // | 3H//", "2S", "4S"), "refill", TALON_FIRST,
         ("2C/2D/6H | 2S/4S/ | 3H//", "", "")),
        # By choice it is one card a move, and it must go on.
        (("2C/2D/6H | // | 3H//", "2S 3S", "4S 5S 6S"), "fill talon", {},
         ("2C/2D/6H | 3S// | 3H//", "2S", "4S 5S 6S", 5)),
        (("2C/2D/6H | 3S// | 3H//", "2S", "4S 5S 6S", 5), "fill stock", {},
         ("2C/2D/6H | 3S/4S/ | 3H//", "2S", "5S 6S", 5)),
        # With the last vacancy filled it is main play again.
        (("2C/2D/6H | 3S/8S/", "2S 4C", "4S 5S 6S", 5), "fill talon", {},
         ("2C/2D/6H | 3S/8S/4C", "2S", "4S 5S 6S")),
        (("2C/2D/6H | 3S/8S/", "2S 4C", "4S 5S 6S"), "fill stock", {},
         ("2C/2D/6H | 3S/8S/4S", "2S 4C", "5S 6S")),
        # With one source left the rest is no choice.
        (("2C/2D/6H | 3S// | 3H//", "2S", "4S 5S 6S 7S", 5), "fill talon", {},
         ("2C/2D/6H | 3S/2S/5S | 3H/4S/6S", "", "7S")),
        (("2C/2D/6H | // | 3H//", "2S 3S 4S", "5S"), "fill stock", {},
         ("2C/2D/6H | 5S/4S/2S | 3H/3S/", "", "")),
        (("2C/2D/6H | 3S// | 3H//", "", "4S 5S 6S 7S 8S"), "fill stock", {},
         ("2C/2D/6H | 3S/4S/6S | 3H/5S/7S", "", "8S")),
        # A lane is filled up from the talon, else from the stock, by either option.
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "2S", "9D"), "lane r2 r1", {},
         ("4C/2S/9D | 3C/4C/5C | 2D/3D/2H", "", "")),
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "2S", "9D"), "lane r3 r1", {},
         ("2H/2S/9D | 3C/4C/5C 4C | 2D/3D/", "", "")),
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "2S 3S 4S", "9D"), "lane r3 r1", {},
         ("2H/4S/3S | 3C/4C/5C 4C | 2D/3D/", "2S", "9D")),
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "", "9D TD JD"), "lane r3 r1", TALON_FIRST,
         ("2H/9D/TD | 3C/4C/5C 4C | 2D/3D/", "", "JD")),
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "9D", ""), "lane r3 r1", {},
         ("2H/9D/ | 3C/4C/5C 4C | 2D/3D/", "", "")),
        (("// | 3C/4C/5C 4C | 2D/3D/2H", "", ""), "lane r3 r1", {},
         ("2H// | 3C/4C/5C 4C | 2D/3D/", "", "")),
    ],
)  # fmt: skip
def test_shah_moves_made(
    before: tuple[Any, ...], move: str, options: Options, after: tuple[Any, ...]
) -> None:
    assert play(shah, star(*before), [move], options, TWO_PACKS) == star(*after)


def test_shah_an_empty_ray_without_lanes_is_refilled_at_once() -> None:
    ahead = "2C AC AD AD AH AH AS AS"
    # One source and no outer card elsewhere: no choice is left.
    position = star("2C// | 9S//", "", "9D 8D 7D 6D 5D")
    for options in ({}, TALON_FIRST):
        reached = play(shah, position, ["r1 home"], options, TWO_PACKS)
        assert reached == star("9D/8D/6D | 9S/7D/5D", "", "", 4, ahead)
    # Two sources: a choice, unless the talon goes first.
    position = star("2C// | 9S//", "3D", "9D 8D 7D 6D 5D")
    reached = play(shah, position, ["r1 home"], {}, TWO_PACKS)
    assert reached == star("// | 9S//", "3D", "9D 8D 7D 6D 5D", 4, ahead)
    check_moves(shah, reached, {}, "fill talon, fill stock")
    reached = play(shah, position, ["r1 home"], TALON_FIRST, TWO_PACKS)
    assert reached == star("3D/9D/7D | 9S/8D/6D", "", "5D", 4, ahead)
    # An outer card elsewhere: a lane is possible, and the ray waits.
    position = star("2C// | 9S/8S/5S", "", "9D 8D 7D")
    reached = play(shah, position, ["r1 home"], TALON_FIRST, TWO_PACKS)
    assert reached == star("// | 9S/8S/5S", "", "9D 8D 7D", 4, ahead)
    check_moves(shah, reached, TALON_FIRST, "lane r2 r1, refill")
    # Nothing to fill with: the ray stays empty.
    reached = play(shah, star("2C// | 9S//"), ["r1 home"], {}, TWO_PACKS)
    assert reached == star("// | 9S//", "", "", 4, ahead)


def test_shah_a_play_may_use_up_the_talon_and_so_leave_one_source() -> None:
    # The marriage empties no ray, so refilling waits although it has one source.
    position = star("2C/4C/ | 9S/6C/5S", "4S", "9D 8D 7D")
    reached = play(shah, position, ["talon r2"], {}, TWO_PACKS)
    assert reached == star("2C/4C/ | 9S/6C/5S 4S", "", "9D 8D 7D")


def test_shah_won_with_the_queens() -> None:
    last = star("QS// | //", "", "", 4, "QC QC QD QD QH QH JS QS")
    assert not shah.won(last, {}, TWO_PACKS)
    done = play(shah, last, ["r1 home"], {}, TWO_PACKS)
    assert done == star("// | //", "", "", 4, "QC QC QD QD QH QH QS QS")
    assert shah.won(done, {}, TWO_PACKS)
    assert shah.won(star("//", "", "", 1, "4C 4C"), {}, small(2, "C", 5))
    assert not shah.won(star("//", "", "", 1, "4C 3C"), {}, small(2, "C", 5))


def test_shah_tiny_deals_of_one_ray() -> None:
    # Clubs from two to five, the queen, on a single ray: a card for each circle and one.
    pack = small(1, "C", 6)
    for options in ({"rays": 1}, {"rays": 1} | TALON_FIRST):
        # The stock brings the deuce, and the ray is in order.
        good = dealt(shah, "5C 4C 3C 2C", options, pack)
        assert winnable(shah, good, options, pack)
        line = ["next", "next", "next", "turn", "talon home"] + ["r1 home"] * 3
        assert shah.won(play(shah, good, line, options, pack), options, pack)
        # The trey lies under cards that only it could bring home.
        bad = dealt(shah, "3C 2C 5C 4C", options, pack)
        assert not winnable(shah, bad, options, pack)
        # The deuce must go home before the second circle covers it.
        hasty = dealt(shah, "2C 5C 4C 3C", options, pack)
        assert winnable(shah, hasty, options, pack)
        assert not winnable(shah, play(shah, hasty, ["next"], options, pack), options, pack)


def test_shah_a_deal_that_needs_its_lane() -> None:
    # Two rays of clubs and diamonds, the fours being queens; the hearts are home.
    pack = small(1, "CDH", 5)
    position = star("2C// | 3D/4C/4D", "", "3C 2D", 4, "AC AD 4H")
    for options in ({"rays": 2}, {"rays": 2} | TALON_FIRST):
        assert winnable(shah, position, options, pack)
        # Without lanes the four of diamonds lies on the trey for ever.
        assert not winnable(shah, position, options, pack, without="lane")
        reached = play(shah, position, ["r1 home", "lane r2 r1"], options, pack)
        assert reached == star("4D/3C/2D | 3D/4C/", "", "", 4, "2C AD 4H")
        line = ["r1 home", "r1 home", "r2 home", "r2 home", "r1 home"]
        assert shah.won(play(shah, reached, line, options, pack), options, pack)


def test_shah_options_and_winning() -> None:
    options = [TALON_FIRST, {"refill": "choice"}]
    for rays, pack in ((1, small(1, "CD", 6)), (2, small(2, "C", 6)), (2, small(1, "CD", 6))):
        rows = wins_by_option(shah, {"rays": rays}, options, pack, range(30))
        # The player may always choose the talon.
        assert all(row[0] <= row[1] for row in rows)
        assert {row[1] for row in rows} == {False, True}


# --- The Congress: legal moves by hand ------------------------------------------

IMMEDIATE = {"refill": "immediate"}

CONGRESS_MOVES = [
    # Plays and marriages to the helps, or the next row.
    (rivers("2C | 5H | 9S", "6H | TS ||", "3C", 1), {}, "row, c1 home, c2 h1, c3 h2"),
    # Rivers take nothing, neither from each other nor from the helps.
    (rivers("6H | 5H | TC", "5H | 9C ||", "3C", 1), {}, "row"),
    # Helps marry each other, downwards in suit, and go home.
    (rivers("8H | 9H", "6H | 5H | 2D | 5D ||||", "3C", 1), {}, "row, h2 h1, h3 home"),
    (rivers("8H | 9H", "6H | 5S | 4H | KD ||||", "3C", 1), {}, "row"),
    # Only the last card of a column and the top of a help count.
    (rivers("5H 2C | 4H 9S | 2D 8S", "6H | TS 9S ||", "3C", 2), {}, "row, c1 home, c3 h2"),
    # The rivers may marry both copies of a parent; helps shift between them.
    (rivers("5H | 9S", "6H | 6H ||", "3C", 1), {}, "row, c1 h1, c1 h2"),
    (rivers("JH | 9S", "6H 5H | 6H ||", "3C", 1), {}, "row, h1 h2"),
    # A vacancy stops the rows, not the plays; it is filled by a refill only.
    (rivers("2C 3D | 4D | 9C KC", "5D | 7S ||", "3C", 2), {}, "refill, c2 h1"),
    (rivers("| 4D | 9C", "7H | 7S ||", "3C", 1), {}, "refill"),
    # Nor do cards go to vacant helps while the pack lasts.
    (rivers("2S | 4D | 9C", "5D | 7S |  | 2D | | | |", "3C", 1), {},
     "refill, c1 home, c2 h1, h4 home"),
    (rivers("2S | 4D | 9C", "|||", "3C", 1), {}, "refill, c1 home"),
    # With all in place but the last card it is still a pause.
    (rivers("6S | 4D | 9C", "8C | 7S ||", "KC", 1), {}, "row, c1 h2"),
    # The end phase: any column's last card may begin a help; helps stay where they are.
    (rivers("6S 8D | 4D | | 9C", "TC | JS ||"), {},
     "c1 h3, c1 h4, c2 h3, c2 h4, c4 h1, c4 h3, c4 h4"),
    (rivers("KC 2H | 8H", "| 5C | 4C |"), {},
     "c1 home, c1 h1, c1 h4, c2 h1, c2 h4, h3 h2"),
    # New helps are as good as old ones, for marriages and for plays.
    (rivers("KC 8H | 8H", "KD | 5C | 9H | 2S"), {}, "c1 h3, c2 h3, h4 home"),
    # Empty columns take nothing, however the rows stood.
    (rivers("| | 5H", "9C | 3D | 8S | 4D"), {}, "h2 h4"),
    # The foundations of a suit each take their own next card, up to the king.
    (rivers("5C | 3C | 4C | KD | KS", "2H | 3H ||", "TS", 1, "4C 2C QD QD AH 2H KS QS"), {},
     "row, c1 home, c2 home, c4 home, c5 home, h1 home, h2 home, h1 h2"),
    # There is no marrying round the corner.
    (rivers("KC | 2C", "2S | KS ||", "3C", 1, "6C 6C AD AD AH AH 6S 6S"), {}, "row"),
    # The option changes nothing before a vacancy arises.
    (rivers("2C | 5H | 9S", "6H | TS ||", "3C", 1), IMMEDIATE, "row, c1 home, c2 h1, c3 h2"),
    (rivers("2C 3D | 4D | 9C KC", "5D | 7S ||", "3C", 2), IMMEDIATE, "refill, c2 h1"),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", CONGRESS_MOVES)
def test_congress_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(congress, position, options, expected)


@pytest.mark.parametrize(
    "before, move, options, after",
    [
        # A row covers the columns and may be short, which ends the pack.
        (("6S 9D | 4D 9D", "8C | 7S ||", "KC QC JC", 2), "row", {},
         ("6S 9D KC | 4D 9D QC", "8C | 7S ||", "JC", 3)),
        (("6S | 4D", "8C |", "KC QC", 1), "row", {}, ("6S KC | 4D QC", "8C |", "", 0)),
        (("6S | 4D", "8C |", "KC", 1), "row", {}, ("6S KC | 4D", "8C |", "", 0)),
        # Marriages leave vacancies that wait.
        (("8S 5H | 4D 9D", "6H |", "KC", 2), "c1 h1", {}, ("8S | 4D 9D", "6H 5H |", "KC", 2)),
        (("8S | 9D", "6H | 5H ||", "KC", 1), "h2 h1", {}, ("8S | 9D", "6H 5H | ||", "KC", 1)),
        # A refill goes by rows from the top, left to right, and then to the helps.
        (("| 4D | 7S 8S", "9C |||", "2S 3S 4S 5S 6S", 2), "refill", {},
         ("2S 3S | 4D 4S | 7S 8S", "9C | 5S ||", "6S", 2)),
        (("| 4D | |", "|||", "2S 3S 4S 5S 6S 7S 8S 9S TS JS", 2), "refill", {},
         ("2S 5S | 4D 6S | 3S 7S | 4S 8S", "9S | TS ||", "JS", 2)),
        # It may end the pack in the middle: the end phase, the vacancies stay.
        (("| 4D | 7S 8S", "9C |||", "2S 3S", 2), "refill", {},
         ("2S 3S | 4D | 7S 8S", "9C |||", "", 0)),
        (("| 4D | 7S 8S", "9C |||", "2S 3S 4S 5S", 2), "refill", {},
         ("2S 3S | 4D 4S | 7S 8S", "9C | 5S ||", "", 0)),
        # New helps.
        (("8S 5H | 4D 9D", "6H | | | "), "c2 h3", {}, ("8S 5H | 4D", "6H | | 9D |")),
        # Immediate refilling belongs to the first row alone.
        (("5H | 9D", "6H |", "KC QC", 1), "c1 h1", IMMEDIATE, ("KC | 9D", "6H 5H |", "QC", 1)),
        (("8S | 9D", "6H | 5H ||", "KC QC", 1), "h2 h1", IMMEDIATE,
         ("8S | 9D", "6H 5H | KC ||", "QC", 1)),
        (("8S | 9D", "6H | 7D 5H ||", "KC QC", 1), "h2 h1", IMMEDIATE,
         ("8S | 9D", "6H 5H | 7D ||", "KC QC", 1)),
        (("5H | 9D", "6H |", "KC", 1), "c1 h1", IMMEDIATE, ("KC | 9D", "6H 5H |", "", 0)),
        (("8S 5H | 4D 9D", "6H |", "KC", 2), "c1 h1", IMMEDIATE,
         ("8S | 4D 9D", "6H 5H |", "KC", 2)),
        (("5H | 9D", "6H |"), "c1 h1", IMMEDIATE, ("| 9D", "6H 5H |")),
    ],
)  # fmt: skip
def test_congress_moves_made(
    before: tuple[Any, ...], move: str, options: Options, after: tuple[Any, ...]
) -> None:
    assert play(congress, rivers(*before), [move], options, TWO_PACKS) == rivers(*after)


def test_congress_refills_may_be_repeated_in_a_pause() -> None:
    position = rivers("2C | 9D", "6H |", "3C 4C 5S 6S", 1)
    line = ["c1 home", "refill", "c1 home", "refill", "c1 home", "refill", "row"]
    reached = play(congress, position, line, {}, TWO_PACKS)
    done = rivers("5S 6S | 9D", "6H |", "", 0, "4C AC AD AD AH AH AS AS")
    assert congress.normal(reached) == congress.normal(done)
    assert reached["column 1"] == ["5S", "6S"]
    # Done at once in the first pause, it is the same.
    line = ["c1 home", "c1 home", "c1 home", "row"]
    assert play(congress, position, line, IMMEDIATE, TWO_PACKS) == reached


def test_congress_won_with_the_kings() -> None:
    last = rivers("KS |", "|", foundations="KC KC KD KD KH KH QS KS")
    assert not congress.won(last, {}, TWO_PACKS)
    done = play(congress, last, ["c1 home"], {}, TWO_PACKS)
    assert done == rivers("|", "|", foundations="KC KC KD KD KH KH KS KS")
    assert congress.won(done, {}, TWO_PACKS)
    assert congress.won(rivers("", "|", foundations="5H 5H"), {}, small(2, "H", 5))
    assert not congress.won(rivers("", "|", foundations="5H 4H"), {}, small(2, "H", 5))


def test_congress_tiny_deals_of_one_column() -> None:
    pack = small(1, "CD", 5)
    options = {"columns": 1, "helps": 1}
    # The five of diamonds lies above the four: it begins the second help, and all is well.
    good = dealt(congress, "5C 3D 3C 4D 5D 4C 2C 2D", options, pack)
    assert good == rivers("3D", "5C |", "3C 4D 5D 4C 2C 2D", 1, "AC AD")
    position = play(congress, good, ["row"] * 6, options, pack)
    assert position == rivers("3D 3C 4D 5D 4C 2C 2D", "5C |", "", 0, "AC AD")
    line = ["c1 home", "c1 home", "c1 h1", "c1 h2", "c1 h2", "c1 home", "c1 home"]
    line += ["h2 home", "h1 home", "h1 home", "h2 home"]
    assert congress.won(play(congress, position, line, options, pack), options, pack)
    assert winnable(congress, good, options, pack)
    # Below the four it finds no place: the helps hold the four and a run from the five of
    # clubs, which waits for the trey under it.
    bad = dealt(congress, "5C 3D 3C 5D 4D 4C 2C 2D", options, pack)
    assert not winnable(congress, bad, options, pack)
    assert not winnable(congress, bad, options | IMMEDIATE, pack)
    # The seed of the trouble is the single help.
    options = {"columns": 1, "helps": 2}
    roomy = dealt(congress, "5C 3D 3C 5D 4D 4C 2C 2D", options, pack)
    assert winnable(congress, roomy, options, pack)


def test_congress_options_and_winning() -> None:
    pack = small(1, "CD", 5)
    options = [IMMEDIATE, {"refill": "deferred"}]
    rows = wins_by_option(congress, {"columns": 1, "helps": 1}, options, pack, range(40))
    # Refilling at once is one of the ways to refill when the player likes.
    assert all(row[0] <= row[1] for row in rows)
    assert (True, True) in rows


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


# --- random walks ---------------------------------------------------------------

WALKS: list[tuple[ModuleType, Options, Pack]] = [
    (hemispheres, {}, TWO_PACKS),
    (hemispheres, {"transfer": "any", "refill": "pack-first"}, TWO_PACKS),
    (hemispheres, {"spaces": 1, "transfer": "any"}, small(2, "CH", 6)),
    (hemispheres, {"spaces": 2}, small(1, "DHS", 8)),
    (hemispheres, {"spaces": 1, "refill": "pack-first"}, small(3, "S", 5)),
    (shah, {}, TWO_PACKS),
    (shah, {"refill": "talon-first"}, TWO_PACKS),
    (shah, {"rays": 3}, small(2, "CH", 7)),
    (shah, {"rays": 1, "refill": "talon-first"}, small(1, "CDHS", 6)),
    (shah, {"rays": 2}, small(3, "D", 9)),
    (shah, {"rays": 8}, small(1, "CD", 9)),
    (congress, {}, TWO_PACKS),
    (congress, {"refill": "immediate"}, TWO_PACKS),
    (congress, {"columns": 3, "helps": 1}, small(2, "DS", 6)),
    (congress, {"columns": 1, "helps": 2, "refill": "immediate"}, small(1, "CDHS", 5)),
    (mill, {}, TWO_PACKS),
    (mill, {"refill": "talon-first"}, TWO_PACKS),
    (mill, {"wings": 2, "kings": 1}, small(2, "CH", 6)),
    (mill, {"wings": 3, "kings": 2, "refill": "talon-first"}, small(1, "CDS", 9)),
]


def foundation_ranks(game: ModuleType, top: str, pack: Pack) -> range:
    """The ranks of the cards on a foundation with this top."""
    if game is hemispheres and not is_red(top):
        return range(rank(top), pack["ranks"] + 1)
    return range(1, rank(top) + 1)


def cards_in(game: ModuleType, position: Position, pack: Pack) -> Counter[str]:
    """Every card of a position, foundations and dead cards included."""
    cards: Counter[str] = Counter()
    for name, pile in position.items():
        if name == "foundations":
            for top in pile:
                cards.update(make_card(r, suit(top)) for r in foundation_ranks(game, top, pack))
        elif isinstance(pile, list):
            cards.update(pile)
    if game is hemispheres:
        cards.update(barriers(pack))
    if game is shah:
        cards.update(card for card in whole_pack(pack) if rank(card) == pack["ranks"])
    return cards


def mill_ranks(position: Position, pack: Pack) -> Counter[int]:
    """Every rank of a position of The Mill, with those on the foundations."""
    ranks: Counter[int] = Counter()
    for name, pile in position.items():
        if name == "centre":
            ranks.update(k % pack["ranks"] + 1 for k in range(pile))
        elif name.startswith("angle"):
            ranks.update(pack["ranks"] - k for k in range(pile))
        else:
            ranks.update(rank(card) for card in pile)
    return ranks


def check_conserved(game: ModuleType, position: Position, pack: Pack) -> None:
    """All cards are there, once each."""
    everything = Counter(whole_pack(pack))
    if game is mill:
        assert mill_ranks(position, pack) == Counter(rank(card) for card in everything.elements())
        assert cards_in(game, position, pack) <= everything
    else:
        assert cards_in(game, position, pack) == everything


def check_sound(game: ModuleType, position: Position) -> None:
    """What the rules keep true in every position."""
    if game is hemispheres:
        numbers = range(1, 1 + sum(name.startswith("space ") for name in position))
        for n in numbers:
            pile = position[f"space {n}"]
            north = n <= len(numbers) // 2
            if pile and is_red(pile[-1]) != north:
                assert len(pile) == 1
            check_married(pile, -1 if north else 1)
    if game is shah:
        for n in range(1, 9):
            inner, middle, outer = (
                position.get(f"ray {n} {circle}", []) for circle in ("inner", "middle", "outer")
            )
            assert len(inner) <= 1 and len(middle) <= 1
            assert bool(outer) <= bool(middle) <= bool(inner)
            check_married(outer, -1)
        assert position["phase"] in range(1, 6)
        if position["phase"] < 4:
            assert not position["talon"]
        if position["phase"] == 5:
            assert position["talon"] and position["stock"]
    if game is congress:
        helps = [position[f"help {n}"] for n in range(1, 9) if f"help {n}" in position]
        for pile in helps:
            check_married(pile, -1)
        if position["stock"]:
            assert not any(helps[len(helps) // 2 :])
            for name, pile in position.items():
                assert not name.startswith("column ") or len(pile) <= position["rows"]
        assert bool(position["stock"]) == bool(position["rows"])
    if game is mill:
        wings = [pile for name, pile in position.items() if name.startswith("wing ")]
        if not all(wings) and (position["talon"] or position["stock"]):
            # Only while the source is being chosen, and for one wing.
            assert position["talon"] and position["stock"]
            assert sum(not pile for pile in wings) == 1


def check_married(pile: list[str], step: int) -> None:
    """Each card of a packet lies on its parent."""
    for parent, card in pairwise(pile):
        assert suit(card) == suit(parent) and rank(card) == rank(parent) + step


def rearranged(game: ModuleType, position: Position, pack: Pack, rng: random.Random) -> Position:
    """The same position with like things in another order."""
    other = copy.deepcopy(position)
    if "foundations" in other:
        n = pack["copies"]
        tops = other["foundations"]
        groups = [tops[k : k + n] for k in range(0, len(tops), n)]
        other["foundations"] = [top for group in groups for top in rng.sample(group, n)]
    alike: list[list[str]] = []
    if game is congress:
        helps = [name for name in other if name.startswith("help ")]
        if other["stock"]:
            alike = [helps[: len(helps) // 2]]
        else:
            alike = [helps, [name for name in other if name.startswith("column ")]]
    if game is mill:
        alike = [[name for name in other if name.startswith(kind)] for kind in ("angle", "wing")]
        suits = pack_suits(pack)
        for pile in other.values():
            if isinstance(pile, list):
                pile[:] = [card[0] + rng.choice(suits) for card in pile]
    for names in alike:
        contents = [other[name] for name in names]
        rng.shuffle(contents)
        other.update(zip(names, contents, strict=True))
    return other


def outcomes(game: ModuleType, position: Position, options: Options, pack: Pack) -> set[Any]:
    """The set of positions, in normal form, that one move reaches."""
    return {game.normal(p) for p in game.moves(position, options, pack).values()}


def shares_a_pile(one: Position, other: Position) -> bool:
    """Whether two positions hold the same list object."""
    lists = {id(pile) for pile in one.values() if isinstance(pile, list)}
    return any(id(pile) in lists for pile in other.values())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game, options, pack", WALKS)
def test_random_walks(game: ModuleType, options: Options, pack: Pack, seed: int) -> None:
    rng = random.Random(seed)
    position = shuffled_start(game, options, pack, seed)
    names = list(position)
    for _ in range(150):
        check_conserved(game, position, pack)
        check_sound(game, position)
        assert list(position) == names
        before = copy.deepcopy(position)
        moves = game.moves(position, options, pack)
        assert position == before  # looking at the moves changes nothing
        if rng.random() < 0.3:
            other = rearranged(game, position, pack, rng)
            assert game.normal(other) == game.normal(position)
            assert game.won(other, options, pack) == game.won(position, options, pack)
            reached = {game.normal(after) for after in moves.values()}
            assert outcomes(game, other, options, pack) == reached
        if not moves:
            break
        name = preferred(moves, rng)
        position = moves[name]
        assert not shares_a_pile(position, before)
        assert position != before


def preferred(moves: dict[str, Position], rng: random.Random) -> str:
    """A random move, plays on the foundations somewhat more often than others."""
    homes = [m for m in moves if m.endswith(("home", "centre", "angle"))]
    return rng.choice(homes if homes and rng.random() < 0.7 else list(moves))


# --- how long a game may last ---------------------------------------------------


def kind_of(game: ModuleType, name: str, position: Position) -> str:
    """The kind of a move; marriages that only change twins are shifts."""
    words = name.split()
    if words[0] in ("turn", "fill", "exchange", "transfer", "lane", "next", "refill", "row"):
        return words[0]
    if words[1] in ("home", "centre", "angle"):
        return "play"
    if words[0] == "talon":
        return "talon marriage"
    number = words[0][1:]
    pile = {hemispheres: f"space {number}", shah: f"ray {number} outer", congress: f"help {number}"}
    if words[0][0] == "c":
        return "river marriage"
    return "marriage" if len(position[pile[game]]) == 1 else "shift"


LIMITS: list[tuple[ModuleType, Options, dict[str, int]]] = [
    (hemispheres, {}, {"turn": 80, "fill": 80, "play": 92, "exchange": 46, "talon marriage": 80,
                       "marriage": 92, "transfer": 92}),
    (hemispheres, {"refill": "pack-first", "transfer": "any"},
     {"turn": 80, "fill": 80, "play": 92, "exchange": 46, "talon marriage": 80,
      "marriage": 92, "transfer": 92}),
    (shah, {}, {"next": 3, "turn": 64, "fill": 88, "play": 88, "talon marriage": 64,
                "marriage": 88, "lane": 29}),
    (shah, {"refill": "talon-first"},
     {"next": 3, "turn": 64, "refill": 88, "play": 88, "talon marriage": 64,
      "marriage": 88, "lane": 29}),
    (congress, {}, {"row": 11, "refill": 84, "play": 96, "river marriage": 92, "marriage": 96}),
    (congress, {"refill": "immediate"},
     {"row": 11, "refill": 84, "play": 96, "river marriage": 92, "marriage": 96}),
    (mill, {}, {"turn": 95, "fill": 95, "play": 103, "transfer": 48}),
    (mill, {"refill": "talon-first"}, {"turn": 95, "play": 103, "transfer": 48}),
]  # fmt: skip


@pytest.mark.parametrize("game, options, limits", LIMITS)
def test_kinds_of_moves_are_limited(
    game: ModuleType, options: Options, limits: dict[str, int]
) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        position = shuffled_start(game, options, TWO_PACKS, seed)
        counts: Counter[str] = Counter()
        for _ in range(600):
            moves = game.moves(position, options, TWO_PACKS)
            kinds = {name: kind_of(game, name, position) for name in moves}
            # Shifts may go on for ever, so few of them are tried.
            onward = [name for name in moves if kinds[name] != "shift"]
            if not onward:
                break
            name = preferred({n: moves[n] for n in onward}, rng)
            if len(onward) < len(moves) and rng.random() < 0.1:
                name = rng.choice([n for n in moves if n not in onward])
            counts[kinds[name]] += 1
            check_shift(game, position, moves[name], kinds[name])
            position = moves[name]
        else:
            pytest.fail("the game went on and on")
        del counts["shift"]
        assert all(counts[kind] <= limits.get(kind, 0) for kind in counts), counts


def check_shift(game: ModuleType, before: Position, after: Position, kind: str) -> None:
    """A shift goes from a parent to its twin and so keeps the set of covered cards."""
    if kind != "shift":
        return
    assert Counter(c for p in lists_of(before) for c in p[-1:]) == Counter(
        c for p in lists_of(after) for c in p[-1:]
    )


def lists_of(position: Position) -> list[list[str]]:
    """The piles of cards."""
    return [pile for pile in position.values() if isinstance(pile, list)]


def mill_progress(position: Position) -> int:
    """How far the cards have come: stock, talon, wing, king pile, centre."""
    weights: list[tuple[Callable[[str], bool], int]] = [
        (lambda name: name == "talon", 1),
        (lambda name: name.startswith("wing"), 2),
        (lambda name: name.startswith("angle"), 3),
        (lambda name: name == "centre", 4),
    ]
    total = 0
    for name, pile in position.items():
        size = pile if isinstance(pile, int) else len(pile)
        total += sum(weight * size for belongs, weight in weights if belongs(name))
    return total


@pytest.mark.parametrize("refill", ["choice", "talon-first"])
def test_mill_cards_only_ever_come_nearer(refill: str) -> None:
    # Hence no position comes back, and a game has at most 95 + 95 + 103 + 48 moves.
    options = {"refill": refill}
    for seed in range(6):
        rng = random.Random(seed)
        position = shuffled_start(mill, options, TWO_PACKS, seed)
        length = 0
        while moves := mill.moves(position, options, TWO_PACKS):
            reached = moves[preferred(moves, rng)]
            assert mill_progress(reached) > mill_progress(position)
            position = reached
            length += 1
        assert length <= 95 + 95 + 103 + 48


# --- normal forms ---------------------------------------------------------------


@pytest.mark.parametrize(
    "game, one, other, same",
    [
        (hemispheres, globe("6H | 5H | 7C |", foundations="KC 9C AD 2D AH AH KS KS"),
         globe("6H | 5H | 7C |", foundations="9C KC 2D AD AH AH KS KS"), True),
        (hemispheres, globe("6H | 5H | 7C | 8C"), globe("5H | 6H | 7C | 8C"), False),
        (hemispheres, globe("6H | 5H | 7C | 8C"), globe("7C | 8C | 6H | 5H"), False),
        (hemispheres, globe("6H |||", "2D"), globe("6H |||", "", "2D"), False),
        (hemispheres, globe("6H |||", "2D 3D"), globe("6H |||", "3D 2D"), False),
        (hemispheres, globe("6H 5H | | |"), globe("6H | 5H | |"), False),
        (shah, star("2C/3C/4C | //", foundations="3H AH"),
         star("2C/3C/4C | //", foundations="AH 3H"), True),
        (shah, star("2C/3C/4C | //"), star("// | 2C/3C/4C"), False),
        (shah, star("2C/3C/4C"), star("2C/4C/3C"), False),
        (shah, star("2C/3C/", "2H", "3H"), star("2C/3C/", "2H", "3H", 5), False),
        (shah, star("2C/3C/4C", "2H", "3H"), star("2C/3C/4C", "", "2H 3H"), False),
        (shah, star("2C/3C/4C", "2H 3H"), star("2C/3C/4C", "3H 2H"), False),
        (congress, rivers("2C | 3C", "4C | 5C ||"), rivers("3C | 2C", "| 5C || 4C"), True),
        (congress, rivers("2C | 3C", "4C | 5C ||", "6C", 1),
         rivers("2C | 3C", "5C | 4C ||", "6C", 1), True),
        (congress, rivers("2C | 3C", "4C | 5C ||", "6C", 1),
         rivers("3C | 2C", "4C | 5C ||", "6C", 1), False),
        (congress, rivers("2C | 3C", "4C |", "6C", 1), rivers("2C | 3C", "4C |", "6C", 2), False),
        (congress, rivers("2C | 3C", "4C |"), rivers("2C | 4C", "3C |"), False),
        (congress, rivers("2C 3C |", "|"), rivers("3C 2C |", "|"), False),
        (mill, sails(3, "1 4", "5C | 6D |", "7C 8D", "9S"),
         sails(3, "4 1", "| 5H | 6H", "7D 8D", "9C"), True),
        (mill, sails(3, "1 4", "5C | 6D"), sails(16, "1 4", "5C | 6D"), False),
        (mill, sails(3, "1 4", "5C | 6D"), sails(3, "1 4", "5C | 7D"), False),
        (mill, sails(3, "1 4", "5C |", "2C"), sails(3, "1 4", "5C | 2C"), False),
        (mill, sails(3, "1 4", "5C", "2C 3C"), sails(3, "1 4", "5C", "3C 2C"), False),
        (mill, sails(3, "1 4", "5C", "", "2C 3C"), sails(3, "1 4", "5C", "", "3C 2C"), False),
        (mill, sails(3, "1 4", "5C", "2C", ""), sails(3, "1 4", "5C", "", "2C"), False),
    ],
)  # fmt: skip
def test_normal_forms(game: ModuleType, one: Position, other: Position, same: bool) -> None:
    assert (game.normal(one) == game.normal(other)) is same
    assert isinstance(hash(game.normal(one)), int)
