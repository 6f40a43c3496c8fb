"""What the command line says to those who give it something it cannot use."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cadogan import Deal, get_game
from cadogan.solver.cli import main
from cadogan.solver.schema import FIELDS

#: A text of FreeCell deal ms:1 to spoil.
GOOD = Deal.from_seed(get_game("freecell"), 1, "ms").text()


def refuse(*args: str, stdin: str | bytes | None = None) -> Result:
    """Run a command that must refuse, and look at how it does it."""
    done = CliRunner().invoke(main, args, input=stdin)
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == 2
    assert done.stderr.startswith("cadogan: ")
    assert "Traceback" not in done.output
    return done


def says(done: Result, *parts: str) -> None:
    for part in parts:
        assert part in done.stderr, done.stderr


@pytest.mark.parametrize("command", ["solve", "show"])
class TestDeals:
    def test_no_deal_named(self, command: str) -> None:
        says(refuse(command, "freecell"), "--seed N", "FILE", "standard input")

    def test_a_file_and_a_seed(self, command: str) -> None:
        says(refuse(command, "freecell", "-", "--seed", "1"), "exactly one of", "--seed N")

    def test_a_file_without_its_game(self, command: str, tmp_path: Path) -> None:
        file = tmp_path / "deal.txt"
        file.write_text("game: freecell\n")
        says(refuse(command, str(file)), "is a file", f"comes first: GAME {file}")

    def test_unknown_game(self, command: str) -> None:
        says(refuse(command, "two-ring", "--seed", "1"), "did you mean 'two-rings'?")

    def test_no_game(self, command: str) -> None:
        says(refuse(command), "Missing argument 'GAME'")

    def test_unknown_option_of_the_command(self, command: str) -> None:
        says(refuse(command, "freecell", "--sed", "1"), "--sed", "--seed")

    def test_no_such_file(self, command: str, tmp_path: Path) -> None:
        missing = tmp_path / "none.txt"
        says(refuse(command, "freecell", str(missing)), f"{missing}: there is no such file")
        says(refuse(command, "freecell", "617"), "(a numbered deal is --seed 617)")

    def test_directory(self, command: str, tmp_path: Path) -> None:
        says(refuse(command, "freecell", str(tmp_path)), f"{tmp_path}: this is a directory")

    @pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid"), reason="POSIX permissions")
    def test_unreadable_file(self, command: str, tmp_path: Path) -> None:
        file = tmp_path / "secret.txt"
        file.write_text(GOOD)
        file.chmod(0)
        if os.access(file, os.R_OK):
            pytest.skip("the superuser may read everything")
        says(refuse(command, "freecell", str(file)), "cannot be read", "denied")

    def test_empty_file(self, command: str) -> None:
        says(refuse(command, "freecell", "-", stdin=""), "standard input: there is nothing here")

    def test_binary_file(self, command: str, tmp_path: Path) -> None:
        file = tmp_path / "deal.bin"
        file.write_bytes(bytes(range(256)) * 4)
        says(refuse(command, "freecell", str(file)), f"{file}: ")

    def test_card_missing(self, command: str) -> None:
        says(refuse(command, "freecell", "-", stdin=GOOD.replace(" 5H", "", 1)), "missing", "5H")

    def test_card_doubled(self, command: str) -> None:
        says(refuse(command, "freecell", "-", stdin=GOOD.replace("5H", "6H", 1)), "5H", "6H")

    def test_card_unknown(self, command: str) -> None:
        done = refuse(command, "freecell", "-", stdin=GOOD.replace("5H", "5X", 1))
        says(done, "standard input: ", "line ", "'5X' is not a card")

    def test_pile_missing(self, command: str) -> None:
        text = "\n".join(GOOD.splitlines()[:-1]) + "\n"
        done = refuse(command, "freecell", "-", stdin=text)
        says(done, "standard input: the cards are not the pack: missing", "7S")

    @pytest.mark.parametrize("cells", ["- - -", "- - - - -"])
    def test_pile_of_a_wrong_size(self, command: str, cells: str) -> None:
        text = GOOD.replace("cells: - - - -", f"cells: {cells}")
        done = refuse(command, "freecell", "-", stdin=text)
        says(done, "line 3, column ", f"cells has 4 places, not {len(cells.split())}")

    def test_pile_of_another_table(self, command: str) -> None:
        text = GOOD.replace("column 8", "column 9")
        says(refuse(command, "freecell", "-", stdin=text), "column 9")

    def test_option_unknown(self, command: str) -> None:
        done = refuse(command, "freecell", "--seed", "1", "--option", "wells=3")
        says(done, "freecell has no option wells", "cells, columns")

    def test_option_value_unknown(self, command: str) -> None:
        done = refuse(command, "freecell", "--seed", "1", "--option", "cells=9")
        says(done, "cells is a number from 0 to 7")

    @pytest.mark.parametrize("text", ["cells", "=3", "cells="])
    def test_option_without_a_value(self, command: str, text: str) -> None:
        done = refuse(command, "freecell", "--seed", "1", "--option", text)
        says(done, "--option", repr(text), "as in cells=3")

    def test_option_given_twice(self, command: str) -> None:
        twice = ["--option", "cells=1", "--option", "cells=2"]
        says(refuse(command, "freecell", "--seed", "1", *twice), "cells", "more than once")

    @pytest.mark.parametrize(
        "twice",
        [
            ["--seed", "1", "--seed=2"],
            ["--seed", "1", "--dealer", "ms", "--dealer", "ms"],
            ["--seed", "1", "--ranks", "4", "--ranks", "5"],
            ["--seed", "1", "--suits", "C", "--suits", "C"],
            ["--seed", "1", "--copies", "1", "--copies", "1"],
        ],
    )
    def test_a_value_given_twice(self, command: str, twice: list[str]) -> None:
        name = twice[-1].partition("=")[0] if "=" in twice[-1] else twice[-2]
        done = refuse(command, "freecell", *twice)
        says(done, f"{name} was given more than once; give it one value", "For help: cadogan")

    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("ranks: 4", ["line 2, column 1: ranks of the pack are told by 'pack: ranks=4'"]),
            ("columns: 5", ["line 2, column 1: an option is told by 'option columns: 5'"]),
            (
                "tableau: 9C",
                [
                    "line 2, column 1: freecell has no pile called 'tableau'",
                    "besides piles a text has lines called game, option NAME, pack, dealer and",
                ],
            ),
            ("seed: 5", ["line 2, column 7: without piles a deal needs a dealer and a seed"]),
            ("dealer: ms", ["line 2, column 9: without piles a deal needs a dealer and a seed"]),
            ("dealer: ms\nseed: 0", ["line 3, column 7: there is no deal ms:0"]),
            ("dealer: ms\nseed: one", ["line 3, column 7: seed is a whole number, not 'one'"]),
            ("dealer: ms\nseed: 1\npack: ranks=5", ["column 7: ms numbers are for games with one"]),
        ],
    )
    def test_lines_that_are_no_piles(self, command: str, text: str, parts: list[str]) -> None:
        says(refuse(command, "freecell", "-", stdin=f"game: freecell\n{text}\n"), *parts)

    def test_json_is_told_apart(self, command: str) -> None:
        for line in ('{"game": "freecell"}', " \n[1]"):
            done = refuse(command, "freecell", "-", stdin=line)
            says(done, "standard input: this is JSON", "'game: freecell'", "cadogan check reads")

    @pytest.mark.parametrize(
        ("seed", "part"),
        [
            ("x", "'x' is not a seed"),
            ("1.5", "'1.5' is not a seed"),
            ("-1", "there is no deal cadogan:-1"),
            ("ms:0", "ms numbers run from 1"),
            ("kpat:1", "no seed scheme is called 'kpat': there are cadogan, ms, pysol"),
        ],
    )
    def test_seed(self, command: str, seed: str, part: str) -> None:
        says(refuse(command, "freecell", "--seed", seed), part)

    def test_dealer(self, command: str) -> None:
        done = refuse(command, "freecell", "--seed", "1", "--dealer", "kpat")
        says(done, "no seed scheme is called 'kpat'")
        done = refuse(command, "freecell", "--seed", "ms:1", "--dealer", "pysol")
        says(done, "names the scheme ms, but --dealer says pysol")
        says(refuse(command, "freecell", "-", "--dealer", "ms", stdin=GOOD), "belongs to --seed")

    def test_seed_that_does_not_suit_the_pack(self, command: str) -> None:
        says(refuse(command, "two-rings", "--seed", "ms:1"), "one full pack")

    @pytest.mark.parametrize(
        ("option", "value", "part"),
        [
            ("--ranks", "14", "'14' is not a rank: write a number from 2 for the two, to 13 for"),
            ("--ranks", "1", "'1' is not a rank"),
            ("--ranks", "many", "'many' is not a rank"),
            ("--copies", "many", "'many' is not a number of packs: write a number from 1 to 4"),
            ("--copies", "0", "'0' is not a number of packs"),
            ("--suits", "CX", "'X' is not a suit"),
            ("--suits", "5", "number from 1 to 4"),
            ("--copies", "2", "is played with one pack, not 2"),
        ],
    )
    def test_pack(self, command: str, option: str, value: str, part: str) -> None:
        says(refuse(command, "freecell", "--seed", "1", option, value), part)


@pytest.mark.parametrize("text", ["0", "-5", "many", "1.5", "5e", "1e30", ""])
def test_state_limit(text: str) -> None:
    done = refuse("solve", "freecell", "--seed", "1", "--state-limit", text)
    says(done, "--state-limit", repr(text), "5e6")


@pytest.mark.parametrize("text", ["0", "-1", "soon", "inf", "nan", ""])
def test_time_limit(text: str) -> None:
    done = refuse("solve", "freecell", "--seed", "1", "--time-limit", text)
    says(done, "--time-limit", repr(text), "seconds")


@pytest.mark.parametrize("text", ["0", "4 gallons", "GiB", "0.5B", "-1GiB", "4G"])
def test_memory_limit(text: str) -> None:
    done = refuse("solve", "freecell", "--seed", "1", "--memory-limit", text)
    says(done, "--memory-limit", repr(text), "4GiB")


def test_method() -> None:
    done = refuse("solve", "freecell", "--seed", "1", "--method", "magic")
    says(done, "'magic'", "best-first", "For help: cadogan solve --help")


def test_json_and_steps() -> None:
    says(refuse("solve", "freecell", "--seed", "1", "--json", "--steps"), "--json", "--steps")


def test_save(tmp_path: Path) -> None:
    says(refuse("solve", "freecell", "--seed", "1", "--save", str(tmp_path)), "a directory")
    nowhere = tmp_path / "none" / "file.txt"
    done = refuse("solve", "freecell", "--seed", "1", "--save", str(nowhere))
    says(done, f"there is no directory {nowhere.parent}")


@pytest.mark.parametrize("name", ["-", ""])
def test_save_needs_a_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = refuse("solve", "freecell", "--seed", "1", "--save", name)
    says(done, "--save", f"{name!r} is no file to write", "--json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("limit", ["--time-limit", "--state-limit", "--memory-limit", "--method"])
def test_effort_given_twice(limit: str) -> None:
    value = "dfs" if limit == "--method" else "1000000"
    done = refuse("solve", "freecell", "--seed", "1", limit, value, limit, value)
    says(done, f"{limit} was given more than once")


@pytest.mark.parametrize("name", ["rules", "warm"])
def test_unknown_game(name: str) -> None:
    says(refuse(name, "free-cel"), "did you mean 'freecell'?")


def test_unknown_command() -> None:
    says(refuse("sovle"), "No such command 'sovle'")


@pytest.mark.parametrize(
    "args",
    [
        ["freecell"],
        ["freecell", "--seed", "x"],
        ["freecell", "--seed", "1", "--state-limit", "0"],
        ["frecell", "--seed", "1"],
        ["freecell", "none.txt"],
        ["freecell", "--sed", "1"],
    ],
)
def test_solve_as_json_records_the_error(args: list[str]) -> None:
    done = refuse("solve", *args, "--json")
    assert done.stdout.count("\n") == 1
    found = json.loads(done.stdout)
    assert set(found) == set(FIELDS)
    assert found["error"] in done.stderr
    assert found["verdict"] is None
    assert found["moves"] is None
    assert found["game"] == args[0]


class TestCheck:
    def test_no_such_file(self, tmp_path: Path) -> None:
        says(refuse("check", str(tmp_path / "none.txt")), "there is no such file")

    def test_directory(self, tmp_path: Path) -> None:
        says(refuse("check", str(tmp_path)), "this is a directory")

    def test_empty(self) -> None:
        says(refuse("check", "-", stdin=" \n"), "standard input: it is empty")

    def test_binary(self) -> None:
        says(refuse("check", "-", stdin=bytes([0xFF, 0xFE, 0])), "this is not text", "byte 1")

    def test_no_solution(self) -> None:
        says(refuse("check", "-", stdin="Dear diary\n"), "unreadable: ")

    def test_broken_json(self) -> None:
        says(refuse("check", "-", stdin='{"game": '), "unreadable: ")
        says(refuse("check", "-", stdin='{}\n{"game": 3}\n'), "line 1: ", "line 2: ")

    def test_unreadable_as_json(self) -> None:
        done = CliRunner().invoke(main, ["check", "-", "--json"], input="{}")
        assert done.exit_code == 2
        assert json.loads(done.stdout)["answer"] == "unreadable"

    def test_game_of_another_name(self, tmp_path: Path) -> None:
        file = tmp_path / "solution.txt"
        small = "--seed 1 --ranks 3 --suits C --option columns=4".split()
        args = ["solve", "freecell", *small, "--save", str(file), "--quiet"]
        assert CliRunner().invoke(main, args).exit_code == 0
        says(refuse("check", str(file), "two-rings"), "unreadable: ", "freecell")
