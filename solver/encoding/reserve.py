"""Two Rings and its like: free cards that a talon replaces at once.

**What a line of play is.** Call the reserve and the talon's top the *open* cards. To play a card
of the reserve lets the talon's top take its place and bares the next talon card; to play the
talon's top bares the next one too. Either way one open card goes home and the talon is one card
lower. To turn a card covers the talon's top. So the moves are turns and plays, every play *pops*
one card off the talon, whichever open card it is that goes home, and which one is popped depends
only on the order of turns and plays, as with brackets: the card turned last that has not been
popped. A card is open from its pop on, and may go home at this same play (from the talon) or at
any later one (from the reserve).

A vacancy is filled from the stock if the talon is empty. The position after it is the same as if
the stock's card had been turned first and the talon had filled the vacancy, and that turn is
legal. So it may be assumed that each play finds a card in the talon, until stock and talon are out.
For the same reason it makes no difference to the verdict whether a player may choose to fill a
vacancy from the stock while there is a talon.

**The model.** Time is the number of plays. With N cards to go home of which n lie in talon and
stock, card c goes home at play F(c), all different from 1 to N, in the order of the foundations;
a card of talon or stock is popped at play P(c) <= F(c), all different from 1 to n (later plays
find no talon). Card c is turned just before play T(c) <= P(c), in the order of the stock. If i
was turned before j, then i is popped before j is turned (P(i) < T(j)) or j is popped before i. A
redeal r happens just before play Z(r), after all turns of the pass before it; the cards that are
not popped by then are turned again, in the same order. This says all, so the model is exact.

**What is said besides**, because engines do not see it from that:

- *Room*. By play t, as long as it pops a card, t cards were popped and t - 1 are home from the
  plays before it; so of the reserve's and the popped ones one more than the reserve holds are left.
- *Brackets*. The cards that are turned after a card and popped before it follow it in the stock
  without a gap. In the first pass it is popped as many plays after its turn as they are.
- *Equal cards*. Cards that may be exchanged, i with the smaller number: i goes home before j,
  or is not popped by the play of j. For if it is, then i and j can change plays, and as each
  exchange lets the smaller number go first, it comes to an end.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from cadogan.games.facts import Reserve
from cadogan.solver.encoding.encoding import Encoding, Event, Kind, Values
from cadogan.solver.encoding.homes import order_homes
from cadogan.solver.encoding.model import Model, Time
from cadogan.solver.encoding.orders import no_later, one_each

__all__ = ["Turns", "encode_reserve"]


def encode_reserve(facts: Reserve) -> Encoding:
    """Make the exact model of a position."""
    faces = [*facts.free, *facts.talon, *facts.stock]
    count = len(faces)
    model = Model(horizon=count + 2)
    # One later than the play's number, so that P <= F is a strict precedence.
    homes = [model.time(f"home {card}", 2, count + 1) for card in range(count)]
    one_each(model, homes, range(2, count + 2))
    order_homes(model, faces, homes, facts.foundations)
    turns = Turns(model, len(facts.free), len(facts.talon), len(facts.stock), facts.passes)
    copies = [[card for card in range(count) if faces[card] == one] for one in set(faces)]
    turns.play(dict(enumerate(homes)), copies)

    def read(values: Values) -> list[Event]:
        plays = {values.times[home] - 1: card for card, home in enumerate(homes)}
        return turns.line(values, plays)

    return Encoding(Kind.EXACT, model, read)


class Turns:
    """When cards are turned and popped, as constraints.

    Parameters
    ----------
    model : Model
        The model to add to.
    free, talon, stock : int
        How many cards lie where; their numbers follow each other in this order.
    passes : int
        How often the talon may be dealt again.
    pushed : set of int, optional
        The cards of the stock that come to lie on the talon when they are turned; by default all.

    Attributes
    ----------
    pops : dict
        For each card that lies on the talon at some time the play that pops it.
    turned : dict
        For each card and pass the play before which it is turned.
    """

    def __init__(
        self,
        model: Model,
        free: int,
        talon: int,
        stock: int,
        passes: int,
        pushed: set[int] | None = None,
    ) -> None:
        self.model = model
        self.talon = range(free, free + talon)
        self.stock = range(free + talon, free + talon + stock)
        wait = [card for card in self.stock if pushed is None or card in pushed]
        self.waiting = [*self.talon, *wait]
        self.last = len(self.waiting)
        self.pops = {card: model.time(f"pop {card}", 1, self.last) for card in self.waiting}
        one_each(model, list(self.pops.values()), range(1, self.last + 1))
        self.turned: dict[tuple[int, int], Time] = {}
        self.redeals = [self._moment(f"redeal {number}") for number in range(1, passes + 1)]
        self.stays = {
            (card, number): model.bool(f"{card} stays until redeal {number}")
            for card in self.waiting
            for number in range(1, passes + 1)
        }
        for number in range(passes + 1):
            self._turn(number)
            self._pop_in_order(number)

    def play(self, homes: Mapping[int, Time], alike: Iterable[Sequence[int]]) -> None:
        """Let cards go home when they are popped or later, and say what follows from that.

        Parameters
        ----------
        homes : mapping of int to Time
            For each card the play at which it goes home, and one more; all different.
        alike : iterable of sequence of int
            Cards that may be exchanged with each other.
        """
        for card, pop in self.pops.items():
            self.model.before(pop, homes[card])
        self._leave_room(homes)
        for group in sorted(map(sorted, alike)):
            self._play_in_order(homes, group)

    def _leave_room(self, homes: Mapping[int, Time]) -> None:
        """Let no more cards be out at a play than the reserve holds, and the talon's top."""
        model = self.model
        for play in range(1, self.last + 1):
            out: list[int] = []
            for card, home in homes.items():
                not_before = model.at_or_after(home, play + 1)
                if card in self.pops:
                    here = model.bool(f"{card} out at play {play}")
                    popped = -model.at_or_after(self.pops[card], play + 1)
                    model.clause(-popped, -not_before, here)
                    out.append(here)
                else:
                    out.append(not_before)
            model.at_most(self.talon.start + 1, out)

    def _play_in_order(self, homes: Mapping[int, Time], group: Sequence[int]) -> None:
        """Let of two equal cards the earlier one go home first, if it is open."""
        model = self.model
        for one, other in itertools.combinations(group, 2):
            if one not in self.pops:
                model.before(homes[one], homes[other])
                continue
            in_order = model.bool(f"{one} is played before {other}")
            model.before(homes[one], homes[other], in_order)
            no_later(model, homes[other], self.pops[one], -in_order)

    def _moment(self, name: str) -> Time:
        return self.model.time(name, 1, self.last + 1)

    def _stays(self, card: int, number: int) -> int:
        """Give the literal of "not popped before a redeal", of which number 0 is the start."""
        if number == 0:
            return self.model.TRUE
        return self.stays.get((card, number), self.model.FALSE)

    def _turn(self, number: int) -> None:
        """Turn the cards of a pass, in order, between its beginning and the next redeal."""
        model = self.model
        cards = list(self.stock) if number == 0 else self.waiting
        before = self.redeals[number - 1] if number else None
        for place, card in enumerate(cards, start=len(self.talon)):
            # In the first pass no more than the cards turned before it can have been popped.
            high = min(place, self.last) if number == 0 else self.last
            name = f"turn {card} in pass {number}"
            turn = self.turned[card, number] = model.time(name, 1, high + 1)
            if before is not None:
                no_later(model, before, turn)
            before = turn
            if card in self.pops:
                no_later(model, turn, self.pops[card], self._stays(card, number))
        if number < len(self.redeals):
            redeal = self.redeals[number]
            if before is not None:
                no_later(model, before, redeal)
            for card in self.waiting:
                stays = self._stays(card, number + 1)
                model.before(self.pops[card], redeal, -stays)
                no_later(model, redeal, self.pops[card], stays)

    def _pop_in_order(self, number: int) -> None:
        """Let a card that is popped in a pass be the talon's top then."""
        model = self.model
        above: dict[int, list[int]] = {card: [] for card in self.waiting}
        for index, over in enumerate(self.waiting):
            turn = self.turned.get((over, number))
            for under in self.waiting[:index]:
                here = (
                    self._stays(under, number),
                    self._stays(over, number),
                    -self._stays(under, number + 1),
                )
                if turn is None:
                    model.before(self.pops[over], self.pops[under], *here)
                    continue
                gone = model.bool(f"{under} popped before {over} is turned in pass {number}")
                above[under].append(-gone)
                model.before(self.pops[under], turn, *here, gone)
                model.before(self.pops[over], self.pops[under], *here, -gone)

        if number == 0:
            self._count_brackets(above)

    def _count_brackets(self, above: Mapping[int, Sequence[int]]) -> None:
        """Say how long after its turn a card is popped that is popped in the first pass.

        Takes for each card the literals of "not popped before that one is turned", of the cards
        that are turned after it.
        """
        for card, over in above.items():
            turn = self.turned.get((card, 0))
            base = turn if turn is not None else self.talon.stop - card
            if over:
                self.model.add_up(self.pops[card], base, over, -self._stays(card, 1))

    def line(self, values: Values, plays: dict[int, int]) -> list[Event]:
        """Give turns, redeals and plays in the order in which they happen.

        Before a play come first the turns of earlier passes, then a redeal, then the turns after
        it.
        """
        timed: list[tuple[int, int, int, Event]] = []
        for (card, number), turn in self.turned.items():
            there = number == 0 or values.holds(self._stays(card, number))
            if there:
                timed.append((values.times[turn], 2 * number, card, Event("draw", (card,))))
        for number, redeal in enumerate(self.redeals):
            if any(values.holds(self._stays(card, number + 1)) for card in self.waiting):
                timed.append((values.times[redeal], 2 * number + 1, 0, Event("redeal")))
        for play, card in plays.items():
            timed.append((play, 1 << 20, 0, Event("home", (card,))))
        return [event for *_, event in sorted(timed, key=lambda one: one[:3])]
