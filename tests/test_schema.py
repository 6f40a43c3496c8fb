"""The one JSON object: every result can be written and read back, and nothing else is accepted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from variants import all_variants

import cadogan
from cadogan import Deal, DealError, PatienceError, UnknownGameError, Verdict, get_game
from cadogan.games.cards import Pack
from cadogan.games.game import Game
from cadogan.solver.result import Limit, Result, Statistics
from cadogan.solver.schema import FIELDS, error_record, read_record, record
from cadogan.solver.solution import Solution

DEAL = Deal.parse("game: freecell\npack: suits=CD ranks=2\ncolumn 1: 2C AC 2D AD\n")
WIN = ("1h", "1a", "1h", "1h", "ah")
WON = Result(
    DEAL, Verdict.SOLVABLE, "astar", moves=WIN, optimal=True, statistics=Statistics(9, 8, 7, 0.5)
)


def written(result: Result, **changes: Any) -> str:
    """Write a result with some fields changed; ``...`` leaves a field out."""
    fields = {**record(result), **changes}
    return json.dumps({name: value for name, value in fields.items() if value is not ...})


def read_back(result: Result) -> Solution:
    """Write a result, read it, and compare what a record tells."""
    fields = record(result)
    assert list(fields) == list(FIELDS)
    line = json.dumps(fields)
    assert "\n" not in line
    solution = read_record(line)
    assert solution.deal == result.deal
    assert (solution.deal.dealer, solution.deal.seed) == (result.deal.dealer, result.deal.seed)
    assert solution.verdict is result.verdict
    assert solution.moves == (result.moves or ())
    assert solution.shortest == (len(solution.moves) if result.optimal else None)
    return solution


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_round_trip_of_every_game(game: Game) -> None:
    seeded = Deal.from_seed(game, 2**64 - 1)
    moves = tuple(seeded.position().notations()[:1])
    read_back(Result(seeded, Verdict.SOLVABLE, "astar", moves=moves, optimal=True))
    told = Deal(game, seeded.piles)
    read_back(Result(told, Verdict.UNSOLVABLE, "layered", exhaustive=True, reductions=True))


@pytest.mark.parametrize("seeded", [True, False])
def test_round_trip_of_every_result(seeded: bool) -> None:
    deal = Deal.from_seed("two-rings", 7)
    deal = deal if seeded else Deal(deal.game, deal.piles)
    moves = tuple(deal.position().notations()[:1])
    for result in (
        Result(deal, Verdict.SOLVABLE, "dfs", moves=moves),
        Result(deal, Verdict.SOLVABLE, "astar", moves=moves, optimal=True),
        Result(deal, Verdict.UNSOLVABLE, "layered", exhaustive=True),
        Result(deal, Verdict.UNSOLVABLE, "layered", exhaustive=True, reductions=True),
        *(Result(deal, Verdict.UNKNOWN, "dfs", limit=limit) for limit in Limit),
    ):
        assert read_record(json.dumps(record(result)).encode()) == read_back(result)


def test_values() -> None:
    assert (
        record(WON)
        == WON.to_json()
        == {
            "game": "freecell",
            "options": {"cells": 4, "columns": 8},
            "pack": "copies=1 suits=CD ranks=2",
            "dealer": None,
            "seed": None,
            "deal": DEAL.text(),
            "verdict": "solvable",
            "limit": None,
            "method": "astar",
            "optimal": True,
            "moves": list(WIN),
            "certificate": None,
            "claimed": False,
            "error": None,
            "generated": 9,
            "expanded": 8,
            "stored": 7,
            "seconds": 0.5,
            "version": cadogan.__version__,
            "rules_version": 1,
        }
    )
    seeded = record(Result(Deal.from_seed("two-rings", 5), Verdict.UNKNOWN, "x", limit=Limit.TIME))
    assert (seeded["dealer"], seeded["seed"], seeded["deal"]) == ("cadogan", 5, None)
    assert (seeded["limit"], seeded["moves"], seeded["optimal"]) == ("time", None, False)
    assert seeded["options"] == {"redeals": 1, "refill": "talon-first", "bracelet": 8}


def test_a_verdict_that_is_only_claimed_says_so() -> None:
    deal = Deal.from_seed("freecell", "ms:1")
    claimed = Result(deal, Verdict.UNSOLVABLE, "cpsat", claimed=True)
    searched = Result(deal, Verdict.UNSOLVABLE, "dfs", exhaustive=True)
    assert (record(claimed)["claimed"], record(searched)["claimed"]) == (True, False)
    assert read_record(json.dumps(record(claimed))).verdict is Verdict.UNSOLVABLE


def test_error_records() -> None:
    game = get_game("freecell").with_options(cells=2)
    fields = error_record(game, "out of luck", dealer="ms", seed=4, method="dfs")
    assert list(fields) == list(FIELDS)
    assert (fields["verdict"], fields["error"]) == (None, "out of luck")
    assert (fields["dealer"], fields["seed"], fields["deal"]) == ("ms", 4, None)
    assert fields["options"] == {"cells": 2, "columns": 8}
    assert (fields["pack"], fields["method"]) == ("copies=1 suits=CDHS ranks=13", "dfs")
    unknown = error_record("frecell", "no such game", deal="game: frecell")
    assert list(unknown) == list(FIELDS)
    assert (unknown["game"], unknown["pack"], unknown["rules_version"]) == ("frecell", None, None)
    for record_ in (fields, unknown):
        with pytest.raises(DealError, match=r"no verdict but an error: (out of luck|no such game)"):
            read_record(json.dumps(record_))


def test_options_and_pack_are_judged_together() -> None:
    """Some options suit small packs only, and some packs suit few options."""
    small = get_game("wheel").with_options(pack=Pack(1, "CD", 13), packets=4)
    few = get_game("mill").with_options(pack=Pack(1, "CD", 4), kings=1)
    for game in (small, few):
        result = Result(Deal.from_seed(game, 1), Verdict.UNKNOWN, "x", limit=Limit.TIME)
        assert read_record(written(result)).deal == result.deal
        with pytest.raises(DealError, match=r"field 'pack': .* (too many|too small)"):
            options = {**game.chosen, **({"kings": 4} if game is few else {})}
            pack = "copies=2 suits=CDHS ranks=13" if game is small else "copies=1 suits=CD ranks=4"
            read_record(written(result, options=options, pack=pack))


def test_later_fields_are_passed_over() -> None:
    assert read_record(written(WON, weather="fine")) == read_record(written(WON))


@pytest.mark.parametrize("field", list(FIELDS))
def test_missing_fields(field: str) -> None:
    with pytest.raises(DealError, match=rf"the record lacks these fields: {field}$"):
        read_record(written(WON, **{field: ...}))


@pytest.mark.parametrize("field", list(FIELDS))
@pytest.mark.parametrize("value", [{"a": []}, [[]], -1.5, True])
def test_wrong_types(field: str, value: Any) -> None:
    accepted = {"optimal": bool, "seconds": float}
    if isinstance(value, accepted.get(field, ())):
        read_record(written(WON, **{field: value}))
    else:
        with pytest.raises(DealError, match=f"field '{field}': "):
            read_record(written(WON, **{field: value}))


SEEDED = Result(Deal.from_seed("freecell", "ms:1"), Verdict.UNKNOWN, "dfs", limit=Limit.TIME)


@pytest.mark.parametrize(
    ("result", "changes", "message"),
    [
        (WON, {"rules_version": 0}, "field 'rules_version': the record was made by version 0 of"),
        (
            WON,
            {"verdict": "won"},
            "field 'verdict': 'won' is none of solvable, unsolvable, unknown",
        ),
        (WON, {"verdict": "unsolvable"}, "field 'moves': they belong to 'solvable'"),
        (WON, {"verdict": "unknown"}, "field 'limit': it belongs to 'unknown'"),
        (WON, {"limit": "time"}, "field 'limit': it belongs to 'unknown'"),
        (SEEDED, {"limit": "boredom"}, "field 'limit': 'boredom' is none of depth, interrupted"),
        (SEEDED, {"optimal": True}, "field 'optimal': only a solution can be optimal"),
        (WON, {"moves": None}, "field 'moves': they belong to 'solvable'"),
        (WON, {"moves": ["1h", 5]}, "field 'moves': each move is a text"),
        (WON, {"moves": ["1h", "zz"]}, "field 'moves': 'zz' is not a move of freecell"),
        (WON, {"error": "oh"}, "field 'error': a record tells a verdict or an error, not both"),
        (WON, {"certificate": 7}, "field 'certificate': 7 should be str or null"),
        (WON, {"certificate": "see book"}, "field 'certificate': 'see book' is not kind and SHA"),
        (
            WON,
            {"certificate": f"closed-set:{'5d' * 32}"},
            "field 'certificate': 'closed-set' does not go with 'solvable'",
        ),
        (
            SEEDED,
            {"certificate": f"closed-set:{'5d' * 32}"},
            "field 'certificate': 'closed-set' does not go with 'unknown'",
        ),
        (WON, {"claimed": True}, "field 'claimed': only 'unsolvable' can be just claimed"),
        (WON, {"claimed": None}, "field 'claimed': null should be bool"),
        (WON, {"deal": None}, "field 'deal': neither it nor a seed is told"),
        (WON, {"deal": ""}, "field 'deal': there is nothing here"),
        (
            WON,
            {"deal": "game: two-rings"},
            "field 'deal': line 1, column 7: this is a deal of two-r",
        ),
        (
            WON,
            {"deal": DEAL.text().replace("AD", "1D")},
            "field 'deal': line 5, column 20: '1D' is",
        ),
        (WON, {"options": {"cells": 4}}, "field 'options': columns missing"),
        (WON, {"options": {"cells": 9, "columns": 8}}, "field 'options': freecell: option cells=9"),
        (
            WON,
            {"options": {"cells": 3, "columns": 8}},
            "field 'deal': line 4, column 14: cells has 3",
        ),
        (
            WON,
            {"options": {"cells": 4, "columns": 8, "x": 1}},
            "field 'options': freecell has no option x",
        ),
        (WON, {"options": {"cells": [], "columns": 8}}, "field 'options': cells is [], not a text"),
        (
            WON,
            {"pack": "copies=1 suits=CDHS ranks=13"},
            "field 'deal': its options and pack are not those of the record, <game freecell>",
        ),
        (WON, {"pack": "suits=CDH ranks=2"}, "field 'deal': line 2, column 7: here the pack is"),
        (WON, {"pack": "ranks=x"}, "field 'pack': 'ranks=x': 'x' is not a number"),
        (WON, {"pack": "copies=2"}, "field 'pack': freecell is played with one pack, not 2"),
        (SEEDED, {"dealer": None}, "field 'seed': dealer and seed belong together"),
        (SEEDED, {"seed": None}, "field 'seed': dealer and seed belong together"),
        (SEEDED, {"seed": 0}, "field 'seed': there is no deal ms:0"),
        (SEEDED, {"dealer": "me"}, "field 'seed': no seed scheme is called 'me'"),
        (SEEDED, {"pack": "ranks=5"}, "field 'seed': ms numbers are for games with one full pack"),
        (
            SEEDED,
            {"deal": Deal.from_seed("freecell", "ms:2").text()},
            "field 'deal': ms:1 deals other cards than these",
        ),
    ],
)
def test_contradictions(result: Result, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(DealError) as caught:
        read_record(written(result, **changes))
    assert str(caught.value).startswith(message)


def test_deal_text_and_seed_may_both_be_there() -> None:
    assert read_record(written(SEEDED, deal=SEEDED.deal.text())).deal.seed == 1


def test_unknown_game() -> None:
    with pytest.raises(UnknownGameError, match="did you mean 'freecell'"):
        read_record(written(WON, game="free-cell"))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "null", "[" * 100_000, b"\xff\xfe{", "{} {}", '"x"', "{'a': 1}"]
)
def test_what_is_no_record(text: str | bytes) -> None:
    with pytest.raises(DealError, match=r"this is (not a line of JSON|JSON, but not an object)"):
        read_record(text)


def test_every_field_has_a_meaning() -> None:
    assert all(FIELDS.values())
    with pytest.raises(PatienceError, match="lacks these fields"):
        read_record("{}")


def test_big_seeds_survive() -> None:
    game = get_game("napoleons-square").with_pack(Pack(2, "C", 3))
    deal = Deal.from_seed(game, 2**64 - 1)
    fields = record(Result(deal, Verdict.UNKNOWN, "x", limit=Limit.STATES))
    assert read_record(json.dumps(fields)).deal.seed == 2**64 - 1
