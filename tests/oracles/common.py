"""Shared trivia of the oracles: card names, packs, foundations, options.

The oracles are slow second statements of the rules, written apart from the
real rule sets so that the two can be compared.  Nothing here knows a game.
"""

from __future__ import annotations

import copy
from typing import Any

Position = dict[str, Any]  # piles by name

RANKS = "A23456789TJQK"
SUITS = "CDHS"
EMPTY = "-"  # an entry where a card may lie but none does


def rank(card: str) -> int:
    """The rank of a card, ace 1 to king 13; an empty entry counts as 0."""
    return 0 if card == EMPTY else RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    """The suit letter of a card."""
    return card[1]


def is_red(card: str) -> bool:
    """Whether the card is a diamond or a heart."""
    return suit(card) in "DH"


def make_card(card_rank: int, card_suit: str) -> str:
    """The name of the card of a rank (ace 1) and a suit."""
    return RANKS[card_rank - 1] + card_suit


def pack_suits(pack: dict[str, Any]) -> list[str]:
    """The suits of the pack in the fixed order C D H S."""
    return [s for s in SUITS if s in pack["suits"]]


def foundation_suits(pack: dict[str, Any]) -> list[str]:
    """The suit of each foundation: suits in order, one entry for each copy."""
    return [s for s in pack_suits(pack) for _ in range(pack["copies"])]


def whole_pack(pack: dict[str, Any]) -> list[str]:
    """Every card of the pack, unshuffled."""
    return [make_card(r, s) for s in foundation_suits(pack) for r in range(1, pack["ranks"] + 1)]


def home_for(card: str, tops: list[str], suits: list[str], step: int) -> int | None:
    """Index of the foundation that takes the card, or None.

    step is 1 where foundations go up and -1 where they go down.  Two copies of
    a suit that both take the card show the same top, so the first will do.
    """
    for index, top in enumerate(tops):
        if suits[index] == suit(card) and rank(card) == rank(top) + step:
            return index
    return None


def changed(position: Position) -> Position:
    """A copy of the position that may be altered freely."""
    return copy.deepcopy(position)


def whole_option(options: dict[str, Any], name: str, default: int, least: int, most: int) -> int:
    """The value of a whole-number option, checked against its range."""
    value = options.get(name, default)
    if not isinstance(value, int) or not least <= value <= most:
        raise ValueError(f"{name} must be a whole number {least}..{most}: {value!r}")
    return value


def word_option(options: dict[str, Any], name: str, words: list[str]) -> str:
    """The value of an option that is one of some words; the first is the default."""
    value = options.get(name, words[0])
    if value not in words:
        raise ValueError(f"{name} must be one of {words}: {value!r}")
    return str(value)


# --- games with one foundation up and one down for each suit --------------------

WAYS = {"up": "ascending", "down": "descending"}  # way home: pile of foundation tops


def require_twin_packs(pack: dict[str, Any]) -> None:
    """Refuse a pack in which the two foundations of a suit could not both be filled.

    The ascending foundation takes one card of every rank, and so does the
    descending one, so every card must be there exactly twice; and the first
    cards of the two must differ, so there must be two ranks.
    """
    suits, copies, ranks = pack["suits"], pack["copies"], pack["ranks"]
    if not suits or len(set(suits)) != len(suits) or not set(suits) <= set(SUITS):
        raise ValueError(f"the suits must be different ones of {SUITS}: {suits!r}")
    if copies != 2:
        raise ValueError(f"there must be 2 copies of every card: {copies!r}")
    if not 2 <= ranks <= len(RANKS):
        raise ValueError(f"there must be 2..13 ranks: {ranks!r}")


def ways_home(position: Position, card: str, pack: dict[str, Any]) -> list[str]:
    """The foundations of its suit that take the card: "up", "down", both or none."""
    index = pack_suits(pack).index(suit(card))
    top_of_descending = position["descending"][index]
    wanted = {
        "up": rank(position["ascending"][index]) + 1,  # an empty one wants the ace
        "down": rank(top_of_descending) - 1,
    }
    if top_of_descending == EMPTY:
        wanted["down"] = pack["ranks"]
    return [way for way in WAYS if rank(card) == wanted[way]]


def put_home(position: Position, card: str, way: str, pack: dict[str, Any]) -> None:
    """Lay the card on the foundation of its suit that goes this way."""
    position[WAYS[way]][pack_suits(pack).index(suit(card))] = card


def all_home(position: Position, pack: dict[str, Any]) -> bool:
    """Whether all foundations have reached their last card."""
    return all(rank(top) == pack["ranks"] for top in position["ascending"]) and all(
        rank(top) == 1 for top in position["descending"]
    )


def may_marry(card: str, other: str) -> bool:
    """Whether the cards are neighbours of one suit; ace and king are none."""
    return suit(card) == suit(other) and abs(rank(card) - rank(other)) == 1


def gathered(packets: list[list[str]], gather: str) -> list[str]:
    """The new stock after the packets were taken up in the order given.

    Each packet goes underneath those already taken and the heap is turned
    over, so the last packet is dealt first, each from its oldest card on.
    """
    stock: list[str] = []
    for packet in reversed(packets):
        stock += packet if gather == "oldest-first" else packet[::-1]
    return stock


def check_ranks(pack: dict[str, Any], least: int) -> None:
    """Refuse packs of fewer ranks than the game needs."""
    if pack["ranks"] < least:
        raise ValueError(f"the pack must have {least} ranks or more: {pack['ranks']}")
