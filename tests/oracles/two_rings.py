"""Oracle for Two Rings: middle ranks laid out, a bracelet of single cards, a talon.

Piles: "ascending", "descending" (tops), "bracelet" (one entry a place), "talon",
"stock", and the number "redeals left".
Moves: "turn", "redeal", "talon home", "b3 home", "fill talon", "fill stock".
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
    make_card,
    rank,
    suit,
    whole_option,
    word_option,
)


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Lay out the foundations, fill the bracelet, leave the rest as stock."""
    places = whole_option(options, "bracelet", 8, 1, 8)
    middle = pack["ranks"] // 2
    bracelet = cards[:places]
    return {
        "ascending": [make_card(middle + 1, s) for s in foundation_suits(pack)],
        "descending": [make_card(middle, s) for s in foundation_suits(pack)],
        "bracelet": bracelet + [EMPTY] * (places - len(bracelet)),
        "talon": [],
        "stock": cards[places:],
        "redeals left": whole_option(options, "redeals", 1, 0, 3),
    }


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    refill = word_option(options, "refill", ["talon-first", "choice"])
    if _refill_pending(position):
        return {
            "fill talon": _filled(position, "talon"),
            "fill stock": _filled(position, "stock"),
        }
    found: dict[str, Position] = {}
    if position["stock"]:
        found["turn"] = _after_turn(position)
    elif position["talon"] and position["redeals left"] > 0:
        found["redeal"] = _after_redeal(position)
    if position["talon"]:
        after = changed(position)
        if _put_home(after, after["talon"].pop()):
            found["talon home"] = after
    for place, card in enumerate(position["bracelet"]):
        after = changed(position)
        after["bracelet"][place] = EMPTY
        if card != EMPTY and _put_home(after, card):
            found[f"b{place + 1} home"] = _after_bracelet_play(after, refill)
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether one ring is finished up to the last rank, the other down to the aces."""
    return all(rank(top) == pack["ranks"] for top in position["ascending"]) and all(
        rank(top) == 1 for top in position["descending"]
    )


def normal(position: Position) -> Hashable:
    """Bracelet places are alike, and so are the foundations of one suit."""
    # Every top shows its suit, so sorting a whole ring only swaps copies.
    return (
        tuple(sorted(position["ascending"])),
        tuple(sorted(position["descending"])),
        tuple(sorted(position["bracelet"])),
        tuple(position["talon"]),
        tuple(position["stock"]),
        position["redeals left"],
    )


def _refill_pending(position: Position) -> bool:
    """Whether the player still owes the choice of a refill.

    A vacancy is otherwise filled at once unless both sources are empty, and
    then they stay empty.  So a vacancy beside two sources can only be one
    whose source has not been chosen yet.
    """
    return bool(EMPTY in position["bracelet"] and position["talon"] and position["stock"])


def _after_turn(position: Position) -> Position:
    """The next stock card is laid on the talon."""
    after = changed(position)
    after["talon"].append(after["stock"].pop(0))
    return after


def _after_redeal(position: Position) -> Position:
    """The talon becomes the stock; the first card discarded is dealt first."""
    after = changed(position)
    after["stock"] = after["talon"]  # bottom of the talon first: same order
    after["talon"] = []
    after["redeals left"] -= 1
    return after


def _put_home(position: Position, card: str) -> bool:
    """Put the card on the foundation that takes it; False if none does."""
    # The rings share no rank that is still to come, so at most one takes it.
    for ring, step in (("ascending", 1), ("descending", -1)):
        tops = position[ring]
        index = home_for(card, tops, [suit(top) for top in tops], step)
        if index is not None:
            tops[index] = card
            return True
    return False


def _after_bracelet_play(position: Position, refill: str) -> Position:
    """Fill the vacancy now unless that is for the player to choose."""
    if position["talon"] and position["stock"] and refill == "choice":
        return position
    if position["talon"]:
        return _filled(position, "talon")
    if position["stock"]:
        return _filled(position, "stock")
    return position


def _filled(position: Position, source: str) -> Position:
    """The vacancy takes the talon's top or the next stock card."""
    after = changed(position)
    vacancy = after["bracelet"].index(EMPTY)
    card = after["talon"].pop() if source == "talon" else after["stock"].pop(0)
    after["bracelet"][vacancy] = card
    return after
