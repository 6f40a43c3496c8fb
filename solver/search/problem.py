"""A deal made ready for the kernels: its first row, its table, its compiled rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cadogan.games.compiling import build
from cadogan.games.game import (
    DISTINCT,
    REDUCED,
    RuleFunction,
    Weights,
    never_dead,
    nothing_forced,
)
from cadogan.games.layout import Bytes
from cadogan.solver.search.kernels.steps import MOST_FORCED

if TYPE_CHECKING:
    from cadogan.games.deal import Deal


@dataclass(frozen=True)
class Root:
    """The position from which a search sets out, its forced moves made."""

    row: Bytes
    won: bool
    dead: bool
    layer: int


class Problem:
    """What a kernel needs to know of a deal.

    Parameters
    ----------
    deal : Deal
        The deal.
    shortest : bool
        Whether solutions must be shortest ones: then only reductions that hold for every length
        are applied, which leaves the proofs that a position is dead.
    reductions : bool
        Whether proved reductions are applied at all.
    """

    def __init__(self, deal: Deal, *, shortest: bool = False, reductions: bool = True) -> None:
        self.deal = deal
        self.game = deal.game
        self.reduced = reductions and not shortest
        self.root, stock = self.game.pack_position(deal.piles)
        self.table = self.game.table(stock, REDUCED if self.reduced else DISTINCT)
        self.size = len(self.root)
        self.most = self.game.max_moves
        self._rules = self.game.rules.named()
        if not self.reduced:
            self._rules["forced"] = nothing_forced
        if not reductions:
            self._rules["dead"] = never_dead

    def built(self, name: str) -> Any:
        """Give a rule as kernels take it."""
        return build(self._rules[name])

    def built_as(self, rule: RuleFunction) -> Any:
        """Give a stock rule as kernels take it."""
        return build(rule)

    @property
    def has_layers(self) -> bool:
        """Whether the game tells layers apart."""
        from cadogan.games.game import one_layer

        return self._rules["layer"] is not one_layer

    @property
    def proves_losses(self) -> bool:
        """Whether positions can be proved lost without a search."""
        return self._rules["dead"] is not never_dead

    def weights(self) -> tuple[Weights, ...]:
        """Give the game's weight sets."""
        return self.game.weights

    def settled_root(self) -> Root:
        """Make the root's forced moves and judge it, by the plain rules."""
        row = self.root.copy()
        for _ in self._forced_moves(row):
            pass
        left, lost, layer = (
            int(self._rules[name](row, self.table)) for name in ("unfinished", "dead", "layer")
        )
        if min(left, lost, layer) < 0:
            raise self.broken()
        return Root(row, won=left == 0, dead=lost != 0, layer=layer)

    def _forced_moves(self, row: Bytes) -> Iterator[int]:
        """Make and list the forced moves that a row has."""
        for _ in range(MOST_FORCED):
            move = int(self._rules["forced"](row, self.table))
            if move < 0:
                return
            if int(self._rules["play"](row, row.view(np.uint64), self.table, move)) < 0:
                raise self.broken()
            yield move
        raise self.broken()

    def unfold(self, moves: Iterable[int]) -> list[int]:
        """Write out the forced moves that a search folds into the moves before them.

        Parameters
        ----------
        moves : iterable of int
            The moves that the search chose, from the root.

        Returns
        -------
        list of int
            All moves, from the root.
        """
        row = self.root.copy()
        line = list(self._forced_moves(row))
        for chosen in moves:
            line.append(int(chosen))
            self._rules["play"](row, row.view(np.uint64), self.table, int(chosen))
            line += self._forced_moves(row)
        return line

    def broken(self) -> RuntimeError:
        """Make the error for a rule that broke its promise: never a verdict."""
        return RuntimeError(
            f"internal error: a rule of {self.game.name} broke the contract "
            "(a negative status, more moves than max_moves, or a layer that fell)"
        )
