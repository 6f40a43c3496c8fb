"""CP-SAT's verdicts on small deals beside those of exhaustive search.

``CADOGAN_CPSAT_DEALS`` says how many deals a game (``make cpsat-cross-check`` takes 500).
"""

from __future__ import annotations

import os
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import cycle

import pytest
from event_models import belle_lucie
from support import SIZE, run_python, small_games

from cadogan import (
    Deal,
    Limit,
    Result,
    UnsupportedError,
    Verdict,
    check,
    game_names,
    get_game,
    solve,
)
from cadogan.games.cards import Pack
from cadogan.games.errors import DealError
from cadogan.games.facts import Facts
from cadogan.games.game import Game
from cadogan.solver.cpsat import deciding, engine
from cadogan.solver.encoding.compiling import encode, facts_of, kinds_of
from cadogan.solver.encoding.encoding import Encoding, Kind
from cadogan.solver.encoding.model import Before, Clause, Model
from cadogan.solver.proof.certificate import Answer

pytest.importorskip("ortools")

#: Small deals a game.
DEALS = int(os.environ.get("CADOGAN_CPSAT_DEALS", max(6, round(24 * SIZE))))
#: For tests that must find a wrong model out: never fewer than show the fault.
TELLING_DEALS = max(24, DEALS)
#: Positions that search stores at most for its verdict; larger deals are passed over.
MOST = 300_000
#: Games whose models are exact, and those that at times decide nothing.
EXACT = ("black-hole", "fan", "la-belle-lucie", "mill", "two-rings", "wheel")
RELAXED = (
    "congress",
    "four-corners",
    "hemispheres",
    "louis",
    "napoleons-square",
    "nation",
    "shah",
)
#: The answers that leave a deal open without a limit that was hit.
OPEN = (Limit.RELAXATION_FEASIBLE, Limit.NONE_WITHIN_K)

each_game = pytest.mark.parametrize("name", (*EXACT, *RELAXED))


def test_every_game_has_its_models_or_none() -> None:
    assert sorted((*EXACT, *RELAXED, "freecell")) == game_names()


@cache
def encodable(name: str) -> tuple[Game, ...]:
    """List a game's small settings, in their last deal."""
    found: dict[Game, None] = {}
    for game in small_games(name):
        for option, value in (("redeals", 0), ("deals", 1)):
            if option in game.chosen and name != "two-rings":
                game = game.with_options(**{option: value})
        found[game] = None
    return tuple(found)


def positions(name: str) -> Iterator[Deal]:
    """Give small deals, and positions from random play of some of them."""
    games, rng = encodable(name), random.Random(name)
    seed = 0
    while True:
        seed += 1
        deal = Deal.from_seed(games[seed % len(games)], seed)
        plies = rng.randrange(1, 12) if seed % 3 == 0 or name == "congress" else 0
        position = deal.position()
        while (plies > 0 or not is_encodable(Deal(deal.game, position.piles()))) and (
            moves := position.moves()
        ):
            position = position.play(rng.choice(moves))
            plies -= 1
        later = Deal(deal.game, position.piles())
        if is_encodable(later):
            yield later if plies < 0 or seed % 3 == 0 or name == "congress" else deal


def is_encodable(deal: Deal) -> bool:
    try:
        facts_of(deal)
    except (UnsupportedError, DealError):
        return False
    return True


@cache
def judged(name: str, count: int) -> tuple[tuple[Deal, Verdict], ...]:
    """Give positions with the verdicts of exhaustive search."""
    found: list[tuple[Deal, Verdict]] = []
    for deal in positions(name):
        verdict = solve(deal, "dfs", state_limit=MOST).verdict
        if verdict is not Verdict.UNKNOWN:
            found.append((deal, verdict))
        if len(found) == count:
            break
    return tuple(found)


def agrees(result: Result, verdict: Verdict) -> bool:
    """Say whether CP-SAT says the same as search, or nothing."""
    return result.verdict is verdict or (
        result.verdict is Verdict.UNKNOWN and result.limit in OPEN
    )


@each_game
def test_verdicts_are_those_of_search(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "MOST_MOVES", 1)  # with more it takes long: see test_stays.py
    tally: Counter[tuple[Verdict, Verdict]] = Counter()
    for deal, verdict in judged(name, DEALS):
        result = solve(deal, "cpsat", trust="status")
        assert agrees(result, verdict), deal.text()
        tally[verdict, result.verdict] += 1
        if result.moves is not None:
            assert check(deal, result.moves).ok
        if Kind.EXACT in kinds_of(facts_of(deal)):
            assert result.verdict is verdict
    if name in EXACT and SIZE >= 1:
        assert tally[Verdict.SOLVABLE, Verdict.SOLVABLE] > 0
        assert tally[Verdict.UNSOLVABLE, Verdict.UNSOLVABLE] > 0


# Wrong models -----------------------------------------------------------------------------------


Mutation = Callable[[Model], None]


def flip_one(model: Model) -> None:
    """Turn one precedence round, the middle one of those that always hold, if there are any."""
    always = [
        place
        for place, one in enumerate(model.constraints)
        if isinstance(one, Before) and not one.conditions
    ]
    if not always:
        return
    place = always[len(always) // 2]
    one = model.constraints[place]
    assert isinstance(one, Before)
    model.constraints[place] = Before(one.second, one.first)


def forbid_moves(model: Model) -> None:
    """Let cards go nowhere but home."""
    for truth in model.truths:
        if truth.name.endswith(" moves"):
            model.clause(-truth.literal)


def drop_conditional(model: Model) -> None:
    """Leave out all precedences that depend on what is done."""
    model.constraints[:] = [
        one for one in model.constraints if not (isinstance(one, Before) and one.conditions)
    ]


def drop_clauses(model: Model) -> None:
    """Leave out every second clause."""
    clauses = [one for one in model.constraints if isinstance(one, Clause)]
    dropped = {id(one) for one in clauses[::2]}
    model.constraints[:] = [one for one in model.constraints if id(one) not in dropped]


def is_found_out(
    deals: Iterable[tuple[Deal, Verdict]], mutate: Mutation, monkeypatch: pytest.MonkeyPatch
) -> bool:
    """Say whether a wrong model disagrees with search, or gives lines that cannot be followed."""

    def wrong(facts: Facts, kind: Kind, moves: int) -> Encoding:
        encoding = encode(facts, kind, moves)
        mutate(encoding.model)
        return encoding

    monkeypatch.setattr(deciding, "encode", wrong)
    for deal, verdict in deals:
        try:
            result = solve(deal, "cpsat", trust="status")
        except RuntimeError as error:
            assert "internal error" in str(error)
            return True
        if not agrees(result, verdict):
            return True
    return False


# The others are too weak relaxations for one precedence to show, or have none that always holds.
@pytest.mark.parametrize(
    "name", [n for n in (*EXACT, *RELAXED) if n not in ("hemispheres", "shah", "wheel")]
)
def test_precedences_turned_round_are_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_found_out(judged(name, TELLING_DEALS), flip_one, monkeypatch)


@pytest.mark.parametrize("name", ["hemispheres", "shah"])
def test_a_rule_too_many_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_found_out(judged(name, TELLING_DEALS), forbid_moves, monkeypatch)


@pytest.mark.parametrize("name", EXACT)
def test_a_rule_left_out_of_an_exact_model_is_found_out(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutate = drop_clauses if name in ("wheel", "black-hole") else drop_conditional
    assert is_found_out(judged(name, TELLING_DEALS), mutate, monkeypatch)


def shown(model: Model) -> dict[int, str]:
    """Give the truths that say which values are free before a row, by their literals."""
    pattern = re.compile(r"(\d+) is free before row \d+")
    named = ((truth.literal, pattern.fullmatch(truth.name)) for truth in model.truths)
    return {literal: match[1] for literal, match in named if match}


def never_wait(model: Model) -> None:
    """Let rows be dealt while groups are free."""
    free = {-literal for literal in shown(model)}
    model.constraints[:] = [
        one
        for one in model.constraints
        if not (isinstance(one, Clause) and free.issuperset(one.literals))
    ]


def wait_for_groups_of_a_won_game(model: Model) -> None:
    """Let rows be dealt while 3-6-9 or 5-6-7 is free."""
    values = shown(model)
    model.constraints[:] = [
        one
        for one in model.constraints
        if not isinstance(one, Clause)
        or {values.get(-literal) for literal in one.literals}
        not in ({"3", "6", "9", "11"}, {"5", "6", "7", "11"})
    ]


def wait_for_court_cards(model: Model) -> None:
    """Let no row be dealt while a court card is free, with a group or without."""
    for literal, value in shown(model).items():
        if value == "11":
            model.clause(-literal)


def see_through(model: Model) -> None:
    """Take cards for free when they still lie there, whatever lies on them."""
    told = {truth.literal for truth in model.truths if "e before row " in truth.name}
    gone = {truth.literal for truth in model.truths if " leaves before row " in truth.name}
    for place, one in enumerate(model.constraints):
        if isinstance(one, Clause) and told.intersection(one.literals[-1:]):
            kept = [literal for literal in one.literals if -literal not in gone]
            model.constraints[place] = Clause(tuple(kept))


def waiting_wheels(count: int) -> Iterator[tuple[Deal, Verdict]]:
    """Give forced deals, with their verdicts, many of which need rows or are lost by the force."""
    for seed, (suits, packets) in zip(range(count), cycle([("CDH", 9), ("CD", 8), ("CD", 9)])):
        game = get_game("wheel").with_options(pack=Pack(1, suits, 13), combine="forced")
        deal = Deal.from_seed(game.with_options(packets=packets), seed)
        yield deal, solve(deal, "dfs").verdict


@pytest.mark.parametrize("mutate", [never_wait, wait_for_court_cards, see_through])
def test_a_wrong_rule_of_waiting_is_found_out(
    mutate: Mutation, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_found_out(waiting_wheels(TELLING_DEALS), mutate, monkeypatch)


def test_forced_wheels_are_decided() -> None:
    seen: Counter[tuple[Verdict, Verdict]] = Counter()
    for deal, verdict in waiting_wheels(TELLING_DEALS):
        result = solve(deal, "cpsat", trust="status")
        assert result.verdict is verdict, deal.text()
        free = Deal(deal.game.with_options(combine="free"), deal.piles)
        seen[solve(free, "dfs").verdict, verdict] += 1
    assert seen[Verdict.SOLVABLE, Verdict.SOLVABLE] > 0
    assert seen[Verdict.SOLVABLE, Verdict.UNSOLVABLE] > 0  # what the force loses


@pytest.mark.parametrize("values", [(3, 6, 9), (5, 6, 7)])
def test_groups_that_lose_must_be_made_in_the_forced_game(
    values: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No won game has them; but a row must wait for them as for others."""
    stock, packets = {
        (3, 6, 9): (
            "JD 8D 4D 4C QC 8C 2C 6D 5C KC TD 5D 3D 7D 2D", "TC JC QD 3C 9C 7C 6C KD 9D",
        ),
        (5, 6, 7): (
            "TC 2D 6C QD 5D JC 8C 7C 9D 9C TD 3C JD 2C QC KD 8D", "4C 6D KC 3D 7D 5C 4D",
        ),
    }[values]  # fmt: skip
    lying = [f"packet {i}: {card}\n" for i, card in enumerate(packets.split(), 1)]
    text = (
        "game: wheel\noption combine: {}\n"
        f"option packets: {len(lying)}\npack: copies=1 suits=CD ranks=13\n"
        f"circle: 0\nrefilling: 1\nstock: {stock}\n{''.join(lying)}"
    )
    free, forced = (Deal.parse(text.format(combine)) for combine in ("free", "forced"))
    for deal, told in ((free, Verdict.SOLVABLE), (forced, Verdict.UNSOLVABLE)):
        assert solve(deal, "dfs").verdict is told
        assert solve(deal, "cpsat").verdict is told
    model = encode(facts_of(forced), Kind.EXACT).model
    wait_for_groups_of_a_won_game(model)
    assert engine.run(model, engine.Effort(60)).status is engine.Status.FEASIBLE


@pytest.mark.parametrize("name", ["fan", "la-belle-lucie"])
def test_a_model_written_by_hand_says_the_same(name: str) -> None:
    """One that knows nothing of facts and compilers, and search, over full deals."""
    said = {Verdict.SOLVABLE: engine.Status.FEASIBLE, Verdict.UNSOLVABLE: engine.Status.INFEASIBLE}
    seen = set()
    for seed in range(1, 13):
        deal = Deal.from_seed(name, seed)
        piles = [cards for pile, cards in deal.piles.items() if pile.startswith("fan")]
        assert all(isinstance(cards, list) for cards in piles)
        told = [[(card >> 4, card & 15) for card in cards] for cards in piles]
        model = belle_lucie(told, fan=name == "fan")
        verdict = solve(deal).verdict
        assert engine.run(model, engine.Effort(60)).status is said[verdict]
        seen.add(verdict)
    assert seen == set(said)


# Evidence ---------------------------------------------------------------------------------------


def lost(name: str) -> Deal:
    """Give a small deal that the game's models prove lost."""
    for deal, verdict in sorted(judged(name, TELLING_DEALS), key=lambda one: one[0].game.pack.size):
        if verdict is Verdict.UNSOLVABLE:
            result = solve(deal, "cpsat", trust="status")
            if result.verdict is verdict:
                return deal
    pytest.skip("no deal of this size is proved lost")


def won(name: str) -> Deal:
    every = judged(name, TELLING_DEALS)
    return next(deal for deal, verdict in every if verdict is Verdict.SOLVABLE)


@each_game
def test_unsolvable_has_a_certificate_or_is_only_claimed(name: str) -> None:
    deal = lost(name)
    proved = solve(deal, "cpsat")
    assert proved.verdict is Verdict.UNSOLVABLE
    assert not proved.exhaustive and not proved.claimed
    assert proved.certificate is not None and proved.certificate.kind == "refutation"
    assert proved.certificate.check().answer is Answer.ACCEPTED
    claimed = solve(deal, "cpsat", trust="status")
    assert claimed.claimed and claimed.certificate is None and not claimed.exhaustive
    explored = solve(deal, "cpsat", trust="status", proof=True)
    assert explored.certificate is not None and explored.certificate.kind == "closed-set"


def test_without_a_refutation_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from cadogan.solver.cpsat import lrat

    def none(*args: object, **kwargs: object) -> lrat.SatAnswer:
        return lrat.SatAnswer("none", limit=Limit.TIME)

    monkeypatch.setattr(lrat, "refute", none)
    result = solve(lost("fan"), "cpsat")
    assert (result.verdict, result.limit) == (Verdict.UNKNOWN, Limit.UNCERTIFIED)


@pytest.mark.parametrize(
    ("name", "limit"), [("la-belle-lucie", None), ("hemispheres", Limit.RELAXATION_FEASIBLE)]
)
def test_a_wrong_infeasible_is_not_believed(
    name: str, limit: Limit | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lies(model: Model, effort: engine.Effort, stop: object = None) -> engine.Answer:
        return engine.Answer(engine.Status.INFEASIBLE, None, 0.0, 0, 0)

    monkeypatch.setattr(deciding, "run", lies)
    deal = won(name)
    result = solve(deal, "cpsat")
    assert result.limit is limit
    assert result.verdict is (Verdict.SOLVABLE if limit is None else Verdict.UNKNOWN)


def test_a_rejected_refutation_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from cadogan.solver.cpsat import lrat

    def wrong(*args: object, **kwargs: object) -> lrat.SatAnswer:
        return lrat.SatAnswer("none", proof="999999 0 1 2 0\n")

    monkeypatch.setattr(lrat, "refute", wrong)
    with pytest.raises(RuntimeError, match="refutation was rejected"):
        solve(lost("fan"), "cpsat")


def test_a_line_that_cannot_be_followed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def backwards(facts: Facts, kind: Kind, moves: int) -> Encoding:
        encoding = encode(facts, kind, moves)
        read = encoding.read
        assert read is not None
        return Encoding(kind, encoding.model, lambda values: read(values)[::-1])

    monkeypatch.setattr(deciding, "encode", backwards)
    with pytest.raises(RuntimeError, match="no legal move does what event 1 "):
        solve(won("la-belle-lucie"), "cpsat")


# Limits -----------------------------------------------------------------------------------------


def test_what_cannot_be_modelled_is_said_so() -> None:
    for name in ("freecell", "nation", "congress"):
        result = solve(Deal.from_seed(name, 1), "cpsat")
        assert (result.verdict, result.limit) == (Verdict.UNKNOWN, Limit.NOT_ENCODABLE)


def test_a_broken_installation_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(UnsupportedError, match=r"OR-Tools is installed and cannot be used: "):
        solve(Deal.from_seed("fan", 1), "cpsat")


def test_time_is_kept() -> None:
    deal = Deal.from_seed(get_game("two-rings").with_options(redeals=0), 1)
    result = solve(deal, "cpsat", time_limit=0.3)
    assert (result.verdict, result.limit) == (Verdict.UNKNOWN, Limit.TIME)


def test_time_of_other_threads_and_processes_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = lost("fan")
    plain = deciding.run
    monkeypatch.setattr(deciding, "run", lambda *args: replace(plain(*args), elsewhere=1000.0))
    clock = iter([50.0, 2050.0])
    monkeypatch.setattr(deciding, "_seconds_of_children", lambda: next(clock))
    assert 3000 < solve(deal, "cpsat").statistics.seconds < 3100
    clock = iter([50.0, 2050.0])
    result = solve(deal, "cpsat", time_limit=500, trust="status")
    assert result.statistics.seconds > 1000
    assert solve(deal, "cpsat", time_limit=500).limit is Limit.UNCERTIFIED
    facts = facts_of(deal)
    model = encode(facts, kinds_of(facts)[0]).model
    assert engine.run(model, engine.Effort(60)).elsewhere > 0


def test_deterministic_work_gives_the_same_everywhere() -> None:
    deal = Deal.from_seed("black-hole", 1)
    model = encode(facts_of(deal), Kind.EXACT).model
    effort = engine.Effort(deterministic=0.2)
    first, second = engine.run(model, effort), engine.run(model, effort)
    assert (first.status, first.conflicts, first.branches) == (
        second.status, second.conflicts, second.branches,
    )  # fmt: skip


def test_the_same_deal_gives_the_same_model() -> None:
    for name in (*EXACT, *RELAXED):
        deal = next(positions(name))
        for kind in kinds_of(facts_of(deal)):
            texts = {encode(facts_of(deal), kind).model.digest() for _ in range(2)}
            assert len(texts) == 1


def test_bad_requests_are_refused() -> None:
    deal = Deal.from_seed("fan", 1)
    with pytest.raises(UnsupportedError, match="trust is one of"):
        solve(deal, "cpsat", trust="nobody")
    with pytest.raises(UnsupportedError, match="shortest"):
        solve(deal, "cpsat", shortest=True)


def test_nothing_is_imported_before_it_is_needed() -> None:
    code = """
import sys
import cadogan, cadogan.solver.cpsat.deciding, cadogan.solver.encoding.compiling
from cadogan.solver.cli import main
print([name for name in ("ortools", "pandas", "pysat") if name in sys.modules])
"""
    assert run_python(code).strip() == "[]"
