"""How people see The "Louis" Patience: its letters, its moves in words, what cannot occur."""

from __future__ import annotations

from cadogan.games.cadogan.two_way import PILE_CAPACITY, TO_DOWN, TO_UP
from cadogan.games.cards import name_of, rank_of, suit_of
from cadogan.games.drawing import draw_table, drawn, heap, labelled, lying, row
from cadogan.games.errors import DealError
from cadogan.games.layout import Piles, cards_of, number_of

#: The letters, of which there is no j.
LETTERS = "abcdefghiklm"

# Codes of what a move names: letters are 1 to 12, a card that lies aside is 64 plus its face.
PLAY, LAY, REDEAL, DEAL, PUT_ASIDE, FROM_ASIDE = 22, 23, 24, 25, 26, 64


def describe_move(piles: Piles, move: int) -> str:
    """Say which card goes where, in the book's terms."""
    source, target = move & 255, move >> 8
    ways = {TO_UP: "the ascending foundation", TO_DOWN: "the descending foundation"}
    stock = cards_of(piles, "stock")
    if source == REDEAL:
        return "take up the alphabet and deal again"
    if source == DEAL:
        return "deal the next circle"
    if source == PUT_ASIDE:
        return f"{drawn(stock[0])} is laid aside"
    if source == PLAY:
        return f"{drawn(stock[0])} goes on {ways[target]} as it turns up"
    if source == LAY:
        return f"{drawn(stock[0])} is laid on {LETTERS[number_of(piles, 'next letter') - 1]}"
    if source >= FROM_ASIDE:
        return f"{drawn(source - FROM_ASIDE)}, which lay aside, goes on {ways[target]}"
    letter = LETTERS[source - 1]
    in_circle = cards_of(piles, "circle")[source - 1]
    card = drawn(in_circle if stock else cards_of(piles, f"letter {letter}")[-1])
    if target in ways:
        return f"{card} from {letter} goes on {ways[target]}"
    host = LETTERS[target - 1]
    under = drawn(cards_of(piles, f"letter {host}")[-1])
    return f"{card} from {letter} marries {under} on {host}"


def draw_alphabet(piles: Piles, names: list[str]) -> str:
    """Draw the square of letters round the foundations, then what each letter holds."""
    stock, aside, circle = (cards_of(piles, name) for name in ("stock", "aside", "circle"))
    dealing = f"deals left {piles['deals left']}"
    if aside:
        dealing += f"\naside {row(aside)}"
    if stock:
        following = number_of(piles, "next letter")
        dealing += f"\nnext letter {LETTERS[following - 1] if following else '(pause)'}"
        dealing += f"\nstock {heap(stock, 8, from_end=False)}"
    held_by = {
        name[-1]: [*cards_of(piles, name), *([circle[i]] if circle[i] else [])]
        for i, name in enumerate(names)
    }
    return draw_table(
        square({letter: cards[-1] if cards else 0 for letter, cards in held_by.items()}),
        labelled(up=cards_of(piles, "ascending"), down=cards_of(piles, "descending")),
        lying(list(held_by), list(held_by.values())),
        dealing,
    )


def square(tops: dict[str, int]) -> str:
    """Draw the top cards where the letters stand, a in the lower right corner."""

    def cell(letter: str) -> str:
        return f"{letter} {drawn(tops[letter]).rjust(3)}" if letter in tops else " " * 5

    lines = [
        "   ".join(cell(letter) for letter in "ghik"),
        *(cell(left) + " " * 19 + cell(right) for left, right in ("fl", "em")),
        "   ".join(cell(letter) for letter in "dcba"),
    ]
    return "\n".join(line.rstrip() for line in lines)


def check_aside(piles: Piles, deals: int) -> None:
    """Refuse cards aside that never fitted both foundations of their suit."""
    aside = cards_of(piles, "aside")
    if aside and number_of(piles, "deals left") == deals - 1:
        raise DealError("aside: no card is laid aside in the first deal")
    tops = {
        suit_of(up): (rank_of(up), rank_of(down))
        for up, down in zip(
            cards_of(piles, "ascending"), cards_of(piles, "descending"), strict=True
        )
    }
    for card in aside:
        up, down = tops[suit_of(card)]
        if not down - 1 <= rank_of(card) <= up + 1:
            raise DealError(f"aside: {name_of(card)} never fitted both foundations")
        if any(suit_of(other) == suit_of(card) and other != card for other in aside):
            raise DealError(f"aside: cards of two ranks in the suit of {name_of(card)}")


def check_deal(piles: Piles, names: list[str], ranks: int) -> None:
    """Refuse a circle with gaps, and letters that would become too high."""
    stock, circle = cards_of(piles, "stock"), cards_of(piles, "circle")
    following, letters = number_of(piles, "next letter"), len(names)
    if following > letters:
        raise DealError(f"next letter: at most {letters} with these options")
    if following and [card != 0 for card in circle] != [i + 1 < following for i in range(letters)]:
        raise DealError("circle: cards lie on the letters before the next one, and only there")
    dealt, more = divmod(len(stock) + max(following - 1, 0), letters)
    most = PILE_CAPACITY - 2 * ranks + 3
    for i, name in enumerate(names):
        if (
            len(cards_of(piles, name)) + dealt + (i < more) + (not following and circle[i] > 0)
            > most
        ):
            raise DealError(f"{name} would hold more than {most} cards after the deal")
