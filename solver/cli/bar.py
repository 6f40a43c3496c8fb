"""The progress bar of a survey, on standard error when that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any

from cadogan.solver.result import Verdict

if TYPE_CHECKING:
    from cadogan.solver.surveys.statistics import Tally
    from cadogan.solver.surveys.surveying import SurveyProgress


class SurveyBar:
    """A live bar: counts by verdict, rate and time left; nothing unless it can be seen.

    Examples
    --------
    >>> from cadogan.solver.surveys.statistics import Tally
    >>> with SurveyBar(10, Tally(), wanted=False) as bar:
    ...     bar.print(lambda: print("a line"))
    a line
    """

    def __init__(self, total: int, tally: Tally, wanted: bool = True) -> None:
        self._total, self._tally = total, tally
        self._shown = wanted and sys.stderr is not None and sys.stderr.isatty()
        self._started = time.monotonic()
        self._stage = ""
        self._bar: Any = None
        self._task: Any = None

    def update(self, progress: SurveyProgress) -> None:
        """Take note of what a survey tells."""
        if progress.stages > 1:
            self._stage = f"stage {progress.stage}/{progress.stages}, {progress.open:,} open, "
        self._draw()

    def print(self, write: Callable[[], None]) -> None:
        """Write lines above the bar."""
        self._draw()
        if self._bar is None or not sys.stdout.isatty():
            write()
            return
        self._bar.stop()
        write()
        self._bar.start()

    def text(self) -> str:
        """Say how far it is.

        Returns
        -------
        str
            Counts, rate and time left; the rate is of deals that were searched.
        """
        counts = self._tally.verdicts
        said = ", ".join(f"{counts[verdict]:,} {verdict.value}" for verdict in Verdict)
        searched = self._tally.total - self._tally.stored
        spent = time.monotonic() - self._started
        if not searched or spent <= 0:
            return f"{self._stage}{said}"
        rate = searched / spent
        left = _clock((self._total - self._tally.total) / rate)
        return f"{self._stage}{said}, {rate:,.1f} a second, {left} left"

    def _draw(self) -> None:
        if self._bar is not None:
            self._bar.update(self._task, completed=self._tally.total, note=self.text())

    def __enter__(self) -> SurveyBar:
        if self._shown:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            self._bar = Progress(
                BarColumn(bar_width=20),
                MofNCompleteColumn(),
                TextColumn("{task.fields[note]}"),
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._task = self._bar.add_task("", total=self._total, note="starting")
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _clock(seconds: float) -> str:
    """Write a time as hours, minutes and seconds.

    Examples
    --------
    >>> _clock(59.6), _clock(3725), _clock(400_000)
    ('1:00', '1:02:05', '4 d 15 h')
    """
    whole = round(seconds)
    if whole >= 2 * 86400:
        return f"{whole // 86400:,} d {whole % 86400 // 3600} h"
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{whole % 60:02}"
    return f"{minutes}:{whole % 60:02}"
