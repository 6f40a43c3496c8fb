"""Compile everything now, so that the first deal of a later process does not wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cadogan.games import game_names, get_game
from cadogan.solver.methods import SEARCHES


def warm(games: Sequence[str] = (), report: Callable[[str], None] = lambda line: None) -> None:
    """Compile and cache all kernels and the rules of games.

    Parameters
    ----------
    games : sequence of str
        Names; by default all games.
    report : callable
        Told what is being compiled.

    Raises
    ------
    UnknownGameError
        When there is no such game.
    """
    from cadogan.games.deal import Deal
    from cadogan.solver.proof.certificate import Bounds
    from cadogan.solver.proof.exploring import explore
    from cadogan.solver.proof.lemmas import NO_LEMMA, lemma_for
    from cadogan.solver.solving import solve

    chosen = [get_game(name) for name in games or game_names()]
    for game in chosen:
        for method in SEARCHES:
            report(f"{game.name}: {method}")
            solve(Deal.from_seed(game, 1), method, state_limit=300)
        report(f"{game.name}: certificates")
        for lemma in (NO_LEMMA, lemma_for(game.name)):
            if lemma is not None:
                explore(Deal.from_seed(game, 1), lemma, Bounds(state_limit=300))
