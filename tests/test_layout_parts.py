"""Parts of a layout that few games use: mirrored foundations, stacks alike in sets."""

from __future__ import annotations

import numpy as np
import pytest

from cadogan import Deal, get_game
from cadogan.games.cards import Pack, parse_face
from cadogan.games.errors import DealError
from cadogan.games.layout import Foundations, Layout, Stack

PACK = Pack(2, "CD", 5)
GROWING = Foundations("home", first=lambda pack: 1, laid_out=True, mirrored="C")


def test_mirrored_foundations_start_at_the_other_end() -> None:
    clubs, diamonds = 0, 1
    assert (GROWING.first_of(clubs, PACK), GROWING.step_of(clubs)) == (5, -1)
    assert (GROWING.first_of(diamonds, PACK), GROWING.step_of(diamonds)) == (1, 1)
    assert GROWING.cards(3, clubs, PACK) == [5, 4, 3]
    assert GROWING.cards(3, diamonds, PACK) == [17, 18, 19]


def test_mirrored_foundations_keep_the_furthest_first() -> None:
    layout = Layout(GROWING)
    tops = [parse_face(name) for name in ("5C", "3C", "AD", "4D")]
    row, _ = layout.build({"home": tops}, PACK, {})
    read = layout.read(row, [], PACK, {})["home"]
    assert read == [parse_face(name) for name in ("3C", "5C", "4D", "AD")]


def test_mirrored_foundations_are_never_empty_when_laid_out() -> None:
    with pytest.raises(DealError, match="5C lies there from the start"):
        GROWING.check_top(0, 0, PACK)


def test_stacks_are_alike_within_their_set_only() -> None:
    layout = Layout(Stack("pile", capacity=3, count=6, alike=True, sets=2))

    def words(*piles: int, count: int) -> tuple[int, ...]:
        named: dict[str, list[int] | int] = {
            f"pile {i + 1}": [card] if card else [] for i, card in enumerate(piles)
        }
        row, _ = layout.build(named, PACK, {"pile": count})
        return tuple(int(word) for word in row[:16].view(np.uint64))

    assert words(1, 2, 0, 3, 0, 0, count=6) == words(2, 0, 1, 0, 0, 3, count=6)
    assert words(1, 2, 0, 3, 0, 0, count=6) != words(3, 2, 0, 1, 0, 0, count=6)
    assert words(1, 2, 3, 0, count=4) == words(2, 1, 0, 3, count=4)
    assert words(1, 2, 3, 0, count=4) != words(1, 3, 2, 0, count=4)


def test_keys_follow_the_sets() -> None:
    game = get_game("hemispheres").with_pack(Pack(1, "CD", 5)).with_options(spaces=2)
    text = Deal.from_seed(game, 1).text()
    swapped = {1: 2, 2: 1, 3: 4, 4: 3}
    across = {1: 3, 3: 1}

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
    within, beyond = renamed(swapped).position(), renamed(across).position()
    assert within.key == first.key and within.hash128 == first.hash128
    assert beyond.key != first.key and beyond.hash128 != first.hash128
