"""Foundations as constraints: in which order cards may go home."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from cadogan.games.errors import UnsupportedError
from cadogan.games.facts import Foundation
from cadogan.solver.encoding.model import Model, Time

__all__ = ["order_homes"]


def order_homes(
    model: Model, faces: Sequence[int], homes: Sequence[Time], foundations: Sequence[Foundation]
) -> dict[tuple[int, int], int]:
    """Demand that cards go home in the order of their foundations.

    The foundations that take the same cards are one of three: a single one; two alike, in one
    direction; or two others, such as one in each direction. The constraints are exact: times keep
    them if and only if the cards can be put on the foundations one by one at these times.

    *Two alike*. A card of rank r may be played when some foundation shows r - 1, and it does not
    matter on which of two equal ones: sort the foundations by height. The k-th card of rank r
    to go home needs that k-th cards of rank r - 1 have gone, counted over what ever lay on them.
    For two of each that is: the first of rank r goes home after the first of rank r - 1, and the
    second after the second. If one card of rank r - 1 is left and
    two of rank r, one foundation has it already, and only the second is demanded.

    *Two others*. Of each face that both still take one copy goes to each; of those that go to one
    each follows its predecessor.

    Parameters
    ----------
    model : Model
        The model to add to.
    faces : sequence of int
        The cards that are not home.
    homes : sequence of Time
        When each goes home.
    foundations : sequence of Foundation
        What is to be completed.

    Returns
    -------
    dict
        For each card and foundation the literal of "goes there", where there is a choice of
        direction.

    Raises
    ------
    UnsupportedError
        When the foundations are none of the three.
    ValueError
        When they do not take just these cards.
    """
    wanted = Counter(face for one in foundations for face in one.cards)
    if wanted != Counter(faces):
        raise ValueError("the foundations do not take just the cards that are left")
    cards: dict[int, list[int]] = {}
    for number, face in enumerate(faces):
        cards.setdefault(face, []).append(number)
    ways: dict[tuple[int, int], int] = {}
    for places in _sharing(foundations):
        rows = [foundations[place].cards for place in places]
        if len(rows) == 1:
            for a, b in itertools.pairwise(rows[0]):
                model.before(homes[cards[a][0]], homes[cards[b][0]])
        elif len(rows) == 2 and _alike(*rows):
            _two_alike(model, max(rows, key=len), cards, homes)
        elif len(rows) == 2:
            ways |= _both_ways(model, places, rows, cards, homes)
        elif rows:
            raise UnsupportedError("more than two foundations for the same cards are not modelled")
    return ways


def _sharing(foundations: Sequence[Foundation]) -> list[list[int]]:
    """Group the foundations that take the same cards, by their places in the list."""
    groups: list[list[int]] = []
    for place, one in enumerate(foundations):
        if one.cards:
            near = [
                group
                for group in groups
                if any(set(foundations[other].cards) & set(one.cards) for other in group)
            ]
            groups = [group for group in groups if group not in near]
            groups.append(sorted([place, *(other for group in near for other in group)]))
    return sorted(groups)


def _alike(one: Sequence[int], other: Sequence[int]) -> bool:
    """Say whether two foundations go in the same direction (the shorter ends as the longer)."""
    short, long = sorted((list(one), list(other)), key=len)
    return long[len(long) - len(short) :] == short


def _two_alike(
    model: Model, row: Sequence[int], cards: dict[int, list[int]], homes: Sequence[Time]
) -> None:
    """Name the times when the first and the second copy of each face go home, and order those."""
    times = {face: _first_and_second(model, cards[face], homes) for face in row}
    for a, b in itertools.pairwise(row):
        # Of one copy that is left it is the second; what the first lies on is there already.
        (first, second), (next_first, next_second) = times[a], times[b]
        model.before(second, next_second)
        if first is not None and next_first is not None:
            model.before(first, next_first)


def _first_and_second(
    model: Model, copies: Sequence[int], homes: Sequence[Time]
) -> tuple[Time | None, Time]:
    """Give the times when a face goes home for the first and for the second time."""
    if len(copies) == 1:
        return None, homes[copies[0]]
    one, other = copies
    ends = (homes[one], homes[other])
    low, high = min(end.low for end in ends), max(end.high for end in ends)
    first = model.time(f"first of {one} and {other}", low, high)
    second = model.time(f"second of {one} and {other}", low, high)
    model.before(first, second)
    in_order = model.bool(f"home {one} before {other}")
    model.same_time(first, homes[one], in_order)
    model.same_time(second, homes[other], in_order)
    model.same_time(first, homes[other], -in_order)
    model.same_time(second, homes[one], -in_order)
    return first, second


def _both_ways(
    model: Model,
    places: Sequence[int],
    rows: Sequence[Sequence[int]],
    cards: dict[int, list[int]],
    homes: Sequence[Time],
) -> dict[tuple[int, int], int]:
    ways: dict[tuple[int, int], int] = {}
    first, second = places
    for face in sorted({*rows[0], *rows[1]}):
        if face in rows[0] and face in rows[1]:
            one, other = cards[face]
            choice = model.bool(f"{one} to foundation {first}")
            ways[one, first] = ways[other, second] = choice
            ways[one, second] = ways[other, first] = -choice
        else:
            taken = first if face in rows[0] else second
            ways[cards[face][0], taken] = model.TRUE
    for place, row in zip(places, rows, strict=True):
        for a, b in itertools.pairwise(row):
            for one in cards[a]:
                for other in cards[b]:
                    if (one, place) in ways and (other, place) in ways:
                        model.before(
                            homes[one], homes[other], ways[one, place], ways[other, place]
                        )
    return ways
