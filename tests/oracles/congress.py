"""Oracle for The Congress: rivers dealt row by row, help packets, no talon, no redeal.

Packs: two ranks or more, any suits, any number of copies.  R is the last rank.  Taken out
before the shuffle: every ace (foundations).  The foundations go up from the ace to R; the
game is won when all of them have reached R.

Options: refill=deferred|immediate, columns 8, 1..8, helps 4, 1..4 (this many places while
the pack lasts, twice as many in the end phase).

Piles: "foundations" (tops: suits in the order C D H S, an entry for each copy),
"column 1".. (the rivers: stacks, the uppermost row first), "help 1".. (stacks, twice
`helps` of them from the start; the second half stays closed while the pack lasts),
"stock", and the number "rows": the rows dealt so far, or 0 in the end phase, where it no
longer matters.  The end phase is the time when the stock is empty; it starts the moment
the last card leaves the stock, be it in the deal, in a row or in a refill.

The deal gives one card to each open help, then one to each column (row 1), as far as the
cards go.

Moves, with cN for column N and hN for help N:
"c3 home", "h2 home"
           the last card of the column, or the top of the help
"c3 h2"    marriage of the column's last card to the help's top: same suit, the moved card
           one lower; in the end phase also the column's last card to any empty help
"h2 h4"    marriage of two tops of helps; a help never goes to an empty help
"refill"   not in the end phase, and only if something is vacant: fills every vacancy from
           the stock (until it is empty): the columns that are shorter than "rows", the
           uppermost row first, from left to right within a row; then the empty open helps
           from left to right
"row"      not in the end phase, and only if nothing is vacant: one card to each column
           from left to right; the last row may be short
Columns take no cards but by refills and rows, empty columns included.

refill=immediate: in the pause after row 1 (rows is 1) every vacancy, in a column or among
the helps, is filled at once, as part of the move that made it; later pauses are as usual.

Symmetries: the foundations of one suit; the helps (all alike: while the pack lasts those
that are open); in the end phase the columns.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oracles.common import (
    Position,
    changed,
    check_ranks,
    foundation_suits,
    home_for,
    make_card,
    rank,
    suit,
    whole_option,
    word_option,
)


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Lay out the aces, deal the helps and the first row, leave the rest as stock."""
    check_ranks(pack, 2)
    _refill_option(options)
    columns = whole_option(options, "columns", 8, 1, 8)
    helps = whole_option(options, "helps", 4, 1, 4)
    position: Position = {"foundations": [make_card(1, s) for s in foundation_suits(pack)]}
    for n in range(1, columns + 1):
        position[f"column {n}"] = cards[helps + n - 1 : helps + n]  # empty past the end
    for n in range(1, 2 * helps + 1):
        position[f"help {n}"] = cards[n - 1 : n] if n <= helps else []
    position["stock"] = cards[helps + columns :]
    position["rows"] = 1 if position["stock"] else 0
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    found: dict[str, Position] = {}
    if position["stock"]:
        after = changed(position)
        if _vacancies(position):
            _refill(after)
            found["refill"] = after
        else:
            _deal_row(after)
            found["row"] = after
    columns = {f"c{n}": f"column {n}" for n in _numbers(position, "column ")}
    helps = {f"h{n}": f"help {n}" for n in _open_helps(position)}
    for name, source in (columns | helps).items():
        if not position[source]:
            continue
        after = changed(position)
        if _put_home(after, after[source].pop(), pack):
            _finish(after, options)
            found[f"{name} home"] = after
        for target_name, target in helps.items():
            if target != source and _may_go(position, source, target):
                after = changed(position)
                after[target].append(after[source].pop())
                _finish(after, options)
                found[f"{name} {target_name}"] = after
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether every foundation has reached the last rank."""
    return all(rank(top) == pack["ranks"] for top in position["foundations"])


def normal(position: Position) -> Hashable:
    """Helps are alike, and so are columns once no row and no refill can follow."""
    # Every top shows its suit, so sorting the foundations only swaps copies.  The closed
    # helps are empty and their number is fixed, so they may be sorted with the others.
    columns = [tuple(position[f"column {n}"]) for n in _numbers(position, "column ")]
    helps = [tuple(position[f"help {n}"]) for n in _numbers(position, "help ")]
    return (
        tuple(sorted(position["foundations"])),
        tuple(columns if position["stock"] else sorted(columns)),
        tuple(sorted(helps)),
        tuple(position["stock"]),
        position["rows"],
    )


def _refill_option(options: dict[str, Any]) -> str:
    """Whether vacancies wait for a refill in the first pause too."""
    return word_option(options, "refill", ["deferred", "immediate"])


def _numbers(position: Position, prefix: str) -> list[int]:
    """The numbers of the columns or of all helps, empty ones included."""
    count = sum(1 for name in position if name.startswith(prefix))
    return list(range(1, count + 1))


def _open_helps(position: Position) -> list[int]:
    """The numbers of the helps in use: half of them while the pack lasts."""
    numbers = _numbers(position, "help ")
    return numbers[: len(numbers) // 2] if position["stock"] else numbers


def _put_home(position: Position, card: str, pack: dict[str, Any]) -> bool:
    """Put the card on the foundation that takes it; False if none does."""
    tops = position["foundations"]
    index = home_for(card, tops, foundation_suits(pack), 1)
    if index is None:
        return False
    tops[index] = card
    return True


def _may_go(position: Position, source: str, target: str) -> bool:
    """Whether the last card of a column or help may be laid on the open help."""
    if not position[target]:
        return source.startswith("column ") and not position["stock"]
    card, parent = position[source][-1], position[target][-1]
    return suit(card) == suit(parent) and rank(card) == rank(parent) - 1


def _vacancies(position: Position) -> list[str]:
    """A pile for each missing card, in the order of refilling, while the pack lasts."""
    found = []
    for row in range(1, position["rows"] + 1):
        for n in _numbers(position, "column "):
            if len(position[f"column {n}"]) < row:
                found.append(f"column {n}")
    for n in _open_helps(position):
        if not position[f"help {n}"]:
            found.append(f"help {n}")
    return found


def _refill(position: Position) -> None:
    """Fill every vacancy as far as the stock goes."""
    for pile in _vacancies(position):
        if position["stock"]:
            position[pile].append(position["stock"].pop(0))
    if not position["stock"]:
        position["rows"] = 0


def _deal_row(position: Position) -> None:
    """Deal a card to each column as far as the stock goes."""
    for n in _numbers(position, "column "):
        if position["stock"]:
            position[f"column {n}"].append(position["stock"].pop(0))
    position["rows"] = position["rows"] + 1 if position["stock"] else 0


def _finish(position: Position, options: dict[str, Any]) -> None:
    """Refill at once where the first row is treated so."""
    if _refill_option(options) == "immediate" and position["rows"] == 1:
        _refill(position)
