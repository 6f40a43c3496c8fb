"""Which deals a survey looks at: ranges, lists and files of seeds, each deal once."""

from __future__ import annotations

import operator
import re
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cadogan.games.errors import DealError
from cadogan.games.seeds import SCHEMES, check_seed, parse_seed

__all__ = ["Run", "Seeds", "each_once"]

_ITEM = re.compile(
    r"(?:(?P<scheme>[^:]*):)?\s*(?P<first>[0-9]{1,25})\s*(?:-\s*(?P<last>[0-9]{1,25})\s*)?"
)
_ADVICE = "write numbers and ranges, as in 1-1000 or 7,12,20-29 or ms:1-32000"


@dataclass(frozen=True)
class Run:
    """Consecutive numbers of one seed scheme, both ends included."""

    dealer: str
    first: int
    last: int

    def __str__(self) -> str:
        many = f"-{self.last}" if self.last != self.first else ""
        return f"{self.dealer}:{self.first}{many}"


@dataclass(frozen=True)
class Seeds:
    """Numbers of deals, each with its scheme.

    Parameters
    ----------
    runs : tuple of Run
        No number is in two of them.

    Examples
    --------
    >>> seeds = Seeds.parse("1-3, 3-5, ms:11982")
    >>> list(seeds)[3:], seeds.count, str(seeds)
    ([('cadogan', 4), ('cadogan', 5), ('ms', 11982)], 6, 'cadogan:1-5,ms:11982')
    """

    runs: tuple[Run, ...]

    @classmethod
    def parse(cls, *texts: str, dealer: str | None = None) -> Seeds:
        """Read texts such as ``1-1000``, ``7,12,20-29`` and ``ms:1-32000``.

        Parameters
        ----------
        *texts : str
            Numbers and ranges with commas or blanks between them; ``#`` starts a comment. A
            scheme holds for what comes after it in the same text.
        dealer : str, optional
            The scheme of numbers that name none, ``cadogan`` by default. When it is given, no
            other may be named.

        Raises
        ------
        DealError
            When something is not a seed, a range runs backwards, or nothing is there.
        """
        gathered = _Gathered()
        for text in texts:
            for number, line in enumerate(text.split("\n"), start=1):
                place = number if "\n" in text else None
                gathered.read(line.split("#")[0], dealer, place)
        if not gathered.runs:
            raise DealError(f"no seed is named: {_ADVICE}")
        return cls(tuple(gathered.runs))

    @classmethod
    def read(cls, words: Iterable[str], dealer: str | None = None) -> Seeds:
        """Read words of a command line: texts as :meth:`parse` takes them, or names of files.

        ``-`` is standard input.

        Raises
        ------
        DealError
            When a word is neither, or a file cannot be read; errors in files name the file.
        """
        gathered = _Gathered()
        for word in words:
            if _looks_like_seeds(word):
                gathered.read(word, dealer, None)
                continue
            for number, line in enumerate(_lines(word), start=1):
                try:
                    gathered.read(line.split("#")[0], dealer, number)
                except DealError as error:
                    raise DealError(f"{word}: {error}") from None
        if not gathered.runs:
            raise DealError(f"no seed is named: {_ADVICE}")
        return cls(tuple(gathered.runs))

    @property
    def count(self) -> int:
        """How many deals there are (``len`` would not take more than the machine's words hold)."""
        return sum(run.last - run.first + 1 for run in self.runs)

    def __iter__(self) -> Iterator[tuple[str, int]]:
        for run in self.runs:
            number = run.first
            while number <= run.last:
                yield run.dealer, number
                number += 1

    def __str__(self) -> str:
        return ",".join(map(str, self.runs))


def each_once(seeds: Iterable[int | str], dealer: str) -> Iterator[tuple[str, int]]:
    """Give scheme and number of seeds as they come, leaving out those that came before.

    Raises
    ------
    DealError
        When one of them is not a seed.

    Examples
    --------
    >>> list(each_once([3, 1, "ms:3", 3], "cadogan"))
    [('cadogan', 3), ('cadogan', 1), ('ms', 3)]
    """
    seen: dict[str, _Covered] = {}
    for seed in seeds:
        if isinstance(seed, str):
            scheme, number = parse_seed(seed if ":" in seed else f"{dealer}:{seed}")
        else:
            scheme, number = dealer, operator.index(seed)
            check_seed(scheme, number)
        if seen.setdefault(scheme, _Covered()).add(number, number):
            yield scheme, number


class _Covered:
    """Disjoint intervals of numbers, in order."""

    def __init__(self) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []

    def add(self, first: int, last: int) -> list[tuple[int, int]]:
        """Add an interval, and give the parts of it that are new."""
        firsts, lasts = self._firsts, self._lasts
        new, at = [], first
        i = j = bisect_left(lasts, first - 1)  # neighbours are joined, so that few are kept
        while j < len(firsts) and firsts[j] <= last + 1:
            if at < firsts[j]:
                new.append((at, firsts[j] - 1))
            at = max(at, lasts[j] + 1)
            j += 1
        if at <= last:
            new.append((at, last))
        joined = (min(first, firsts[i]), max(last, lasts[j - 1])) if j > i else (first, last)
        firsts[i:j], lasts[i:j] = [joined[0]], [joined[1]]
        return new


class _Gathered:
    """Runs in the order in which they are named, without repeats."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self._covered: dict[str, _Covered] = {}

    def read(self, text: str, dealer: str | None, line: int | None) -> None:
        """Read one line."""
        scheme = dealer or "cadogan"
        for item in re.split(r"[,;]|(?<![-:\s])\s+(?![-\s])", text.strip()):
            if not item.strip():
                continue
            try:
                run = _run(item.strip(), scheme, dealer)
            except DealError as error:
                raise DealError(error.message, line) from None
            scheme = run.dealer
            covered = self._covered.setdefault(scheme, _Covered())
            for first, last in covered.add(run.first, run.last):
                self._append(Run(scheme, first, last))

    def _append(self, run: Run) -> None:
        before = self.runs[-1] if self.runs else None
        if before and before.dealer == run.dealer and before.last + 1 == run.first:
            self.runs[-1] = Run(run.dealer, before.first, run.last)
        else:
            self.runs.append(run)


def _run(text: str, scheme: str, dealer: str | None) -> Run:
    """Read a number or a range."""
    match = _ITEM.fullmatch(text)
    if match is None:
        raise DealError(f"{text[:60]!r} is not a seed or a range of seeds: {_ADVICE}")
    named = match["scheme"]
    if named is not None:
        named = named.strip().lower()
        if dealer not in (None, named) and named in SCHEMES:
            raise DealError(f"{text!r} names the scheme {named}, but the dealer is {dealer}")
    run = Run(named or scheme, int(match["first"]), int(match["last"] or match["first"]))
    if run.last < run.first:
        raise DealError(f"{text!r} runs backwards; write {run.last}-{run.first}")
    check_seed(run.dealer, run.first)
    check_seed(run.dealer, run.last)
    return run


def _looks_like_seeds(word: str) -> bool:
    """Tell seeds from names of files: seeds are digits, and perhaps schemes in front of them."""
    written = re.fullmatch(r"(?:[A-Za-z]+:|[-0-9,;\s])+", word)
    return written is not None and any(map(str.isdigit, word))


def _lines(path: str) -> list[str]:
    if path == "-" and sys.stdin is None:
        raise DealError("standard input is closed; name a file, or give it something to read")
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig").split("\n")
    except FileNotFoundError:
        raise DealError(
            f"{path!r} is neither a seed, a range, nor a file of them: {_ADVICE}"
        ) from None
    except IsADirectoryError:
        raise DealError(f"{path}: this is a directory; name a file of seeds") from None
    except UnicodeDecodeError as error:
        raise DealError(f"{path}: this is not text (byte {error.start + 1})") from None
    except OSError as error:
        raise DealError(f"{path}: cannot be read ({error.strerror})") from None
