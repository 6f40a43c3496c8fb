"""The puzzles that come with Cadogan: every claim in them must be so.

``python puzzles/make.py`` makes a puzzle; its first lines tell how.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from cadogan import PatienceError, Verdict, check, game_names, solve
from cadogan.solver.solution import Solution, parse_solution

PUZZLES = Path(__file__).resolve().parent.parent / "puzzles"
LEAST = 6
#: Limits that none of these deals needs; one that hits them has become much harder.
SECONDS, STATES = 120, 20_000_000

ALL = sorted(path for name in game_names() for path in (PUZZLES / name).glob("*.txt"))


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@cache
def read(path: Path) -> Solution:
    try:
        return parse_solution(path.read_bytes())
    except PatienceError as error:
        raise AssertionError(f"{named(path)} cannot be read: {error}") from error


@cache
def maker() -> ModuleType:
    """Import puzzles/make.py, which is in no package."""
    spec = importlib.util.spec_from_file_location("make_puzzles", PUZZLES / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


every_puzzle = pytest.mark.parametrize("path", ALL, ids=named)
every_solvable = pytest.mark.parametrize("path", [p for p in ALL if read(p).moves], ids=named)
every_shortest = pytest.mark.parametrize(
    "path", [p for p in ALL if read(p).shortest is not None], ids=named
)


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_puzzles(name: str) -> None:
    verdicts = [read(path).verdict for path in ALL if path.parent.name == name]
    assert len(verdicts) >= LEAST, (
        f"{name} is registered, but puzzles/{name}/ has {len(verdicts)} puzzles, not {LEAST} or "
        "more: make some with puzzles/make.py, small ones and full ones"
    )
    for verdict in (Verdict.SOLVABLE, Verdict.UNSOLVABLE):
        assert verdict in verdicts, (
            f"puzzles/{name}/ has no {verdict.value} deal: every game shows both verdicts"
        )


def test_there_are_no_other_folders() -> None:
    folders = {path.parent.name for path in PUZZLES.glob("*/*.txt")}
    assert folders <= set(game_names()), "a folder of puzzles/ is named after no game"


@every_puzzle
def test_file_is_as_it_would_be_written(path: Path) -> None:
    puzzle = read(path)
    assert puzzle.text().encode() == path.read_bytes()
    assert puzzle.deal.game.name == path.parent.name


@every_puzzle
def test_claims_are_complete(path: Path) -> None:
    puzzle = read(path)
    assert puzzle.verdict in (Verdict.SOLVABLE, Verdict.UNSOLVABLE)
    assert bool(puzzle.moves) == (puzzle.verdict is Verdict.SOLVABLE)
    command = maker().command_for(puzzle.deal, path.stem)
    assert command in (puzzle.note or ""), f"the note does not tell the command: {command}"


@every_solvable
def test_moves_win(path: Path) -> None:
    puzzle = read(path)
    checked = check(puzzle.deal, puzzle.moves)
    assert checked.ok, checked.reason
    if puzzle.shortest is not None:
        assert len(puzzle.moves) == puzzle.shortest


@pytest.mark.native
@every_puzzle
def test_verdict(path: Path) -> None:
    puzzle = read(path)
    result = solve(puzzle.deal, time_limit=SECONDS)
    assert result.verdict is puzzle.verdict


@pytest.mark.native
@pytest.mark.parametrize("method", ["auto", "idastar"])
@every_shortest
def test_shortest(path: Path, method: str) -> None:
    puzzle = read(path)
    result = solve(puzzle.deal, method, shortest=True, state_limit=STATES)
    assert result.optimal
    assert len(result.moves or ()) == puzzle.shortest


@pytest.mark.native
@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "freecell/one-cell-won",
            "--seed 2 --option cells=1 --option columns=5 --ranks 5".split(),
        ),
        ("freecell/no-cell-lost", "--seed 1 --option cells=0".split()),
        ("two-rings/full-end", [str(PUZZLES / "two-rings" / "full-end.txt")]),
    ],
)
def test_puzzles_can_be_made_again(
    name: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, stem = name.split("/")
    monkeypatch.setattr(maker(), "HERE", tmp_path)
    done = CliRunner().invoke(maker().main, [stem, game, *words, "--why", "a test"])
    assert done.exit_code == 0, done.output
    made, kept = read(tmp_path / f"{name}.txt"), read(PUZZLES / f"{name}.txt")
    assert (made.deal, made.verdict, made.shortest) == (kept.deal, kept.verdict, kept.shortest)
    assert (made.note or "").startswith("a test; verdict by: cadogan solve")


@pytest.mark.native
def test_no_puzzle_without_a_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker(), "HERE", tmp_path)
    words = "hard two-rings --seed 2 --option redeals=0 --time-limit 0.2".split()
    done = CliRunner().invoke(maker().main, words)
    assert done.exit_code == 1
    assert "no verdict within 0.2 seconds" in done.output
    assert not list(tmp_path.iterdir())
