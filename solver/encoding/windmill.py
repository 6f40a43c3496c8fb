"""The Mill: wings fed by a talon, a centre that climbs and angles that fall.

Wings, talon and stock are those of :mod:`cadogan.solver.encoding.reserve`, and what is proved there
holds here: time is the number of plays, each play pops a card off the talon, and it makes no
difference where a vacancy is filled from. The first cards of the last rank that the stock brings,
as many as there are free angles, go to the angles as they are turned and never lie on the talon.
A play may come with a transfer, which only changes centre and angles.

Suits do not matter, so each play is told by the card and one of three ways: to the centre, to an
angle, or to the centre upon a transfer. The centre's height after each play, and how many angles
have come down to each rank, are counted by literals "at least so many". Angles are alike: some
angle shows rank r exactly when more of them have come down to r than to r - 1.

All of the rules is said, so the model is exact.
"""

from __future__ import annotations

from cadogan.games.facts import Windmill
from cadogan.solver.encoding.encoding import Encoding, Event, Kind, Values
from cadogan.solver.encoding.model import Model
from cadogan.solver.encoding.orders import any_of, one_each
from cadogan.solver.encoding.reserve import Turns

__all__ = ["encode_windmill"]

#: The ways of a play.
_WAYS = ("centre", "angle", "transfer")


def encode_windmill(facts: Windmill) -> Encoding:
    """Make the exact model of a position."""
    wings = _Wings(facts)
    wings.build()
    return Encoding(Kind.EXACT, wings.model, wings.read)


class _Wings:
    """A model in the making."""

    def __init__(self, facts: Windmill) -> None:
        self.facts = facts
        faces = [*facts.free, *facts.talon, *facts.stock]
        self.ranks = [face & 15 for face in faces]
        in_hand = range(len(faces) - len(facts.stock), len(faces))
        last = [card for card in in_hand if self.ranks[card] == facts.ranks]
        self.crowns = last[: facts.angles.count(0)]
        self.played = [card for card in range(len(faces)) if card not in self.crowns]
        self.plays = len(self.played)
        self.model = Model(horizon=self.plays + 2)
        self.ways: dict[tuple[str, int], int] = {}
        self.showing: dict[tuple[int, int], int] = {}

    def build(self) -> None:
        """State everything."""
        model, facts = self.model, self.facts
        # One later than the play's number, so that a pop at the play itself is before it.
        times = [model.time(f"card {card}", 2, self.plays + 1) for card in self.played]
        self.times = dict(zip(self.played, times, strict=True))
        at = one_each(model, times, range(2, self.plays + 2))
        pushed = set(range(len(self.ranks))) - set(self.crowns)
        self.turns = Turns(
            model, len(facts.free), len(facts.talon), len(facts.stock), passes=0, pushed=pushed
        )
        ranks = range(1, facts.ranks + 1)
        alike = [[card for card in self.played if self.ranks[card] == rank] for rank in ranks]
        self.turns.play(self.times, alike)
        for play in range(1, self.plays + 1):
            for way in _WAYS:
                self.ways[way, play] = model.bool(f"play {play} by {way}")
            model.exactly_one([self.ways[way, play] for way in _WAYS])
            for rank in range(1, facts.ranks + 1):
                cards = [
                    at[place, play + 1]
                    for place, card in enumerate(self.played)
                    if self.ranks[card] == rank
                ]
                self.showing[rank, play] = any_of(model, f"play {play} of rank {rank}", cards)
        self._climb()
        self._fall()

    def _climb(self) -> None:
        """Count the centre's height, and let it take its next ranks only."""
        model, facts = self.model, self.facts
        size, ranks = facts.centre_size, facts.ranks
        before = {m: model.TRUE if m <= facts.centre else model.FALSE for m in range(size + 3)}
        for play in range(1, self.plays + 1):
            after = {0: model.TRUE, size + 1: model.FALSE, size + 2: model.FALSE}
            for m in range(1, size + 1):
                after[m] = model.bool(f"centre at least {m} after {play}")
            steps = {"centre": 1, "angle": 0, "transfer": 2}
            for way, step in steps.items():
                self._shift(self.ways[way, play], before, after, step, size)
            for m in range(size + 1):
                here = (-before[m], before[m + 1])  # false when the height is m
                once, upon = -self.ways["centre", play], -self.ways["transfer", play]
                model.clause(once, *here, self.showing[m % ranks + 1, play])
                given = m % ranks + 1
                if given < ranks:
                    model.clause(upon, *here, self.showing[given + 1, play])
                else:
                    model.clause(upon, *here)
            before = after
        model.clause(before[size])

    def _shift(
        self, condition: int, before: dict[int, int], after: dict[int, int], step: int, most: int
    ) -> None:
        """Say that a count changes by a step if a condition is true."""
        model = self.model
        for m in range(most + 1 + max(0, step)):
            now = after.get(m, model.FALSE)
            then = before.get(m - step, model.TRUE if m - step <= 0 else model.FALSE)
            model.clause(-condition, -then, now)
            model.clause(-condition, then, -now)

    def _fall(self) -> None:
        """Count how many angles have come down to each rank."""
        model, facts = self.model, self.facts
        ranks, angles = facts.ranks, len(facts.angles)
        before = {
            rank: self._counts(sum(lying >= ranks + 1 - rank for lying in facts.angles))
            for rank in range(1, ranks + 1)
        }
        for play in range(1, self.plays + 1):
            before[ranks] = self._crowned(play)
            after = {ranks: before[ranks]}
            model.clause(-self.ways["angle", play], -self.showing[ranks, play])
            for rank in range(1, ranks):
                down = model.bool(f"play {play} brings an angle to {rank}")
                back = model.bool(f"play {play} takes {rank} from an angle")
                self._is(down, self.ways["angle", play], self.showing[rank, play])
                self._is(back, self.ways["transfer", play], self.showing[rank + 1, play])
                lower = before[rank - 1] if rank > 1 else self._counts(0)
                self._more(down, before[rank + 1], before[rank])
                self._more(back, before[rank], lower)
                now = {0: model.TRUE, angles + 1: model.FALSE}
                for k in range(1, angles + 1):
                    now[k] = model.bool(f"{k} angles at {rank} after {play}")
                self._shift(down, before[rank], now, 1, angles)
                self._shift(back, before[rank], now, -1, angles)
                for k in range(1, angles + 1):
                    model.clause(down, back, -before[rank][k], now[k])
                    model.clause(down, back, before[rank][k], -now[k])
                after[rank] = now
            before = after
        for rank in range(1, ranks):
            model.clause(before[rank][angles])

    def _counts(self, number: int) -> dict[int, int]:
        """Give the literals of a count that is known."""
        most = len(self.facts.angles) + 1
        return {
            k: self.model.TRUE if k <= number else self.model.FALSE for k in range(most + 1)
        }

    def _crowned(self, play: int) -> dict[int, int]:
        """Give the literals of "so many angles have their first card before a play"."""
        model = self.model
        lying = len(self.facts.angles) - self.facts.angles.count(0)
        counts = self._counts(lying)
        for number, card in enumerate(self.crowns, start=lying + 1):
            turn = self.turns.turned[card, 0]
            counts[number] = -model.at_or_after(turn, play + 1)
        return counts

    def _is(self, literal: int, one: int, other: int) -> None:
        """Define a literal as two together."""
        self.model.clause(-literal, one)
        self.model.clause(-literal, other)
        self.model.clause(literal, -one, -other)

    def _more(self, condition: int, many: dict[int, int], few: dict[int, int]) -> None:
        """Say that one count is greater than another if a condition is true."""
        for k in range(len(self.facts.angles) + 1):
            self.model.clause(-condition, -few[k], many[k + 1])

    def read(self, values: Values) -> list[Event]:
        """Give turns and plays in order."""
        plays = {values.times[time] - 1: card for card, time in self.times.items()}
        events: list[Event] = []
        number = 0
        for event in self.turns.line(values, plays):
            action = event.action
            if action == "home":
                number += 1
                action = next(way for way in _WAYS if values.holds(self.ways[way, number]))
            elif event.cards[0] in self.crowns:
                action = "crown"
            events.append(Event(action, event.cards))
        return events

