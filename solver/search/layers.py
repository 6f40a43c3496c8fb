"""The arrays of a layered search, and the buckets of positions that wait for their layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from cadogan.games.compiling import build
from cadogan.games.game import Weights
from cadogan.solver.result import Limit
from cadogan.solver.search.budget import Budget, Quota
from cadogan.solver.search.kernels.closure import (
    BUCKETS,
    closure_step,
    living,
    load_layer,
    load_part,
    reset_heads,
)
from cadogan.solver.search.kernels.steps import (
    BROKEN,
    CAPPED,
    EXHAUSTED,
    FULL_KEYS,
    FULL_ONWARD,
    FULL_ROWS,
    FULL_STATES,
    GOAL,
    GOAL_MOVE,
    LAYER,
    NODES_USED,
    ONWARD,
    RUNNING,
    SOLVED,
    STORED,
    new_registers,
)
from cadogan.solver.search.keys import KeyTable, enlarged
from cadogan.solver.search.outcome import Outcome
from cadogan.solver.search.problem import Problem

#: Node numbers are 32 bits wide.
MOST_NODES = 2**31 - 1

Array = npt.NDArray[Any]
#: Given rows and their indices in order, gives the indices of the first ones that are not proved
#: lost, and how many it looked at.
Living = Callable[[Array, Array], tuple[Array, int]]


class Waiting:
    """Positions for one later layer: rows, scores, and how they were reached."""

    def __init__(self, size: int) -> None:
        self.rows: Array = np.zeros((0, size), np.uint8)
        self.scores: Array = np.zeros(0, np.int64)
        self.parents: Array = np.zeros(0, np.int32)
        self.moves: Array = np.zeros(0, np.int32)
        #: How many positions were dropped because they came twice.
        self.doubles = 0

    def add(self, rows: Array, scores: Array, parents: Array, moves: Array) -> None:
        """Take in more positions; equal ones are kept once, the first that came."""
        self.rows = np.concatenate([self.rows, rows])
        self.scores = np.concatenate([self.scores, scores])
        self.parents = np.concatenate([self.parents, parents])
        self.moves = np.concatenate([self.moves, moves])

    def keep(self, chosen: Array) -> None:
        """Keep only the positions with these indices."""
        self.rows = self.rows[chosen]
        self.scores = self.scores[chosen]
        self.parents = self.parents[chosen]
        self.moves = self.moves[chosen]

    def drop_doubles(self) -> None:
        """Keep one of equal positions."""
        keys = np.ascontiguousarray(self.rows[:, :16]).view("V16").ravel()
        _, first = np.unique(keys, return_index=True)
        if len(first) < len(keys):
            self.doubles += len(keys) - len(first)
            self.keep(np.sort(first))

    def cut(self, width: int | None, living: Living | None = None) -> bool:
        """Keep the best ``width`` positions and say whether any was dropped without proof.

        Parameters
        ----------
        width : int, optional
            How many to keep; None keeps all.
        living : callable, optional
            Chooses those that are not proved lost, so that a lost one takes nobody's place.
        """
        if width is None or len(self.scores) <= width:
            return False
        self.drop_doubles()
        if len(self.scores) <= width:
            return False
        order = np.argsort(self.scores, kind="stable")
        chosen, looked = (order[:width], width) if living is None else living(self.rows, order)
        self.keep(np.sort(chosen))
        return looked < len(order)

    @property
    def memory(self) -> int:
        """Bytes held."""
        return self.rows.nbytes + 24 * len(self.scores)


class LayerRun:
    """One run of the layered search with one weight set and one width.

    Parameters
    ----------
    problem : Problem
        The deal.
    weights : Weights
        The weight set.
    width : int, optional
        How many positions of a layer are kept; None keeps all.
    layered : bool
        False treats all positions as one layer: best-first search.

    Attributes
    ----------
    cut : bool
        Whether anything was dropped without proof. Whoever drops something sets it.
    """

    #: How many times the expansions of any other layer the last one may take.
    LAST_LAYER = 4

    def __init__(
        self, problem: Problem, weights: Weights, width: int | None, layered: bool = True
    ) -> None:
        self.problem = problem
        self.size = problem.size
        self.width = width
        self.layered = layered
        self.name = f"layered {width or 'all'}" if layered else "best-first"
        self.cut = False
        self.registers = new_registers()
        self.base = 0
        self.waiting: dict[int, Waiting] = {}
        self.weights = np.array(weights.values, np.int64)
        self.scores: Array = np.zeros(0, np.int64)
        self.parts = 1
        self.noise = weights.noise
        self.keys = KeyTable()
        self.rows: Array = np.zeros((64 + 2 * problem.most) * self.size, np.uint8)
        self.link: Array = np.zeros(1024, np.int32)
        self.slot: Array = np.zeros(1024, np.int32)
        self.parent: Array = np.zeros(4096, np.int32)
        self.move_to: Array = np.zeros(4096, np.int32)
        self.heads: Array = np.zeros(BUCKETS, np.int32)
        self.out = np.zeros(problem.most + 1, np.int64)
        self._make_onward(256 + 2 * problem.most)
        names = ["moves", "play", "forced", "unfinished", "dead", "layer", "score"]
        self.living = self._living if problem.proves_losses else None
        self.rules = [problem.built(name) for name in names]
        if not layered:
            from cadogan.games.game import one_layer

            self.rules[5] = problem.built_as(one_layer)

    def _make_onward(self, room: int) -> None:
        self.onward_rows: Array = np.zeros(room * self.size, np.uint8)
        self.onward_layer: Array = np.zeros(room, np.int64)
        self.onward_score: Array = np.zeros(room, np.int64)
        self.onward_parent: Array = np.zeros(room, np.int32)
        self.onward_move: Array = np.zeros(room, np.int32)

    @property
    def memory(self) -> int:
        """Bytes held."""
        held = sum(waiting.memory for waiting in self.waiting.values())
        held += self.rows.nbytes + self.onward_rows.nbytes + 32 * len(self.onward_layer)
        held += 4 * (len(self.link) + len(self.slot) + len(self.parent) + len(self.move_to))
        return held + self.heads.nbytes + self.keys.memory

    def path(self, node: int) -> list[int]:
        """List the moves from the root to a node of the path log."""
        moves = []
        while node > 0:
            moves.append(int(self.move_to[node]))
            node = int(self.parent[node])
        return moves[::-1]

    # Running ----------------------------------------------------------------------------------

    def run(self, budget: Budget, states: int | None = None) -> Outcome:
        """Go through the layers in order.

        Parameters
        ----------
        budget : Budget
            Limits.
        states : int, optional
            A limit of this run's own on stored positions.

        Returns
        -------
        Outcome
            A solution; exhaustion, only if nothing was cut; WIDTH when something was; or the
            limit that was hit.
        """
        root = self.problem.settled_root()
        self.registers[STORED] = 1
        if root.won or root.dead:
            budget.record(self.registers)
            return Outcome.solved(self.problem.unfold([])) if root.won else Outcome.exhausted()
        first = self.waiting[root.layer if self.layered else 0] = Waiting(self.size)
        first.add(root.row[None, :], *np.zeros((3, 1), np.int32))
        quotas = budget.run(self.name, self.registers, lambda: self.memory, states)
        while self.waiting:
            number = min(self.waiting)
            if not self._open(number, self.waiting.pop(number), budget):
                return Outcome.limited(Limit.MEMORY)
            outcome = self._close(budget, quotas)
            if outcome is not None:
                quotas.close()
                return outcome
            self.base += int(self.registers[NODES_USED])
        quotas.close()
        return Outcome.limited(Limit.WIDTH) if self.cut else Outcome.exhausted()

    def _open(self, number: int, start: Waiting, budget: Budget) -> bool:
        """Begin a layer with the best of the positions that waited for it."""
        if start.cut(self.width, self.living):
            self.cut = True
        together = self.problem.game.together
        self.parts = 1
        if together and self.width is not None and not self.waiting:
            start.drop_doubles()
            start.keep(np.argsort(start.scores, kind="stable"))
            self.parts = max(1, len(start.scores) // together)
        count = len(start.scores)
        self.keys = KeyTable(max(1 << 12, 2 * count))
        while len(self.rows) < (count + 2 * self.problem.most + 64) * self.size:
            self.rows = enlarged(self.rows)
        if not (self._nodes_for(count) and budget.allows(self.memory)):
            return False
        self.rows[: count * self.size] = start.rows.ravel()
        self.parent[self.base : self.base + count] = start.parents
        self.move_to[self.base : self.base + count] = start.moves
        self.scores = start.scores
        build(reset_heads)(self.heads)
        self.registers[LAYER] = number
        new = build(load_layer)(
            self.rows, start.scores, count, self.size, self.heads, self.link, self.slot,
            self.keys.keys, self.keys.slots, self.registers,
        )  # fmt: skip
        # A position that different layers handed on was counted by each of them.
        self.registers[STORED] -= start.doubles + count - int(new)
        return True

    def _living(self, rows: Array, order: Array) -> tuple[Array, int]:
        """Choose a layer's width of positions that are not proved lost."""
        chosen = np.zeros((self.width or 0) + 1, np.int64)
        count = build(living)(
            self.problem.built("dead"), self.problem.table, rows.ravel(), order, self.size,
            self.width, chosen,
        )  # fmt: skip
        if count < 0:
            raise self.problem.broken()
        return chosen[:count], int(chosen[-1])

    def _nodes_for(self, count: int) -> bool:
        """See that so many nodes of this layer have room."""
        while len(self.link) < count:
            self.link, self.slot = enlarged(self.link), enlarged(self.slot)
        while len(self.parent) < self.base + count:
            self.parent, self.move_to = enlarged(self.parent), enlarged(self.move_to)
        return self.base + count < MOST_NODES

    def _close(self, budget: Budget, quotas: Iterator[Quota]) -> Outcome | None:
        """Work on the open layer until it is closed, or give the reason to stop.

        Where a game says so, the positions from which the layer starts are divided into parts that
        are searched one after the other with equal effort: the best score of all, followed from
        everywhere at once, would lead into one and the same neighbourhood.
        """
        if self.width is None:
            return self._close_part(1 << 62, budget, quotas)
        effort = self.problem.game.layer_effort * self.width
        for part in range(self.parts):
            if self.parts > 1:
                build(reset_heads)(self.heads)
                build(load_part)(
                    self.scores, part, self.parts, len(self.scores), self.heads, self.link,
                    self.registers,
                )  # fmt: skip
            outcome = self._close_part(-(-effort // self.parts), budget, quotas)
            if outcome is not None:
                return outcome
        return None

    def _close_part(
        self, effort: int, budget: Budget, quotas: Iterator[Quota]
    ) -> Outcome | None:
        """Work on what is in the queue until all is expanded, or as much as the effort allows."""
        step, cap = build(closure_step), effort
        for quota in quotas:
            status = step(
                *self.rules, self.problem.table, self.weights, self.noise, self.size,
                self.problem.most, self.rows, len(self.rows) // self.size, self.heads, self.link,
                self.slot, self.parent, self.move_to,
                min(len(self.link), len(self.parent) - self.base), self.base, self.out,
                self.onward_rows, self.onward_layer, self.onward_score, self.onward_parent,
                self.onward_move, len(self.onward_layer), self.keys.keys, self.keys.slots,
                self.keys.room, quota.states, cap, quota.steps, self.registers,
            )  # fmt: skip
            if status == SOLVED:
                path = self.path(int(self.registers[GOAL]))
                return Outcome.solved(self.problem.unfold([*path, int(self.registers[GOAL_MOVE])]))
            if status == BROKEN:
                raise self.problem.broken()
            if status == FULL_STATES:
                return Outcome.limited(Limit.STATES)
            if status in (EXHAUSTED, CAPPED):
                self._hand_on()
                if status == CAPPED and self.width is not None:
                    last = effort * self.LAST_LAYER
                    if not self.waiting and cap < last:
                        cap = last
                        continue
                    self.cut = True
                return None
            if status != RUNNING and not self._make_room(status, budget):
                return Outcome.limited(Limit.MEMORY)
        return Outcome.limited(budget.reason)

    def _make_room(self, status: int, budget: Budget) -> bool:
        """Enlarge what is full, if memory allows."""
        if status == FULL_ONWARD:
            self._hand_on()
            return budget.allows(self.memory)
        if status == FULL_KEYS:
            return budget.allows(self.memory + self.keys.growth()) and self.keys.grow()
        if status == FULL_ROWS:
            if not budget.allows(self.memory + 2 * self.rows.nbytes):
                return False
            self.rows = enlarged(self.rows)
            return True
        nodes = int(self.registers[NODES_USED])
        growth = 8 * (2 * len(self.link) + len(self.parent))
        return budget.allows(self.memory + growth) and self._nodes_for(
            2 * nodes + self.problem.most
        )

    def _hand_on(self) -> None:
        """Move the children for later layers into their layers' waiting lists."""
        count = int(self.registers[ONWARD])
        self.registers[ONWARD] = 0
        layers = self.onward_layer[:count]
        rows = self.onward_rows[: count * self.size].reshape(count, self.size)
        for number in np.unique(layers):
            chosen = np.flatnonzero(layers == number)
            waiting = self.waiting.setdefault(int(number), Waiting(self.size))
            waiting.add(
                rows[chosen],
                self.onward_score[chosen],
                self.onward_parent[chosen],
                self.onward_move[chosen],
            )
            crowded = self.width is not None and len(waiting.scores) > 4 * self.width
            if crowded and waiting.cut(self.width, self.living):
                self.cut = True
        if count * 2 > len(self.onward_layer) and len(self.onward_layer) < 1 << 16:
            self._make_onward(2 * len(self.onward_layer))
