"""The piles of a table: stacks, places and bags.

A part knows its names, how many bytes of a packed position it takes (:mod:`cadogan.games.state`
describes these), and how its piles are read, packed, compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cadogan.games import state as packed
from cadogan.games.errors import DealError
from cadogan.games.part import (
    Part,
    Piles,
    Sight,
    Spot,
    cards_of,
    never_grows,
    numbered,
    seen,
    start_pile,
    words_for,
)


@dataclass(frozen=True)
class Stack(Part):
    """Piles of which only the top card is in play.

    Attributes
    ----------
    name : str
        Name of the pile, or of each of several piles (see :func:`numbered`).
    capacity : int
        The most cards that one pile can hold.
    count : int
        How many piles there are at most; a game's options may use fewer.
    alike : bool or callable
        Whether piles may change places without changing the position; a callable is asked with
        the piles of a position (rules then call ``make_alike`` when it becomes true).
    sets : int
        Into how many sets of neighbours the piles in use are divided; only piles of one set are
        alike. The number in use must be a multiple of it.
    seen_as : callable, optional
        What counts of a card, if not all of it does: ``by_rank`` where suits do not matter (rules
        then use ``push_rank`` and ``pop_rank``), or a function of one's own (``push_as``).
    next_first : bool
        Whether people list the pile from its top down, as a stock.
    growth : callable
        Given a top card, how many cards play could add on it; a position with less room than
        that is refused when it is read.
    labels : str
        A letter for each pile, if letters are to follow its name instead of numbers.
    top_only : bool
        Whether of a pile only its number of cards and its top card count, because the cards below
        never come into play again; rules then use ``cover_as``.
    """

    capacity: int
    count: int = 1
    alike: bool | Callable[[Piles], bool] = False
    sets: int = 1
    seen_as: Sight | None = None
    next_first: bool = False
    growth: Callable[[int], int] = never_grows
    labels: str = ""
    top_only: bool = False

    @property
    def stride(self) -> int:
        """Bytes from one pile to the next."""
        return words_for(packed.STACK_HEAD + self.capacity)

    @property
    def room(self) -> int:
        """Bytes of all piles."""
        return self.stride * self.count

    def room_for(self, used: int | None) -> int:
        """Give the bytes of the piles in use."""
        return self.stride * self._used(used)

    def _used(self, used: int | None) -> int:
        return self.count if used is None else used

    def names(self, used: int | None) -> list[str]:
        """List the names of the piles in use."""
        if self.labels:
            return [f"{self.name} {letter}" for letter in self.labels[: self._used(used)]]
        return numbered(self.name, self.count, self._used(used))

    def is_alike(self, piles: Piles) -> bool:
        """Say whether piles may change places in a position."""
        return self.alike(piles) if callable(self.alike) else self.alike

    def _set_size(self, used: int | None) -> int:
        return max(1, self._used(used) // self.sets)

    def read(self, spot: Spot) -> list[list[int] | int]:
        """Unpack the piles."""
        found: list[list[int] | int] = []
        for i in range(self._used(spot.used)):
            cards = list(self._stack(spot, i)[1:])
            found.append(cards[::-1] if self.next_first else cards)
        return found

    def _stack(self, spot: Spot, index: int) -> bytes:
        """Give a pile's length and cards."""
        tall = int(spot.row[spot.at + index * self.stride + packed.STACK_HEAD - 1])
        return spot.bytes(index * self.stride + packed.STACK_HEAD - 1, 1 + tall)

    def write(self, spot: Spot, piles: Piles) -> None:
        """Pack the piles.

        Raises
        ------
        DealError
            When a pile is too large for play to go on safely.
        """
        alike, size = self.is_alike(piles), self._set_size(spot.used)
        for i, name in enumerate(self.names(spot.used)):
            pile = spot.at + i * self.stride
            kin = spot.at + i // size * size * self.stride
            start_pile(spot.words, pile, kin if alike else pile)
            cards = cards_of(piles, name)[:: -1 if self.next_first else 1]
            self._check_room(name, cards)
            before = 0
            for card in cards:
                value = card if self.seen_as is None else self.seen_as(card)
                if self.top_only:
                    packed.cover_as(spot.row, spot.words, pile, card, value, before)
                else:
                    packed.push_as(spot.row, spot.words, pile, card, value)
                before = value

    def _check_room(self, name: str, cards: list[int]) -> None:
        """Refuse a pile that could outgrow its bytes once played down to any of its cards."""
        needed = max((i + self.growth(card) for i, card in enumerate(cards, 1)), default=0)
        if needed > self.capacity:
            raise DealError(
                f"{name} holds {len(cards)} cards and could grow to {needed}; "
                f"at most {self.capacity} are supported"
            )

    def key(self, spot: Spot, piles: Piles) -> bytes:
        """Give lengths and cards, sorted within each set where piles are alike."""
        stacks = []
        for i in range(self._used(spot.used)):
            stack = self._stack(spot, i)
            telling = stack[max(1, stack[0]) :] if self.top_only else stack[1:]
            stacks.append(stack[:1] + seen(telling, self.seen_as))
        if self.is_alike(piles):
            size = self._set_size(spot.used)
            sets = [sorted(stacks[i : i + size]) for i in range(0, len(stacks), size)]
            stacks = [stack for kin in sets for stack in kin]
        return b"".join(stacks)


@dataclass(frozen=True)
class Places(Part):
    """Places for single cards, each a pile of its own to people: a card or none.

    They take a byte each, much less than stacks. Rules lay and lift cards by ``lay`` and ``lift``,
    or, where the places are ``alike``, by what a bag has: ``put`` and ``take``, or ``put_rank``
    and ``take_rank`` where suits do not matter either (``seen_as=by_rank``).
    """

    count: int
    alike: bool = False
    seen_as: Sight | None = None

    @property
    def room(self) -> int:
        """Bytes of all places."""
        return words_for(packed.BAG_HEAD + self.count)

    def names(self, used: int | None) -> list[str]:
        """List the names of the places in use."""
        return numbered(self.name, self.count, self._used(used))

    def _used(self, used: int | None) -> int:
        return self.count if used is None else used

    def read(self, spot: Spot) -> list[list[int] | int]:
        """Unpack the places."""
        held = spot.bytes(packed.BAG_HEAD, self._used(spot.used))
        return [[card] if card else [] for card in held]

    def write(self, spot: Spot, piles: Piles) -> None:
        """Pack the places.

        Raises
        ------
        DealError
            When a place is to hold more than one card.
        """
        start_pile(spot.words, spot.at, spot.at)
        for i, name in enumerate(self.names(spot.used)):
            cards = cards_of(piles, name)
            if len(cards) > 1:
                raise DealError(f"{name} is a place for one card, not {len(cards)}")
            for card in cards:
                value = card if self.seen_as is None else self.seen_as(card)
                depth = 0 if self.alike else i
                packed.lay_as(spot.row, spot.words, spot.at, i, card, depth, value)

    def key(self, spot: Spot, piles: Piles) -> bytes:
        """Give the cards, sorted where places are alike."""
        held = seen(spot.bytes(packed.BAG_HEAD, self._used(spot.used)), self.seen_as)
        return bytes(sorted(held)) if self.alike else held


@dataclass(frozen=True)
class Bag(Part):
    """Single cards in places whose order does not matter, such as cells, listed in one line.

    Attributes
    ----------
    name : str
        Name of the line that lists the places.
    places : int
        How many there are at most; a game's options may use fewer.
    seen_as : callable, optional
        As for :class:`Stack`; rules then use ``put_rank`` and ``take_rank``, or ``put_as`` and
        ``take_as``.
    ordered : bool
        Whether the order does matter after all; rules then use ``lay`` and ``lift``.
    vacancies : bool
        Whether vacant places are listed; if not, only the cards are, and cards taken out must
        leave no vacant place among the others (see ``close_up``).
    """

    places: int
    seen_as: Sight | None = None
    ordered: bool = False
    vacancies: bool = True

    @property
    def room(self) -> int:
        """Bytes of all places."""
        return words_for(packed.BAG_HEAD + self.places)

    def entries(self, used: int | None) -> int:
        """Count the places in use."""
        return self.places if used is None else used

    def read(self, spot: Spot) -> list[list[int] | int]:
        """Unpack the places."""
        held = spot.bytes(packed.BAG_HEAD, self.entries(spot.used))
        return [[card for card in held if card or self.vacancies]]

    def write(self, spot: Spot, piles: Piles) -> None:
        """Pack the places."""
        start_pile(spot.words, spot.at, spot.at)
        for place, card in enumerate(cards_of(piles, self.name)):
            if card:
                value = card if self.seen_as is None else self.seen_as(card)
                depth = place if self.ordered else 0
                packed.lay_as(spot.row, spot.words, spot.at, place, card, depth, value)

    def key(self, spot: Spot, piles: Piles) -> bytes:
        """Give the cards, sorted unless their order matters."""
        held = seen(spot.bytes(packed.BAG_HEAD, self.entries(spot.used)), self.seen_as)
        return held if self.ordered else bytes(sorted(held))
