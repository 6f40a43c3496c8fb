"""Building blocks for drawing a table as text: rows of single cards, piles hanging or lying.

A drawing is plain text with suit symbols; the command line adds colour to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from cadogan.games.cards import symbol_of

#: How a vacant place is drawn.
VACANT = "·"
_WIDTH = 4


def drawn(card: int) -> str:
    """Draw one card, or a vacant place for 0.

    Examples
    --------
    >>> drawn(0x2A), drawn(0)
    ('10♥', '·')
    """
    return symbol_of(card).replace("T", "10") if card else VACANT


def row(cards: Sequence[int]) -> str:
    """Draw cards side by side.

    Examples
    --------
    >>> row([0x01, 0, 0x3D])
    ' A♣   ·  K♠'
    """
    return " ".join(drawn(card).rjust(_WIDTH - 1) for card in cards)


def labelled(**rows: Sequence[int]) -> str:
    """Draw named rows, one a line.

    Examples
    --------
    >>> print(labelled(home=[0x01, 0]))
    home  A♣   ·
    """
    width = max(len(name) for name in rows)
    return "\n".join(f"{name.ljust(width)} {row(cards)}" for name, cards in rows.items())


def hanging(columns: Sequence[Sequence[int]]) -> str:
    """Draw columns of overlapping cards, the card in play lowest, numbers above.

    Examples
    --------
    >>> print(hanging([[0x01, 0x02], [0x33]]))
      1   2
     A♣  3♠
     2♣
    """
    heading = " ".join(str(i + 1).rjust(_WIDTH - 1) for i in range(len(columns)))
    lines = [heading]
    for cards in zip_longest(*columns, fillvalue=None):
        cells = ["" if card is None else drawn(card) for card in cards]
        lines.append(" ".join(cell.rjust(_WIDTH - 1) for cell in cells).rstrip())
    if all(not column for column in columns):
        lines.append(row([0] * len(columns)))
    return "\n".join(lines)


def lying(names: Sequence[str], piles: Sequence[Sequence[int]]) -> str:
    """Draw piles lying on their side, one a line, the card in play last.

    Examples
    --------
    >>> print(lying(["p1", "p2"], [[0x01, 0x02], []]))
    p1  A♣  2♣
    p2   ·
    """
    width = max(len(name) for name in names)
    return "\n".join(
        f"{name.ljust(width)} {row(pile or [0])}" for name, pile in zip(names, piles, strict=True)
    )


def heap(cards: Sequence[int], shown: int, from_end: bool = True) -> str:
    """Draw a talon or stock: so many cards nearest to play, and how many there are.

    Examples
    --------
    >>> heap([0x01, 0x02, 0x03], 2)
    '...  2♣  3♣ (3)'
    """
    if not cards:
        return f"{VACANT.rjust(_WIDTH - 1)} (0)"
    near = cards[-shown:] if from_end else cards[:shown]
    dots = "..." if len(cards) > shown else ""
    text = f"{dots} {row(near)}" if from_end else f"{row(near)} {dots}"
    return f"{text.strip() if not from_end else text.lstrip() if not dots else text} ({len(cards)})"


def draw_table(*blocks: str) -> str:
    """Put blocks below each other with a blank line between."""
    return "\n\n".join(block for block in blocks if block)
