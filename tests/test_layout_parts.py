"""The parts of a layout one by one: what each reads, writes, counts, refuses and holds equal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cadogan import Deal, get_game
from cadogan.games.cards import Pack, parse_face
from cadogan.games.errors import DealError
from cadogan.games.layout import (
    Bag,
    Counter,
    Foundations,
    Layout,
    Part,
    Piles,
    Places,
    Stack,
    Stock,
    builds_down,
    numbered,
)
from cadogan.games.state import (
    by_rank,
    close_up,
    cover_rank,
    lay,
    lift,
    make_alike,
    pop_rank,
    push_rank,
    put,
    set_count,
    take,
)

PACK = Pack(2, "CD", 5)


def cards(text: str) -> list[int]:
    return [0 if word == "-" else parse_face(word) for word in text.split()]


class Table:
    """A layout of one part (and what its condition asks for) with given piles."""

    def __init__(self, *parts: Part, **counts: int) -> None:
        self.layout = Layout(*parts)
        self.counts = {name.replace("_", " "): number for name, number in counts.items()}

    def piles(self, *values: str | int) -> Piles:
        names = self.layout.pile_names(self.counts)
        told = [value if isinstance(value, int) else cards(value) for value in values]
        return dict(zip(names, told, strict=True))

    def row(self, *values: str | int) -> Any:
        return self.layout.build(self.piles(*values), PACK, self.counts)[0]

    def again(self, *values: str | int) -> Piles:
        """Write and read."""
        row, stock = self.layout.build(self.piles(*values), PACK, self.counts)
        return self.layout.read(row, stock, PACK, self.counts)

    def key(self, *values: str | int) -> bytes:
        row, stock = self.layout.build(self.piles(*values), PACK, self.counts)
        return self.layout.key(row, stock, PACK, self.counts)

    def same(self, one: tuple[str | int, ...], other: tuple[str | int, ...]) -> bool:
        """Say whether two contents are equal, by the key and by the hash, which must agree."""
        by_key = self.key(*one) == self.key(*other)
        assert by_key == (hash_of(self.row(*one)) == hash_of(self.row(*other)))
        return by_key


def hash_of(row: Any) -> tuple[int, ...]:
    return tuple(int(word) for word in row[:16].view(np.uint64))


def cards_in_part(table: Table, *values: str | int) -> list[int]:
    part = table.layout.parts[0]
    return part.cards(table.piles(*values), PACK, table.counts.get(part.name))


# Every kind --------------------------------------------------------------------------------------

KINDS: list[tuple[Table, tuple[str | int, ...]]] = [
    (Table(Stack("pile", capacity=9)), ("2C 2C AD",)),
    (Table(Stack("talon", capacity=9, next_first=True)), ("2C 3C AD",)),
    (Table(Stack("pile", capacity=9, count=4, alike=True), pile=3), ("2C", "", "AD 2D")),
    (Table(Stack("letter", capacity=3, count=3, labels="xyz"), letter=2), ("2C", "")),
    (Table(Stack("hole", capacity=9, top_only=True)), ("2C 3C AD",)),
    (Table(Places("ray {} in", count=3), **{"ray {} in": 2}), ("2C", "")),
    (Table(Bag("cells", places=4), cells=3), ("- 2C 2C",)),
    (Table(Bag("circle", places=3, ordered=True)), ("2C - AD",)),
    (Table(Bag("aside", places=5, vacancies=False)), ("2C AD",)),
    (Table(Counter("angle", most=7, count=3), angle=2), (7, 0)),
    (Table(Foundations("home", first=lambda pack: 1)), ("2C - AD -",)),
    (Table(Stock()), ("2C 2D 2C",)),
]


@pytest.mark.parametrize(("table", "values"), KINDS, ids=lambda value: str(value)[:30])
def test_what_is_written_is_read(table: Table, values: tuple[str | int, ...]) -> None:
    assert table.again(*values) == table.piles(*values)
    empty = tuple(
        0 if isinstance(value, int) else " ".join("-" for _ in value.split() if "-" in value)
        for value in values
    )
    assert table.again(*empty) != table.again(*values)
    assert table.key(*empty) != table.key(*values)
    assert table.row(*values).nbytes % 8 == 0


@pytest.mark.parametrize(("table", "values"), KINDS[:9] + KINDS[11:], ids=lambda value: "")
def test_cards_are_those_that_lie_there(table: Table, values: tuple[str | int, ...]) -> None:
    listed = [card for value in values for card in cards(str(value)) if card]
    assert sorted(cards_in_part(table, *values)) == sorted(listed)


def test_cards_of_counters_and_foundations() -> None:
    assert cards_in_part(Table(Counter("angle")), 5) == []
    home = Table(Foundations("home", first=lambda pack: 1))
    assert cards_in_part(home, "2C - AD -") == cards("AC 2C AD")
    down = Table(Foundations("home", first=lambda pack: pack.ranks, step=-1, suits="D"))
    assert cards_in_part(down, "3D 5D") == cards("5D 4D 3D 5D")


def test_names() -> None:
    assert numbered("ray {} inner", 8, 2) == ["ray 1 inner", "ray 2 inner"]
    assert numbered("talon", 1, 1) == ["talon"]
    assert Stack("letter", capacity=1, count=3, labels="akm").names(2) == ["letter a", "letter k"]
    assert Places("wing", count=8).names(None)[-1] == "wing 8"
    assert Counter("shut", count=4).names(0) == []
    assert Counter("fresh", shown=False, count=4).names(2) == []
    assert Bag("cells", places=4).names(1) == ["cells"]


def test_room() -> None:
    stack = Stack("pile", capacity=8, count=3)
    assert (stack.stride, stack.room, stack.room_for(2), stack.counters) == (32, 96, 64, 0)
    assert Stack("pile", capacity=7).stride == 24  # 17 bytes in front of the cards
    assert (Places("wing", count=9).room, Bag("cells", places=8).room) == (32, 24)
    home = Foundations("home", first=lambda pack: 1)
    assert (home.room, home.counters, Counter("x", count=3).counters) == (0, 8, 3)
    # Only the last part of a layout gives up the room that is not used.
    layout = Layout(Counter("x"), stack, Stack("row", capacity=7, count=4))
    assert layout.size({"pile": 1, "row": 2}) == layout.size({}) - 2 * 24


# Stacks ------------------------------------------------------------------------------------------


def test_stacks_that_are_not_alike_keep_their_places() -> None:
    table = Table(Stack("pile", capacity=3, count=3))
    assert not table.same(("2C", "3C", ""), ("3C", "2C", ""))
    assert not table.same(("2C AD", "", ""), ("AD 2C", "", ""))
    assert not table.same(("2C AD", "", ""), ("2C", "AD", ""))


def test_stacks_that_are_alike_change_places() -> None:
    table = Table(Stack("pile", capacity=3, count=3, alike=True))
    assert table.same(("2C AD", "3C", ""), ("", "2C AD", "3C"))
    assert not table.same(("2C AD", "3C", ""), ("AD 2C", "3C", ""))
    assert not table.same(("2C AD", "3C", ""), ("2C", "3C AD", ""))


def test_stacks_alike_under_a_condition() -> None:
    table = Table(
        Stock(), Stack("pile", capacity=3, count=2, alike=lambda piles: not piles["stock"])
    )
    assert not table.same(("AC", "2C", "3C"), ("AC", "3C", "2C"))
    assert table.same(("", "2C", "3C"), ("", "3C", "2C"))


def test_stacks_become_alike_in_play() -> None:
    parts = (
        Counter("dealt"),
        Stack("pile", capacity=3, count=2, alike=lambda piles: piles["dealt"] == 1),
    )
    table = Table(*parts)
    at, stride = table.layout.at("pile"), table.layout.stride("pile")
    row = table.row(0, "2C", "3C")
    words = row.view(np.uint64)
    with np.errstate(over="ignore"):
        set_count(row, words, table.layout.at("dealt"), 1)
        for i in range(2):
            make_alike(words, at + i * stride, at)
    assert hash_of(row) == hash_of(table.row(1, "2C", "3C")) == hash_of(table.row(1, "3C", "2C"))


def test_stacks_are_alike_within_their_set_only() -> None:
    six = Table(Stack("pile", capacity=3, count=6, alike=True, sets=2))
    assert six.same(("AC", "2C", "", "3C", "", ""), ("2C", "", "AC", "", "", "3C"))
    assert not six.same(("AC", "2C", "", "3C", "", ""), ("3C", "2C", "", "AC", "", ""))
    four = Table(Stack("pile", capacity=3, count=6, alike=True, sets=2), pile=4)
    assert four.same(("AC", "2C", "3C", ""), ("2C", "AC", "", "3C"))
    assert not four.same(("AC", "2C", "3C", ""), ("AC", "3C", "2C", ""))


def test_stacks_without_suits() -> None:
    table = Table(Stack("pile", capacity=3, seen_as=by_rank))
    assert table.same(("2C AD",), ("2D AC",))
    assert not table.same(("2C AD",), ("AC 2D",))
    assert table.again("2C AD") == {"pile": cards("2C AD")}  # the cards themselves are kept
    row = table.row("2C")
    words, at = row.view(np.uint64), table.layout.at("pile")
    with np.errstate(over="ignore"):
        push_rank(row, words, at, parse_face("AD"))
        assert hash_of(row) == hash_of(table.row("2D AC"))
        assert pop_rank(row, words, at) == parse_face("AD")
    assert hash_of(row) == hash_of(table.row("2C"))


def test_stacks_of_which_only_the_top_counts() -> None:
    table = Table(Stack("hole", capacity=3, seen_as=by_rank, top_only=True))
    assert table.same(("AC 3C 2D",), ("3D AC 2C",))
    assert not table.same(("AC 3C 2D",), ("AC 2D 3C",))
    assert not table.same(("AC 2D",), ("2D",))
    assert not table.same(("AC",), ("",))
    row = table.row("")
    words, at = row.view(np.uint64), table.layout.at("hole")
    with np.errstate(over="ignore"):
        for card in ("AC", "3C", "2D"):
            cover_rank(row, words, at, parse_face(card))
    assert table.layout.read(row, [], PACK, {}) == {"hole": cards("AC 3C 2D")}
    assert hash_of(row) == hash_of(table.row("3D AC 2C"))
    plain = Table(Stack("hole", capacity=3, top_only=True))
    assert plain.same(("AC 2D",), ("3C 2D",))
    assert not plain.same(("AC 2D",), ("AC 2C",))


def test_stacks_are_measured_for_what_they_can_become() -> None:
    plain = Table(Stack("pile", capacity=3))
    assert plain.again("5C 5C 5C")
    with pytest.raises(DealError, match="pile holds 4 cards and could grow to 4; at most 3 are"):
        plain.row("5C 5C 5C 5C")
    building = Table(Stack("pile", capacity=5, count=2, growth=builds_down))
    assert building.again("5C", "AC AC AC AC AC")
    # Even a card below the top counts: play may uncover it.
    with pytest.raises(DealError, match="pile 2 holds 3 cards and could grow to 6; at most 5 are"):
        building.row("", "AC 5C AC")


def test_a_stack_is_measured_from_its_bottom_also_when_the_next_card_comes_first() -> None:
    table = Table(Stack("talon", capacity=5, growth=builds_down, next_first=True))
    assert table.again("AC 5C")["talon"] == cards("AC 5C")  # the five is at the bottom: 1 + 4
    with pytest.raises(DealError, match="could grow to 6"):
        table.row("5C AC")


# Places and bags ---------------------------------------------------------------------------------


def test_places() -> None:
    table = Table(Places("wing", count=3))
    assert not table.same(("2C", "3C", ""), ("3C", "2C", ""))
    alike = Table(Places("wing", count=3, alike=True))
    assert alike.same(("2C", "3C", ""), ("", "2C", "3C"))
    assert not alike.same(("2C", "3C", ""), ("2D", "3C", ""))
    with pytest.raises(DealError, match="wing 2 is a place for one card, not 2"):
        alike.row("", "2C 3C", "")


def test_bags() -> None:
    table = Table(Bag("cells", places=3))
    assert table.same(("2C - 3C",), ("3C 2C -",))
    assert not table.same(("2C - 3C",), ("2D - 3C",))
    assert not table.same(("2C - 2C",), ("2C - -",))
    ranks = Table(Bag("cells", places=3, seen_as=by_rank))
    assert ranks.same(("2C - 3C",), ("3D 2D -",))


def test_ordered_bags_keep_their_places_also_in_play() -> None:
    table = Table(Bag("circle", places=3, ordered=True))
    assert not table.same(("2C - 3C",), ("3C - 2C",))
    assert not table.same(("2C - 3C",), ("2C 3C -",))
    row = table.row("2C - 3C")
    words, at = row.view(np.uint64), table.layout.at("circle")
    with np.errstate(over="ignore"):
        lay(row, words, at, 1, lift(row, words, at, 2))
    assert hash_of(row) == hash_of(table.row("2C 3C -"))


def test_bags_without_vacancies_close_up() -> None:
    table = Table(Bag("aside", places=4, vacancies=False))
    assert table.again("2C 3C AD") == {"aside": cards("2C 3C AD")}
    assert table.again("") == {"aside": []}
    assert table.same(("2C 3C AD",), ("AD 2C 3C",))
    row = table.row("2C 3C AD")
    words, at = row.view(np.uint64), table.layout.at("aside")
    with np.errstate(over="ignore"):
        assert take(row, words, at, 0) == parse_face("2C")
        close_up(row, at, 0, 4)
        put(row, words, at, 2, parse_face("5D"))
    assert table.layout.read(row, [], PACK, {}) == {"aside": cards("3C AD 5D")}
    assert hash_of(row) == hash_of(table.row("5D 3C AD"))


# Counters ----------------------------------------------------------------------------------------


def test_hidden_counters_count_but_are_not_told() -> None:
    table = Table(Counter("left"), Counter("fresh", shown=False))
    assert table.layout.pile_names({}) == ["left"]
    assert table.again(3) == {"left": 3}
    row = table.row(3)
    before, key = hash_of(row), table.key(3)
    with np.errstate(over="ignore"):
        set_count(row, row.view(np.uint64), table.layout.at("fresh"), 1)
    assert table.layout.read(row, [], PACK, {}) == {"left": 3}
    assert table.layout.key(row, [], PACK, {}) != key
    assert hash_of(row) != before


def test_counters_of_a_kind_are_told_apart() -> None:
    table = Table(Counter("angle", count=3), angle=2)
    assert not table.same((1, 2), (2, 1))
    assert table.same((1, 2), (1, 2))


# Foundations -------------------------------------------------------------------------------------

GROWING = Foundations("home", first=lambda pack: 1, laid_out=True, mirrored="C")


def test_copies_of_a_suit_change_places_and_are_kept_the_furthest_first() -> None:
    up = Table(Foundations("home", first=lambda pack: 1))
    assert up.again("- 3C AD 2D") == {"home": cards("3C - 2D AD")}
    assert up.same(("- 3C AD 2D",), ("3C - 2D AD",))
    assert not up.same(("- 3C AD 2D",), ("3C 2C AD -",))
    down = Table(Foundations("home", first=lambda pack: pack.ranks, step=-1))
    assert down.again("5C 3C - 4D") == {"home": cards("3C 5C 4D -")}
    assert down.same(("5C 3C - 4D",), ("3C 5C 4D -",))


def test_foundations_of_some_suits_and_fewer_copies() -> None:
    one = Foundations("home", first=lambda pack: 1, copies=1)
    assert one.entries(PACK) == [(0, 0), (1, 1)]
    assert Foundations("home", first=lambda pack: 1, suits="DS").entries(PACK) == [(2, 1), (3, 1)]
    assert Foundations("home", first=lambda pack: 1).entries(Pack(1, "HS")) == [(4, 2), (6, 3)]


def test_mirrored_foundations_start_at_the_other_end() -> None:
    clubs, diamonds = 0, 1
    assert (GROWING.first_of(clubs, PACK), GROWING.step_of(clubs)) == (5, -1)
    assert (GROWING.first_of(diamonds, PACK), GROWING.step_of(diamonds)) == (1, 1)
    table = Table(GROWING)
    assert cards_in_part(table, "3C 5C 3D AD") == cards("5C 4C 3C 5C AD 2D 3D AD")


def test_mirrored_foundations_keep_the_furthest_first() -> None:
    assert Table(GROWING).again("5C 3C AD 4D") == {"home": cards("3C 5C 4D AD")}


@pytest.mark.parametrize(
    ("part", "tops", "message"),
    [
        (GROWING, "- 5C AD AD", "home: 5C lies there from the start, '-' does not"),
        (GROWING, "5C 5C AD -", "home: AD lies there from the start, '-' does not"),
        (GROWING, "5C AD AD AD", "home: AD cannot lie here; one of: 5C 4C 3C 2C AC"),
        (
            Foundations("home", first=lambda pack: 3),
            "2C - - -",
            "home: 2C cannot lie here; one of: - 3C 4C 5C",
        ),
        (
            Foundations("home", first=lambda pack: 3, step=-1),
            "- - 4D -",
            "home: 4D cannot lie here; one of: - 3D 2D AD",
        ),
    ],
)
def test_tops_that_cannot_be(part: Foundations, tops: str, message: str) -> None:
    with pytest.raises(DealError) as caught:
        cards_in_part(Table(part), tops)
    assert caught.value.message == message


# The stock ---------------------------------------------------------------------------------------


def test_a_stock_counts_by_what_it_still_has() -> None:
    table = Table(Stock())
    row, stock = table.layout.build(table.piles("2C 3C AD"), PACK, {})
    with np.errstate(over="ignore"):
        set_count(row, row.view(np.uint64), table.layout.at("stock"), 1)
    assert stock == cards("2C 3C AD")
    assert table.layout.read(row, stock, PACK, {}) == {"stock": cards("3C AD")}
    assert table.layout.key(row, stock, PACK, {}) == table.key("3C AD")
    assert table.key("3C AD") != table.key("AD 3C")
    assert table.key("3C") != table.key("3C AD")


# In a game ---------------------------------------------------------------------------------------


def test_keys_follow_the_sets() -> None:
    game = get_game("hemispheres").with_pack(Pack(1, "CD", 5)).with_options(spaces=2)
    text = Deal.from_seed(game, 1).text()

    def renamed(names: dict[int, int]) -> Deal:
        lines = []
        for line in text.splitlines():
            for old, new in names.items():
                if line.startswith(f"space {old}:"):
                    line = f"space {new}:" + line.split(":", 1)[1]
                    break
            lines.append(line)
        return Deal.parse("\n".join(lines))

    first = Deal.parse(text).position()
    within = renamed({1: 2, 2: 1, 3: 4, 4: 3}).position()
    beyond = renamed({1: 3, 3: 1}).position()
    assert within.key == first.key
    assert within.hash128 == first.hash128
    assert beyond.key != first.key
    assert beyond.hash128 != first.hash128
