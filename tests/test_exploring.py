"""The checker's own exploration: nothing merged that differs, nothing left out, no lemma that lies.

It is compared with a breadth-first walk by the plain rules and by :attr:`Position.key`, which
shares no code with it, and with what the oracles say of small deals.
"""

from __future__ import annotations

import ast
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import Oracle, breadth_first, random_steps, run_python, sized, small_games

from cadogan import Deal, game_names, get_game
from cadogan.games.cards import Pack
from cadogan.games.game import Game
from cadogan.games.parts import Stack
from cadogan.games.position import Position
from cadogan.solver.proof import kernels
from cadogan.solver.proof.certificate import Bounds
from cadogan.solver.proof.exact_keys import KeyPlan
from cadogan.solver.proof.exploring import Exploration, explore
from cadogan.solver.proof.lemmas import LEMMAS, lemma_for
from cadogan.solver.result import Limit

PROOF = Path(__file__).resolve().parent.parent / "src" / "cadogan" / "solver" / "proof"
every_game = pytest.mark.parametrize("name", game_names())


def walked(deal: Deal) -> tuple[dict[bytes, Position], int, int, bool]:
    """Walk a deal by the plain rules: positions by key, moves, greatest distance, won or not."""
    start = deal.position()
    seen, level, moves, distance, won = {start.key: start}, [start], 0, 0, start.won
    while level:
        following = []
        for position in level:
            for move in position.moves():
                after = position.play(move)
                moves += 1
                won = won or after.won
                if after.key not in seen:
                    seen[after.key] = after
                    following.append(after)
        distance += bool(following)
        level = following
    return seen, moves, distance, won


def always_alike(game: Game) -> bool:
    """Say whether stacks are alike always or never, so that both ways of counting must agree."""
    return not any(isinstance(p, Stack) and callable(p.alike) for p in game.layout.parts)


# Everything is found, and told apart ------------------------------------------------------------


def small_closed(name: str, most: int, wanted: int) -> list[tuple[Deal, Any]]:
    """Choose deals without a win and with few positions, of all settings in turn."""
    found = []
    for seed in range(60):
        for game in small_games(name):
            deal = Deal.from_seed(game, seed)
            explored = explore(deal, bounds=Bounds(state_limit=most))
            if explored.closed and explored.positions > 1:
                found.append((deal, explored))
        if len(found) >= wanted:
            break
    return found[:wanted]


@every_game
def test_positions_are_those_of_a_plain_walk(name: str) -> None:
    chosen = small_closed(name, 150, sized(8))
    assert chosen, f"no small deal of {name} without a win was compared"
    for deal, explored in chosen:
        seen, moves, distance, won = walked(deal)
        assert not won and not explored.won and explored.limit is None
        if always_alike(deal.game):
            told = (explored.positions, explored.moves, explored.distance)
            assert told == (len(seen), moves, distance), deal
        else:
            assert explored.positions >= len(seen), deal


@every_game
def test_wins_are_those_that_the_oracle_finds(name: str) -> None:
    verdicts = {True: 0, False: 0}
    for seed in range(sized(12, 6)):
        for game in small_games(name):
            deal, oracle = Deal.from_seed(game, seed), Oracle(game)
            judged = breadth_first(oracle, oracle.read(deal.piles), 200)
            if judged is not None:
                winnable, explored = judged[1] is not None, explore(deal)
                assert (explored.won, explored.closed) == (winnable, not winnable), deal
                verdicts[winnable] += 1
    assert verdicts[False], f"no small deal of {name} was lost"


def key_of(game: Game, row: Any) -> bytes:
    """Give the checker's key of a row, by the plain functions."""
    plan = KeyPlan.of(game)
    record, key = np.zeros(plan.width, np.uint8), np.zeros(plan.width, np.uint8)
    order = np.zeros(plan.stacks, np.int64)
    assert kernels.write_record(row, record, plan.width, plan.plan, plan.parts) == 0
    again = np.zeros(len(row), np.uint8)
    kernels.rebuild(record, again, len(row), plan.plan, plan.parts)
    table = game.table()
    assert game.layout.read(again, [], game.pack, game.counts()) == game.layout.read(
        row, [], game.pack, game.counts()
    ), table
    kernels.write_key(record, key, plan.width, plan.plan, plan.parts, plan.sights, order)
    return key.tobytes()


@every_game
def test_keys_tell_apart_what_position_keys_tell_apart(name: str) -> None:
    """Two ways to the same content give one key, and equal keys mean equal content."""
    for game in (get_game(name), *small_games(name)[:2]):
        rng = random.Random(name)
        by_key: dict[bytes, bytes] = {}
        by_content: dict[bytes, bytes] = {}
        for _ in range(sized(6)):
            deal = Deal.from_seed(game, 1)  # one deal, so that walks meet
            for step in random_steps(deal.position(), rng, 40):
                content, key = step.position.key, key_of(game, step.position.row)
                assert by_key.setdefault(key, content) == content
                if always_alike(game):
                    assert by_content.setdefault(content, key) == key


def test_alike_piles_and_cells_are_one_position() -> None:
    game = get_game("freecell").with_options(columns=4, cells=2)
    game = game.with_pack(Pack(suits="CD", ranks=3))
    text = "foundations: - -\ncells: {}\ncolumn 1: {}\ncolumn 2: {}\ncolumn 3: {}\n"
    rows = [
        game.pack_position(Deal.parse(text.format(*piles), game).piles)[0]
        for piles in (
            ("3C -", "AC 2C", "AD 2D", "3D"),
            ("- 3C", "3D", "AC 2C", "AD 2D"),
            ("3C -", "AC 2C", "AD", "3D 2D"),
            ("3D -", "AC 2C", "AD 2D", "3C"),
        )
    ]
    first, same, other, third = (key_of(game, row) for row in rows)
    assert first == same
    assert len({first, other, third}) == 3


def test_equal_mixes_are_not_equal_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were all keys to collide in the table, whole keys would still be compared."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    games = [game.with_options(columns=4) for game in small_games("freecell")[:1]]
    deals = (Deal.from_seed(games[0], seed) for seed in range(100))
    deal, usual = next(
        (deal, found)
        for deal, found in ((deal, explore(deal)) for deal in deals)
        if found.closed and 10 < found.positions < 100
    )
    monkeypatch.setattr(kernels, "mix_key", lambda words, count: 5)
    colliding = explore(deal)
    assert (colliding.positions, colliding.moves) == (usual.positions, usual.moves)
    assert colliding.positions > 10
    assert colliding.digest != usual.digest


def test_compiled_and_plain_explorations_agree() -> None:
    code = (
        "from cadogan.solver.proof.exploring import explore\n"
        "for name in ('freecell', 'mill', 'louis', 'wheel', 'napoleons-square'):\n"
        "    from cadogan import Deal; from support import small_games\n"
        "    from cadogan.solver.proof.lemmas import NO_LEMMA, lemma_for\n"
        "    from cadogan.solver.proof.certificate import Bounds\n"
        "    for lemma in (NO_LEMMA, lemma_for(name)):\n"
        "        for seed in range(3):\n"
        "            deal = Deal.from_seed(small_games(name)[0], seed)\n"
        "            print(explore(deal, lemma or NO_LEMMA, Bounds(state_limit=200)))\n"
    )
    plain = run_python(code, NUMBA_DISABLE_JIT="1")
    assert plain == run_python(code)
    assert plain.count("closed=True") > 3


@pytest.mark.native
def test_growing_loses_nothing() -> None:
    deal = Deal.from_seed("freecell", "ms:11982")
    explored = explore(deal)
    assert (explored.closed, explored.positions) == (True, 83_239)
    assert explored.moves == 317_030


def test_limits_end_an_exploration_without_an_answer() -> None:
    deal = Deal.from_seed("napoleons-square", 1)
    for bounds, limit in (
        (Bounds(state_limit=100), Limit.STATES),
        (Bounds(memory_limit=200_000), Limit.MEMORY),
        (Bounds(time_limit=1e-9), Limit.TIME),
        (Bounds(watch=lambda positions: Limit.INTERRUPTED), Limit.INTERRUPTED),
    ):
        explored = explore(deal, bounds=bounds)
        assert (explored.closed, explored.won, explored.limit) == (False, False, limit)


def test_a_won_start_is_a_win() -> None:
    deal = Deal.parse("game: freecell\npack: suits=C ranks=2\nfoundations: 2C\n")
    assert explore(deal).won
    assert not explore(deal).closed


def test_a_rule_that_breaks_its_contract_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    deal = Deal.from_seed(small_games("freecell")[0], 1)
    exploration = Exploration(deal, lemma_for("freecell") or _no_lemma(), Bounds())
    exploration.rules[0] = lambda state, table, out: -1
    with pytest.raises(RuntimeError, match="a rule of freecell broke the contract"):
        exploration.until(Bounds())


def _no_lemma() -> Any:
    from cadogan.solver.proof.lemmas import NO_LEMMA

    return NO_LEMMA


# Lemmas -----------------------------------------------------------------------------------------


def lost_positions(seen: dict[bytes, Position]) -> dict[bytes, bool]:
    """Say of every position of a complete walk whether no win can be reached from it."""
    before: dict[bytes, list[bytes]] = {key: [] for key in seen}
    winning = [key for key, position in seen.items() if position.won]
    for key, position in seen.items():
        for move in position.moves():
            before[position.play(move).key].append(key)
    can_win = set(winning)
    while winning:
        for key in before[winning.pop()]:
            if key not in can_win:
                can_win.add(key)
                winning.append(key)
    return {key: key not in can_win for key in seen}


@pytest.mark.parametrize("name", LEMMAS)
def test_lemmas_prove_only_what_is_lost(name: str) -> None:
    lemma = lemma_for(name)
    assert lemma is not None
    proved = lost = won = 0
    deals = (Deal.from_seed(game, seed) for seed in range(400) for game in small_games(name))
    for deal in deals:
        if explore(deal, bounds=Bounds(state_limit=300)).limit is not None:
            continue
        seen = walked(deal)[0]
        for key, is_lost in lost_positions(seen).items():
            position = seen[key]
            says = int(lemma.lost(position.row, position.table))
            assert says == 0 or is_lost, f"{lemma.name}\n{position.draw()}"
            proved, lost, won = proved + says, lost + is_lost, won + (not is_lost)
        if lost + won > sized(3_000) and won > sized(300):
            break
    assert proved > lost / 20, f"{lemma.name} proves only {proved} of {lost} lost positions"
    assert won > sized(300), "there must be positions of which the lemma could say too much"


@pytest.mark.parametrize("name", LEMMAS)
def test_lemmas_prove_about_what_the_search_proves(name: str) -> None:
    """On full-size positions, where truth is out of reach; the two are written apart."""
    lemma = lemma_for(name)
    assert lemma is not None
    rng, agree, differ = random.Random(name), 0, 0
    for seed in range(sized(60)):
        for step in random_steps(Deal.from_seed(name, seed).position(), rng, 60):
            says = lemma.lost(step.position.row, step.position.table) != 0
            agree, differ = agree + (says == step.position.dead), differ + (
                says != step.position.dead
            )
    assert differ <= agree / 100


# What the checker leans on ----------------------------------------------------------------------


def modules() -> list[Path]:
    return sorted(PROOF.rglob("*.py"))


def imports(path: Path) -> list[tuple[str, str]]:
    """List (module, name) of all imports, wherever they stand."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0 and node.module is not None, "imports are absolute"
            found += [(node.module, alias.name) for alias in node.names]
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.stem)
def test_the_checker_imports_no_search_and_no_reduction(path: Path) -> None:
    for module, name in imports(path):
        whole = f"{module}.{name}"
        for foreign in ("cadogan.solver.search", "cadogan.solver.cpsat", "cadogan.solver.solving"):
            assert not whole.startswith(foreign), f"{path.name} imports {whole}"
        assert name not in ("REDUCED", "dead", "forced"), f"{path.name} imports {whole}"
        if module.startswith(("cadogan.games.cadogan", "cadogan.games.classics")):
            assert name.isupper(), f"{path.name}: of a game only its table is used, not {name}"


def test_checking_loads_no_search() -> None:
    code = (
        "import sys; import cadogan.solver.proof.kinds as kinds\n"
        "for kind in kinds.KINDS: kinds.kind_class(kind)\n"
        "import cadogan.solver.proof.exploring\n"
        "print([m for m in sys.modules if 'solver.search' in m or 'solver.cpsat' in m])\n"
    )
    assert run_python(code).strip() == "[]"
