"""Oracle for Napoleon's Square: packets that build down in suit, a talon, no redeal.

Piles: "foundations" (tops), "packet 1".., "talon", "stock".
Moves: "turn", "p3 home", "p3 p7", "talon home", "talon p7".
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oracles.common import (
    EMPTY,
    Position,
    changed,
    foundation_suits,
    home_for,
    rank,
    suit,
    whole_option,
    word_option,
)


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Deal the packets one after the other, then leave the rest as stock."""
    count = whole_option(options, "packets", 12, 1, 12)
    square = word_option(options, "square", ["packets", "single"])
    size = 4 if square == "packets" else 1
    position: Position = {"foundations": [EMPTY for _ in foundation_suits(pack)]}
    for number in range(1, count + 1):
        # A slice past the end is short or empty, as the later packets then are.
        position[f"packet {number}"] = cards[(number - 1) * size : number * size]
    position["talon"] = []
    position["stock"] = cards[count * size :]
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    found: dict[str, Position] = {}
    if position["stock"]:
        after = changed(position)
        after["talon"].append(after["stock"].pop(0))
        found["turn"] = after
    numbers = range(1, _packet_count(position) + 1)
    sources = {f"p{n}": f"packet {n}" for n in numbers} | {"talon": "talon"}
    for name, source in sources.items():
        if not position[source]:
            continue
        after = changed(position)
        if _put_home(after, after[source].pop(), pack):
            found[f"{name} home"] = after
        for n in numbers:
            target = f"packet {n}"
            if _may_go(position, source, target):
                after = changed(position)
                after[target].append(after[source].pop())
                found[f"{name} p{n}"] = after
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether every foundation has reached the last rank."""
    return all(rank(top) == pack["ranks"] for top in position["foundations"])


def normal(position: Position) -> Hashable:
    """Packets are alike, and so are the foundations of one suit."""
    # An empty foundation shows no suit, but for a given pack the other tops
    # tell how many of each suit are empty, so sorting them all loses nothing.
    count = _packet_count(position)
    return (
        tuple(sorted(position["foundations"])),
        tuple(sorted(tuple(position[f"packet {n}"]) for n in range(1, count + 1))),
        tuple(position["talon"]),
        tuple(position["stock"]),
    )


def _packet_count(position: Position) -> int:
    """The number of packets, empty ones included."""
    return sum(1 for name in position if name.startswith("packet "))


def _put_home(position: Position, card: str, pack: dict[str, Any]) -> bool:
    """Put the card on the foundation that takes it; False if none does."""
    tops = position["foundations"]
    index = home_for(card, tops, foundation_suits(pack), 1)
    if index is None:
        return False
    tops[index] = card
    return True


def _may_go(position: Position, source: str, target: str) -> bool:
    """Whether the top of the source may be laid on the target packet."""
    if source == target:
        return False
    if not position[target]:
        return source == "talon"  # the square never fills its own gaps
    card, parent = position[source][-1], position[target][-1]
    return suit(card) == suit(parent) and rank(card) == rank(parent) - 1
