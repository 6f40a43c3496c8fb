"""Oracle for Fan: fans built down in suit, kings (or other cards, or none) to empty fans.

Piles: "foundations" (tops, one a suit), "fan 1"..
Moves: "f3 f7", "f3 home".

With ``back`` in the options (not an option of the game) a foundation's top may come back to a fan
that takes it: move "foundation C f7". Tests use it to see that this wins no deal more.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oracles.common import (
    EMPTY,
    Position,
    changed,
    home_for,
    make_card,
    pack_suits,
    rank,
    suit,
    word_option,
)


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Deal a card to each fan in turn, or fans of three with the rest in the last."""
    number = -(-len(cards) // 3)
    fans: list[list[str]] = [[] for _ in range(number)]
    if word_option(options, "deal", ["even", "threes"]) == "even":
        for k, card in enumerate(cards):
            fans[k % number].append(card)
    else:
        for k in range(number):
            fans[k] = cards[3 * k : 3 * k + 3]
    position: Position = {"foundations": [EMPTY] * len(pack_suits(pack))}
    for k, fan in enumerate(fans, start=1):
        position[f"fan {k}"] = fan
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    space = word_option(options, "empty", ["kings", "any", "none"])
    numbers = range(1, len(position))
    found: dict[str, Position] = {}
    for i in numbers:
        if not position[f"fan {i}"]:
            continue
        lifted = changed(position)
        card = lifted[f"fan {i}"].pop()
        index = home_for(card, position["foundations"], pack_suits(pack), 1)
        if index is not None:
            after = changed(lifted)
            after["foundations"][index] = card
            found[f"f{i} home"] = after
        for j in numbers:
            if i != j and takes(position[f"fan {j}"], card, space, pack):
                after = changed(lifted)
                after[f"fan {j}"].append(card)
                found[f"f{i} f{j}"] = after
    if options.get("back"):
        for index, top in enumerate(position["foundations"]):
            for j in numbers:
                if top != EMPTY and takes(position[f"fan {j}"], top, space, pack):
                    after = changed(position)
                    below = make_card(rank(top) - 1, suit(top)) if rank(top) > 1 else EMPTY
                    after["foundations"][index] = below
                    after[f"fan {j}"].append(top)
                    found[f"foundation {suit(top)} f{j}"] = after
    return found


def takes(fan: list[str], card: str, space: str, pack: dict[str, Any]) -> bool:
    """Whether a card may be laid on a fan or into its space."""
    if not fan:
        return space == "any" or (space == "kings" and rank(card) == pack["ranks"])
    return suit(fan[-1]) == suit(card) and rank(fan[-1]) - rank(card) == 1


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether every foundation has reached its last card."""
    return all(rank(top) == pack["ranks"] for top in position["foundations"])


def normal(position: Position) -> Hashable:
    """Fans may change places."""
    fans = sorted(position[f"fan {i}"] for i in range(1, len(position)))
    return (tuple(position["foundations"]), tuple(map(tuple, fans)))
