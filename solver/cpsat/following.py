"""From the events of a solution to legal moves.

Each event says what lies where after it; among the legal moves one is looked for that brings this
about, or two in a row where the rules have a player name what the model takes for granted (where a
vacancy is filled from). Nothing here knows a game's moves by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from cadogan.games.facts import Building, Chain, Cushion, Facts, Reserve, Windmill
from cadogan.games.layout import Piles
from cadogan.solver.encoding.encoding import Event

if TYPE_CHECKING:
    from cadogan.games.deal import Deal
    from cadogan.games.position import Position

__all__ = ["follow"]

#: Tells whether piles are as an event leaves them.
Goal = Callable[[Piles], bool]
#: Moves in a row that one event may take.
_MOST = 2


def follow(deal: Deal, facts: Facts, events: Sequence[Event]) -> list[int]:
    """Give the moves that events stand for.

    Raises
    ------
    RuntimeError
        When no legal moves do what an event says: an internal error of a model, no verdict.
    """
    position = deal.position()
    moves: list[int] = []
    number = 0
    try:
        for number, goal in enumerate(_goals(facts, events), start=1):
            found = _reach(position, goal, _MOST)
            if found is None:
                raise RuntimeError(f"no legal move does what event {number} says")
            for move in found:
                position = position.play(move)
            moves += found
    except (RuntimeError, ValueError, IndexError) as error:  # a card is not where it should be
        raise RuntimeError(
            f"internal error: a solution cannot be followed after event {number}: {error}"
        ) from error
    return moves


def _reach(position: Position, goal: Goal, most: int) -> list[int] | None:
    """Find at most so many moves that lead to a goal, the fewest first."""
    if goal(position.piles()):
        return []
    lines: list[tuple[list[int], Position]] = [([], position)]
    for _ in range(most):
        following = []
        for line, here in lines:
            for move in here.moves():
                after = here.play(move)
                if goal(after.piles()):
                    return [*line, move]
                following.append(([*line, move], after))
        lines = following
    return None


def _goals(facts: Facts, events: Sequence[Event]) -> Iterator[Goal]:
    if isinstance(facts, Building):
        return _building(facts, events)
    if isinstance(facts, Chain):
        return _chain(facts, events)
    if isinstance(facts, Reserve):
        return _reserve(facts, events)
    if isinstance(facts, Windmill):
        return _windmill(facts, events)
    assert isinstance(facts, Cushion)
    return _cushion(facts, events)


def _lies(name: str, cards: Sequence[int]) -> Goal:
    wanted = list(cards)
    return lambda piles: piles[name] == wanted


def _holds(name: str, cards: Sequence[int]) -> Goal:
    """Ask for cards in any order, vacant places apart."""
    wanted = Counter(cards)
    return lambda piles: Counter(card for card in _cards(piles, name) if card) == wanted


def _cards(piles: Piles, name: str) -> list[int]:
    value = piles[name]
    assert isinstance(value, list)
    return value


def _all(goals: Sequence[Goal]) -> Goal:
    return lambda piles: all(goal(piles) for goal in goals)


# Building ---------------------------------------------------------------------------------------


def _building(facts: Building, events: Sequence[Event]) -> Iterator[Goal]:
    """Follow cards from pile to pile."""
    faces = [face for pile in facts.piles for face in pile.cards]
    faces += [*facts.talon, *facts.stock]
    numbers = iter(range(len(faces)))
    lying = {pile.name: [next(numbers) for _ in pile.cards] for pile in facts.piles}
    names = list(lying)
    if facts.talon or facts.stock:
        lying["talon"] = [next(numbers) for _ in facts.talon]
        lying["stock"] = [next(numbers) for _ in facts.stock]
    for event in events:
        card = event.cards[0]
        home = next(name for name, cards in lying.items() if card in cards)
        lying[home].remove(card)
        goals: list[Goal] = []
        if event.action == "draw":
            lying["talon"].append(card)
        elif event.action == "put":
            lying[next(n for n, cards in lying.items() if event.target in cards)].append(card)
        elif event.action == "space":
            lying[names[event.target]].append(card)
        else:
            goals.append(_shows(facts.foundations[event.target].pile, faces[card]))
        goals += [_lies(name, [faces[one] for one in cards]) for name, cards in lying.items()]
        yield _all(goals)


def _shows(pile: str, face: int) -> Goal:
    """Ask that a card lies on a foundation."""
    return lambda piles: face in _cards(piles, pile)


# Other kinds ------------------------------------------------------------------------------------


def _chain(facts: Chain, events: Sequence[Event]) -> Iterator[Goal]:
    faces = [face for pile in facts.piles for face in pile.cards]
    numbers = iter(range(len(faces)))
    lying = {pile.name: [next(numbers) for _ in pile.cards] for pile in facts.piles}
    for event in events:
        for cards in lying.values():
            if event.cards[0] in cards:
                cards.remove(event.cards[0])
        yield _all([_lies(name, [faces[c] for c in cards]) for name, cards in lying.items()])


def _reserve(facts: Reserve, events: Sequence[Event]) -> Iterator[Goal]:
    free, talon, stock = list(facts.free), list(facts.talon), list(facts.stock)
    faces = [*free, *talon, *stock]
    for event in events:
        if event.action == "draw":
            talon.append(stock.pop(0))
        elif event.action == "redeal":
            stock, talon = talon, []
        else:
            free.append(talon.pop() if talon else 0)
            free.remove(faces[event.cards[0]])
        here = [card for card in free if card]
        yield _all([_holds("bracelet", here), _lies("talon", talon), _lies("stock", stock)])


def _windmill(facts: Windmill, events: Sequence[Event]) -> Iterator[Goal]:
    """Follow ranks: suits do not matter, and angles are alike."""
    free, talon, stock = list(facts.free), list(facts.talon), list(facts.stock)
    faces = [*free, *talon, *stock]
    centre, angles = facts.centre, sorted(facts.angles)
    for event in events:
        rank = faces[event.cards[0]] & 15
        if event.action == "draw":
            talon.append(stock.pop(0))
        elif event.action == "crown":
            stock.pop(0)
            angles[angles.index(0)] = 1
        else:
            free.append(talon.pop() if talon else 0)
            free.remove(faces[event.cards[0]])
            if event.action == "angle":
                angles[angles.index(facts.ranks - rank)] += 1
            else:
                centre += 1
            if event.action == "transfer":
                centre += 1
                angles[angles.index(facts.ranks - rank + 2)] -= 1
        angles.sort()
        yield _mill_goal(facts, free, talon, stock, centre, angles)


def _mill_goal(
    facts: Windmill, free: list[int], talon: list[int], stock: list[int], centre: int,
    angles: list[int],
) -> Goal:  # fmt: skip
    def ranks(cards: Sequence[int]) -> list[int]:
        return sorted(card & 15 for card in cards if card)

    wings, heap, rest, wanted = ranks(free), [c & 15 for c in talon], list(stock), list(angles)

    def is_so(piles: Piles) -> bool:
        names = [name for name in piles if name.startswith("wing ")]
        reached = [piles[f"angle {k + 1}"] for k in range(len(facts.angles))]
        return (
            ranks([card for name in names for card in _cards(piles, name)]) == wings
            and [card & 15 for card in _cards(piles, "talon")] == heap
            and [card & 15 for card in _cards(piles, "stock")] == [c & 15 for c in rest]
            and piles["centre"] == centre
            and sorted(map(int, reached)) == wanted  # type: ignore[arg-type]
        )

    return is_so


def _cushion(facts: Cushion, events: Sequence[Event]) -> Iterator[Goal]:
    lying = {pile.name: list(pile.cards) for pile in facts.piles}
    numbers = iter(range(1 << 20))
    known = {pile.name: [next(numbers) for _ in pile.cards] for pile in facts.piles}
    stock = [(next(numbers), face) for face in facts.stock]
    refilling = facts.refilling
    for event in events:
        vacant = []
        for name in lying:
            if event.action == "row":
                vacant.append(name)
            elif known[name] and known[name][-1] in event.cards:
                known[name].pop()
                lying[name].pop()
                vacant.append(name)
        if event.action == "row":
            refilling = False
        if event.action == "row" or refilling:
            for name in vacant[: len(stock)]:
                number, face = stock.pop(0)
                known[name].append(number)
                lying[name].append(face)
        yield _all([_lies(name, list(cards)) for name, cards in lying.items()])
