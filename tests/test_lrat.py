"""LRAT refutations: what the checker accepts, and everything that it must not."""

from __future__ import annotations

import random
import re
import tracemalloc

import pytest
from event_models import pigeonholes, random_model, random_sat, simple_sat, solutions

from cadogan.solver.cpsat.clauses import Cnf, to_clauses
from cadogan.solver.cpsat.lrat import refute
from cadogan.solver.cpsat.propagating import refute_by_propagation
from cadogan.solver.cpsat.refuter import usable_engines
from cadogan.solver.cpsat.trimming import BadProofError, trim
from cadogan.solver.proof.clauses import derive_clauses
from cadogan.solver.proof.lrat import LratError, check_lrat

SQUARE = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
PROOF = "5 1 0 1 2 0\n6 0 5 3 4 0\n"
ENGINES = usable_engines()


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ("", "it ends without the empty clause"),
        ("5 1 0 1 2 0\n", "it ends without the empty clause"),
        ("5 1 0 1 2 0\n6 0 5 3 4 0", "cut off"),
        ("5 1 0 1 2 0\n6 0 5 3 4\n", "is no step"),
        ("5 1 0 1 2 0\n6 0 5 3\n", "is no step"),
        ("5 1 0 1 2 0\n\n6 0 5 3 4 0\n", "is no step"),
        ("5 1 0 1 2 0\n6 0 5 3 4 0\n7 1 0 5 0\n", "there is more after the empty clause"),
        ("5 1 0 1 2 0\n6 0 7 3 4 0\n", "there is no clause 7"),
        ("5 1 0 1 2 0\n6 0 6 3 4 0\n", "there is no clause 6"),
        ("5 1 0 1 2 0\n6 0 3 4 0\n", "forces nothing: it has 2 literals left"),
        ("5 1 0 1 2 0\n6 0 5 3 0\n", "the hints do not lead to a contradiction"),
        ("5 1 0 1 2 0\n6 0 0\n", "the hints do not lead to a contradiction"),
        ("5 1 0 1 2 0\n6 0 5 5 3 4 0\n", "forces nothing new"),
        ("5 1 0 1 2 0\n6 0 5 3 4 1 0\n", "1 hint(s) follow the contradiction"),
        ("5 1 0 1 2 0\n5 0 5 3 4 0\n", "the id 5 does not come after 5"),
        ("4 1 0 1 2 0\n6 0 4 3 4 0\n", "the id 4 does not come after 4"),
        ("5 3 0 1 2 0\n6 0 5 3 4 0\n", "out of range"),
        ("5 1 -3 0 1 2 0\n6 0 5 3 4 0\n", "out of range"),
        ("5 1 -1 0 1 2 0\n6 0 5 3 4 0\n", "a literal with its negation"),
        ("5 1 0 -1 2 0\n6 0 5 3 4 0\n", "RAT are not accepted"),
        ("5 d 3 0\n6 1 0 1 2 0\n7 0 6 3 4 0\n", "there is no clause 3"),
        ("5 d 9 0\n6 1 0 1 2 0\n7 0 6 3 4 0\n", "no clause 9 to forget"),
        ("5 d 3 3 0\n", "no clause 3 to forget"),
        ("5 d 3\n", "is no step"),
        ("5 d -3 0\n", "is no step"),
        ("5 1 0 1 2 0 \n6 0 5 3 4 0\n", "is no step"),
        ("5  1 0 1 2 0\n6 0 5 3 4 0\n", "is no step"),
        ("05 1 0 1 2 0\n6 0 5 3 4 0\n", "is no step"),
        ("5 +1 0 1 2 0\n6 0 5 3 4 0\n", "is no step"),
        ("5 1_0 0 1 2 0\n6 0 5 3 4 0\n", "is no step"),
        ("5 ١ 0 1 2 0\n6 0 5 3 4 0\n", "is no step"),
        ("5 1 0 1 2 0\r\n6 0 5 3 4 0\r\n", "is no step"),
        ("-5 1 0 1 2 0\n", "is no step"),
        ("p cnf 2 4\n", "is no step"),
        (f"{'9' * 5000} 1 0 1 2 0\n", "a number is too long"),
        (f"5 1 0 {'9' * 5000} 0\n", "a number is too long"),
        (f"5 d {'9' * 5000} 0\n", "no clause 999999999999999 to forget"),
    ],
)
def test_bad_proofs_are_rejected_for_the_right_reason(proof, reason):
    with pytest.raises(LratError, match=re.escape(reason)):
        check_lrat(2, SQUARE, proof)


def test_good_proofs_are_accepted():
    assert check_lrat(2, SQUARE, PROOF) == 2
    assert check_lrat(2, SQUARE, "5 1 0 2 1 0\n5 d 1 2 0\n9 0 5 4 3 0\n") == 2
    assert check_lrat(1, [(1,), ()], "3 0 2 0\n") == 1


def test_a_proof_is_good_for_its_own_clauses_only():
    for index in range(4):
        weaker = [clause for number, clause in enumerate(SQUARE) if number != index]
        with pytest.raises(LratError):
            check_lrat(2, weaker, PROOF)
        for literal in (1, -1, 2, -2):
            if -literal in SQUARE[index]:
                continue  # the clause would hold always
            changed = [*SQUARE[:index], (literal,), *SQUARE[index + 1 :]]
            if simple_sat(2, changed) is not None:
                with pytest.raises(LratError):
                    check_lrat(2, changed, PROOF)


def test_the_checker_can_be_stopped():
    def pause(lines: int) -> None:
        raise KeyboardInterrupt(lines)

    size, clauses = pigeonholes(5)
    proof = refute(Cnf(size, clauses), engine=ENGINES[0]).proof
    assert proof is not None and proof.count("\n") > 64
    with pytest.raises(KeyboardInterrupt, match="64"):
        check_lrat(size, clauses, proof, pause)


def _is_true(clause, true) -> bool:
    return any((literal > 0) == (abs(literal) in true) for literal in clause)


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_refute_and_solve(engine):
    size, clauses = pigeonholes(5)
    answer = refute(Cnf(size, clauses), engine=engine)
    assert answer.true is None and answer.limit is None and answer.engine == engine
    assert check_lrat(size, clauses, answer.proof) > 10
    again = refute(Cnf(size, clauses), engine=engine)
    assert again.proof == answer.proof
    satisfiable = clauses[1:]
    found = refute(Cnf(size, satisfiable), engine=engine)
    assert found.proof is None and found.limit is None
    assert all(_is_true(clause, found.true) for clause in satisfiable)


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_agree_with_splitting_on_random_clauses(engine):
    answers = []
    for seed in range(12 if engine == "cadical" else 4):
        size, clauses = random_sat(seed, 25, 110)
        answer = refute(Cnf(size, clauses), engine=engine)
        answers.append(answer.true is not None)
        assert answers[-1] == (simple_sat(size, clauses) is not None), seed
        if answer.true is None:
            assert check_lrat(size, clauses, answer.proof) >= 1
        else:
            assert all(_is_true(clause, answer.true) for clause in clauses)
    assert len(set(answers)) == 2


def test_clauses_that_propagation_alone_refutes():
    for clauses in ([(1,), (-1,)], [(1,), (-1, 2), (-2, 3), (-3, -1)], [(2, 1), (-1,), (-2,)]):
        answer = refute(Cnf(3, clauses))
        assert answer.engine == "propagation"
        assert check_lrat(3, clauses, answer.proof) == 1
    assert refute(Cnf(2, [(1, 2), ()])).proof == "3 0 2 0\n"


def test_propagation_refutes_what_splitting_would_not_need():
    """Without a choice: literals are forced until a clause has none left, or no more are."""
    refuted = 0
    for seed in range(300):
        rng = random.Random(seed)
        size, clauses = random_sat(seed, 8, 30)
        clauses += [(rng.choice([1, -1]) * v,) for v in rng.sample(range(1, 9), 3)]
        proof = refute_by_propagation(clauses)
        assert (proof is not None) == _contradicts(clauses)
        if proof is not None:
            refuted += 1
            assert check_lrat(size, clauses, proof) == 1
    assert 50 < refuted < 250


def _contradicts(clauses) -> bool:
    true: set[int] = set()
    while True:
        left = [[one for one in c if -one not in true] for c in clauses if not true & set(c)]
        if [] in left:
            return True
        units = {clause[0] for clause in left if len(clause) == 1}
        if not units:
            return False
        true |= units
        if any(-literal in true for literal in true):
            return True


@pytest.mark.parametrize("engine", ENGINES)
def test_engines_agree_with_brute_force_on_random_models(engine):
    count = 60 if engine == "cadical" else 12
    for seed in range(count):
        model = random_model(seed)
        cnf = to_clauses(model)
        answer = refute(cnf, engine=engine)
        assert (answer.true is not None) == bool(solutions(model)), seed
        if answer.true is not None:
            assert model.evaluate(*cnf.assignment(model, answer.true)), seed
        else:
            size, clauses = derive_clauses(model)
            assert check_lrat(size, clauses, answer.proof) >= 1


def _tampered(proof: str, rng: random.Random) -> str:
    """Change a number, or drop, repeat or exchange words or lines."""
    lines = [line.split(" ") for line in proof.splitlines()]
    line = rng.choice(lines)
    place = rng.randrange(len(line))
    kind = rng.randrange(5)
    if kind == 0:
        line[place] = str(int(line[place]) + rng.choice([-1, 1, 7]))
    elif kind == 1:
        del line[place]
    elif kind == 2:
        lines.remove(line)
    elif kind == 3:
        line[place] = str(-int(line[place]))
    else:
        line.insert(place, rng.choice(["0", "1", "-1", "d", "99999"]))
    return "".join(" ".join(words) + "\n" for words in lines)


def test_random_damage_never_passes_for_satisfiable_clauses():
    """Damage may leave a proof whole; but of clauses with a solution there is none at all."""
    rng = random.Random(4)
    size, clauses = pigeonholes(4)  # whichever clause is taken away, there is a solution
    proof = refute(Cnf(size, clauses), engine=ENGINES[0]).proof
    assert proof is not None
    steps = check_lrat(size, clauses, proof)
    assert steps > 20
    rejected = 0
    for _ in range(500):
        damaged = _tampered(proof, rng)
        try:
            check_lrat(size, clauses, damaged)
        except LratError:
            rejected += 1
    assert rejected > 400
    for index in range(1, len(clauses) + 1):
        weaker = [(*c, size + 1) if n == index else c for n, c in enumerate(clauses, 1)]
        assert simple_sat(size + 1, weaker) is not None
        for text in (proof, *(_tampered(proof, rng) for _ in range(10))):
            with pytest.raises(LratError):
                check_lrat(size + 1, weaker, text)


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        (b"", "no empty clause"),
        (b"5 1 0 1 2 0\n", "no empty clause"),
        (b"5 1 0 1 2 0\n6 0 5 3 4\n", "cut off"),
        (b"5 1 0 1 2 0\n6 0 5 3 0\n", "does not follow"),
        (b"5 1 0 1 2 0\n6 0 -5 3 4 0\n", "no step of propagation"),
        (b"5 1 0 1 0\n6 0 5 3 4 0\n", "does not follow"),
        (b"5 1 0 1 77 0\n6 0 5 3 4 0\n", "there is no step 77"),
    ],
)
def test_trimming_refuses_what_does_not_follow(proof, reason):
    with pytest.raises(BadProofError, match=reason):
        trim(SQUARE, proof)


def test_trimming_follows_ids_that_an_engine_mixed():
    """Ids 2 and 3 are steps, made while clauses were handed in."""
    clauses = [(1,), (-1, 2), (-1, -2)]
    assert trim(clauses, b"3 2 0 1 2 0\n5 0 1 3 4 0\n") == "4 2 0 1 2 0\n5 0 1 4 3 0\n"


def test_a_line_longer_than_any_step_is_not_read() -> None:
    clauses = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
    for line in ("5 0 " + "1 " * 500_000 + "0", "5 d " + "1 " * 500_000 + "0", "9" * 1_000_000):
        text = line + "\n"
        tracemalloc.start()
        with pytest.raises(LratError, match=r"line 1 .*: it is longer than any step can be"):
            check_lrat(2, clauses, text)
        assert tracemalloc.get_traced_memory()[1] < 100_000
        tracemalloc.stop()


def test_the_longest_steps_are_read() -> None:
    size = 40
    clauses = [(1,), *((-n, n + 1) for n in range(1, size)), (-size,)]
    hints = " ".join(map(str, range(1, size + 2)))
    forgotten = " ".join(map(str, range(1, size + 2)))
    first = f"{size + 2} {' '.join(map(str, range(2, size + 1)))} 0 1 2 0\n"
    assert check_lrat(size, clauses, f"{first}{size + 3} 0 {hints} 0\n") == 2
    with pytest.raises(LratError, match="ends without"):
        check_lrat(size, clauses, f"{first}{size + 2} d {forgotten} 0\n")


def test_lines_are_counted_by_letters_too() -> None:
    size = 20_000
    clauses = [(1,), *((-n, n + 1) for n in range(1, size)), (-size,)]
    asked: list[int] = []
    hints = " ".join(map(str, range(1, size + 2)))
    assert check_lrat(size, clauses, f"{size + 2} 0 {hints} 0\n", asked.append) == 1
    assert asked == [1]
