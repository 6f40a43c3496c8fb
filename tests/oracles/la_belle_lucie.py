"""Oracle for La Belle Lucie with its first deal only: fans built down in suit, one card a move.

Piles: "foundations" (tops, one a suit), "fan 1"..
Moves: "f3 f7", "f3 home".
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oracles.common import (
    EMPTY,
    Position,
    changed,
    home_for,
    pack_suits,
    rank,
    suit,
    word_option,
)


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Deal fans of three, what is left over to the last; or a card to each fan in turn."""
    deal = word_option(options, "deal", ["threes", "even"])
    position: Position = {"foundations": [EMPTY for _ in pack_suits(pack)]}
    count = 0
    while 3 * count < len(cards):
        count += 1
        position[f"fan {count}"] = []
    for k, card in enumerate(cards):
        number = k // 3 if deal == "threes" else k % count
        position[f"fan {number + 1}"].append(card)
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to; a space takes nothing."""
    found: dict[str, Position] = {}
    fans = [name for name in position if name.startswith("fan ")]
    for source in fans:
        if not position[source]:
            continue
        card = position[source][-1]
        index = home_for(card, position["foundations"], pack_suits(pack), 1)
        if index is not None:
            after = changed(position)
            after["foundations"][index] = after[source].pop()
            found[f"{short(source)} home"] = after
        for target in fans:
            if position[target]:
                host = position[target][-1]
                if suit(card) == suit(host) and rank(card) + 1 == rank(host):
                    after = changed(position)
                    after[target].append(after[source].pop())
                    found[f"{short(source)} {short(target)}"] = after
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether no fan holds a card."""
    return not any(cards for name, cards in position.items() if name.startswith("fan "))


def normal(position: Position) -> Hashable:
    """Fans may change places."""
    return (
        tuple(position["foundations"]),
        tuple(sorted(tuple(c) for name, c in position.items() if name.startswith("fan "))),
    )


def short(name: str) -> str:
    """What moves call a fan."""
    return name.replace("fan ", "f")
