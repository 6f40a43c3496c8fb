"""What the library says to callers who hand it something that only looks right."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from cadogan import (
    Deal,
    DealError,
    IllegalMoveError,
    Result,
    UnknownGameError,
    Verdict,
    check,
    depth_counts,
    game_names,
    get_game,
    replay,
    solve,
)
from cadogan.games.cards import Pack
from cadogan.games.seeds import check_seed
from cadogan.solver.cli import main
from cadogan.solver.schema import read_record, record
from cadogan.solver.solution import Solution, parse_solution

#: A small deal that is won by its moves.
TEXT = "game: freecell\npack: suits=C ranks=2\ncolumn 1: 2C\ncolumn 2: AC\n"
MOVES = ["2h", "1h"]
BOM = "\ufeff"


def small() -> Deal:
    return Deal.parse(TEXT)


def small_numbered() -> Deal:
    game = get_game("freecell").with_options(cells=1, columns=4, pack=Pack(suits="CD", ranks=3))
    return Deal.from_seed(game, 1)


# Moves ---------------------------------------------------------------------------------------

STRANGE_MOVES = [
    "",
    "p²",
    "combine p² p1 p1 p1",
    "combine p٥ p1 p1 p1",
    "combine p1 p1 p1 p" + "9" * 5000,
    "combine p p1 p1 p1",
    "²",
    "٥h",
    "9" * 5000,
    "1 \x00",
    "deal deal deal deal",
]


@pytest.mark.parametrize("name", game_names())
def test_strange_moves(name: str) -> None:
    game = get_game(name)
    deal = Deal.from_seed(game, 1)
    for text in STRANGE_MOVES:
        with pytest.raises(IllegalMoveError) as caught:
            game.parse_move(text)
        assert len(str(caught.value)) < 2000
        assert not check(deal, [text]).ok
    for code in (-1, 255, 2**31 - 1, 2**40, 2**63, -(2**63), 10**30):
        assert not check(deal, [code]).ok, code


@pytest.mark.parametrize("form", ["text", "record"])
@pytest.mark.parametrize("digits", ["²", "٥", "9" * 5000])
def test_check_of_strange_digits(tmp_path: Path, form: str, digits: str) -> None:
    deal = Deal.from_seed("wheel", 1)
    move = f"combine p1 p2 p3 p{digits}"
    told = deal.text() + f"moves: {move}\n"
    if form == "record":
        told = json.dumps(record(Result(deal, Verdict.SOLVABLE, "dfs", moves=(move,))))
    file = tmp_path / "strange.txt"
    file.write_text(told, encoding="utf-8")
    done = CliRunner().invoke(main, ["check", str(file)])
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 2
    assert "is not a move of wheel" in done.stderr


@pytest.mark.parametrize("move", [515.0, np.float64(515), None, b"2h", True, np.True_, ["2h"]])
def test_moves_that_are_no_moves(move: Any) -> None:
    with pytest.raises(TypeError, match="move number 2: a move is a text "):
        check(small(), ["2h", move])
    with pytest.raises(TypeError, match="move number 1: "):
        list(replay(small(), [move]))
    with pytest.raises(TypeError, match="or a whole number"):
        small().position().play(move)


def test_codes_of_any_whole_kind() -> None:
    code = small().game.parse_move("2h")
    for kind in (int, np.int64, np.uint16):
        assert check(small(), [kind(code), "1h"]).ok


@pytest.mark.parametrize("moves", [None, 7, "2h, 1h", b"2h"])
def test_moves_that_are_no_list(moves: Any) -> None:
    with pytest.raises(TypeError, match="moves are a list of moves"):
        check(small(), moves)


# Deals, games, packs and flags -----------------------------------------------------------------


@pytest.mark.parametrize("deal", [None, "freecell", 7])
def test_what_is_no_deal(deal: Any) -> None:
    for asked in (solve, depth_counts, lambda it: check(it, []), lambda it: replay(it, [])):
        with pytest.raises(TypeError, match="a Deal is needed, as "):
            asked(deal)


def test_arguments_of_deals() -> None:
    piles = small().piles
    with pytest.raises(TypeError, match="as get_game gives it, not 'mill'"):
        Deal("mill", piles)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="piles are a dict"):
        Deal(small().game, None)  # type: ignore[arg-type]
    for parse in (Deal.parse, parse_solution):
        with pytest.raises(TypeError, match="from str or bytes, not from NoneType"):
            parse(None)
    for name in (None, 7):
        with pytest.raises(TypeError, match="a game's name is a text"):
            Deal.from_seed(name, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a pack is a Pack"):
        get_game("freecell").with_pack("C")  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [1.0, "1", None, True])
def test_seeds_are_whole_numbers(seed: Any) -> None:
    with pytest.raises(DealError, match="a seed is a whole number"):
        check_seed("cadogan", seed)


def test_numbers_of_numpy_do(tmp_path: Path) -> None:
    deal = small_numbered()
    same = Deal(deal.game, deal.piles, "cadogan", np.int64(1))  # type: ignore[arg-type]
    assert type(same.seed) is int
    assert type(Pack(ranks=np.int8(3)).ranks) is int  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [2.0, None, "2", True])
def test_packs_are_counted_in_whole_numbers(number: Any) -> None:
    with pytest.raises(DealError, match="copies is a whole number"):
        Pack(copies=number)
    with pytest.raises(DealError, match="ranks is a whole number"):
        Pack(ranks=number)


@pytest.mark.parametrize("value", [5.9, 5.0, None, True, "5.9", "٥", "five", [5], "9" * 5000])
def test_options_that_are_numbers(value: Any) -> None:
    with pytest.raises(DealError, match="columns is a number from 4 to 10") as caught:
        get_game("freecell").with_options(columns=value)
    assert len(str(caught.value)) < 1100


@pytest.mark.parametrize(
    ("name", "option", "most", "message"),
    [
        ("four-corners", "sides", 4, "a packet could grow to 33 cards; .* use more sides"),
        ("louis", "letters", 12, "a letter could grow to 32 cards; .* use more letters"),
    ],
)
def test_piles_that_would_grow_too_high(name: str, option: str, most: int, message: str) -> None:
    with pytest.raises(DealError, match=message):
        get_game(name).with_options(**{option: most - 1})
    assert get_game(name).with_options(**{option: most}).number(option) == most


@pytest.mark.parametrize("value", [5, None, True, ["any"]])
def test_options_that_are_words(value: Any) -> None:
    game = next(
        game
        for game in map(get_game, game_names())
        if any(not isinstance(option.values, range) for option in game.options)
    )
    option = next(option for option in game.options if not isinstance(option.values, range))
    with pytest.raises(DealError, match="is one of: "):
        game.with_options(**{option.name: value})


@pytest.mark.parametrize("value", ["no", 0, 1, None])
def test_flags_are_yes_or_no(value: Any) -> None:
    for flag in ("shortest", "reductions", "proof"):
        with pytest.raises(TypeError, match=f"{flag} is True or False, not"):
            solve(small(), **{flag: value})


@pytest.mark.parametrize("limit", ["time_limit", "state_limit", "memory_limit"])
@pytest.mark.parametrize("value", ["5", True, [5]])
def test_limits_are_numbers(limit: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"{limit} is a number, not"):
        solve(small(), **{limit: value})


# Deals that were changed -------------------------------------------------------------------------


def swapped(deal: Deal) -> Deal:
    """Exchange two cards behind the deal's back."""
    first, second = deal.piles["column 1"], deal.piles["column 2"]
    assert isinstance(first, list) and isinstance(second, list)
    assert first[0] != second[0]
    first[0], second[0] = second[0], first[0]
    return deal


def test_a_changed_deal_is_not_told_of_under_its_number() -> None:
    assert solve(small_numbered(), "dfs").verdict is Verdict.SOLVABLE
    for asked in (lambda deal: solve(deal, "dfs"), lambda deal: depth_counts(deal, 0)):
        with pytest.raises(DealError, match="not those of cadogan:1: they were changed after"):
            asked(swapped(small_numbered()))


def test_a_deal_with_another_number_is_not_told_of_under_it() -> None:
    one, other = Deal.from_seed("freecell", "ms:1"), Deal.from_seed("freecell", "ms:2")
    for false in (Deal(one.game, other.piles, "ms", 1), replace(other, seed=1)):
        for deal in (false, pickle.loads(pickle.dumps(false))):
            with pytest.raises(DealError, match="not those of ms:1"):
                solve(deal, state_limit=10)


def test_a_changed_deal_without_number_must_still_be_one() -> None:
    deal = small()
    deal.piles["column 1"] = []
    with pytest.raises(DealError, match="missing 2C"):
        solve(deal, "dfs")
    deal = small()
    solved = solve(swapped(deal), "dfs")  # another deal, and still one
    assert Deal.parse(str(record(solved)["deal"])) == deal


def test_what_is_changed_after_the_search_does_not_change_its_record() -> None:
    deal = small()
    told = record(solved := solve(deal, "dfs"))
    swapped(deal)
    assert record(solved) == told
    assert Solution.of(solved).deal == small()


def test_changed_options_are_noticed() -> None:
    deal = small_numbered()
    deal.game.chosen["cells"] = 0  # type: ignore[index]
    with pytest.raises(DealError, match="options of this freecell were changed"):
        solve(deal, "dfs")


# Texts and records -------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "record"])
def test_one_byte_order_mark_and_no_more(tmp_path: Path, form: str) -> None:
    told = TEXT + f"moves: {', '.join(MOVES)}\n"
    if form == "record":
        told = json.dumps(record(solve(small(), "dfs")))
    file = tmp_path / "marked.txt"
    for marks, status in (("", 0), (BOM, 0), (BOM + BOM, 2)):
        file.write_text(marks + told, encoding="utf-8")
        assert CliRunner().invoke(main, ["check", str(file)]).exit_code == status
        if form == "text" and status:
            with pytest.raises(DealError):
                parse_solution(marks + told)


def test_doubled_fields_are_refused() -> None:
    line = json.dumps(record(solve(small(), "dfs")))
    assert read_record(line).moves
    for name in ("verdict", "seed", "game"):
        with pytest.raises(DealError, match=f"field '{name}' is there more than once"):
            read_record(f'{{"{name}": null, {line[1:]}')
    inner = line.replace('"options": {', '"options": {"cells": 0, ')
    assert inner != line
    with pytest.raises(DealError, match="'cells' is there more than once"):
        read_record(inner)


LONG = "x" * 1_000_000


def test_messages_do_not_echo_everything() -> None:
    with pytest.raises(UnknownGameError) as unknown:
        get_game(LONG)
    errors: list[Exception] = [unknown.value]
    for text in (
        f"game: freecell\n{LONG}: 2C\n",
        f"game: freecell\ncolumn 1: {LONG}\n",
        f"game: freecell\noption {LONG}: 2\n",
        f"game: freecell\noption cells: {LONG}\n",
        f"game: freecell\npack: {LONG}=2\n",
        f"{TEXT}moves: {LONG}\n",
        f"{TEXT}verdict: {LONG}\n",
        f"{TEXT}seed: {LONG}\n",
        f"{TEXT}dealer: {LONG}\nseed: 1\n",
    ):
        with pytest.raises(DealError) as caught:
            parse_solution(text)
        errors.append(caught.value)
    with pytest.raises(IllegalMoveError) as illegal:
        small().position().play(LONG)
    errors.append(illegal.value)
    for error in errors:
        assert len(str(error)) < 2500, str(error)[:300]
        assert "characters left out" in str(error)
        assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert len(check(small(), [LONG]).reason) < 2500
