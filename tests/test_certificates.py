"""Certificates: made for every verdict, read back as written, accepted, and told in results."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from support import run_python, small_games
from test_facts import laid_out, truth
from test_puzzles import ALL, named
from test_puzzles import read as puzzle_of

from cadogan import Deal, Limit, Result, Verdict, game_names, get_game, solve
from cadogan.games.cards import Pack
from cadogan.solver.cli import main
from cadogan.solver.proof import (
    Answer,
    Bounds,
    Certificate,
    CertificateError,
    Judgement,
    load,
    read,
)
from cadogan.solver.proof.closed_set import ClosedSet
from cadogan.solver.proof.kinds import KINDS, kind_class
from cadogan.solver.proof.winning_line import WinningLine
from cadogan.solver.schema import read_record

LOST = [path for path in ALL if puzzle_of(path).verdict is Verdict.UNSOLVABLE]
WON = [path for path in ALL if puzzle_of(path).verdict is Verdict.SOLVABLE]
MOST = 1_500_000


def small_lost() -> Deal:
    game = get_game("freecell").with_options(cells=0, columns=4)
    return Deal.from_seed(game.with_pack(Pack(suits="CD", ranks=5)), 4)


def small_won() -> Deal:
    game = get_game("freecell").with_options(cells=0, columns=4)
    return Deal.from_seed(game.with_pack(Pack(suits="CD", ranks=5)), 1)


def proved(deal: Deal, **more: Any) -> Certificate:
    certificate = solve(deal, proof=True, **more).certificate
    assert certificate is not None
    return certificate


def accepted(certificate: Certificate) -> Judgement:
    """Read a certificate back, hold it to what all kinds promise, and have it accepted."""
    again = read(certificate.data())
    assert again == certificate
    assert again.data() == certificate.data()
    assert (again.digest, again.name) == (certificate.digest, f"{again.kind}:{again.digest}")
    judged = again.check()
    assert judged.answer is Answer.ACCEPTED, judged.reason
    return judged


# Every verdict gets one -------------------------------------------------------------------------


@pytest.mark.native
@pytest.mark.parametrize("path", LOST, ids=named)
def test_every_unsolvable_puzzle_has_a_certificate(path: Path) -> None:
    made = ClosedSet.make(puzzle_of(path).deal, Bounds(state_limit=MOST))
    assert isinstance(made, ClosedSet)
    accepted(made)
    assert len(made.data()) < 3_000


@pytest.mark.native
@pytest.mark.parametrize("entry", truth(), ids=lambda entry: f"{entry['game']}-{entry['seed']}")
def test_every_fact_has_a_certificate(entry: dict[str, Any]) -> None:
    result = solve(laid_out(entry), state_limit=5_000_000, proof=True)
    assert result.verdict.value == entry["verdict"]
    assert result.certificate is not None
    accepted(result.certificate)


@pytest.mark.native
def test_freecell_11982() -> None:
    made = proved(Deal.from_seed("freecell", "ms:11982"))
    assert isinstance(made, ClosedSet)
    assert (made.positions, made.lemma) == (83_239, "none")
    assert accepted(made).reason == "cannot be won: play stays within 83,239 positions"


@pytest.mark.parametrize("path", WON[::9], ids=named)
def test_solution_files_are_certificates(path: Path) -> None:
    certificate = load(path)
    assert isinstance(certificate, WinningLine)
    assert accepted(certificate).reason.startswith("won in ")


@pytest.mark.parametrize("name", game_names())
def test_small_deals_of_every_game(name: str) -> None:
    seen = set()
    for seed in range(40):
        deal = Deal.from_seed(small_games(name)[seed % 2], seed)
        result = solve(deal, "dfs", state_limit=2_000, proof=True)
        if result.verdict not in seen and result.certificate is not None:
            seen.add(result.verdict)
            assert result.certificate.verdict is result.verdict
            accepted(result.certificate)
        if len(seen) == 2:
            return
    assert Verdict.UNSOLVABLE in seen, f"no small deal of {name} was proved unsolvable"


def test_lemmas_are_named_where_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cadogan.solver.proof.closed_set.WITHOUT_LEMMA", 50)
    deal = puzzle_of(next(p for p in LOST if named(p) == "wheel/small-2-lost")).deal
    made = ClosedSet.make(deal)
    assert isinstance(made, ClosedSet)
    assert made.lemma == "one-of-each 1" and made.proved_lost > 0
    assert f"({made.proved_lost} of them lost by one-of-each 1)" in accepted(made).reason
    lied = replace(made, lemma="none")
    assert lied.check().answer is Answer.REJECTED


# What results say of them -----------------------------------------------------------------------


def test_none_unless_asked_for() -> None:
    for deal in (small_lost(), small_won()):
        assert solve(deal).certificate is None
        assert solve(deal, proof=True).certificate is not None


def test_unknown_has_none() -> None:
    result = solve(Deal.from_seed("napoleons-square", 1), "dfs", state_limit=100, proof=True)
    assert (result.verdict, result.certificate) == (Verdict.UNKNOWN, None)


@pytest.mark.parametrize(
    ("hit", "limit"),
    [({"state_limit": 300}, Limit.STATES), ({"memory_limit": 10**5}, Limit.MEMORY)],
)
def test_a_limit_in_making_one_is_told(hit: dict[str, int], limit: Limit) -> None:
    """The verdict stands, since the search was exhaustive; the caller is told what is missing."""
    deal = puzzle_of(next(p for p in LOST if named(p) == "shah/small-3-lost")).deal
    result = solve(deal, "dfs", proof=True, **hit)
    assert (result.verdict, result.certificate) == (Verdict.UNSOLVABLE, None)
    assert result.uncertified is limit
    assert result.to_json()["certificate"] is None


def test_a_search_that_is_wrong_is_found_out() -> None:
    with pytest.raises(RuntimeError, match="the checker reaches a won position"):
        ClosedSet.make(small_won())


def test_results_hold_certificates_of_their_own_verdict_only() -> None:
    lost, won = small_lost(), small_won()
    closed, line = proved(lost), proved(won)
    usual: dict[str, Any] = {"method": "dfs", "exhaustive": True}
    Result(lost, Verdict.UNSOLVABLE, **usual, certificate=closed)
    Result(lost, Verdict.UNSOLVABLE, **usual, uncertified=Limit.TIME)
    for deal, verdict, more in (
        (won, Verdict.UNSOLVABLE, {**usual, "certificate": closed}),
        (won, Verdict.UNSOLVABLE, {**usual, "certificate": line}),
        (lost, Verdict.UNKNOWN, {"method": "dfs", "limit": Limit.TIME, "certificate": closed}),
        (lost, Verdict.UNSOLVABLE, {**usual, "certificate": closed, "uncertified": Limit.TIME}),
        (lost, Verdict.UNKNOWN, {"method": "dfs", "limit": Limit.TIME, "uncertified": Limit.TIME}),
    ):
        with pytest.raises(ValueError, match=r"certificate"):
            Result(deal, verdict, **more)


def test_records_name_them() -> None:
    for deal in (small_lost(), small_won()):
        result = solve(deal, proof=True)
        assert result.certificate is not None
        fields = result.to_json()
        assert fields["certificate"] == f"{result.certificate.kind}:{result.certificate.digest}"
        assert read_record(json.dumps(fields)).deal == deal


def test_answers_and_judgements_have_no_truth_value() -> None:
    judged = proved(small_lost()).check()
    for value in (judged, judged.answer):
        with pytest.raises(TypeError):
            bool(value)
    with pytest.raises(ValueError, match="a limit belongs to UNDECIDED"):
        Judgement(Answer.UNDECIDED, "no reason")
    with pytest.raises(ValueError, match="a limit belongs to UNDECIDED"):
        Judgement(Answer.ACCEPTED, "no reason", Limit.TIME)


@pytest.mark.parametrize("bounds", [Bounds(memory_limit=10**4), Bounds(state_limit=50)])
def test_a_checker_that_may_not_finish_says_so(bounds: Bounds) -> None:
    deal = puzzle_of(next(p for p in LOST if named(p) == "shah/small-3-lost")).deal
    judged = proved(deal).check(bounds)
    assert judged.answer is Answer.UNDECIDED
    assert judged.limit in (Limit.MEMORY, Limit.STATES)


# Files and kinds --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_keep_the_interface(kind: str) -> None:
    known = kind_class(kind)
    assert known.kind == kind
    assert known.version >= 1
    assert known.verdict in (Verdict.SOLVABLE, Verdict.UNSOLVABLE)


def test_save_and_load(tmp_path: Path) -> None:
    for deal in (small_lost(), small_won()):
        certificate = proved(deal)
        certificate.save(tmp_path / "file")
        assert load(tmp_path / "file") == certificate
        assert [path.name for path in tmp_path.iterdir()] == ["file"]
    with pytest.raises(OSError):
        certificate.save(tmp_path / "none" / "file")
    with pytest.raises(OSError):
        load(tmp_path / "none")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (b"closed-set 1", b"closed-set 2", "version 2 of the kind closed-set, and this Cadogan"),
        (b"closed-set 1", b"open-set 1", "no kind of certificate is called 'open-set'"),
    ],
)
def test_what_cannot_be_judged_is_no_rejection(old: bytes, new: bytes, message: str) -> None:
    with pytest.raises(CertificateError, match=message) as caught:
        read(proved(small_lost()).data().replace(old, new))
    assert type(caught.value) is CertificateError


def test_deals_without_a_number() -> None:
    deal = replace(small_lost(), dealer=None, seed=None)
    made = proved(deal)
    assert b"seed:" not in made.data()
    accepted(made)


@pytest.mark.native
def test_certificates_are_the_same_however_they_are_made() -> None:
    deal = small_lost()
    made = {
        proved(deal, method=method, reductions=reductions).data()
        for method in ("dfs", "auto")
        for reductions in (False, True)
    }
    assert len(made) == 1
    code = (
        "import sys; from cadogan.solver.proof import load\n"
        "from cadogan.solver.proof.closed_set import ClosedSet\n"
        "c = load(sys.argv[1]); print(ClosedSet.make(c.deal) == c, c.check().answer.value)"
    )
    path = Path(__file__).parent / "data" / "certificates" / "good-freecell.txt"
    assert run_python(code, str(path), NUMBA_DISABLE_JIT="1") == "True accepted\n"


# Command line -----------------------------------------------------------------------------------


def run(*words: str, status: int = 0) -> Any:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == status, done.output
    return done


LOST_WORDS = "freecell --seed 4 --suits CD --ranks 5 --option cells=0 --option columns=4".split()
WON_WORDS = "freecell --seed 1 --suits CD --ranks 5 --option cells=0 --option columns=4".split()


def test_one_command_checks_all_kinds(tmp_path: Path) -> None:
    file = str(tmp_path / "proof")
    run("solve", *LOST_WORDS, "--quiet", "--proof", file, status=20)
    assert run("check", file).stdout == "accepted: cannot be won: play stays within 4 positions\n"
    found = json.loads(run("check", file, "freecell", "--json").stdout)
    assert (found["kind"], found["answer"]) == ("closed-set", "accepted")
    assert "not of two-rings" in run("check", file, "two-rings", status=2).stderr
    run("solve", *WON_WORDS, "--quiet", "--proof", file)
    assert run("check", file).stdout.startswith("accepted: won in ")
    assert load(file).kind == "solution"


def test_check_has_a_status_for_each_answer(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    run("solve", *LOST_WORDS, "--quiet", "--proof", str(file), status=20)
    assert run("check", str(file), "--memory-limit", "1", status=30).stdout.startswith("undecided")
    good = file.read_bytes()
    file.write_bytes(good[:-9])
    assert run("check", str(file), status=20).stdout.startswith("rejected: there is no seal")
    file.write_bytes(good.replace(b"closed-set 1", b"closed-set 9"))
    assert "unreadable: this is version 9" in run("check", str(file), status=2).stderr


def test_solve_says_when_there_is_no_certificate(tmp_path: Path) -> None:
    file = tmp_path / "proof"
    words = ["solve", "napoleons-square", "--seed", "1", "--quiet", "--proof", str(file)]
    done = run(*words, "--state-limit", "100", status=30)
    assert "was not written: the verdict is unknown" in done.stderr
    puzzle = next(path for path in LOST if named(path) == "shah/small-3-lost")
    words = ["solve", "shah", str(puzzle), "--quiet", "--proof", str(file)]
    done = run(*words, "--state-limit", "300", "--method", "dfs", status=20)
    assert "the search was exhaustive, but in exploring once more the state limit" in done.stderr
    assert not file.exists()


def test_solve_refuses_a_place_where_nothing_can_be_written(tmp_path: Path) -> None:
    words = ["solve", *LOST_WORDS, "--proof"]
    assert "--proof" in run(*words, str(tmp_path), status=2).stderr
    assert "there is no directory" in run(*words, str(tmp_path / "a" / "b"), status=2).stderr
