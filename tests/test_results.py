"""Results that contradict themselves cannot be made, and none has a truth value."""

from __future__ import annotations

from typing import Any

import pytest

from cadogan import (
    Deal,
    Limit,
    Result,
    Statistics,
    Verdict,
)


def results(**changed: Any) -> Result:
    """Make a result from parts."""
    parts: dict[str, Any] = {"deal": Deal.from_seed("freecell", 1), "method": "dfs", **changed}
    return Result(**parts)


def test_results_that_agree_with_themselves() -> None:
    assert results(verdict=Verdict.SOLVABLE, moves=("1h",), optimal=True).optimal
    assert results(verdict=Verdict.SOLVABLE, moves=()).moves == ()
    assert results(verdict=Verdict.UNSOLVABLE, exhaustive=True).moves is None
    assert results(verdict=Verdict.UNKNOWN, limit=Limit.TIME).statistics == Statistics()


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"verdict": Verdict.SOLVABLE}, "SOLVABLE: moves belong"),
        ({"verdict": Verdict.UNSOLVABLE, "exhaustive": True, "moves": ()}, "UNSOLVABLE: moves"),
        ({"verdict": Verdict.UNKNOWN, "limit": Limit.TIME, "moves": ("1h",)}, "UNKNOWN: moves"),
        ({"verdict": Verdict.UNKNOWN}, "UNKNOWN: a limit belongs"),
        ({"verdict": Verdict.SOLVABLE, "moves": (), "limit": Limit.TIME}, "SOLVABLE: a limit"),
        (
            {"verdict": Verdict.UNSOLVABLE, "exhaustive": True, "limit": Limit.WIDTH},
            "UNSOLVABLE: a limit",
        ),
        ({"verdict": Verdict.UNSOLVABLE}, "UNSOLVABLE must rest"),
        ({"verdict": Verdict.SOLVABLE, "moves": (), "exhaustive": True}, "must rest"),
        ({"verdict": Verdict.UNKNOWN, "limit": Limit.TIME, "exhaustive": True}, "must rest"),
        ({"verdict": Verdict.UNSOLVABLE, "exhaustive": True, "optimal": True}, "only a solution"),
        ({"verdict": Verdict.UNKNOWN, "limit": Limit.TIME, "optimal": True}, "only a solution"),
    ],
)
def test_results_that_contradict_themselves(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        results(**parts)


def test_nothing_here_has_a_truth_value() -> None:
    for value in (results(verdict=Verdict.SOLVABLE, moves=()), *Verdict):
        with pytest.raises(TypeError, match="verdict"):
            bool(value)
