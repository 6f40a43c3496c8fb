"""The checker's own proofs that a position is lost, for games whose spaces are too large without.

Each is written anew from its statement, which stands in its module with the proof, and not taken
from the game's rule ``dead``. A certificate names the lemma that it needs and the lemma's version.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from cadogan.games.compiling import rule
from cadogan.games.game import RuleFunction

__all__ = ["LEMMAS", "NO_LEMMA", "Lemma", "lemma_for"]

#: Games with a lemma, and the module that has it as ``LEMMA``.
LEMMAS = {
    "napoleons-square": "cadogan.solver.proof.lemmas.napoleons_square",
    "wheel": "cadogan.solver.proof.lemmas.wheel",
}


@rule
def nothing_lost(state, table):
    """Prove nothing."""
    return 0


@dataclass(frozen=True)
class Lemma:
    """A proof that positions are lost.

    Attributes
    ----------
    name : str
        What a certificate calls it, with its version: ``suit-order 1``.
    lost : callable
        ``lost(state, table)``, marked ``@rule``: 1 only if the position cannot be won.
    """

    name: str
    lost: RuleFunction


NO_LEMMA = Lemma("none", nothing_lost)


def lemma_for(game: str) -> Lemma | None:
    """Give the lemma for a game, if there is one."""
    if game not in LEMMAS:
        return None
    found = import_module(LEMMAS[game]).LEMMA
    assert isinstance(found, Lemma)
    return found
