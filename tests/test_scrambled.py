"""Every method beside the checker's own exploration, at positions that play does not lead to.

What is told as lost must be lost wherever a deal may stand, not only where play leads to.
``CADOGAN_SCRAMBLED`` says how many positions a game.
"""

from __future__ import annotations

import os
import random
from itertools import islice

import pytest
from scrambled import scrambled
from support import sized

from cadogan import Deal, DealError, Limit, Verdict, check, game_names, get_game, solve
from cadogan.games.errors import UnsupportedError
from cadogan.games.facts import Cushion, Pile
from cadogan.solver.encoding.cushion import encode_cushion
from cadogan.solver.methods import SEARCHES
from cadogan.solver.proof.certificate import Bounds
from cadogan.solver.proof.exploring import explore
from cadogan.solver.proof.lemmas import lemma_for

#: Positions a game, and the largest sets that are explored for the truth.
COUNT = int(os.environ.get("CADOGAN_SCRAMBLED", sized(24, least=6)))
BOUNDS = Bounds(state_limit=6_000)

each_game = pytest.mark.parametrize("name", game_names())


@each_game
def test_methods_tell_the_truth(name: str) -> None:
    pytest.importorskip("ortools")
    rng, decided = random.Random(name), 0
    for deal in islice(scrambled(name), COUNT):
        truth = explore(deal, bounds=BOUNDS)
        if truth.limit:
            continue
        told = Verdict.SOLVABLE if truth.won else Verdict.UNSOLVABLE
        search = rng.choice(SEARCHES)
        for result in (
            solve(deal, search, reductions=rng.random() < 0.8, state_limit=100_000),
            solve(deal, "cpsat", trust="status", time_limit=5),
        ):
            assert result.verdict in (told, Verdict.UNKNOWN), (result.method, deal.text())
            if result.moves is not None:
                assert check(deal, result.moves).ok
            decided += result.verdict is not Verdict.UNKNOWN
        lemma = lemma_for(name)
        if lemma and truth.won:
            assert not explore(deal, lemma, BOUNDS).closed, deal.text()
    assert decided > COUNT // 4


#: A deal that can be won, if packets of several cards could be refilled.
TALL = """game: wheel
option packets: 4
pack: copies=1 suits=C ranks=13
circle: 1
refilling: {refilling}
stock: 7C JC 9C
packet 1: 3C
packet 2: 5C
packet 3: QC
packet 4: TC 2C
"""


def test_no_packet_is_refilled_that_has_several_cards() -> None:
    with pytest.raises(DealError, match="line 10: packet 4 has 2 cards: while places are refilled"):
        Deal.parse(TALL.format(refilling=1))
    deal = Deal.parse(TALL.format(refilling=0))
    result = solve(deal, "cpsat")
    assert result.limit is not Limit.NOT_ENCODABLE
    assert result.verdict is solve(deal, "dfs").verdict
    values = {card: min(card & 15, 11) for card in get_game("wheel").pack.faces()}
    piles = (Pile("packet 1", (2, 3)),)
    told = Cushion(piles, (4,), refilling=True, values=values, court=11, total=18, forced=False)
    with pytest.raises(UnsupportedError, match="several cards is not modelled"):
        encode_cushion(told)


@pytest.mark.parametrize("plays", ["optional", "forced"])
def test_a_foundation_may_begin_when_its_twin_is_complete(plays: str) -> None:
    pytest.importorskip("ortools")
    deal = Deal.parse(
        f"game: four-corners\noption redeals: 0\noption deal-plays: {plays}\noption sides: 0\n"
        "pack: copies=2 suits=CDHS ranks=3\nascending: - 3D AH 3S\ndescending: 2C 3D 3H -\n"
        "next packet: 2\nredeals left: 0\npacket 1: 2D\n"
        "stock: 2H 3H AD 3S AC AC 2C 2S AS 3C 2H AH\n"
    )
    told = Verdict.SOLVABLE if explore(deal).won else Verdict.UNSOLVABLE
    assert solve(deal, "cpsat", trust="status").verdict in (told, Verdict.UNKNOWN)
