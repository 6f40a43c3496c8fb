"""The parts of a table that are kept as numbers: counters, foundations, a stock in the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cadogan.games.cards import SUITS, Pack, face, name_of, rank_of, suit_of
from cadogan.games.errors import DealError
from cadogan.games.part import (
    Part,
    Piles,
    Sight,
    Spot,
    cards_of,
    number_of,
    numbered,
    seen,
    start_counter,
)


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
            start_counter(spot.row, spot.words, spot.at + i, value)

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
            start_counter(spot.row, spot.words, spot.at + offset, ranks[suit].pop())

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
        start_counter(spot.row, spot.words, spot.at, 0)

    def key(self, spot: Spot, piles: Piles) -> bytes:
        """Give the cards that are left, so that keys may be compared across deals."""
        left: Sequence[int] = spot.stock[int(spot.row[spot.at]) :]
        return bytes([len(left)]) + seen(bytes(left), self.seen_as)
