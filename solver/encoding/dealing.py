"""A deal that still goes on, as part of a model of building.

The cards of the stock are drawn in their order, and then the deal is over. A drawn card is laid
on a pile (the literal ``laid``) or goes home before the next one is drawn. Nothing else moves
before the end of the deal, but for plays in pauses where there are such. Which pile a card falls
on is fixed, or it depends on how many were laid before; the first is told as it is, the second by
a literal for each card and pile.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from cadogan.solver.encoding.model import Time

if TYPE_CHECKING:
    from cadogan.solver.encoding.building import Builder

__all__ = ["add_dealing"]


def add_dealing(builder: Builder) -> None:
    """Add the rest of a deal to a model."""
    facts, model = builder.facts, builder.model
    dealing = facts.dealing
    assert dealing is not None and not facts.talon
    stock = range(builder.on_table, len(builder.faces))
    end = model.time("end of the deal")
    for card in stock:
        builder.drawn[card] = model.time(f"draw {card}")
        builder.laid[card] = model.bool(f"{card} is laid")
    draws = [*builder.drawn.values(), end]
    for one, other in itertools.pairwise(draws):
        model.before(one, other)
    for card in range(builder.on_table):
        _wait(builder, card, end, ())
    for card, following in zip(stock, draws[1:], strict=True):
        laid = builder.laid[card]
        model.before(builder.drawn[card], builder.leaves[card])
        model.before(builder.homes[card], following, -laid)
        model.clause(laid, -builder.moves[card])
        _wait(builder, card, end, (laid,))
    if dealing.bases:
        _begin_foundations(builder, stock)
    if dealing.forced:
        for card in stock:
            _play_what_fits(builder, card)
    if dealing.fixed is not None:
        _cover_fixed(builder, dealing.fixed)
    else:
        _cover_in_turns(builder)


def _wait(builder: Builder, card: int, end: Time, conditions: tuple[int, ...]) -> None:
    """Let a card in a pile wait for the end of the deal; in pauses it may only go home."""
    assert builder.facts.dealing is not None
    dealing = builder.facts.dealing
    place = builder.pile_of.get(card, -1)
    fresh = card in builder.laid or (place in dealing.fresh and card not in builder.above)
    if dealing.pauses and fresh:
        conditions = (*conditions, builder.moves[card])
    builder.model.before(end, builder.leaves[card], *conditions)


def _begin_foundations(builder: Builder, stock: range) -> None:
    """Let the first card that can begin a foundation do so."""
    assert builder.facts.dealing is not None
    for place in builder.facts.dealing.bases:
        base = builder.facts.foundations[place].cards[0]
        begins = [card for card in stock if builder.faces[card] == base]
        if begins:
            # Where one foundation of the suit is complete, its cards have no choice.
            builder.model.clause(builder.ways.get((begins[0], place), builder.model.TRUE))
            builder.model.clause(-builder.laid[begins[0]])


def _play_what_fits(builder: Builder, card: int) -> None:
    """Let a card be laid only if it fitted no foundation.

    Where the foundation's card before it (or what lies there already) is home and none of its own
    face has followed, the card fits; so when it is laid, the other copy went there first or the
    card before it came later.
    """
    model, face = builder.model, builder.faces[card]
    laid, drawn = builder.laid[card], builder.drawn[card]
    for place, foundation in enumerate(builder.facts.foundations):
        if face not in foundation.cards:
            continue
        index = foundation.cards.index(face)
        before = foundation.cards[index - 1] if index else 0
        own = builder.ways.get((card, place), model.FALSE)
        others = [
            (other, builder.ways[other, place])
            for other in range(len(builder.faces))
            if other != card
            and builder.faces[other] == face
            and (other, place) in builder.ways
        ]
        earlier = [
            (one, builder.ways[one, place])
            for one in range(len(builder.faces))
            if builder.faces[one] == before and (one, place) in builder.ways
        ]
        late = model.FALSE if not index else model.bool(f"{card} drawn too early for {place}")
        for one, way in earlier:
            model.before(drawn, builder.homes[one], laid, way, late)
        model.clause(-laid, -own, late)
        for other, way in others:
            model.before(builder.homes[other], drawn, laid, way, -late)


def _cover_fixed(builder: Builder, fixed: tuple[int, ...]) -> None:
    """Say which cards lie on which, each in its own pile if it is laid."""
    model = builder.model
    columns: dict[int, list[int]] = {}
    for card, place in builder.pile_of.items():
        columns.setdefault(place, [])[:] = [card]  # the last one is on top
    for card, place in zip(builder.drawn, fixed, strict=True):
        column = columns.setdefault(place, [])
        builder.fillers.setdefault(place, []).append((card, (builder.laid[card],)))
        for under in column:
            conditions = [builder.laid[card]]
            if under in builder.laid:
                conditions.append(builder.laid[under])
            model.before(builder.leaves[card], builder.leaves[under], *conditions)
            builder.covers.setdefault(under, []).append((card, tuple(conditions)))
        column.append(card)


def _cover_in_turns(builder: Builder) -> None:
    """Say which cards lie on which where piles take turns."""
    model, dealing = builder.model, builder.facts.dealing
    assert dealing is not None
    turns = dealing.turns
    falls = _turns(builder)
    stock = list(builder.drawn)
    tops: dict[int, int] = {}
    for card, place in builder.pile_of.items():
        tops[place] = card
    for index, over in enumerate(stock):
        for place, under in tops.items():
            if place < turns:
                _cover(builder, under, over, (falls[over, place], builder.laid[over]))
        for under in stock[: max(0, index + 1 - turns)]:
            both = model.bool(f"{over} over {under}")
            for place in range(turns):
                model.clause(
                    both,
                    -falls[over, place],
                    -falls[under, place],
                    -builder.laid[over],
                    -builder.laid[under],
                )
            _cover(builder, under, over, (both,))


def _cover(builder: Builder, under: int, over: int, conditions: tuple[int, ...]) -> None:
    """Say that a card leaves before another that it is laid upon."""
    model, dealing = builder.model, builder.facts.dealing
    assert dealing is not None
    builder.covers.setdefault(under, []).append((over, conditions))
    if dealing.pauses:
        gone = model.bool(f"{under} gone before {over} is drawn")
        model.before(builder.leaves[under], builder.drawn[over], gone)
        conditions = (*conditions, -gone)
    model.before(builder.leaves[over], builder.leaves[under], *conditions)


def _turns(builder: Builder) -> dict[tuple[int, int], int]:
    """Say which pile each card falls on: the next one whenever a card is laid."""
    model, dealing = builder.model, builder.facts.dealing
    assert dealing is not None
    turns, stock = dealing.turns, list(builder.drawn)
    falls: dict[tuple[int, int], int] = {}
    for index, card in enumerate(stock):
        for place in range(turns):
            if index == 0:
                falls[card, place] = model.TRUE if place == dealing.first else model.FALSE
            elif (place - dealing.first) % turns <= index or index >= turns:
                falls[card, place] = model.bool(f"{card} falls on {place}")
            else:
                falls[card, place] = model.FALSE
        if index:
            model.exactly_one([falls[card, place] for place in range(turns)])
            last = stock[index - 1]
            for place in range(turns):
                laid = builder.laid[last]
                model.clause(-falls[last, place], -laid, falls[card, (place + 1) % turns])
                model.clause(-falls[last, place], laid, falls[card, place])
        if dealing.plays is not None:
            _restrict_plays(builder, card, falls)
    return falls


def _restrict_plays(builder: Builder, card: int, falls: dict[tuple[int, int], int]) -> None:
    """Let a card be played as it turns up only where it falls rightly, or begins a foundation."""
    model, dealing = builder.model, builder.facts.dealing
    assert dealing is not None and dealing.plays is not None
    face = builder.faces[card]
    for place, foundation in enumerate(builder.facts.foundations):
        way = builder.ways.get((card, place))
        begins = place in dealing.bases and foundation.cards[0] == face
        if way is None or begins:
            continue
        for pile in range(dealing.turns):
            if not dealing.plays(pile, face, place):
                model.clause(builder.laid[card], -way, -falls[card, pile])
