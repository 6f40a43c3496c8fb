"""Refutations as certificates: made for lost deals, accepted, and no lie among them passes."""

from __future__ import annotations

import ast
import hashlib
import random
import re
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from support import run_python

from cadogan import Deal, Limit, Verdict, get_game, solve
from cadogan.games.cards import Pack
from cadogan.solver.cli import main
from cadogan.solver.cpsat.clauses import TooLargeError, to_clauses
from cadogan.solver.cpsat.lrat import EngineError, refute
from cadogan.solver.cpsat.refuter import usable_engines
from cadogan.solver.encoding.compiling import encode, facts_of
from cadogan.solver.encoding.encoding import Kind
from cadogan.solver.proof import Answer, Bounds, CertificateError, DamagedError, read
from cadogan.solver.proof.clauses import derive_clauses
from cadogan.solver.proof.lrat import check_lrat
from cadogan.solver.proof.refutation import Refutation

SOURCE = Path(__file__).resolve().parent.parent / "solver"
GAMES = {
    "la-belle-lucie": Pack(suits="CDHS", ranks=5),
    "fan": Pack(suits="CDH", ranks=6),
}


@cache
def sorted_deals(name: str) -> tuple[list[Deal], list[Deal]]:
    """Choose small deals that can be won, and small deals that cannot, as search has it."""
    game = get_game(name).with_pack(GAMES[name])
    won: list[Deal] = []
    lost: list[Deal] = []
    for seed in range(60):
        deal = Deal.from_seed(game, seed)
        verdict = solve(deal, method="dfs").verdict
        assert verdict is not Verdict.UNKNOWN
        (won if verdict is Verdict.SOLVABLE else lost).append(deal)
    assert len(won) > 10 and len(lost) > 10
    return won, lost


@cache
def refutation(name: str, number: int = 0) -> Refutation:
    made = solve(sorted_deals(name)[1][number], method="cpsat", proof=True)
    assert made.verdict is Verdict.UNSOLVABLE
    assert isinstance(made.certificate, Refutation)
    return made.certificate


@cache
def long_refutation(name: str) -> Refutation:
    """Choose a proof with many steps: propagation alone is not enough."""
    every = (refutation(name, number) for number in range(10))
    return max(every, key=lambda made: made.proof().count("\n"))


@pytest.mark.parametrize("name", GAMES)
def test_lost_deals_have_refutations_that_are_accepted(name: str) -> None:
    for number in range(10):
        made = refutation(name, number)
        assert made.deal == sorted_deals(name)[1][number]
        judged = made.check()
        assert judged.answer is Answer.ACCEPTED
        assert judged.reason.startswith("the exact model has no solution: ")
        again = read(made.data())
        assert again == made and again.data() == made.data()
        assert made.name == f"refutation:{hashlib.sha256(made.data()).hexdigest()}"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("engine", usable_engines())
def test_every_engine_will_do(name: str, engine: str) -> None:
    deal = long_refutation(name).deal
    cnf = to_clauses(encode(facts_of(deal), Kind.EXACT).model)
    found = refute(cnf, engine=engine)
    assert found.proof is not None
    assert Refutation.of(deal, Kind.EXACT, found.proof).check().answer is Answer.ACCEPTED


@pytest.mark.parametrize("name", GAMES)
def test_encoder_and_checker_have_the_same_clauses_of_deals(name: str) -> None:
    won, lost = sorted_deals(name)
    for deal in [*won[:5], *lost[:5], Deal.from_seed(name, 1)]:
        model = encode(facts_of(deal), Kind.EXACT).model
        cnf = to_clauses(model)
        assert derive_clauses(model) == (cnf.size, cnf.clauses)


def test_other_checkers_can_be_given_both_files() -> None:
    """What is written for them is read back here, by other code."""
    good = long_refutation("fan")
    head, *lines = good.dimacs().splitlines()
    assert head == f"p cnf {good.variables} {good.clauses}"
    clauses = [tuple(map(int, line.split())) for line in lines]
    assert all(clause[-1] == 0 and 0 not in clause[:-1] for clause in clauses)
    plain = [clause[:-1] for clause in clauses]
    assert len(plain) == good.clauses
    assert check_lrat(good.variables, plain, good.proof()) == good.proof().count("\n")


def test_a_full_deal() -> None:
    made = solve(Deal.from_seed("la-belle-lucie", 1), method="cpsat", proof=True)
    assert made.verdict is Verdict.UNSOLVABLE
    assert made.certificate is not None
    assert made.certificate.check().answer is Answer.ACCEPTED
    assert len(made.certificate.data()) < 100_000


# Lies -------------------------------------------------------------------------------------------


def refused(data: bytes) -> str:
    """Give the reason for which a file is rejected, or fail."""
    try:
        certificate = read(data)
    except CertificateError as error:
        assert str(error).strip()
        return str(error)
    judged = certificate.check()
    assert judged.answer is Answer.REJECTED, f"{judged.answer}: {judged.reason}\n{data!r}"
    return judged.reason


def sealed(text: bytes, body: bytes) -> bytes:
    lines = re.sub(rb"(?m)^(seal|body): .*\n", b"", text) + b"body: %d\n" % len(body)
    return lines + b"seal: " + hashlib.sha256(lines + body).hexdigest().encode() + b"\n" + body


def packed(good: Refutation, proof: str) -> Refutation:
    return replace(good, packed=zlib.compress(proof.encode(), 9))


def lies(good: Refutation, other: Refutation, won: list[Deal]) -> Iterator[bytes]:
    """Alter what a refutation says, and seal it anew."""
    for field in ("variables", "clauses"):
        value = getattr(good, field)
        for wrong in (value + 1, value - 1, 0, 2 * value):
            yield replace(good, **{field: wrong}).data()
    for at in range(0, 64, 9):
        digit = "0" if good.fingerprint[at] != "0" else "f"
        changed = good.fingerprint[:at] + digit + good.fingerprint[at + 1 :]
        yield replace(good, fingerprint=changed).data()
    yield replace(good, model=Kind.OUTER).data()  # this deal has no outer model
    text, _, _ = good.data().rpartition(b"body: ")
    for old, new in (
        (rb"model: exact", b"model: inner"),
        (rb"model: exact", b"model: "),
        (rb"model: exact", b"model: EXACT"),
        (rb"verdict: unsolvable", b"verdict: solvable"),
        (rb"verdict: unsolvable", b"verdict: unknown"),
        (rb"proof: lrat zlib", b"proof: lrat"),
        (rb"proof: lrat zlib\n", b""),
        (rb"(model: exact\n)", rb"\1\1"),
        (rb"rules version: (\d+)", rb"rules version: 1\1"),
        (rb"certificate: refutation 1", b"certificate: refutation 2"),
        (rb"certificate: refutation 1", b"certificate: closed-set 1"),
        (rb"variables: ", b"variables: 0"),
        (rb"clauses: ", b"clauses: -"),
        (rb"fingerprint: .*", b"fingerprint: none"),
        (rb"seed: (\d+)", rb"seed: 1\1"),
        (rb"game: .*", b"game: patience"),
        (rb"game: .*", b"game: freecell"),
    ):
        altered = re.sub(old, new, text, count=1)
        assert altered != text, old
        yield sealed(altered, good.packed)
    for body in (b"", b"x", good.packed[:-1], good.packed + b"x", good.packed[1:], good.packed * 2):
        yield replace(good, packed=body).data()
    yield packed(good, "").data()
    yield packed(good, good.proof()[:-1]).data()
    yield packed(good, "\u0661 0 1 0\n").data()
    # Other deals, their own clauses told rightly: nothing but the proof can be found wanting.
    for deal in won:
        yield Refutation.of(deal, Kind.EXACT, good.proof()).data()
    yield Refutation.of(other.deal, Kind.EXACT, good.proof()).data()
    yield replace(good, deal=other.deal).data()


@pytest.mark.parametrize("name", GAMES)
def test_lies_are_rejected(name: str) -> None:
    good, other = long_refutation(name), refutation(name, 0)
    assert good.deal != other.deal
    altered = list(lies(good, other, sorted_deals(name)[0]))
    assert len(set(altered)) == len(altered) > 50
    reasons = {refused(data)[:20] for data in altered}
    assert len(reasons) > 12


@pytest.mark.parametrize("name", GAMES)
def test_damage_is_rejected(name: str) -> None:
    data, rng = refutation(name).data(), random.Random(name)
    for _ in range(60):
        at = rng.randrange(len(data))
        refused(data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :])
        refused(data[:at] or b"certificate: refutation 1\n")


@pytest.mark.parametrize("name", GAMES)
def test_steps_cannot_be_left_out(name: str) -> None:
    """Each step of a trimmed proof is needed, and so is each of its hints."""
    good, rng = long_refutation(name), random.Random(2)
    lines = good.proof().splitlines(keepends=True)
    assert len(lines) > 5
    for at in rng.sample(range(len(lines)), min(30, len(lines))):
        without = "".join(lines[:at] + lines[at + 1 :])
        assert packed(good, without).check().answer is Answer.REJECTED
        words = lines[at].split(" ")
        end = words.index("0")
        gone = rng.randrange(end + 1, len(words) - 1)
        shorter = " ".join(words[:gone] + words[gone + 1 :])
        changed = "".join([*lines[:at], shorter, *lines[at + 1 :]])
        assert packed(good, changed).check().answer is Answer.REJECTED


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_that_can_be_won_is_never_refuted(name: str) -> None:
    """Whatever proofs of other deals say of it, whole or damaged."""
    rng = random.Random(5)
    proofs = [refutation(name, number).proof() for number in range(6)]
    for deal in sorted_deals(name)[0][:5]:
        model = Refutation.of(deal, Kind.EXACT, proofs[0])
        for proof in proofs:
            lines = proof.splitlines(keepends=True)
            rng.shuffle(lines)
            for text in (proof, "".join(lines), proof[proof.find("\n") + 1 :]):
                assert packed(model, text).check().answer is Answer.REJECTED


# Bounds, failures, imports ------------------------------------------------------------------------


def test_the_checker_may_be_stopped() -> None:
    made = solve(Deal.from_seed("fan", 0), method="cpsat", proof=True).certificate
    assert isinstance(made, Refutation)
    for bounds, limit in (
        (Bounds(time_limit=1e-9), Limit.TIME),
        (Bounds(memory_limit=1000), Limit.MEMORY),
        (Bounds(watch=lambda lines: Limit.INTERRUPTED), Limit.INTERRUPTED),
    ):
        judged = made.check(bounds)
        assert (judged.answer, judged.limit) == (Answer.UNDECIDED, limit)
    with pytest.raises(DamagedError, match="unpacked"):
        replace(made, packed=b"no").proof()


def test_models_that_are_too_large_are_not_tried() -> None:
    small = encode(facts_of(long_refutation("fan").deal), Kind.EXACT).model
    count = len(to_clauses(small).clauses)
    assert len(to_clauses(small, count).clauses) == count
    with pytest.raises(TooLargeError, match="more than"):
        to_clauses(small, count - 1)
    huge = replace(refutation("fan"), clauses=10**11)
    assert huge.check().limit is Limit.MEMORY


def test_a_proof_that_swells_is_not_unpacked_whole() -> None:
    swelling = packed(refutation("fan"), "1 " * 3_000_000)
    assert len(swelling.data()) < 50_000
    judged = swelling.check(Bounds(memory_limit=8_000_000))
    assert (judged.answer, judged.limit) == (Answer.UNDECIDED, Limit.MEMORY)
    assert swelling.check().answer is Answer.REJECTED


def test_without_a_refutation_there_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = long_refutation("fan").deal

    def fails(*_: object, **__: object) -> None:
        raise EngineError("no luck")

    monkeypatch.setattr("cadogan.solver.cpsat.lrat.refute", fails)
    result = solve(deal, method="cpsat", proof=True)
    assert (result.verdict, result.limit) == (Verdict.UNKNOWN, Limit.UNCERTIFIED)
    result = solve(deal, method="cpsat", trust="status")
    assert result.verdict is Verdict.UNSOLVABLE and result.claimed


def test_the_command_checks_them(tmp_path: Path) -> None:
    good = refutation("la-belle-lucie")
    file = tmp_path / "lost.cert"
    good.save(file)
    found = CliRunner().invoke(main, ["check", str(file)])
    assert found.exit_code == 0, found.output
    assert found.output.startswith("accepted: the exact model has no solution")
    file.write_bytes(packed(good, "1 0 0\n").data())
    found = CliRunner().invoke(main, ["check", str(file)])
    assert found.exit_code == 20
    assert "rejected: line 1 of the refutation: " in found.output
    file.write_bytes(good.data()[:-1])
    found = CliRunner().invoke(main, ["check", str(file)])
    assert found.exit_code == 20 and "the body has" in found.output


def test_checking_loads_no_search_and_no_engine(tmp_path: Path) -> None:
    refutation("fan").save(tmp_path / "lost.cert")
    code = (
        "import sys; from cadogan.solver.proof import load\n"
        f"print(load({str(tmp_path / 'lost.cert')!r}).check().answer.value)\n"
        "print([m for m in sys.modules if m.startswith(('cadogan.solver.search', "
        "'cadogan.solver.cpsat', 'ortools', 'pysat', 'pysolvers', 'pandas'))])\n"
    )
    assert run_python(code).split("\n")[:2] == ["accepted", "[]"]


def test_models_are_the_same_in_every_process() -> None:
    """A checker somewhere else must derive the same clauses: no order may be one of hashes."""
    code = (
        "from support import small_games\n"
        "from cadogan import Deal, UnsupportedError, game_names\n"
        "from cadogan.solver.encoding.compiling import encode, facts_of, kinds_of\n"
        "for name in game_names():\n"
        "    for game in small_games(name):\n"
        "        for options in ({}, {'redeals': 0}, {'deals': 1}):\n"
        "            if not options.keys() <= game.chosen.keys(): continue\n"
        "            deal = Deal.from_seed(game.with_options(**options), 1)\n"
        "            try: facts = facts_of(deal)\n"
        "            except UnsupportedError: continue\n"
        "            for kind in kinds_of(facts):\n"
        "                print(name, kind, encode(facts, kind).model.digest())\n"
    )
    one = run_python(code, PYTHONHASHSEED="1")
    assert one == run_python(code, PYTHONHASHSEED="2")
    assert len({line.split()[0] for line in one.splitlines()}) > 8


@pytest.mark.parametrize("package", ["proof", "encoding"])
def test_what_is_trusted_imports_nothing_that_is_not(package: str) -> None:
    forbidden = ["search", "cpsat"] + ["proof"] * (package == "encoding")
    modules = sorted((SOURCE / package).rglob("*.py"))
    assert len(modules) > 3
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [f"{node.module}.{alias.name}" for alias in node.names]
                if isinstance(node, ast.ImportFrom)
                else [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else []
            )
            for name in names:
                assert not name.startswith(("ortools", "pysat", "pysolvers")), path
                assert not any(name.startswith(f"cadogan.solver.{f}") for f in forbidden), path
