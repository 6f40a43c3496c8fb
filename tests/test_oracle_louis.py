"""The oracle of the Louis patience against hand-made moves."""

from __future__ import annotations

from typing import Any

import pytest
from oracle_positions import check_moves, winnable
from oracle_tables_b import (
    NEWEST,
    NINES,
    OVER,
    SEVENS,
    TWO_OF_FOUR,
    TWO_PACKS,
    Options,
    alphabet,
    play,
    shuffled_start,
    twins,
)
from oracles import louis
from oracles.common import Position

# --- Louis: deals ---------------------------------------------------------------


THREE_LETTERS = {"letters": 3, "deals": 2}


def three(*args: Any, up: str = "AC", down: str = "4C", deals: int = 1, **more: Any) -> Position:
    """A position of Louis with three letters and a pack of four ranks."""
    return alphabet(*args, up=up, down=down, deals=deals, names="abc", **more)


def test_louis_lays_circle_after_circle_when_nothing_fits() -> None:
    # A pause with nothing to play is no pause, and the last circle is short.
    cards = "3C 4C 5C 6C 7C 8C 9C TC JC 3D 4D 5D 6D 7D 8D 9D".split()
    position = louis.start(cards, {}, TWO_PACKS)
    letters = "3C 6D,4C 7D,5C 8D,6C 9D,7C,8C,9C,TC,JC,3D,4D,5D".split(",")
    expected = alphabet(dict(zip("abcdefghiklm", letters, strict=True)), deals=3)
    assert position == expected


def test_louis_a_deal_step_by_step() -> None:
    pack, options = TWO_OF_FOUR, THREE_LETTERS

    def step(position: Position, expected: str, move: str) -> Position:
        check_moves(louis, position, options, pack, expected)
        return play(louis, position, move, options, pack)

    position = louis.start("AC 4C 3C 2C 2C 3C".split(), options, pack)
    assert position == three({}, {"a": "AC", "b": "4C"}, "3C 2C 2C 3C", 3)
    pause = step(position, "play down, lay", "lay")
    assert pause == three({}, {"a": "AC", "b": "4C", "c": "3C"}, "2C 2C 3C", 0)
    # Going on covers the circle; there is nothing to play from it any more.
    second = step(pause, "c down, deal", "deal")
    assert second == three({"a": "AC", "b": "4C", "c": "3C"}, {}, "2C 2C 3C", 1)
    check_moves(louis, second, options, pack, "play up, lay")
    # Playing the three instead ends the pause: neither ace nor four fits.
    second = step(pause, "c down, deal", "c down")
    assert second == three({"a": "AC", "b": "4C"}, {}, "2C 2C 3C", 1, down="3C")
    # In the first deal nothing may be put aside.
    position = step(second, "play up, play down, lay", "play down")
    assert position == three({"a": "AC", "b": "4C"}, {}, "2C 3C", 1, down="2C")
    position = step(position, "play up, lay", "play up")
    assert position == three({"a": "AC", "b": "4C"}, {}, "3C", 1, up="2C", down="2C")
    position = step(position, "play up, lay", "lay")
    end = three({"a": "AC 3C", "b": "4C"}, up="2C", down="2C")
    assert position == end
    position = step(end, "a up, a b, b a, redeal", "a up")
    position = step(position, "a down, b up, redeal", "a down")
    position = step(position, "b up, redeal", "b up")
    assert position == three({}, up="4C", down="AC")
    assert louis.won(position, options, pack) and not louis.won(end, options, pack)
    assert louis.moves(position, options, pack) == {}


def test_louis_plays_from_a_pause_go_on_until_nothing_fits() -> None:
    pack, options = TWO_OF_FOUR, THREE_LETTERS
    # The four covers letter c at once when the deuce and the three are gone.
    pause = three({"a": "AC"}, {"a": "3C", "b": "2C", "c": "2C"}, "3C 4C", 0)
    check_moves(louis, pause, options, pack, "a down, b up, c up, deal")
    after = play(louis, pause, "b up", options, pack)
    assert after == three({"a": "AC"}, {"a": "3C", "c": "2C"}, "3C 4C", 0, up="2C")
    check_moves(louis, after, options, pack, "a up, a down, deal")
    after = play(louis, after, "a down", options, pack)
    # The ace under letter a is blocked, though it would fit after the deuce.
    assert after == three({"a": "AC"}, {"c": "2C"}, "3C 4C", 0, up="2C", down="3C")
    check_moves(louis, after, options, pack, "c down, deal")
    after = play(louis, after, "c down", options, pack)
    assert after == three({"a": "AC"}, {}, "3C 4C", 1, up="2C", down="2C")
    after = play(louis, after, "play up", options, pack)
    assert after == three({"a": "AC"}, {}, "4C", 1, up="3C", down="2C")
    after = play(louis, after, "lay", options, pack)
    assert after == three({"a": "AC 4C"}, up="3C", down="2C")


def test_louis_lays_aside_and_plays_from_there() -> None:
    pack, options = TWO_OF_FOUR, THREE_LETTERS
    tops = {"up": "AC", "down": "3C", "deals": 0}  # the last of two deals
    position = three({}, {}, "2C 2C 4C AC 3C", 1, **tops)
    check_moves(louis, position, options, pack, "play up, play down, aside, lay")
    position = play(louis, position, "aside", options, pack)
    assert position == three({}, {}, "2C 4C AC 3C", 1, "2C", **tops)
    expected = "play up, play down, aside, lay, aside 2C up, aside 2C down"
    check_moves(louis, position, options, pack, expected)
    both = play(louis, position, "aside", options, pack)
    # While a card aside fits, laying is a move even for a card that does not.
    assert both == three({}, {}, "4C AC 3C", 1, "2C 2C", **tops)
    check_moves(louis, both, options, pack, "lay, aside 2C up, aside 2C down")
    laid = play(louis, both, "lay", options, pack)
    assert laid == three({}, {"a": "4C"}, "AC 3C", 2, "2C 2C", **tops)
    # After both are played the ace in turn fits.
    position = play(louis, laid, "aside 2C up, aside 2C down", options, pack)
    played = {"up": "2C", "down": "2C", "deals": 0}
    assert position == three({}, {"a": "4C"}, "AC 3C", 2, **played)
    check_moves(louis, position, options, pack, "play down, lay")
    # They may wait until the deal is over.
    end = play(louis, laid, "lay, lay", options, pack)
    assert end == three({"a": "4C", "b": "AC", "c": "3C"}, {}, "", 0, "2C 2C", **tops)
    check_moves(louis, end, options, pack, "aside 2C up, aside 2C down, a c, c a")
    done = play(louis, end, "aside 2C up, aside 2C down, c up, a up, b down", options, pack)
    assert louis.won(done, options, pack)


def test_louis_a_card_aside_lets_every_card_and_every_pause_wait() -> None:
    tops = {"up": "7C AD AH AS", "down": "9C KD KH KS"}
    position = alphabet({}, {}, "5H 6H 3S", 12, "8C", **tops)
    check_moves(louis, position, {}, TWO_PACKS, "lay, aside 8C up, aside 8C down")
    pause = play(louis, position, "lay", {}, TWO_PACKS)
    assert pause == alphabet({}, {"m": "5H"}, "6H 3S", 0, "8C", **tops)
    check_moves(louis, pause, {}, TWO_PACKS, "aside 8C up, aside 8C down, deal")
    after = play(louis, pause, "deal", {}, TWO_PACKS)
    assert after == alphabet({"m": "5H"}, {}, "6H 3S", 1, "8C", **tops)
    # Once it is played the rest is laid without a choice.
    after = play(louis, pause, "aside 8C down", {}, TWO_PACKS)
    played = {"up": "7C AD AH AS", "down": "8C KD KH KS"}
    assert after == alphabet({"m": "5H", "a": "6H", "b": "3S"}, **played)


# --- Louis: legal moves by hand -------------------------------------------------

EIGHTS = {"up": SEVENS, "down": NINES}  # an eight fits both

LOUIS_MOVES = [
    # The next card may go home or not, whatever the letter.
    (alphabet({}, {}, "2C 9H", 1, deals=3), {}, "play up, lay"),
    (alphabet({}, {}, "QC 9H", 7, deals=3), {}, "play down, lay"),
    (alphabet({}, {}, "8H", 12, deals=3, **EIGHTS), {}, "play up, play down, lay"),
    # Putting aside: from the second deal on, and only a card that fits both.
    (alphabet({}, {}, "8H", 1, deals=2, **EIGHTS), {}, "play up, play down, aside, lay"),
    (alphabet({}, {}, "8H", 1, deals=0, **EIGHTS), {}, "play up, play down, aside, lay"),
    (alphabet({}, {}, "8H", 1, deals=2, **EIGHTS), {"deals": 3}, "play up, play down, lay"),
    (alphabet({}, {}, "8H", 1, deals=0, **EIGHTS), {"deals": 1}, "play up, play down, lay"),
    (alphabet({}, {}, "2C", 1, deals=2), {}, "play up, lay"),
    # A card aside that fits one foundation by now.
    (alphabet({}, {}, "9H", 1, "8H", up="7C 7D 8H 7S", down=NINES), {},
     "play up, lay, aside 8H down"),
    # One card aside may stand in the way of none of another suit.
    (alphabet({}, {}, "2S", 5, "8C 8D", up="7C 7D AH AS", down=NINES), {},
     "play up, lay, aside 8C up, aside 8C down, aside 8D up, aside 8D down"),
    # The pause: cards of this circle only, no marriages, no older cards.
    (alphabet({"b": "2D", "d": "QS"}, {"a": "2C", "c": "QC", "d": "9S"}, "5H", 0), {},
     "a up, c down, deal"),
    (alphabet({"e": "2S"}, {"a": "5C", "b": "6C", "m": "2C"}, "5H", 0, deals=1), {},
     "m up, deal"),
    (alphabet({}, {"k": "8H"}, "5H", 0, deals=1, **EIGHTS), {}, "k up, k down, deal"),
    # After the deal: plays, marriages up and down in suit, redeals.
    (alphabet({"a": "2C", "b": "9S QH"}, deals=0), {}, "a up, b down"),
    (alphabet({"a": "5C", "d": "6C", "k": "7C", "m": "6D"}, deals=0), {}, "a d, d a, d k, k d"),
    (alphabet({"a": "5C", "b": "6C"}, deals=3), {}, "a b, b a, redeal"),
    # Only tops; no going round the corner; nothing to empty letters.
    (alphabet({"a": "2C 9H", "b": "QD 5S"}), {}, ""),
    (alphabet({"a": "KC", "b": "AC", "c": "KS"}), {}, ""),
    # Cards aside never go to the letters, and alone they are no cause for a redeal.
    (alphabet({"a": "9H"}, aside="8H", deals=2, **EIGHTS), {},
     "aside 8H up, aside 8H down, redeal"),
    (alphabet({}, aside="8H", deals=2, **EIGHTS), {}, "aside 8H up, aside 8H down"),
    (alphabet({"a": "3C"}, deals=0), {}, ""),
    (alphabet({}, deals=3), {}, ""),
]  # fmt: skip


@pytest.mark.parametrize("position, options, expected", LOUIS_MOVES)
def test_louis_moves(position: Position, options: Options, expected: str) -> None:
    check_moves(louis, position, options, TWO_PACKS, expected)


@pytest.mark.parametrize("before, line, after", [
    # After a play, another card takes its turn for the same letter.
    (({}, {}, "2C 2D", 5), "play up", ({}, {}, "2D", 5, "", "2C AD AH AS")),
    (({}, {}, "2C 2D", 5), "lay", ({}, {"e": "2C"}, "2D", 6)),
    # Cards that fit nowhere are laid: 5H on f, 6H on g.
    (({"f": "9S"}, {}, "2C 5H 6H 2D", 5), "lay",
     ({"f": "9S"}, {"e": "2C", "f": "5H", "g": "6H"}, "2D", 8)),
    # The circle is complete with m.
    (({}, {}, "2C 5H 2D", 12), "lay", ({}, {"m": "2C"}, "5H 2D", 0)),
    (({}, {}, "2C 2D", 12), "play up", ({}, {}, "2D", 12, "", "2C AD AH AS")),
    # A pause with nothing to play: the circle is covered at once.
    (({}, {"l": "9C"}, "2C 5H 7H 2D", 12), "play up",
     ({"l": "9C", "m": "5H"}, {"a": "7H"}, "2D", 2, "", "2C AD AH AS")),
    # The last card ends the deal, even with a card that fits, even at m.
    (({}, {"l": "9C"}, "2C", 12), "lay", ({"l": "9C", "m": "2C"},)),
    (({"a": "9C"}, {}, "2C 3C", 1), "lay", ({"a": "9C 2C", "b": "3C"},)),
    (({"a": "9C"}, {"a": "9D"}, "2C", 2), "play up",
     ({"a": "9C 9D"}, {}, "", 0, "", "2C AD AH AS")),
    # Places emptied in the pause stay empty until the next circle.
    (({"a": "9C"}, {"a": "2C", "b": "2D"}, "5H 2S", 0), "a up",
     ({"a": "9C"}, {"b": "2D"}, "5H 2S", 0, "", "2C AD AH AS")),
    (({"a": "9C"}, {"a": "2C", "b": "9D"}, "5H 2S", 0), "a up",
     ({"a": "9C", "b": "9D"}, {"a": "5H"}, "2S", 2, "", "2C AD AH AS")),
    (({"a": "9C"}, {"a": "2C", "b": "9D"}, "5H 2S", 0), "deal",
     ({"a": "9C 2C", "b": "9D"}, {"a": "5H"}, "2S", 2)),
    # After the deal.
    (({"a": "9C 2C"},), "a up", ({"a": "9C"}, {}, "", 0, "", "2C AD AH AS")),
    (({"a": "9C QS"},), "a down", ({"a": "9C"}, {}, "", 0, "", "AC AD AH AS", "KC KD KH QS")),
    (({"a": "9H 5C", "k": "6C"},), "a k", ({"a": "9H", "k": "6C 5C"},)),
    (({"a": "9H 5C", "k": "6C"},), "k a", ({"a": "9H 5C 6C"},)),
])  # fmt: skip
def test_louis_moves_made(before: tuple[Any, ...], line: str, after: tuple[Any, ...]) -> None:
    assert play(louis, alphabet(*before), line, {}, TWO_PACKS) == alphabet(*after)


@pytest.mark.parametrize(
    "options, expected",
    [
        ({}, "f e d c b a m l k i h g"),
        (NEWEST, "f e d c b a m l k i h g"),
        (OVER, "g h i k l m a b c d e f"),
    ],
)
def test_louis_order_of_the_letters_at_a_redeal(options: Options, expected: str) -> None:
    cards = "3C 4C 5C 6C 7C 8C 9C TC JC 3D 4D 5D".split()
    letters = dict(zip("abcdefghiklm", cards, strict=True))
    position = play(louis, alphabet(letters, deals=1), "redeal", options, TWO_PACKS)
    dealt = dict(zip("abcdefghiklm", [letters[name] for name in expected.split()], strict=True))
    assert position == alphabet(dealt)


@pytest.mark.parametrize("options, expected", [
    ({}, "9H 5C 7C 3S"),
    (NEWEST, "9H 7C 5C 3S"),
    (OVER, "3S 5C 7C 9H"),
    (OVER | NEWEST, "3S 7C 5C 9H"),
])  # fmt: skip
def test_louis_order_of_the_cards_at_a_redeal(options: Options, expected: str) -> None:
    # Gathered: h first, then m, then b; the letters between are empty.
    position = alphabet({"h": "3S", "m": "5C 7C", "b": "9H"}, deals=2, aside="8D", up=SEVENS,
                        down="KC JD KH KS")  # fmt: skip
    # The eight aside fits as soon as the deal begins, so nothing is laid before.
    after = play(louis, position, "redeal", options, TWO_PACKS)
    assert after == alphabet({}, {}, expected, 1, "8D", SEVENS, "KC JD KH KS", 1)
    check_moves(louis, after, options, TWO_PACKS, "lay, aside 8D up")


@pytest.mark.parametrize(
    "count, expected", [(1, "a"), (2, "a b"), (3, "a c b"), (4, "b a d c"), (5, "b a e d c")]
)
def test_louis_redeals_of_fewer_letters(count: int, expected: str) -> None:
    names = "abcde"[:count]
    letters = dict(zip(names, "3C 4C 5C 6C 7C".split(), strict=False))
    position = alphabet(letters, deals=1, names=names)
    after = play(louis, position, "redeal", {"letters": count}, TWO_PACKS)
    dealt = dict(zip(names, [letters[name] for name in expected.split()], strict=True))
    assert after == alphabet(dealt, names=names)


# --- Louis: winning -------------------------------------------------------------

BURIED = "3C AC 3C 2C 4C 2C".split()


def test_louis_a_deal_that_needs_its_redeal() -> None:
    # With one letter there are no marriages.  The four wants a three below it
    # on the ascending foundation, and that three wants a deuce.  Both threes
    # turn up before the deuces, so the one that goes up is laid, is blocked
    # during the deal and lies under the four after it.
    pack = TWO_OF_FOUR
    options = {"letters": 1, "deals": 1}
    assert not winnable(louis, louis.start(BURIED, options, pack), options, pack)
    options = {"letters": 1, "deals": 2}
    position = louis.start(BURIED, options, pack)
    assert position == alphabet({}, {}, " ".join(BURIED), 1, "", "AC", "4C", 1, "a")
    # AC, 3C, 4C are left under one another; both deuces go home.
    position = play(louis, position, "play down, play up, play down", options, pack)
    left = alphabet({"a": "AC 3C 4C"}, {}, "", 0, "", "2C", "2C", 1, "a")
    assert position == left
    check_moves(louis, left, options, pack, "redeal")
    line = "redeal, play down, play up, play up"
    assert louis.won(play(louis, left, line, options, pack), options, pack)


@pytest.mark.parametrize("letters, ranks, count", [(1, 7, 5), (2, 6, 4), (3, 5, 3)])
def test_louis_putting_aside_wins_nothing_that_is_lost_without(
    letters: int, ranks: int, count: int
) -> None:
    # A card aside may as well be played at once where it goes in the end: the
    # twin that goes there first, if any, may change parts with it.
    pack, options = twins("C", ranks), {"letters": letters, "deals": 2}
    for seed in range(count):
        position = shuffled_start(louis, options, pack, seed)
        outcome = winnable(louis, position, options, pack)
        assert winnable(louis, position, options, pack, without="aside") == outcome
