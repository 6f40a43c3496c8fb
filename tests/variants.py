"""Every registered game with a few choices of options and pack, for tests over all games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from support import small_games

from cadogan.games import game_names, get_game
from cadogan.games.cards import Pack, take_out
from cadogan.games.deal import Deal
from cadogan.games.errors import DealError
from cadogan.games.game import Game
from cadogan.games.position import Position

#: Suits and ranks of small packs; a game takes part with the first two that suit it.
_SMALL = [("CH", 5), ("DHS", 4), ("S", 7), ("CD", 13), ("S", 13)]


def _made(plain: Game, pack: Pack, chosen: dict[str, str | int]) -> Game | None:
    """Make a variant, or give None when the game says that these do not go together."""
    try:
        game = type(plain)(pack, chosen)
        game.deal(take_out(pack.faces(), game.taken_out()))
    except DealError:
        return None
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        pytest.fail(
            f"{type(plain).__name__}.deal fails with {pack.describe()}, options {chosen} "
            f"({type(error).__name__}: {error}): let it deal any number of cards, few and none "
            "too, or let check_settings refuse such packs by a DealError"
        )
    return game


def _extreme(plain: Game, pack: Pack, last: bool) -> Game | None:
    """Choose the first or the last values of all options that go together with a pack."""
    names = [option.name for option in plain.options]
    values = [option.values[:: -1 if last else 1] for option in plain.options]
    made = (_made(plain, pack, dict(zip(names, found, strict=True))) for found in product(*values))
    return next((game for game in made if game is not None), None)


def _single(plain: Game, base: Game) -> Iterator[Game | None]:
    """Change one option at a time, to the first value that is another and is allowed."""
    for option in plain.options:
        others = (value for value in option.values if value != base[option.name])
        made = (_made(plain, base.pack, {**base.chosen, option.name: value}) for value in others)
        yield next((game for game in made if game is not None), None)


@cache
def variants(name: str) -> tuple[Game, ...]:
    """List variants of a game, the usual one first: a few small ones that cover its options.

    They are the full pack as usual and with the last values of all options; a small pack with
    each option changed by itself; and another small pack with all first and all last values.
    """
    plain = get_game(name)
    own = plain.standard_pack
    copies = sorted({1, own.copies})
    packs = [Pack(k, suits, ranks) for suits, ranks in _SMALL for k in reversed(copies)]
    ends = (_extreme(plain, pack, True) for pack in packs)
    small = [game for game in ends if game is not None]
    if len({game.pack for game in small}) < 2:  # a game that is choosy has settings of its own
        small += [game for game in small_games(name) if game.pack != own]
    if not small:
        pytest.fail(f"{name} takes no small pack: neither {_SMALL} nor its settings in tests")
    one = small[0]
    others = [game for game in small if game.pack.suits != one.pack.suits] or small[-1:]
    two = min(others, key=lambda game: game.pack.copies)  # a single pack if the game allows it
    base = _made(plain, one.pack, {}) or one
    found = [plain]
    for game in (
        _extreme(plain, own, True),
        base,
        *_single(plain, base),
        _extreme(plain, two.pack, False),
        two,
    ):
        if game is not None and game not in found:
            found.append(game)
    return tuple(found)


def small_variant(name: str) -> Game:
    """Give the first variant of a game that has a smaller pack than the usual one."""
    own = get_game(name).pack.size
    return next(game for game in variants(name) if game.pack.size < own)


def all_variants() -> list[Game]:
    """List the variants of all games."""
    return [game for name in game_names() for game in variants(name)]


def solved_plainly(deal: Deal, limit: int = 5_000) -> list[str] | None:
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


@cache
def small_wins(name: str) -> tuple[tuple[Deal, tuple[str, ...]], ...]:
    """Solve one deal each of some small variants of a game, or of its small settings."""
    found: list[tuple[Deal, tuple[str, ...]]] = []
    small = [game for game in reversed(variants(name)) if game.pack.size <= 20]
    for game in [*small, *small_games(name)]:
        if len(found) < 2 and game not in [deal.game for deal, _ in found]:
            deals = (Deal.from_seed(game, seed) for seed in range(1, 6))
            lines = ((deal, solved_plainly(deal)) for deal in deals)
            found += [(deal, tuple(line)) for deal, line in lines if line][:1]
    if not found:
        pytest.fail(
            f"no deal of {name} with seed 1 to 5 was won within 5,000 positions, by the plain "
            "rules and depth first, in any small setting: add an easier one to tests/settings"
        )
    return tuple(found)
