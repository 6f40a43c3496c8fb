"""Four oracles on random walks: what lasts, what is limited, normal forms."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest
from oracle_tables_a import (
    TWO_PACKS,
    Options,
    Pack,
    barriers,
    globe,
    rivers,
    sails,
    shuffled_start,
    small,
    star,
)
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
