"""Oracle for The Wheel: three cards that make eighteen, crowned by a court card.

Pack: 13 ranks; any number of copies and suits.  All aces are taken out before
the shuffle; the others are the minor cards 2..T and the court cards J Q K.

Options
    combine   free | forced: the next row may be dealt at any time, or only when
              no combination can be made
    packets   12 (4..12): places of the cushion, numbered in reading order

Piles
    "packet 1" ..   bottom .. top
    "circle"        how many packets have been made and lie in the circle, four
                    cards in each
    "refilling"     1 while places are refilled: in the first deal, that is until
                    the first "deal", as long as the stock lasts; else 0
    "stock"         next card first

Moves
    "combine p1 p4 p9 p2"   the tops of three packets, minor cards of three
                    different values that make 18, named in ascending order of
                    the packets' numbers, and last the packet whose top is the
                    court card.  The four cards go to the circle.  While
                    "refilling" is 1 the four places then take the next cards
                    of the stock, lowest number first.
    "deal"          while the stock lasts: the next card on every packet, packet
                    1 first, on empty ones too, until all have got one or the
                    stock is out.  It is a move even if nothing else is legal.
                    Under combine=forced it is legal only if no "combine" is.

Symmetries: suits never matter, and J, Q and K are alike.  Once the stock is out
the order of the packets does not matter.  Nothing else.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import combinations
from typing import Any

from oracles.common import Position, changed, pack_suits, rank, whole_option, word_option

COURT = 11  # the rank of the lowest court card
SUM = 18


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Deal the cushion; the rest is the stock."""
    if pack["ranks"] != 13:
        raise ValueError(f"there must be 13 ranks: {pack['ranks']!r}")
    if pack["copies"] < 1 or not pack_suits(pack):
        raise ValueError(f"there must be a copy and a suit: {pack!r}")
    if any(rank(card) == 1 for card in cards):
        raise ValueError("aces are not dealt")
    count = whole_option(options, "packets", 12, 4, 12)
    word_option(options, "combine", ["free", "forced"])
    position: Position = {f"packet {n}": cards[n - 1 : n] for n in range(1, count + 1)}
    position["circle"] = 0
    position["refilling"] = int(len(cards) > count)
    position["stock"] = cards[count:]
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    found: dict[str, Position] = {}
    numbers = [n for n in range(1, _packet_count(position) + 1) if position[f"packet {n}"]]
    top = {n: rank(position[f"packet {n}"][-1]) for n in numbers}
    minors = [n for n in numbers if top[n] < COURT]
    courts = [n for n in numbers if top[n] >= COURT]
    for three in combinations(minors, 3):
        values = [top[n] for n in three]
        if len(set(values)) == 3 and sum(values) == SUM:
            for court in courts:
                four = [*three, court]
                name = " ".join(["combine", *(f"p{n}" for n in four)])
                found[name] = _combined(position, four)
    forced = word_option(options, "combine", ["free", "forced"]) == "forced"
    if position["stock"] and not (forced and found):
        found["deal"] = _dealt(position)
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether every card has gone to the circle."""
    count = _packet_count(position)
    return not position["stock"] and not any(position[f"packet {n + 1}"] for n in range(count))


def normal(position: Position) -> Hashable:
    """Only values count, court cards are alike, and packets when nothing is left to deal."""
    count = _packet_count(position)
    packets = [_values(position[f"packet {n + 1}"]) for n in range(count)]
    if not position["stock"]:
        packets.sort()
    return (
        tuple(packets),
        position["circle"],
        position["refilling"],
        _values(position["stock"]),
    )


def _packet_count(position: Position) -> int:
    """The number of packets, empty ones included."""
    return sum(1 for name in position if name.startswith("packet "))


def _values(cards: list[str]) -> tuple[int, ...]:
    """The ranks of the cards, all court cards as one."""
    return tuple(min(rank(card), COURT) for card in cards)


def _combined(position: Position, four: list[int]) -> Position:
    """Four tops leave for the circle, and the first deal refills their places."""
    after = changed(position)
    for n in four:
        after[f"packet {n}"].pop()
    after["circle"] += 1
    if after["refilling"]:
        for n in sorted(four):
            if after["stock"]:
                after[f"packet {n}"].append(after["stock"].pop(0))
    if not after["stock"]:
        after["refilling"] = 0
    return after


def _dealt(position: Position) -> Position:
    """A row of cards covers the cushion; no place will be refilled any more."""
    after = changed(position)
    for n in range(1, _packet_count(position) + 1):
        if after["stock"]:
            after[f"packet {n}"].append(after["stock"].pop(0))
    after["refilling"] = 0
    return after
