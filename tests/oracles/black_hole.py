"""Oracle for Black Hole: all cards onto the ace of spades, each next in rank to the one before.

Piles: "hole" (all of its cards, the last one on top), "fan 1"..
Moves: "f3".
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oracles.common import Position, changed, make_card, pack_suits, rank


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Lay the last suit's ace; deal the others, which ``cards`` lists, in fans of three."""
    position: Position = {"hole": [make_card(1, pack_suits(pack)[-1])]}
    for k in range(0, len(cards), 3):
        position[f"fan {k // 3 + 1}"] = cards[k : k + 3]
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """The last card of each fan that is next in rank to the top of the hole."""
    found: dict[str, Position] = {}
    for i in range(1, len(position)):
        fan = position[f"fan {i}"]
        if fan and neighbours(rank(fan[-1]), rank(position["hole"][-1]), pack["ranks"]):
            after = changed(position)
            after["hole"].append(after[f"fan {i}"].pop())
            found[f"f{i}"] = after
    return found


def neighbours(one: int, other: int, ranks: int) -> bool:
    """Whether two ranks are next to each other, as the highest and the ace are."""
    low, high = sorted((one, other))
    return high == low + 1 or (low == 1 and high == ranks)


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether all cards lie in the hole."""
    return len(position["hole"]) == len(pack_suits(pack)) * pack["copies"] * pack["ranks"]


def normal(position: Position) -> Hashable:
    """Suits do not matter, fans may change places, and of the hole only the top counts."""
    fans = [[rank(card) for card in position[f"fan {i}"]] for i in range(1, len(position))]
    top = position["hole"][-1]
    return (len(position["hole"]), rank(top), tuple(sorted(map(tuple, fans))))
