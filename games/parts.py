"""What a table is made of: stacks, places, bags, counters, foundations, a stock.

A part knows its names, how many bytes of a packed position it takes (:mod:`cadogan.games.state`
describes these), and how its piles are read, packed, counted and compared.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from cadogan.games import state as packed
from cadogan.games.cards import SUITS, Pack, face, name_of, rank_of, suit_of
from cadogan.games.compiling import uint64
from cadogan.games.errors import DealError

#: A pile by name is a list of faces (0 is a vacant place) or, for a counter, a number.
Piles: TypeAlias = "dict[str, list[int] | int]"
Bytes: TypeAlias = "npt.NDArray[np.uint8]"
#: What counts of a card, where not all of it does.
Sight: TypeAlias = "Callable[[int], int]"


class Spot(NamedTuple):
    """Where a part lies in one packed position, and what it needs to know to be read there.

    Attributes
    ----------
    row, words : ndarray
        The position as bytes and as 64-bit words.
    at : int
        The part's offset.
    pack : Pack
        The pack in play.
    used : int or None
        How many piles or places of the part the options use; None for all.
    stock : list of int
        The cards of the stock; filled by :class:`Stock` when a position is packed.
    """

    row: Bytes
    words: Any
    at: int
    pack: Pack
    used: int | None
    stock: list[int]

    def bytes(self, start: int, size: int) -> bytes:
        """Give bytes of the part."""
        return self.row[self.at + start : self.at + start + size].tobytes()


def cards_of(piles: Piles, name: str) -> list[int]:
    """Give a pile's cards."""
    value = piles[name]
    assert isinstance(value, list)
    return value


def number_of(piles: Piles, name: str) -> int:
    """Give a counter's value."""
    value = piles[name]
    assert isinstance(value, int)
    return value


def numbered(name: str, most: int, count: int) -> list[str]:
    """Name the first ``count`` piles of a group of ``most``.

    The number stands where the name has ``{}``, or at its end; a group of one needs none.

    Examples
    --------
    >>> numbered("packet", 12, 2), numbered("ray {} inner", 8, 2), numbered("talon", 1, 1)
    (['packet 1', 'packet 2'], ['ray 1 inner', 'ray 2 inner'], ['talon'])
    """
    if most == 1:
        return [name]
    pattern = name if "{}" in name else name + " {}"
    return [pattern.format(i + 1) for i in range(count)]


def builds_down(top: int) -> int:
    """Say how many cards a descending run can still get on this top card."""
    return rank_of(top) - 1 if top else 0


def _never_grows(top: int) -> int:
    return 0


def _words_for(size: int) -> int:
    """Round a number of bytes up to whole words."""
    return (size + 7) // 8 * 8


def _seen(cards: bytes, seen_as: Sight | None) -> bytes:
    """Give cards as they count in a pile, vacant places as 0."""
    return cards if seen_as is None else bytes(seen_as(card) if card else 0 for card in cards)


def _start_pile(words: Any, pile: int, salt_of: int) -> None:
    """Give an empty pile its first sums and add it to the row's hash."""
    salt = packed.pile_salt(salt_of)
    words[pile >> 3] = salt
    words[(pile >> 3) + 1] = packed.second(salt)
    words[0] = uint64(int(words[0]) + packed.scramble(salt))
    words[1] = uint64(int(words[1]) + packed.scramble_again(packed.second(salt)))


def _start_counter(row: Bytes, words: Any, at: int, value: int) -> None:
    """Give a counter its first value and add it to the row's hash."""
    term = packed.counter_term(at, value)
    words[0] = uint64(int(words[0]) + term)
    words[1] = uint64(int(words[1]) + packed.scramble_again(term))
    row[at] = value


@dataclass(frozen=True)
class Part(abc.ABC):
    """A part of a table; ``name`` is how people and rules call it."""

    name: str

    @property
    def counters(self) -> int:
        """Bytes it takes among the counters at the front of a row."""
        return 0

    @property
    def room(self) -> int:
        """Bytes it takes among the piles, a multiple of 8."""
        return 0

    def room_for(self, used: int | None) -> int:
        """Give the bytes it takes when only so many of its piles are in use."""
        return self.room

    def names(self, used: int | None) -> list[str]:
        """List the names of its piles."""
        return [self.name]

    @abc.abstractmethod
    def read(self, spot: Spot) -> list[list[int] | int]:
        """Unpack its piles, in the order of their names."""

    @abc.abstractmethod
    def write(self, spot: Spot, piles: Piles) -> None:
        """Pack its piles into a row that has none of them yet."""

    @abc.abstractmethod
    def key(self, spot: Spot, piles: Piles) -> bytes:
        """Give the bytes that stand for its content up to its symmetry."""

    def cards(self, piles: Piles, pack: Pack, used: int | None) -> list[int]:
        """List the cards that it holds."""
        return [card for name in self.names(used) for card in cards_of(piles, name) if card]


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
    growth: Callable[[int], int] = _never_grows
    labels: str = ""
    top_only: bool = False

    @property
    def stride(self) -> int:
        """Bytes from one pile to the next."""
        return _words_for(packed.STACK_HEAD + self.capacity)

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
            _start_pile(spot.words, pile, kin if alike else pile)
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
            counts = stack[-1:] if self.top_only and stack[0] else stack[1:]
            stacks.append(stack[:1] + _seen(counts, self.seen_as))
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
        return _words_for(packed.BAG_HEAD + self.count)

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
        _start_pile(spot.words, spot.at, spot.at)
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
        held = _seen(spot.bytes(packed.BAG_HEAD, self._used(spot.used)), self.seen_as)
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
        return _words_for(packed.BAG_HEAD + self.places)

    def entries(self, used: int | None) -> int:
        """Count the places in use."""
        return self.places if used is None else used

    def read(self, spot: Spot) -> list[list[int] | int]:
        """Unpack the places."""
        held = spot.bytes(packed.BAG_HEAD, self.entries(spot.used))
        return [[card for card in held if card or self.vacancies]]

    def write(self, spot: Spot, piles: Piles) -> None:
        """Pack the places."""
        _start_pile(spot.words, spot.at, spot.at)
        for place, card in enumerate(cards_of(piles, self.name)):
            if card:
                value = card if self.seen_as is None else self.seen_as(card)
                depth = place if self.ordered else 0
                packed.lay_as(spot.row, spot.words, spot.at, place, card, depth, value)

    def key(self, spot: Spot, piles: Piles) -> bytes:
        """Give the cards, sorted unless their order matters."""
        held = _seen(spot.bytes(packed.BAG_HEAD, self.entries(spot.used)), self.seen_as)
        return held if self.ordered else bytes(sorted(held))


@dataclass(frozen=True)
class Counter(Part):
    """A small number that belongs to the position, or several of a kind, a byte each.

    Attributes
    ----------
    most : int
        The largest value.
    shown : bool
        False for a mark that only a reduced search makes; it is 0 otherwise.
    count : int
        How many counters of that kind there are at most; a game's options may use fewer.
    """

    most: int = 255
    shown: bool = True
    count: int = 1

    @property
    def counters(self) -> int:
        """Bytes, one for each."""
        return self.count

    def names(self, used: int | None) -> list[str]:
        """List the names of the counters that people see."""
        if not self.shown:
            return []
        return numbered(self.name, self.count, self.count if used is None else used)

    def read(self, spot: Spot) -> list[list[int] | int]:
        """Read the numbers."""
        return [int(spot.row[spot.at + i]) for i in range(len(self.names(spot.used)))]

    def write(self, spot: Spot, piles: Piles) -> None:
        """Pack the numbers."""
        names = self.names(spot.used)
        for i in range(self.count):
            value = number_of(piles, names[i]) if i < len(names) else 0
            _start_counter(spot.row, spot.words, spot.at + i, value)

    def key(self, spot: Spot, piles: Piles) -> bytes:
        """Give the numbers."""
        return spot.bytes(0, self.count)

    def cards(self, piles: Piles, pack: Pack, used: int | None) -> list[int]:
        """List no cards: a number holds none."""
        return []


@dataclass(frozen=True)
class Foundations(Part):
    """Foundations in suit, one per suit and copy, each a counter that holds its top rank.

    Heights of one suit are kept sorted, the furthest first, so that copies are alike.

    Attributes
    ----------
    name : str
        Name of the line that lists the top cards.
    first : callable
        The rank that starts a foundation, given the pack.
    step : int
        1 when foundations ascend, -1 when they descend.
    laid_out : bool
        Whether the first cards lie there from the start and never leave.
    copies : int
        Foundations per suit at most; the copies of the pack if they are fewer.
    suits : str
        Letters of the suits that have such foundations.
    mirrored : str
        Letters of suits whose foundations run the other way, from the other end of the ranks.
    """

    first: Callable[[Pack], int]
    step: int = 1
    laid_out: bool = False
    copies: int = 2
    suits: str = SUITS
    mirrored: str = ""

    @property
    def counters(self) -> int:
        """Bytes, one for each suit and copy."""
        return 4 * self.copies

    def is_mirrored(self, suit: int) -> bool:
        """Say whether a suit's foundations run the other way."""
        return SUITS[suit] in self.mirrored

    def first_of(self, suit: int, pack: Pack) -> int:
        """Give the rank that starts a suit's foundations."""
        first = self.first(pack)
        return pack.ranks + 1 - first if self.is_mirrored(suit) else first

    def step_of(self, suit: int) -> int:
        """Give 1 for a suit whose foundations ascend, -1 for one whose foundations descend."""
        return -self.step if self.is_mirrored(suit) else self.step

    def entries(self, pack: Pack) -> list[tuple[int, int]]:
        """List (offset within the part, suit) of the foundations in use."""
        suits = [SUITS.index(letter) for letter in pack.suits if letter in self.suits]
        copies = range(min(self.copies, pack.copies))
        return [(s * self.copies + k, s) for s in suits for k in copies]

    def empty(self, suit: int, pack: Pack) -> int:
        """Give the counter's value when no card lies there."""
        return self.first_of(suit, pack) - self.step_of(suit)

    def read(self, spot: Spot) -> list[list[int] | int]:
        """Give the top cards."""
        tops = []
        for offset, suit in self.entries(spot.pack):
            rank = int(spot.row[spot.at + offset])
            tops.append(0 if rank == self.empty(suit, spot.pack) else face(rank, suit))
        return [tops]

    def write(self, spot: Spot, piles: Piles) -> None:
        """Pack the top cards' ranks, those of a suit sorted."""
        ranks: dict[int, list[int]] = {}
        entries = self.entries(spot.pack)
        for (_, suit), top in zip(entries, cards_of(piles, self.name), strict=True):
            rank = rank_of(top) if top else self.empty(suit, spot.pack)
            ranks.setdefault(suit, []).append(rank)
        for suit, found in ranks.items():
            found.sort(reverse=self.step_of(suit) < 0)
        for offset, suit in entries:
            _start_counter(spot.row, spot.words, spot.at + offset, ranks[suit].pop())

    def key(self, spot: Spot, piles: Piles) -> bytes:
        """Give the ranks as they are stored."""
        return spot.bytes(0, self.counters)

    def cards(self, piles: Piles, pack: Pack, used: int | None) -> list[int]:
        """List the cards at and below the tops.

        Raises
        ------
        DealError
            When a foundation shows a card that cannot lie there.
        """
        found: list[int] = []
        for (_, suit), top in zip(self.entries(pack), cards_of(piles, self.name), strict=True):
            self.check_top(top, suit, pack)
            if top:
                step = self.step_of(suit)
                ranks = range(self.first_of(suit, pack), rank_of(top) + step, step)
                found += [face(rank, suit) for rank in ranks]
        return found

    def check_top(self, top: int, suit: int, pack: Pack) -> None:
        """Make sure that a card (0 for none) can be the top of a suit's foundation.

        Raises
        ------
        DealError
            When it cannot; the message lists what can.
        """
        step = self.step_of(suit)
        ranks = range(self.first_of(suit, pack), pack.ranks + 1 if step > 0 else 0, step)
        if top == 0 and self.laid_out:
            first = name_of(face(self.first_of(suit, pack), suit))
            raise DealError(f"{self.name}: {first} lies there from the start, '-' does not")
        if top != 0 and (suit_of(top) != suit or rank_of(top) not in ranks):
            vacant = "" if self.laid_out else "- "
            wanted = vacant + " ".join(name_of(face(rank, suit)) for rank in ranks)
            raise DealError(f"{self.name}: {name_of(top)} cannot lie here; one of: {wanted}")


@dataclass(frozen=True)
class Stock(Part):
    """Undealt cards in a known order: the table holds them, the position an index.

    ``seen_as`` is as for :class:`Stack`; it matters when positions of different deals are compared.
    """

    name: str = "stock"
    seen_as: Sight | None = None

    @property
    def counters(self) -> int:
        """One byte, for the index."""
        return 1

    def read(self, spot: Spot) -> list[list[int] | int]:
        """Give the cards that are left, next one first."""
        return [spot.stock[int(spot.row[spot.at]) :]]

    def write(self, spot: Spot, piles: Piles) -> None:
        """Make the cards that are left the whole stock."""
        spot.stock[:] = cards_of(piles, self.name)
        _start_counter(spot.row, spot.words, spot.at, 0)

    def key(self, spot: Spot, piles: Piles) -> bytes:
        """Give the cards that are left, so that keys may be compared across deals."""
        left: Sequence[int] = spot.stock[int(spot.row[spot.at]) :]
        return bytes([len(left)]) + _seen(bytes(left), self.seen_as)


Counts: TypeAlias = Mapping[str, int]
