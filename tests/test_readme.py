"""The README and the pages of docs/: what they show is what comes out, and links lead somewhere.

``>>>`` blocks are run as doctests, ``$ cadogan`` lines in console blocks as commands; in both,
``...`` stands for anything. The tutorial's own code is tested in test_docs.py.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cadogan import Deal, game_names, get_game
from cadogan.games.game import Game
from cadogan.solver.cli.program import BAD_INPUT, INTERRUPTED, READER_GONE
from cadogan.solver.cli.solve import STATUS

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = [README, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
TUTORIAL = ROOT / "docs" / "adding-a-game.md"

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, kind: str) -> list[str]:
    """Give the contents of a page's fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", text_of(page), re.M | re.S)


def commands(page: Path) -> list[tuple[str, str]]:
    """List the commands of a page's console blocks and what follows each."""
    found = []
    for block in blocks(page, "console"):
        assert block.startswith("$ "), "a console block begins with a command"
        for part in block[2:].split("\n$ "):
            command, _, shown = part.partition("\n")
            found.append((command, shown))
    return found


ALL_COMMANDS = [
    pytest.param(command, shown, id=f"{page.name}: {command}")
    for page in PAGES
    for command, shown in commands(page)
]


@pytest.mark.native
@pytest.mark.parametrize(("command", "shown"), ALL_COMMANDS)
def test_console(command: str, shown: str) -> None:
    program, *words = shlex.split(command)
    assert program == "cadogan", "only cadogan's own output can be compared"
    done = subprocess.run(
        [sys.executable, "-m", "cadogan.solver.cli", *words],
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1", "NO_COLOR": "1", "COLUMNS": "88"},
    )
    assert done.returncode in (*STATUS.values(), BAD_INPUT)
    got = "".join(f"{line.rstrip()}\n" for line in (done.stderr + done.stdout).splitlines())
    fits = doctest.OutputChecker().check_output(shown, got, doctest.ELLIPSIS)
    assert fits, f"the page shows\n{shown}\nand this came out\n{got}"


@pytest.mark.native
@every_page
def test_examples(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    examples = [block for block in blocks(page, "python") if block.startswith(">>>")]
    if page == TUTORIAL:
        assert examples
        return  # they need the page's own module
    assert page != README or examples
    case = doctest.DocTestParser().get_doctest("\n".join(examples), {}, page.name, str(page), 0)
    said: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(case, out=said.append)
    assert not results.failed, "".join(said)


@every_page
def test_links(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text_of(page)):
        if not re.match(r"https?://", target):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@every_page
def test_named_files_are_there(page: Path) -> None:
    named = re.findall(r"`((?:games|solver|puzzles|tests|docs)/[\w./-]+)`", text_of(page))
    for name in named:
        assert (ROOT / name).exists(), f"{page.name} names {name}"


# The README ---------------------------------------------------------------------------------------


def row_of(game: Game) -> str:
    """Give the first cells of a game's row: name, title, packs, options with their defaults."""
    options = ", ".join(f"`{option.name}={option.default}`" for option in game.options)
    name = f"[{game.name}](docs/games/{game.name}.md)"
    return f"| {name} | {game.title} | {game.standard_pack.copies} | {options} |"


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_its_row(name: str) -> None:
    row = row_of(get_game(name))
    assert row in text_of(README), f"the README's table of games needs a row that begins:\n{row}"


def test_there_are_no_other_rows() -> None:
    linked = re.findall(r"^\| \[([\w-]+)\]\(docs/games/", text_of(README), re.M)
    assert sorted(linked) == game_names()


def test_the_deal_text_is_one() -> None:
    (text,) = re.findall(r"^```\n(game: .*?)^```", text_of(README), re.M | re.S)
    deal = Deal.parse(text)
    assert (deal.game["cells"], deal.game.pack.describe()) == (
        3,
        "one pack of clubs and diamonds, ace to three: 6 cards",
    )


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_a_picture_with_its_command(name: str) -> None:
    shown = [command for command, _ in commands(ROOT / "docs" / "games" / f"{name}.md")]
    assert any(command.startswith(f"cadogan show {name} ") for command in shown), (
        f"docs/games/{name}.md needs a console block with 'cadogan show {name} ...'"
    )


def test_exit_statuses() -> None:
    listed = dict(re.findall(r"^\| (\d+) \| (.*) \|$", text_of(README), re.M))
    for verdict, status in STATUS.items():
        assert verdict.value in listed[str(status)]
    others = (1, BAD_INPUT, INTERRUPTED, READER_GONE)
    assert set(listed) == {str(status) for status in (*STATUS.values(), *others)}


def test_make_targets() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^\s*(?:\$ )?make (\w+)", text_of(README), re.M)
    assert {"solve", "test"} <= set(targets)
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.M), f"there is no make {target}"
