"""The inner model of games of building: every stay of every card, if there are few of them.

Between the place where it is found and home a card may stay at so many other places, one after the
other: on cards that it fits, and in spaces. Its times are those at which it leaves the place where
it is found and each of its stays; those that it does not make fall together with its way home. Of
each stay everything is told: where it is, that no two guests are on one host or in one space at the
same time, and that a host is not moved from under a guest. So every solution is a line of play. A
deal that needs a card to move more often has none.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from cadogan.games.facts import Building
from cadogan.solver.encoding.building import Builder
from cadogan.solver.encoding.encoding import Encoding, Event, Kind, Values
from cadogan.solver.encoding.model import Time

__all__ = ["encode_stays", "has_stays"]


def has_stays(facts: Building) -> bool:
    """Say whether a position has inner models: not where refills or a deal are not told whole."""
    return facts.whole and facts.dealing is None


def encode_stays(facts: Building, most: int) -> Encoding:
    """Make the inner model in which each card moves so many times at most before it goes home."""
    builder = StayBuilder(facts, most)
    builder.build()
    return Encoding(Kind.INNER, builder.model, builder.read)


class Stay(NamedTuple):
    """A card's stay on a host or in a space, if it is made there.

    Attributes
    ----------
    card : int
        The guest.
    made : int
        The literal of "it is made here".
    begins, ends : Time
        When the guest comes, and when it leaves.
    """

    card: int
    made: int
    begins: Time
    ends: Time


class StayBuilder(Builder):
    """An inner model in the making.

    Parameters
    ----------
    facts : Building
        A position of which the facts say everything.
    most : int
        How often a card may move before it goes home.

    Attributes
    ----------
    times : list of list of Time
        When each card leaves the place where it is found, and each of its stays; last its way home.
    goes : list of list of int
        The literals of "it makes its first stay", "its second", and so on.
    on, within : dict
        The stays on each host and in each pile's space.
    """

    def __init__(self, facts: Building, most: int) -> None:
        self.most = most
        super().__init__(facts, Kind.INNER)
        self.times: list[list[Time]] = []
        self.goes: list[list[int]] = []
        self.on: dict[int, list[Stay]] = {}
        self.within: dict[int, list[Stay]] = {}

    def events(self, count: int) -> int:
        """Count the times that the model will have at most."""
        return (self.most + 1) * count + len(self.facts.stock) + 2

    def add_card(self, card: int) -> None:
        """Add a card's times: when it leaves where it is found, then its stays in their order."""
        super().add_card(card)
        times, goes = [self.leaves[card]], [self.moves[card]]
        if self.moves[card] == self.model.FALSE:
            goes = []
        elif self.may_move_again(card):
            self.add_later_stays(card, times, goes)
        self.times.append([*times, self.homes[card]])
        self.goes.append(goes)

    def may_move_again(self, card: int) -> bool:
        """Say whether a card that has moved may go anywhere but home."""
        return bool(self.fitting(card)) or self.founds_again(card)

    def founds_again(self, card: int) -> bool:
        """Say whether a card that has moved may take a space."""
        spaces = any(pile.space for pile in self.facts.piles)
        return spaces and self.facts.refounds and self.facts.founds(self.faces[card])

    def add_later_stays(self, card: int, times: list[Time], goes: list[int]) -> None:
        """Add the times at which a card leaves its first stay and further ones."""
        model, home = self.model, self.homes[card]
        for number in range(2, self.most + 1):
            again = model.bool(f"{card} moves {number} times")
            leave = model.time(f"leave {card} for stay {number}")
            model.clause(-again, goes[-1])
            model.before(times[-1], leave, goes[-1])
            model.same_time(times[-1], leave, -goes[-1])
            model.before(leave, home, again)
            model.same_time(leave, home, -again)
            times.append(leave)
            goes.append(again)

    # Where a card stays --------------------------------------------------------------------------

    def choose_places(self, card: int) -> None:
        """Say where a card's stays may be."""
        for number, goes in enumerate(self.goes[card]):
            begins, ends = self.times[card][number : number + 2]
            choices = []
            for host in self.open_hosts(card, number):
                put = self.model.bool(f"{card} onto {host}, stay {number + 1}")
                self.free_host(card, host, begins, put)
                self.on.setdefault(host, []).append(Stay(card, put, begins, ends))
                choices.append(put)
            for place in self.open_spaces(card, number):
                into = self.model.bool(f"{card} into {place}, stay {number + 1}")
                if self.lowest.get(place, card) != card:
                    self.model.before(self.leaves[self.lowest[place]], begins, into)
                self.within.setdefault(place, []).append(Stay(card, into, begins, ends))
                choices.append(into)
            self.choose(choices, goes)

    def open_hosts(self, card: int, number: int) -> list[int]:
        """List the cards that a card may be put on when it has made so many stays."""
        if number:
            return self.fitting(card)
        place = self.pile_of.get(card)
        return self.hosts(card) if place is None or self.facts.piles[place].gives else []

    def open_spaces(self, card: int, number: int) -> list[int]:
        """List the piles whose space a card may take when it has made so many stays."""
        if not (self.founds_again(card) if number else self.founds(card)):
            return []
        spaces = [place for place, pile in enumerate(self.facts.piles) if pile.space]
        return [place for place in spaces if number or self.lowest.get(place) != card]

    # Who is in whose way -------------------------------------------------------------------------

    def share_spaces(self) -> None:
        """Keep cards in one space apart."""
        for place, stays in self.within.items():
            self.keep_apart(stays, f"in {place}")

    def share_hosts(self) -> None:
        """Keep guests of one host apart, and hosts in place under their guests."""
        model = self.model
        for host, stays in self.on.items():
            self.keep_apart(stays, f"on {host}")
            for stay in stays:
                model.before(stay.ends, self.homes[host], stay.made)
                for number, goes in enumerate(self.goes[host]):
                    leaves = self.times[host][number]
                    first = model.bool(f"{host} makes stay {number + 1} before {stay.card} comes")
                    model.before(leaves, stay.begins, stay.made, goes, first)
                    model.before(stay.ends, leaves, stay.made, goes, -first)

    def keep_apart(self, stays: list[Stay], where: str) -> None:
        """Let stays of different cards at one place follow each other."""
        model = self.model
        for one, other in itertools.combinations(stays, 2):
            if one.card != other.card:
                first = model.bool(f"{one.card} {where} before {other.card}")
                model.before(one.ends, other.begins, first, one.made, other.made)
                model.before(other.ends, one.begins, -first, one.made, other.made)

    # Reading -------------------------------------------------------------------------------------

    def moves_of(self, values: Values) -> list[tuple[int, Event]]:
        """Give the moves of a solution that are neither draws nor lead home, with their times."""
        found = []
        for action, places in (("put", self.on), ("space", self.within)):
            for place, stays in places.items():
                for stay in stays:
                    if values.holds(stay.made):
                        event = Event(action, (stay.card,), place)
                        found.append((values.times[stay.begins], event))
        return found
