"""The Four Corners: proofs that cards are stuck, by hand and against search; tableaux apart."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support import sized

from cadogan import Deal, Verdict, get_game, solve
from cadogan.games.cadogan import two_way
from cadogan.games.cards import Pack, name_of
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.layers import LayerRun
from cadogan.solver.search.problem import Problem


def last_tableau(up: list[int], down: list[int], packets: list[list[int]], ranks: int) -> Deal:
    """Lay out clubs, or clubs and diamonds, after the last deal."""
    pack = Pack(copies=2, suits="CDHS"[: len(up)], ranks=ranks)
    game = get_game("four-corners").with_options(sides=0, redeals=0, pack=pack)
    lines = [
        "next packet: 0",
        "redeals left: 0",
        "stock:",
        "ascending: " + " ".join(name_of(16 * suit + rank) for suit, rank in enumerate(up)),
        "descending: " + " ".join(name_of(16 * suit + rank) for suit, rank in enumerate(down)),
    ]
    for i, cards in enumerate(packets, 1):
        lines.append(f"packet {i}: " + " ".join(map(name_of, cards)))
    return Deal.parse("\n".join(lines), game)


@pytest.mark.parametrize(
    ("up", "down", "packets", "dead"),
    [
        pytest.param([2], [1], [[3, 4, 5]], True, id="each waits for the one below"),
        pytest.param([2], [1], [[5, 4, 3]], False, id="in order"),
        pytest.param([2], [1], [[3, 4], [5]], False, id="a host beyond"),
        pytest.param([2], [1], [[3, 5], [4]], True, id="a host that is needed first"),
        pytest.param([5], [4], [[3, 1], [2]], True, id="the same of those that go down"),
        pytest.param([5], [4], [[3, 2], [1]], False, id="the same of those that go down, won"),
        pytest.param([2, 2], [1, 1], [[5, 3, 20], [21, 19, 4]], True, id="two suits in a ring"),
    ],
)
def test_by_hand(up: list[int], down: list[int], packets: list[list[int]], dead: bool) -> None:
    deal = last_tableau(up, down, packets, 5)
    assert deal.position().dead is dead
    found = solve(deal, "dfs", reductions=False)
    assert found.verdict is (Verdict.UNSOLVABLE if dead else Verdict.SOLVABLE)


def random_tableau(chance: random.Random) -> Deal:
    suits, ranks = chance.choice([(1, 6), (1, 8), (2, 4), (2, 5)])
    up = [chance.randint(1, ranks - 1) for _ in range(suits)]
    down = [chance.randint(2, ranks) for _ in range(suits)]
    cards = [
        16 * suit + rank
        for suit in range(suits)
        for rank in range(1, ranks + 1)
        for _ in range((rank > up[suit]) + (rank < down[suit]))
    ]
    chance.shuffle(cards)
    return last_tableau(up, down, [cards[i::4] for i in range(4)], ranks)


def test_what_is_called_lost_cannot_be_won() -> None:
    seen: Counter[tuple[bool, Verdict]] = Counter()
    for seed in range(sized(1200)):
        deal = random_tableau(random.Random(seed))
        found = solve(deal, "dfs", reductions=False)
        seen[deal.position().dead, found.verdict] += 1
        assert not (deal.position().dead and found.verdict is Verdict.SOLVABLE), deal.text()
    assert seen[True, Verdict.UNSOLVABLE] > seen[False, Verdict.UNSOLVABLE] > 0
    assert seen[False, Verdict.SOLVABLE] > 0


def test_the_search_for_lost_ones_notices_a_wrong_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_way, "goes_only_up", lambda state, card: True)
    wrong = 0
    for seed in range(400):
        deal = random_tableau(random.Random(seed))
        found = solve(deal, "dfs", reductions=False)
        wrong += deal.position().dead and found.verdict is Verdict.SOLVABLE
    assert wrong > 0


@pytest.mark.parametrize(
    ("width", "ranks", "redeals"),
    [(1, 6, 1), (2, 6, 1), (5, 6, 1), (40, 6, 1), (None, 5, 1), (None, 6, 0)],
)
def test_tableaux_searched_apart_are_never_proof_of_too_much(
    width: int | None, ranks: int, redeals: int
) -> None:
    pack = Pack(copies=2, suits="CD", ranks=ranks)
    game = get_game("four-corners").with_options(sides=0, redeals=redeals, pack=pack)
    outcomes: Counter[str] = Counter()
    for seed in range(1, 1 + sized(40)):
        deal = Deal.from_seed(game, seed)
        problem = Problem(deal)
        run = LayerRun(problem, problem.weights()[seed % 3], width)
        outcome = run.run(Budget())
        truth = solve(deal, "dfs", state_limit=2_000_000)
        if outcome.is_solved:
            assert truth.verdict is not Verdict.UNSOLVABLE
        elif outcome.is_proof:
            assert not run.cut
            assert truth.verdict is not Verdict.SOLVABLE, deal.text()
        outcomes["won" if outcome.is_solved else "lost" if outcome.is_proof else "cut"] += 1
    assert outcomes["won" if redeals else "lost"]
    assert width is not None or not outcomes["cut"]
