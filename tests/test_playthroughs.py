"""A recorded game of every patience: drawing, words, notation and rules must not drift unnoticed.

A recording in ``tests/data/playthroughs`` holds the deal as text, every move of a won game with
its notation and its words, and the table at the start, after every tenth move and at the end. The
test plays the recorded moves again and writes the recording anew, byte for byte.

To record a game, or to accept a change, search a deal or name a solution file::

    python tests/test_playthroughs.py two-rings --seed 7
    python tests/test_playthroughs.py two-rings solution.txt

It takes what ``cadogan solve`` takes, and tells which kinds of moves could have been made and were
not: choose a deal in which there are few, or none.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cadogan import Deal, check, game_names, replay, solve
from cadogan.solver.solution import Solution, parse_solution

RECORDINGS = Path(__file__).resolve().parent / "data" / "playthroughs"
EVERY = 10

_MOVE = re.compile(r" *(\d+)\. (\S+(?: \S+)*)  +(\S.*)")
_PLAYED = "\nThe game\n"


def recording(deal: Deal, moves: tuple[str, ...]) -> str:
    """Play a won game and write it down."""
    positions = list(replay(deal, moves))
    assert positions[-1].won
    number, width = len(str(len(moves))), max(map(len, moves))
    lines = [Solution(deal).text(), f"{_PLAYED}\n{positions[0].draw()}\n\n"]
    for i, move in enumerate(moves, start=1):
        words = positions[i - 1].describe(move)
        lines.append(f"{i:{number}}. {move.ljust(width)}  {words}\n")
        if i % EVERY == 0 and i < len(moves):
            lines.append(f"\n{positions[i].draw()}\n\n")
    lines.append(f"\n{positions[-1].draw()}\n\nwon in {len(moves)} moves\n")
    return "".join(lines)


def recorded_game(text: str) -> tuple[Deal, tuple[str, ...]]:
    """Read the deal and the moves off a recording."""
    head, _, game = text.partition(_PLAYED)
    found = [match for match in map(_MOVE.fullmatch, game.splitlines()) if match]
    assert [int(match[1]) for match in found] == list(range(1, len(found) + 1))
    return parse_solution(head).deal, tuple(match[2] for match in found)


def path_of(name: str) -> Path:
    return RECORDINGS / f"{name}.txt"


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_recorded(name: str) -> None:
    assert path_of(name).is_file(), (
        f"{name} is registered, but there is no tests/data/playthroughs/{name}.txt: record a game "
        f"by python tests/test_playthroughs.py {name} --seed N"
    )


def test_there_are_no_other_recordings() -> None:
    assert {path.stem for path in RECORDINGS.iterdir()} <= set(game_names())


@pytest.mark.parametrize("name", [name for name in game_names() if path_of(name).is_file()])
def test_recording(name: str) -> None:
    kept = path_of(name).read_bytes().decode()
    deal, moves = recorded_game(kept)
    assert deal.game.name == name
    assert check(deal, moves).ok
    assert recording(deal, moves).splitlines() == kept.splitlines()
    assert recording(deal, moves) == kept


def kinds_left_out(deal: Deal, moves: tuple[str, ...]) -> set[str]:
    """List the kinds of moves that were possible somewhere and never made."""
    possible = {move for position in replay(deal, moves) for move in position.notations()}
    return {re.sub(r"\d+", "N", move) for move in possible} - {
        re.sub(r"\d+", "N", move) for move in moves
    }


def record(**given: Any) -> None:
    """Record the game that solves a deal, or that a solution file tells."""
    from cadogan.solver.cli.common import Source

    source = Source(**given)
    told = parse_solution(Path(source.file).read_bytes()) if source.file else None
    deal = told.deal if told else source.deal()
    moves = told.moves if told and told.moves else solve(deal).moves
    assert moves, "this deal is not won"
    path_of(deal.game.name).write_text(recording(deal, moves), encoding="utf-8", newline="\n")
    left_out = ", ".join(sorted(kinds_left_out(deal, moves))) or "none"
    print(f"{path_of(deal.game.name).name}: {len(moves)} moves; kinds left out: {left_out}")


if __name__ == "__main__":
    import click

    from cadogan.solver.cli.common import deal_parameters

    click.command()(deal_parameters(record))()
