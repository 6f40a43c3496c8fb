"""Games of building as event models: cards leave where they lie, for another card or for home.

Every card that is not home has the time ``home`` at which it goes there and the time ``leave`` at
which it first leaves the place where it is found: its pile, or the talon once it is drawn. The
two are the same unless it goes elsewhere first (the literal ``moves``).

The **outer** model states of these times only what holds in every win, or in every win with the
fewest moves that do not lead home:

- homes are in the order of the foundations (:mod:`cadogan.solver.encoding.homes`);
- a card that lies above another leaves before it;
- cards are drawn in their order; a card that is still in the talon when another is drawn leaves
  after that one, since the talon's last card is the only free one;
- a card moves only onto a card that it fits, or to a space. The host is free then: the card found
  directly on it has left, it has left itself if nothing can be put on it where it is found, and
  it is not home yet. The space was empty from the start or its pile's lowest card has left;
- what a card of which there is one copy, whose only host has one copy, must respect further:
  see :meth:`Builder.keep_settled`.

Where a card stays after its first move is not told, except that a card which founded a space, in
a game where it cannot found another, stays there until it goes home or onto another card: so no
two such cards have the same space at the same time.

The **inner** model tells all of few moves: see :mod:`cadogan.solver.encoding.stays`.

In a game of one pack whose cards fit one other card each, cards never move twice in some win
(see :func:`is_exact`), and then the two models are one and **exact**.
"""

from __future__ import annotations

import itertools
from collections import Counter

from cadogan.games.errors import UnsupportedError
from cadogan.games.facts import Building
from cadogan.solver.encoding.dealing import add_dealing
from cadogan.solver.encoding.encoding import Encoding, Event, Kind, Values
from cadogan.solver.encoding.homes import order_homes
from cadogan.solver.encoding.model import Model, Time

#: An outer model tells of cards that share a space only if no more cards than these may do so.
MOST_FOUNDERS = 24

__all__ = ["Builder", "encode_building", "is_exact"]


def is_exact(facts: Building) -> bool:
    """Say whether a position needs no card to move twice, except from its last stay to home.

    So it is when no stock is left, there is one copy of each card, every card fits at most one
    other, just cards that fit none may found spaces, and no pile is closed. Proof that some win
    moves each card at most once before it goes home, if there is a win. A card c that was put on
    its host p can leave only for home, since it fits nothing else and founds no space; so it
    moves once. A card k that fits nothing moves to spaces only: were it to go from one space to
    another, the two piles are alike afterwards but for their names, and the move may be left out,
    names exchanged in what follows; and a card that is the lowest of its pile need not move to a
    space either, for the same reason.
    """
    faces = Counter(face for pile in facts.piles for face in pile.cards)
    hosts = {face: [host for host in faces if facts.fits(face, host)] for face in faces}
    return (
        facts.whole
        and not facts.stock
        and not facts.talon
        and all(count == 1 for count in faces.values())
        and all(len(fit) <= 1 for fit in hosts.values())
        and all(not facts.founds(face) or not hosts[face] for face in faces)
        and all(pile.hosts and pile.gives for pile in facts.piles)
    )


def encode_building(facts: Building, kind: Kind) -> Encoding:
    """Make an exact or an outer model of a game of building.

    Raises
    ------
    UnsupportedError
        When there is no such model of the position.
    """
    if kind is Kind.EXACT and not is_exact(facts):
        raise UnsupportedError("cards may have to move more than once: there is no exact model")
    builder = Builder(facts, kind)
    builder.build()
    return Encoding(kind, builder.model, None if kind is Kind.OUTER else builder.read)


class Builder:
    """A model in the making.

    Attributes
    ----------
    faces : list of int
        The face of each card by its number: piles first, then talon and stock.
    homes, leaves : list of Time
        The times of each card.
    moves : list of int
        The literal of "it leaves for another place than home".
    drawn : dict
        The time at which each card of the stock is drawn, by its number.
    """

    def __init__(self, facts: Building, kind: Kind) -> None:
        self.facts = facts
        self.kind = kind
        self.faces = [face for pile in facts.piles for face in pile.cards]
        self.on_table = len(self.faces)
        self.faces += [*facts.talon, *facts.stock]
        self.pile_of: dict[int, int] = {}
        self.above: dict[int, int] = {}  # the card found directly on another, by the lower one
        self.lowest: dict[int, int] = {}
        self.covers: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
        number = 0
        for place, pile in enumerate(facts.piles):
            for depth in range(len(pile.cards)):
                self.pile_of[number] = place
                if depth == 0:
                    self.lowest[place] = number
                else:
                    self.above[number - 1] = number
                number += 1
        count = len(self.faces)
        self.model = Model(horizon=self.events(count))
        self.homes: list[Time] = []
        self.leaves: list[Time] = []
        self.moves: list[int] = []
        self.drawn: dict[int, Time] = {}
        self.onto: dict[tuple[int, int], int] = {}
        self.into: dict[tuple[int, int], int] = {}
        self.laid: dict[int, int] = {}
        self.fillers: dict[int, list[tuple[int, tuple[int, ...]]]] = {}

    @property
    def alike(self) -> bool:
        """Whether spaces are all alike, so that a card need not go from one to another."""
        return self.facts.whole

    def events(self, count: int) -> int:
        """Count the times that the model will have at most."""
        again = 0 if self.facts.refounds or not self.shares_spaces() else count
        return 2 * count + len(self.facts.stock) + again + 2

    def fitting(self, card: int) -> list[int]:
        """List the cards that a card fits, the one that it may lie on included."""
        fits, face = self.facts.fits, self.faces[card]
        return [host for host, other in enumerate(self.faces) if host != card and fits(face, other)]

    def hosts(self, card: int) -> list[int]:
        """List the cards that a card fits, and that it can move onto first."""
        return [host for host in self.fitting(card) if self.above.get(host) != card]

    def build(self) -> None:
        """State everything."""
        for card in range(len(self.faces)):
            self.add_card(card)
        self.ways = order_homes(self.model, self.faces, self.homes, self.facts.foundations)
        for under, over in self.above.items():
            self.model.before(self.leaves[over], self.leaves[under])
            self.covers[under] = [(over, ())]
        for place, pile in enumerate(self.facts.piles):
            if pile.over >= 0 and place in self.lowest and self.facts.piles[pile.over].cards:
                under = self.lowest[pile.over] + len(self.facts.piles[pile.over].cards) - 1
                self.model.before(self.leaves[self.lowest[place]], self.leaves[under])
        if self.facts.dealing is not None:
            add_dealing(self)
        else:
            self.order_talon()
        for card in range(len(self.faces)):
            self.choose_places(card)
        self.share_spaces()
        self.keep_until_exchanged()
        self.share_hosts()

    # Cards and where they are found ------------------------------------------------------------

    def may_move(self, card: int) -> bool:
        """Say whether a card may go anywhere but home."""
        founds = self.founds(card)
        gives = True
        if card in self.pile_of:
            place = self.pile_of[card]
            gives = self.facts.piles[place].gives
            if self.alike and self.lowest[place] == card and self.facts.piles[place].space:
                founds = founds and not self.hosts_none(card)
        return founds or (gives and not self.hosts_none(card))

    def hosts_none(self, card: int) -> bool:
        """Say whether a card fits no card that is left."""
        return not self.hosts(card)

    def founds(self, card: int) -> bool:
        """Say whether a card may take a space."""
        if not any(pile.space for pile in self.facts.piles):
            return False
        if self.facts.dealing is not None or card < self.on_table:
            place = self.pile_of.get(card)
            allowed = place is None or self.facts.piles[place].founds
            return allowed and self.facts.founds(self.faces[card])
        return self.facts.drawn_founds(self.faces[card])

    def add_card(self, card: int) -> None:
        """Add a card's times."""
        model = self.model
        home = model.time(f"home {card}")
        self.homes.append(home)
        if not self.may_move(card):
            self.leaves.append(home)
            self.moves.append(model.FALSE)
            return
        moves = model.bool(f"{card} moves")
        leave = model.time(f"leave {card}")
        model.before(leave, home, moves)
        model.same_time(leave, home, -moves)
        self.leaves.append(leave)
        self.moves.append(moves)

    def order_talon(self) -> None:
        """Say in which order cards come to the talon and leave it."""
        model, facts = self.model, self.facts
        talon = range(self.on_table, self.on_table + len(facts.talon))
        stock = range(talon.stop, len(self.faces))
        for under, over in itertools.pairwise(talon):
            model.before(self.leaves[over], self.leaves[under])
        for card in stock:
            self.drawn[card] = model.time(f"draw {card}")
            model.before(self.drawn[card], self.leaves[card])
        for one, other in itertools.pairwise(stock):
            model.before(self.drawn[one], self.drawn[other])
        for card in stock:
            for under in range(self.on_table, card):
                gone = model.bool(f"{under} gone before {card} is drawn")
                model.before(self.leaves[under], self.drawn[card], gone)
                model.before(self.leaves[card], self.leaves[under], -gone)

    # Moves -------------------------------------------------------------------------------------

    def choose_places(self, card: int) -> None:
        """Say where a card that moves may go."""
        if self.moves[card] == self.model.FALSE:
            return
        choices = []
        place = self.pile_of.get(card)
        gives = place is None or self.facts.piles[place].gives
        for host in self.hosts(card) if gives else []:
            put = self.model.bool(f"{card} onto {host}")
            self.free_host(card, host, self.leaves[card], put)
            self.onto[card, host] = put
            choices.append(put)
        if self.founds(card):
            for place, pile in enumerate(self.facts.piles):
                if pile.space and self.lowest.get(place) != card:
                    choices.append(self.take_space(card, place))
        self.choose(choices, self.moves[card])

    def choose(self, choices: list[int], moves: int) -> None:
        """Say that a move goes to one place, and to none if it is not made."""
        self.model.exactly_one(choices, moves)
        for choice in choices:
            self.model.clause(-choice, moves)

    def free_host(self, card: int, host: int, when: Time, put: int) -> None:
        """Say that a host is free for a card at a time, and lies where it may be a host."""
        model = self.model
        model.before(when, self.homes[host], put)
        for over, conditions in self.covers.get(host, ()):
            if over != card:
                model.before(self.leaves[over], when, put, *conditions)
        if host in self.laid:
            model.clause(-put, self.laid[host])
            return
        place = self.pile_of.get(host)
        if place is None or not self.facts.piles[place].hosts:
            model.clause(-put, self.moves[host])
            model.before(self.leaves[host], when, put)

    def take_space(self, card: int, place: int) -> int:
        """Say that a space is empty when a card takes it, and give the literal of that."""
        into = self.model.bool(f"{card} into {place}")
        if place in self.lowest:
            self.model.before(self.leaves[self.lowest[place]], self.leaves[card], into)
        for other, conditions in self.fillers.get(place, ()):
            if other != card:
                self.model.before(self.leaves[other], self.leaves[card], into, *conditions)
        dealing = self.facts.dealing
        if dealing is not None and dealing.cleared and place not in self.lowest:
            laid = [self.laid[other] for other, _ in self.fillers.get(place, ())]
            self.model.clause(-into, *laid)
        self.into[card, place] = into
        return into

    # Who is in whose way -------------------------------------------------------------------------

    def shares_spaces(self) -> bool:
        """Say whether it is told that cards in one space are there at different times.

        In an outer model only where few cards may found spaces: with many it makes the model slower
        than it makes it stronger (Napoleon's Square: ten times as large, and what is decided
        without it in a second takes more than ten).
        """
        return self.kind is not Kind.OUTER or self.founders() <= MOST_FOUNDERS

    def founders(self) -> int:
        """Count the cards that may take a space."""
        return sum(map(self.founds, range(len(self.faces))))

    def share_spaces(self) -> None:
        """Keep cards that found the same space apart, as far as it is known how long they stay."""
        if not self.shares_spaces():
            return
        stays: dict[int, Time] = {}
        for card, _ in self.into:
            if card not in stays:
                # Not `hosts`: from a space it can go onto the very card that it was found on.
                if self.alike and not self.fitting(card):
                    stays[card] = self.homes[card]
                elif not self.facts.refounds:
                    stays[card] = self.second_leave(card)
        model = self.model
        for place in range(len(self.facts.piles)):
            takers = [card for card, where in self.into if where == place and card in stays]
            for one, other in itertools.combinations(takers, 2):
                both = (self.into[one, place], self.into[other, place])
                first = model.bool(f"{one} in {place} before {other}")
                model.before(stays[one], self.leaves[other], first, *both)
                model.before(stays[other], self.leaves[one], -first, *both)

    def second_leave(self, card: int) -> Time:
        """Add the time at which a card that founded a space leaves it.

        It goes home then or onto a card that it fits, since it cannot found another space. That may
        be the card that it was found on.
        """
        model = self.model
        again = model.time(f"leave again {card}")
        moves = model.bool(f"{card} moves again")
        model.before(self.leaves[card], again, self.moves[card])
        model.before(again, self.homes[card], moves)
        model.same_time(again, self.homes[card], -moves)
        choices = []
        for host in self.fitting(card):
            put = model.bool(f"{card} from its space onto {host}")
            self.free_host(card, host, again, put)
            choices.append(put)
        model.clause(-moves, *choices)
        return again

    def keep_until_exchanged(self) -> None:
        """Let cards that are of no use where they lie wait for an exchange, or for the end.

        The end is when the last card is drawn and the talon is out. Two cards that lie wrongly
        change places once, since both lie rightly then; a drawn card may have come to lie wrongly
        in the space that it founded. Until then nothing can be put on such a card either.
        """
        kept = [c for p, c in self.lowest.items() if self.facts.piles[p].kept]
        drawn = range(self.on_table, len(self.faces))
        if not kept or not drawn:
            return
        model = self.model
        end = model.time("stock and talon are out")
        for card in drawn:
            model.before(self.leaves[card], end)
        pairs: dict[tuple[int, int], int] = {}
        for card in kept:
            for other in [*(one for one in kept if one > card), *drawn]:
                if self.facts.exchanges(self.faces[card], self.faces[other]):
                    pair = pairs[card, other] = model.bool(f"{card} exchanged for {other}")
                    if other in drawn:
                        model.clause(-pair, *(i for (c, _), i in self.into.items() if c == other))
                        model.before(self.leaves[other], self.leaves[card], pair)
        for card in [*kept, *drawn]:
            model.at_most(1, [pair for both, pair in pairs.items() if card in both])
        for card in kept:
            waits = model.bool(f"{card} is not exchanged")
            model.clause(waits, *(pair for both, pair in pairs.items() if card in both))
            model.before(end, self.leaves[card], waits)
            for (guest, host), put in self.onto.items():
                if host == card:
                    model.before(end, self.leaves[guest], put, waits)

    def share_hosts(self) -> None:
        """Say what is known of hosts and their guests after the guests have come."""
        for (card, host), put in self.onto.items():
            self.keep_settled(card, host, put)

    def keep_settled(self, card: int, host: int, put: int) -> None:
        """Say that a host that itself moves does so before its guest comes, if both are single.

        The guest fits no other card, so it stays until it goes home. Nor need the host move after
        that: it could go home instead, where it is in nobody's way, since the only card that could
        be put on it is home; the space or host that it would have taken stays free for others, and
        there is a move less. Not told of hosts that may take spaces where spaces may have to be
        refilled: there a space that stays free is not the same.
        """
        if not self.facts.whole and (self.founds(host) or self.facts.founds(self.faces[host])):
            return
        founds = self.founds(card) or self.facts.founds(self.faces[card])
        if len(self.fitting(card)) == 1 and not founds and self.guests(host) == [card]:
            self.model.before(self.leaves[host], self.leaves[card], put, self.moves[host])

    def guests(self, host: int) -> list[int]:
        """List the cards that fit a host."""
        fits, face = self.facts.fits, self.faces[host]
        return [card for card, other in enumerate(self.faces) if card != host and fits(other, face)]

    # Reading ------------------------------------------------------------------------------------

    def read(self, values: Values) -> list[Event]:
        """Give the line of play of a solution."""
        timed = self.moves_of(values)
        for card, when in self.drawn.items():
            timed.append((values.times[when], Event("draw", (card,))))
        for card, home in enumerate(self.homes):
            timed.append((values.times[home], Event("home", (card,), self.way_of(card, values))))
        return [event for _, event in sorted(timed, key=lambda one: one[0])]

    def moves_of(self, values: Values) -> list[tuple[int, Event]]:
        """Give the moves of a solution that are neither draws nor lead home, with their times."""
        timed: list[tuple[int, Event]] = []
        for action, moves in (("put", self.onto), ("space", self.into)):
            for (card, target), move in moves.items():
                if values.holds(move):
                    timed.append((values.times[self.leaves[card]], Event(action, (card,), target)))
        return timed

    def way_of(self, card: int, values: Values) -> int:
        """Give the foundation that a card goes to, or one that is like it."""
        face = self.faces[card]
        for place, foundation in enumerate(self.facts.foundations):
            if face in foundation.cards:
                way = self.ways.get((card, place), self.model.TRUE)
                if way == self.model.TRUE or (way != self.model.FALSE and values.holds(way)):
                    return place
        raise ValueError(f"card {card} goes to no foundation")
