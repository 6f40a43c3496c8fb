"""Deals: dealing by number, the text they are kept in, and what is wrong with bad ones."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from variants import all_variants, variants

from cadogan import Deal, DealError, UnknownGameError, UnsupportedError, get_game
from cadogan.games import game_names
from cadogan.games.cards import Pack, name_of, symbol_of
from cadogan.games.classics.freecell import FreeCell
from cadogan.games.deal import format_pack, parse_pack
from cadogan.games.deal_text import SOLUTION_KEYS
from cadogan.games.game import Game
from cadogan.games.layout import Counter, Foundations, Piles, Stack

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
