"""From a deal to a model of it, by the facts that its game declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cadogan.games.errors import UnsupportedError
from cadogan.games.facts import Building, Chain, Facts, Reserve, Windmill
from cadogan.solver.encoding.building import encode_building, is_exact
from cadogan.solver.encoding.encoding import Encoding, Kind
from cadogan.solver.encoding.stays import encode_stays, has_stays

if TYPE_CHECKING:
    from cadogan.games.deal import Deal

__all__ = ["encode", "facts_of", "kinds_of"]


def facts_of(deal: Deal) -> Facts:
    """Give what a deal's game declares of it.

    Raises
    ------
    UnsupportedError
        When the game cannot tell it in the terms of models.
    """
    return deal.game.facts(deal.piles)


def kinds_of(facts: Facts) -> tuple[Kind, ...]:
    """List the kinds of models that a position has; where one is exact there is no need of others.

    Examples
    --------
    >>> from cadogan import Deal
    >>> kinds_of(facts_of(Deal.from_seed("la-belle-lucie", 1)))
    (<Kind.EXACT: 'exact'>,)
    >>> kinds_of(facts_of(Deal.from_seed("hemispheres", 1)))
    (<Kind.OUTER: 'outer'>,)
    """
    if not isinstance(facts, Building) or is_exact(facts):
        return (Kind.EXACT,)
    if has_stays(facts):
        return (Kind.OUTER, Kind.INNER)
    return (Kind.OUTER,)


def encode(facts: Facts, kind: Kind, moves: int = 1) -> Encoding:
    """Make a model of a position.

    The same facts and kind give the same model, to the letter of its text.

    Parameters
    ----------
    facts : Facts
        The position.
    kind : Kind
        One of :func:`kinds_of`.
    moves : int
        How often a card may move before it goes home, in an inner model.

    Raises
    ------
    UnsupportedError
        When there is no such model of the position.

    Examples
    --------
    >>> from cadogan import Deal
    >>> encoding = encode(facts_of(Deal.from_seed("fan", 1)), Kind.EXACT)
    >>> len(encoding.model.times)
    103
    """
    if kind not in kinds_of(facts):
        raise UnsupportedError(f"there is no {kind.value} model of this position")
    if isinstance(facts, Building):
        inner = kind is Kind.INNER
        return encode_stays(facts, moves) if inner else encode_building(facts, kind)
    if isinstance(facts, Chain):
        from cadogan.solver.encoding.chain import encode_chain

        return encode_chain(facts)
    if isinstance(facts, Reserve):
        from cadogan.solver.encoding.reserve import encode_reserve

        return encode_reserve(facts)
    if isinstance(facts, Windmill):
        from cadogan.solver.encoding.windmill import encode_windmill

        return encode_windmill(facts)
    from cadogan.solver.encoding.cushion import encode_cushion

    return encode_cushion(facts)
