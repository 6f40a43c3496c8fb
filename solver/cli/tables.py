"""Tables of surveys for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cadogan.solver.surveys.statistics import Summary


def summary_text(label: str, summary: Summary, notes: Sequence[str] = ()) -> str:
    """Tell what came out for one game.

    Examples
    --------
    >>> from cadogan.solver.surveys.statistics import Summary
    >>> print(summary_text("FreeCell, ms", Summary(99, 1, 0, {}, 500.0, 83_239, 90, 2.5)))
    FreeCell, ms: 100 deals
    <BLANKLINE>
    solvable         99
    unsolvable        1
    unknown           0
    winnability  99.00 %  (95 % interval 94.55 to 99.82 %)
    positions    median 500, largest 83,239
    moves        median 90
    CPU time     2.5 s, 25.0 ms a deal
    """
    width = max(9, len(f"{summary.total:,}"))
    lines = [f"{label}: {summary.total:,} deal{'s' * (summary.total != 1)}", ""]
    for name in ("solvable", "unsolvable", "unknown"):
        line = f"{name:<11}{getattr(summary, name):>{width - 1},}"
        if name == "unknown" and summary.limits:
            why = ", ".join(f"{count:,} {limit}" for limit, count in summary.limits.items())
            line += f"  ({why})"
        lines.append(line)
    lines += _shares(summary)
    lines.append(
        f"positions    median {summary.median_states:,.0f}, largest {summary.largest_states:,}"
    )
    if summary.median_length is not None:
        lines.append(f"moves        median {summary.median_length:,.0f}")
    each = f", {1000 * summary.seconds / summary.total:,.1f} ms a deal" if summary.total else ""
    lines.append(f"CPU time     {summary.seconds:,.1f} s{each}")
    return "\n".join([*lines, *("" for _ in notes[:1]), *notes])


def _shares(summary: Summary) -> list[str]:
    """Tell winnability and how sure it is."""
    if summary.winnability is None:
        lines = ["winnability  not known: no deal is decided"]
    else:
        lines = [
            f"winnability  {percent(summary.winnability)} %  "
            f"(95 % interval {interval(summary.interval())} %)"
        ]
    if summary.unknown:
        ends = interval(summary.bounds())
        lines.append(f"bounds       {ends} %  (every unknown deal counted lost, and won)")
    return lines


def percent(share: float) -> str:
    """Write a share as per cent."""
    return f"{100 * share:.2f}"


def interval(ends: tuple[float, float]) -> str:
    """Write an interval of shares as per cent."""
    return f"{percent(ends[0])} to {percent(ends[1])}"
