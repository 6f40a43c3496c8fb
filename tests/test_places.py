"""Places for single cards, counters of a kind, and numbers inside names."""

from __future__ import annotations

import numpy as np
import pytest

from cadogan.games.cards import Pack
from cadogan.games.errors import DealError
from cadogan.games.layout import Counter, Layout, Places, Stack
from cadogan.games.state import by_rank, count, held, lay, lift, put_rank, set_count, take_rank

PACK = Pack()
LAYOUT = Layout(
    Counter("angle", count=3),
    Places("ray {} inner", count=4),
    Places("wing", count=4, alike=True, seen_as=by_rank),
    Stack("ray {} outer", capacity=3, count=4),
)
COUNTS = {"angle": 2, "ray {} inner": 2, "wing": 2, "ray {} outer": 2}
PILES = {
    "angle 1": 5,
    "angle 2": 0,
    "ray 1 inner": [0x12],
    "ray 2 inner": [],
    "wing 1": [0x23],
    "wing 2": [0x04],
    "ray 1 outer": [0x01, 0x02],
    "ray 2 outer": [],
}


def built(**changed: list[int] | int) -> np.ndarray:
    names = {name.replace(" ", "_"): name for name in PILES}
    piles = {**PILES, **{names[key]: value for key, value in changed.items()}}
    return LAYOUT.build(piles, PACK, COUNTS)[0]


def hash_of(row: np.ndarray) -> tuple[int, ...]:
    return tuple(int(word) for word in row[:16].view(np.uint64))


def test_round_trip() -> None:
    assert LAYOUT.pile_names(COUNTS) == list(PILES)
    assert LAYOUT.read(built(), [], PACK, COUNTS) == PILES


def test_rows_built_and_played_have_one_hash() -> None:
    row = built()
    words = row.view(np.uint64)
    at = LAYOUT.at("ray {} inner")
    assert held(row, at, 0) == 0x12
    with np.errstate(over="ignore"):
        lay(row, words, at, 1, lift(row, words, at, 0))
        set_count(row, words, LAYOUT.at("angle") + 1, 7)
    assert count(row, LAYOUT.at("angle") + 1) == 7
    assert hash_of(row) == hash_of(built(ray_1_inner=[], ray_2_inner=[0x12], angle_2=7))
    assert hash_of(row) != hash_of(built(angle_2=7))


def test_places_that_are_alike() -> None:
    row = built()
    words = row.view(np.uint64)
    at = LAYOUT.at("wing")
    with np.errstate(over="ignore"):
        card = take_rank(row, words, at, 0)
        put_rank(row, words, at, 0, take_rank(row, words, at, 1))
        put_rank(row, words, at, 1, card)
    assert hash_of(row) == hash_of(built()) == hash_of(built(wing_1=[0x34], wing_2=[0x03]))
    assert hash_of(row) != hash_of(built(wing_1=[0x05]))


def test_a_place_holds_one_card() -> None:
    with pytest.raises(DealError, match="wing 1 is a place for one card, not 2"):
        built(wing_1=[0x01, 0x02])
