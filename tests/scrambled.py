"""Positions that play does not lead to, but that a deal may hold: scrambled piles and counters.

A proof that rests on what only play leads to must be found out by them, or the game must refuse
them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from support import small_games

from cadogan import Deal, DealError
from cadogan.games.cards import Pack
from cadogan.games.game import Game
from cadogan.games.layout import Bag, Counter, Foundations, Piles

#: What may stand in for a game's small packs.
SUITS = ("C", "D", "CD", "HS", "CDH", "CDHS")
RANKS = (2, 3, 4, 5, 6, 7, 8, 9, 13)


def scrambled(name: str, seed: int = 0) -> Iterator[Deal]:
    """Give positions of a game without end: walked to, then changed at random where allowed."""
    rng = random.Random(f"{name} {seed}")
    while True:
        game = any_small_game(name, rng)
        piles = walked(Deal.from_seed(game, rng.randrange(100_000)), rng)
        for _ in range(rng.choice([0, 1, 2, 4, 8, 20]) * 3):
            changed = copied(piles)
            for _ in range(rng.choice([1, 1, 2])):
                change(game, changed, rng)
            try:
                piles = copied(Deal(game, changed).piles)
            except DealError:
                continue
        yield Deal(game, piles)


def any_small_game(name: str, rng: random.Random) -> Game:
    """Choose options, and often a pack, at random; what the game refuses is drawn again."""
    for _ in range(50):
        game = rng.choice(small_games(name))
        chosen: dict[str, Any] = dict(game.chosen)
        for option in game.options:
            if rng.random() < 0.35:
                chosen[option.name] = rng.choice(list(option.values))
        pack = game.pack
        if rng.random() < 0.4:
            pack = Pack(rng.choice([1, 2]), rng.choice(SUITS), rng.choice(RANKS))
        try:
            found = type(game)(pack, chosen)
            Deal.from_seed(found, 1)
        except DealError:
            continue
        return found
    return rng.choice(small_games(name))


def copied(piles: Piles) -> Piles:
    return {name: list(own) if isinstance(own, list) else own for name, own in piles.items()}


def walked(deal: Deal, rng: random.Random) -> Piles:
    """Play some moves, often such as bring the end nearer."""
    position = deal.position()
    for _ in range(rng.choice([0, 0, 3, 8, 15, 30, 60])):
        moves = position.moves()
        if not moves:
            break
        tried = [position.play(move) for move in rng.sample(moves, min(4, len(moves)))]
        near = rng.random() < 0.6
        position = min(tried, key=lambda p: p.remaining) if near else tried[0]
    return copied(position.piles())


def change(game: Game, piles: Piles, rng: random.Random) -> None:
    """Make one change that keeps the cards: whether the game allows it is not asked."""
    owners = game.layout.owners(game.counts())
    lists = {
        name: own
        for name, own in piles.items()
        if isinstance(own, list) and not isinstance(owners[name], Foundations)
    }
    vacancies = {n for n in lists if isinstance(part := owners[n], Bag) and part.vacancies}
    places = [(name, i) for name, own in lists.items() for i, card in enumerate(own) if card]
    counters = [name for name in piles if isinstance(owners[name], Counter)]
    kind = rng.random()
    if kind < 0.3 and len(places) > 1:
        (a, i), (b, j) = rng.sample(places, 2)
        lists[a][i], lists[b][j] = lists[b][j], lists[a][i]
    elif kind < 0.7 and places:
        name, i = rng.choice(places)
        put(lists, vacancies, taken(lists, vacancies, name, i), rng)
    elif kind < 0.85:
        _change_foundation(game, piles, lists, vacancies, rng)
    elif counters:
        name = rng.choice(counters)
        now = piles[name]
        assert isinstance(now, int)
        piles[name] = rng.choice([0, 1, 2, now + 1, max(0, now - 1)])


def taken(lists: dict[str, list[int]], vacancies: set[str], name: str, place: int) -> int:
    """Take a card away."""
    card = lists[name][place]
    if name in vacancies:
        lists[name][place] = 0
    else:
        del lists[name][place]
    return card


def put(lists: dict[str, list[int]], vacancies: set[str], card: int, rng: random.Random) -> None:
    """Put a card anywhere."""
    name = rng.choice(list(lists))
    own = lists[name]
    vacant = [i for i, there in enumerate(own) if not there]
    if name in vacancies and vacant:
        own[rng.choice(vacant)] = card
    else:
        own.insert(rng.choice([len(own), rng.randrange(len(own) + 1)]), card)


def _change_foundation(
    game: Game,
    piles: Piles,
    lists: dict[str, list[int]],
    vacancies: set[str],
    rng: random.Random,
) -> None:
    """Bring a foundation's next card home from wherever it is, or take its last one back."""
    owners = game.layout.owners(game.counts())
    names = [name for name in piles if isinstance(owners[name], Foundations)]
    if not names:
        return
    name = rng.choice(names)
    part, own = owners[name], piles[name]
    assert isinstance(part, Foundations) and isinstance(own, list)
    entries = part.entries(game.pack)
    k = rng.randrange(len(entries))
    suit = entries[k][1]
    step, first, top = part.step_of(suit), 16 * suit + part.first_of(suit, game.pack), own[k]
    if rng.random() < 0.5:
        card = top + step if top else first
        found = [(n, there.index(card)) for n, there in lists.items() if card in there]
        if found:
            own[k] = taken(lists, vacancies, *rng.choice(found))
    elif top:
        own[k] = 0 if top == first else top - step
        put(lists, vacancies, top, rng)
