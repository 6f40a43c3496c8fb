"""Faces, packs and their notation, and the errors they raise."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan.games import errors
from cadogan.games.cards import (
    RANKS,
    SUITS,
    SYMBOLS,
    Pack,
    check_pack,
    face,
    is_red,
    missing_from,
    name_of,
    parse_face,
    parse_suits,
    rank_of,
    suit_of,
    symbol_of,
    take_out,
)
from cadogan.games.errors import DealError

ALL_FACES = [suit * 16 + rank for suit in range(4) for rank in range(1, 14)]
faces = st.sampled_from(ALL_FACES)


def cards(text: str) -> list[int]:
    return [parse_face(word) for word in text.split()]


# Faces


def test_faces_are_small_distinct_and_never_zero() -> None:
    made = [face(rank, suit) for suit in range(4) for rank in range(1, 14)]
    assert made == ALL_FACES
    assert len(set(made)) == 52
    assert min(made) == 1
    assert max(made) == 61


@given(st.integers(1, 13), st.integers(0, 3))
def test_face_is_taken_apart_again(rank: int, suit: int) -> None:
    made = face(rank, suit)
    assert (rank_of(made), suit_of(made)) == (rank, suit)
    assert is_red(made) == (SUITS[suit] in "DH")


@pytest.mark.parametrize(
    ("rank", "suit", "said"),
    [(0, 0, "no rank 0"), (14, 0, "no rank 14"), (1, -1, "no suit -1"), (1, 4, "no suit 4")],
)
def test_face_refuses_what_is_no_card(rank: int, suit: int, said: str) -> None:
    with pytest.raises(DealError, match=said):
        face(rank, suit)


@pytest.mark.parametrize("number", [0, 14, 15, 16, 62, 63, 64, 65, -1, 255])
def test_numbers_that_are_no_faces_have_no_name(number: int) -> None:
    for write in (name_of, symbol_of):
        with pytest.raises(DealError, match=f"^{number} is not the face of a card$"):
            write(number)


def test_golden_names() -> None:
    assert [name_of(number) for number in (1, 10, 29, 44, 61)] == ["AC", "TC", "KD", "QH", "KS"]
    assert [symbol_of(number) for number in (9, 10, 29, 44, 61)] == ["9♣", "T♣", "K♦", "Q♥", "K♠"]


# Reading and writing cards


@given(faces)
def test_every_spelling_reads_back(number: int) -> None:
    name, symbol = name_of(number), symbol_of(number)
    for spelling in (name, symbol):
        variants = {spelling, spelling.lower(), f" {spelling}\n"}
        variants |= {variant.replace("T", "10").replace("t", "10") for variant in variants}
        for variant in variants:
            assert parse_face(variant) == number


@pytest.mark.parametrize("text", ["10♥", "T♥", "t♡", "10♡", "T♥\ufe0f", "T♥\ufe0e", "10H", "th"])
def test_the_ten_of_hearts_in_many_hands(text: str) -> None:
    assert parse_face(text) == face(10, 2)


@pytest.mark.parametrize(
    "text",
    [
        *["", " ", "9", "C", "♣", "9X", "0C", "1C", "11C", "13C", "9CC", "99C", "10", "T", "9 C"],
        *["C9", "-", "٩C", "９C", "K\u017f", "XC", "9C,", "<9C>", "1OC", "\x00C"],
    ],
)
def test_what_is_no_card_is_refused_with_advice(text: str) -> None:
    with pytest.raises(DealError) as caught:
        parse_face(text)
    message = str(caught.value)
    assert message.startswith(f"{text!r} is not a card: ")
    assert "A 2 3 4 5 6 7 8 9 T J Q K" in message
    assert "C D H S" in message
    assert "as in 9C" in message


def test_advice_for_likely_slips() -> None:
    with pytest.raises(DealError, match=r"did you mean 9C\?$"):
        parse_face("C9")
    with pytest.raises(DealError, match=r"did you mean TH\?$"):
        parse_face("h-10")
    with pytest.raises(DealError, match=r"the ace is written A$"):
        parse_face("1S")


def test_parse_face_passes_the_place_on() -> None:
    with pytest.raises(DealError) as caught:
        parse_face("zz", line=4, column=9)
    assert (caught.value.line, caught.value.column) == (4, 9)
    assert str(caught.value).startswith("line 4, column 9: 'zz' is not a card")


@given(st.text(max_size=4))
def test_any_text_is_a_card_or_a_deal_error(text: str) -> None:
    try:
        number = parse_face(text)
    except DealError:
        return
    assert number in ALL_FACES


# Packs


@pytest.mark.parametrize(
    ("given_text", "read"),
    [
        *[("CDHS", "CDHS"), ("shdc", "CDHS"), ("SH", "HS"), ("♠♣", "CS"), ("d", "D")],
        *[("1", "C"), (" 2 ", "CD"), (3, "CDH"), (4, "CDHS")],
    ],
)
def test_suits_are_put_in_order(given_text: str | int, read: str) -> None:
    assert parse_suits(given_text) == read


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *[("", "a pack needs a suit"), ("CX", "'X' is not a suit"), ("0", "'0' is not a suit")],
        *[("5", "'5' is not a suit"), ("CC", "name each suit once"), ("Cc", "each suit once")],
    ],
)
def test_bad_suits_are_refused(text: str, said: str) -> None:
    with pytest.raises(DealError, match=said):
        parse_suits(text)
    with pytest.raises(DealError, match=said):
        Pack(suits=text)


@given(
    st.integers(1, 4),
    st.sets(st.sampled_from(SUITS), min_size=1).map("".join),
    st.integers(2, 13),
)
def test_pack_holds_what_it_says(copies: int, suits: str, ranks: int) -> None:
    pack = Pack(copies, suits, ranks)
    found = pack.faces()
    assert len(found) == pack.size == copies * len(suits) * ranks
    assert found == sorted(set(found)) * copies
    assert {SUITS[suit_of(card)] for card in found} == set(suits)
    assert {rank_of(card) for card in found} == set(range(1, ranks + 1))
    assert pack.is_full == (len(suits) == 4 and ranks == 13)
    assert f"{pack.size} cards" in pack.describe()
    assert pack == Pack(copies, "".join(reversed(pack.suits)), ranks)
    assert hash(pack) == hash(Pack(copies, pack.suits.lower(), ranks))


def test_pack_order() -> None:
    names = [name_of(card) for card in Pack(copies=2).faces()]
    assert names == [rank + suit for suit in SUITS for rank in RANKS] * 2
    assert Pack() == Pack(1, "CDHS", 13)
    assert len(Pack().faces()) == 52


@pytest.mark.parametrize(
    ("pack", "described"),
    [
        (Pack(), "one full pack: 52 cards"),
        (Pack(4), "four full packs: 208 cards"),
        (Pack(suits="H"), "one pack of hearts, ace to king: 13 cards"),
        (Pack(3, "SDC", 2), "three packs of clubs, diamonds and spades, ace to two: 18 cards"),
    ],
)
def test_describe(pack: Pack, described: str) -> None:
    assert pack.describe() == described


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        *[({"copies": 0}, "copies is 0, but may be 1 to 4"), ({"copies": 5}, "copies is 5")],
        *[({"ranks": 1}, "ranks is 1, but may be 2"), ({"ranks": 14}, "ranks is 14")],
    ],
)
def test_impossible_packs_are_refused(arguments: dict[str, int], said: str) -> None:
    with pytest.raises(DealError, match=said):
        Pack(**arguments)  # type: ignore[arg-type]


def test_pack_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Pack().copies = 2  # type: ignore[misc]


# Whole sets of cards


def test_take_out_takes_the_first_of_each() -> None:
    assert take_out(cards("AC 2C AC 3C"), cards("AC")) == cards("2C AC 3C")
    assert take_out(cards("AC 2C AC 3C"), cards("AC AC")) == cards("2C 3C")
    assert take_out(cards("AC 2C"), []) == cards("AC 2C")


def test_missing_from_forgives_what_is_there_too_often() -> None:
    assert missing_from(cards("2C 2C KS"), cards("AC 2C 3C AC")) == cards("AC 3C AC")
    assert missing_from([], cards("AC AC")) == cards("AC AC")
    assert missing_from(cards("AC AC"), cards("AC")) == []


def test_take_out_leaves_its_arguments_alone() -> None:
    before = cards("AC 2C")
    take_out(before, cards("AC"))
    assert before == cards("AC 2C")


def test_take_out_refuses_what_is_not_there() -> None:
    with pytest.raises(DealError, match=r"^2C cannot be taken out"):
        take_out(cards("AC 2C"), cards("2C 2C"))


@given(st.permutations(Pack(copies=2, suits="CH", ranks=3).faces()))
def test_check_pack_accepts_any_order(found: list[int]) -> None:
    check_pack(found, Pack(copies=2, suits="CH", ranks=3).faces())


def test_check_pack_names_every_fault() -> None:
    with pytest.raises(DealError) as caught:
        check_pack(cards("AC AC AC 2C KS KS QD"), Pack(suits="CD", ranks=2).faces())
    assert str(caught.value) == (
        "the cards are not the pack: missing AD, 2D; too many AC (3, not 1); "
        "not in this pack QD, KS (2 times)"
    )


def test_check_pack_counts_copies() -> None:
    expected = Pack(copies=2, suits="C", ranks=2).faces()
    with pytest.raises(DealError, match=r"missing AC, 2C \(2 times\)$"):
        check_pack(cards("AC"), expected)
    with pytest.raises(DealError, match=r": too many 2C \(3, not 2\)$"):
        check_pack([*expected, *cards("2C")], expected)
    with pytest.raises(DealError, match="missing"):
        check_pack([], expected)


# Errors


ALL_ERRORS = [
    errors.PatienceError("plain"),
    errors.UnknownGameError("the-mil", ["the-mill", "the-shah"]),
    errors.DealError("wrong", 3, 4),
    errors.DealError("wrong"),
    errors.IllegalMoveError("no", move="1-2", position="1: AC"),
    errors.IllegalMoveError("no"),
    errors.UnsupportedError("not offered"),
]


@pytest.mark.parametrize("error", ALL_ERRORS, ids=lambda error: type(error).__name__)
def test_errors_survive_the_way_between_processes(error: errors.PatienceError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)
        assert isinstance(twin, errors.PatienceError)


def test_unknown_game_lists_near_names() -> None:
    known = ["napoleons-square", "the-mill", "two-rings", "The Wheel"]
    message = str(errors.UnknownGameError("Two Ring", known))
    assert message == "no game is called 'Two Ring'; did you mean 'two-rings'?"
    assert errors.UnknownGameError("the wheel", known).near[0] == "The Wheel"
    assert str(errors.UnknownGameError("zzzz", known)).endswith("(4 games are known)")
    assert str(errors.UnknownGameError("zzzz")) == "no game is called 'zzzz'"


def test_deal_error_says_where() -> None:
    assert str(DealError("bad")) == "bad"
    assert str(DealError("bad", line=2)) == "line 2: bad"
    assert str(DealError("bad", column=2)) == "column 2: bad"
    assert str(DealError("bad", 1, 2)) == "line 1, column 2: bad"


def test_illegal_move_shows_move_and_position() -> None:
    assert str(errors.IllegalMoveError("why")) == "why"
    message = str(errors.IllegalMoveError("why", "1-2", "1: AC"))
    assert message == "illegal move 1-2: why\nin this position:\n1: AC"


def test_symbols_match_suits() -> None:
    assert [parse_face("A" + symbol) for symbol in SYMBOLS] == cards("AC AD AH AS")
