"""Writing for people: colours where they are wanted, symbols where they can be written."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO

import click

from cadogan.solver.cli.program import NotWritten

if TYPE_CHECKING:
    from cadogan.solver.result import Progress

_STYLES = {
    r"(?<![\w♣♦♥♠])(?:10|[A2-9TJQK])[♦♥]": "bright_red",
    r"^(?:line \d+: )?(?:solvable|accepted)\b": "bold green",
    r"^(?:line \d+: )?(?:unsolvable|rejected)\b": "bold yellow",
    r"^unknown\b": "bold magenta",
    r"\A[A-Z].*$|^(?:Options|Searching|Moves(?:, as in .*)?)$": "bold",
}
_PLAIN = str.maketrans("♣♦♥♠·’…—", "CDHS.'.-")


#: The most characters of a line of prose.
WIDTH = 88


def line_width() -> int:
    """Give how wide prose may be: the terminal's (or COLUMNS) up to a width that reads well."""
    return max(30, min(WIDTH, shutil.get_terminal_size((WIDTH, 24)).columns))


def color_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--color`` and ``--no-color`` to a command."""
    return click.option(
        "--color/--no-color",
        default=None,
        help="Colour the output; by default on a terminal, unless NO_COLOR is set.",
    )(command)


def wants_color(chosen: bool | None, stream: TextIO | None = None) -> bool:
    """Decide on colours: as chosen, else as NO_COLOR and FORCE_COLOR say, else on terminals."""
    if chosen is not None:
        return chosen
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    stream = stream or sys.stdout
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def say(text: str, color: bool = False) -> None:
    """Write text and a line break to standard output.

    Parameters
    ----------
    text : str
        With suit symbols; letters stand for them where the encoding has none.
    color : bool
        Whether to colour suits, verdicts and headings.

    Raises
    ------
    NotWritten
        When it cannot be written, as on a full disk.
    """
    text = _writable(text, sys.stdout)
    if color:
        text = _painted(text)
    with to_output():
        click.echo(text, color=color)


@contextmanager
def to_output() -> Iterator[None]:
    """Tell of output that cannot be written, as on a full disk, in place of a crash.

    Raises
    ------
    NotWritten
        When that happens inside, or at the end.
    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise NotWritten.output(error) from error


def _writable(text: str, stream: TextIO | None) -> str:
    """Spell out the symbols that a stream cannot carry."""
    encoding = (stream and stream.encoding) or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    return text


def _painted(text: str) -> str:
    """Colour a text with terminal codes."""
    import io
    import re

    from rich.console import Console
    from rich.text import Text

    console = Console(
        file=io.StringIO(),
        force_terminal=True,
        color_system="standard",
        legacy_windows=False,
        no_color=False,
        width=10**6,
    )
    painted = Text(text)
    for pattern, style in _STYLES.items():
        for match in re.finditer(pattern, text, re.MULTILINE):
            painted.stylize(style, *match.span())
    with console.capture() as captured:
        console.print(painted, end="", soft_wrap=True)
    return captured.get()


class ProgressLine:
    """One line on standard error that follows a search; nothing unless that is a terminal.

    Examples
    --------
    >>> with ProgressLine(wanted=False) as line:
    ...     print(line.callback)
    None
    """

    def __init__(self, wanted: bool = True) -> None:
        self._width = 0
        self._shown = wanted and sys.stderr is not None and sys.stderr.isatty()

    @property
    def callback(self) -> Callable[[Progress], None] | None:
        """What to hand to ``solve`` as its progress argument."""
        return self.update if self._shown else None

    def update(self, progress: Progress) -> None:
        """Write the line anew."""
        done = progress.statistics
        parts = [
            f"{progress.method}: {done.stored:,} positions",
            f"{done.seconds:.1f} s",
            f"{done.memory / 2**20:,.0f} MiB",
            progress.note,
        ]
        room = shutil.get_terminal_size().columns - 1
        self._write(_writable(", ".join(part for part in parts if part), sys.stderr)[:room])

    def _write(self, text: str) -> None:
        with suppress(OSError):  # a terminal may go away in a long search
            click.echo(f"\r{text.ljust(self._width)}\r{text}", err=True, nl=False)
        self._width = len(text)

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._width:
            self._write("")
