"""How many positions there are at each depth: golden numbers that fix the rules of every game.

The numbers are in ``tests/data/golden_counts.json``. After a deliberate change of rules, or when a
game is registered, run this file as a program::

    .venv/bin/python tests/test_golden_counts.py [GAME ...]

It counts again for the games named (all, if none is), compares the first few depths with the
oracles, prints what has changed and writes the file. Look at what it prints: a number that changes
without a reason is a fault in the rules.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import accumulate, count
from pathlib import Path
from typing import Any

import pytest
from support import Oracle, breadth_first, small_games, walked_games

from cadogan import Deal, Verdict, depth_counts, game_names, get_game, solve
from cadogan.games.cards import Pack
from cadogan.games.compiling import mode
from cadogan.games.game import Game

FILE = Path(__file__).parent / "data" / "golden_counts.json"

#: How many positions are counted at most: full-size deals, those with other options, small deals.
MOST_FULL, MOST_OTHER, MOST_SMALL = 30_000, 3_000, 20_000
#: How many positions plain Python and the oracles count of a deal.
MOST_PLAIN, MOST_ORACLE = 400, 150

#: The Microsoft deal that cannot be won with four cells, as every solver finds.
IMPOSSIBLE, ITS_POSITIONS = "ms:11982", 83_239

Entry = dict[str, Any]


# The entries ------------------------------------------------------------------------------------


def entry_of(game: Game, dealer: str, seed: int, counts: list[int], whole: bool) -> Entry:
    """Write down the counts of a deal; ``whole`` says that nothing lies deeper."""
    pack = {"copies": game.pack.copies, "suits": game.pack.suits, "ranks": game.pack.ranks}
    return {
        "game": game.name,
        "options": game.unusual_options(),
        "pack": pack,
        "dealer": dealer,
        "seed": seed,
        "whole": whole,
        "counts": counts,
    }


def deal_of(entry: Entry) -> Deal:
    """Deal what an entry is about."""
    game = type(get_game(entry["game"]))(Pack(**entry["pack"]), entry["options"])
    return Deal.from_seed(game, entry["seed"], entry["dealer"])


def name_of_entry(entry: Entry) -> str:
    """Name an entry in test reports."""
    return repr(deal_of(entry)) + (" whole" if entry["whole"] else "")


def entries() -> list[Entry]:
    """Read the golden numbers."""
    found: list[Entry] = json.loads(FILE.read_text()) if FILE.exists() else []
    return found


def shallow(counts: list[int], most: int) -> int:
    """Give the last depth up to which there are no more positions than that, at least 1."""
    return max(1, sum(total <= most for total in accumulate(counts)) - 1)


# The tests --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_golden_counts(name: str) -> None:
    mine = [entry for entry in entries() if entry["game"] == name]
    advice = f"run: python tests/test_golden_counts.py {name}"
    full = [entry for entry in mine if deal_of(entry).game.pack == get_game(name).standard_pack]
    assert full, f"{name} has no golden counts of full-size deals; {advice}"
    whole = [entry for entry in mine if entry["whole"]]
    assert whole, f"{name} has no golden counts of whole deals; {advice}"


@pytest.mark.parametrize("entry", entries(), ids=name_of_entry)
def test_counts(entry: Entry) -> None:
    counts, whole = entry["counts"], entry["whole"]
    if mode() == "plain" and sum(counts) > MOST_PLAIN:
        counts, whole = counts[: shallow(counts, MOST_PLAIN) + 1], False
    found = depth_counts(deal_of(entry), None if whole else len(counts) - 1)
    assert found == counts


@pytest.mark.parametrize("entry", entries(), ids=name_of_entry)
def test_shallow_counts_by_the_oracle(entry: Entry) -> None:
    assert counted_by_oracle(entry) == entry["counts"][: shallow(entry["counts"], MOST_ORACLE) + 1]


def counted_by_oracle(entry: Entry) -> list[int]:
    """Count the first few depths by the oracle alone."""
    deal = deal_of(entry)
    oracle, depth = Oracle(deal.game), shallow(entry["counts"], MOST_ORACLE)
    result = breadth_first(oracle, oracle.read(deal.piles), 10**9, depth)
    assert result is not None
    return result[0]


@pytest.mark.native
def test_the_impossible_microsoft_deal() -> None:
    deal = Deal.from_seed("freecell", IMPOSSIBLE)
    counts = depth_counts(deal)
    assert sum(counts) == ITS_POSITIONS
    golden = [e for e in entries() if name_of_entry(e) == f"<deal {IMPOSSIBLE} of freecell> whole"]
    assert [entry["counts"] for entry in golden] == [counts]
    for method in ("dfs", "best-first", "astar"):
        result = solve(deal, method, reductions=False)
        assert result.verdict is Verdict.UNSOLVABLE
        assert result.statistics.stored == ITS_POSITIONS
        assert result.statistics.expanded == ITS_POSITIONS
    assert solve(deal).verdict is Verdict.UNSOLVABLE


# Counting again ---------------------------------------------------------------------------------


def planned(name: str) -> Iterator[tuple[Deal, int]]:
    """List the deals of a game that are counted, and how many positions of each at most."""
    plain = get_game(name)
    for seed in (1, 2):
        yield Deal.from_seed(plain, seed), MOST_FULL
    if name == "freecell":
        for number in (1, 617):
            yield Deal.from_seed(plain, number, "ms"), MOST_FULL
        yield Deal.from_seed(plain, IMPOSSIBLE), 10**6
    others = [g for g in walked_games(name) if g.pack == plain.pack and g != plain]
    for game in others:
        yield Deal.from_seed(game, 3), MOST_OTHER
    for game in small_games(name):
        for seed in (0, 1):
            yield Deal.from_seed(game, seed), MOST_SMALL


def counted(deal: Deal, most: int) -> Entry:
    """Count a deal's positions, depth by depth, as long as there are not too many."""
    assert deal.dealer is not None and deal.seed is not None
    counts = depth_counts(deal, 1)
    for depth in count(2):
        deeper = depth_counts(deal, depth)
        if len(deeper) <= depth:
            return entry_of(deal.game, deal.dealer, deal.seed, deeper, whole=True)
        if sum(deeper) > most and depth > 2:
            break
        counts = deeper
    return entry_of(deal.game, deal.dealer, deal.seed, counts, whole=False)


def regenerate(names: list[str]) -> None:
    """Count again for games, compare with their oracles, print changes and write the file."""
    before = {name_of_entry(entry): entry for entry in entries()}
    kept = [entry for entry in before.values() if entry["game"] not in names]
    for name in names:
        for deal, most in planned(name):
            entry = counted(deal, most)
            oracles = counted_by_oracle(entry)
            if oracles != entry["counts"][: len(oracles)]:
                raise SystemExit(f"{name_of_entry(entry)}: the oracle counts {oracles}, not so")
            old = before.get(name_of_entry(entry))
            if old is None or old["counts"] != entry["counts"]:
                print("changed:" if old else "new:", name_of_entry(entry), entry["counts"])
            kept.append(entry)
    kept.sort(key=lambda entry: entry["game"])
    FILE.write_text("[\n" + ",\n".join(json.dumps(entry) for entry in kept) + "\n]\n")


if __name__ == "__main__":
    regenerate(sys.argv[1:] or game_names())
