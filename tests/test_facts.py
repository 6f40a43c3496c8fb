"""Verdicts on FreeCell deals that other programs have settled; see data/facts/README.md."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any

import pytest

from cadogan import Deal, Verdict, get_game, solve
from cadogan.games.cards import parse_face
from cadogan.games.layout import Piles

FOLDER = Path(__file__).resolve().parent / "data" / "facts"
STATE_LIMIT = 5_000_000
SAMPLED = 40

pytestmark = pytest.mark.native


def truth() -> list[dict[str, Any]]:
    """The deals with a verdict in all files."""
    lines = [
        line
        for file in sorted(FOLDER.glob("free-cell*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    return [entry for entry in map(json.loads, lines) if entry["verdict"] != "unknown"]


def fewest_cells() -> dict[int, int]:
    """The fewest cells for each Microsoft deal; 5 is more than four."""
    with (FOLDER / "ms_min_freecells.csv").open(encoding="ascii") as lines:
        return {int(row["ms_deal"]): int(row["min_freecells"]) for row in csv.DictReader(lines)}


def impossible() -> list[int]:
    """The Microsoft deals that four cells do not win."""
    lines = (FOLDER / "freecell_impossible_ms.csv").read_text(encoding="ascii").split()
    return [int(line) for line in lines[1:]]


def sampled() -> list[tuple[int, int]]:
    """Deals with their fewest cells, as many of each number from 0 to 4, and the one of 5."""
    known = fewest_cells()
    rng = random.Random(1)
    found = []
    for fewest in range(6):
        deals = [deal for deal, cells in known.items() if cells == fewest]
        found += [(deal, fewest) for deal in rng.sample(deals, min(SAMPLED // 5, len(deals)))]
    return found


def claims() -> list[tuple[int, int, Verdict]]:
    """What the sampled deals must come to at their fewest cells and at one fewer."""
    found = []
    for deal, fewest in sampled():
        if fewest <= 4:
            found.append((deal, fewest, Verdict.SOLVABLE))
        if fewest >= 1:
            found.append((deal, fewest - 1, Verdict.UNSOLVABLE))
    return found


def laid_out(entry: dict[str, Any]) -> Deal:
    """Read a deal of the files of verdicts."""
    layout = entry["layout"]
    cells = layout.get("cell_count", 0)
    assert not layout.get("cells") and not layout["foundations"]
    game = get_game("freecell").with_options(cells=cells)
    piles: Piles = {"foundations": [0] * 4, "cells": [0] * cells}
    for number, cards in enumerate(layout["tableau"], start=1):
        piles[f"column {number}"] = [parse_face(card) for card in cards]
    return Deal(game, piles)


def verdict(deal: Deal) -> Verdict:
    """Solve a deal; wins are replayed and exhaustion is complete, as `solve` promises."""
    return solve(deal, state_limit=STATE_LIMIT).verdict


@pytest.mark.parametrize("entry", truth(), ids=lambda entry: f"{entry['game']}-{entry['seed']}")
def test_searched_deals(entry: dict[str, Any]) -> None:
    assert verdict(laid_out(entry)).value == entry["verdict"]


def test_nearly_all_searched_deals_have_a_verdict() -> None:
    assert len(truth()) == 44


@pytest.mark.parametrize("deal, cells, expected", claims())
def test_fewest_cells(deal: int, cells: int, expected: Verdict) -> None:
    game = get_game("freecell").with_options(cells=cells)
    assert verdict(Deal.from_seed(game, deal, "ms")) is expected


@pytest.mark.parametrize("number", impossible())
def test_impossible_deals(number: int) -> None:
    assert verdict(Deal.from_seed("freecell", number, "ms")) is Verdict.UNSOLVABLE


def test_the_eight_impossible_deals_of_the_first_million() -> None:
    assert len(impossible()) == 8
    assert 11982 in impossible()


@pytest.mark.parametrize("number", [1941, 98714])
@pytest.mark.parametrize("reductions", [True, False])
def test_deals_that_are_lost_when_every_card_goes_home_at_once(
    number: int, reductions: bool
) -> None:
    deal = Deal.from_seed("freecell", number, "ms")
    result = solve(deal, reductions=reductions, state_limit=STATE_LIMIT)
    assert result.verdict is Verdict.SOLVABLE


#: Positions of lost deals without reductions, as fc-solve counts them too.
EXHAUSTIVE = {
    11982: 83_239,
    146692: 19_418,
    186216: 22_970,
    455889: 13_966,
    495505: 30_609,
    512118: 46_460,
    517776: 94_943,
    781948: 7_736,
}


@pytest.mark.parametrize("number, states", EXHAUSTIVE.items())
def test_exhaustive_counts(number: int, states: int) -> None:
    result = solve(Deal.from_seed("freecell", number, "ms"), "dfs", reductions=False)
    assert result.verdict is Verdict.UNSOLVABLE
    assert result.statistics.stored == states
