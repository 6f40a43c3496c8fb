"""Positions in play by the plain rules: moves, symmetry of keys, and rules that break."""

from __future__ import annotations

import copy
import random
from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from variants import all_variants, small_variant, small_wins, variants

from cadogan import Deal, IllegalMoveError, Verdict, get_game, replay, solve
from cadogan.games import game_names
from cadogan.games.cards import Pack
from cadogan.games.classics.freecell import FreeCell
from cadogan.games.game import ALL, DISTINCT, REDUCED, Game, Rules
from cadogan.games.layout import (
    Bag,
    Counter,
    Foundations,
    Part,
    Piles,
    Places,
    Stack,
    Stock,
    cards_of,
)
from cadogan.games.position import Position

PLAIN = FreeCell.rules


def walk(start: Position, rng: random.Random, most: int) -> list[Position]:
    found = [start]
    while len(found) <= most:
        moves = found[-1].moves()
        if not moves:
            break
        found.append(found[-1].play(rng.choice(moves)))
    return found


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_walks(game: Game) -> None:
    deal = Deal.from_seed(game, 21)
    start = deal.position()
    before = start.row.copy()
    rng = random.Random(1)
    for position in walk(start, rng, 40)[::2]:
        codes = position.moves()
        assert len(set(codes)) == len(codes) <= game.max_moves
        assert [game.parse_move(text) for text in position.notations()] == codes
        assert all(position.describe(code) for code in codes)
        assert position.won == (position.remaining == 0)
        assert not (position.won and position.dead)
        assert position.piles().keys() == deal.piles.keys()
        assert position.draw() == game.draw(position.piles())
        for code in rng.sample(codes, min(4, len(codes))):
            after = position.play(code)
            assert after.key == position.play(game.format_move(code)).key
            assert after.remaining >= position.remaining - 1
    assert (start.row == before).all()
    assert start.piles() == deal.piles


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_rebuilt_positions_have_the_same_hash_and_key(game: Game) -> None:
    for position in walk(Deal.from_seed(game, 4).position(), random.Random(3), 40)[::2]:
        row, stock = game.pack_position(position.piles())
        again = Position(game, row, game.table(stock))
        assert again.key == position.key
        if len(stock) == position.table[47]:
            assert again.hash128 == position.hash128


@pytest.mark.parametrize("name", game_names())
@given(data=st.data())
@settings(max_examples=6, deadline=None)
def test_key_and_hash_agree(name: str, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(variants(name)))
    start = Deal.from_seed(game, data.draw(st.integers(0, 10**6))).position()
    seen: dict[bytes, tuple[tuple[int, int], str]] = {}
    for k in range(2):
        for position in walk(start, random.Random(k), 25):
            for move in position.moves()[:4]:
                after = position.play(move)
                told = after.hash128, str(content(game, after.piles()))
                assert seen.setdefault(after.key, told) == told
    assert len({known for known, _ in seen.values()}) == len(seen)
    assert len({known for _, known in seen.values()}) == len(seen)


def content(game: Game, piles: Piles) -> list[Any]:
    """Tell what a position is, as the parts of the layout are described and not as they work."""

    def seen(part: Any, cards: Any) -> list[int]:
        look = getattr(part, "seen_as", None)
        return [card if look is None or not card else int(look(card)) for card in cards]

    found: list[Any] = []
    for part in game.layout.parts:
        values: list[Any] = [piles[name] for name in part.names(game.counts().get(part.name))]
        if isinstance(part, Stack):
            size = len(values) // part.sets
            kin = size if part.is_alike(piles) else 1
            told = [seen(part, cards) for cards in values]
            if part.top_only:
                told = [[len(cards), *cards[-1:]] for cards in told]
            found += [sorted(told[i : i + kin]) for i in range(0, len(told), kin)]
        elif isinstance(part, Places):
            told = [seen(part, cards) for cards in values]
            found.append(sorted(told) if part.alike else told)
        elif isinstance(part, Bag):
            cards = seen(part, values[0])
            found.append(cards if part.ordered else sorted(cards))
        elif isinstance(part, Foundations):
            suits = [suit for _, suit in part.entries(game.pack)]
            found.append(sorted(zip(suits, values[0], strict=True)))
        elif isinstance(part, Stock):
            found.append(seen(part, values[0]))
        else:
            assert isinstance(part, Counter)
            found.append(values)
    return found


def mixed_up(part: Part, game: Game, piles: Piles, rng: random.Random) -> Piles:
    """Shuffle the piles of a part, or the cards of its one line."""
    names = part.names(game.counts().get(part.name))
    mixed = dict(piles)
    if len(names) > 1:
        shuffled = rng.sample(names, len(names))
        mixed.update({a: piles[b] for a, b in zip(names, shuffled, strict=True)})
    elif names and not isinstance(part, (Counter, Stack)):
        cards = cards_of(piles, names[0])
        if isinstance(part, Foundations):  # only the copies of a suit may change places
            suits = [suit for _, suit in part.entries(game.pack)]
            mixed[names[0]] = [
                card
                for suit in dict.fromkeys(suits)
                for own in [[c for c, s in zip(cards, suits, strict=True) if s == suit]]
                for card in rng.sample(own, len(own))
            ]
        else:
            mixed[names[0]] = rng.sample(cards, len(cards))
    return mixed


def assert_told_apart(game: Game, one: Piles, other: Piles) -> None:
    """Make sure that key and hash tell two positions apart exactly when their contents differ."""
    same = content(game, one) == content(game, other)
    (first, stock), (second, later) = game.pack_position(one), game.pack_position(other)
    a, b = Position(game, first, game.table(stock)), Position(game, second, game.table(later))
    assert (a.key == b.key) == same
    if stock == later:  # the stock's cards are in the table and not in the hash
        assert (a.hash128 == b.hash128) == same


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_key_knows_the_declared_symmetry_and_no_other(game: Game) -> None:
    rng = random.Random(8)
    for position in walk(Deal.from_seed(game, 12).position(), rng, 40)[::10]:
        piles = position.piles()
        for part in game.layout.parts:
            assert_told_apart(game, piles, mixed_up(part, game, piles, rng))


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_key_sees_every_exchange_of_two_cards(game: Game) -> None:
    rng = random.Random(5)
    owners = game.layout.owners(game.counts())
    for position in walk(Deal.from_seed(game, 6).position(), rng, 20)[::10]:
        piles = position.piles()
        spots = [
            (name, i)
            for name, value in piles.items()
            if isinstance(value, list) and not isinstance(owners[name], Foundations)
            for i, card in enumerate(value)
            if card
        ]
        for _ in range(10 if len(spots) > 1 else 0):
            (a, i), (b, j) = rng.sample(spots, 2)
            mixed = copy.deepcopy(piles)
            left, right = cards_of(mixed, a), cards_of(mixed, b)
            left[i], right[j] = right[j], left[i]
            assert_told_apart(game, piles, mixed)


def test_key_counts_foundations_and_counters() -> None:
    rings = Deal.from_seed(get_game("two-rings").with_options(redeals=2), 1)
    fewer = Deal(rings.game, {**rings.piles, "redeals left": 1})
    assert rings.position().key != fewer.position().key
    cards = "game: freecell\npack: suits=CD ranks=2\n"
    keys = {
        Deal.parse(cards + rest).position().key
        for rest in (
            "column 1: 2C AC 2D AD",
            "foundations: AC -\ncolumn 1: 2C 2D AD",
            "foundations: - AD\ncolumn 1: 2C 2D AC",
            "foundations: AC AD\ncolumn 1: 2C 2D",
            "foundations: AC AD\ncolumn 1: 2C\ncolumn 2: 2D",
            "foundations: AC AD\ncolumn 1: 2C\ncells: 2D - - -",
            "foundations: AC AD\ncolumn 1: 2D\ncells: 2C - - -",
            "foundations: AC AD\ncells: 2D 2C - -",
            "foundations: 2C 2D",
        )
    }
    assert len(keys) == 9


def test_key_counts_the_marks_of_a_reduced_search() -> None:
    deal = Deal.from_seed("napoleons-square", 1)
    plain, reduced = deal.position(ALL), deal.position(REDUCED)
    assert plain.key == reduced.key
    assert plain.play("turn").key != reduced.play("turn").key
    assert plain.play("turn").piles() == reduced.play("turn").piles()


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_fewer_moves_lead_to_the_same_positions(game: Game) -> None:
    rng = random.Random(2)
    every = Deal.from_seed(game, 33).position(ALL)
    distinct = Deal.from_seed(game, 33).position(DISTINCT)
    for _ in range(12):
        assert set(distinct.moves()) <= set(every.moves())
        reached = [distinct.play(move).key for move in distinct.moves()]
        lost = {every.play(move).key for move in every.moves()} - set(reached) - {every.key}
        assert not lost
        if not distinct.moves():
            break
        move = rng.choice(distinct.moves())
        every, distinct = every.play(move), distinct.play(move)


# Illegal moves


def test_illegal_moves() -> None:
    position = Deal.from_seed("freecell", "ms:1").position()
    with pytest.raises(IllegalMoveError) as caught:
        position.play("1h")
    assert caught.value.move == "1h"
    assert caught.value.message == ("legal moves are 1a, 1b, 1c, 1d, 2a, 2b, 2c, 2d and 24 more")
    assert caught.value.position == position.draw()
    assert str(caught.value).endswith(position.draw())
    with pytest.raises(IllegalMoveError, match="illegal move a1: legal moves are 1a"):
        position.play(32 + 256)
    with pytest.raises(IllegalMoveError, match=r"illegal move 99999: legal moves are 1a"):
        position.play(99999)
    with pytest.raises(IllegalMoveError, match="illegal move -1: legal moves are 1a"):
        position.play(-1)
    with pytest.raises(
        IllegalMoveError, match=r"'zz' is not a move of freecell; .* like"
    ) as caught:
        position.play("zz")
    assert caught.value.move == "zz"
    assert caught.value.position == position.draw()
    with pytest.raises(IllegalMoveError, match="illegal move 1h"):
        position.describe("1h")


@pytest.mark.parametrize("name", game_names())
def test_moves_of_other_positions_are_refused(name: str) -> None:
    game = small_variant(name)
    starts = [Deal.from_seed(game, seed).position() for seed in (1, 2)]
    lines = [walk(start, random.Random(k), 60) for k, start in enumerate(starts)]
    known = {code for line in lines for position in line for code in position.moves()}
    known |= set(game._notation.values())  # and all that can be written, where that is listed
    looked_at = (lines[0][0], lines[1][len(lines[1]) // 2], lines[0][-1])
    if all(known <= set(position.moves()) for position in looked_at):
        pytest.skip(f"what was seen of {game!r} has no other moves than these positions have")
    for position in looked_at:
        for code in sorted(known - set(position.moves())):
            with pytest.raises(IllegalMoveError) as caught:
                position.play(code)
            assert caught.value.move == game.format_move(code)
            few = position.notations()[:1]
            none = "the game is already won" if position.won else "no move is legal"
            assert caught.value.message.startswith(f"legal moves are {few[0]}" if few else none)


@pytest.mark.parametrize("name", game_names())
def test_what_is_won_stays_won(name: str) -> None:
    # A few games still let the player turn cards or end the deal when there are none.
    for deal, moves in small_wins(name):
        *_, last = replay(deal, moves)
        assert last.won
        assert not last.dead
        assert last.remaining == 0
        assert all(last.play(move).won for move in last.moves())


def test_won() -> None:
    done = Deal.parse("game: freecell\npack: suits=CD ranks=2\nfoundations: 2C 2D").position()
    assert done.won
    assert done.remaining == 0
    assert not done.dead
    with pytest.raises(IllegalMoveError, match="illegal move 1a: the game is already won"):
        done.play("1a")


def test_lost() -> None:
    stuck = get_game("freecell").with_options(cells=0, columns=4).with_pack(Pack(suits="C"))
    piles: Piles = {name: [] for name in stuck.pile_names}
    for i in range(4):  # one colour, so that nothing fits anything
        piles[f"column {i + 1}"] = list(range(1 + i, 14, 4))
    lost = Deal(stuck, {**piles, "foundations": [0]}).position()
    with pytest.raises(IllegalMoveError, match="illegal move 1h: no move is legal"):
        lost.play("1h")


@pytest.mark.parametrize("name", game_names())
def test_a_misspelt_move_is_told_what_moves_look_like(name: str) -> None:
    position = Deal.from_seed(name, 1).position()
    with pytest.raises(IllegalMoveError) as caught:
        position.play("nonsense")
    told = caught.value.message
    assert told.startswith(f"'nonsense' is not a move of {name}; moves look like ")
    assert told.endswith(f"; {position._choice()}")
    looks = told.split("moves look like ")[1].split(";")[0].split(" (")[0].split(", ")
    assert len(looks) == len(set(looks)) >= 1
    for move in looks:
        assert position.game.format_move(position.game.parse_move(move)) == move
    if name != "wheel":  # whose example is made up
        assert looks == position.game.example_moves


def test_dead() -> None:
    head = "game: napoleons-square\npack: copies=1 suits=C ranks=3\n"
    assert Deal.parse(head + "packet 1: AC 2C 3C").position().dead
    assert not Deal.parse(head + "packet 1: 3C 2C AC").position().dead
    # The two lies on the ace, and the three, on which it could go, lies under both.
    locked = Deal.parse(head + "packet 1: 3C AC 2C")
    assert locked.position().dead
    assert solve(locked, method="dfs", reductions=False).verdict is Verdict.UNSOLVABLE


# Rules that break their contract


def broken(**rules: Any) -> Position:
    class Broken(FreeCell):
        name = "broken"

    named = {**PLAIN.named(), **rules}
    Broken.rules = Rules(**named)
    return Deal.from_seed(Broken(), 1).position()


def too_many(state: Any, table: Any, out: Any) -> int:
    return len(out)


def overwrites(state: Any, table: Any, out: Any) -> int:
    out[:] = 1
    return len(out) - 1


def far_out(state: Any, table: Any, out: Any) -> int:
    out[len(out)] = 1
    return 1


def no_code(state: Any, table: Any, out: Any) -> int:
    out[0] = 2**31
    return 1


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (too_many, "307 moves were reported, and there are at most 306"),
        (lambda state, table, out: -1, "-1 moves were reported"),
        (overwrites, "the moves rule wrote more than 306 moves"),
        (far_out, "the moves rule failed: index 307 is out of bounds"),
        (no_code, "2147483648 is not the code of a move"),
    ],
)
def test_broken_moves_rule(rule: Any, message: str) -> None:
    position = broken(moves=rule)
    with pytest.raises(RuntimeError, match=f"internal error in the rules of broken: {message}"):
        position.moves()
    with pytest.raises(RuntimeError, match=message):
        position.play("1a")


def test_other_broken_rules() -> None:
    with pytest.raises(RuntimeError, match="broken: playing 1a gave the status -3"):
        broken(play=lambda state, words, table, move: -3).play("1a")
    for name, attribute in (("remaining", "remaining"), ("unfinished", "won"), ("dead", "dead")):
        position = broken(**{name: lambda state, table: -2})
        with pytest.raises(RuntimeError, match=f"the rule '{name}' gave the status -2"):
            getattr(position, attribute)


def test_a_wrong_remaining_does_not_decide_the_win() -> None:
    position = broken(remaining=lambda state, table: 0)
    assert not position.won


def test_hash_is_the_rows() -> None:
    position = Deal.from_seed("freecell", 1).position()
    assert position.hash128 == tuple(int(word) for word in position.row.view(np.uint64)[:2])


# Games that do not say what they must


def test_a_game_must_declare_everything() -> None:
    class Bare(Game):
        name = title = source = "bare"
        standard_pack, layout, rules = Pack(), FreeCell.layout, PLAIN
        deal, draw, describe = FreeCell.deal, FreeCell.draw, FreeCell.describe

    with pytest.raises(TypeError, match=r"not declare: summary, max_moves, places \(the names"):
        Bare()


def test_a_notation_of_its_own_has_both_ways() -> None:
    class Half(FreeCell):
        name = "half"

        def format_move(self, move: int) -> str:
            return str(move)

    with pytest.raises(TypeError, match=r"Half overrides format_move only: .* needs both"):
        Half()


def test_a_place_without_a_name_is_told() -> None:
    class Untargeted(FreeCell):
        name = "untargeted"
        places: ClassVar[dict[int, str]] = {1: "one"}

    with pytest.raises(RuntimeError, match=r'no name to 0; moves without a target need .* 0: ""'):
        Untargeted().format_move(1)
    with pytest.raises(RuntimeError, match=r"move 770 is 2 \+ 256 \* 3, .* no name to 2 and 3$"):
        Untargeted().format_move(2 + 256 * 3)
    with pytest.raises(RuntimeError, match="internal error in the game untargeted"):
        Deal.from_seed(Untargeted(), 1).position().notations()
