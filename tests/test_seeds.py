"""Numbered deals: goldens, ranges, and what other programs' numbers mean."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan.games.cards import Pack, face, name_of, parse_face, take_out
from cadogan.games.errors import DealError, UnsupportedError
from cadogan.games.seeds import SCHEMES, check_seed, format_seed, order, parse_seed, splitmix64

ONE_PACK = Pack().faces()
TWO_PACKS = Pack(copies=2).faces()

# FreeCell boards as other programs print them: a column a line, dealt row by row.
MS_1 = """
JD KD 2S 4C 3S 6D 6S
2D KC KS 5C TD 8S 9C
9H 9S 9D TS 4S 8D 2H
JC 5S QD QH TH QS 6H
5D AD JS 4H 8H 6C
7H QC AS AC 2C 3D
7C KH AH 4D JH 8C
5H 3H 3C 7S 7D TC
"""
MS_24 = """
4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD TH TC TD 8D
7H JS KH TS KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
"""
MS_123456 = """
QD TC AS KC AH KH 6H
6D TD 8D TH 7C 2H 9C
AC AD 5C 5H 8C 9H 9D
JS 8S 4D 4C 2S 7D 3C
7H 7S 9S 2C JC 5S
5D 3S 3D 3H KD JH
6C QS 4S 2D KS TS
JD QH 6S 4H QC 8H
"""
PYSOL_300000000000 = """
4S KD 6H 2D QC 4D AH
QS 7S 5C AS KC 6S 8H
TH JC 9S 2C 3D 4H 7D
5S 4C 8D 7C JD 8C JS
QH TS AC KS TC 5H
6C 9D 9H 2H JH 3C
9C 2S 8S 3H 6D QD
KH 3S TD 5D 7H AD
"""


def freecell(dealt: list[int]) -> list[str]:
    columns = [dealt[column::8] for column in range(8)]
    return [" ".join(name_of(card) for card in column) for column in columns]


def names(dealt: list[int], count: int = 8) -> str:
    return " ".join(name_of(card) for card in dealt[:count])


# Our own scheme


def test_splitmix64_golden() -> None:
    outputs = [f"{output:016x}" for output in islice(splitmix64(0), 3)]
    assert outputs == ["e220a8397b1dcdaf", "6e789e6aa1b965f4", "06c45d188009454f"]


def test_splitmix64_wraps_around() -> None:
    assert all(0 <= output < 2**64 for output in islice(splitmix64(2**64 - 1), 100))


def test_cadogan_goldens() -> None:
    assert names(order("cadogan", 7, TWO_PACKS)) == "9C 2S AC KD 4S KS 8S 4D"
    assert names(order("cadogan", 7, ONE_PACK)) == "4D 5C JH 3S 4H TH KS 6D"


@given(st.integers(0, 2**64 - 1), st.lists(st.sampled_from(ONE_PACK), max_size=60))
def test_cadogan_shuffles_any_cards(seed: int, cards: list[int]) -> None:
    before = list(cards)
    dealt = order("cadogan", seed, cards)
    assert sorted(dealt) == sorted(cards)
    assert cards == before
    assert dealt == order("cadogan", seed, tuple(cards))


def test_cadogan_draws_without_bias(monkeypatch: pytest.MonkeyPatch) -> None:
    # Over three cards the first draw is from three places: 2**64 - 1 is the one output that would
    # favour the first of them, so it is thrown away, and 2**64 - 2 is used.
    top = 2**64 - 1
    for outputs, expected in (
        ([top, top - 1, 1], [1, 2, 3]),  # j = 2 then j = 1: nothing moves
        ([top, top, 0, top], [3, 2, 1]),  # j = 0 swaps the ends; then top is fair for two places
        ([3, 0], [2, 3, 1]),
    ):
        monkeypatch.setattr("cadogan.games.seeds.splitmix64", lambda _, it=outputs: iter(it))
        assert order("cadogan", 0, [1, 2, 3]) == expected


def test_cadogan_deals_differ() -> None:
    assert len({tuple(order("cadogan", seed, ONE_PACK)) for seed in range(500)}) == 500


# Microsoft's and PySolFC's numbers


@pytest.mark.parametrize(
    ("scheme", "seed", "board"),
    [
        *[("ms", 1, MS_1), ("ms", 24, MS_24), ("ms", 123456, MS_123456)],
        *[("pysol", 1, MS_1), ("pysol", 24, MS_24)],
        ("pysol", 300_000_000_000, PYSOL_300000000000),
    ],
)
def test_boards_that_other_programs_print(scheme: str, seed: int, board: str) -> None:
    assert freecell(order(scheme, seed, ONE_PACK)) == board.strip().splitlines()


def microsoft(seed: int) -> list[int]:
    """Deal as Microsoft does, worked out independently: rank by rank, drawn from what is left."""
    deck = [face(rank, suit) for rank in range(1, 14) for suit in range(4)]
    dealt = []
    while deck:
        seed = (seed * 214013 + 2531011) % 2**31
        drawn = (seed >> 16) % len(deck)
        deck[drawn], deck[-1] = deck[-1], deck[drawn]
        dealt.append(deck.pop())
    return dealt


def twister(seed: int) -> list[int]:
    """Deal as PySolFC does beyond Microsoft's numbers: clubs, spades, hearts, diamonds."""
    deck = [face(rank, suit) for suit in (0, 3, 2, 1) for rank in range(1, 14)]
    source = random.Random(seed)
    dealt = []
    while deck:
        drawn = int(source.random() * len(deck))
        deck[drawn], deck[-1] = deck[-1], deck[drawn]
        dealt.append(deck.pop())
    return dealt


def test_pysol_boundary() -> None:
    """PySolFC takes numbers below 32000 for Microsoft's, and deals 32000 in its own way."""
    for seed in (1, 2, 1000, 31998, 31999):
        assert order("pysol", seed, ONE_PACK) == order("ms", seed, ONE_PACK) == microsoft(seed)
    for seed in (32000, 32001, 32002, 2**31, 10**20):
        assert order("pysol", seed, ONE_PACK) == twister(seed)
    for seed in (32000, 32001, 1_000_000, 2**31 - 1):
        assert order("ms", seed, ONE_PACK) == microsoft(seed) != twister(seed)


def test_pysol_boundary_goldens() -> None:
    assert names(order("pysol", 31999, ONE_PACK)) == "JD JH AD QH KH 6S 6D JC"
    assert names(order("pysol", 32000, ONE_PACK)) == "7S 4D JS 8D 6D 3H 3D TH"
    assert names(order("pysol", 32001, ONE_PACK)) == "4C AC JD 8H 5S 6S 6D KH"
    assert names(order("ms", 32000, ONE_PACK)) == "QD 8D QS 4H 2C JC 2D TH"


def test_pysol_boundary_differs_from_pysol_cards() -> None:
    """The package's own dispatcher puts 32000 on the other side; from 32001 on it agrees."""
    from pysol_cards.cards import createCards
    from pysol_cards.random import shuffle
    from pysol_cards.random_base import RandomBase

    def dealt(seed: int) -> str:
        cards = shuffle(createCards(1), seed, RandomBase.DEALS_PYSOLFC)
        return " ".join("0A23456789TJQK"[card.rank] + card.suit_s() for card in reversed(cards))

    agree = [
        seed
        for seed in (1, 31999, 32000, 32001, 10**20)
        if dealt(seed) == names(order("pysol", seed, ONE_PACK), 52)
    ]
    assert agree == [1, 31999, 32001, 10**20]


@pytest.mark.parametrize("scheme", ["ms", "pysol"])
def test_foreign_numbers_do_not_depend_on_the_order_given(scheme: str) -> None:
    assert order(scheme, 5, ONE_PACK[::-1]) == order(scheme, 5, ONE_PACK)


@pytest.mark.parametrize("scheme", ["ms", "pysol"])
@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (TWO_PACKS, "here are 104 cards"),
        (take_out(ONE_PACK, [parse_face("AS")]), "here are 51 cards"),
        (Pack(ranks=12).faces(), "here are 48 cards"),
        (Pack(copies=4, suits="S").faces(), "here are 52 other cards"),
        ([], "here are 0 cards"),
    ],
)
def test_foreign_numbers_need_one_full_pack(scheme: str, cards: list[int], said: str) -> None:
    with pytest.raises(UnsupportedError, match=said) as caught:
        order(scheme, 1, cards)
    assert str(caught.value).startswith(f"{scheme} numbers are for one full pack of 52 cards")
    assert str(caught.value).endswith("use cadogan:N instead")


# Ranges


@pytest.mark.parametrize(
    ("scheme", "first", "last"),
    [("cadogan", 0, 2**64 - 1), ("ms", 1, 2**33 - 1), ("pysol", 1, 10**20)],
)
def test_ranges(scheme: str, first: int, last: int) -> None:
    for seed in (first, last):
        assert sorted(order(scheme, seed, ONE_PACK)) == ONE_PACK
        assert parse_seed(f"{scheme}:{seed}") == (scheme, seed)
    for seed in (first - 1, last + 1, 10**40, -(10**40)):
        message = f"^there is no deal {scheme}:{seed}: {scheme} numbers run from {first} to {last}$"
        with pytest.raises(DealError, match=message):
            order(scheme, seed, ONE_PACK)
        with pytest.raises(DealError, match=message):
            check_seed(scheme, seed)
        with pytest.raises(DealError, match=f"numbers run from {first} to {last}$"):
            parse_seed(f"{scheme}:{seed}")


def test_seed_range_is_checked_before_the_pack() -> None:
    with pytest.raises(DealError, match="no deal ms:0"):
        order("ms", 0, TWO_PACKS)


# Reading and writing seeds


def test_schemes() -> None:
    assert SCHEMES == ("cadogan", "ms", "pysol")


@given(st.sampled_from(SCHEMES), st.integers(1, 2**33 - 1))
def test_seed_text_reads_back(scheme: str, seed: int) -> None:
    text = format_seed(scheme, seed)
    assert text == f"{scheme}:{seed}"
    assert parse_seed(text) == parse_seed(f" {text.upper()}\n") == (scheme, seed)
    assert parse_seed(str(seed)) == ("cadogan", seed)


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        *[("0", ("cadogan", 0)), ("-0", ("cadogan", 0)), ("007", ("cadogan", 7))],
        *[("MS:1", ("ms", 1)), ("ms: 1", ("ms", 1)), ("pysol:0032000", ("pysol", 32000))],
        ("0" * 10_000 + "7", ("cadogan", 7)),
    ],
)
def test_lenient_spellings(text: str, seed: tuple[str, int]) -> None:
    assert parse_seed(text) == seed


@pytest.mark.parametrize(
    "text", ["", " ", "ms:", "ms", "seven", "1.5", "1e3", "0x10", "1_000", "+1", "ms:1:2", "٣", "²"]
)
def test_what_is_no_seed_is_refused(text: str) -> None:
    with pytest.raises(DealError) as caught:
        parse_seed(text)
    assert str(caught.value) == (
        f"{text!r} is not a seed: write a whole number, "
        "or with a scheme cadogan:17, ms:17, pysol:17"
    )


@pytest.mark.parametrize("scheme", ["", "kpat", "microsoft", "MS"])
def test_unknown_schemes_are_refused(scheme: str) -> None:
    message = f"^no seed scheme is called '{scheme}': there are cadogan, ms, pysol$"
    for call in (
        lambda: order(scheme, 1, ONE_PACK),
        lambda: check_seed(scheme, 1),
        lambda: format_seed(scheme, 1),
    ):
        with pytest.raises(DealError, match=message):
            call()
    if scheme != "MS":  # in text, case does not matter
        with pytest.raises(DealError, match=message):
            parse_seed(f"{scheme}:1")


def test_monstrous_numbers_are_shortened() -> None:
    with pytest.raises(DealError, match=r"no deal ms:9{25}\.\.\.: ms numbers"):
        parse_seed("ms:" + "9" * 10_000)


@given(st.text(max_size=8))
def test_any_text_is_a_seed_or_a_deal_error(text: str) -> None:
    try:
        scheme, seed = parse_seed(text)
    except DealError:
        return
    assert parse_seed(format_seed(scheme, seed)) == (scheme, seed)
