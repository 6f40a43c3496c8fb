"""Playing, taking back, packing, printing and reading in any order that Hypothesis thinks of."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from support import Oracle, sized, walked_games

from cadogan import Deal, IllegalMoveError, check, game_names, replay
from cadogan.games.game import Game
from cadogan.games.position import Position


class Table(RuleBasedStateMachine):
    """A game in play: a line of positions, the moves between them, and what they were at first."""

    name: str

    @initialize(data=st.data(), seed=st.integers(0, 10**9))
    def begin(self, data: Any, seed: int) -> None:
        self.game: Game = data.draw(st.sampled_from(walked_games(self.name)))
        self.oracle = oracle_of(self.game)
        self.deal = Deal.from_seed(self.game, seed)
        self.line = [self.deal.position()]
        self.bytes = [self.line[0].row.tobytes()]
        self.moves: list[str] = []

    @property
    def position(self) -> Position:
        return self.line[-1]

    @precondition(lambda self: self.position.moves())
    @rule(choice=st.integers(0, 10**6))
    def play(self, choice: int) -> None:
        moves = self.position.notations()
        self.moves.append(moves[choice % len(moves)])
        self.line.append(self.position.play(self.moves[-1]))
        self.bytes.append(self.position.row.tobytes())

    @precondition(lambda self: self.position.moves())
    @rule(share=st.integers(1, 9))
    def play_the_last_ones_for_a_while(self, share: int) -> None:
        """Rules list the most promising move last, so this comes to late positions."""
        for _ in range(share):
            moves = self.position.notations()
            if moves:
                self.play(len(moves) - 1)

    @precondition(lambda self: self.moves)
    @rule()
    def take_back(self) -> None:
        self.line.pop()
        self.bytes.pop()
        self.moves.pop()

    @rule(code=st.integers(-3, 2**31))
    def an_illegal_code_is_refused_and_changes_nothing(self, code: int) -> None:
        if code not in self.position.moves():
            with pytest.raises(IllegalMoveError):
                self.position.play(code)

    @rule()
    def print_and_read(self) -> None:
        deal = Deal(self.game, self.position.piles())
        again = Deal.parse(deal.text())
        assert again == deal
        assert again.position().key == Deal(self.game, deal.piles).position().key
        assert again.position().notations() == self.position.notations()

    @rule()
    def replay_from_the_start(self) -> None:
        rows = [position.row.tobytes() for position in replay(self.deal, self.moves)]
        assert rows == self.bytes
        checked = check(self.deal, self.moves)
        assert checked.ok == self.position.won
        assert checked.at == len(self.moves) + (not checked.ok)

    @rule()
    def ask_the_oracle(self) -> None:
        position = self.oracle.read(self.deal.piles)
        for move in self.moves:
            position = self.oracle.moves(position)[move]
        here = self.oracle.read(self.position.piles())
        assert self.oracle.normal(position) == self.oracle.normal(here)
        assert set(self.oracle.moves(position)) == set(self.position.notations())

    @invariant()
    def packing_is_idempotent(self) -> None:
        piles = self.position.piles()
        row, stock = self.game.pack_position(piles)
        table = self.game.table(stock)
        assert self.game.unpack_position(row, table) == piles
        again, stock_again = self.game.pack_position(self.game.unpack_position(row, table))
        assert again.tobytes() == row.tobytes()
        assert stock_again == stock
        assert Position(self.game, row, table).key == self.position.key

    @invariant()
    def nothing_in_the_line_has_changed(self) -> None:
        assert [position.row.tobytes() for position in self.line] == self.bytes

    @invariant()
    def bounds_are_sound(self) -> None:
        position = self.position
        assert position.won == (position.remaining == 0)
        assert not (position.won and position.dead)


@cache
def oracle_of(game: Game) -> Oracle:
    return Oracle(game)


@pytest.mark.parametrize("name", game_names())
def test_any_play_keeps_the_invariants(name: str) -> None:
    machine = type("Table", (Table,), {"name": name})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=sized(40, 3),
            stateful_step_count=25,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
