"""Every registered game with several choices of options and pack, for tests over all games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from cadogan.games import game_names, get_game
from cadogan.games.cards import Pack, take_out
from cadogan.games.deal import Deal
from cadogan.games.errors import DealError
from cadogan.games.game import Game, Option
from cadogan.games.position import Position


def _values(option: Option) -> set[str | int]:
    """Give the first, the last and the usual value."""
    return {option.values[0], option.values[-1], option.default}


def _packs(own: Pack) -> list[Pack]:
    return [own, Pack(1), Pack(own.copies, "CH", 5), Pack(1, "DHS", 4), Pack(own.copies, "S", 7)]


def _settings(game: Game) -> Iterator[dict[str, str | int]]:
    yield {}
    for option in game.options:
        for value in sorted(_values(option) - {option.default}, key=str):
            yield {option.name: value}
    yield {option.name: option.values[0] for option in game.options}


@cache
def variants(name: str) -> tuple[Game, ...]:
    """List the variants of a game that its rules allow, the usual one first."""
    plain = get_game(name)
    found = []
    for pack, chosen in product(_packs(plain.standard_pack), _settings(plain)):
        try:
            game = type(plain)(pack, chosen)
            game.deal(take_out(pack.faces(), game.taken_out()))
        except DealError:
            continue  # the game says that these do not go together
        if game not in found:
            found.append(game)
    assert found[0] == plain
    return tuple(found)


def all_variants() -> list[Game]:
    """List the variants of all games."""
    return [game for name in game_names() for game in variants(name)]


def solved_plainly(deal: Deal, limit: int = 20_000) -> list[str] | None:
    """Find a solution of a small deal by the plain rules alone, depth first."""
    start = deal.position()
    seen = {start.key}
    stack: list[tuple[Position, list[str]]] = [(start, [])]
    while stack and len(seen) < limit:
        position, line = stack.pop()
        if position.won:
            return line
        for move in position.notations():
            after = position.play(move)
            if after.key not in seen:
                seen.add(after.key)
                stack.append((after, [*line, move]))
    return None
