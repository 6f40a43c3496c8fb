"""Intervals against published values, and what is counted."""

from __future__ import annotations

import pytest
from surveying import tiny

from cadogan import Verdict, survey
from cadogan.solver.surveys.statistics import Summary, Tally, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [  # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson(successes: int, trials: int, low: float, high: float) -> None:
    found = wilson(successes, trials)
    assert found == pytest.approx((low, high), abs=5e-5)
    mirrored = wilson(trials - successes, trials)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_wilson_at_the_ends() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0
    assert wilson(5, 10, 0.5)[0] > wilson(5, 10, 0.99)[0]
    for wrong in ((-1, 5), (6, 5)):
        with pytest.raises(ValueError, match="not a proportion"):
            wilson(*wrong)
    with pytest.raises(ValueError, match="confidence"):
        wilson(1, 2, 95)


def test_unknown_deals_widen_the_bounds() -> None:
    summary = Summary(solvable=80, unsolvable=15, unknown=5)
    assert summary.winnability == 80 / 95
    assert summary.interval() == wilson(80, 95)
    assert summary.bounds() == (wilson(80, 100)[0], wilson(85, 100)[1])
    assert Summary(80, 20, 0).bounds() == Summary(80, 20, 0).interval()
    nothing = Summary(unknown=3)
    assert nothing.winnability is None
    assert nothing.interval() == (0.0, 1.0)


def test_tally() -> None:
    results = list(survey(tiny(), "1-21"))
    summary = Tally(results).summary()
    assert summary.total == 21
    for name in ("solvable", "unsolvable", "unknown"):
        assert getattr(summary, name) == sum(r.verdict is Verdict(name) for r in results)
    states = sorted(result.statistics.stored for result in results)
    assert (summary.median_states, summary.largest_states) == (states[10], states[-1])
    lengths = sorted(result.length for result in results if result.length is not None)
    middle = (len(lengths) - 1) // 2
    assert lengths[middle] <= (summary.median_length or 0) <= lengths[-1 - middle]
    assert summary.seconds == pytest.approx(sum(result.seconds for result in results))
    limited = Tally(survey(tiny(), "1-21", state_limit=2)).summary()
    assert limited.unknown == limited.limits["states"] > 0
