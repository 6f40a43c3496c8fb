"""Where the parts of a table lie in a packed position, and how positions are packed and read.

The parts themselves are in :mod:`cadogan.games.parts`, the helpers by which rule functions alter
a packed position in :mod:`cadogan.games.state`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from cadogan.games import state as packed
from cadogan.games.cards import Pack
from cadogan.games.parts import (
    Bag,
    Bytes,
    Counter,
    Foundations,
    Part,
    Piles,
    Places,
    Spot,
    Stack,
    Stock,
    builds_down,
    cards_of,
    number_of,
    numbered,
)

__all__ = [
    "STOCK",
    "STOCK_MAX",
    "STOCK_SIZE",
    "Bag",
    "Bytes",
    "Counter",
    "Foundations",
    "Layout",
    "Part",
    "Piles",
    "Places",
    "Stack",
    "Stock",
    "builds_down",
    "cards_in",
    "cards_of",
    "number_of",
    "numbered",
]

#: Where the table of a deal keeps the stock: its size, then its cards, next one first.
STOCK_SIZE = 47
STOCK = 48
#: The most cards a stock can hold.
STOCK_MAX = 208


<<<<<<< HEAD
=======
def _never_grows(top: int) -> int:
    return 0


def builds_down(top: int) -> int:
    """Say how many cards a descending run can still get on this top card."""
    return rank_of(top) - 1 if top else 0


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


@dataclass(frozen=True)
class Stack:
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
    seen_as : callable, optional
        What counts of a card, if not all of it does: ``by_rank`` where suits do not matter (rules
        then use ``push_rank`` and ``pop_rank``), or a function of one's own (``push_as``).
    growth : callable
        Given a top card, how many cards play could add on it; a position with less room than
        that is refused when it is read.
    next_first : bool
        Whether people list the pile from its top down, as a stock.
    labels : str
        A letter for each pile, if letters are to follow its name instead of numbers.
    """

    name: str
    capacity: int
    count: int = 1
    alike: bool | Callable[[Piles], bool] = False
    seen_as: Callable[[int], int] | None = None
    next_first: bool = False
    growth: Callable[[int], int] = _never_grows
    labels: str = ""

    @property
    def stride(self) -> int:
        """Bytes from one pile to the next."""
        return (packed.STACK_HEAD + self.capacity + 7) // 8 * 8

    def is_alike(self, piles: Piles) -> bool:
        """Say whether piles may change places in a position."""
        return self.alike(piles) if callable(self.alike) else self.alike

    def names(self, count: int) -> list[str]:
        """List the names of the first ``count`` piles."""
        if self.labels:
            return [f"{self.name} {letter}" for letter in self.labels[:count]]
        return numbered(self.name, self.count, count)


@dataclass(frozen=True)
class Bag:
    """Single cards in places whose order does not matter, such as cells.

    ``seen_as`` is as for :class:`Stack`; rules then use ``put_rank`` and ``take_rank``, or
    ``put_as`` and ``take_as``.

    Attributes
    ----------
    name : str
        Name of the line that lists the places.
    places : int
        How many there are at most; a game's options may use fewer.
    seen_as : callable, optional
        What counts of a card.
    ordered : bool
        Whether the order does matter after all; rules then use ``lay`` and ``lift``.
    vacancies : bool
        Whether vacant places are listed; if not, only the cards are, and cards taken out must
        leave no vacant place among the others (see ``close_up``).
    """

    name: str
    places: int
    seen_as: Callable[[int], int] | None = None
    ordered: bool = False
    vacancies: bool = True


@dataclass(frozen=True)
class Counter:
    """A small number that belongs to the position, or several of a kind, a byte each."""

    name: str
    most: int = 255
    #: False for a mark that only a reduced search makes; it is 0 otherwise.
    shown: bool = True
    #: How many counters of that kind there are at most; a game's options may use fewer.
    count: int = 1


@dataclass(frozen=True)
class Foundations:
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
    """

    name: str
    first: Callable[[Pack], int]
    step: int = 1
    laid_out: bool = False
    copies: int = 2
    suits: str = "CDHS"

    def entries(self, pack: Pack) -> list[tuple[int, int]]:
        """List (offset within the part, suit) of the foundations in use."""
        suits = ["CDHS".index(letter) for letter in pack.suits if letter in self.suits]
        copies = range(min(self.copies, pack.copies))
        return [(s * self.copies + k, s) for s in suits for k in copies]

    def empty(self, pack: Pack) -> int:
        """Give the counter's value when no card lies there."""
        return self.first(pack) - self.step

    def cards(self, top: int, suit: int, pack: Pack) -> list[int]:
        """List the cards that lie below and at a top rank."""
        ranks = range(self.first(pack), top + self.step, self.step)
        return [face(rank, suit) for rank in ranks]


@dataclass(frozen=True)
class Stock:
    """Undealt cards in a known order: the table holds them, the position an index."""

    name: str = "stock"


Part: TypeAlias = "Stack | Bag | Counter | Foundations | Stock"


>>>>>>> games-c
class Layout:
    """The parts of a game's table and where each lies in the packed position.

    Parameters
    ----------
    *parts : Part
        In the order in which they are printed. When options decide how many piles of a group are
        in use, put that group last, so that rows are no longer than they need be.

    Examples
    --------
    >>> layout = Layout(Counter("deals left"), Stack("pile", capacity=7, count=2))
    >>> layout.at("pile"), layout.stride("pile"), layout.size({})
    (24, 24, 72)
    """

    def __init__(self, *parts: Part) -> None:
        self.parts = parts
        self._at: dict[str, int] = {}
        at = packed.HEADER
        for part in parts:
            if part.counters:
                self._at[part.name] = at
<<<<<<< HEAD
                at += part.counters
=======
                at += part.count if isinstance(part, Counter) else 1
            elif isinstance(part, Foundations):
                self._at[part.name] = at
                at += 4 * part.copies
>>>>>>> games-c
        at = (at + 7) // 8 * 8
        for part in parts:
            if not part.counters:
                self._at[part.name] = at
                at += part.room
        self._end = at

    def at(self, name: str) -> int:
        """Give the byte offset of a part (of its first pile)."""
        return self._at[name]

    def stride(self, name: str) -> int:
        """Give the bytes from one stack of a group to the next."""
        part = self.part(name)
        assert isinstance(part, Stack)
        return part.stride

    def part(self, name: str) -> Part:
        """Find a part by name."""
        return next(part for part in self.parts if part.name == name)

    def size(self, counts: Mapping[str, int]) -> int:
        """Give the bytes of a row, a multiple of 8, when ``counts`` piles are in use."""
        last = self.parts[-1]
        return self._end - last.room + last.room_for(counts.get(last.name))

    def owners(self, counts: Mapping[str, int]) -> dict[str, Part]:
        """Map the names of everything that a position has to the parts they belong to."""
        return {name: part for part in self.parts for name in part.names(counts.get(part.name))}

    def pile_names(self, counts: Mapping[str, int]) -> list[str]:
        """List the names of everything that a position has."""
        return list(self.owners(counts))

    def spot(
        self, part: Part, row: Bytes, stock: list[int], pack: Pack, counts: Mapping[str, int]
    ) -> Spot:
        """Say where a part lies in a row."""
        words = row.view(np.uint64)
        return Spot(row, words, self._at[part.name], pack, counts.get(part.name), stock)

    def read(
        self, row: Bytes, stock: Sequence[int], pack: Pack, counts: Mapping[str, int]
    ) -> Piles:
        """Unpack a position into piles by name."""
        piles: Piles = {}
        for part in self.parts:
<<<<<<< HEAD
            found = part.read(self.spot(part, row, list(stock), pack, counts))
            piles.update(zip(part.names(counts.get(part.name)), found, strict=True))
=======
            at = self._at[part.name]
            if isinstance(part, Counter):
                for i, name in enumerate(_names(part, counts)):
                    piles[name] = int(state[at + i])
            elif isinstance(part, Stock):
                piles[part.name] = [int(card) for card in stock[int(state[at]) :]]
            elif isinstance(part, Bag):
                start = at + packed.BAG_HEAD
                places = counts.get(part.name, part.places)
                cards = [int(card) for card in state[start : start + places]]
                piles[part.name] = [card for card in cards if card or part.vacancies]
            elif isinstance(part, Foundations):
                piles[part.name] = _foundation_tops(part, state, at, pack)
            else:
                for name, pile in zip(_names(part, counts), _offsets(part, at), strict=False):
                    start = pile + packed.STACK_HEAD
                    cards = [int(c) for c in state[start : start + int(state[pile + 16])]]
                    piles[name] = cards[::-1] if part.next_first else cards
>>>>>>> games-c
        return piles

    def build(self, piles: Piles, pack: Pack, counts: Mapping[str, int]) -> tuple[Bytes, list[int]]:
        """Pack piles by name into a position and its stock.

        Returns
        -------
        row : ndarray of uint8, shape (size,)
            The position.
        stock : list of int
            The cards of the stock, next one first.

        Raises
        ------
        DealError
            When a pile is too large for play to go on safely.
        """
        row = np.zeros(self.size(counts), np.uint8)
        stock: list[int] = []
        for part in self.parts:
<<<<<<< HEAD
            part.write(self.spot(part, row, stock, pack, counts), piles)
        return row, stock

    def key(self, row: Bytes, stock: Sequence[int], pack: Pack, counts: Mapping[str, int]) -> bytes:
        """Give a position's content, the same bytes for positions that count as equal."""
        piles = self.read(row, stock, pack, counts)
        spots = [(part, self.spot(part, row, list(stock), pack, counts)) for part in self.parts]
        return b"".join(part.key(spot, piles) for part, spot in spots)
=======
            at = self._at[part.name]
            if isinstance(part, Counter):
                for i in range(part.count):
                    self._start_counter(row, words, at + i, 0)
                for i, name in enumerate(_names(part, counts)):
                    packed.set_count(row, words, at + i, number_of(piles, name))
            elif isinstance(part, Stock):
                stock = cards_of(piles, part.name)
                self._start_counter(row, words, at, 0)
            elif isinstance(part, Foundations):
                tops = cards_of(piles, part.name)
                for (offset, _), top in zip(part.entries(pack), tops, strict=True):
                    rank = rank_of(top) if top else part.empty(pack)
                    self._start_counter(row, words, at + offset, rank)
                self._sort_foundations(part, row, words, at, pack)
            elif isinstance(part, Bag):
                _start_pile(words, at, at)
                for place, card in enumerate(cards_of(piles, part.name)):
                    if card:
                        if part.ordered:
                            packed.lay(row, words, at, place, card)
                        else:
                            packed.put_as(row, words, at, place, card, _value(part, card))
            else:
                alike = part.is_alike(piles)
                for name, pile in zip(_names(part, counts), _offsets(part, at), strict=False):
                    _start_pile(words, pile, at if alike else pile)
                    cards = cards_of(piles, name)[:: -1 if part.next_first else 1]
                    _check_room(part, name, cards)
                    for card in cards:
                        packed.push_as(row, words, pile, card, _value(part, card))
        return row, stock

    @staticmethod
    def _start_counter(row: Bytes, words: Any, at: int, value: int) -> None:
        term = packed.counter_term(at, value)
        words[0] = uint64(int(words[0]) + term)
        words[1] = uint64(int(words[1]) + packed.scramble_again(term))
        row[at] = value

    @staticmethod
    def _sort_foundations(part: Foundations, row: Bytes, words: Any, at: int, pack: Pack) -> None:
        for start in sorted({at + s * part.copies for _, s in part.entries(pack)}):
            span = range(start, start + min(part.copies, pack.copies))
            ranks = sorted((int(row[i]) for i in span), reverse=part.step > 0)
            for i, rank in zip(span, ranks, strict=True):
                packed.set_count(row, words, i, rank)


def _value(part: Stack | Bag, card: int) -> int:
    """Give what counts of a card in a pile."""
    return card if part.seen_as is None else part.seen_as(card)


def _names(part: Part, counts: Mapping[str, int]) -> list[str]:
    if isinstance(part, Counter):
        used = counts.get(part.name, part.count)
        return numbered(part.name, part.count, used) if part.shown else []
    if isinstance(part, Stack):
        return part.names(counts.get(part.name, part.count))
    return [part.name]


def _offsets(part: Stack, at: int) -> Iterator[int]:
    return (at + i * part.stride for i in range(part.count))


def _start_pile(words: Any, pile: int, salt_of: int) -> None:
    """Give an empty pile its first sums and add it to the row's hash."""
    salt = packed.pile_salt(salt_of)
    words[pile >> 3] = salt
    words[(pile >> 3) + 1] = packed.second(salt)
    words[0] = uint64(int(words[0]) + packed.scramble(salt))
    words[1] = uint64(int(words[1]) + packed.scramble_again(packed.second(salt)))


def _foundation_tops(part: Foundations, state: Bytes, at: int, pack: Pack) -> list[int]:
    tops = []
    for offset, suit in part.entries(pack):
        rank = int(state[at + offset])
        tops.append(0 if rank == part.empty(pack) else face(rank, suit))
    return tops


def _check_room(part: Stack, name: str, cards: list[int]) -> None:
    """Refuse a pile that could outgrow its bytes once it is played down to any of its cards."""
    needed = max((i + part.growth(card) for i, card in enumerate(cards, 1)), default=0)
    if needed > part.capacity:
        raise DealError(
            f"{name} holds {len(cards)} cards and could grow to {needed}; "
            f"at most {part.capacity} are supported"
        )


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
>>>>>>> games-c


def cards_in(layout: Layout, piles: Piles, pack: Pack, counts: Mapping[str, int]) -> list[int]:
    """List every card that a position holds, those below the foundations' tops included.

    Raises
    ------
    DealError
        When a foundation shows a card that cannot lie there.
    """
    return [
        card for part in layout.parts for card in part.cards(piles, pack, counts.get(part.name))
    ]
