"""The Mill: kings at once, transfers, and the moves that count as one."""

from __future__ import annotations

import pytest

from cadogan import Deal, DealError, get_game
from cadogan.games.cards import Pack, parse_face
from cadogan.games.game import DISTINCT

HEAD = "game: mill\noption wings: 2\noption kings: 1\npack: copies=1 suits=CD ranks=4\n"


def mill(text: str) -> Deal:
    return Deal.parse(HEAD + text)


def test_kings_leave_the_wings_in_the_deal() -> None:
    game = get_game("mill").with_options(wings=2, kings=1).with_pack(Pack(1, "CD", 4))
    cards = [parse_face(name) for name in "4C 3C 4D 2C AD 2D 3D".split()]
    piles = game.deal(cards)
    assert piles["angle 1"] == 1
    assert piles["wing 1"] == [parse_face("4D")]
    assert piles["wing 2"] == [parse_face("3C")]


def test_a_king_drawn_by_a_fill_goes_to_the_free_angle() -> None:
    deal = mill("centre: 1\nangle 1: 0\nwing 1: 2C\nwing 2: 3D\nstock: 4C 4D AD 2D 3C")
    after = deal.position().play("w1 centre").piles()
    assert (after["angle 1"], after["centre"]) == (1, 2)
    assert after["wing 1"] == [parse_face("4D")]


def test_transfer() -> None:
    # The king pile is 4 3, the centre waits for the three, and a wing has the four.
    deal = mill("centre: 2\nangle 1: 2\nwing 1: 4D\nwing 2: AD\ntalon:\nstock: 2D 3D")
    position = deal.position()
    assert "transfer w1" in position.notations()
    assert "transfer w2" not in position.notations()
    after = position.play("transfer w1").piles()
    assert (after["centre"], after["angle 1"]) == (4, 1)


def test_equal_cards_are_one_move() -> None:
    deal = mill("centre: 1\nangle 1: 1\nwing 1: 2C\nwing 2: 2D\nstock: AD 3C 3D 4D")
    assert deal.position().notations() == ["turn", "w1 centre", "w2 centre"]
    assert deal.position(DISTINCT).notations() == ["turn", "w1 centre"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("centre: 1\nangle 1: 0\nwing 1: 4C\nwing 2: 3D\nstock: 4D AD 2C 2D 3C", "a king goes"),
        ("centre: 1\nangle 1: 1\nwing 1: 2C\nwing 2:\nstock: 2D AD 3C 3D 4D", "vacant wing"),
    ],
)
def test_positions_that_cannot_be(text: str, message: str) -> None:
    with pytest.raises(DealError, match=message):
        mill(text)


def test_packs_too_small() -> None:
    with pytest.raises(DealError, match="too small for the centre and 4 king piles"):
        get_game("mill").with_pack(Pack(1))
