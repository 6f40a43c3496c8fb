"""Values on the command line: counts, bytes, seconds, options of games and stages.

Each function reads one kind of value and is handed to click as the type of an option.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from cadogan.solver.surveys.effort import Stage

_MANY = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_BYTES = {
    "": 1,
    "b": 1,
    **{f"{unit}b": 1000**power for power, unit in enumerate("kmgt", start=1)},
    **{f"{unit}ib": 1024**power for power, unit in enumerate("kmgt", start=1)},
}
_NUMBER = re.compile(r"([0-9][0-9_,]*(?:\.[0-9]*)?(?:e\+?[0-9]{1,2})?)\s*([a-z]*)", re.IGNORECASE)
_LARGEST = 2**62


def count(text: str) -> int:
    """Read a number of positions: a whole number above 0.

    Raises
    ------
    click.BadParameter
        When the text is not one.

    Examples
    --------
    >>> count("200000"), count("5e6"), count("2.5k"), count("5M")
    (200000, 5000000, 2500, 5000000)
    """
    number = _whole(text, _MANY)
    if number is None:
        raise click.BadParameter(
            f"{text!r} is not a number of positions: write a whole number above 0, "
            "such as 200000, 200k, 5M or 5e6"
        )
    return number


def memory(text: str) -> int:
    """Read an amount of memory in bytes.

    Raises
    ------
    click.BadParameter
        When the text is not one.

    Examples
    --------
    >>> memory("4GiB"), memory("1.5kB"), memory("1000000")
    (4294967296, 1500, 1000000)
    """
    number = _whole(text, _BYTES)
    if number is None:
        raise click.BadParameter(
            f"{text!r} is not an amount of memory: write bytes, or a number with a unit, "
            "such as 4GiB, 500MB or 1000000000"
        )
    return number


def seconds(text: str) -> float:
    """Read a time in seconds, above 0.

    Raises
    ------
    click.BadParameter
        When the text is not one.

    Examples
    --------
    >>> seconds("60"), seconds("0.5")
    (60.0, 0.5)
    """
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise click.BadParameter(
            f"{text!r} is not a time: write seconds, a number above 0, such as 60 or 0.5"
        )
    return number


def stage(text: str) -> Stage:
    """Read a stage of a survey: a method and its limits.

    Raises
    ------
    click.BadParameter
        When it is not one.

    Examples
    --------
    >>> print(stage("dfs,states=5M,seconds=60,memory=2GiB"))
    dfs, 5,000,000 states, 60 s, 2,048 MiB
    """
    from cadogan.games.errors import UnsupportedError
    from cadogan.solver.surveys.effort import Stage

    method, *rest = (part.strip() for part in text.split(","))
    limits: dict[str, Any] = {}
    for part in rest:
        name, _, value = (word.strip() for word in part.partition("="))
        if name not in _LIMITS or _LIMITS[name][0] in limits:
            raise click.BadParameter(
                f"{text!r}: {part!r} is no limit, or there twice; a stage is a method with "
                "states=, seconds= and memory=, as in auto,states=20k,seconds=5"
            )
        keyword, read = _LIMITS[name]
        limits[keyword] = read(value)
    try:
        return Stage(method, **limits)
    except UnsupportedError as error:
        raise click.BadParameter(str(error)) from None


def rank(text: str) -> int:
    """Read how many ranks a pack has: a number from 2 to 13, or the letter of the last one.

    Raises
    ------
    click.BadParameter
        When the text is neither.

    Examples
    --------
    >>> rank("7"), rank("K")
    (7, 13)
    """
    letter = text.strip().upper()
    if letter in ("T", "J", "Q", "K"):
        return "TJQK".index(letter) + 10
    return _between(text, 2, 13, "is not a rank", "for the two, to 13 for the king")


def copies(text: str) -> int:
    """Read how many packs are put together, 1 to 4.

    Raises
    ------
    click.BadParameter
        When the text is not such a number.

    Examples
    --------
    >>> copies("2")
    2
    """
    return _between(text, 1, 4, "is not a number of packs", "to 4")


def _between(text: str, least: int, most: int, fault: str, what: str) -> int:
    bare = text.strip()
    if not re.fullmatch("[0-9]{1,2}", bare) or not least <= int(bare) <= most:
        raise click.BadParameter(f"{text!r} {fault}: write a number from {least} {what}")
    return int(bare)


def file_to_write(text: str) -> str:
    """Take the name of a file to write; ``-`` is none, since standard output has the verdict.

    Raises
    ------
    click.BadParameter
        When the name is ``-`` or empty.

    Examples
    --------
    >>> file_to_write("solution.txt")
    'solution.txt'
    """
    if text in ("-", ""):
        raise click.BadParameter(
            f"{text!r} is no file to write: standard output has the verdict; name a file, or use "
            "--json for a solution on standard output"
        )
    return text


def setting(text: str) -> tuple[str, str]:
    """Read a value for an option of a game.

    Raises
    ------
    click.BadParameter
        When name, equals sign or value is missing.

    Examples
    --------
    >>> setting("cells=3")
    ('cells', '3')
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise click.BadParameter(
            f"{text!r}: write the option's name, an equals sign and a value, as in cells=3"
        )
    return name.replace("_", "-"), value


_LIMITS: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "states": ("state_limit", count),
    "seconds": ("time_limit", seconds),
    "memory": ("memory_limit", memory),
}


def _whole(text: str, units: Mapping[str, int]) -> int | None:
    """Read a whole number above 0 with a unit, or give None."""
    match = _NUMBER.fullmatch(text.strip())
    if match is None or match[2].lower() not in units:
        return None
    try:
        number = Decimal(re.sub("[_,]", "", match[1])) * units[match[2].lower()]
    except InvalidOperation:
        return None
    whole = number == number.to_integral_value() and 1 <= number <= _LARGEST
    return int(number) if whole else None
