"""Positions in play by the plain rules: moves, symmetry of keys, and rules that break."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from variants import all_variants, variants

from cadogan import Deal, IllegalMoveError, get_game
from cadogan.games import game_names
from cadogan.games.classics.freecell import FreeCell
from cadogan.games.game import ALL, DISTINCT, REDUCED, Game, Rules
from cadogan.games.layout import Bag, Foundations, Stack
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
    for position in walk(start, random.Random(1), 40):
        codes = position.moves()
        assert len(set(codes)) == len(codes) <= game.max_moves
        assert [game.parse_move(text) for text in position.notations()] == codes
        assert all(position.describe(code) for code in codes)
        assert position.won == (position.remaining == 0)
        assert not (position.won and position.dead)
        assert position.piles().keys() == deal.piles.keys()
        assert position.draw() == game.draw(position.piles())
        for code in codes:
            after = position.play(code)
            assert after.key == position.play(game.format_move(code)).key
            assert after.remaining >= position.remaining - 1
    assert (start.row == before).all()
    assert start.piles() == deal.piles


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_rebuilt_positions_have_the_same_hash_and_key(game: Game) -> None:
    for position in walk(Deal.from_seed(game, 4).position(), random.Random(3), 40):
        row, stock = game.pack_position(position.piles())
        again = Position(game, row, game.table(stock))
        assert again.key == position.key
        if len(stock) == position.table[47]:
            assert again.hash128 == position.hash128


@pytest.mark.parametrize("name", game_names())
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_key_and_hash_agree(name: str, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(variants(name)))
    start = Deal.from_seed(game, data.draw(st.integers(0, 10**6))).position()
    seen: dict[bytes, tuple[int, int]] = {}
    for k in range(3):
        for position in walk(start, random.Random(k), 30):
            for move in position.moves()[:6]:
                after = position.play(move)
                assert seen.setdefault(after.key, after.hash128) == after.hash128
    assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_key_knows_the_declared_symmetry_and_no_other(game: Game) -> None:
    rng = random.Random(8)
    for position in walk(Deal.from_seed(game, 12).position(), rng, 25)[::4]:
        piles = position.piles()
        row, stock = game.pack_position(piles)
        base = Position(game, row, game.table(stock))
        groups: dict[str, list[str]] = {}
        for pile, part in game.layout.owners(game.counts()).items():
            groups.setdefault(part.name, []).append(pile)
        for part in game.layout.parts:
            names = groups.get(part.name, [])
            mixed: dict[str, Any] = dict(piles)
            if isinstance(part, Stack):
                shuffled = rng.sample(names, len(names))
                mixed.update({a: piles[b] for a, b in zip(names, shuffled, strict=True)})
                size = len(names) // part.sets if part.is_alike(piles) else 1
                same = all(
                    sorted(str(piles[name]) for name in shuffled[i : i + size])
                    == sorted(str(piles[name]) for name in names[i : i + size])
                    for i in range(0, len(names), size)
                )
            elif isinstance(part, Bag):
                cards = piles[part.name]
                assert isinstance(cards, list)
                mixed[part.name] = rng.sample(cards, len(cards))
                same = not part.ordered or mixed[part.name] == cards
            else:
                continue
            row, stock = game.pack_position(mixed)
            other = Position(game, row, game.table(stock))
            assert (other.key == base.key) == same
            assert (other.hash128 == base.hash128) == same


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_key_sees_every_exchange_of_two_cards(game: Game) -> None:
    rng = random.Random(5)
    deal = Deal.from_seed(game, 6)
    base = deal.position()
    owners = game.layout.owners(game.counts())
    spots = [
        (name, i)
        for name, value in deal.piles.items()
        if isinstance(value, list) and not isinstance(owners[name], Foundations)
        for i, card in enumerate(value)
        if card
    ]
    for _ in range(20):
        if len(spots) < 2:
            return
        (a, i), (b, j) = rng.sample(spots, 2)
        mixed: dict[str, Any] = {
            name: list(value) if isinstance(value, list) else value
            for name, value in deal.piles.items()
        }
        mixed[a][i], mixed[b][j] = mixed[b][j], mixed[a][i]
        row, stock = game.pack_position(mixed)
        other = Position(game, row, game.table(stock))
        owner = owners[a]
        bag = a == b and isinstance(owner, Bag) and not owner.ordered
        tall = {len(mixed[a]), len(mixed[b])}
        alike = a != b and owners[a] is owners[b] and getattr(owners[a], "alike", False)
        if mixed == deal.piles or bag:
            assert other.key == base.key
        elif not (alike and tall == {1}):  # lone cards that change columns change nothing
            assert other.key != base.key


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
    for _ in range(30):
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
def test_no_move_is_legal_in_a_won_or_lost_position(name: str) -> None:
    game = get_game(name)
    position = Deal.from_seed(game, 1).position()
    legal = set(position.moves())
    refused = 0
    for code in game._notation.values():
        if code not in legal:
            with pytest.raises(IllegalMoveError):
                position.play(code)
            refused += 1
    assert refused


def test_won() -> None:
    done = Deal.parse("game: freecell\npack: suits=CD ranks=2\nfoundations: 2C 2D").position()
    assert done.won
    assert done.remaining == 0
    assert not done.dead
    with pytest.raises(IllegalMoveError, match="no move is legal"):
        done.play("1a")


def test_dead() -> None:
    head = "game: napoleons-square\npack: copies=1 suits=C ranks=3\n"
    assert Deal.parse(head + "packet 1: AC 2C 3C").position().dead
    assert not Deal.parse(head + "packet 1: 3C AC 2C").position().dead


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
