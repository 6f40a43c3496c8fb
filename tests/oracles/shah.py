"""Oracle for The Shah: a star of three circles, packets outside, a talon, no redeal.

Packs: two ranks or more, any suits, any number of copies.  R is the last rank, which
plays the king's part.  Taken out before the shuffle: every ace (foundations) and every R
(one is the Shah, the others are thrown aside, and all are dead).  The foundations go up
from the ace; the game is won when all of them have reached R-1, the queen.

Options: refill=choice|talon-first, rays 8, 1..8.

Piles: "foundations" (tops: suits in the order C D H S, an entry for each copy), for each
ray N clockwise from the top "ray N inner", "ray N middle" (one card or none) and
"ray N outer" (a stack), "talon", "stock", and the number "phase":
1, 2, 3  play on the circle dealt last (inner, middle, outer)
4        main play
5        main play, in the middle of a refill (only if refill=choice)

The free card of a ray is that of its outermost occupied place (of the outer place: the
top), in every phase.  So inner cards become free when nothing lies outside them.

Moves in the phases 1 to 3, with rN for ray N:
"r3 home"     the free card of the ray is played, and its place takes the next stock card;
              without stock it stays vacant
"next"        ends the plays on the circle; always legal.  From phases 1 and 2 it deals the
              next circle, one card a ray in order as far as the stock goes; from phase 3 it
              only goes on to phase 4.

Moves in phase 4:
"turn"        the next stock card to the talon; only while no place is vacant
"r3 home", "talon home"
              the free card of the ray, or the talon's top
"r3 r5"       marriage of two outer tops: same suit, the moved card one lower
"talon r5"    the same from the talon
"lane r3 r5"  ray 5 is wholly empty: its inner place takes the outer top of ray 3, its
              middle and then its outer place one card each from the talon or, when there
              is none, from the stock.  With talon and stock both empty a ray that holds
              a single card may not give it (which cannot come up in play: whatever lies
              in an outer place has cards inside it).
"fill talon", "fill stock"
              refill=choice: begins the refill with a card from the source, see below
"refill"      refill=talon-first: the whole refill, each card from the talon or, when there
              is none, from the stock
While a ray is empty and stock or talon hold cards, only lanes and refilling are legal.

Refilling goes through the vacancies in this order: all inner places ray by ray, all middle
ones, all outer ones.  Once begun it goes on until nothing is vacant or stock and talon are
both empty.  In phase 5 "fill talon" and "fill stock" are the only moves, one card each.

Folded into the move before: refilling that the rules demand at this moment and that has
but one source.  That is, with exactly one of stock and talon holding cards (or with
refill=talon-first) and a vacancy left, (a) the rest of a refill begun, so that phase 5
only arises while both hold cards, (b) the whole refill when a ray is empty and no lane is
legal.

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
    make_card,
    rank,
    suit,
    whole_option,
    word_option,
)

CIRCLES = ["inner", "middle", "outer"]
MAIN, REFILLING = 4, 5  # the phases after 1, 2 and 3


def start(cards: list[str], options: dict[str, Any], pack: dict[str, Any]) -> Position:
    """Lay out the aces, deal the inner circle, leave the rest as stock."""
    check_ranks(pack, 2)
    _refill_option(options)
    rays = whole_option(options, "rays", 8, 1, 8)
    position: Position = {"foundations": [make_card(1, s) for s in foundation_suits(pack)]}
    for ray in range(1, rays + 1):
        for circle in CIRCLES:
            position[f"ray {ray} {circle}"] = []
    position["talon"] = []
    position["stock"] = cards[:]
    position["phase"] = 1
    _deal_circle(position, "inner")
    return position


def moves(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> dict[str, Position]:
    """Every legal move and the position it leads to."""
    refill = _refill_option(options)
    if position["phase"] < MAIN:
        return _moves_on_a_circle(position, pack)
    if position["phase"] == REFILLING:
        return _refills(position, refill)
    found: dict[str, Position] = {}
    for giver, taker in _lanes(position):
        found[f"lane r{giver} r{taker}"] = _after_lane(position, giver, taker, refill)
    if _vacancies(position):
        found |= _refills(position, refill)
    if _empty_rays(position) and _sources(position, refill):
        return found
    if position["stock"] and not _vacancies(position):
        after = changed(position)
        after["talon"].append(after["stock"].pop(0))
        found["turn"] = after
    # Every play and every marriage, from the rays and from the talon.
    sources = {f"r{ray}": _free_place(position, ray) for ray in _rays(position)}
    sources["talon"] = "talon" if position["talon"] else None
    for name, source in sources.items():
        if source is None:
            continue
        after = changed(position)
        if _put_home(after, after[source].pop(), pack):
            _settle(after, refill)
            found[f"{name} home"] = after
        if source.endswith(("inner", "middle")):
            continue  # these are only ever played
        for ray in _rays(position):
            target = f"ray {ray} outer"
            if target != source and _may_marry(position[source], position[target]):
                after = changed(position)
                after[target].append(after[source].pop())
                _settle(after, refill)
                found[f"{name} r{ray}"] = after
    return found


def won(position: Position, options: dict[str, Any], pack: dict[str, Any]) -> bool:
    """Whether every foundation has reached the rank below the kings."""
    return all(rank(top) == pack["ranks"] - 1 for top in position["foundations"])


def normal(position: Position) -> Hashable:
    """The foundations of one suit are alike; nothing else is."""
    # Every top shows its suit, so sorting the whole list only swaps copies.
    places = [_place(ray, circle) for ray in _rays(position) for circle in CIRCLES]
    return (
        tuple(sorted(position["foundations"])),
        tuple(tuple(position[place]) for place in places),
        tuple(position["talon"]),
        tuple(position["stock"]),
        position["phase"],
    )


# --- the star -------------------------------------------------------------------


def _refill_option(options: dict[str, Any]) -> str:
    """Whether the player chooses the source of refills."""
    return word_option(options, "refill", ["choice", "talon-first"])


def _place(ray: int, circle: str) -> str:
    """The name of a place."""
    return f"ray {ray} {circle}"


def _rays(position: Position) -> list[int]:
    """The numbers of the rays."""
    count = sum(1 for name in position if name.endswith(" inner"))
    return list(range(1, count + 1))


def _free_place(position: Position, ray: int) -> str | None:
    """The outermost occupied place of the ray, None if the ray is empty."""
    for circle in reversed(CIRCLES):
        if position[_place(ray, circle)]:
            return _place(ray, circle)
    return None


def _empty_rays(position: Position) -> list[int]:
    """The rays without any card."""
    return [ray for ray in _rays(position) if _free_place(position, ray) is None]


def _vacancies(position: Position) -> list[str]:
    """The vacant places in the order in which a refill takes them."""
    places = [_place(ray, circle) for circle in CIRCLES for ray in _rays(position)]
    return [place for place in places if not position[place]]


def _put_home(position: Position, card: str, pack: dict[str, Any]) -> bool:
    """Put the card on the foundation that takes it; False if none does."""
    tops = position["foundations"]
    index = home_for(card, tops, foundation_suits(pack), 1)
    if index is None:
        return False
    tops[index] = card
    return True


def _may_marry(source: list[str], target: list[str]) -> bool:
    """Whether the top of the source may be laid on the target, which may be vacant."""
    if not target:
        return False
    card, parent = source[-1], target[-1]
    return suit(card) == suit(parent) and rank(card) == rank(parent) - 1


# --- phases 1 to 3 --------------------------------------------------------------


def _moves_on_a_circle(position: Position, pack: dict[str, Any]) -> dict[str, Position]:
    """The moves while the circles are being dealt."""
    after = changed(position)
    if position["phase"] < len(CIRCLES):
        _deal_circle(after, CIRCLES[position["phase"]])
    after["phase"] += 1
    found = {"next": after}
    for ray in _rays(position):
        place = _free_place(position, ray)
        if place is None:
            continue
        after = changed(position)
        if _put_home(after, after[place].pop(), pack):
            if after["stock"]:
                after[place].append(after["stock"].pop(0))
            found[f"r{ray} home"] = after
    return found


def _deal_circle(position: Position, circle: str) -> None:
    """Deal one card to each ray as far as the stock goes."""
    for ray in _rays(position):
        if position["stock"]:
            position[_place(ray, circle)].append(position["stock"].pop(0))


# --- lanes and refilling --------------------------------------------------------


def _lanes(position: Position) -> list[tuple[int, int]]:
    """The giving and the taking ray of every legal lane."""
    nothing_left = not position["stock"] and not position["talon"]
    found = []
    for taker in _empty_rays(position):
        for giver in _rays(position):
            if not position[_place(giver, "outer")]:
                continue
            held = sum(len(position[_place(giver, circle)]) for circle in CIRCLES)
            if held == 1 and nothing_left:
                continue
            found.append((giver, taker))
    return found


def _after_lane(position: Position, giver: int, taker: int, refill: str) -> Position:
    """The position after a lane and what the rules demand after it."""
    after = changed(position)
    after[_place(taker, "inner")].append(after[_place(giver, "outer")].pop())
    for circle in ("middle", "outer"):
        if after["talon"]:
            after[_place(taker, circle)].append(after["talon"].pop())
        elif after["stock"]:
            after[_place(taker, circle)].append(after["stock"].pop(0))
    _settle(after, refill)
    return after


def _sources(position: Position, refill: str) -> list[str]:
    """The sources that the next card of a refill may come from."""
    holding = [source for source in ("talon", "stock") if position[source]]
    return holding[:1] if refill == "talon-first" else holding


def _refills(position: Position, refill: str) -> dict[str, Position]:
    """The moves that begin a refill or go on with it."""
    found = {}
    for source in _sources(position, refill):
        after = changed(position)
        _fill_one(after, source)
        _settle(after, refill)
        found["refill" if refill == "talon-first" else f"fill {source}"] = after
    return found


def _fill_one(position: Position, source: str) -> None:
    """Fill the first vacancy; more must follow if vacancies and cards are left."""
    card = position["talon"].pop() if source == "talon" else position["stock"].pop(0)
    position[_vacancies(position)[0]].append(card)
    more = _vacancies(position) and (position["talon"] or position["stock"])
    position["phase"] = REFILLING if more else MAIN


def _settle(position: Position, refill: str) -> None:
    """Do the refilling that the rules demand now, while it has just one source."""
    while True:
        begun = position["phase"] == REFILLING
        stuck = bool(_empty_rays(position)) and not _lanes(position)
        sources = _sources(position, refill)
        if not (begun or stuck) or len(sources) != 1:
            return
        _fill_one(position, sources[0])
