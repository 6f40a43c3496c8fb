"""Moves to show to people: one of each kind that a numbered deal offers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cadogan.games.game import Game

__all__ = ["PLIES", "example_moves"]

#: How long the deal is played to find moves of each kind.
PLIES = 250


def example_moves(game: Game, plies: int = PLIES) -> Iterator[tuple[str, str]]:
    """Play deal 1 of a game for a while and give one move of each kind.

    Yields
    ------
    move : str
        A move in the game's notation.
    words : str
        What it does.

    Examples
    --------
    >>> from cadogan import get_game
    >>> next(example_moves(get_game("freecell")))
    ('1a', '3♥ to cell a')
    """
    from cadogan.games.deal import Deal

    position = Deal.from_seed(game, 1).position()
    choose = random.Random(1).choice  # the likeliest moves alone can go in circles
    kinds = set()
    for _ in range(plies):
        moves = position.moves()
        for move in moves:
            words = position.describe(move)
            kind = re.sub(r"[\dJQKA]*[♣♦♥♠]|\b(?:\d+|[a-z])\b", "", words)
            if kind not in kinds:
                kinds.add(kind)
                yield game.format_move(move), words
        if not moves:
            return
        position = position.play(choose([choose(moves), moves[-1]]))
