"""The facts that the Cadogan games declare of their positions, for models of them.

Each function is the ``facts`` method of a game. They are apart from the rules since they say
again, as data, what the rules say as moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cadogan.games.cards import is_red
from cadogan.games.errors import UnsupportedError
from cadogan.games.facts import (
    Building,
    Cushion,
    Dealing,
    Foundation,
    Pile,
    Reserve,
    Windmill,
    anybody,
    beside_in_suit,
    down_in_suit,
    named_piles,
    rising_in_suit,
)
from cadogan.games.game import Game
from cadogan.games.layout import Piles, cards_of, number_of


def _both(game: Game, piles: Piles) -> tuple[Foundation, ...]:
    """Give a rising and a falling foundation for each suit in turn."""
    found: list[Foundation] = []
    last = game.pack.ranks
    for i, suit in enumerate(game.pack.suit_numbers):
        up, down = cards_of(piles, "ascending")[i], cards_of(piles, "descending")[i]
        shown = down & 15 if down else last + 1
        found.append(Foundation.rising(suit, up & 15, last, pile="ascending"))
        found.append(Foundation.rising(suit, shown, 1, -1, pile="descending"))
    return tuple(found)


def _last_deal(game: Game, piles: Piles, left: str) -> None:
    if number_of(piles, left):
        raise UnsupportedError(f"a model of {game.name} is possible in the last deal only")


def _stock(piles: Piles) -> tuple[int, ...]:
    return tuple(cards_of(piles, "stock"))


def _talon(piles: Piles) -> tuple[int, ...]:
    return tuple(cards_of(piles, "talon"))


def napoleons_square(game: Game, piles: Piles) -> Building:
    """Declare packets that marry down in suit, and spaces for the talon's cards."""
    names = [f"packet {i + 1}" for i in range(game.counts()["packet"])]
    return Building(
        named_piles(piles, names, space=True),
        rising_in_suit(game, piles, game.pack.ranks),
        down_in_suit,
        drawn_founds=anybody,
        refounds=False,
        talon=_talon(piles),
        stock=_stock(piles),
    )


def hemispheres(game: Game, piles: Piles) -> Building:
    """Declare what is necessary: neither Races nor a duty to refill.

    An exchange or a transfer moves a card that nothing lies on from one space to another; by
    names of spaces this is no move at all. Which cards need one is told of those that lie in
    spaces now, not of those to come.
    """
    last, spaces = game.pack.ranks, game.counts()["space"]
    lying = [tuple(cards_of(piles, f"space {i + 1}")) for i in range(spaces)]
    owners = [suit for suit in game.pack.suit_numbers for _ in range(game.pack.copies)]
    tops = cards_of(piles, "foundations")
    # One foundation of a suit ends with its barrier, which counts as home: the last place of the
    # suit is taken once only, by whichever foundation comes first.
    foundations: list[Foundation] = []
    for suit, top in zip(owners, tops, strict=True):
        if is_red(16 * suit):
            foundations.append(Foundation.rising(suit, top & 15, last))
        else:
            foundations.append(Foundation.rising(suit, top & 15, 1, -1))
    return Building(
        tuple(
            Pile(
                f"space {i + 1}",
                cards,
                space=True,
                kept=bool(cards) and is_red(cards[0]) != (i < spaces // 2),
            )
            for i, cards in enumerate(lying)
        ),
        without_barriers(foundations, game.dead_cards()),
        lambda card, host: host == (card + 1 if is_red(card) else card - 1),
        drawn_founds=anybody,
        exchanges=lambda card, other: is_red(card) != is_red(other),
        refounds=False,
        talon=_talon(piles),
        stock=_stock(piles),
        whole=False,
    )


def without_barriers(
    foundations: Sequence[Foundation], barriers: Sequence[int]
) -> tuple[Foundation, ...]:
    """Let the foundation of each suit that has come less far end before the suit's barrier."""
    kept = list(foundations)
    for barrier in barriers:
        ends = [i for i, one in enumerate(kept) if one.cards[-1:] == (barrier,)]
        longest = max(ends, key=lambda i: len(kept[i].cards), default=None)
        if longest is not None:
            kept[longest] = replace(kept[longest], cards=kept[longest].cards[:-1])
    return tuple(kept)


def shah(game: Game, piles: Piles) -> Building:
    """Declare what is necessary: rays with their three places, no duty to refill."""
    rays = game.number("rays")
    places = []
    for i in range(rays):
        inner, middle, outer = (
            tuple(cards_of(piles, f"ray {i + 1} {circle}"))
            for circle in ("inner", "middle", "outer")
        )
        fixed = {"hosts": False, "gives": False, "founds": False, "space": True}
        places.append(Pile(f"ray {i + 1} inner", inner, **fixed))
        places.append(Pile(f"ray {i + 1} middle", middle, over=3 * i, **fixed))
        places.append(Pile(f"ray {i + 1} outer", outer, over=3 * i + 1, space=True))
    return Building(
        tuple(places),
        rising_in_suit(game, piles, game.pack.ranks - 1),
        down_in_suit,
        founds=anybody,
        drawn_founds=anybody,
        talon=_talon(piles),
        stock=_stock(piles),
        whole=False,
    )


def congress(game: Game, piles: Piles) -> Building:
    """Declare rivers that only give and helps that marry, once the pack is out."""
    if piles["stock"]:
        raise UnsupportedError("a model of congress is possible only when the pack is out")
    counts = game.counts()
    helps = [f"help {i + 1}" for i in range(counts["help"])]
    columns = [f"column {i + 1}" for i in range(counts["column"])]
    return Building(
        named_piles(piles, columns, hosts=False)
        + named_piles(piles, helps, founds=False, space=True),
        rising_in_suit(game, piles, game.pack.ranks),
        down_in_suit,
        founds=anybody,
        refounds=False,
    )


def nation(game: Game, piles: Piles) -> Building:
    """Declare counted columns, in the last deal."""
    _last_deal(game, piles, "redeals left")
    columns, stock = game.number("columns"), _stock(piles)
    cleared = game["spaces"] == "cleared"
    shut = [cleared and number_of(piles, f"shut {i + 1}") == 1 for i in range(columns)]
    first, depth = number_of(piles, "next number") - 1, game.number("depth")
    dealing = Dealing(
        fixed=tuple((first + k) // depth for k in range(len(stock))),
        forced=game["deal-plays"] == "forced",
        cleared=cleared,
    )
    return Building(
        tuple(
            Pile(name, tuple(cards_of(piles, name)), space=not shut[i])
            for i, name in enumerate(f"column {i + 1}" for i in range(columns))
        ),
        _both(game, piles),
        beside_in_suit,
        founds=anybody,
        stock=stock,
        dealing=dealing if stock else None,
    )


def four_corners(game: Game, piles: Piles) -> Building:
    """Declare corners and sides, in the last deal."""
    _last_deal(game, piles, "redeals left")
    stock, sides = _stock(piles), game.number("sides")
    foundations = _both(game, piles)
    corners = (0, sides + 1, sides + 2, 2 * sides + 3)

    def plays(pile: int, face: int, foundation: int) -> bool:
        row, falling = divmod(foundation, 2)
        return pile in corners or pile == row + 1 + falling * (sides + 2)

    begun = [top for pair in zip(*_tops(piles), strict=True) for top in pair]
    packets = game.counts()["packet"]
    dealing = Dealing(
        first=number_of(piles, "next packet") - 1,
        turns=packets,
        bases=tuple(i for i, top in enumerate(begun) if not top),
        plays=plays,
    )
    return Building(
        named_piles(piles, [f"packet {i + 1}" for i in range(packets)]),
        foundations,
        beside_in_suit,
        stock=stock,
        dealing=dealing if stock else None,
    )


def _tops(piles: Piles) -> tuple[list[int], list[int]]:
    return cards_of(piles, "ascending"), cards_of(piles, "descending")


def louis(game: Game, piles: Piles) -> Building:
    """Declare letters and what lies aside, in the last deal."""
    _last_deal(game, piles, "deals left")
    names = [name for name in game.pile_names if name.startswith("letter ")]
    circle, stock = cards_of(piles, "circle"), _stock(piles)
    letters = [
        (*cards_of(piles, name), *([circle[i]] if circle[i] else []))
        for i, name in enumerate(names)
    ]
    aside = [card for card in cards_of(piles, "aside") if card]
    dealing = Dealing(
        first=max(0, number_of(piles, "next letter") - 1),
        turns=len(names),
        pauses=True,
        fresh=(
            *(i for i, card in enumerate(circle) if card),
            *range(len(names), len(names) + len(aside)),
        ),
    )
    return Building(
        (
            *(Pile(name, cards) for name, cards in zip(names, letters, strict=True)),
            *(Pile("aside", (card,), hosts=False, gives=False) for card in aside),
        ),
        _both(game, piles),
        beside_in_suit,
        stock=stock,
        dealing=dealing if stock else None,
    )


def two_rings(game: Game, piles: Piles) -> Reserve:
    """Declare the bracelet, its talon and stock."""
    owners = [suit for suit in game.pack.suit_numbers for _ in range(game.pack.copies)]
    up, down = _tops(piles)
    rising = [
        Foundation.rising(suit, top & 15, game.pack.ranks)
        for suit, top in zip(owners, up, strict=True)
    ]
    falling = [
        Foundation.rising(suit, top & 15, 1, -1) for suit, top in zip(owners, down, strict=True)
    ]
    talon, stock = _talon(piles), _stock(piles)
    free = tuple(card for card in cards_of(piles, "bracelet") if card)
    if len(free) < game.number("bracelet") and talon and stock:
        raise UnsupportedError("a refill that waits for a choice is not modelled")
    return Reserve(free, talon, stock, number_of(piles, "redeals left"), (*rising, *falling))


def mill(game: Game, piles: Piles) -> Windmill:
    """Declare wings, talon and stock, the centre and the angles."""
    names = [f"wing {i + 1}" for i in range(game.number("wings"))]
    free = tuple(card for name in names for card in cards_of(piles, name) if card)
    talon, stock = _talon(piles), _stock(piles)
    if len(free) < len(names) and talon and stock:
        raise UnsupportedError("a refill that waits for a choice is not modelled")
    angles = tuple(number_of(piles, f"angle {k + 1}") for k in range(game.number("kings")))
    return Windmill(
        free,
        talon,
        stock,
        centre=number_of(piles, "centre"),
        centre_size=game.pack.size - len(angles) * game.pack.ranks,
        angles=angles,
        ranks=game.pack.ranks,
    )


def wheel(game: Game, piles: Piles) -> Cushion:
    """Declare packets of which groups of eighteen leave."""
    names = [f"packet {i + 1}" for i in range(game.number("packets"))]
    return Cushion(
        named_piles(piles, names),
        _stock(piles),
        refilling=bool(number_of(piles, "refilling")),
        values={card: min(card & 15, 11) for card in set(game.pack.faces())},
        court=11,
        total=18,
        forced=game["combine"] == "forced",
    )


__all__ = [
    "congress",
    "four_corners",
    "hemispheres",
    "louis",
    "mill",
    "napoleons_square",
    "nation",
    "shah",
    "two_rings",
    "wheel",
]
