"""Native, checked and plain code: what is kept on disk, what is noticed, and a game of one's own.

Each case runs in processes of its own with a cache folder of its own.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from support import run_python

from cadogan import Deal, Verdict, check, depth_counts, game_names, solve
from cadogan.games.cards import Pack
from cadogan.games.game import DISTINCT, Game
from cadogan.solver.methods import SEARCHES

TOY_FILE = Path(__file__).parent / "data" / "toy_game.py"

native = pytest.mark.native

# A change of what a rule calls -------------------------------------------------------------------

SOURCES = {
    "caller.py": """
from callee import scaled
from cadogan.games.compiling import rule
@rule
def value(state, table):
    return scaled(state[0])
""",
    "callee.py": """
from constants import DIGITS, FACTOR, OFFSET
from deeper import extra
from cadogan.games.compiling import helper, int64
BASE = 1000
@helper
def scaled(number, offset=OFFSET):
    return BASE + FACTOR * int64(number) + extra(number) + int64(DIGITS[1000]) + offset
""",
    "deeper.py": """
from cadogan.games.compiling import helper
@helper
def extra(number):
    return 20
""",
    "constants.py": """
import numpy as np
FACTOR = 3
OFFSET = 0
DIGITS = np.zeros(2000, np.int64)
DIGITS[1000] = 50000
""",
}

CALL = """
import json, sys
import numpy as np
from caller import value
from cadogan.games.compiling import build
from support import native_call
state, table = np.array([7], np.uint8), np.zeros(8, np.uint8)
found = native_call(value)(state.ctypes.data, table.ctypes.data)
print(json.dumps([found, build(value).cache_hits]))
"""


class Project:
    """A folder of modules, and the code that is kept for them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        for name, text in SOURCES.items():
            (folder / name).write_text(text)

    def call(self) -> tuple[int, int]:
        """Call the rule in a new process; give its value and how often the cache was hit."""
        printed = run_python(
            f"import sys; sys.path.insert(0, {str(self.folder)!r})\n{CALL}",
            CADOGAN_CACHE_DIR=str(self.cache),
            PYTHONDONTWRITEBYTECODE="1",
        )
        value, hits = json.loads(printed)
        return value, hits

    def kept(self) -> dict[str, tuple[int, int]]:
        """List the kept files with their size and time."""
        return kept_files(self.cache)


def kept_files(folder: Path) -> dict[str, tuple[int, int]]:
    """List the files below a folder with their size and time."""
    return {
        str(file.relative_to(folder)): (file.stat().st_size, file.stat().st_mtime_ns)
        for file in folder.rglob("*")
        if file.is_file()
    }


@native
def test_code_is_kept_and_found_again(tmp_path: Path) -> None:
    project = Project(tmp_path)
    assert project.call() == (51041, 0)
    before = project.kept()
    assert len(before) == 1
    assert project.call() == (51041, 1)
    assert project.kept() == before


@native
@pytest.mark.parametrize(
    ("file", "old", "new", "value"),
    [
        ("callee.py", "BASE = 1000", "BASE = 2000", 52041),
        ("callee.py", "return BASE", "return 5 + BASE", 51046),
        ("deeper.py", "return 20", "return 21", 51042),
        ("constants.py", "FACTOR = 3", "FACTOR = 4", 51048),
        ("constants.py", "OFFSET = 0", "OFFSET = 1", 51042),
        ("constants.py", "= 50000", "= 60000", 61041),
    ],
    ids=["own constant", "callee", "callee's callee", "number", "default", "array"],
)
def test_a_change_in_another_file_is_seen(
    tmp_path: Path, file: str, old: str, new: str, value: int
) -> None:
    project = Project(tmp_path)
    assert project.call() == (51041, 0)
    text = (tmp_path / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new))
    assert project.call() == (value, 0)
    assert project.call() == (value, 1)


# Overruns ----------------------------------------------------------------------------------------

OVERRUN = """
import json
import numpy as np
from cadogan.games.compiling import build, mode, rule
from support import native_call
@rule
def moves(state, table, out):
    out[8] = 1
    return 1
memory = np.zeros(64, np.int64)
state, table, out = np.zeros(8, np.uint8), np.zeros(8, np.uint8), memory[:8]
try:
    if mode() == "native":
        n = native_call(moves)(state.ctypes.data, table.ctypes.data, out.ctypes.data)
    else:
        n = build(moves)(state, table, out)
except IndexError:
    n = "IndexError"
print(json.dumps([mode(), n]))
"""


@native
def test_overruns_fail_in_checked_and_plain_code_whatever_is_kept(tmp_path: Path) -> None:
    module = tmp_path / "overrun.py"
    module.write_text(OVERRUN)
    cache = tmp_path / "cache"
    found = {}
    for variable in ("", "NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT", ""):
        printed = run_python(
            f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import overrun",
            CADOGAN_CACHE_DIR=str(cache),
            **({variable: "1"} if variable else {}),
        )
        how, value = json.loads(printed)
        found[how] = value
        kept = kept_files(cache)
        assert len(kept) == 1, "only native code is kept"
    assert found == {"native": 1, "checked": "IndexError", "plain": "IndexError"}


@native
def test_a_bounds_checking_run_of_a_search_leaves_nothing_behind(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    for variable in ("NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT"):
        printed = run_toy("dfs", CADOGAN_CACHE_DIR=str(cache), **{variable: "1"})
        assert printed["verdict"] == "solvable"
        assert not cache.exists()


# Where nothing can be kept -----------------------------------------------------------------------


@native
def test_a_folder_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("here first")
    printed = run_toy("dfs", "best-first", CADOGAN_CACHE_DIR=str(blocked))
    assert printed["verdict"] == "solvable"
    assert [kind for kind, _ in printed["warnings"]] == ["RuntimeWarning"], printed["warnings"]
    assert "compiled code is not kept" in printed["warnings"][0][1]
    assert str(blocked) in printed["warnings"][0][1]
    assert blocked.read_text() == "here first"


@native
def test_the_second_process_compiles_nothing(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    first = run_toy(*SEARCHES, CADOGAN_CACHE_DIR=str(cache))
    before = kept_files(cache)
    assert before
    assert run_toy(*SEARCHES, CADOGAN_CACHE_DIR=str(cache)) == first
    assert kept_files(cache) == before


RUN_TOY = """
import json, sys, warnings
from support import record, solve
from test_build_modes import toy_deal
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    results = [solve(toy_deal(), method) for method in sys.argv[1:]]
told = [[warning.category.__name__, str(warning.message)] for warning in caught]
print(json.dumps({"verdict": results[0].verdict.value, "moves": results[0].moves,
    "warnings": told, "records": [record(result) for result in results]}))
"""


def run_toy(*methods: str, **environment: str) -> dict[str, Any]:
    """Solve a deal of the toy game in a new process."""
    found: dict[str, Any] = json.loads(run_python(RUN_TOY, *methods, **environment))
    return found


# A game of one's own -----------------------------------------------------------------------------


def toy_module() -> Any:
    """Import the toy game's file, as a researcher's script would import its neighbour."""
    if "toy_game" not in sys.modules:
        spec = importlib.util.spec_from_file_location("toy_game", TOY_FILE)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules["toy_game"] = module
        spec.loader.exec_module(module)
    return sys.modules["toy_game"]


def toy(ranks: int = 4) -> Game:
    game: Game = toy_module().Toy(Pack(1, "CD", ranks))
    return game


def toy_deal(seed: int = 2) -> Deal:
    return Deal.from_seed(toy(), seed)


def plain_length(deal: Deal) -> int | None:
    """Find the length of a shortest win by the plain rules alone."""
    level, seen, length = [deal.position(DISTINCT)], set(), 0
    while level:
        if any(position.won for position in level):
            return length
        after = {p.key: p for position in level for p in map(position.play, position.moves())}
        level = [position for key, position in after.items() if key not in seen]
        seen |= after.keys()
        length += 1
    return None


@pytest.mark.parametrize("method", SEARCHES)
def test_a_game_that_is_registered_nowhere_is_solved(method: str) -> None:
    assert "toy" not in game_names()
    verdicts = set()
    for seed in range(12):
        deal = Deal.from_seed(toy(5), seed)
        length = plain_length(deal)
        result = solve(deal, method)
        verdicts.add(result.verdict)
        assert result.verdict is (Verdict.UNSOLVABLE if length is None else Verdict.SOLVABLE)
        if result.moves is not None:
            assert check(deal, result.moves).ok
            assert len(result.moves) == length or not result.optimal
    assert verdicts == {Verdict.SOLVABLE, Verdict.UNSOLVABLE}


def test_the_rest_works_for_it_too() -> None:
    deal = toy_deal()
    assert depth_counts(deal, 1) == [
        1,
        len({deal.position().play(move).key for move in deal.position().moves()}),
    ]
    again = Deal.parse(deal.text(), toy())
    assert again == deal
    assert "home" in deal.draw()
    assert solve(deal, shortest=True).optimal
