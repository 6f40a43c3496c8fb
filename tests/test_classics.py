"""La Belle Lucie, Fan and Black Hole: known verdicts, and what their searches know."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support import Oracle, breadth_first, small_games

from cadogan import Deal, DealError, Verdict, get_game, solve
from cadogan.games.cards import Pack, parse_face
from cadogan.games.classics.fan import Fan
from cadogan.games.classics.fans_table import (
    FAN,
    GOES_HOME,
    WIDTH,
    fan_of,
    fans_of,
    goes_home,
    tops_of,
)
from cadogan.games.compiling import rule
from cadogan.games.game import REDUCED, Game, Rules
from cadogan.games.layout import Piles
from cadogan.games.state import height, top
from cadogan.solver.proof import Answer, read

FACTS = Path(__file__).resolve().parent / "data" / "facts"
STATE_LIMIT = 5_000_000


# Verdicts of another program ----------------------------------------------------------------------


def truth() -> list[dict[str, Any]]:
    files = [FACTS / f"{name}.jsonl" for name in ("fan", "black-hole")]
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


def laid_out(entry: dict[str, Any]) -> Deal:
    """Read a deal of the files of verdicts."""
    layout = entry["layout"]
    piles: Piles = {"foundations": [0] * 4}
    if "hole" in layout:
        piles = {"hole": [parse_face(layout["hole"])]}
    for number, cards in enumerate(layout["tableau"], start=1):
        piles[f"fan {number}"] = [parse_face(card) for card in cards]
    return Deal(get_game(entry["game"]), piles)


def test_there_are_fifteen_deals_of_each() -> None:
    counts = Counter((entry["game"], entry["verdict"]) for entry in truth())
    assert counts == {
        ("fan", "solvable"): 9,
        ("fan", "unsolvable"): 6,
        ("black-hole", "solvable"): 14,
        ("black-hole", "unsolvable"): 1,
    }


@pytest.mark.native
@pytest.mark.parametrize("entry", truth(), ids=lambda entry: f"{entry['game']}-{entry['seed']}")
def test_another_program_found_the_same(entry: dict[str, Any]) -> None:
    result = solve(laid_out(entry), state_limit=STATE_LIMIT)
    assert result.verdict.value == entry["verdict"]


LOST = [entry for entry in truth() if entry["verdict"] == "unsolvable"]


@pytest.mark.parametrize("entry", LOST, ids=lambda entry: f"{entry['game']}-{entry['seed']}")
def test_every_loss_has_a_certificate(entry: dict[str, Any]) -> None:
    pytest.importorskip("ortools")
    result = solve(laid_out(entry), "cpsat")
    assert result.verdict is Verdict.UNSOLVABLE
    assert result.certificate is not None
    assert read(result.certificate.data()).check().answer is Answer.ACCEPTED


# Reductions ---------------------------------------------------------------------------------------

#: Games between small and full, and how many numbered deals of each are searched both ways.
MIDDLE: list[tuple[Game, int]] = [
    (get_game("la-belle-lucie").with_options(pack=Pack(ranks=7)), 150),
    (get_game("la-belle-lucie").with_options(pack=Pack(ranks=9), deal="even"), 100),
    (get_game("fan").with_options(pack=Pack(ranks=6)), 150),
    (get_game("fan").with_options(pack=Pack(suits="CDH", ranks=9), deal="threes"), 150),
    (get_game("fan").with_options(pack=Pack(suits="CDH", ranks=4), empty="any"), 150),
    (get_game("fan").with_options(pack=Pack(ranks=8), empty="none"), 100),
    (get_game("black-hole").with_pack(Pack(ranks=7)), 150),
]


def verdicts(game: Game, deals: int, reductions: bool) -> list[Verdict]:
    """Search deals depth first; none needs more positions than the limit."""
    found = []
    for seed in range(1, deals + 1):
        deal = Deal.from_seed(game, seed)
        result = solve(deal, "dfs", reductions=reductions, state_limit=1_000_000)
        found.append(result.verdict)
    assert Verdict.UNKNOWN not in found
    return found


@pytest.mark.native
@pytest.mark.parametrize(("game", "deals"), MIDDLE, ids=lambda value: repr(value))
def test_reductions_change_no_verdict(game: Game, deals: int) -> None:
    plain = verdicts(game, deals, False)
    assert verdicts(game, deals, True) == plain
    assert min(Counter(plain).values()) > 3 and len(set(plain)) == 2


def test_cards_that_come_back_win_nothing_more() -> None:
    """Foundations' tops may come back in many rules of these games: it would change no verdict."""
    told = Counter[Verdict]()
    for game in small_games("fan"):
        oracle = Oracle(game)
        oracle._options["back"] = True
        for seed in range(12):
            deal = Deal.from_seed(game, seed)
            found = breadth_first(oracle, oracle.read(deal.piles), 2_000)
            if found is not None:
                verdict = Verdict.UNSOLVABLE if found[1] is None else Verdict.SOLVABLE
                assert solve(deal, "dfs", reductions=False).verdict is verdict
                told[verdict] += 1
    assert min(told.values()) > 10 and len(told) == 2


# Wrong rules that the comparison above must find out ----------------------------------------------


@rule
def onto_any_host(state, table):  # type: ignore[no-untyped-def]
    """As `forced`, but the host need not be settled."""
    tops = tops_of(state, table)
    for i in range(fans_of(table)):
        card = top(state, FAN + i * WIDTH)
        if goes_home(state, card):
            return i + 1 + 256 * GOES_HOME
        if card != 0 and tops >> (card + 1) & 1:
            return i + 1 + 256 * (fan_of(state, card + 1) + 1)
    return -1


@rule
def any_king(state, table):  # type: ignore[no-untyped-def]
    """As `forced`, but a king goes to an empty fan though others need it."""
    spaces = 0
    for i in range(fans_of(table)):
        if height(state, FAN + i * WIDTH) == 0:
            spaces = i + 1
    for i in range(fans_of(table)):
        fan = FAN + i * WIDTH
        card = top(state, fan)
        if goes_home(state, card):
            return i + 1 + 256 * GOES_HOME
        if spaces > 0 and height(state, fan) > 1 and card & 15 == 7:
            return i + 1 + 256 * spaces
    return -1


@pytest.mark.native
@pytest.mark.parametrize("wrong", [onto_any_host, any_king])
def test_a_wrong_forced_move_is_found_out(wrong: Any) -> None:
    named = {**Fan.rules.named(), "forced": wrong}
    broken = type("Broken", (Fan,), {"rules": Rules(**named)})
    pack = Pack(suits="CDHS", ranks=7)
    right = verdicts(Fan(pack, {"deal": "threes"}), 60, True)
    assert verdicts(broken(pack, {"deal": "threes"}), 60, True) != right


# Forced moves, lost positions, hand-made ----------------------------------------------------------


def laid(name: str, pack: Pack, home: str, *piles: str, **options: str) -> Deal:
    """Lay fans out; those not given are empty."""
    game = get_game(name).with_options(pack=pack, **options)
    lines = [f"fan {i}: {cards}" for i, cards in enumerate(piles, start=1)]
    return Deal.parse("\n".join([f"foundations: {home}", *lines]), game)


def forced(deal: Deal) -> str | None:
    position = deal.position(REDUCED)
    move = int(deal.game.rules.forced(position.row, position.table))
    return None if move < 0 else deal.game.format_move(move)


@pytest.mark.parametrize(
    ("name", "options", "piles", "expected"),
    [
        # Home goes first, whatever else there is.
        ("fan", {}, ["4C 3C", "2C AC", "6C 5C", "AD", "3D 2D", "6D 5D 4D"], "f2 home"),
        # 4C onto 5C, which lies on its own host.
        ("fan", {}, ["AC 2C 4C", "6C 5C", "3D 3C", "AD 2D", "6D 4D", "5D"], "f1 f2"),
        # Not so when any card may fill a space: 5C might go there.
        ("fan", {"empty": "any"}, ["AC 2C 4C", "6C 5C", "3D 3C", "AD 2D", "6D 4D", "5D"], None),
        # 4C onto 5C that is alone: it may have to clear its fan for a king.
        ("fan", {}, ["AC 2C 4C", "5C", "3D", "3C", "AD 2D 6C", "6D 4D 5D"], None),
        ("la-belle-lucie", {}, ["AC 2C 4C", "5C", "3D", "3C", "AD 2D 6C", "6D 4D 5D"], "f1 f2"),
        # No king lies on cards any more: spaces are of no use.
        ("fan", {}, ["AC 2C 4C", "5C", "3D", "3C", "6C AD 2D", "6D 4D 5D"], "f1 f2"),
        # A queen onto a king at the bottom, though another king lies on cards.
        ("fan", {}, ["AC 2C 5C", "6C", "3D", "3C", "AD 2D 6D", "4C 4D 5D"], "f1 f2"),
        # One space and one king on cards; one space and two; none takes a space.
        ("fan", {}, ["AC 2C 6C", "", "3D 3C", "AD 2D 5C", "6D 4D 5D", "4C"], "f1 f2"),
        ("fan", {}, ["AC 2C 6C", "", "3D 3C", "AD 2D 5C", "4D 6D 5D", "4C"], None),
        ("fan", {"empty": "none"}, ["AC 6C", "", "3D 3C", "AD 2D 5C", "6D 4D 5D", "4C 2C"], None),
    ],
)
def test_forced_moves(
    name: str, options: dict[str, str], piles: list[str], expected: str | None
) -> None:
    deal = laid(name, Pack(suits="CDS", ranks=6), "- - 6S", *piles, **options)
    assert forced(deal) == expected


@pytest.mark.parametrize(
    ("piles", "options", "dead"),
    [
        # A king on its ace: lost unless it finds a space.
        (["AC 6C", "2C 3C 4C", "5C", ""], {"empty": "none"}, True),
        (["AC 6C", "2C 3C 4C", "5C", ""], {}, False),
        # 2C waits for 3C, which lies under cards that wait for AC.
        (["AC 2C", "3C 6C 5C 4C", "", ""], {}, True),
        (["AC 2C", "3C 6C 5C 4C", "", ""], {"empty": "any"}, False),
        (["AC 2C", "6C 5C 4C 3C", "", ""], {"empty": "none"}, False),
    ],
)
def test_lost_positions(piles: list[str], options: dict[str, str], dead: bool) -> None:
    deal = laid("fan", Pack(suits="CS", ranks=6), "- 6S", *piles, **options)
    assert deal.position().dead is dead
    verdict = Verdict.UNSOLVABLE if dead else Verdict.SOLVABLE
    assert solve(deal, "dfs", reductions=False).verdict is verdict


@pytest.mark.parametrize(
    ("hole", "fans", "dead"),
    [
        # Both twos need a card before them, and only the hole's top is left for that.
        ("AS 5C AC 5S 4C 3C 4S 3S", ["2C 2S"], True),
        # So do two twos and a four: there are the hole's top and a three.
        ("AS 5C AC 5S 4C 3C", ["2C 2S 3S", "4S"], True),
        ("AS 5C AC 5S", ["4S 3S 4C", "3C 2S 2C"], True),
        ("AS 5C AC", ["4S 3S 4C", "3C 2S 2C", "5S"], False),
    ],
)
def test_ranks_with_too_few_neighbours(hole: str, fans: list[str], dead: bool) -> None:
    lines = [f"fan {i}: {cards}" for i, cards in enumerate(fans, start=1)]
    game = get_game("black-hole").with_pack(Pack(suits="CS", ranks=5))
    deal = Deal.parse("\n".join([f"hole: {hole}", *lines]), game)
    assert deal.position().dead is dead
    if dead:
        assert solve(deal, "dfs", reductions=False).verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize(
    ("hole", "message"),
    [
        ("", "hole: an ace lies there from the start"),
        ("2S AS", "hole: an ace lies there from the start"),
        ("AS 3S", "hole: 3S cannot lie on AS"),
    ],
)
def test_holes_that_cannot_be(hole: str, message: str) -> None:
    game = get_game("black-hole").with_pack(Pack(suits="S", ranks=6))
    rest = [card for card in "AS 2S 3S 4S 5S 6S".split() if card not in hole]
    fans = f"fan 1: {' '.join(rest[:3])}\nfan 2: {' '.join(rest[3:])}"
    with pytest.raises(DealError, match=message):
        Deal.parse(f"hole: {hole}\n{fans}", game)


@pytest.mark.parametrize(
    ("name", "deal", "sizes"),
    [
        ("la-belle-lucie", "threes", [3] * 17 + [1]),
        ("fan", "even", [3] * 16 + [2] * 2),
        ("fan", "threes", [3] * 17 + [1]),
    ],
)
def test_fans_that_are_dealt(name: str, deal: str, sizes: list[int]) -> None:
    dealt = Deal.from_seed(get_game(name).with_options(deal=deal), 1)
    found = [len(cards) for pile, cards in dealt.piles.items() if pile != "foundations"]  # type: ignore[arg-type]
    assert found == sizes
