"""The contract of `cadogan.games`, for every game: random play compared with the oracles.

Every test here looks at the same random positions of one setting of one game, ten thousand
positions a game in all.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import (
    SIZE,
    WALKED,
    WALKED_POSITIONS,
    BuiltRules,
    Oracle,
    Step,
    all_walked_games,
    sized,
    small_games,
    step_of,
    telling,
    walked_games,
    walked_steps,
)

from cadogan import Deal, Verdict, game_names, get_game, solve
from cadogan.games.cards import take_out
from cadogan.games.compiling import mode
from cadogan.games.deal import counted, full_cards
from cadogan.games.game import ALL, DISTINCT, REDUCED, Game
from cadogan.games.layout import Bag, Counter, Stack, Stock
from cadogan.games.position import Position
from cadogan.games.seeds import order
from cadogan.games.state import set_count


class Walked:
    """The random positions of one setting."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.deals = walked_steps(game)
        self.oracle = Oracle(game)

    def steps(self) -> Iterator[Step]:
        for steps in self.deals:
            yield from steps

    def positions(self) -> Iterator[Position]:
        for step in self.steps():
            yield step.position

    def some(self, every: int) -> list[Step]:
        """List a share of the steps, for what is costly to look at."""
        return list(self.steps())[::every]

    @cached_property
    def normals(self) -> dict[Position, Hashable]:
        """What the oracle says of each position and each successor, by identity."""
        return {
            one: self.oracle.normal(self.oracle.read(one.piles()))
            for position, after in self.steps()
            for one in (position, *after.values())
        }


@pytest.fixture(scope="module", params=all_walked_games(), ids=repr)
def walked(request: pytest.FixtureRequest) -> Walked:
    return Walked(request.param)


# What the battery itself needs ------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_settings_and_an_oracle(name: str) -> None:
    for game in small_games(name):
        oracle = Oracle(game)
        position = oracle.read(Deal.from_seed(game, 1).piles)
        assert not oracle.won(position)
        assert oracle.normal(position) == oracle.normal(oracle.read(Deal.from_seed(game, 1).piles))
        starts = (oracle.read(Deal.from_seed(game, seed).piles) for seed in range(1, 21))
        assert any(map(oracle.moves, starts)), f"twenty deals of {game!r} have no move at all"


def test_no_settings_without_a_game() -> None:
    files = (Path(__file__).parent / "settings").glob("*.py")
    assert {file.stem.replace("_", "-") for file in files} <= set(game_names())


@pytest.mark.parametrize("name", game_names())
def test_every_option_is_walked(name: str) -> None:
    for option in get_game(name).options:
        used = {game[option.name] for game in walked_games(name)}
        left_out = {option.default, *telling(option.values)} - used
        assert not left_out, f"no setting of {name} has {option.name}={left_out}"


@pytest.mark.last
@pytest.mark.parametrize("name", game_names())
def test_ten_thousand_positions_a_game_were_walked(name: str) -> None:
    for game in walked_games(name):
        if game not in WALKED:
            walked_steps(game)
    total = sum(WALKED[game] for game in walked_games(name))
    assert total >= sized(WALKED_POSITIONS)
    assert SIZE < 1 or total >= 10_000


# Random play ------------------------------------------------------------------------------------


def test_the_deal_is_the_oracles(walked: Walked) -> None:
    game = walked.game
    for seed in range(20):
        cards = order("cadogan", seed, take_out(game.pack.faces(), game.taken_out()))
        dealt = walked.oracle.read(Deal.from_seed(game, seed).piles)
        assert walked.oracle.normal(dealt) == walked.oracle.normal(walked.oracle.start(cards))


def test_cards_are_conserved(walked: Walked) -> None:
    game = walked.game
    pack = sorted(counted(game, full_cards(game)))
    for position in walked.positions():
        assert sorted(counted(game, game.cards_of_position(position.piles()))) == pack


def test_moves_and_successors_are_the_oracles(walked: Walked) -> None:
    oracle = walked.oracle
    for position, after in walked.steps():
        expected = oracle.moves(oracle.read(position.piles()))
        assert set(after) == set(expected), position.draw()
        for move, successor in after.items():
            wanted = expected[move]
            assert set(walked.game.pile_names) == set(wanted)
            assert walked.normals[successor] == oracle.normal(wanted), (
                f"{move} in\n{position.draw()}"
            )
            assert successor.won == oracle.won(wanted)


def test_won_is_the_oracles(walked: Walked) -> None:
    for position in walked.positions():
        won = walked.oracle.won(walked.oracle.read(position.piles()))
        assert position.won == won
        assert (position.remaining == 0) == won
        assert not (won and position.dead)


def test_notation_and_words(walked: Walked) -> None:
    game = walked.game
    for position, after in walked.some(4):
        for move in after:
            assert game.format_move(game.parse_move(move)) == move
            words = position.describe(move)
            assert words == words.strip() != ""


def in_mode(position: Position, asked: int) -> Position:
    """Give a position that lists other moves."""
    table = position.table.copy()
    table[0] = asked
    return Position(position.game, position.row, table)


def test_distinct_moves_lead_to_the_same_positions(walked: Walked) -> None:
    for position, after in walked.some(2):
        some = step_of(in_mode(position, DISTINCT)).after
        assert set(some) <= set(after)
        keys = {successor.key for successor in some.values()}
        every = {successor.key for successor in after.values()}
        assert keys <= every
        # Moves that change nothing (a lone card to another empty column) may be left out.
        assert every - keys <= {position.key}, position.draw()


def test_reduced_moves_are_legal_and_lead_to_the_same_piles(walked: Walked) -> None:
    for position, after in walked.some(2):
        some = step_of(in_mode(position, REDUCED)).after
        assert set(some) <= set(after)
        for move, successor in some.items():
            assert successor.piles() == after[move].piles()


def test_moves_never_pass_the_argued_maximum(walked: Walked) -> None:
    most = walked.game.max_moves
    out = np.zeros(most + 8, np.int64)
    for position in walked.positions():
        for asked in (ALL, DISTINCT, REDUCED):
            out[:] = -1
            n = walked.game.rules.moves(position.row, in_mode(position, asked).table, out)
            assert 0 <= n <= most
            assert (out[:n] >= 0).all() and (out[most:] == -1).all()


def repacked(position: Position) -> Any:
    """Pack a position's piles anew, as the same deal's, with its marks."""
    game = position.game
    row, _ = game.pack_position(position.piles())
    words = row.view(np.uint64)
    for part in game.layout.parts:
        at = game.layout.at(part.name)
        if isinstance(part, Stock) or (isinstance(part, Counter) and not part.shown):
            set_count(row, words, at, int(position.row[at]))
    return row


def test_rebuilt_rows_are_equal_to_the_last_byte(walked: Walked) -> None:
    for position, _ in walked.some(2):
        assert repacked(position).tobytes() == position.row.tobytes(), position.draw()


def test_hash_and_key_take_the_same_positions_for_equal(walked: Walked) -> None:
    for steps in walked.deals:
        hashes: dict[bytes, tuple[int, int]] = {}
        for position, after in steps:
            for one in (position, *after.values()):
                assert hashes.setdefault(one.key, one.hash128) == one.hash128
        assert len(set(hashes.values())) == len(hashes), "different keys have the same hash"


def test_key_and_oracle_take_the_same_positions_for_equal(walked: Walked) -> None:
    normals: dict[bytes, Hashable] = {}
    keys: dict[Hashable, bytes] = {}
    for one, normal in walked.normals.items():
        if normals.setdefault(one.key, normal) != normal:
            pytest.fail(
                "the layout takes positions for equal that the oracle's normal() tells apart: "
                f"does a part say alike or seen_as, and the oracle does not?\n{one.draw()}"
            )
        if keys.setdefault(normal, one.key) != one.key:
            pytest.fail(
                "the oracle's normal() takes positions for equal that the layout tells apart: "
                "does each part say alike=True or seen_as=... where suits or places do not "
                "matter? A stock too: Stock(seen_as=by_rank). Cards below a top that never "
                f"matter again may be in normal() or in the layout, not in one only\n{one.draw()}"
            )


def shuffled_piles(position: Position, rng: random.Random) -> Iterator[Any]:
    """Give the piles with the stacks of a group, or the cards of a bag, in another order."""
    game, piles = position.game, position.piles()
    for part in game.layout.parts:
        names = [n for n, owner in game.layout.owners(game.counts()).items() if owner is part]
        if isinstance(part, Stack):
            values = rng.sample([piles[name] for name in names], len(names))
            yield {**piles, **dict(zip(names, values, strict=True))}
        elif isinstance(part, Bag):
            cards: Any = piles[part.name]
            yield {**piles, part.name: rng.sample(cards, len(cards))}


def test_exchanged_piles_are_equal_where_the_oracle_says_so(walked: Walked) -> None:
    rng = random.Random(5)
    for position, _ in walked.some(16):
        row, stock = walked.game.pack_position(position.piles())
        base = Position(walked.game, row, walked.game.table(stock))
        normal = walked.oracle.normal(walked.oracle.read(base.piles()))
        for piles in shuffled_piles(position, rng):
            row, stock = walked.game.pack_position(piles)
            other = Position(walked.game, row, walked.game.table(stock))
            same = walked.oracle.normal(walked.oracle.read(piles)) == normal
            assert (other.key == base.key) == same
            assert (other.hash128 == base.hash128) == same


def test_deal_texts_come_back(walked: Walked) -> None:
    for position, _ in walked.some(10):
        deal = Deal(walked.game, position.piles())
        again = Deal.parse(deal.text())
        assert again == deal
        assert again.piles == position.piles()
        assert again.text() == deal.text()


def test_built_rules_are_their_plain_twins(walked: Walked) -> None:
    if mode() == "plain":
        pytest.skip("the plain twins are all there is")
    game = walked.game
    built, plain = BuiltRules(game), BuiltRules(game, "plain")
    weights = [np.array(weights.values, np.int64) for weights in game.weights]
    for position, _ in walked.some(4):
        row = position.row
        for asked in (ALL, DISTINCT, REDUCED):
            table = in_mode(position, asked).table
            codes = plain.moves(row, table)
            assert built.moves(row, table) == codes
        for code in codes:  # those of a reduced search, which leave marks
            after = plain.play(row, table, code)
            assert built.play(row, table, code).tobytes() == after.tobytes()
        for name in ("remaining", "unfinished", "dead", "layer", "forced"):
            assert built.number(name, row, table) == plain.number(name, row, table), name
        for values in weights:
            score = plain.number("score", row, table, values)
            assert built.number("score", row, table, values) == score


# What bounds and reductions promise, at any size --------------------------------------------------


def test_promises_from_one_position_to_the_next(walked: Walked) -> None:
    rules = BuiltRules(walked.game)
    for position, after in walked.steps():
        bound = rules.number("remaining", position.row, position.table)
        layer = rules.number("layer", position.row, position.table)
        assert bound >= 0 and layer >= 0
        for successor in after.values():
            assert bound <= 1 + rules.number("remaining", successor.row, successor.table)
            assert layer <= rules.number("layer", successor.row, successor.table)
        forced = rules.number("forced", position.row, in_mode(position, REDUCED).table)
        assert forced == -1 or walked.game.format_move(forced) in after


@pytest.mark.native
@pytest.mark.parametrize("name", game_names())
def test_promises_along_full_size_wins(name: str) -> None:
    wins = 0
    for seed in range(99, 150):  # the first will do, unless wins are rare
        for game in walked_games(name)[:12]:
            deal = Deal.from_seed(game, seed)
            result = solve(deal, state_limit=30_000)
            if result.verdict is not Verdict.SOLVABLE:
                continue
            wins += 1
            assert result.moves is not None
            check_promises_on_a_win(deal, list(result.moves))
        if wins:
            break
    assert wins > 0, f"no deal of {name} was won: nothing was tested"


def check_promises_on_a_win(deal: Deal, line: list[str]) -> None:
    """Follow a win, and see that a forced move anywhere on it keeps the win."""
    position = deal.position(REDUCED)
    for number, move in enumerate(line):
        assert not position.dead
        assert position.remaining <= len(line) - number
        forced = int(deal.game.rules.forced(position.row, position.table))
        plain = in_mode(position, ALL)
        if forced >= 0 and number % 5 == 0:
            there = Deal(deal.game, plain.play(forced).piles())
            verdict = solve(there, reductions=False, state_limit=30_000).verdict
            assert verdict is not Verdict.UNSOLVABLE, position.draw()
        position = in_mode(plain.play(move), REDUCED)
    assert position.won
