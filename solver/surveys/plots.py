"""Pictures of surveys: winnability with intervals, and histograms of states and lengths."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cadogan.games.errors import PatienceError, UnsupportedError
from cadogan.solver.result import Verdict
from cadogan.solver.surveys import PICTURES
from cadogan.solver.surveys.findings import Setting, SurveyResult
from cadogan.solver.surveys.statistics import Summary, Tally
from cadogan.solver.writing import replacing

__all__ = ["KINDS", "SUFFIXES", "draw", "save"]

#: The kinds of pictures there are.
KINDS = PICTURES
SUFFIXES = (".svg", ".png")
_COLORS: Mapping[Verdict, str] = {
    Verdict.SOLVABLE: "#2a7f62",
    Verdict.UNSOLVABLE: "#c8553d",
    Verdict.UNKNOWN: "#8d99ae",
}
_BINS = 40


@dataclass
class _Sample:
    """What the pictures need of one setting's results."""

    tally: Tally = field(default_factory=Tally)
    states: dict[Verdict, list[int]] = field(default_factory=lambda: {v: [] for v in Verdict})
    lengths: list[int] = field(default_factory=list)

    def add(self, result: SurveyResult) -> None:
        self.tally.add(result)
        self.states[result.verdict].append(max(1, result.statistics.stored))
        if result.length is not None:
            self.lengths.append(result.length)


def draw(results: Iterable[SurveyResult], kinds: Sequence[str] = KINDS) -> Any:
    """Draw results.

    Parameters
    ----------
    results : iterable of SurveyResult
        Of any games; each game with its options, pack and dealer is a row of the picture.
    kinds : sequence of str
        Out of `KINDS`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    UnsupportedError
        When matplotlib is not installed, or there is no such kind.
    PatienceError
        When there is nothing to draw.
    """
    wrong = [kind for kind in kinds if kind not in KINDS]
    if wrong or not kinds:
        raise UnsupportedError(f"there are pictures of {', '.join(KINDS)}, not of {wrong}")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise UnsupportedError(
            "pictures need matplotlib, which is not installed: pip install 'cadogan[plot]'"
        ) from None
    samples: dict[Setting, _Sample] = {}
    for result in results:
        samples.setdefault(result.setting, _Sample()).add(result)
    if not samples:
        raise PatienceError("there are no results to draw")
    columns = sum(kind != "winnability" for kind in kinds)
    heights = [0.8 + 0.45 * len(samples)] if "winnability" in kinds else []
    heights += [2.4] * len(samples) if columns else []
    figure = Figure(figsize=(10, sum(heights) + 0.6), layout="constrained")
    grid = figure.add_gridspec(len(heights), max(1, columns), height_ratios=heights)
    if "winnability" in kinds:
        _winnability(figure.add_subplot(grid[0, :]), samples)
    for line, (setting, sample) in enumerate(samples.items(), start="winnability" in kinds):
        for column, kind in enumerate(k for k in kinds if k != "winnability"):
            axes = figure.add_subplot(grid[line, column])
            (_states if kind == "states" else _lengths)(axes, sample)
            axes.set_title(setting.label(), fontsize=9, loc="left")
    return figure


def save(results: Iterable[SurveyResult], path: str | Path, kinds: Sequence[str] = KINDS) -> None:
    """Draw results into an SVG or a PNG file, as its name ends; equal results, equal files.

    Raises
    ------
    UnsupportedError
        When the name ends otherwise; see also :func:`draw`.
    PatienceError
        When there is nothing to draw, or the file cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise UnsupportedError(f"{path}: pictures are saved as {' or '.join(SUFFIXES)}")
    figure = draw(results, kinds)
    import matplotlib

    form = path.suffix.lower()[1:]
    date: dict[str, None] = {"Date": None} if form == "svg" else {}
    try:
        with matplotlib.rc_context({"svg.hashsalt": "cadogan"}), replacing(path) as unfinished:
            figure.savefig(unfinished, format=form, dpi=150, metadata=date)
    except OSError as error:
        raise PatienceError(f"{path}: cannot be written ({error.strerror or error})") from error


def _winnability(axes: Any, samples: Mapping[Setting, _Sample]) -> None:
    """Draw a dot and an interval a setting, and a thin line for the wider bounds."""
    names = []
    for y, (setting, sample) in enumerate(samples.items()):
        summary = sample.tally.summary()
        names.append(f"{setting.label()}\n{summary.total:,} deals, {summary.unknown:,} unknown")
        _interval(axes, y, summary)
    axes.set_yticks(range(len(names)), names, fontsize=8)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(-1, 101)
    axes.set_xlabel("winnable, per cent (thick: 95 % interval; thin: with unknowns lost and won)")
    axes.grid(axis="x", alpha=0.3)


def _interval(axes: Any, y: int, summary: Summary) -> None:
    color = _COLORS[Verdict.SOLVABLE]
    axes.plot([100 * end for end in summary.bounds()], [y, y], color=color, linewidth=1)
    if summary.winnability is not None:
        axes.plot([100 * end for end in summary.interval()], [y, y], color=color, linewidth=4)
        axes.plot(100 * summary.winnability, y, "o", color="black", markersize=4)


def _states(axes: Any, sample: _Sample) -> None:
    """Draw how many positions were stored, by verdict, on a logarithmic axis."""
    every = [count for counts in sample.states.values() for count in counts]
    low, high = math.log10(min(every)), math.log10(max(every) + 1)
    edges = [10 ** (low + (high - low) * i / _BINS) for i in range(_BINS + 1)]
    shown = {verdict: counts for verdict, counts in sample.states.items() if counts}
    axes.hist(
        list(shown.values()),
        bins=edges,
        stacked=True,
        color=[_COLORS[verdict] for verdict in shown],
        label=[verdict.value for verdict in shown],
    )
    axes.set_xscale("log")
    axes.set_xlabel("positions stored", fontsize=8)
    axes.set_ylabel("deals", fontsize=8)
    axes.legend(fontsize=7)


def _lengths(axes: Any, sample: _Sample) -> None:
    """Draw how long the solutions found are."""
    axes.hist(sample.lengths, bins=_BINS, color=_COLORS[Verdict.SOLVABLE])
    axes.set_xlabel("moves of the solution found", fontsize=8)
    axes.set_ylabel("deals", fontsize=8)
