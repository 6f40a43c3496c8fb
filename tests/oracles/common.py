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
