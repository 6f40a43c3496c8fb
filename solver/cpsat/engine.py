"""Models of deals handed to CP-SAT as integers and truths."""

from __future__ import annotations

import enum
import itertools
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cadogan.games.errors import UnsupportedError
from cadogan.solver.encoding.constraints import Before, Clause, Constraint, Same, Sum
from cadogan.solver.encoding.encoding import Values
from cadogan.solver.encoding.model import Model, Time

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["Answer", "Effort", "Status", "is_available", "run"]

SEED = 1
_POLL = 0.05


class Status(enum.Enum):
    """What CP-SAT says of a model."""

    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Effort:
    """Limits on a run.

    Attributes
    ----------
    seconds : float, optional
        CPU seconds of the process.
    deterministic : float, optional
        CP-SAT's own measure of work; under this limit alone the answer is the same everywhere.
    """

    seconds: float | None = None
    deterministic: float | None = None


@dataclass(frozen=True)
class Answer:
    """What came of a run.

    Attributes
    ----------
    status : Status
        FEASIBLE with `values`; INFEASIBLE, which is a claim and no proof; or UNKNOWN.
    values : Values, optional
        The solution.
    seconds, conflicts, branches : float and int
        What it took; CPU seconds, making the model included.
    elsewhere : float
        How many of the seconds were not the calling thread's.
    """

    status: Status
    values: Values | None
    seconds: float
    conflicts: int
    branches: int
    elsewhere: float = 0.0


def is_available() -> bool:
    """Say whether OR-Tools can be imported, without importing it."""
    from importlib.util import find_spec

    return find_spec("ortools") is not None


def run(model: Model, effort: Effort, stop: Any = None) -> Answer:
    """Let CP-SAT decide a model.

    One worker with a fixed seed; presolve without probing, since that pays for models of times
    (probing takes seconds and finds next to nothing).

    Parameters
    ----------
    model : Model
        The constraints.
    effort : Effort
        Limits.
    stop : callable, optional
        Asked a few times a second whether to give up.

    Raises
    ------
    UnsupportedError
        When OR-Tools is not installed, or cannot be imported.
    RuntimeError
        When CP-SAT finds the model invalid: an internal error.
    """
    if not is_available():
        raise UnsupportedError("method cpsat needs OR-Tools: pip install ortools")
    try:
        from ortools.sat.python import cp_model
    except ImportError as error:
        raise UnsupportedError(f"OR-Tools is installed and cannot be used: {error}") from error

    began = time.thread_time()
    made = _Translation(model)
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = SEED
    parameters.cp_model_probing_level = 0
    parameters.symmetry_level = 0
    parameters.linearization_level = 0
    parameters.max_presolve_iterations = 1
    parameters.catch_sigint_signal = False
    if effort.deterministic is not None:
        parameters.max_deterministic_time = effort.deterministic
    left = None if effort.seconds is None else effort.seconds - (time.thread_time() - began)
    code, interrupted, elsewhere = _solve(solver, made.built, left, stop)
    status = {
        cp_model.OPTIMAL: Status.FEASIBLE,
        cp_model.FEASIBLE: Status.FEASIBLE,
        cp_model.INFEASIBLE: Status.INFEASIBLE,
        cp_model.UNKNOWN: Status.INTERRUPTED if interrupted else Status.UNKNOWN,
    }.get(code)
    if status is None:
        fault = made.built.validate()
        raise RuntimeError(f"internal error: CP-SAT calls the model invalid: {fault}")
    values = made.values(solver) if status is Status.FEASIBLE else None
    if values is not None:
        broken = model.violation(values.truths, values.times)
        if broken is not None:
            raise RuntimeError(f"internal error: CP-SAT's solution breaks {broken}")
    seconds = time.thread_time() - began + elsewhere
    return Answer(
        status, values, seconds, solver.num_conflicts, solver.num_branches, elsewhere
    )


def _solve(
    solver: cp_model.CpSolver, built: cp_model.CpModel, seconds: float | None, stop: Any
) -> tuple[Any, bool, float]:
    """Run a solver; look at the clock and ask ``stop`` meanwhile.

    Gives its answer, whether it was asked to stop, and the CPU seconds of the thread it ran in.
    """
    if stop is None and seconds is None:
        return solver.solve(built), False, 0.0
    import threading

    answers: list[tuple[Any, float]] = []

    def work() -> None:
        code = solver.solve(built)
        answers.append((code, time.thread_time()))

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    # Another thread's time cannot be read everywhere: that of the process has to do meanwhile.
    asked, began = False, time.process_time()
    while worker.is_alive():
        worker.join(_POLL)  # here Python gets to handle Ctrl-C, which CP-SAT would not let it
        asked = asked or (stop is not None and stop())
        if asked or (seconds is not None and time.process_time() - began >= seconds):
            solver.stop_search()
    if not answers:
        raise RuntimeError("internal error: CP-SAT failed")
    code, spent = answers[0]
    return code, asked, spent


class _Translation:
    """A model as CP-SAT takes it."""

    def __init__(self, model: Model) -> None:
        from ortools.sat.python import cp_model

        self.model = model
        self.built = cp_model.CpModel()
        self.times = [
            self.built.new_int_var(time.low, time.high, time.name) for time in model.times
        ]
        self.truths: dict[int, Any] = {
            truth.literal: self.built.new_bool_var(truth.name) for truth in model.truths
        }
        for order in model.orders:
            literal = self.built.new_bool_var(order.text())
            self.truths[order.literal] = literal
            when = self.times[order.time.number]
            self.built.add(when >= order.value).only_enforce_if(literal)
            self.built.add(when < order.value).only_enforce_if(literal.negated())
        for constraint in model.constraints:
            self._add(constraint)

    def _literal(self, literal: int) -> Any:
        found = self.truths[abs(literal)]
        return found if literal > 0 else found.negated()

    def _when(self, time: Time | int) -> Any:
        return self.times[time.number] if isinstance(time, Time) else time

    def _add(self, constraint: Constraint) -> None:
        literals = self._literal
        if isinstance(constraint, Clause):
            self.built.add_bool_or([literals(one) for one in constraint.literals])
            return
        given = [literals(one) for one in constraint.conditions]
        if isinstance(constraint, Before):
            added = self.built.add(self._when(constraint.first) < self._when(constraint.second))
        elif isinstance(constraint, Same):
            added = self.built.add(self._when(constraint.first) == self._when(constraint.second))
        elif isinstance(constraint, Sum):
            steps = [literals(one) for one in constraint.steps]
            for one, other in itertools.pairwise(steps):
                self.built.add_bool_or([*(condition.negated() for condition in given),
                                        one, other.negated()])  # fmt: skip
            total, base = self._when(constraint.total), self._when(constraint.base)
            added = self.built.add(total == base + sum(steps))
        else:
            counted = [literals(one) for one in constraint.counted]
            if (constraint.low, constraint.high) == (1, 1) and not constraint.conditions:
                self.built.add_exactly_one(counted)
                return
            if (constraint.low, constraint.high) == (0, 1) and not constraint.conditions:
                self.built.add_at_most_one(counted)
                return
            added = self.built.add_linear_constraint(
                sum(counted), constraint.low, constraint.high
            )
        if given:
            added.only_enforce_if(given)

    def values(self, solver: cp_model.CpSolver) -> Values:
        """Read a solution."""
        return Values(
            {
                truth.literal: bool(solver.boolean_value(self.truths[truth.literal]))
                for truth in self.model.truths
            },
            {time: solver.value(self.times[time.number]) for time in self.model.times},
        )
