"""Oracle for The Mill: wings round a centre, four king piles, a talon, no redeal.

Packs: two ranks or more, any suits and copies, but more families (suits times copies) than
`kings`.  R is the last rank, which plays the king's part.  Suits never matter.  Taken out
before the shuffle: one ace, of the first suit in the order C D H S, laid in the centre.
The centre takes A to R again and again, R being followed by A, for as many families as the
king piles leave over (families less `kings`); then it is complete and takes no more.  A
king pile goes down from R to A.  The game is won when every card is on these piles.

Options: refill=choice|talon-first, wings 8, 1..8, kings 4, 1..4 (the number of angles).

Piles: the numbers "centre" (cards lying in the centre, 1 at first) and "angle 1".. (cards
lying in the angle, 0 while it has no king), "wing 1".. (one card or none), "talon",
"stock".  The cards on a foundation follow from their number.

A king that appears while an angle is free goes to the first free angle at once, wherever
it comes from.  So after the deal, one card to each wing, this is done for each wing in
turn: as long as it holds a king and an angle is free, the king leaves and the wing takes
the next stock card.  No wing and no talon ever holds a king while an angle is free.

Moves, with wN for wing N:
"turn"            the next stock card to the talon; a king goes to a free angle instead
"w3 centre", "talon centre"
                  the card goes to the centre, which needs its rank
"w3 angle", "talon angle"
                  the card goes to the first king pile whose top is one higher
"transfer w3", "transfer talon"
                  the top of a king pile, never its king, goes to the centre, which needs
                  its rank, and the wing's card or the talon's top of the next rank follows
                  it there (of several such king piles the first gives); this may be done
                  again and again
"fill talon", "fill stock"
                  a wing is vacant, refill=choice, and stock and talon both hold cards: the
                  vacant wing takes a card; no other moves are legal then

Folded into the move before: the refill of a vacant wing with one source only (just one of
stock and talon holds cards, or refill=talon-first, where the talon goes first).  With
stock and talon both empty the wing stays vacant.  If a refill from the stock draws a king
while an angle is free, the king goes there and the wing is vacant as before: the source is
chosen again, or taken for granted if there is but one.

Symmetries: suits, the wings, the angles.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oracles.common import Position, changed, check_ranks, rank, whole_option, word_option


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Deal the wings, send kings to the angles, leave the rest as stock."""
    check_ranks(pack, 2)
    _refill_option(options)
    wings = whole_option(options, "wings", 8, 1, 8)
    kings = whole_option(options, "kings", 4, 1, 4)
    if _families(pack) <= kings:
        raise ValueError(f"no family is left for the centre: kings {kings}, pack {pack}")
    position: Position = {"centre": 1}
    for n in range(1, kings + 1):
        position[f"angle {n}"] = 0
    for n in range(1, wings + 1):
        position[f"wing {n}"] = cards[n - 1 : n]  # empty past the end
    position["talon"] = []
    position["stock"] = cards[wings:]
    for wing in _wings(position):
        while position[wing] and _is_angle_king(position, position[wing][0], pack):
            _lay_king(position)
            position[wing] = position["stock"][:1]
            position["stock"] = position["stock"][1:]
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    sources = _sources(position, options)
    if _vacant_wings(position) and sources:
        found = {}
        for source in sources:
            after = changed(position)
            _fill(after, source, pack)
            _settle(after, options, pack)
            found[f"fill {source}"] = after
        return found
    found = {}
    if position["stock"]:
        after = changed(position)
        card = after["stock"].pop(0)
        if _is_angle_king(after, card, pack):
            _lay_king(after)
        else:
            after["talon"].append(card)
        found["turn"] = after
    names = {f"w{number}": wing for number, wing in enumerate(_wings(position), start=1)}
    needed = _centre_needs(position, pack)
    for name, source in (names | {"talon": "talon"}).items():
        if not position[source]:
            continue
        card_rank = rank(position[source][-1])
        if card_rank == needed:
            after = changed(position)
            after[source].pop()
            after["centre"] += 1
            _settle(after, options, pack)
            found[f"{name} centre"] = after
        for angle in _angles(position)[::-1]:  # the first that fits is entered last
            if _angle_needs(position, angle, pack) == card_rank:
                after = changed(position)
                after[source].pop()
                after[angle] += 1
                _settle(after, options, pack)
                found[f"{name} angle"] = after
            if _may_give(position, angle, pack) and card_rank == _top(position, angle, pack) + 1:
                after = changed(position)
                after[source].pop()
                after[angle] -= 1
                after["centre"] += 2
                _settle(after, options, pack)
                found[f"transfer {name}"] = after
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether the centre and every king pile are complete."""
    complete = all(position[angle] == pack["ranks"] for angle in _angles(position))
    return complete and position["centre"] == _centre_size(position, pack)


def normal(position: Position) -> Hashable:
    """Suits never matter; wings are alike, and so are angles."""
    return (
        position["centre"],
        tuple(sorted(position[angle] for angle in _angles(position))),
        tuple(sorted(_ranks(position[wing]) for wing in _wings(position))),
        _ranks(position["talon"]),
        _ranks(position["stock"]),
    )


def _refill_option(options: dict[str, Any]) -> str:
    """Whether the player chooses the source of refills."""
    return word_option(options, "refill", ["choice", "talon-first"])


def _families(pack: dict[str, Any]) -> int:
    """How often each rank occurs in the pack."""
    return len(pack["suits"]) * int(pack["copies"])


def _ranks(cards: list[str]) -> tuple[int, ...]:
    """The ranks of some cards."""
    return tuple(rank(card) for card in cards)


def _wings(position: Position) -> list[str]:
    """The names of the wings in order."""
    return [name for name in position if name.startswith("wing ")]


def _angles(position: Position) -> list[str]:
    """The names of the angles in order."""
    return [name for name in position if name.startswith("angle ")]


def _vacant_wings(position: Position) -> list[str]:
    """The wings without a card."""
    return [wing for wing in _wings(position) if not position[wing]]


# --- foundations ----------------------------------------------------------------


def _centre_size(position: Position, pack: dict[str, Any]) -> int:
    """How many cards the centre takes in all."""
    return (_families(pack) - len(_angles(position))) * int(pack["ranks"])


def _centre_needs(position: Position, pack: dict[str, Any]) -> int | None:
    """The rank of the next card of the centre, None if it is complete."""
    if position["centre"] == _centre_size(position, pack):
        return None
    return int(position["centre"] % pack["ranks"] + 1)


def _angle_needs(position: Position, angle: str, pack: dict[str, Any]) -> int | None:
    """The rank of the next card of a king pile, None if it has no king or is complete."""
    if position[angle] in (0, pack["ranks"]):
        return None
    return _top(position, angle, pack) - 1


def _top(position: Position, angle: str, pack: dict[str, Any]) -> int:
    """The rank of the top card of a king pile that has its king."""
    return int(pack["ranks"] + 1 - position[angle])


def _may_give(position: Position, angle: str, pack: dict[str, Any]) -> bool:
    """Whether the top of the king pile is not its king and fits the centre."""
    if position[angle] < 2:
        return False
    return _top(position, angle, pack) == _centre_needs(position, pack)


def _is_angle_king(position: Position, card: str, pack: dict[str, Any]) -> bool:
    """Whether the card must go to a free angle."""
    free = any(position[angle] == 0 for angle in _angles(position))
    return free and rank(card) == pack["ranks"]


def _lay_king(position: Position) -> None:
    """Lay a king in the first free angle."""
    angle = next(angle for angle in _angles(position) if position[angle] == 0)
    position[angle] = 1


# --- refilling ------------------------------------------------------------------


def _sources(position: Position, options: dict[str, Any]) -> list[str]:
    """The sources that a vacant wing may be filled from."""
    holding = [source for source in ("talon", "stock") if position[source]]
    return holding[:1] if _refill_option(options) == "talon-first" else holding


def _fill(position: Position, source: str, pack: dict[str, Any]) -> None:
    """Fill the vacant wing, unless the card drawn is a king that an angle awaits."""
    card = position["talon"].pop() if source == "talon" else position["stock"].pop(0)
    if _is_angle_king(position, card, pack):
        _lay_king(position)
    else:
        position[_vacant_wings(position)[0]].append(card)


def _settle(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> None:
    """Fill a vacant wing as long as there is just one source."""
    while _vacant_wings(position):
        sources = _sources(position, options)
        if len(sources) != 1:
            return
        _fill(position, sources[0], pack)
