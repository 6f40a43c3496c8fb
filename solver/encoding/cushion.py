"""The Wheel: which card leaves in which group, and when rows are dealt.

Time is the number of groups made: card c leaves in the group ``T(c)``, and row r is dealt just
before the group ``D(r)``. Each group has one court card and three cards of different values that
make the total; which three values, is a choice of literals.

*While places are refilled*, nothing lies on anything (positions in which it does are declined), and
the cards that are out before group t are those on the table and the first 4 (t - 1) of the stock.
With m groups made so, the rows are cut from the rest of the stock; m is a choice of literals, and
for each m it is known with which row a card of the rows comes. Cards whose numbers are the same up
to the number of packets fall on one packet, whatever m is: they are a *column*. The card that the
first of them covers is the one left on that packet: where a refilling card comes to lie is told by
literals too (it takes a place that its group's cards left, in their order).

*Two cards of a packet*: the lower one leaves before the upper one is dealt, or after it.

If places are never refilled at the start, m is 0 and the packets are as they lie.

*In the forced game* no row is dealt while a group is free. Just before row r the cards that are out
are known for each m; a card that stays until then, and above which no other does, is free and shows
its value. No three values that make the total may be shown together with a court card, those too
that no group of a won game has. (Values may be told as shown that are not: that binds only more.)

The model says all of the game and is exact.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from cadogan.games.errors import UnsupportedError
from cadogan.games.facts import Cushion
from cadogan.solver.encoding.encoding import Encoding, Event, Kind, Values
from cadogan.solver.encoding.model import Model, Time
from cadogan.solver.encoding.orders import any_of, no_later

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
        The group that the lowest card of each column leaves in, if places are refilled.
    shown_lowest : dict
        For each column and value the literal of "the lowest card has that value".
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
        self.bottoms: list[Time] = []
        self.shown_lowest: dict[tuple[int, int], int] = {}
        self._refilled_one_of: dict[tuple[int, ...], int] = {}
        self._gone_before: dict[tuple[int, int], int] = {}

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
        for some in itertools.combinations(plain, 3):
            if all(len({*some} & {*three}) == 1 for three in triples):
                # This follows from the choice; but said at once it makes proofs much shorter.
                cards = [card for card, own in enumerate(self.values) if own in some]
                for group in range(1, self.total + 1):
                    model.exactly_one(self.at[card, group] for card in cards)

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
        self.refilled = {0: model.TRUE}
        if self.facts.refilling:
            self._refill(stock)
        self._fall()
        if self.facts.forced:
            self._wait()

    def _start(self, refilled: int) -> int:
        """Give the first card of the rows once so many groups were refilled."""
        return self.first + 4 * refilled

    def _dealt(self, row: int) -> list[int]:
        """List the numbers of refilled groups after which there is such a row."""
        before = row * self.width
        return [m for m in self.refilled if self._start(m) + before < len(self.faces)]

    def _when(self, numbers: Iterable[int]) -> int:
        """Give the literal of "one of these numbers of groups was refilled"."""
        model = self.model
        some = tuple(numbers)
        if len(some) in (0, len(self.refilled)):
            return model.TRUE if some else model.FALSE
        if some not in self._refilled_one_of:
            literals = [self.refilled[m] for m in some]
            name = f"{', '.join(map(str, some))} groups are refilled"
            self._refilled_one_of[some] = (
                literals[0] if len(some) == 1 else any_of(model, name, literals)
            )
        return self._refilled_one_of[some]

    def _row_of(self, card: int, refilled: int) -> int:
        """Give the row of a card of the stock; negative if it comes before the rows."""
        return (card - self._start(refilled)) // self.width

    def _fall(self) -> None:
        """Let the cards of the rows fall on the packets."""
        for card in range(self.first, len(self.faces)):
            for k, row in enumerate(self.rows):
                given = self._when(m for m in self.refilled if self._row_of(card, m) == k)
                if given == self.model.FALSE:
                    continue
                no_later(self.model, row, self.leaves[card], given)
                dealt = [self.leaves[card - j * self.width] for j in range(1, k + 1)]
                for under in [*self._lowest_below(card), *dealt]:
                    gone = self._gone(under, row)
                    self.model.before(self.leaves[card], under, given, -gone)

    def _lowest_below(self, card: int) -> list[Time]:
        """Give the times of the cards that no row dealt, of the packet that a card falls on."""
        if self.bottoms:
            return [self.bottoms[card % self.width]]
        below = self._packets()[(card - self.first) % self.width]
        return [self.leaves[under] for under in below]

    def _gone(self, card: Time, row: Time) -> int:
        """Give the literal of "the card leaves before the row is dealt"."""
        key = (card.number, row.number)
        if key not in self._gone_before:
            gone = self._gone_before[key] = self.model.bool(f"{card.name} before {row.name}")
            self.model.before(card, row, gone)
            if self.facts.forced:  # else only what follows from being gone, or not, is of interest
                no_later(self.model, row, card, -gone)
        return self._gone_before[key]

    # The forced game -----------------------------------------------------------------------------

    def _wait(self) -> None:
        """Let no row be dealt while the values of a group are shown."""
        model, facts = self.model, self.facts
        plain = sorted(set(self.values) - {facts.court})
        threes = [three for three in itertools.combinations(plain, 3) if sum(three) == facts.total]
        values = sorted(set(self.values))
        for row in range(len(self.rows)):
            shows = {v: model.bool(f"{v} is free before row {row + 1}") for v in values}
            for three in threes:
                model.clause(*(-shows.get(value, model.FALSE) for value in (*three, facts.court)))
            self._show_dealt(row, shows)
            if self.bottoms:
                self._show_lowest(row, shows)
            else:
                self._show_packets(row, shows)

    def _show(self, row: int, card: int, above: Iterable[int], shown: int, *given: int) -> None:
        """Show a card that is free when a row is dealt: it is still there, those above are not."""
        time = self.rows[row]
        left = [-self._gone(self.leaves[over], time) for over in above]
        self.model.clause(*given, self._gone(self.leaves[card], time), *left, shown)

    def _show_dealt(self, row: int, shows: dict[int, int]) -> None:
        """Show the values of free cards of earlier rows."""
        for card in range(self.first, len(self.faces)):
            for k in range(row):
                given = self._when(m for m in self._dealt(row) if self._row_of(card, m) == k)
                if given != self.model.FALSE:
                    above = [card + j * self.width for j in range(1, row - k)]
                    self._show(row, card, above, shows[self.values[card]], -given)

    def _show_packets(self, row: int, shows: dict[int, int]) -> None:
        """Show the values of free cards of the packets as they lay at first."""
        for place, pile in enumerate(self._packets()):
            dealt = range(self.first + place, self.first + row * self.width, self.width)
            for depth, card in enumerate(pile):
                self._show(row, card, [*pile[depth + 1 :], *dealt], shows[self.values[card]])

    def _show_lowest(self, row: int, shows: dict[int, int]) -> None:
        """Show the values of the cards that refilling left, where they are free."""
        model, time = self.model, self.rows[row]
        for column, bottom in enumerate(self.bottoms):
            bare = model.bool(f"column {column} is bare before row {row + 1}")
            gone = self._gone(bottom, time)
            over: dict[int, list[int]] = {}
            for m in self._dealt(row):
                start = self._start(m)
                over.setdefault(start + (column - start) % self.width, []).append(m)
            for card, numbers in over.items():
                dealt = [self.leaves[card + j * self.width] for j in range(row)]
                left = [-self._gone(one, time) for one in dealt]
                model.clause(-self._when(numbers), gone, *left, bare)
            for value, shown in shows.items():
                model.clause(-bare, -self.shown_lowest[column, value], shown)

    # Refills -------------------------------------------------------------------------------------

    def _refill(self, stock: int) -> None:
        """Say how many groups are refilled, and where what is left of them lies."""
        model = self.model
        most = min(self.total, -(-stock // 4))
        self.refilled = {m: model.bool(f"{m} groups are refilled") for m in range(most + 1)}
        model.exactly_one(self.refilled.values())
        self.bottoms = [
            model.time(f"the lowest card of column {c} leaves") for c in range(self.width)
        ]
        self._stay(self._places(most))
        for m, given in self.refilled.items():
            self._end_of_refills(m, given, self._start(m))

    def _stay(self, lies: dict[tuple[int, int], int]) -> None:
        """Say which cards are the lowest ones when the first row is dealt, where there is one.

        A column is told by the numbers of the cards that fall on it, up to the width: so it is the
        same one for each number of refilled groups.
        """
        model = self.model
        numbers = self._dealt(0)
        for column in range(self.width):
            lowest: dict[int, int] = {}
            for card in range(self._start(max(numbers, default=0))):
                places = {
                    m: lies[card, (column - self._start(m)) % self.width]
                    for m in numbers
                    if card < self._start(m)
                }
                if all(here == model.FALSE for here in places.values()):
                    continue
                stays = lowest[card] = model.bool(f"card {card} is lowest in column {column}")
                model.same_time(self.bottoms[column], self.leaves[card], stays)
                for m, here in places.items():
                    left = model.at_or_after(self.leaves[card], m + 1)
                    model.clause(-self.refilled[m], -here, -left, stays)
            model.at_most(1, lowest.values())
            if self.facts.forced:
                for value in sorted(set(self.values)):
                    having = [here for card, here in lowest.items() if self.values[card] == value]
                    self.shown_lowest[column, value] = any_of(
                        model, f"{value} is lowest in column {column}", having
                    )

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
