"""Deciding a deal by its models: the method ``cpsat``.

A model without a solution proves a deal unsolvable if the model is exact or an outer one; a
solution of an exact or an inner model is a win once its moves are found and replayed. CP-SAT's word
alone that there is no solution is not taken: the model is said in clauses, a SAT engine refutes
them, and the refutation is checked. (Releases of CP-SAT have called models infeasible that were
not.)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cadogan.games.errors import UnsupportedError
from cadogan.games.facts import Facts
from cadogan.solver.cpsat.engine import Effort, Status, run
from cadogan.solver.cpsat.following import follow
from cadogan.solver.encoding.compiling import encode, facts_of, kinds_of
from cadogan.solver.encoding.encoding import Encoding, Kind, Values
from cadogan.solver.result import Limit
from cadogan.solver.search.budget import Budget
from cadogan.solver.search.outcome import Outcome

if TYPE_CHECKING:
    from cadogan.games.deal import Deal
    from cadogan.solver.cpsat.clauses import Cnf
    from cadogan.solver.proof.refutation import Refutation

__all__ = ["MOST_MOVES", "Work", "decide", "has_exact_model"]

#: Inner models are tried in turn, with one move a card and more, up to so many: of small deals they
#: miss hardly a win then, and the model of a full deal grows with the square of it.
MOST_MOVES = 3


@dataclass(frozen=True)
class Work:
    """Limits on work, under which alone the answer is the same on every machine.

    Attributes
    ----------
    deterministic : float
        CP-SAT's own measure for each model, roughly one and a half CPU seconds a unit.
    conflicts : int
        Conflicts of the engine that looks for a refutation.
    """

    deterministic: float
    conflicts: int


def decide(
    deal: Deal, budget: Budget, trust: str = "certificate", work: Work | None = None
) -> Outcome:
    """Decide a deal by its models.

    Parameters
    ----------
    deal : Deal
        The deal.
    budget : Budget
        Limits; only that on time counts. CPU time is meant: this thread's, CP-SAT's and that of
        the process that looks for a refutation.
    trust : str
        One of :data:`cadogan.solver.methods.TRUSTS`.
    work : Work, optional
        Further limits.

    Returns
    -------
    Outcome
        A solution; a proof, with its certificate or (``trust="status"``) without; or a limit:
        NOT_ENCODABLE, RELAXATION_FEASIBLE (there may be a win), NONE_WITHIN_K (the outer model
        has a solution, no inner one up to :data:`MOST_MOVES` moves a card has), UNCERTIFIED
        (CP-SAT says unsolvable and no refutation was found within the limits), TIME (also for
        the end of `work`), or the one that was hit.

    Raises
    ------
    UnsupportedError
        When OR-Tools is not installed.
    RuntimeError
        When a solution cannot be followed: an internal error.
    """
    return _Deciding(deal, budget, trust, work).outcome()


def has_exact_model(deal: Deal) -> bool:
    """Say whether a position has an exact model, which can give both verdicts.

    Examples
    --------
    >>> from cadogan import Deal
    >>> has_exact_model(Deal.from_seed("wheel", 1)), has_exact_model(Deal.from_seed("shah", 1))
    (True, False)
    """
    try:
        return kinds_of(facts_of(deal)) == (Kind.EXACT,)
    except UnsupportedError:
        return False


class _Deciding:
    """The work on one deal."""

    def __init__(self, deal: Deal, budget: Budget, trust: str, work: Work | None) -> None:
        self.deal = deal
        self.budget = budget
        self.trust = trust
        self.work = work

    def outcome(self) -> Outcome:
        """Try the models in turn."""
        outcome = Outcome.limited(Limit.NOT_ENCODABLE)
        try:
            facts = facts_of(self.deal)
        except UnsupportedError:
            return outcome
        kinds = kinds_of(facts)
        tries = [(kind, 1) for kind in kinds]
        if Kind.INNER in kinds:
            tries += [(Kind.INNER, moves) for moves in range(2, MOST_MOVES + 1)]
        for kind, moves in tries:
            try:
                encoding = encode(facts, kind, moves)
            except UnsupportedError:
                return Outcome.limited(Limit.NOT_ENCODABLE)
            often = f", {moves} moves a card" if moves > 1 else ""
            self.budget.note_stage(f"cpsat {kind.value}{often}")
            outcome = self._try(facts, encoding)
            if outcome.limit not in (Limit.RELAXATION_FEASIBLE, Limit.NONE_WITHIN_K):
                return outcome
        return outcome

    def _stopped(self) -> bool:
        self.budget.tell("cpsat")
        return self.budget.interrupted

    def _try(self, facts: Facts, encoding: Encoding) -> Outcome:
        deterministic = self.work.deterministic if self.work else None
        effort = Effort(self.budget.seconds_left(), deterministic)
        answer = run(encoding.model, effort, self._stopped)
        self.budget.spent_elsewhere(answer.elsewhere)
        if answer.status is Status.UNKNOWN:
            return Outcome.limited(Limit.TIME)
        if answer.status is Status.INTERRUPTED:
            return Outcome.limited(Limit.INTERRUPTED)
        if answer.values is not None:
            return self._solved(facts, encoding, answer.values)
        if encoding.kind is Kind.INNER:
            return Outcome.limited(Limit.NONE_WITHIN_K)
        if self.trust == "status":
            return Outcome.claimed_lost()
        return self._certified(facts, encoding)

    def _solved(self, facts: Facts, encoding: Encoding, values: Values) -> Outcome:
        """Read a win off a solution, where solutions are wins."""
        if encoding.read is None:
            return Outcome.limited(Limit.RELAXATION_FEASIBLE)
        return Outcome.solved(follow(self.deal, facts, encoding.read(values)))

    def _certified(self, facts: Facts, encoding: Encoding) -> Outcome:
        """Have the model refuted as clauses, and the refutation checked."""
        from cadogan.solver.cpsat.clauses import TooLargeError, to_clauses
        from cadogan.solver.cpsat.lrat import EngineError, refute

        before = _seconds_of_children()
        try:
            cnf = to_clauses(encoding.model)
            found = refute(
                cnf,
                time_limit=self.budget.seconds_left(),
                conflict_limit=self.work.conflicts if self.work else None,
                stop=self._stopped,
            )
        except (EngineError, TooLargeError, UnsupportedError):
            return Outcome.limited(Limit.UNCERTIFIED)
        finally:
            self.budget.spent_elsewhere(_seconds_of_children() - before)
        if found.true is not None:  # CP-SAT was wrong
            truths, times = cnf.assignment(encoding.model, found.true)
            if not encoding.model.evaluate(truths, times):
                return Outcome.limited(Limit.UNCERTIFIED)
            return self._solved(facts, encoding, Values(truths, times))
        if found.proof is None:
            stopped = found.limit is Limit.INTERRUPTED
            return Outcome.limited(Limit.INTERRUPTED if stopped else Limit.UNCERTIFIED)
        return self._checked(encoding.kind, found.proof, cnf)

    def _checked(self, kind: Kind, proof: str, cnf: Cnf) -> Outcome:
        """Check a refutation before it is given out."""
        from cadogan.solver.proof.certificate import Answer, Bounds
        from cadogan.solver.proof.refutation import Refutation

        certificate: Refutation = Refutation.of(self.deal, kind, proof, (cnf.size, cnf.clauses))
        judged = certificate.check(Bounds(time_limit=self.budget.seconds_left()))
        if judged.answer is Answer.REJECTED:
            raise RuntimeError(f"internal error: a refutation was rejected: {judged.reason}")
        if judged.answer is not Answer.ACCEPTED:
            return Outcome.limited(Limit.UNCERTIFIED)
        return Outcome.refuted(certificate)


def _seconds_of_children() -> float:
    """Give the CPU seconds of all processes that were started here and have ended.

    Where the system does not tell (Windows), none. What other threads started meanwhile is counted
    too: the system does not keep children apart.
    """
    try:
        import resource
    except ImportError:
        return 0.0
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
