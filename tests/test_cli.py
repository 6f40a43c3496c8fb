"""The command line: what each command prints and with which status it ends."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cadogan import Deal, get_game
from cadogan.games import REGISTRY, game_names
from cadogan.solver import Limit, Statistics, Verdict
from cadogan.solver import Result as Answer
from cadogan.solver.cli import COMMANDS, main
from cadogan.solver.methods import METHODS
from cadogan.solver.schema import FIELDS

ESCAPE = "\x1b["
RULES = Path(__file__).resolve().parent.parent / "games" / "rules"
#: Small deals whose verdicts are known.
EASY = "freecell --seed 1 --ranks 3 --suits CD --option cells=1 --option columns=4".split()
HOPELESS = "freecell --seed 3 --ranks 4 --option cells=0 --option columns=4".split()


def run(*args: str, stdin: str | bytes | None = None, status: int | None = 0) -> Result:
    done = CliRunner().invoke(main, args, input=stdin)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert status is None or done.exit_code == status, done.output
    return done


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


def answer_with(monkeypatch: pytest.MonkeyPatch, **parts: Any) -> list[dict[str, Any]]:
    """Let solve give a made-up answer, and note what it is asked for."""
    asked: list[dict[str, Any]] = []

    def solve(deal: Deal, **options: Any) -> Answer:
        asked.append(options)
        return Answer(deal, method="dfs", **{"statistics": Statistics(9, 7, 83239, 0.5), **parts})

    monkeypatch.setattr(importlib.import_module("cadogan.solver.solving"), "solve", solve)
    return asked


# The program -------------------------------------------------------------------------------------


def test_help_names_every_command_and_shows_an_example() -> None:
    text = run("--help").stdout
    assert "Example: cadogan" in text
    for command in COMMANDS:
        assert f"\n  {command} " in text


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example_of_one_line(command: str) -> None:
    text = run(command, "--help").stdout
    assert text == run(command, "-h").stdout
    last = text.strip().splitlines()[-1]
    assert last.startswith(f"  Example: cadogan {command}")


def test_without_a_command_the_help_goes_to_standard_error() -> None:
    done = run(status=2)
    assert done.stdout == ""
    assert "Commands:" in done.stderr


def test_version() -> None:
    import cadogan

    assert run("--version").stdout == f"cadogan {cadogan.__version__}\n"


def test_ctrl_c_outside_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cadogan.games.deal.Deal.from_seed", interrupted)
    done = run("show", "freecell", "--seed", "1", status=130)
    assert "Traceback" not in done.output


def test_a_crash_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("cadogan.games.deal.Deal.from_seed", broken)
    done = CliRunner().invoke(main, ["solve", "freecell", "--seed", "1"])
    assert done.exit_code == 1
    assert isinstance(done.exception, RuntimeError)


# games, rules, show, warm ------------------------------------------------------------------------


def test_games() -> None:
    lines = run("games").stdout.splitlines()
    assert [line.split()[0] for line in lines] == game_names()
    for name, line in zip(game_names(), lines, strict=True):
        assert line.endswith(REGISTRY[name][0])


def test_games_as_json() -> None:
    lines = [json.loads(line) for line in run("games", "--json").stdout.splitlines()]
    assert lines == [{"name": name, "title": REGISTRY[name][0]} for name in game_names()]


@pytest.mark.parametrize("name", game_names())
def test_rules_tell_all_that_the_game_declares(name: str) -> None:
    game = get_game(name)
    text = " ".join(run("rules", name).stdout.split())
    assert text.startswith(f"{game.title} name {name} source {game.source}")
    assert game.summary in text
    assert game.pack.describe() in text
    assert all(method in text for method in METHODS)
    for option in game.options:
        assert f"{option.name} {option.meaning}" in text
        assert f"by default {option.default}" in text
        assert option.source in text
    if game.monotone:
        assert game.monotone in text


def test_rules_tell_notation_and_what_searches_know() -> None:
    text = run("rules", "napoleons-square").stdout
    assert "turn" in text.split("Moves, as in deal")[1]
    assert "layers       Count the cards turned." in text
    assert "score        none" not in text
    assert "dead ends    none" in run("rules", "two-rings").stdout


@pytest.mark.parametrize(
    ("name", "models"),
    [
        ("freecell", "none: freecell declares no facts for models"),
        ("wheel", "exact (proves both); auto asks them too"),
        ("hemispheres", "outer (proves unsolvable)"),
        ("fan", "exact (proves both); with empty=any outer (proves unsolvable), "
         "inner (finds wins)"),
        ("congress", "outer (proves unsolvable), inner (finds wins); a model of congress is "
         "possible only when the pack is out"),
        ("louis", "outer (proves unsolvable), later also inner (finds wins); a model of louis is "
         "possible in the last deal only"),
    ],
)  # fmt: skip
def test_rules_tell_which_models_there_are(name: str, models: str) -> None:
    text = " ".join(run("rules", name).stdout.split())
    assert f" models {models}" in text
    assert text.endswith(models)


def test_show_draws_the_table() -> None:
    deal = Deal.from_seed(get_game("freecell"), 1, "ms")
    done = run("show", "freecell", "--seed", "ms:1")
    assert done.stdout == f"FreeCell, deal ms:1\n\n{deal.position().draw()}\n"
    assert done.stdout == run("show", "freecell", "--seed", "1", "--dealer", "ms").stdout


def test_show_names_options_and_packs_that_are_not_usual() -> None:
    first = run("show", *EASY).stdout.splitlines()[0]
    assert first == (
        "FreeCell, deal cadogan:1, cells=1, columns=4, "
        "one pack of clubs and diamonds, ace to three: 6 cards"
    )


@pytest.mark.parametrize("source", [["two-rings", "--seed", "7"], EASY])
def test_show_text_can_be_read_again(source: list[str], tmp_path: Path) -> None:
    text = run("show", *source, "--text").stdout
    file = tmp_path / "deal.txt"
    file.write_text(text, encoding="utf-8")
    name, chosen = source[0], source[3:]
    assert run("show", name, str(file), *chosen, "--text").stdout == text
    assert run("show", name, "-", *chosen, "--text", stdin=text).stdout == text


@pytest.mark.parametrize("seed", ["ms:5", "5"])
def test_a_text_keeps_the_number(seed: str) -> None:
    text = run("show", "freecell", "--seed", seed, "--text").stdout
    scheme = seed.partition(":")[0] if ":" in seed else "cadogan"
    assert text.endswith(f"\ndealer: {scheme}\nseed: 5\n")
    assert Deal.parse(text) == Deal.from_seed("freecell", 5, scheme)
    shown = run("show", "freecell", "--seed", seed).stdout
    assert run("show", "freecell", "-", stdin=text).stdout == shown
    short = f"seed: 5\ngame: freecell\ndealer: {scheme}\n"  # nothing but the number
    assert run("show", "freecell", "-", stdin=short).stdout == shown
    assert repr(Deal.parse(short)) == f"<deal {scheme}:5 of freecell>"
    options = "option cells: 3\n"
    assert "cells=3" in run("show", "freecell", "-", stdin=options + short).stdout.splitlines()[0]


def test_help_tells_what_files_hold_and_what_memory_is_used() -> None:
    text = " ".join(run("solve", "--help").stdout.split())
    assert '"game: freecell"' in text and "cadogan show --text" in text
    assert "[default: half of what is free]" in text
    assert "a number from 2 to 13" in text


def test_every_game_has_written_rules() -> None:
    texts = {path.stem for path in RULES.glob("*.txt")}
    missing = set(game_names()) - texts
    assert not missing, f"write the rules and the notation of {missing} into games/rules"
    assert not texts - set(game_names()), "a text is no game's"


@pytest.mark.parametrize("name", game_names())
def test_rules_can_be_played_by(name: str) -> None:
    """The rules say how the game is won, and the notation names every place a move can name."""
    text = run("rules", name).stdout
    rules, _, rest = text.partition("\nOptions\n")
    assert "The game is won when" in rules
    assert "\n- " in rules
    moves = rest.partition("\nMoves\n")[2].partition("\nMoves, as in")[0]
    told = set(re.findall(r"[A-Za-z]+\d*|\d+", moves))
    game = get_game(name)
    words = {word for place in getattr(game, "places", {}).values() for word in place.split()}
    if name == "wheel":  # which writes its moves itself
        words = {"deal", "combine", *(f"p{number}" for number in range(1, 13))}
    kinds: dict[str, list[str]] = {}
    for word in words:
        if not re.fullmatch(r"[A2-9TJQK][CDHS]", word):  # aside 8H: one example will do
            kind = "a letter" if re.fullmatch("[a-z]", word) else re.sub(r"\d+$", "", word)
            kinds.setdefault(kind, []).append(word)
    for members in kinds.values():
        members.sort(key=lambda word: (int("0" + re.sub(r"\D", "", word)), word))
        for word in (members[0], members[-1]):  # c1 to c8
            assert word in told, f"the rules of {name} do not say what {word} is"


@pytest.mark.parametrize("columns", [40, 60, 88, 200])
@pytest.mark.parametrize("name", game_names())
def test_rules_fit_the_terminal(name: str, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = run("rules", name).stdout.splitlines()
    pictures = [line for line in lines if re.search(r"\S {4,}\S", line)]  # are not broken
    prose = [line for line in lines if line not in pictures and " " in line.strip()]
    assert max(map(len, prose)) <= min(columns, 88)
    monkeypatch.delenv("COLUMNS")
    assert " ".join(run("rules", name).stdout.split()) == " ".join(" ".join(lines).split())


def test_colour_is_for_terminals_or_by_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run("show", "freecell", "--seed", "1").stdout
    assert ESCAPE not in plain
    painted = run("show", "freecell", "--seed", "1", "--color").stdout
    assert "\x1b[91m" in painted  # a red suit
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run("show", "freecell", "--seed", "1").stdout == painted
    assert run("show", "freecell", "--seed", "1", "--no-color").stdout == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run("show", "freecell", "--seed", "1").stdout == plain


def test_warm_hands_over_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[list[str]] = []

    def warm(games: list[str], report: Any) -> None:
        warmed.append(list(games))
        report("compiling")

    monkeypatch.setattr(importlib.import_module("cadogan.solver.warm"), "warm", warm)
    done = run("warm", "Two Rings", "freecell")
    assert (done.stdout, done.stderr) == ("", "compiling\n")
    run("warm")
    assert warmed == [["two-rings", "freecell"], game_names()]


# solve -------------------------------------------------------------------------------------------


def test_solve_prints_table_verdict_moves_and_statistics() -> None:
    text = run("solve", *EASY).stdout
    table, verdict, moves, statistics = text.split("\n\n", 2)[2].rsplit("\n\n", 3)
    assert table
    assert verdict.startswith("solvable in ")
    assert f"solvable in {len(moves.splitlines())} moves" in verdict
    assert moves.splitlines()[0].split()[0] == "1."
    assert "goes home" in moves
    assert "positions" in statistics


def test_solve_without_moves() -> None:
    assert "1. " not in run("solve", *EASY, "--no-moves").stdout


def test_solve_quietly() -> None:
    done = run("solve", *EASY, "--quiet")
    assert len(done.stdout.splitlines()) == 1
    assert done.stdout.startswith("solvable in ")


def test_solve_shortest_says_so() -> None:
    assert "moves (shortest)" in run("solve", *EASY, "--shortest", "--quiet").stdout


def test_solve_in_steps_draws_every_table() -> None:
    text = run("solve", *EASY, "--steps").stdout
    count = json.loads(run("solve", *EASY, "--json").stdout)["moves"]
    assert text.count("cells ") >= len(count) + 1


def test_solve_unsolvable() -> None:
    done = run("solve", *HOPELESS, status=20)
    assert "\nunsolvable: all " in done.stdout
    assert "1. " not in done.stdout


def test_solve_unknown() -> None:
    done = run("solve", "two-rings", "--seed", "1", "--state-limit", "2", status=30)
    assert "\nunknown: the state limit was hit after " in done.stdout


@pytest.mark.parametrize(
    ("parts", "line", "status"),
    [
        (
            {"verdict": Verdict.UNSOLVABLE, "exhaustive": True},
            "unsolvable: all 83,239 positions were searched",
            20,
        ),
        (
            {"verdict": Verdict.UNSOLVABLE, "exhaustive": True, "reductions": True},
            "unsolvable: all 83,239 positions were searched, after proved reductions",
            20,
        ),
        (
            {"verdict": Verdict.UNSOLVABLE, "exhaustive": True, "statistics": Statistics(0, 1, 1)},
            "unsolvable: the only position was searched",
            20,
        ),
        ({"verdict": Verdict.SOLVABLE, "moves": ("turn",)}, "solvable in 1 move", 0),
        *(
            ({"verdict": Verdict.UNKNOWN, "limit": limit}, "after 83,239 positions", 30)
            for limit in Limit
        ),
    ],
)
def test_every_answer_has_its_line_and_status(
    parts: dict[str, Any], line: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_with(monkeypatch, **parts)
    done = run("solve", "two-rings", "--seed", "1", "--quiet", status=status)
    assert done.stdout.endswith(f"{line}\n")
    assert done.stdout.startswith(f"{parts['verdict'].value}")
    assert json.loads(run("solve", "two-rings", "--seed", "1", "--json", status=status).stdout)


def test_solve_hands_its_options_over(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answer_with(monkeypatch, verdict=Verdict.UNKNOWN, limit=Limit.TIME)
    run("solve", *EASY, status=30)
    limits = "--time-limit 0.5 --state-limit 5e6 --memory-limit 4GiB".split()
    run("solve", *EASY, "--method", "dfs", "--shortest", "--no-reductions", *limits, status=30)
    usual = {
        "method": "auto",
        "shortest": False,
        "reductions": True,
        "time_limit": None,
        "state_limit": None,
        "memory_limit": None,
        "proof": False,
        "trust": "certificate",
        "progress": None,
    }
    chosen = {
        "method": "dfs",
        "shortest": True,
        "reductions": False,
        "time_limit": 0.5,
        "state_limit": 5_000_000,
        "memory_limit": 2**32,
    }
    assert asked == [usual, {**usual, **chosen}]


def test_solve_as_json_prints_one_line_of_the_schema() -> None:
    done = run("solve", *EASY, "--json")
    assert done.stdout.count("\n") == 1
    found = json.loads(done.stdout)
    assert set(found) == set(FIELDS)
    assert found["verdict"] == "solvable"
    assert found["moves"]


def test_solve_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    text = run("show", *EASY, "--text").stdout
    file = tmp_path / "deal.txt"
    file.write_text(text, encoding="utf-8")
    chosen = EASY[3:]
    numbered = run("solve", *EASY, "--quiet").stdout
    assert run("solve", "freecell", str(file), *chosen, "--quiet").stdout == numbered
    assert run("solve", "freecell", "-", *chosen, "--quiet", stdin=text).stdout == numbered


def test_positions_of_several_stages_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    stages = tuple(f'best-first, {5 * 10**i:,} positions, weights "tidy"' for i in range(9))
    effort = Statistics(9, 7, 83239, 0.5, stages=stages)
    parts = {"verdict": Verdict.UNSOLVABLE, "exhaustive": True, "statistics": effort}
    answer_with(monkeypatch, **parts)
    text = run("solve", "two-rings", "--seed", "1", status=20).stdout
    assert "unsolvable: all positions were searched, 83,239 in all stages\n" in text
    lines = text.split("\n\n")[-1].splitlines()
    assert max(map(len, lines)) <= 88
    told = [line for line in lines if "best-first" in line]
    assert told[0].startswith("stages     ")
    assert len(told) <= len(stages)
    assert "; ".join(line[11:].rstrip(";") for line in told) == "; ".join(stages)


# check -------------------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    file = tmp_path / "solution.txt"
    run("solve", *EASY, "--save", str(file), "--quiet")
    return file


def test_check_accepts_what_solve_saves(saved: Path) -> None:
    count = len(json.loads(run("solve", *EASY, "--json").stdout)["moves"])
    expected = f"accepted: won in {count} moves\n"
    assert run("check", str(saved)).stdout == expected
    assert run("check", str(saved), "freecell").stdout == expected
    assert run("check", "-", stdin=saved.read_text(encoding="utf-8")).stdout == expected


def test_check_accepts_what_solve_prints_as_json() -> None:
    line = run("solve", *EASY, "--json").stdout
    assert run("check", "-", stdin=line).stdout.startswith("accepted: won in ")
    several = run("check", "-", stdin=line * 2).stdout.splitlines()
    assert [text.split(":")[0] for text in several] == ["line 1", "line 2", "2 accepted"]


def changed(line: str, **parts: Any) -> str:
    return json.dumps({**json.loads(line), **parts}) + "\n"


def test_check_rejects_a_move_left_out() -> None:
    line = run("solve", *EASY, "--json").stdout
    moves = json.loads(line)["moves"]
    done = run("check", "-", stdin=changed(line, moves=moves[:-1]), status=20)
    assert done.stdout.startswith("rejected: ")
    done = run("check", "-", stdin=changed(line, moves=[moves[0], *moves]), status=20)
    assert done.stdout.startswith(f"rejected: move 2, {moves[0]}, cannot be made: ")
    done = run("check", "-", stdin=line + changed(line, moves=moves[:-1]), status=20)
    assert "line 1: accepted" in done.stdout
    assert "line 2: rejected" in done.stdout


def test_check_as_json() -> None:
    line = run("solve", *EASY, "--json").stdout
    moves = json.loads(line)["moves"]
    found = json.loads(run("check", "-", "--json", stdin=line).stdout)
    assert found == {
        "line": None,
        "kind": "solution",
        "game": "freecell",
        "answer": "accepted",
        "moves": len(moves),
        "at": None,
        "move": None,
        "reason": None,
    }
    twice = line + changed(line, moves=[moves[0], *moves])
    lines = run("check", "-", "--json", stdin=twice, status=20).stdout.splitlines()
    found = json.loads(lines[1])
    assert (found["line"], found["answer"], found["at"]) == (2, "rejected", 2)
    assert found["reason"]


def test_check_says_when_there_is_nothing_to_check(tmp_path: Path) -> None:
    file = tmp_path / "lost.txt"
    run("solve", *HOPELESS, "--save", str(file), "--quiet", status=20)
    done = run("check", str(file), status=2)
    expected = "nothing to check: the verdict is unsolvable; moves are needed, and it has none\n"
    assert done.stderr.endswith(expected)
    lost = run("solve", *HOPELESS, "--json", status=20).stdout
    assert "nothing to check" in run("check", "-", stdin=lost, status=2).stderr
    won = run("solve", *EASY, "--json").stdout
    both = run("check", "-", stdin=won + lost)
    assert "line 2: nothing to check" in both.stderr
    assert both.stdout.endswith("1 accepted, 1 nothing to check\n")


def test_check_does_not_vouch_for_shortest(tmp_path: Path) -> None:
    file = tmp_path / "solution.txt"
    run("solve", *EASY, "--shortest", "--save", str(file), "--quiet")
    assert "(not checked: that the fewest moves are " in run("check", str(file)).stdout
