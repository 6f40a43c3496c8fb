"""Certificates that say what is not so: every one must be rejected, however it was altered.

Damage is found by the seal. A liar seals anew, so most alterations here do that too, and what
rejects them is the checker.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from support import small_games

from cadogan import Deal, Verdict, game_names, solve
from cadogan.solver.proof import Answer, Bounds, Certificate, CertificateError, DamagedError, read
from cadogan.solver.proof.closed_set import ClosedSet
from cadogan.solver.proof.exploring import explore

CORPUS = Path(__file__).resolve().parent / "data" / "certificates"
#: How many altered certificates there must be in all; each game has half as many.
LEAST = 200
every_game = pytest.mark.parametrize("name", game_names())


def sealed(text: bytes, body: bytes = b"") -> bytes:
    """Seal lines (an old seal is dropped)."""
    lines = re.sub(rb"(?m)^(seal|body): .*\n", b"", text)
    lines += b"body: %d\n" % len(body)
    return lines + b"seal: " + hashlib.sha256(lines + body).hexdigest().encode() + b"\n" + body


def refused(data: bytes) -> str:
    """Give the reason for which a file is rejected, or fail."""
    try:
        certificate = read(data)
    except CertificateError as error:
        assert str(error).strip()
        return str(error)
    judged = certificate.check(Bounds(state_limit=500_000))
    assert judged.answer is Answer.REJECTED, f"{judged.answer}: {judged.reason}\n{data!r}"
    assert judged.reason.strip()
    return judged.reason


@cache
def lost_deals(name: str) -> list[Deal]:
    """Choose small deals without a win, each with a few positions at least."""
    found = []
    for seed in range(60):
        for game in small_games(name):
            deal = Deal.from_seed(game, seed)
            explored = explore(deal, bounds=Bounds(state_limit=3_000))
            if explored.closed and explored.positions > 2:
                found.append(deal)
    return found


@cache
def closed_set(name: str) -> ClosedSet:
    made = ClosedSet.make(lost_deals(name)[0])
    assert isinstance(made, ClosedSet)
    return made


@cache
def winning(name: str) -> Certificate:
    """Choose a small deal that is won in three moves at least."""
    for seed in range(200):
        for game in small_games(name):
            made = solve(Deal.from_seed(game, seed), state_limit=3_000, proof=True)
            if made.verdict is Verdict.SOLVABLE and len(made.moves or ()) > 2:
                assert made.certificate is not None
                return made.certificate
    raise AssertionError(f"no small deal of {name} is won")


# Alterations ------------------------------------------------------------------------------------


def damaged(data: bytes, rng: random.Random) -> Iterator[bytes]:
    """Damage a file here and there, as disks and mail programs do."""
    for _ in range(8):
        at = rng.randrange(len(data))
        yield data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    for _ in range(4):
        yield data[: rng.randrange(len(data))]
    lines = data.splitlines(keepends=True)
    for _ in range(4):
        at = rng.randrange(len(lines))
        yield b"".join(lines[:at] + lines[at + 1 :])
        yield b"".join([*lines[: at + 1], *lines[at:]])
    yield data + b"\n"
    yield data + data
    yield data.replace(b"\n", b"\r\n")
    yield b"\xef\xbb\xbf" + data
    yield data.replace(b"seal: ", b"seal: 0")


def lies(good: ClosedSet, other: ClosedSet) -> Iterator[bytes]:
    """Alter what a closed set claims, and seal it anew."""
    for field in ("positions", "proved_lost", "moves", "distance"):
        value = getattr(good, field)
        for wrong in {value + 1, value - 1, 2 * value, 0, 10**17} - {value}:
            if wrong >= 0:
                yield replace(good, **{field: wrong}).data()
    for at in (0, 15, 31):
        digit = "0" if good.members[at] != "0" else "f"
        yield replace(good, members=good.members[:at] + digit + good.members[at + 1 :]).data()
    for lemma in ("", "dead", "suit-order 1", "one-of-each 2", "NONE"):
        yield replace(good, lemma=lemma).data()
    for merged in ("", "nothing", f"{good.merged}, order of stock"):
        yield replace(good, merged=merged).data()
    data = good.data()
    for old, new in (
        (rb"verdict: unsolvable", b"verdict: solvable"),
        (rb"verdict: unsolvable", b"verdict: unknown"),
        (rb"rules version: (\d+)", rb"rules version: 1\1"),
        (rb"rules version: (\d+)", rb"rules version: -\1"),
        (rb"certificate: closed-set 1", b"certificate: closed-set 0"),
        (rb"certificate: closed-set 1", b"certificate: closed-set 01"),
        (rb"certificate: closed-set 1", b"certificate: solution 1"),
        (rb"positions: ", b"positions: 0"),
        (rb"positions: ", b"positions: +"),
        (rb"digest: ", b"digest: 0"),
        (rb"distance: .*\n", b""),
        (rb"lemma: none\n", b""),
        (rb"(lemma: none\n)", rb"\1\1"),
        (rb"lemma: none\n", b"note: trust me\nlemma: none\n"),
        (rb"(dealer: .*\n)", b""),
        (rb"seed: (\d+)", rb"seed: 1\1"),
        (rb"seed: .*", b"seed: x"),
        (rb"dealer: cadogan", b"dealer: nobody"),
        (rb"game: .*", b"game: patience"),
        (rb"\n", b" # a remark\n"),
    ):
        altered = re.sub(old, new, data, count=1)
        assert altered != data, old
        yield sealed(altered)
    yield sealed(data, b"more")
    lines = data.splitlines(keepends=True)
    for at in range(1, len(lines) - 3, 2):
        yield sealed(b"".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))
    # The claims of one deal about another.
    yield replace(good, deal=other.deal).data()
    yield replace(other, deal=good.deal).data()


def mismatched(good: ClosedSet, name: str) -> Iterator[bytes]:
    """Put the claims on other deals: cards changed places, options differ, a win is there."""
    data, rng = good.data(), random.Random(name)
    spots = [match.span() for match in re.finditer(rb"\b[A2-9TJQK][CDHS]\b", data)]
    for _ in range(12):
        (a, b), (c, d) = sorted(rng.sample(spots, 2))
        if data[a:b] != data[c:d]:
            swapped = data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]
            yield sealed(re.sub(rb"(?m)^(dealer|seed): .*\n", b"", swapped))
            yield sealed(swapped)  # the number deals other cards now
            yield sealed(data[:a] + data[c:d] + data[b:])  # a card twice, one missing
    yield replace(good, deal=winning(name).deal).data()
    for deal in lost_deals(name)[1:4]:
        yield replace(good, deal=deal).data()


def broken_lines(good: Certificate, rng: random.Random) -> Iterator[bytes]:
    """Alter a solution: leave out moves, double them, exchange them, put them on another deal."""
    text = good.data().decode()
    head, moves = text[: text.index("moves: ")], re.findall(r"moves: (.*)", text)
    listed = [move.strip() for line in moves for move in line.split(",") if move.strip()]
    assert len(listed) > 2
    yield (head + f"moves: {', '.join(listed[:-1])}\n").encode()
    yield (head + f"moves: {', '.join(listed[1:])}\n").encode()
    yield (head + f"moves: {', '.join([*listed, listed[-1]])}\n").encode()
    yield head.encode() + b"moves: \n"
    yield (head + f"moves: {', '.join(['nonsense', *listed[1:]])}\n").encode()
    yield text.replace("verdict: solvable", "verdict: unsolvable").encode()
    yield text.replace("verdict: solvable", "verdict: maybe").encode()
    yield re.sub(r"seed: (\d+)", r"seed: 1\1", text).encode()
    yield text[: rng.randrange(10, len(head))].encode()


def is_true_after_all(data: bytes) -> bool:
    """Say whether an altered closed set happens to say what is so: an honest maker writes it."""
    try:
        certificate = read(data)
    except CertificateError:
        return False
    if not isinstance(certificate, ClosedSet) or certificate.lemma != "none":
        return False
    found = explore(certificate.deal, bounds=Bounds(state_limit=5_000))
    told = certificate.positions, certificate.moves, certificate.distance, certificate.members
    return found.closed and told == (found.positions, found.moves, found.distance, found.digest)


@every_game
def test_altered_certificates_are_rejected(name: str) -> None:
    rng = random.Random(name)
    good = closed_set(name)
    assert good.check().answer is Answer.ACCEPTED
    other = ClosedSet.make(lost_deals(name)[-1])
    assert isinstance(other, ClosedSet) and other.members != good.members
    altered = {
        *damaged(good.data(), rng),
        *lies(good, other),
        *mismatched(good, name),
        *broken_lines(winning(name), rng),
    } - {good.data(), winning(name).data()}
    true = [data for data in altered if is_true_after_all(data)]
    # Cards that count alike, or that are never reached, may change places.
    assert len(true) <= len(altered) / 10, "hardly an alteration should be true of another deal"
    for data in altered - set(true):
        refused(data)
    print(f"{name}: {len(altered) - len(true)} altered certificates rejected")
    assert len(altered) - len(true) >= LEAST / 2


def test_reasons_tell_what_is_wrong() -> None:
    good = closed_set("freecell")
    more = replace(good, positions=good.positions + 1)
    said = refused(more.data())
    assert said == f"{more.positions:,} positions are claimed, and there are {good.positions:,}"
    fewer = replace(good, positions=good.positions - 1)
    assert "more than the" in refused(fewer.data())
    assert "digest" in refused(replace(good, members="0" * 32).data())
    won = replace(good, deal=winning("freecell").deal, positions=10**6)
    assert "a won position was reached" in refused(won.data())
    assert "no lemma called 'dead'" in refused(replace(good, lemma="dead").data())
    assert "the seal is broken" in refused(good.data().replace(b"lemma: none", b"lemma: nine"))
    assert "there is no seal" in refused(good.data()[:-5])
    assert "version 11 of the rules" in refused(
        sealed(good.data().replace(b"rules version: 1", b"rules version: 11"))
    )


def test_a_resealed_good_certificate_is_still_good() -> None:
    """What the tests above alter is not rejected for the way in which it was sealed."""
    good = closed_set("freecell").data()
    assert sealed(good) == good
    assert read(sealed(good)).check().answer is Answer.ACCEPTED


# The corpus -------------------------------------------------------------------------------------


def corpus() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads((CORPUS / "expected.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", corpus())
def test_corpus(name: str) -> None:
    answer, reason = corpus()[name]
    data = (CORPUS / name).read_bytes()
    if answer == "accepted":
        judged = read(data).check()
        assert (judged.answer, judged.reason) == (Answer.ACCEPTED, reason)
        return
    if answer == "unreadable":
        with pytest.raises(CertificateError) as caught:
            read(data)
        assert type(caught.value) is not DamagedError
        assert reason in str(caught.value)
        return
    assert reason in refused(data)


def test_the_corpus_is_complete() -> None:
    files = {path.name for path in CORPUS.iterdir()} - {"expected.json", "README.md"}
    assert files == set(corpus())
    answers = [answer for answer, _ in corpus().values()]
    assert answers.count("rejected") >= 12 and answers.count("accepted") >= 4
