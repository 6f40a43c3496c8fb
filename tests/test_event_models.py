"""Event models: what is added, what is simplified, and that the clauses say the same."""

from __future__ import annotations

import pytest
from event_models import assignments, random_model, simple_sat, solutions

from cadogan.solver.cpsat.clauses import to_clauses
from cadogan.solver.encoding.model import Model
from cadogan.solver.proof.clauses import derive_clauses

SEEDS = range(1000)


def test_constants_and_idle_constraints_do_not_stay():
    model = Model(horizon=4)
    a, b = model.time("a", 1, 2), model.time("b", 3, 4)
    x, y = model.bool("x"), model.bool("y")
    model.before(a, b)
    model.before(3, 4, x)
    model.same_time(a, a, x)
    model.same_time(2, 2)
    model.before(b, a, model.FALSE)
    model.clause(x, model.TRUE)
    model.clause(x, y, -x)
    model.at_most(2, [x, y])
    model.at_least(0, [x, y])
    assert model.constraints == []
    assert model.at_or_after(a, 1) == model.TRUE
    assert model.at_or_after(a, 3) == model.FALSE
    assert model.at_or_after(a, 2) == model.at_or_after(a, 2) > y


@pytest.mark.parametrize(
    ("build", "line"),
    [
        (lambda m, a, b, x, y: m.before(b, a, x, y), "clause -2 -3"),
        (lambda m, a, b, x, y: m.before(a, a, x), "clause -2"),
        (lambda m, a, b, x, y: m.before(4, 4), "clause"),
        (lambda m, a, b, x, y: m.same_time(a, b, x), "clause -2"),
        (lambda m, a, b, x, y: m.before(a, 2, x, x), "before t0 2 if 2"),
        (lambda m, a, b, x, y: m.clause(x, m.FALSE, x), "clause 2"),
        (lambda m, a, b, x, y: m.clause(), "clause"),
        (lambda m, a, b, x, y: m.exactly_one([y, x, m.TRUE], x), "clause -2 -3"),
        (lambda m, a, b, x, y: m.at_least(3, [x, y]), "clause"),
        (lambda m, a, b, x, y: m.exactly(2, [x, y, -x, m.TRUE]), "count 1..1 of 2 3 -2"),
        (lambda m, a, b, x, y: m.add_up(b, a, [x, y], -x, m.TRUE), "sum t1 is t0 and 2 3 if -2"),
        (lambda m, a, b, x, y: m.add_up(a, 1, [-y]), "sum t0 is 1 and -3"),
    ],
)
def test_what_is_left_of_a_constraint(build, line):
    model = Model(horizon=4)
    build(model, model.time("a", 1, 2), model.time("b", 3, 4), model.bool("x"), model.bool("y"))
    assert next(constraint.text() for constraint in model.constraints) == line


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda m: Model(0), "horizon"),
        (lambda m: m.time("t", 2, 1), "no range"),
        (lambda m: m.time("t", 0), "no range"),
        (lambda m: m.time("t", 1, 9), "no range"),
        (lambda m: m.bool("two\nlines"), "printable"),
        (lambda m: m.clause(2), "no literal"),
        (lambda m: m.at_most(1, [0, 1, 1]), "no literal"),
        (lambda m: m.before(1, Model(5).time("other")), "no time of this model"),
        (lambda m: m.add_up(m.time("t"), 1, []), "at least one"),
        (lambda m: m.add_up(m.time("t"), 1, [m.bool("x"), m.TRUE]), "no"),
        (lambda m: m.add_up(m.time("t"), 1, [9]), "no literal"),
        (lambda m: m.add_up(Model(5).time("other"), 1, [m.bool("x")]), "no time of this model"),
    ],
)
def test_mistakes_of_a_caller_are_told(build, message):
    with pytest.raises(ValueError, match=message):
        build(Model(horizon=4))


def test_random_models_have_both_answers_and_every_kind():
    models = [random_model(seed) for seed in SEEDS]
    feasible = sum(bool(solutions(model)) for model in models)
    assert len(SEEDS) / 4 < feasible < 3 * len(SEEDS) / 4
    text = "".join(model.text() for model in models)
    for kind in ("clause", "before", "same", "sum", "count"):
        assert text.count(f"\n{kind} ") > 50
    assert models[7].text() == random_model(7).text()


def test_clauses_have_a_solution_exactly_when_the_model_has():
    for seed in SEEDS:
        model = random_model(seed)
        cnf = to_clauses(model)
        found = simple_sat(cnf.size, cnf.clauses)
        assert (found is not None) == bool(solutions(model)), seed
        if found is not None:
            assert model.violation(*cnf.assignment(model, found)) is None, seed


def test_clauses_of_every_assignment_are_those_of_the_model():
    """Not only feasibility: fix every assignment in turn, and compare."""
    for seed in SEEDS[:200]:
        model = random_model(seed)
        size, clauses = derive_clauses(model)
        cnf = to_clauses(model)
        for truths, times in assignments(model):
            fixed = [(v if truths[t] else -v,) for t, v in cnf.truths.items()]
            for time, offset in zip(model.times, cnf.offsets, strict=True):
                for k in range(time.low, time.high):
                    fixed.append((offset + k if times[time] <= k else -offset - k,))
            kept = simple_sat(size, clauses + fixed) is not None
            assert kept == model.evaluate(truths, times), (seed, truths, times)


def test_the_checker_derives_the_same_clauses_with_its_own_code():
    for seed in range(4000):
        model = random_model(seed)
        cnf = to_clauses(model)
        assert derive_clauses(model) == (cnf.size, cnf.clauses), seed


def test_clauses_have_no_literal_twice_and_stay_in_range():
    for seed in SEEDS:
        cnf = to_clauses(random_model(seed))
        for clause in cnf.clauses:
            assert len({abs(literal) for literal in clause}) == len(clause)
            assert all(1 <= abs(literal) <= cnf.size for literal in clause)


def test_cp_sat_on_whole_numbers_agrees_too():
    """The other back end, on the same models; its solutions are checked by the model."""
    pytest.importorskip("ortools")
    from cadogan.solver.cpsat.engine import Effort, Status, run

    for seed in SEEDS[:150]:
        model = random_model(seed)
        answer = run(model, Effort())
        assert answer.status in (Status.FEASIBLE, Status.INFEASIBLE)
        assert (answer.status is Status.FEASIBLE) == bool(solutions(model)), seed
        if answer.values is not None:
            assert model.evaluate(answer.values.truths, answer.values.times)
