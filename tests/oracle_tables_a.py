"""Positions and play for the tests of four oracles: Hemispheres, Shah, Congress, Mill."""

from __future__ import annotations

from collections import Counter
from types import ModuleType
from typing import Any

from oracle_positions import shuffled
from oracles import congress, mill, shah
from oracles.common import (
    Position,
    is_red,
    make_card,
    pack_suits,
    rank,
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
    return shuffled(game, cards_to_deal(game, pack), options, pack, seed)


def dealt(game: ModuleType, cards: str, options: Options, pack: Pack) -> Position:
    """The deal of the named cards, which must be just those to be dealt."""
    assert Counter(cards.split()) == Counter(cards_to_deal(game, pack))
    position: Position = game.start(cards.split(), options, pack)
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


TALON_FIRST = {"refill": "talon-first"}
