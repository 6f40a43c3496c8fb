"""Oracle for The "Louis" Patience: an alphabet of packets dealt in circles.

Pack: two copies of each of 2..13 ranks (R, the last one, is the king) in 1..4
suits.  One ace and one R of each suit are taken out before the shuffle and
start the foundations.

Options
    deals     4 (1..4): the first deal and up to three redeals
    gather    oldest-first | newest-first
    pick-up   under | over: at a redeal each packet goes under those taken up
              before it (the last one is dealt first), or over them (the first
              one is dealt first)
    letters   12 (1..12): the first so many of a b c d e f g h i k l m

Piles
    "ascending"       top of the foundation that goes A .. R, one entry for
                      each suit of the pack in the order C D H S
    "descending"      the same for R .. A
    "letter a" ..     bottom .. top, without the cards in "circle"
    "circle"          one entry for each letter: its card of the circle that is
                      being dealt or has just been dealt, "-" if there is none;
                      all "-" when the deal is over
    "aside"           the cards that lie aside, in the order they were put there
    "stock"           next card first; empty when the deal is over
    "next letter"     number of the letter (a = 1) the next card goes to; 0 in
                      the pause after a circle and when the deal is over
    "deals left"      how many deals may still follow this one

A card that is laid goes to the entry of its letter in "circle".  When the next
circle begins, and when the deal is over, the cards of "circle" come on top of
their letters.

Moves while a circle is dealt (stock not empty, next letter not 0).  The first
three are about the next card; after a play or "aside" another takes its turn
for the same letter.
    "play up"         on the ascending foundation of its suit
    "play down"       on the descending foundation of its suit
    "aside"           lay it aside: from the second deal on, if it fits both
    "lay"             on its letter
    "aside 8H up"     a card that lies aside on the ascending foundation
    "aside 8H down"   the same, descending
If neither the next card nor any card aside fits a foundation, the next card is
laid at once, which is no move.

Moves in the pause after a circle (stock not empty, next letter 0), which exists
only while a card of this circle or one aside fits a foundation; otherwise the
next circle begins at once:
    "c up"            the card of this circle at letter c on the ascending
                      foundation of its suit; no other takes its place
    "c down"          the same, descending
    "aside 8H up", "aside 8H down"   as above
    "deal"            begin the next circle
There is no pause after the last circle: the deal is over with its last card.

Moves after the deal
    "c up", "c down"  top of letter c on a foundation of its suit
    "c g"             top of letter c on that of g, same suit, next higher or
                      lower rank; empty letters take nothing
    "aside 8H up", "aside 8H down"   as above
    "redeal"          while deals are left and a letter holds cards: gather the
                      letters g h i k l m a b c d e f and deal from a on; the
                      cards aside stay there.  With n letters gathering begins
                      at letter number n // 2 + 1 and goes round.

Symmetries: the order of the cards aside does not matter.  Once the stock is out
and no deal is left, the order of the letters does not matter.  Nothing else.
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
    make_card,
    may_marry,
    pack_suits,
    put_home,
    require_twin_packs,
    ways_home,
    whole_option,
    word_option,
)

LETTERS = "abcdefghiklm"


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Lay out the foundations and deal until there is something to decide."""
    require_twin_packs(pack)
    letters = LETTERS[: whole_option(options, "letters", 12, 1, 12)]
    word_option(options, "gather", ["oldest-first", "newest-first"])
    word_option(options, "pick-up", ["under", "over"])
    position: Position = {
        "ascending": [make_card(1, s) for s in pack_suits(pack)],
        "descending": [make_card(pack["ranks"], s) for s in pack_suits(pack)],
    }
    for letter in letters:
        position[f"letter {letter}"] = []
    position["circle"] = [EMPTY for _ in letters]
    position["aside"] = []
    position["stock"] = list(cards)
    position["next letter"] = 1
    position["deals left"] = _deals(options) - 1
    _deal_on(position, pack)
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    if not position["stock"]:
        found = _moves_after_the_deal(position, options, pack)
    elif position["next letter"] == 0:
        found = _moves_in_the_pause(position, pack)
    else:
        found = _moves_in_the_circle(position, options, pack)
    for card in position["aside"]:
        for way in ways_home(position, card, pack):
            after = changed(position)
            after["aside"].remove(card)
            put_home(after, card, way, pack)
            _deal_on(after, pack)
            found[f"aside {card} {way}"] = after
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether all foundations have reached their last card."""
    return all_home(position, pack)


def normal(position: Position) -> Hashable:
    """Cards aside are alike, and letters when no card will ever be dealt again."""
    letters = [tuple(position[f"letter {letter}"]) for letter in _letters(position)]
    if not position["stock"] and position["deals left"] == 0:
        letters.sort()
    return (
        tuple(position["ascending"]),
        tuple(position["descending"]),
        tuple(letters),
        tuple(position["circle"]),
        tuple(sorted(position["aside"])),
        tuple(position["stock"]),
        position["next letter"],
        position["deals left"],
    )


def _deals(options: dict[str, Any]) -> int:
    """The number of deals in all."""
    return whole_option(options, "deals", 4, 1, 4)


def _letters(position: Position) -> list[str]:
    """The letters in the order of dealing."""
    return [letter for letter in LETTERS if f"letter {letter}" in position]


def _moves_in_the_circle(
    position: Position, options: dict[str, Any], pack: dict[str, Any]
) -> dict[str, Position]:
    """What may be done with the next card."""
    found: dict[str, Position] = {}
    ways = ways_home(position, position["stock"][0], pack)
    for way in ways:
        after = changed(position)
        put_home(after, after["stock"].pop(0), way, pack)
        _deal_on(after, pack)
        found[f"play {way}"] = after
    first_deal = position["deals left"] == _deals(options) - 1
    if len(ways) == 2 and not first_deal:
        after = changed(position)
        after["aside"].append(after["stock"].pop(0))
        _deal_on(after, pack)
        found["aside"] = after
    after = changed(position)
    _lay(after)
    _deal_on(after, pack)
    found["lay"] = after
    return found


def _moves_in_the_pause(position: Position, pack: dict[str, Any]) -> dict[str, Position]:
    """Plays of the circle just dealt, and going on."""
    found: dict[str, Position] = {}
    for place, letter in enumerate(_letters(position)):
        card = position["circle"][place]
        if card == EMPTY:
            continue
        for way in ways_home(position, card, pack):
            after = changed(position)
            after["circle"][place] = EMPTY
            put_home(after, card, way, pack)
            _deal_on(after, pack)
            found[f"{letter} {way}"] = after
    after = changed(position)
    _cover(after)
    after["next letter"] = 1
    _deal_on(after, pack)
    found["deal"] = after
    return found


def _moves_after_the_deal(
    position: Position, options: dict[str, Any], pack: dict[str, Any]
) -> dict[str, Position]:
    """Plays and marriages of the uppermost cards, and the redeal."""
    found: dict[str, Position] = {}
    letters = _letters(position)
    for letter in letters:
        source = f"letter {letter}"
        if not position[source]:
            continue
        card = position[source][-1]
        for way in ways_home(position, card, pack):
            after = changed(position)
            put_home(after, after[source].pop(), way, pack)
            found[f"{letter} {way}"] = after
        for other in letters:
            target = f"letter {other}"
            if other != letter and position[target] and may_marry(card, position[target][-1]):
                after = changed(position)
                after[target].append(after[source].pop())
                found[f"{letter} {other}"] = after
    if position["deals left"] > 0 and any(position[f"letter {letter}"] for letter in letters):
        after = changed(position)
        after["stock"] = _new_stock(position, options)
        for letter in letters:
            after[f"letter {letter}"] = []
        after["next letter"] = 1
        after["deals left"] -= 1
        _deal_on(after, pack)
        found["redeal"] = after
    return found


def _new_stock(position: Position, options: dict[str, Any]) -> list[str]:
    """The letters taken up from the middle one on, unshuffled."""
    letters = _letters(position)
    middle = len(letters) // 2
    packets = [position[f"letter {letter}"] for letter in letters[middle:] + letters[:middle]]
    if word_option(options, "pick-up", ["under", "over"]) == "over":
        packets = packets[::-1]
    return gathered(packets, word_option(options, "gather", ["oldest-first", "newest-first"]))


def _deal_on(position: Position, pack: dict[str, Any]) -> None:
    """Go on while there is nothing to decide; no change after the deal."""
    while position["stock"]:
        if position["next letter"] == 0:
            if _any_fits(position, position["circle"] + position["aside"], pack):
                return
            _cover(position)
            position["next letter"] = 1
        else:
            if _any_fits(position, position["stock"][:1] + position["aside"], pack):
                return
            _lay(position)
    _cover(position)
    position["next letter"] = 0


def _any_fits(position: Position, cards: list[str], pack: dict[str, Any]) -> bool:
    """Whether a foundation takes any of the cards."""
    return any(card != EMPTY and ways_home(position, card, pack) for card in cards)


def _lay(position: Position) -> None:
    """The next card goes to its letter, and the circle may be complete."""
    place = position["next letter"] - 1
    position["circle"][place] = position["stock"].pop(0)
    last = place == len(position["circle"]) - 1
    position["next letter"] = 0 if last else place + 2


def _cover(position: Position) -> None:
    """The cards of the circle come on top of their letters."""
    for place, letter in enumerate(_letters(position)):
        card = position["circle"][place]
        if card != EMPTY:
            position[f"letter {letter}"].append(card)
            position["circle"][place] = EMPTY
