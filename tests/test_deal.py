"""Deals: dealing by number, the text they are kept in, and what is wrong with bad ones."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import implies_cards
from variants import all_variants, variants

from cadogan import Deal, DealError, PatienceError, UnknownGameError, UnsupportedError, get_game
from cadogan.games import game_names
from cadogan.games.cards import Pack, name_of, parse_face, symbol_of
from cadogan.games.classics.freecell import FreeCell
from cadogan.games.deal import format_pack, full_cards, parse_pack
from cadogan.games.deal_text import SOLUTION_KEYS
from cadogan.games.game import Game
from cadogan.games.layout import Counter, Foundations, Piles, Stack, cards_of

BAD_DEALS = sorted((Path(__file__).parent / "data" / "bad_deals").glob("*.txt"))
SMALL = "game: freecell\npack: suits=CD ranks=3\n"
GOOD = SMALL + "column 1: 3C 2C AC\ncolumn 2: 3D 2D AD\n"


def error_of(text: str | bytes, game: str | Game | None = None) -> DealError:
    with pytest.raises(DealError) as caught:
        Deal.parse(text, game)
    return caught.value


# Dealing by number


@pytest.mark.parametrize("name", game_names())
def test_seed_names_a_deal(name: str) -> None:
    deal = Deal.from_seed(name, 7)
    assert (deal.dealer, deal.seed, deal.game) == ("cadogan", 7, get_game(name))
    assert deal == Deal.from_seed(get_game(name), "7") == Deal.from_seed(name, "cadogan:7")
    assert hash(deal) == hash(Deal.from_seed(name, 7))
    assert deal != Deal.from_seed(name, 8)
    assert repr(deal) == f"<deal cadogan:7 of {name}>"


def test_first_microsoft_deal() -> None:
    deal = Deal.from_seed("freecell", 1, dealer="ms")
    assert deal.text().splitlines()[3] == "column 1: JD KD 2S 4C 3S 6D 6S"
    assert deal.text().splitlines()[10] == "column 8: 5H 3H 3C 7S 7D TC"
    assert deal == Deal.from_seed("freecell", "ms:1") == Deal.from_seed("freecell", "ms:1", "pysol")
    assert deal == Deal.from_seed("freecell", "1", "pysol")


@pytest.mark.parametrize("scheme", ["ms", "pysol"])
@pytest.mark.parametrize("game", [g for g in all_variants() if g.pack != Pack() or g.taken_out()])
def test_numbers_of_other_programs_need_a_full_pack(scheme: str, game: Game) -> None:
    with pytest.raises(UnsupportedError, match=f"this {game.name} is not one: use cadogan:17"):
        Deal.from_seed(game, f"{scheme}:17")


def test_cards_taken_out_are_not_a_full_pack_by_accident() -> None:
    class Half(FreeCell):
        name = "half"
        standard_pack = Pack(copies=2)

        def taken_out(self) -> list[int]:
            return Pack().faces()

    with pytest.raises(UnsupportedError, match="of which nothing is taken out"):
        Deal.from_seed(Half(), "ms:1")


@pytest.mark.parametrize(
    ("seed", "dealer", "message"),
    [
        (0, "ms", "there is no deal ms:0"),
        (-1, "cadogan", "there is no deal cadogan:-1"),
        ("ms:0", "cadogan", "there is no deal ms:0"),
        ("x", "cadogan", "'cadogan:x' is not a seed"),
        (1, "solitaire", "no seed scheme is called 'solitaire'"),
        ("", "ms", "'ms:' is not a seed"),
    ],
)
def test_bad_seeds(seed: int | str, dealer: str, message: str) -> None:
    with pytest.raises(DealError, match=message):
        Deal.from_seed("freecell", seed, dealer)


def test_a_seed_is_a_whole_number() -> None:
    with pytest.raises(TypeError):
        Deal.from_seed("freecell", 1.5)  # type: ignore[arg-type]


def test_unknown_game() -> None:
    with pytest.raises(UnknownGameError, match="did you mean 'freecell'"):
        Deal.from_seed("freecel", 1)
    with pytest.raises(UnknownGameError, match="did you mean 'freecell'"):
        Deal.parse(GOOD, "freecel")


# Text and back


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_round_trip_at_the_start(game: Game) -> None:
    deal = Deal.from_seed(game, 3)
    again = Deal.parse(deal.text())
    assert again == deal
    assert again.game == game
    assert again.text() == deal.text()
    assert hash(again) == hash(deal)
    assert (again.dealer, again.seed) == (None, None)
    assert repr(again).startswith(f"<deal of {game.name}")


@pytest.mark.parametrize("name", game_names())
@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_round_trip_of_reachable_positions(name: str, data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(variants(name)))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    position = Deal.from_seed(game, data.draw(st.integers(0, 2**64 - 1))).position()
    for _ in range(data.draw(st.integers(0, 60))):
        moves = position.moves()
        if not moves:
            break
        position = position.play(rng.choice([rng.choice(moves), moves[-1]]))
    deal = Deal(game, position.piles())
    assert deal.piles == position.piles()
    again = Deal.parse(deal.text().encode())
    assert again == deal
    assert again.position().key == position.key
    assert again.position().notations() == position.notations()
    assert again.position().remaining == position.remaining


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_lines_that_every_fresh_deal_has_may_be_left_out(game: Game) -> None:
    deal = Deal.from_seed(game, 11)
    fresh, owners = game.deal([]), game.layout.owners(game.counts())
    kept = []
    for line in deal.text().splitlines():
        name = line.partition(":")[0]
        value = deal.piles.get(name)
        as_dealt = isinstance(owners.get(name), (Foundations, Counter, Stack))
        bare = isinstance(value, list) and not any(value)
        if value is None or not (value == fresh[name] if as_dealt else bare):
            kept.append(line)
    # A game may have no such line at all; then the whole text must come back.
    assert Deal.parse("\n".join(kept)) == deal


@pytest.mark.parametrize("game", all_variants(), ids=repr)
def test_an_empty_list_can_be_dealt(game: Game) -> None:
    """What a text leaves out is as ``deal([])`` says, so every game must be able to deal it."""
    fresh = game.deal([])
    assert set(fresh) == set(game.pile_names), "deal([]) must give every pile of the game"
    for name, part in game.layout.owners(game.counts()).items():
        if isinstance(part, Counter):
            assert isinstance(fresh[name], int)


def test_a_deal_method_that_needs_cards_is_told() -> None:
    class Greedy(FreeCell):
        name = "greedy"

        def deal(self, cards: Sequence[int]) -> Piles:
            assert cards[0]
            return super().deal(cards)

    game = Greedy(Pack(suits="CD", ranks=3))
    whole = Deal.from_seed(game, 1)
    assert Deal.parse(whole.text(), game) == whole  # nothing is left out, so nothing is dealt
    error = error_of(GOOD.removeprefix("game: freecell\n"), game)
    assert error.message == (
        "'foundations:' is left out, and what it is in a fresh deal is not known, since "
        "Greedy.deal cannot deal an empty list of cards (IndexError: list index out of range): "
        "write the line, or mend deal"
    )


@pytest.mark.parametrize("name", game_names())
def test_lenient_reading(name: str) -> None:
    deal = Deal.from_seed(name, 5)
    text = deal.text()
    loud = "\n".join(
        f"  {line.partition(':')[0].upper().replace(' ', '   ')} :{line.partition(':')[2]}  # so"
        for line in text.splitlines()
    )
    assert Deal.parse(loud) == deal
    assert Deal.parse(loud.encode("utf-8-sig")) == deal
    assert Deal.parse("\ufeff" + text) == deal
    assert Deal.parse(text.replace("\n", "\r\n")) == deal
    assert Deal.parse(text.replace("\n", "\r")) == deal
    assert Deal.parse(text.replace("\n", "\n\n# remark: AC\n")) == deal
    for card in set(Pack().faces()):
        text = text.replace(f" {name_of(card)}", f" {symbol_of(card).replace('T', '10').lower()}")
    assert Deal.parse(text) == deal


def test_names_without_blanks() -> None:
    assert Deal.parse(GOOD.replace("column 1", "Column1")) == Deal.parse(GOOD)


def test_order_of_equal_foundations_and_lines_does_not_matter() -> None:
    text = Deal.from_seed(get_game("napoleons-square").with_pack(Pack(2, "C", 2)), 1).text()
    assert "foundations: - -\n" in text
    lines = text.splitlines()
    assert Deal.parse("\n".join([*lines[2:], *lines[:2]])) == Deal.parse(text)
    home = "game: napoleons-square\npack: suits=C ranks=2\npacket 1: 2C\nfoundations: "
    assert Deal.parse(home + "AC 2C") == Deal.parse(home + "2C AC")


def test_options_and_pack_in_the_text() -> None:
    deal = Deal.parse("game: FreeCell\noption cells: 3\noption COLUMNS: 5\n" + GOOD[15:])
    assert deal.game == get_game("freecell").with_options(cells=3, columns=5).with_pack(
        Pack(1, "CD", 3)
    )
    assert deal.text().startswith(
        "game: freecell\noption cells: 3\noption columns: 5\npack: copies=1 suits=CD ranks=3\n"
    )


# The game as an argument


def test_game_from_the_caller() -> None:
    bare = GOOD.removeprefix("game: freecell\n")
    assert Deal.parse(bare, "freecell") == Deal.parse(GOOD, "freecell") == Deal.parse(GOOD)
    three = get_game("freecell").with_options(cells=3)
    assert Deal.parse(bare, three).game["cells"] == 3
    assert Deal.parse(GOOD, three).game["cells"] == 3
    assert Deal.parse("option cells: 3\n" + bare, three).game["cells"] == 3
    assert Deal.parse("option cells: 3\n" + bare, "freecell").game["cells"] == 3
    assert Deal.parse(bare, get_game("freecell").with_pack(Pack(1, "CD", 3))) == Deal.parse(GOOD)


def test_game_that_is_not_registered() -> None:
    class Mine(FreeCell):
        name = "my-own-game"

    deal = Deal.from_seed(Mine(), 1)
    assert Deal.parse(deal.text(), Mine()) == deal
    with pytest.raises(UnknownGameError):
        Deal.parse(deal.text())


@pytest.mark.parametrize(
    ("text", "game", "line", "column", "message"),
    [
        (
            GOOD,
            "two-rings",
            1,
            7,
            "this is a deal of freecell, but one of two-rings was asked for",
        ),
        (
            "option cells: 2\n" + GOOD,
            get_game("freecell").with_options(cells=3),
            1,
            15,
            "here option cells is 2, but cells=3 was asked for",
        ),
        (
            GOOD,
            get_game("freecell").with_pack(Pack(1, "CD", 4)),
            2,
            7,
            "here the pack is copies=1 suits=CD ranks=3, "
            "but copies=1 suits=CD ranks=4 was asked for",
        ),
    ],
)
def test_contradictions(text: str, game: str | Game, line: int, column: int, message: str) -> None:
    error = error_of(text, game)
    assert (error.line, error.column, error.message) == (line, column, message)


# Bad texts


def test_there_are_enough_bad_deals() -> None:
    assert len(BAD_DEALS) >= 20
    assert any(not file.read_bytes() for file in BAD_DEALS)


@pytest.mark.parametrize("file", BAD_DEALS, ids=lambda file: file.stem)
def test_bad_deals(file: Path) -> None:
    data = file.read_bytes()
    first = data.partition(b"\n")[0].decode()
    expected = first.removeprefix("# expect: ") if data else "there is nothing here"
    assert expected != first
    assert expected
    with pytest.raises(PatienceError) as caught:
        Deal.parse(data)
    assert expected in str(caught.value)
    assert str(caught.value).startswith(expected[:8])  # the line, when there is one


@pytest.mark.parametrize("key", SOLUTION_KEYS)
def test_solution_lines_are_refused(key: str) -> None:
    error = error_of(f"{GOOD}\n{key.title()}: 1\n")
    assert (error.line, error.column) == (6, 1)
    assert f"'{key}:' belongs to a solution file" in error.message


@pytest.mark.parametrize("text", ["", b"", "\n \n", "# nothing\n", b"\xef\xbb\xbf", "\ufeff \r\n"])
def test_empty_texts(text: str | bytes) -> None:
    error = error_of(text, "freecell")
    assert error.message.startswith("there is nothing here")
    assert error.line is None


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_no_text_breaks_the_reader(text: bytes | str) -> None:
    with pytest.raises(PatienceError):
        Deal.parse(text)


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_no_damage_breaks_the_reader(data: st.DataObject) -> None:
    text = Deal.from_seed(get_game(data.draw(st.sampled_from(game_names()))), 1).text()
    at = data.draw(st.integers(0, len(text) - 1))
    size = data.draw(st.integers(0, 12))
    put = data.draw(st.text("ACDHS10TJQK-:# \nx=9♠\x00", max_size=5))
    try:
        damaged = Deal.parse(text[:at] + put + text[at + size :])
    except PatienceError:
        return
    assert Deal.parse(damaged.text()) == damaged


def lying(game: Game, piles: Piles) -> list[tuple[str, int]]:
    """List where cards lie, those on foundations left out."""
    owners = game.layout.owners(game.counts())
    return [
        (name, i)
        for name, value in piles.items()
        if isinstance(value, list) and not isinstance(owners[name], Foundations)
        for i, card in enumerate(value)
        if card
    ]


def played_on(game: Game, seed: int, steps: int) -> Deal:
    position = Deal.from_seed(game, seed).position()
    rng = random.Random(seed)
    for _ in range(steps):
        if not position.moves() or len(lying(game, position.piles())) < 6:
            break
        position = position.play(rng.choice(position.moves()))
    return Deal(game, position.piles())


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("steps", [0, 12])
def test_every_exchanged_card_is_found_out(name: str, steps: int) -> None:
    game = get_game(name)
    deal = played_on(game, 2, steps)
    rng = random.Random(name)
    faces = sorted(set(full_cards(game)))
    if implies_cards(name):  # a card that is in sight already is one too many
        faces = sorted({cards_of(deal.piles, pile)[i] for pile, i in lying(game, deal.piles)})
    # Which cards lie in The Wheel's circle is not told: there court cards must count out.
    implied = name == "wheel" and steps > 0
    hidden = implies_cards(name)  # a card too few may lie where positions do not show it
    for pile, i in rng.sample(lying(game, deal.piles), 6):
        piles = copy.deepcopy(deal.piles)
        cards = cards_of(piles, pile)
        old = cards[i]
        court = old & 15 > 10
        others = [card for card in faces if card & 15 != old & 15]
        new = rng.choice([c for c in others if not implied or (c & 15 > 10) != court])
        told = [name_of(card & 15 if game.suitless else card) for card in (old, new)]
        fault = f"missing {told[0]}; too many {told[1]}"
        if hidden:
            fault = f"too many {told[1]}|{name_of(new)} lies"
        if implied:
            fault = (
                r"^circle: (\d+) packets were made, so \1 court cards and \d+ others are gone, but"
            )
        cards[i] = new
        with pytest.raises(DealError) as caught:
            Deal(game, piles)
        assert re.search(fault, caught.value.message), (
            f"expected {fault!r}, not {caught.value.message!r}. If positions of {name} only imply "
            "where some cards lie, put IMPLIED = True into its module in tests/settings"
        )
        del cards[i]
        if not hidden:
            short = rf"(missing {told[0]}$)|(and \d+ are missing)|places"
            with pytest.raises(DealError, match=short):
                Deal(game, piles)
        # In a text the place is pointed to.
        lines = deal.text().splitlines()
        number = next(n for n, line in enumerate(lines) if line.startswith(f"{pile}:"))
        words = lines[number].split(": ")[1].split()
        words[i] = name_of(new)
        lines[number] = f"{pile}: {' '.join(words)}"
        error = error_of("\n".join(lines))
        assert re.search(fault, error.message)
        assert error.line is not None
        if implied:
            assert lines[error.line - 1].startswith("circle:")
            continue
        assert error.column is not None
        pointed = lines[error.line - 1][error.column - 1 :].split()[0]
        assert pointed == name_of(new) or (game.suitless and pointed[0] == name_of(new)[0])


@pytest.mark.parametrize("name", game_names())
def test_suits_add_up_where_they_matter(name: str) -> None:
    """Another suit of the same rank is another card, unless suits never matter in the game."""
    game = get_game(name)
    deal = Deal.from_seed(game, 2)
    faces = full_cards(game)
    stand_ins = 0
    for pile, i in lying(game, deal.piles)[::7]:
        piles = copy.deepcopy(deal.piles)
        cards = cards_of(piles, pile)
        old = cards[i]
        new = next(card for card in faces if card & 15 == old & 15 and card != old)
        cards[i] = new
        if game.suitless:
            assert Deal(game, piles).piles == piles
            stand_ins += 1
        else:
            fault = f"missing {name_of(old)}; too many {name_of(new)}"
            if implies_cards(name):
                fault = f"too many {name_of(new)}|{name_of(new)} lies"
            with pytest.raises(DealError, match=fault):
                Deal(game, piles)
    assert bool(stand_ins) == game.suitless


def test_a_card_that_lies_nowhere() -> None:
    class Short(FreeCell):
        name = "short"

        def taken_out(self) -> list[int]:
            return [parse_face("KS")]

        def dead_cards(self) -> list[int]:
            return self.taken_out()

    deal = Deal.from_seed(Short(), 1)
    assert deal.text().count("KS") == 0
    assert Deal.parse(deal.text(), Short()) == deal
    error = error_of(deal.text().replace("KH", "KH KS"), Short())
    assert error.message == "KS lies nowhere in this game (one full pack: 52 cards)"
    with pytest.raises(DealError, match="not in this pack KS"):
        Deal(Short(), {**deal.piles, "cells": [parse_face("KS"), 0, 0, 0]})


def test_a_pile_is_measured_for_what_it_can_become() -> None:
    start = (
        "column 1: AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC {}\n"
        "column 2: AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD\n"
        "column 3: AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH\n"
        "column 4: {}3S 4S 5S 6S 7S 8S 9S TS JS QS KS\n"
    )
    assert Deal.parse("game: freecell\n" + start.format("KC", "AS 2S "))  # 13 + 12 fit
    error = error_of("game: freecell\n" + start.format("AS KC 2S", ""))  # the king may be built on
    assert (error.line, error.column) == (2, None)
    assert error.message.startswith("column 1 holds 15 cards and could grow to 26; at most 25")


# Piles without a text


def changed(**changes: list[int] | int | None) -> Piles:
    piles = {**Deal.from_seed("two-rings", 1).piles}
    for name, value in changes.items():
        if value is None:
            del piles[name.replace("_", " ")]
        else:
            piles[name.replace("_", " ")] = value
    return piles


@pytest.mark.parametrize(
    ("piles", "message"),
    [
        (changed(talon=None, bracelet=None), "two-rings needs these piles too: bracelet, talon"),
        (
            changed(heap=[]),
            "two-rings has no pile called 'heap'; it has: ascending, descending, redeals left, "
            "bracelet, talon, stock",
        ),
        (changed(redeals_left=4), "redeals left is a number from 0 to 3, not 4"),
        (changed(redeals_left=[]), "redeals left is a number from 0 to 3, not []"),
        (changed(talon=3), "talon is a list of cards, not 3"),
        (changed(talon=[0]), "talon is a pile and has no vacant places"),
        (changed(bracelet=[0] * 7), "bracelet has 8 places, not 7"),
        (changed(ascending=[7] * 9), "ascending has 8 entries (for C C D D H H S S), not 9"),
        (changed(talon=[77]), "77 is not the face of a card"),
        (changed(stock=[]), "the cards are not the pack: missing"),
        (changed(ascending=[7, 7, 23, 23, 39, 39, 55, 1]), "ascending: AC cannot lie here"),
    ],
)
def test_bad_piles(piles: Piles, message: str) -> None:
    with pytest.raises(DealError) as caught:
        Deal(get_game("two-rings"), piles)
    assert caught.value.message.startswith(message)


@pytest.mark.parametrize(
    ("game", "line", "message"),
    [
        ("mill", "wing 2: 8C 8D", "wing 2 is a place for one card, not 2"),
        (
            "mill",
            "wing 9: 8C",
            "mill has no pile called 'wing 9'; it has: centre, angle 1 to angle 4",
        ),
        ("mill", "wing 1: -", "'-' is a vacant place, and a pile has none"),
        ("mill", "angle 5: 1", "mill has no pile called 'angle 5'"),
        ("shah", "ray 1 inner: 2C 3C", "ray 1 inner is a place for one card, not 2"),
        ("shah", "ray 9 inner: 2C", "shah has no pile called 'ray 9 inner'"),
        ("shah", "phase: 9", "phase is a number from 0 to 5, not 9"),
        ("louis", "aside: -", "'-' is a vacant place, and a pile has none"),
        ("louis", "aside: " + "2C " * 40, "aside lists at most"),
        ("louis", "circle: 2C", "circle has 12 places, not 1: write a card or '-' for each"),
        ("louis", "letter j:", "louis has no pile called 'letter j'"),
        ("hemispheres", "foundations: KC KC KH AD AH AH KS KS", "foundations: KH cannot lie here"),
        ("hemispheres", "foundations: KC KC AD AD AH AH KS -", "foundations: KS lies there from"),
        ("wheel", "packet 1: AC", "AC lies nowhere in this game"),
        ("congress", "foundations: - AC AD AD AH AH AS AS", "foundations: AC lies there from"),
    ],
)
def test_lines_of_all_kinds_of_parts(game: str, line: str, message: str) -> None:
    """A fault is told on its own line: here one line of a good deal is replaced."""
    name = line.partition(":")[0]
    lines = Deal.from_seed(game, 2).text().splitlines()
    kept = [text for text in lines if text.partition(":")[0] != name]
    if "place for one card" in message or "lists at most" in message:
        # The cards must be right for their number to be seen.
        kept, line = crowded(lines, name, 40 if "lists" in message else 2)
    error = error_of("\n".join([*kept, line]))
    assert error.message.startswith(message)
    assert error.line == len(kept) + 1


def crowded(lines: list[str], name: str, size: int) -> tuple[list[str], str]:
    """Move cards from the stock to a pile, so that it holds ``size``."""
    own = next(line for line in lines if line.startswith(f"{name}:"))
    stock = next(line for line in lines if line.startswith("stock:"))
    cards, more = own.split(":")[1].split(), stock.split(":")[1].split()
    taken = size - len(cards)
    kept = [line for line in lines if line not in (own, stock)]
    return [*kept, f"stock: {' '.join(more[taken:])}"], f"{name}: {' '.join(cards + more[:taken])}"


def test_dealer_and_seed_belong_together() -> None:
    deal = Deal.from_seed("freecell", 1)
    with pytest.raises(DealError, match="belong together"):
        Deal(deal.game, deal.piles, "ms")
    with pytest.raises(DealError, match="there is no deal ms:0"):
        Deal(deal.game, deal.piles, "ms", 0)


def test_piles_are_copied() -> None:
    piles = copy.deepcopy(Deal.from_seed("freecell", 1).piles)
    deal = Deal(get_game("freecell"), piles)
    text = deal.text()
    piles["column 1"].clear()  # type: ignore[union-attr]
    assert deal.text() == text


def test_a_stock_has_its_limit() -> None:
    with pytest.raises(DealError, match="a stock of 209 cards is too large; at most 208"):
        get_game("napoleons-square").table([1] * 209)


# Ordinary manners


@pytest.mark.parametrize("game", all_variants()[::4], ids=repr)
def test_deals_cross_to_other_processes(game: Game) -> None:
    deal = Deal.from_seed(game, 9)
    other = pickle.loads(pickle.dumps(deal))
    assert other == deal
    assert (other.dealer, other.seed, other.game) == ("cadogan", 9, game)
    assert other.position().key == deal.position().key


def test_equality_is_about_game_and_piles() -> None:
    deal = Deal.from_seed("freecell", "ms:5")
    assert deal == Deal(deal.game, dict(reversed(deal.piles.items())))
    piles = deal.piles
    swapped: Piles = {**piles, "column 1": piles["column 2"], "column 2": piles["column 1"]}
    assert deal != Deal(deal.game, swapped)
    assert deal != Deal(deal.game.with_options(cells=3), {**piles, "cells": [0] * 3})
    assert deal != deal.text()


@pytest.mark.parametrize("name", game_names())
def test_no_pile_has_a_name_that_means_something_else(name: str) -> None:
    for game in variants(name):
        for pile in game.pile_names:
            assert pile not in (*SOLUTION_KEYS, "game", "pack")
            assert not pile.startswith("option ")
            assert pile == " ".join(pile.casefold().split())
            assert not set(pile) & set("#:")
        keys = ["".join(pile.split()) for pile in game.pile_names]
        assert len(set(keys)) == len(keys)
        for option in game.options:
            assert option.name == " ".join(option.name.casefold().split())
            assert not any(set("#:") & set(str(value)) for value in option.values)


@pytest.mark.parametrize("name", game_names())
def test_layouts_number_their_groups(name: str) -> None:
    game = get_game(name)
    for part in game.layout.parts:
        names = part.names(game.counts().get(part.name))
        assert not names or not isinstance(part, Counter) or part.shown
        if getattr(part, "count", 1) == 1:
            assert names in ([part.name], [])
            continue
        before, _, after = (part.name if "{}" in part.name else f"{part.name} {{}}").partition("{}")
        labels = getattr(part, "labels", "")
        marks = labels[: len(names)] if labels else [str(i + 1) for i in range(len(names))]
        assert names == [f"{before}{mark}{after}" for mark in marks]


@pytest.mark.parametrize(
    ("text", "pack"),
    [
        ("", Pack(2)),
        ("ranks=5", Pack(2, ranks=5)),
        ("suits=sh copies=1", Pack(1, "HS")),
        ("suits=2", Pack(2, "CD")),
    ],
)
def test_packs(text: str, pack: Pack) -> None:
    assert parse_pack(text, Pack(2)) == pack
    assert parse_pack(format_pack(pack), Pack()) == pack
