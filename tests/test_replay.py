"""Replaying and checking moves, solution files, and the solver package's names."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from variants import small_wins, solved_plainly

import cadogan.solver
from cadogan import CheckResult, Deal, DealError, IllegalMoveError, Verdict, check, get_game, replay
from cadogan.games import game_names
from cadogan.games.cards import Pack
from cadogan.solver.result import Limit, Result
from cadogan.solver.solution import Solution, parse_solution

BAD_DEALS = sorted((Path(__file__).parent / "data" / "bad_deals").glob("*.txt"))
DEAL = "game: freecell\npack: suits=CD ranks=2\ncolumn 1: 2C AC 2D AD\n"
WIN = ["1h", "1a", "1h", "1h", "ah"]


@pytest.mark.parametrize("name", game_names())
def test_wins(name: str) -> None:
    for deal, won in small_wins(name):
        moves = list(won)
        positions = list(replay(deal, moves))
        assert len(positions) == len(moves) + 1
        assert positions[0].piles() == deal.piles
        assert positions[-1].won
        assert check(deal, moves) == CheckResult(True, len(moves), _won(len(moves)))
        codes = [deal.game.parse_move(move) for move in moves]
        assert [position.key for position in replay(deal, codes)] == [p.key for p in positions]
        assert check(deal, iter(codes)).ok
        assert parse_solution(Solution(deal, tuple(moves)).text()).moves == tuple(moves)


def judged(deal: Deal, moves: list[str]) -> tuple[int, str]:
    """Say at which move a line fails and how the reason begins, by playing it; (0, "") if won."""
    position = deal.position()
    for at, move in enumerate(moves, 1):
        if move not in position.notations():
            listed = f"legal moves are {(position.notations() or [''])[0]}"
            none = "the game is already won" if position.won else "no move is legal"
            known = listed if position.moves() else none
            return at, f"illegal move {move}: move number {at} cannot be made; {known}"
        position = position.play(move)
    if position.won:
        return 0, ""
    more = f"at least {position.remaining} more"
    return len(moves) + 1, f"not won: after {len(moves)} move{'s' * (len(moves) != 1)} {more}"


@pytest.mark.parametrize("name", game_names())
def test_damaged_wins(name: str) -> None:
    for deal, won in small_wins(name):
        moves = list(won)
        short = check(deal, moves[:-1])
        assert not short.ok
        assert short.at == len(moves)
        assert short.reason.startswith(judged(deal, moves[:-1])[1])
        assert short.reason.startswith(f"not won: after {len(moves) - 1} move")
        for at in sorted({0, len(moves) // 2, len(moves) - 1}):
            bad = check(deal, [*moves[:at], "nonsense", *moves[at:]])
            assert (bad.ok, bad.at) == (False, at + 1)
            assert bad.reason.startswith(f"illegal move nonsense: move number {at + 1} cannot be")
            for damaged in (
                [*moves[:at], *moves[at + 1 :]],  # left out
                [*moves[: at + 1], *moves[at:]],  # made twice
                [*moves[:at], *moves[at:][::-1]],  # in another order
            ):
                found, (fails, reason) = check(deal, damaged), judged(deal, damaged)
                assert found.ok == (fails == 0)
                assert found.ok or (found.at == fails and found.reason.startswith(reason))


def _won(count: int) -> str:
    return f"won in {count} move{'s' * (count != 1)}"


def test_reasons() -> None:
    deal = Deal.parse(DEAL)
    assert check(deal, WIN) == CheckResult(True, 5, "won in 5 moves")
    assert check(deal, []) == CheckResult(
        False, 1, f"not won: after 0 moves at least {deal.position().remaining} more are needed"
    )
    assert check(deal, ["1h", "2h"]).reason == (
        "illegal move 2h: move number 2 cannot be made; "
        "legal moves are 1a, 1b, 1c, 1d, 12, 13, 14, 15 and 4 more"
    )
    assert "\n" not in check(deal, ["1h", "2h"]).reason
    with pytest.raises(TypeError, match=r"look at check\.ok"):
        bool(check(deal, WIN))
    won = Deal.parse("game: freecell\npack: suits=C ranks=2\nfoundations: 2C")
    assert check(won, []) == CheckResult(True, 0, "won in 0 moves")


def test_replay_stops_at_the_first_illegal_move() -> None:
    deal = Deal.parse(DEAL)
    positions = replay(deal, ["1h", "2h", "zz"])
    assert next(positions).piles() == deal.piles
    second = next(positions)
    with pytest.raises(IllegalMoveError) as caught:
        next(positions)
    assert caught.value.move == "2h"
    assert caught.value.message.startswith("move number 2 cannot be made; legal moves are")
    assert caught.value.position == second.draw()


def test_one_text_is_not_a_list_of_moves() -> None:
    with pytest.raises(TypeError, match="not one text"):
        replay(Deal.parse(DEAL), "1h")


# Solution files


def test_solution_round_trip() -> None:
    deal = Deal.from_seed(get_game("freecell").with_pack(Pack(1, "CD", 5)), 3)
    moves = tuple(solved_plainly(deal) or ())
    assert len(moves) > 8
    for solution in (
        Solution(deal, moves, Verdict.SOLVABLE, len(moves) - 1, "by hand: slow, but sure"),
        Solution(deal, moves),
        Solution(deal, (), Verdict.SOLVABLE, 0),
        Solution(deal, (), Verdict.UNSOLVABLE, None, "not so"),
        Solution(deal, (), Verdict.UNKNOWN),
        Solution(Deal(deal.game, deal.piles), moves, Verdict.SOLVABLE),
    ):
        again = parse_solution(solution.text())
        assert again == solution
        assert (again.deal.dealer, again.deal.seed) == (solution.deal.dealer, solution.deal.seed)
        assert again.text() == solution.text()
    lines = Solution(deal, moves).text().splitlines()
    assert {line.count(",") for line in lines if line.startswith("moves:")} <= set(range(8))


def test_solution_of_results() -> None:
    deal = Deal.parse(DEAL)
    won = Result(deal, Verdict.SOLVABLE, "dfs", moves=tuple(WIN))
    assert Solution.of(won) == Solution(deal, tuple(WIN), Verdict.SOLVABLE)
    best = Result(deal, Verdict.SOLVABLE, "astar", moves=tuple(WIN), optimal=True)
    assert Solution.of(best).shortest == 5
    lost = Result(deal, Verdict.UNSOLVABLE, "dfs", exhaustive=True)
    assert Solution.of(lost) == Solution(deal, (), Verdict.UNSOLVABLE)
    unknown = Result(deal, Verdict.UNKNOWN, "dfs", limit=Limit.TIME)
    assert parse_solution(Solution.of(unknown).text()).verdict is Verdict.UNKNOWN


def test_bare_deals_and_lenient_lines() -> None:
    assert parse_solution(DEAL) == Solution(Deal.parse(DEAL))
    assert parse_solution(DEAL.removeprefix("game: freecell\n"), "freecell").deal == Deal.parse(
        DEAL
    )
    text = f"{DEAL}MOVES: 1h ,  1a,\nVerdict: SOLVABLE\n# almost\nmoves:\nmoves: 1h,1h, ah\n"
    assert parse_solution(text).moves == tuple(WIN)
    assert parse_solution(text.encode()).verdict is Verdict.SOLVABLE


@pytest.mark.parametrize("file", BAD_DEALS, ids=lambda file: file.stem)
def test_bad_deals_are_bad_solutions(file: Path) -> None:
    if file.stem not in ("moves_in_a_deal",):
        with pytest.raises(cadogan.PatienceError):
            parse_solution(file.read_bytes())


@pytest.mark.parametrize(
    ("lines", "line", "column", "message"),
    [
        ("verdict: winnable", 4, 10, "'winnable' is not a verdict; one of: solvable, unsolvable"),
        ("verdict:", 4, 9, "'' is not a verdict"),
        ("shortest: few", 4, 11, "shortest is a whole number, not 'few'"),
        ("shortest: -1", 4, 11, "shortest is a whole number, not '-1'"),
        ("note:", 4, 6, "a note is one line of text without '#'"),
        ("moves: 1h, 9x, 1h", 4, 12, "'9x' is not a move of freecell; moves look like"),
        ("moves: 1h,, 1a", 4, 8, "two commas without a move between them"),
        ("moves: 1h 1a", 4, 8, "'1h 1a' is not a move of freecell"),
        ("verdict: unknown\nverdict: unknown", 5, 1, "'verdict:' is there twice, first on line 4"),
        ("verdict: unsolvable\nmoves: 1h", 4, 10, "the verdict is unsolvable, but moves are told"),
        ("verdict: unknown\nshortest: 3", 5, 11, "the verdict is unknown, but shortest are told"),
        ("shortest: 3\nmoves: 1h, 1a", 4, 11, "shortest is 3, but there are only 2 moves"),
        ("note: x\ncolumn 2:", 5, 1, "'column 2:' belongs to the deal, but comes after 'note:' on"),
        ("seed: 1", 4, 7, "a dealer and a seed belong together"),
        ("dealer: ms", 4, 9, "a dealer and a seed belong together"),
        ("dealer: cadogan\nseed: 1", 5, 7, "cadogan:1 deals other cards than these"),
        ("dealer: ms\nseed: 1", 5, 7, "ms numbers are for games with one full pack"),
        ("dealer: me\nseed: 1", 5, 7, "no seed scheme is called 'me'"),
        ("seed: one", 4, 7, "seed is a whole number, not 'one'"),
        ("solution: 1h", 4, 1, "freecell has no pile called 'solution'"),
    ],
)
def test_bad_solutions(lines: str, line: int, column: int, message: str) -> None:
    with pytest.raises(DealError) as caught:
        parse_solution(f"{DEAL}{lines}\n")
    assert caught.value.message.startswith(message)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("note", ["", "  ", "a # b", "two\nlines", "bell\x07"])
def test_bad_notes(note: str) -> None:
    with pytest.raises(DealError, match="a note is one line"):
        Solution(Deal.parse(DEAL), note=note)


def test_seeds_are_checked() -> None:
    deal = Deal.from_seed("freecell", "ms:1")
    text = Solution(deal).text()
    assert (parse_solution(text).deal.dealer, parse_solution(text).deal.seed) == ("ms", 1)
    with pytest.raises(DealError, match="ms:2 deals other cards than these"):
        parse_solution(text.replace("seed: 1", "seed: 2"))


@pytest.mark.parametrize("name", game_names())
def test_moves_can_stand_in_a_list(name: str) -> None:
    for words in get_game(name).places.values():
        assert not set(words) & set(",#:\n")
        assert words == " ".join(words.split())


# The names of cadogan.solver


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_solver_is_light() -> None:
    heavy = ["numba", "numpy", "cadogan.games.game", "cadogan.solver.result"]
    probe = f"import sys, cadogan.solver; print([n for n in {heavy} if n in sys.modules])"
    assert run(probe) == "[]"


def test_names_mean_functions_though_modules_are_called_alike() -> None:
    imports = "import cadogan.solver.replaying, sys; from cadogan.solver.replaying import check; "
    assert run(f"{imports} import cadogan.solver as s; print(callable(s.replay))") == "True"
    assert run(f"{imports} from cadogan.solver import replay; print(callable(replay))") == "True"
    assert run(f"{imports} from cadogan import replay; print(callable(replay))") == "True"


def test_solver_names() -> None:
    assert set(cadogan.solver.__all__) == set(cadogan.solver._HOMES)
    assert set(cadogan.solver.__all__) <= set(dir(cadogan.solver))
    assert cadogan.solver.Verdict is Verdict
    with pytest.raises(AttributeError, match=r"'cadogan\.solver' has no attribute 'sovle'"):
        _ = cadogan.solver.sovle
