"""Small deals judged by the oracles alone, and what rules, reductions and searches make of them.

Each game's oracle enumerates some hundred deals breadth first. Every search must come to the same
verdicts and shortest lengths, and what the rules promise about single positions is checked on the
whole space of each deal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from support import SIZE, SMALL_DEALS, BuiltRules, Judged, Oracle, built_rules, judged_deals, sized

from cadogan import Deal, Limit, Verdict, check, depth_counts, game_names, solve
from cadogan.games.game import ALL, DISTINCT, REDUCED
from cadogan.solver.methods import SEARCHES

SHORTEST = [("astar", False), ("idastar", False), ("auto", True)]
#: Methods that store every position once when nothing is left out and nothing is won.
STORES_EACH_ONCE = ("dfs", "best-first", "astar")

#: Small deals a game whose whole space is looked at.
SPACES = 200

each_game = pytest.mark.parametrize("name", game_names())


# Verdicts and lengths ---------------------------------------------------------------------------


@each_game
def test_enough_deals_of_both_verdicts(name: str) -> None:
    deals = judged_deals(name)
    assert len(deals) >= sized(SMALL_DEALS)
    assert SIZE < 1 or len(deals) >= 300
    verdicts = [judged.verdict for judged in deals]
    for verdict in (Verdict.SOLVABLE, Verdict.UNSOLVABLE):
        share = verdicts.count(verdict) / len(verdicts)
        assert share >= 0.05, f"choose other small settings of {name}: {share:.0%} {verdict.name}"


@each_game
def test_depth_counts_are_the_oracles(name: str) -> None:
    for judged in judged_deals(name):
        assert depth_counts(judged.deal) == judged.counts, judged.deal.text()
        assert depth_counts(judged.deal, 2) == judged.counts[:3]


@each_game
@pytest.mark.parametrize("reductions", [True, False], ids=["reduced", "unreduced"])
@pytest.mark.parametrize("method", SEARCHES)
def test_verdicts_are_the_oracles(name: str, method: str, reductions: bool) -> None:
    for judged in judged_deals(name):
        result = solve(judged.deal, method, reductions=reductions)
        assert result.verdict is judged.verdict, judged.deal.text()
        assert result.method == method
        assert result.reductions == reductions
        assert result.statistics.stored <= sum(judged.counts) or method in ("auto", "layered")
        if result.moves is not None:
            check_win(judged, result.moves)
        elif not reductions and method in STORES_EACH_ONCE:
            assert result.statistics.stored == sum(judged.counts)


def check_win(judged: Judged, moves: tuple[str, ...]) -> None:
    """See that moves win, by the plain rules and by the oracle's."""
    assert judged.shortest is not None and len(moves) >= judged.shortest
    checked = check(judged.deal, moves)
    assert checked.ok and checked.at == len(moves), checked.reason
    oracle = Oracle(judged.deal.game)
    assert oracle.wins(oracle.read(judged.deal.piles), list(moves))


@each_game
@pytest.mark.parametrize("reductions", [True, False], ids=["reduced", "unreduced"])
@pytest.mark.parametrize(("method", "shortest"), SHORTEST, ids=[m for m, _ in SHORTEST])
def test_lengths_are_the_oracles(name: str, method: str, shortest: bool, reductions: bool) -> None:
    for judged in judged_deals(name):
        result = solve(judged.deal, method, shortest=shortest, reductions=reductions)
        assert result.verdict is judged.verdict
        assert result.optimal == (judged.shortest is not None)
        assert (None if result.moves is None else len(result.moves)) == judged.shortest


@each_game
def test_any_position_can_be_where_a_search_starts(name: str) -> None:
    for judged in judged_deals(name)[:: max(1, len(judged_deals(name)) // 25)]:
        result = solve(judged.deal)
        position = judged.deal.position()
        for number, move in enumerate(result.moves or ()):
            position = position.play(move)
            if number % 4 == 3:
                there = Deal(judged.deal.game, position.piles())
                assert solve(there, "dfs").verdict is Verdict.SOLVABLE
        if result.moves is not None:
            won = solve(Deal(judged.deal.game, position.piles()))
            assert (won.verdict, won.moves) == (Verdict.SOLVABLE, ())


@each_game
@pytest.mark.parametrize("method", SEARCHES)
def test_every_state_limit_is_kept(name: str, method: str) -> None:
    judged = max(judged_deals(name), key=lambda one: sum(one.counts))
    for limit in (1, 2, 3, 10, 57, sum(judged.counts) // 2):
        result = solve(judged.deal, method, reductions=False, state_limit=limit)
        done = result.statistics
        assert (done.expanded if method == "idastar" else done.stored) <= limit
        if result.verdict is Verdict.UNKNOWN:
            assert result.limit in (Limit.STATES, Limit.WIDTH)
        else:
            assert result.verdict is judged.verdict


# The whole space of a deal ----------------------------------------------------------------------


class Space(NamedTuple):
    """All positions of a deal, found with the built rules."""

    table: Any
    rows: list[Any]
    #: For each position the moves, and the positions that they lead to.
    moves: list[list[int]]
    after: list[list[int]]
    #: For each position the fewest moves to a win, -1 where there is none.
    distance: list[int]


def enumerate_rows(
    rules: BuiltRules, table: Any, roots: Iterable[Any], settle: bool = False
) -> tuple[list[Any], list[list[int]], list[list[int]]]:
    """List all rows that roots lead to, with their moves; forced moves are made first if asked."""
    index: dict[bytes, int] = {}
    rows: list[Any] = []
    moves: list[list[int]] = []
    after: list[list[int]] = []

    def number_of(row: Any) -> int:
        if settle:
            row = settled(rules, table, row)
        found = index.setdefault(row[:16].tobytes(), len(rows))
        if found == len(rows):
            rows.append(row)
        return found

    for root in roots:
        number_of(root)
    while len(moves) < len(rows):
        row = rows[len(moves)]
        codes = rules.moves(row, table)
        moves.append(codes)
        after.append([number_of(rules.play(row, table, code)) for code in codes])
    return rows, moves, after


def settled(rules: BuiltRules, table: Any, row: Any) -> Any:
    """Make the forced moves that a row has."""
    while (move := rules.number("forced", row, table)) >= 0:
        row = rules.play(row, table, move)
    return row


def distances(won: list[bool], after: list[list[int]]) -> list[int]:
    """Give for each position the fewest moves to a won one, or -1."""
    before: list[list[int]] = [[] for _ in after]
    for number, successors in enumerate(after):
        for successor in successors:
            before[successor].append(number)
    distance = [0 if is_won else -1 for is_won in won]
    queue = deque(number for number, is_won in enumerate(won) if is_won)
    while queue:
        number = queue.popleft()
        for other in before[number]:
            if distance[other] < 0:
                distance[other] = distance[number] + 1
                queue.append(other)
    return distance


@cache
def spaces(name: str) -> tuple[tuple[Judged, Space], ...]:
    """Enumerate small deals of a game by the built rules."""
    assert SIZE < 1 or len(judged_deals(name)) >= 200
    rules, found = built_rules(name), []
    for judged in judged_deals(name)[: sized(SPACES, 12)]:
        row, stock = judged.deal.game.pack_position(judged.deal.piles)
        table = judged.deal.game.table(stock, DISTINCT)
        rows, moves, after = enumerate_rows(rules, table, [row])
        won = [rules.number("unfinished", each, table) == 0 for each in rows]
        found.append((judged, Space(table, rows, moves, after, distances(won, after))))
    return tuple(found)


def table_for(space: Space, asked: int) -> Any:
    """Give the table of a space for other moves."""
    table = space.table.copy()
    table[0] = asked
    return table


@each_game
def test_spaces_are_the_oracles(name: str) -> None:
    for judged, space in spaces(name):
        assert len(space.rows) == sum(judged.counts)
        assert space.distance[0] == (-1 if judged.shortest is None else judged.shortest)


@each_game
def test_remaining_never_asks_too_much(name: str) -> None:
    rules = built_rules(name)
    for judged, space in spaces(name):
        bounds = [rules.number("remaining", row, space.table) for row in space.rows]
        for bound, distance in zip(bounds, space.distance, strict=True):
            assert bound >= 0
            assert distance < 0 or bound <= distance, judged.deal.text()
            assert (bound == 0) == (distance == 0), "0 exactly when won"
        for number, successors in enumerate(space.after):
            for successor in successors:
                assert bounds[number] <= 1 + bounds[successor], judged.deal.text()


@each_game
def test_unfinished_is_zero_exactly_when_won(name: str) -> None:
    rules = built_rules(name)
    for judged, space in spaces(name):
        oracle = Oracle(judged.deal.game)
        for row, distance in zip(space.rows, space.distance, strict=True):
            left = rules.number("unfinished", row, space.table)
            assert left >= 0
            assert (left == 0) == (distance == 0)
            if left <= 2:
                piles = judged.deal.game.unpack_position(row, space.table)
                assert (left == 0) == oracle.won(oracle.read(piles))


@each_game
def test_dead_positions_cannot_be_won(name: str) -> None:
    rules = built_rules(name)
    for judged, space in spaces(name):
        for asked in (ALL, DISTINCT, REDUCED):
            table = table_for(space, asked)
            for row, distance in zip(space.rows, space.distance, strict=True):
                dead = rules.number("dead", row, table)
                assert dead in (0, 1)
                assert distance < 0 or not dead, judged.deal.text()


@each_game
def test_no_move_lowers_the_layer(name: str) -> None:
    rules = built_rules(name)
    for judged, space in spaces(name):
        layers = [rules.number("layer", row, space.table) for row in space.rows]
        for number, successors in enumerate(space.after):
            for successor in successors:
                assert 0 <= layers[number] <= layers[successor], judged.deal.text()


@each_game
def test_forced_moves_are_legal_and_keep_wins(name: str) -> None:
    rules = built_rules(name)
    for judged, space in spaces(name):
        every, reduced = table_for(space, ALL), table_for(space, REDUCED)
        index = {row[:16].tobytes(): number for number, row in enumerate(space.rows)}
        for row, distance in zip(space.rows, space.distance, strict=True):
            move = rules.number("forced", row, reduced)
            assert move >= -1
            if move >= 0:
                assert move in rules.moves(row, every), judged.deal.text()
                after = rules.play(row, every, move)
                successor = index[after[:16].tobytes()]
                assert distance < 0 or space.distance[successor] >= 0, judged.deal.text()


@each_game
def test_reductions_keep_the_verdict_of_every_position(name: str) -> None:
    """From every position of a space, the reduced search tree has a win when there is one."""
    rules = built_rules(name)
    for judged, space in spaces(name):
        table = table_for(space, REDUCED)
        roots = [settled(rules, table, row) for row in space.rows]
        rows, _, after = enumerate_rows(rules, table, roots, settle=True)
        won = [rules.number("unfinished", row, table) == 0 for row in rows]
        reduced = distances(won, after)
        index = {row[:16].tobytes(): number for number, row in enumerate(rows)}
        for root, distance in zip(roots, space.distance, strict=True):
            found = reduced[index[root[:16].tobytes()]] >= 0
            assert found == (distance >= 0), judged.deal.text()


@each_game
def test_scores_are_numbers(name: str) -> None:
    rules = built_rules(name)
    for judged, space in spaces(name)[::10]:
        for weights in judged.deal.game.weights:
            values = np.array(weights.values, np.int64)
            for row in space.rows[::7]:
                score = rules.number("score", row, space.table, values)
                assert abs(score) < 2**31
