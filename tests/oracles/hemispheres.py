"""Oracle for The Hemispheres: four Races round the globe, a talon, no redeal.

Packs: two ranks or more, any suits, any number of copies.  R is the last rank, which
plays the king's part.  Taken out before the shuffle: every ace of a red suit and every
R of a black suit (foundations), one R of each red suit and one ace of each black suit
(barriers).  The barriers are never moves and lie in no pile.  The red suits go up from
the ace, the black ones down from R, and the game is won when all but the barriers is
home: each suit then lacks one card, its barrier, on one of its foundations.

Options: transfer=space|any, refill=talon-first|pack-first, spaces (to a Race) 3, 1..3.

Piles: "foundations" (tops: suits in the order C D H S, an entry for each copy),
"space 1".. (stacks, vacant ones empty), "talon", "stock".  The spaces are numbered
clockwise from the western barrier, one Race after the other.  The first two Races are
the north, where red is the proper colour; the last two are the south, where it is black.
The deal gives the spaces one card each in order; the rest is the stock.

Moves, with sN for space N:
"turn"           the next stock card to the talon; only while no space is vacant
"fill talon", "fill stock"
                 one card to the first vacant space, from the one source that `refill`
                 allows: the talon before the stock, or the stock before the talon
"s3 home", "talon home"
                 the top of a packet of the proper colour, or of the talon
"s3 s5"          marriage of two tops of one Race, both of the proper colour: same suit,
                 the moved card one lower if red, one higher if black
"talon s3"       the same from the talon, onto any packet of the proper colour
"exchange s2 s9" a black card in the north and a red card in the south change places
"transfer s4 s8" stock and talon are both empty: a card of the wrong colour goes to a
                 vacant space of its proper hemisphere; if transfer=any also onto a
                 packet of the proper colour there that it may marry
"transfer s4 home"
                 likewise to a foundation, only if transfer=any

Nothing is folded into these moves.  Packets, talon, exchanges and fills may be used in
any order; only "turn" waits until nothing is vacant.

Symmetries: the foundations of one suit.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from oracles.common import (
    Position,
    changed,
    check_ranks,
    foundation_suits,
    home_for,
    is_red,
    make_card,
    pack_suits,
    rank,
    suit,
    whole_option,
    word_option,
)

RACES = 4


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Lay out the foundations, deal one card to each space, leave the rest as stock."""
    check_ranks(pack, 2)
    _transfer_option(options)
    _refill_option(options)
    count = RACES * whole_option(options, "spaces", 3, 1, 3)
    position: Position = {
        "foundations": [_foundation_base(s, pack) for s in foundation_suits(pack)]
    }
    for number in range(1, count + 1):
        position[f"space {number}"] = cards[number - 1 : number]  # empty past the end
    position["talon"] = []
    position["stock"] = cards[count:]
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    found: dict[str, Position] = {}
    races = _races(position)
    north = [n for n, race in races.items() if race < 2]
    vacant = [n for n in races if not position[f"space {n}"]]
    # A card of the wrong colour always lies alone, so the top of a packet tells.
    red = [n for n in races if n not in vacant and is_red(position[f"space {n}"][-1])]
    proper = [n for n in races if n not in vacant and (n in red) == (n in north)]
    wrong = [n for n in races if n not in vacant and (n in red) != (n in north)]

    if position["stock"] and not vacant:
        after = changed(position)
        after["talon"].append(after["stock"].pop(0))
        found["turn"] = after
    source = _fill_source(position, options)
    if vacant and source is not None:
        after = changed(position)
        card = after["talon"].pop() if source == "talon" else after["stock"].pop(0)
        after[f"space {vacant[0]}"].append(card)
        found[f"fill {source}"] = after

    for n in proper:
        _add_home(found, f"s{n} home", position, f"space {n}", pack)
        for m in proper:
            if races[n] == races[m]:
                _add_marriage(found, f"s{n} s{m}", position, f"space {n}", f"space {m}")
    if position["talon"]:
        _add_home(found, "talon home", position, "talon", pack)
        for m in proper:
            _add_marriage(found, f"talon s{m}", position, "talon", f"space {m}")

    for n in wrong:
        for m in wrong:
            if n in north and m not in north:
                after = changed(position)
                after[f"space {n}"] = position[f"space {m}"][:]
                after[f"space {m}"] = position[f"space {n}"][:]
                found[f"exchange s{n} s{m}"] = after

    if not position["stock"] and not position["talon"]:
        anywhere = _transfer_option(options) == "any"
        for n in wrong:
            for m in vacant:
                if (n in north) != (m in north):
                    found[f"transfer s{n} s{m}"] = _carried(position, f"space {n}", f"space {m}")
            if anywhere:
                _add_home(found, f"transfer s{n} home", position, f"space {n}", pack)
                for m in proper:
                    name = f"transfer s{n} s{m}"
                    _add_marriage(found, name, position, f"space {n}", f"space {m}")
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether each suit lacks its barrier and nothing else."""
    lacking = dict.fromkeys(pack_suits(pack), 0)
    for top in position["foundations"]:
        lacking[suit(top)] += pack["ranks"] - rank(top) if is_red(top) else rank(top) - 1
    return all(number == 1 for number in lacking.values())


def normal(position: Position) -> Hashable:
    """The foundations of one suit are alike; nothing else is."""
    # Every top shows its suit, so sorting the whole list only swaps copies.
    return (
        tuple(sorted(position["foundations"])),
        tuple(tuple(position[f"space {n}"]) for n in _races(position)),
        tuple(position["talon"]),
        tuple(position["stock"]),
    )


def _transfer_option(options: dict[str, Any]) -> str:
    """Where cards of the wrong colour may be transferred to in the end."""
    return word_option(options, "transfer", ["space", "any"])


def _refill_option(options: dict[str, Any]) -> str:
    """Which of the two sources fills vacancies as long as it lasts."""
    return word_option(options, "refill", ["talon-first", "pack-first"])


def _foundation_base(of_suit: str, pack: dict[str, Any]) -> str:
    """The first card of a foundation: a red ace or a black king."""
    ace = make_card(1, of_suit)
    return ace if is_red(ace) else make_card(pack["ranks"], of_suit)


def _races(position: Position) -> dict[int, int]:
    """The Race of each space by number: 0 and 1 lie in the north, 2 and 3 in the south."""
    count = sum(1 for name in position if name.startswith("space "))
    return {n: (n - 1) // (count // RACES) for n in range(1, count + 1)}


def _fill_source(position: Position, options: dict[str, Any]) -> str | None:
    """Where the next vacancy is filled from, None if nothing is left."""
    order = ["talon", "stock"]
    if _refill_option(options) == "pack-first":
        order.reverse()
    for source in order:
        if position[source]:
            return source
    return None


def _carried(position: Position, source: str, target: str) -> Position:
    """The position after the top of the source has been laid on the target."""
    after = changed(position)
    after[target].append(after[source].pop())
    return after


def _add_home(
    found: dict[str, Position], name: str, position: Position, source: str, pack: dict[str, Any]
) -> None:
    """Add the play of the top of the source, if a foundation takes it."""
    card = position[source][-1]
    step = 1 if is_red(card) else -1
    index = home_for(card, position["foundations"], foundation_suits(pack), step)
    if index is not None:
        after = changed(position)
        after["foundations"][index] = after[source].pop()
        found[name] = after


def _add_marriage(
    found: dict[str, Position], name: str, position: Position, source: str, target: str
) -> None:
    """Add the marriage of the source's top to the target's top, if they fit."""
    card, parent = position[source][-1], position[target][-1]
    step = -1 if is_red(card) else 1
    if suit(card) == suit(parent) and rank(card) == rank(parent) + step:
        found[name] = _carried(position, source, target)


def declared(position: Position) -> Hashable:
    """Give what the game's own key tells apart: the spaces of one Race are alike.

    That is coarser than :func:`normal` and just as exact: marriages, exchanges and transfers ask
    only for a space's Race, and so does the first vacancy clockwise, which is of the same Race
    whichever of its spaces are vacant.
    """
    foundations, spaces, *rest = normal(position)
    races = _races(position)
    by_race = [sorted(spaces[n - 1] for n in races if races[n] == race) for race in range(RACES)]
    return (foundations, tuple(map(tuple, by_race)), *rest)
