"""The tutorial ``docs/adding-a-game.md``: its code is a game that works as printed."""

from __future__ import annotations

import doctest
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from cadogan import Deal, Verdict, check, solve
from cadogan.games import game as contract
from cadogan.games import layout, state
from cadogan.games.cards import Pack
from cadogan.games.compiling import mode
from cadogan.games.game import Game
from cadogan.games.position import Position
from cadogan.solver.methods import SEARCHES
from cadogan.solver.proof import Answer

PAGE = Path(__file__).resolve().parent.parent / "docs" / "adding-a-game.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
CODE = "\n\n".join(block for block in BLOCKS if not block.startswith(">>>"))
#: Packs and options whose deals have a few hundred positions, some of them won and some lost.
SMALL = [
    (Pack(suits="CS", ranks=6), "yes"),
    (Pack(suits="CS", ranks=8), "yes"),
    (Pack(suits="DHS", ranks=4), "no"),
    (Pack(suits="DHS", ranks=6), "yes"),
    (Pack(ranks=7), "yes"),
]
DEALS = 20 if mode() == "native" else 3


@pytest.fixture(scope="module")
def black_hole(pytestconfig: pytest.Config) -> Iterator[ModuleType]:
    """Import the tutorial's code from a file.

    The file stays where it is between runs, so that the compiled rules are found again.
    """
    assert pytestconfig.cache is not None
    path = pytestconfig.cache.mkdir("docs") / "black_hole.py"
    if not path.exists() or path.read_text(encoding="utf-8") != CODE:
        path.write_text(CODE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("black_hole", path)
    assert spec is not None and spec.loader is not None
    module = sys.modules["black_hole"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    del sys.modules["black_hole"]


@pytest.fixture(params=SMALL, ids=lambda setting: f"{setting[0].size}-cards-wrap-{setting[1]}")
def small(black_hole: ModuleType, request: pytest.FixtureRequest) -> Game:
    """Give the game with a small pack."""
    pack, wrap = request.param
    game: Game = black_hole.BlackHole(pack, {"wrap": wrap})
    return game


def winnable(start: Position) -> bool:
    """Decide a small deal by the plain rules alone."""
    seen, queue = {start.key}, [start]
    while queue:
        position = queue.pop()
        if position.won:
            return True
        for move in position.moves():
            after = position.play(move)
            if after.key not in seen:
                seen.add(after.key)
                queue.append(after)
    return False


def test_all_methods_agree_with_the_plain_rules(small: Game) -> None:
    verdicts = set()
    for seed in range(DEALS):
        deal = Deal.from_seed(small, seed)
        wanted = Verdict.SOLVABLE if winnable(deal.position()) else Verdict.UNSOLVABLE
        verdicts.add(wanted)
        for method in SEARCHES:
            for reductions in (True, False):
                result = solve(deal, method, reductions=reductions)
                assert result.verdict is wanted, f"{method} with reductions={reductions}: {deal}"
                if result.moves is not None:
                    assert len(result.moves) == small.pack.size - 1
    assert len(verdicts) == 2 or mode() != "native", (
        "deals that are all won or all lost test little"
    )


def test_verdicts_have_certificates(small: Game) -> None:
    """A game gets them for nothing."""
    for seed in range(DEALS):
        certificate = solve(Deal.from_seed(small, seed), proof=True).certificate
        assert certificate is not None
        assert certificate.check().answer is Answer.ACCEPTED


@pytest.mark.native
def test_full_deals(black_hole: ModuleType) -> None:
    for seed in range(5):
        deal = Deal.from_seed(black_hole.BlackHole(), seed)
        results = [solve(deal, method, time_limit=60) for method in ("auto", "dfs", "astar")]
        assert len({result.verdict for result in results}) == 1
        for result in results:
            if result.moves is not None:
                assert check(deal, result.moves).ok


def test_positions_survive_their_text(small: Game) -> None:
    position = Deal.from_seed(small, 1).position()
    while position.moves():
        position = position.play(position.moves()[-1])
        deal = Deal(small, position.piles())
        assert Deal.parse(deal.text(), small) == deal


@pytest.mark.native
def test_examples(black_hole: ModuleType) -> None:
    text = "\n".join(block for block in BLOCKS if block.startswith(">>>"))
    case = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    said: list[str] = []
    failed, tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(case, out=said.append)
    assert tried > 0
    assert not failed, "".join(said)


def reference(first: str, last: str) -> str:
    """Give the part of the page between two sentences."""
    text = PAGE.read_text(encoding="utf-8")
    return text[text.index(first) : text.index(last)]


def test_the_state_helpers_are_as_listed() -> None:
    listed = reference("State helpers", "Places of the table")
    calls = re.findall(r"`(\w+)\(([\w, ]+)\)`", listed)
    assert len(calls) > 9
    for name, arguments in calls:
        parameters = inspect.signature(getattr(state, name)).parameters
        assert len(parameters) == len(arguments.split(",")), name
    for name in re.findall(r"`((?:push|pop|put|take)_\w+)`", listed):
        assert hasattr(state, name)


def test_parts_and_constants_are_there() -> None:
    for name in re.findall(r"^\| `(\w+)\(", reference("Parts of a layout", "State helpers"), re.M):
        assert hasattr(layout, name)
    rows = re.findall(r"^\| (`.*?) \|", reference("Places of the table", "A vacant host"), re.M)
    names = {name for row in rows for name in re.findall(r"\b[A-Z][A-Z_]+\b", row)}
    assert len(names) > 8
    for name in names:
        assert hasattr(contract, name) or hasattr(layout, name)
