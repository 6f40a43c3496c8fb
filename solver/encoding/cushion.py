"""The Wheel: which card leaves in which group, and when rows are dealt.

Time is the number of groups made: card c leaves in the group ``T(c)``, and row r is dealt just
before the group ``D(r)``. Each group has one court card and three cards of different values that
make the total; which three values, is a choice of literals.

*While places are refilled*, nothing lies on anything (positions in which it does are declined), and
the cards that are out before group t are those on the table and the first 4 (t - 1) of the stock.
With m groups made so, the rows are cut from the rest of the stock; m is a choice of literals, and
for each m it is known which card of the rows falls on which packet and with which row. The card
that such a row covers is the one left on that packet: where a refilling card comes to lie is told
by literals too (it takes a place that its group's cards left, in their order).

*Two cards of a packet*: the lower one leaves before the upper one is dealt, or after it.

If places are never refilled at the start, m is 0 and the packets are as they lie.

*In the forced game* no row is dealt while a group is free. Just before row r the cards that are out
are known for each m; a card that stays until then, and above which none of them does, is free and
shows its value. No three values that make the total may be shown together with a court card, useful
or not. (That a value is shown by no card is of no harm: the model says only which must be shown.)

The model says all of the game and is exact.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from cadogan.games.errors import UnsupportedError
from cadogan.games.facts import Cushion
from cadogan.solver.encoding.encoding import Encoding, Event, Kind, Values
from cadogan.solver.encoding.model import Model, Time
from cadogan.solver.encoding.orders import no_later

__all__ = ["encode_cushion"]


def encode_cushion(facts: Cushion) -> Encoding:
    """Make the exact model of a position.

    Raises
    ------
    UnsupportedError
        If cards lie on others while places are refilled. The rules never lead there, and the
        model would be wrong.
    """
    if facts.refilling and any(len(pile.cards) > 1 for pile in facts.piles):
        raise UnsupportedError("a refill of packets of several cards is not modelled")
    groups = _Groups(facts)
    groups.build()
    return Encoding(Kind.EXACT, groups.model, groups.read)


class _Groups:
    """A model in the making.

    Attributes
    ----------
    faces : list of int
        The cards by number: packets first, each from its lowest card, then the stock.
    leaves : list of Time
        The group that each card leaves in.
    rows : list of Time
        The group before which each row is dealt.
    refilled : dict
        For each number of groups the literal of "so many were made before the first row".
    bottoms : list of Time
        The group that the lowest card of each packet leaves in, if places are refilled.
    shows : dict
        For each row (from 0) and value a literal that is true if a free card has that value when
        the row is dealt; none in the free game.
    """

    def __init__(self, facts: Cushion) -> None:
        self.facts = facts
        self.table = [face for pile in facts.piles for face in pile.cards]
        self.faces = [*self.table, *facts.stock]
        self.first = len(self.table)  # the number of the stock's first card
        self.width = len(facts.piles)
        values = [facts.values[face] for face in self.faces]
        self.courts = [card for card, value in enumerate(values) if value == facts.court]
        self.total = len(self.courts)  # groups to make
        self.values = values
        self.model = Model(horizon=self.total + 1)
        self.at: dict[tuple[int, int], int] = {}
        self.leaves: list[Time] = []
        self.rows: list[Time] = []
        self.refilled: dict[int, int] = {}
        self.shows: dict[tuple[int, int], int] = {}
        self.bottoms: list[Time] = []
        self._gone_before: dict[tuple[int, int], int] = {}
        self._bare_before: dict[tuple[int, int], int] = {}
        self._is_lowest: dict[tuple[int, int], int] = {}

    def build(self) -> None:
        """State everything."""
        model = self.model
        if 4 * self.total != len(self.faces):
            model.clause()
            return
        for card in range(len(self.faces)):
            leave = model.time(f"card {card} leaves", 1, self.total)
            self.leaves.append(leave)
            for group in range(1, self.total + 1):
                here = self.at[card, group] = model.bool(f"card {card} in group {group}")
                model.clause(-here, model.at_or_after(leave, group))
                model.clause(-here, -model.at_or_after(leave, group + 1))
            model.exactly_one([self.at[card, group] for group in range(1, self.total + 1)])
        self._make_groups()
        for pile in self._packets():
            for under, over in itertools.pairwise(pile):
                model.before(self.leaves[over], self.leaves[under])
        self._deal()

    def _packets(self) -> list[list[int]]:
        numbers = iter(range(self.first))
        return [[next(numbers) for _ in pile.cards] for pile in self.facts.piles]

    def _make_groups(self) -> None:
        """Let each group have one court card and three values that make the total."""
        model, facts = self.model, self.facts
        plain = sorted(set(self.values) - {facts.court})
        triples = self._useful(plain)
        for group in range(1, self.total + 1):
            chosen = {three: model.bool(f"group {group} is {three}") for three in triples}
            model.exactly_one(chosen.values())
            model.exactly_one(self.at[card, group] for card in self.courts)
            for value in plain:
                having = [
                    self.at[card, group] for card, own in enumerate(self.values) if own == value
                ]
                fits = [literal for three, literal in chosen.items() if value in three]
                model.at_most(1, having)
                for literal in fits:
                    model.clause(-literal, *having)
                for here in having:
                    model.clause(-here, *fits)

    def _useful(self, plain: list[int]) -> list[tuple[int, ...]]:
        """List the three values that a group of a won game can have.

        Take three values of which no group has two. If as many cards of them are left as groups are
        to be made, every group must have one of them; so a group of three others is of no use.
        Without it there may be more such threes.
        """
        useful: list[tuple[int, ...]] = [
            three for three in itertools.combinations(plain, 3) if sum(three) == self.facts.total
        ]
        while True:
            kept = list(useful)
            for some in itertools.combinations(plain, 3):
                having = [len(set(some) & set(three)) for three in kept]
                enough = sum(value in some for value in self.values) == self.total
                if enough and max(having, default=0) <= 1:
                    kept = [three for three, n in zip(kept, having, strict=True) if n == 1]
            if kept == useful:
                return useful
            useful = kept

    # Rows ----------------------------------------------------------------------------------------

    def _deal(self) -> None:
        """Deal the stock in rows, after refills if there are any."""
        model, stock = self.model, len(self.facts.stock)
        rows = -(-stock // self.width)
        self.rows = [model.time(f"row {r + 1}") for r in range(rows)]
        for one, other in itertools.pairwise(self.rows):
            no_later(model, one, other)
        if self.facts.forced:
            self._wait()
        if not self.facts.refilling:
            self.refilled = {0: model.TRUE}
            self._fall(0, model.TRUE, dict(enumerate(self._packets())))
            return
        self._refill(stock)

    def _fall(self, refilled: int, given: int, below: dict[int, list[int]]) -> None:
        """Let the rows fall on the packets once so many groups were refilled."""
        model = self.model
        start = self.first + 4 * refilled
        columns = {place: list(below.get(place, ())) for place in range(self.width)}
        for place, column in columns.items():
            for k, row in enumerate(self.rows):
                card = start + k * self.width + place
                if self.facts.forced and start + k * self.width < len(self.faces):
                    self._show(k, column, given)
                if card < len(self.faces):
                    no_later(model, row, self.leaves[card], given)
                    for under in column:
                        self._cover(self.leaves[under], self.leaves[card], row, given)
                    column.append(card)

    def _cover(self, under: Time, over: Time, row: Time, *given: int) -> None:
        """Let the lower card leave before the row that covers it is dealt, or after the upper."""
        if self.facts.forced:
            gone = self._gone(under, row)
        else:
            gone = self.model.bool(f"{under.name} before {over.name} is dealt")
            self.model.before(under, row, *given, gone)
        self.model.before(over, under, *given, -gone)

    # The forced game -----------------------------------------------------------------------------

    def _wait(self) -> None:
        """Let no row be dealt while the values of a group are shown."""
        model, facts = self.model, self.facts
        plain = sorted(set(self.values) - {facts.court})
        for row in range(len(self.rows)):
            for value in [*plain, facts.court]:
                self.shows[row, value] = model.bool(f"{value} is free before row {row + 1}")
            for three in itertools.combinations(plain, 3):
                if sum(three) == facts.total:
                    shown = [self.shows[row, value] for value in (*three, facts.court)]
                    model.clause(*(-literal for literal in shown))

    def _show(self, row: int, column: list[int], given: int) -> None:
        """Show the value of the card of a packet that is free when a row is dealt."""
        dealt = self.rows[row]
        gone = [self._gone(self.leaves[card], dealt) for card in column]
        for depth, card in enumerate(column):
            covered = [-literal for literal in gone[depth + 1 :]]
            shown = self.shows[row, self.values[card]]
            self.model.clause(-given, gone[depth], *covered, shown)

    def _show_lowest(self, m: int, given: int) -> None:
        """Do so for the cards that lie lowest once so many groups were refilled."""
        model = self.model
        start = self.first + 4 * m
        for row in range(-(-(len(self.faces) - start) // self.width)):
            for place, bottom in enumerate(self.bottoms):
                dealt = range(start + place, start + row * self.width, self.width)
                covered = [-self._gone(self.leaves[card], self.rows[row]) for card in dealt]
                gone = self._gone(bottom, self.rows[row]) if row else model.FALSE
                model.clause(-given, gone, *covered, self._bare(place, row))

    def _bare(self, place: int, row: int) -> int:
        """Give a literal that is true if a packet's lowest card is free before a row."""
        model = self.model
        if (place, row) not in self._bare_before:
            bare = model.bool(f"packet {place} is bare before row {row + 1}") if row else model.TRUE
            self._bare_before[place, row] = bare
            for value in sorted(set(self.values)):
                model.clause(-bare, -self._lowest(place, value), self.shows[row, value])
        return self._bare_before[place, row]

    def _lowest(self, place: int, value: int) -> int:
        """Give a literal that is true if a packet's lowest card has a value."""
        if (place, value) not in self._is_lowest:
            self._is_lowest[place, value] = self.model.bool(f"{value} is lowest on packet {place}")
        return self._is_lowest[place, value]

    def _gone(self, card: Time, row: Time) -> int:
        """Give the literal of "the card leaves before the row is dealt"."""
        key = (card.number, row.number)
        if key not in self._gone_before:
            gone = self._gone_before[key] = self.model.bool(f"{card.name} before {row.name}")
            self.model.before(card, row, gone)
            no_later(self.model, row, card, -gone)
        return self._gone_before[key]

    # Refills -------------------------------------------------------------------------------------

    def _refill(self, stock: int) -> None:
        """Say how many groups are refilled, and where what is left of them lies."""
        model = self.model
        most = min(self.total, -(-stock // 4))
        self.refilled = {m: model.bool(f"{m} groups are refilled") for m in range(most + 1)}
        model.exactly_one(self.refilled.values())
        lies = self._places(most)
        self.bottoms = bottoms = [
            model.time(f"the lowest card of packet {p} leaves") for p in range(self.width)
        ]
        for card in range(min(self.first + 4 * most, len(self.faces))):
            for place in range(self.width):
                for m, given in self.refilled.items():
                    if card < self.first + 4 * m and lies[card, place] != model.FALSE:
                        left = model.at_or_after(self.leaves[card], m + 1)
                        model.same_time(
                            bottoms[place], self.leaves[card], lies[card, place], given, left
                        )
                        if self.facts.forced and self.first + 4 * m < len(self.faces):
                            is_lowest = self._lowest(place, self.values[card])
                            model.clause(-lies[card, place], -given, -left, is_lowest)
        for m, given in self.refilled.items():
            start = self.first + 4 * m
            for card in range(start, len(self.faces)):
                row = self.rows[(card - start) // self.width]
                self._cover(bottoms[(card - start) % self.width], self.leaves[card], row, given)
            self._fall(m, given, {})
            if self.facts.forced:
                self._show_lowest(m, given)
            self._end_of_refills(m, given, start)

    def _end_of_refills(self, m: int, given: int, start: int) -> None:
        """Say which cards can be in the groups before the first row, and when that is dealt."""
        model = self.model
        if start < len(self.faces):
            model.same_time(self.rows[0], m + 1, given)
        for card in range(self.first, min(start, len(self.faces))):
            model.before((card - self.first) // 4 + 1, self.leaves[card], given)
        used = max(0, -(-(len(self.faces) - start) // self.width))
        for row in self.rows[used:]:
            model.same_time(row, self.total + 1, given)

    def _places(self, most: int) -> dict[tuple[int, int], int]:
        """Say where the cards lie that are out while places are refilled.

        The four cards of a group leave four places; the cards of the stock that follow take them
        in the order of the places.
        """
        model = self.model
        lies: dict[tuple[int, int], int] = {}
        for place, pile in enumerate(self._packets()):
            for card in range(self.first):
                lies[card, place] = model.TRUE if card in pile else model.FALSE
        for group in range(1, most + 1):
            out = range(self.first + 4 * (group - 1))
            left = self._left_by(group, (card for card in out if card < len(self.faces)), lies)
            following = list(range(out.stop, min(out.stop + 4, len(self.faces))))
            before = [model.FALSE] * 5  # at least k places before this one were left
            before[0] = model.TRUE
            takes: dict[int, list[int]] = {card: [] for card in following}
            for place in range(self.width):
                for k, card in enumerate(following):
                    here = model.bool(f"card {card} on packet {place}")
                    # the k-th vacancy in order is here: k before it, not k + 1, and this one
                    model.clause(-left[place], -before[k], before[k + 1], here)
                    lies[card, place] = here
                    takes[card].append(here)
                if place + 1 < self.width:
                    before = self._counted(group, place, before, left[place])
            for card in following:
                model.exactly_one(takes[card])
        return lies

    def _left_by(
        self, group: int, out: Iterable[int], lies: dict[tuple[int, int], int]
    ) -> list[int]:
        """Give for each place the literal of "a card of this group lay here"."""
        model = self.model
        left = [model.bool(f"group {group} leaves packet {place}") for place in range(self.width)]
        for card in out:
            for place in range(self.width):
                model.clause(-self.at[card, group], -lies[card, place], left[place])
        model.at_most(4, left)
        return left

    def _counted(self, group: int, place: int, before: list[int], left: int) -> list[int]:
        """Count one place more."""
        model = self.model
        after = [model.TRUE]
        for k in range(1, 5):
            enough = model.bool(f"group {group} leaves {k} of the first {place + 1} packets")
            model.clause(-before[k], enough)
            model.clause(-before[k - 1], -left, enough)
            model.clause(before[k], before[k - 1], -enough)
            model.clause(before[k], left, -enough)
            after.append(enough)
        return after

    # Reading ------------------------------------------------------------------------------------

    def read(self, values: Values) -> list[Event]:
        """Give the groups and rows in order, without rows of no cards."""
        refilled = next(
            m for m, literal in self.refilled.items()
            if literal == self.model.TRUE or values.holds(literal)
        )  # fmt: skip
        dealt = len(self.faces) - self.first - 4 * refilled
        rows = self.rows[: max(0, -(-dealt // self.width))]
        timed = [(values.times[row], 0, Event("row")) for row in rows]
        for group in range(1, self.total + 1):
            cards = tuple(
                card for card, leave in enumerate(self.leaves) if values.times[leave] == group
            )
            timed.append((group, 1, Event("group", cards)))
        return [event for *_, event in sorted(timed, key=lambda one: one[:2])]
