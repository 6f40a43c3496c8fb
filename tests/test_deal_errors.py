"""Deals that are wrong: what is said of bad texts, cards that do not add up, impossible piles."""

from __future__ import annotations

import copy
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import implies_cards
from test_deal import GOOD, error_of

from cadogan import Deal, DealError, PatienceError, get_game
from cadogan.games import game_names
from cadogan.games.cards import name_of, parse_face
from cadogan.games.classics.freecell import FreeCell
from cadogan.games.deal import full_cards
from cadogan.games.deal_text import SOLUTION_KEYS
from cadogan.games.game import Game
from cadogan.games.layout import Foundations, Piles, cards_of

BAD_DEALS = sorted((Path(__file__).parent / "data" / "bad_deals").glob("*.txt"))

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
