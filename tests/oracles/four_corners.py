"""Oracle for The Four Corners: packets round the foundations, deals with restrictions.

Pack: two copies of each of 2..13 ranks (R, the last one, is the king) in 1..4
suits; no card is taken out before the shuffle.

Options
    redeals      2 (0..2)
    gather       oldest-first | newest-first
    deal-plays   optional | forced
    sides        side packets on each side, 0..4; if not given, one for each suit

Packets, in the order of dealing and of gathering (s = sides):
    1             left upper corner
    2 .. s+1      left side, rows 1 .. s from top to bottom
    s+2           left lower corner
    s+3           right upper corner
    s+4 .. 2s+3   right side, rows 1 .. s
    2s+4          right lower corner
With four sides the corners are 1, 6, 7 and 12.  Row i belongs to the i-th suit
of the pack in the order C D H S: the left packet of the row adjoins the
ascending foundation of the suit, the right packet the descending one.  A row
beyond the suits adjoins nothing; a suit beyond the rows has no side packet.

Piles
    "ascending"       top of the foundation that goes A .. R, one entry for
                      each suit of the pack in the order C D H S, "-" before
                      its first ace has turned up
    "descending"      the same for R .. A
    "packet 1" ..     bottom .. top
    "stock"           next card first; empty when the deal is over
    "next packet"     number of the packet the next card falls on; 0 when the
                      deal is over
    "redeals left"    how many redeals may still be made

Moves while the stock lasts, all about the next card, which falls on the next
packet.  At a corner it may go on either foundation of its suit, at a side on
the adjoining foundation only.  After a play the next card falls on the same
packet, after "lay" on the following one (after the last one, on packet 1).
    "play up"         on the ascending foundation of its suit
    "play down"       on the descending foundation of its suit
    "lay"             on the next packet (not under deal-plays=forced)
A card with one continuation is no move, it is settled at once: the first ace
and the first king of a suit go to their foundations, whatever the packet; a
card that may be played nowhere is laid; and under deal-plays=forced a card that
may go on one foundation goes there.  So a deal waits where there are two moves
or three, or where it is over.

Moves after the deal
    "p3 up"           top of a packet on the ascending foundation of its suit
    "p3 down"         the same, descending
    "p3 p7"           top of a packet on that of another, same suit, next higher
                      or lower rank; empty packets take nothing
    "redeal"          while redeals are left and a packet holds cards: gather
                      packet 1 first, deal again from packet 1 on

Symmetries: once the stock is out and no redeal is left, the order of the
packets does not matter.  Nothing else.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oracles.common import (
    EMPTY,
    Position,
    all_home,
    changed,
    gathered,
    may_marry,
    pack_suits,
    put_home,
    rank,
    require_twin_packs,
    suit,
    ways_home,
    whole_option,
    word_option,
)


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Deal until there is something to decide."""
    require_twin_packs(pack)
    sides = whole_option(options, "sides", len(pack_suits(pack)), 0, 4)
    redeals = whole_option(options, "redeals", 2, 0, 2)
    word_option(options, "gather", ["oldest-first", "newest-first"])
    position: Position = {
        "ascending": [EMPTY for _ in pack_suits(pack)],
        "descending": [EMPTY for _ in pack_suits(pack)],
    }
    for number in range(1, 2 * sides + 4 + 1):
        position[f"packet {number}"] = []
    position["stock"] = list(cards)
    position["next packet"] = 1
    position["redeals left"] = redeals
    _deal_on(position, options, pack)
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    found: dict[str, Position] = {}
    if position["stock"]:
        for step in _steps(position, options, pack):
            after = changed(position)
            _take(after, step, pack)
            _deal_on(after, options, pack)
            found[step] = after
        return found
    numbers = range(1, _packet_count(position) + 1)
    for n in numbers:
        source = f"packet {n}"
        if not position[source]:
            continue
        card = position[source][-1]
        for way in ways_home(position, card, pack):
            after = changed(position)
            put_home(after, after[source].pop(), way, pack)
            found[f"p{n} {way}"] = after
        for m in numbers:
            target = f"packet {m}"
            if m != n and position[target] and may_marry(card, position[target][-1]):
                after = changed(position)
                after[target].append(after[source].pop())
                found[f"p{n} p{m}"] = after
    packets = [position[f"packet {n}"] for n in numbers]
    if position["redeals left"] > 0 and any(packets):
        gather = word_option(options, "gather", ["oldest-first", "newest-first"])
        after = changed(position)
        after["stock"] = gathered(packets, gather)
        for n in numbers:
            after[f"packet {n}"] = []
        after["next packet"] = 1
        after["redeals left"] -= 1
        _deal_on(after, options, pack)
        found["redeal"] = after
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether all foundations have reached their last card."""
    return all_home(position, pack)


def normal(position: Position) -> Hashable:
    """Packets are alike when no card will ever be dealt again."""
    packets = [tuple(position[f"packet {n + 1}"]) for n in range(_packet_count(position))]
    if not position["stock"] and position["redeals left"] == 0:
        packets.sort()
    return (
        tuple(position["ascending"]),
        tuple(position["descending"]),
        tuple(packets),
        tuple(position["stock"]),
        position["next packet"],
        position["redeals left"],
    )


def _packet_count(position: Position) -> int:
    """The number of packets, empty ones included."""
    return sum(1 for name in position if name.startswith("packet "))


def _deal_on(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> None:
    """Settle every card that has one continuation."""
    while position["stock"]:
        steps = _steps(position, options, pack)
        if len(steps) > 1:
            return
        _take(position, steps[0], pack)
    position["next packet"] = 0


def _steps(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> list[str]:
    """What may be done with the next card of the deal."""
    deal_plays = word_option(options, "deal-plays", ["optional", "forced"])
    card = position["stock"][0]
    index = pack_suits(pack).index(suit(card))
    if rank(card) == 1 and position["ascending"][index] == EMPTY:
        return ["play up"]
    if rank(card) == pack["ranks"] and position["descending"][index] == EMPTY:
        return ["play down"]
    plays = [
        f"play {way}" for way in ways_home(position, card, pack) if _may_reach(position, index, way)
    ]
    if plays and deal_plays == "forced":
        return plays
    return [*plays, "lay"]


def _may_reach(position: Position, suit_index: int, way: str) -> bool:
    """Whether cards may go from the next packet to this foundation in the deal."""
    sides = _packet_count(position) // 2 - 2
    packet = position["next packet"]
    half = sides + 2  # packets on either side, with two corners
    if packet in (1, half, half + 1, 2 * half):
        return True
    if packet < half:  # the left side
        return way == "up" and packet - 1 == suit_index + 1
    return way == "down" and packet - half - 1 == suit_index + 1


def _take(position: Position, step: str, pack: dict[str, Any]) -> None:
    """Do one thing with the next card of the deal."""
    card = position["stock"].pop(0)
    if step == "lay":
        packet = position["next packet"]
        position[f"packet {packet}"].append(card)
        position["next packet"] = packet % _packet_count(position) + 1
    else:
        put_home(position, card, step.removeprefix("play "), pack)
