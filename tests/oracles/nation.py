"""Oracle for The Nation: columns counted from one to eight, plays while dealing.

Pack: two copies of each of 2..13 ranks (R, the last one, is the king) in 1..4
suits.  One ace and one R of each suit are taken out before the shuffle and
start the foundations.

Options
    redeals      2 (0..2)
    gather       oldest-first | newest-first
    spaces       any | cleared
    deal-plays   forced | optional
    columns      12 (1..12)
    depth        8 (1..8): numbers counted for each column
There must be no more cards to deal than columns times depth.

Piles
    "ascending"       top of the foundation that goes A .. R, one entry for
                      each suit of the pack in the order C D H S
    "descending"      the same for R .. A
    "column 1" ..     uppermost .. lowest; the lowest card, the last dealt, is
                      the available one
    "shut 1" ..       under spaces=cleared only: 1 if the column got no card in
                      this deal, so that its space may not be filled, else 0;
                      all 0 while the stock lasts
    "stock"           next card first; empty when the deal is over
    "next number"     the number, from 1 on, that the next card counts as; 0 when
                      the deal is over.  Card number n belongs to column
                      (n - 1) // depth + 1, whatever became of the cards before.
    "redeals left"    how many redeals may still be made

Moves while the stock lasts, all about the next card:
    "play up"         on the ascending foundation of its suit
    "play down"       on the descending foundation of its suit
    "lay"             at the foot of its column (for a card that fits, only
                      under deal-plays=optional)
A card with one continuation is no move, it is settled at once: one that fits no
foundation is laid, and under deal-plays=forced one that fits a single foundation
is played.  Every card uses up its number, played or laid.

Moves after the deal
    "c3 up"           lowest card of a column on the ascending foundation
    "c3 down"         the same, descending
    "c3 c7"           lowest card of a column under that of another, same suit,
                      next higher or lower rank; or into an empty column that is
                      not shut, any card, the last one of its column too
    "redeal"          while redeals are left and a column holds cards: gather
                      column 1 first, deal again from number 1 on

Symmetries: once the stock is out and no redeal is left, the order of the columns
does not matter, each taken together with its "shut"; as shut columns are empty,
that is to say, only the columns in any order and the number of shut ones matter.
Nothing else.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oracles.common import (
    Position,
    all_home,
    changed,
    gathered,
    make_card,
    may_marry,
    pack_suits,
    put_home,
    require_twin_packs,
    ways_home,
    whole_option,
    word_option,
)


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Lay out the foundations and deal until there is something to decide."""
    require_twin_packs(pack)
    columns = whole_option(options, "columns", 12, 1, 12)
    depth = whole_option(options, "depth", 8, 1, 8)
    if len(cards) > columns * depth:
        raise ValueError(f"{columns} columns of {depth} cannot take {len(cards)} cards")
    word_option(options, "gather", ["oldest-first", "newest-first"])
    position: Position = {
        "ascending": [make_card(1, s) for s in pack_suits(pack)],
        "descending": [make_card(pack["ranks"], s) for s in pack_suits(pack)],
    }
    for number in range(1, columns + 1):
        position[f"column {number}"] = []
    if word_option(options, "spaces", ["any", "cleared"]) == "cleared":
        for number in range(1, columns + 1):
            position[f"shut {number}"] = 0
    position["stock"] = list(cards)
    position["next number"] = 1
    position["redeals left"] = whole_option(options, "redeals", 2, 0, 2)
    _deal_on(position, options, pack)
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    found: dict[str, Position] = {}
    if position["stock"]:
        for step in _steps(position, options, pack):
            after = changed(position)
            _take(after, step, options, pack)
            _deal_on(after, options, pack)
            found[step] = after
        return found
    numbers = range(1, _column_count(position) + 1)
    for n in numbers:
        source = f"column {n}"
        if not position[source]:
            continue
        for way in ways_home(position, position[source][-1], pack):
            after = changed(position)
            put_home(after, after[source].pop(), way, pack)
            found[f"c{n} {way}"] = after
        for m in numbers:
            if m != n and _may_go(position, n, m):
                after = changed(position)
                after[f"column {m}"].append(after[source].pop())
                found[f"c{n} c{m}"] = after
    columns = [position[f"column {n}"] for n in numbers]
    if position["redeals left"] > 0 and any(columns):
        gather = word_option(options, "gather", ["oldest-first", "newest-first"])
        after = changed(position)
        after["stock"] = gathered(columns, gather)
        for n in numbers:
            after[f"column {n}"] = []
            if f"shut {n}" in after:
                after[f"shut {n}"] = 0
        after["next number"] = 1
        after["redeals left"] -= 1
        _deal_on(after, options, pack)
        found["redeal"] = after
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether all foundations have reached their last card."""
    return all_home(position, pack)


def normal(position: Position) -> Hashable:
    """Columns are alike when no card will ever be dealt again."""
    numbers = range(1, _column_count(position) + 1)
    columns = [(position.get(f"shut {n}", 0), *position[f"column {n}"]) for n in numbers]
    if not position["stock"] and position["redeals left"] == 0:
        columns = sorted(column for column in columns if column[0] == 0)
    return (
        tuple(position["ascending"]),
        tuple(position["descending"]),
        tuple(columns),
        tuple(position["stock"]),
        position["next number"],
        position["redeals left"],
    )


def _column_count(position: Position) -> int:
    """The number of columns, empty ones included."""
    return sum(1 for name in position if name.startswith("column "))


def _may_go(position: Position, n: int, m: int) -> bool:
    """Whether the lowest card of column n may go to column m."""
    card, target = position[f"column {n}"][-1], position[f"column {m}"]
    if target:
        return may_marry(card, target[-1])
    return bool(position.get(f"shut {m}", 0) == 0)


def _deal_on(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> None:
    """Settle every card that has one continuation."""
    while position["stock"]:
        steps = _steps(position, options, pack)
        if len(steps) > 1:
            return
        _take(position, steps[0], options, pack)
    position["next number"] = 0
    for n in range(1, _column_count(position) + 1):
        if f"shut {n}" in position:
            # Cards leave no column before the deal is over, so one that is
            # empty now got no card.
            position[f"shut {n}"] = int(not position[f"column {n}"])


def _steps(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> list[str]:
    """What may be done with the next card of the deal."""
    plays = [f"play {way}" for way in ways_home(position, position["stock"][0], pack)]
    if plays and word_option(options, "deal-plays", ["forced", "optional"]) == "forced":
        return plays
    return [*plays, "lay"]


def _take(position: Position, step: str, options: dict[str, Any], pack: dict[str, Any]) -> None:
    """Do one thing with the next card of the deal; its number is used up."""
    depth = whole_option(options, "depth", 8, 1, 8)
    column = (position["next number"] - 1) // depth + 1
    card = position["stock"].pop(0)
    if step == "lay":
        position[f"column {column}"].append(card)
    else:
        put_home(position, card, step.removeprefix("play "), pack)
    position["next number"] += 1


def declared(position: Position) -> Hashable:
    """Give what the game's own key tells apart: which columns are shut, even in the last tableau.

    That is finer than :func:`normal`, which is all that matters for winning.
    """
    numbers = range(1, _column_count(position) + 1)
    columns = [tuple(position[f"column {n}"]) for n in numbers]
    if not position["stock"] and position["redeals left"] == 0:
        columns.sort()
    return (
        tuple(position["ascending"]),
        tuple(position["descending"]),
        tuple(columns),
        tuple(position.get(f"shut {n}", 0) for n in numbers),
        tuple(position["stock"]),
        position["next number"],
        position["redeals left"],
    )
