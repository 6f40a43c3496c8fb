"""What a game declares of a position for models of it: data, and nothing about solving.

A position is told as one of a few kinds of facts. :class:`Building` serves all games in which
cards are put on each other and on foundations; :class:`Chain`, :class:`Reserve`,
:class:`Windmill` and :class:`Cushion` are for games of other kinds. A game gives the facts of a
position by its method ``facts``; what it cannot tell in these terms it declines with
:class:`cadogan.games.errors.UnsupportedError`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cadogan.games.layout import Piles, cards_of

if TYPE_CHECKING:
    from cadogan.games.game import Game

__all__ = [
    "Building",
    "Chain",
    "Cushion",
    "Dealing",
    "Facts",
    "Foundation",
    "Pile",
    "Reserve",
    "Windmill",
    "anybody",
    "beside_in_suit",
    "down_in_suit",
    "named_piles",
    "never",
    "nobody",
    "rising_in_suit",
]

Cards = tuple[int, ...]


@dataclass(frozen=True)
class Pile:
    """A pile of which only the last card is free.

    Attributes
    ----------
    name : str
        As the layout has it.
    cards : tuple of int
        Faces, the free one last.
    hosts : bool
        Whether cards may be put on its cards while they lie here.
    gives : bool
        Whether its cards may go anywhere but home.
    founds : bool
        Whether its cards may take spaces, if the game lets them.
    space : bool
        Whether others may take its place once it is empty.
    over : int
        The place in the list of a pile that is free only when this one is empty, or -1.
    kept : bool
        Whether its card is of no use here until it is exchanged for another such card, or stock
        and talon are out.
    """

    name: str
    cards: Cards
    hosts: bool = True
    gives: bool = True
    founds: bool = True
    space: bool = False
    over: int = -1
    kept: bool = False


@dataclass(frozen=True)
class Foundation:
    """A foundation: the faces that it still takes, in this order, and what the layout calls it."""

    cards: Cards
    pile: str = "foundations"

    @classmethod
    def rising(
        cls, suit: int, reached: int, last: int, step: int = 1, pile: str = "foundations"
    ) -> Foundation:
        """Give the foundation of a suit that shows a rank (0 for none) and ends with another.

        Examples
        --------
        >>> Foundation.rising(1, 11, 13).cards
        (28, 29)
        >>> Foundation.rising(0, 3, 1, step=-1).cards
        (2, 1)
        """
        ranks = range(reached + step, last + step, step)
        return cls(tuple(16 * suit + rank for rank in ranks), pile)


@dataclass(frozen=True)
class Dealing:
    """How the cards of a stock come into piles in a deal during which nothing else moves.

    A card that fits a foundation may go there as it turns up; then it lies nowhere.

    Attributes
    ----------
    fixed : tuple of int or None
        The pile (its place in the list) of each card of the stock, whatever became of others;
        None when the piles take turns, a card that is played leaving the turn to the next one.
    first : int
        The pile whose turn it is.
    turns : int
        How many piles take turns, the first ones of the list.
    pauses : bool
        Whether cards of the round just dealt may be played before the next one.
    fresh : tuple of int
        The piles whose free card was dealt in the round that goes on.
    cleared : bool
        Whether only a pile that got a card in this deal can become a space.
    forced : bool
        Whether a card that fits must be played as it turns up.
    bases : tuple of int
        The foundations that the first card that can begin them begins as it turns up.
    plays : callable, optional
        ``plays(pile, face, foundation)``: whether a card that falls on a pile may be played as it
        turns up, unless it begins a foundation; by default it always may.
    """

    fixed: tuple[int, ...] | None = None
    first: int = 0
    turns: int = 0
    pauses: bool = False
    fresh: tuple[int, ...] = ()
    cleared: bool = False
    forced: bool = False
    bases: tuple[int, ...] = ()
    plays: Callable[[int, int, int], bool] | None = None


def nobody(card: int) -> bool:
    """Let no card take a space."""
    return False


def anybody(card: int) -> bool:
    """Let every card take a space."""
    return True


def never(card: int, other: int) -> bool:
    """Let no two cards have to do with each other."""
    return False


def down_in_suit(card: int, host: int) -> bool:
    """Let a card be put on the next higher one of its suit."""
    return card + 1 == host


def beside_in_suit(card: int, host: int) -> bool:
    """Let a card be put on the next higher or lower one of its suit."""
    return card + 1 == host or card - 1 == host


def named_piles(piles: Piles, names: Sequence[str], **how: bool) -> tuple[Pile, ...]:
    """Give piles of a position by their names, each with the same attributes of :class:`Pile`."""
    return tuple(Pile(name, tuple(cards_of(piles, name)), **how) for name in names)


def rising_in_suit(game: Game, piles: Piles, last: int) -> tuple[Foundation, ...]:
    """Give the foundations that rise in suit, as many of each as there are packs."""
    owners = [suit for suit in game.pack.suit_numbers for _ in range(game.pack.copies)]
    tops = cards_of(piles, "foundations")
    return tuple(
        Foundation.rising(suit, top & 15, last) for suit, top in zip(owners, tops, strict=True)
    )


@dataclass(frozen=True)
class Building:
    """Cards are put on each other and go to foundations, from which they never come back.

    Attributes
    ----------
    piles : tuple of Pile
        What lies on the table, and spaces.
    foundations : tuple of Foundation
        Foundations of a suit in one direction are alike.
    fits : callable
        ``fits(card, host)``: whether a card may be put on a host.
    founds : callable
        ``founds(card)``: whether a free card of a pile may take an empty pile's space.
    drawn_founds : callable
        The same for cards of talon and stock.
    exchanges : callable
        ``exchanges(card, other)``: whether a card that is kept may be exchanged for another that
        is, or for a drawn card that founded a space.
    refounds : bool
        Whether a card that has moved may take a space after that.
    talon : tuple of int
        Faces, the free one last; its cards go home, onto hosts or to spaces.
    stock : tuple of int
        Faces, next one first; they come to the talon one by one, or from there at once to a
        space, unless there is a dealing.
    dealing : Dealing, optional
        How the stock comes to the piles, if not by a talon.
    whole : bool
        Whether this says everything: each move allowed here is allowed by the rules, and spaces
        are alike. Otherwise it only says what is necessary.
    """

    piles: tuple[Pile, ...]
    foundations: tuple[Foundation, ...]
    fits: Callable[[int, int], bool]
    founds: Callable[[int], bool] = nobody
    drawn_founds: Callable[[int], bool] = nobody
    exchanges: Callable[[int, int], bool] = never
    refounds: bool = True
    talon: Cards = ()
    stock: Cards = ()
    dealing: Dealing | None = None
    whole: bool = True


@dataclass(frozen=True)
class Chain:
    """All cards go to one heap, each next in rank, up or down, to the one before.

    Attributes
    ----------
    piles : tuple of Pile
        Their last cards are free.
    top : int
        The rank that lies on the heap.
    ranks : int
        The highest rank.
    wraps : bool
        Whether the highest rank and the ace are neighbours.
    """

    piles: tuple[Pile, ...]
    top: int
    ranks: int
    wraps: bool


@dataclass(frozen=True)
class Reserve:
    """Single free cards, replaced at once from a talon that a stock is turned to.

    When the stock is out the talon is the stock again, in the order in which it was turned, as
    often as `passes` says.

    Attributes
    ----------
    free : tuple of int
        The faces of the reserve.
    talon : tuple of int
        The free one last.
    stock : tuple of int
        Next one first.
    passes : int
        How often the talon may still be dealt again.
    foundations : tuple of Foundation
        Where all cards go.
    """

    free: Cards
    talon: Cards
    stock: Cards
    passes: int
    foundations: tuple[Foundation, ...]


@dataclass(frozen=True)
class Windmill:
    """Single free cards as in :class:`Reserve`, ranks that climb in a centre and fall in angles.

    Attributes
    ----------
    free, talon, stock : tuple of int
        Faces, as in :class:`Reserve`; suits do not matter.
    centre : int
        How many cards lie in the centre.
    centre_size : int
        How many it takes; the ace follows on the last rank.
    angles : tuple of int
        How many cards lie in each angle, from the last rank down; a free one takes the next card
        of the last rank that appears.
    ranks : int
        The last rank.
    """

    free: Cards
    talon: Cards
    stock: Cards
    centre: int
    centre_size: int
    angles: tuple[int, ...]
    ranks: int


@dataclass(frozen=True)
class Cushion:
    """Free cards leave in groups of one court card and three values of a given sum.

    Attributes
    ----------
    piles : tuple of Pile
        Their last cards are free.
    stock : tuple of int
        Next one first; a row of it, a card on each pile, may be dealt at any time.
    refilling : bool
        Whether vacancies are filled at once, in order, until the first row is dealt.
    values : mapping
        The value of each face; `court` for court cards.
    court : int
        The value of court cards.
    total : int
        What three different values must make.
    forced : bool
        Whether no row may be dealt while a group is free.
    """

    piles: tuple[Pile, ...]
    stock: Cards
    refilling: bool
    values: dict[int, int] = field(hash=False)
    court: int
    total: int
    forced: bool


Facts = Building | Chain | Reserve | Windmill | Cushion
