"""Four oracles: options, random walks and normal forms."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from types import ModuleType
from typing import Any

import pytest
from oracle_positions import winnable
from oracle_tables_b import (
    CLEARED,
    FORCED,
    NEWEST,
    ONE_SUIT,
    OPTIONAL,
    OVER,
    STRICT,
    TWO_PACKS,
    Options,
    Pack,
    alphabet,
    cards_to_deal,
    columns,
    corners,
    cushion,
    shuffled_start,
    twins,
)
from oracles import four_corners, louis, nation, wheel
from oracles.common import EMPTY, Position, make_card, rank, suit, whole_pack

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
