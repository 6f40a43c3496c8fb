"""Cards and packs, and how they are written.

A card is known by its **face**, a small number: 16 times the index of its suit (clubs 0, diamonds
1, hearts 2, spades 3) plus its rank (ace 1 to king 13). Faces are below 64, and 0 is never a card.
Two copies of a card have the same face.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cadogan.games.errors import DealError

__all__ = [
    "RANKS",
    "SUITS",
    "SYMBOLS",
    "Pack",
    "check_pack",
    "face",
    "is_red",
    "missing_from",
    "name_of",
    "parse_face",
    "parse_suits",
    "rank_of",
    "suit_of",
    "symbol_of",
    "take_out",
]

SUITS = "CDHS"
"""The letters of the suits, in the order of their indices."""

RANKS = "A23456789TJQK"
"""The letters of the ranks, the ace (rank 1) first."""

SYMBOLS = "♣♦♥♠"
"""The symbols of the suits, in the order of their indices."""

_OUTLINES = "♧♢♡♤"
_EMOJI_MARKS = "\ufe0e\ufe0f"  # a suit symbol followed by one of these is shown as text or picture
_SUIT_INDEX = {
    spelling: index
    for spellings in (SUITS, SUITS.lower(), SYMBOLS, _OUTLINES)
    for index, spelling in enumerate(spellings)
}
_RANK_NUMBER = {
    **{letter: rank for rank, letter in enumerate(RANKS, start=1)},
    **{letter.lower(): rank for rank, letter in enumerate(RANKS, start=1)},
    "10": 10,
}
_RANK_WORDS = (
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
)
_SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
_COUNT_WORDS = ("no", "one", "two", "three", "four")
_MOST_COPIES = 4


def whole_number(value: object) -> int | None:
    """Give a value that is a whole number as an int; None for texts, fractions, yes and no.

    Examples
    --------
    >>> whole_number(5), whole_number(5.0), whole_number("5"), whole_number(True)
    (5, None, None, None)
    """
    if type(value).__name__ in ("bool", "bool_"):  # NumPy's own as well
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def face(rank: int, suit: int) -> int:
    """Make the face of a card from its rank and the index of its suit.

    Parameters
    ----------
    rank : int
        1 (ace) to 13 (king).
    suit : int
        0 clubs, 1 diamonds, 2 hearts, 3 spades.

    Returns
    -------
    int
        The face, 1 to 61.

    Raises
    ------
    DealError
        If there is no such rank or suit.

    Examples
    --------
    >>> face(9, 0), face(13, 3)
    (9, 61)
    """
    if not 1 <= rank <= 13:
        raise DealError(f"there is no rank {rank}: ranks run from 1 (ace) to 13 (king)")
    if not 0 <= suit <= 3:
        raise DealError(f"there is no suit {suit}: suits run from 0 (clubs) to 3 (spades)")
    return int(suit) * 16 + int(rank)


def rank_of(face: int) -> int:
    """Return the rank of a face, 1 (ace) to 13 (king).

    Examples
    --------
    >>> rank_of(parse_face("QH"))
    12
    """
    return int(face) & 15


def suit_of(face: int) -> int:
    """Return the index of a face's suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades.

    Examples
    --------
    >>> suit_of(parse_face("QH"))
    2
    """
    return int(face) >> 4


def is_red(face: int) -> bool:
    """Tell whether a face is a diamond or a heart.

    Examples
    --------
    >>> is_red(parse_face("QH")), is_red(parse_face("QS"))
    (True, False)
    """
    return suit_of(face) in (1, 2)


def name_of(face: int) -> str:
    """Write a face in letters, always two; the ten is ``T``.

    Raises
    ------
    DealError
        If the number is not the face of a card.

    See Also
    --------
    parse_face : the way back.

    Examples
    --------
    >>> name_of(9), name_of(10), name_of(61)
    ('9C', 'TC', 'KS')
    """
    return _rank_letter(face) + SUITS[suit_of(face)]


def symbol_of(face: int) -> str:
    """Write a face with its suit's symbol, always two characters; the ten is ``T``.

    Raises
    ------
    DealError
        If the number is not the face of a card.

    Examples
    --------
    >>> symbol_of(9), symbol_of(42)
    ('9♣', 'T♥')
    """
    return _rank_letter(face) + SYMBOLS[suit_of(face)]


def _rank_letter(face: int) -> str:
    """Return the letter of a face's rank, after making sure that it is a face."""
    if not (0 <= suit_of(face) <= 3 and 1 <= rank_of(face) <= 13):
        raise DealError(f"{face} is not the face of a card")
    return RANKS[rank_of(face) - 1]


def parse_face(text: str, line: int | None = None, column: int | None = None) -> int:
    """Read one card: a rank and then a suit.

    Parameters
    ----------
    text : str
        For example ``9C``, ``tc``, ``10c``, ``10♣``.
    line, column : int, optional
        Where the text was found, for the message.

    Returns
    -------
    int
        The face.

    Raises
    ------
    DealError
        If the text is not a card.

    See Also
    --------
    name_of : the way back.

    Examples
    --------
    >>> parse_face("10♣") == parse_face("tc") == face(10, 0)
    True
    >>> parse_face("1C")
    Traceback (most recent call last):
    cadogan.games.errors.DealError: '1C' is not a card: write the rank (A 2 3 4 5 6 7 8 9 T J Q K;
    10 is the same as T), then the suit (C D H S or ♣ ♦ ♥ ♠), as in 9C; the ace is written A
    """
    bare = text.strip().rstrip(_EMOJI_MARKS)
    rank = _RANK_NUMBER.get(bare[:-1])
    suit = _SUIT_INDEX.get(bare[-1:])
    if rank is None or suit is None:
        raise DealError(f"{text!r} is not a card: {_advice(bare)}", line, column)
    return face(rank, suit)


def _advice(bare: str) -> str:
    """Say how cards are written, and what this text may have been meant to be."""
    rule = (
        f"write the rank ({' '.join(RANKS)}; 10 is the same as T), "
        f"then the suit ({' '.join(SUITS)} or {' '.join(SYMBOLS)}), as in 9C"
    )
    turned_rank, turned_suit = _RANK_NUMBER.get(bare[1:].lstrip("-")), _SUIT_INDEX.get(bare[:1])
    if turned_rank is not None and turned_suit is not None:
        return f"{rule}; did you mean {name_of(face(turned_rank, turned_suit))}?"
    if bare[:-1] == "1" and bare[-1:] in _SUIT_INDEX:
        return f"{rule}; the ace is written A"
    return rule


def parse_suits(text: str | int) -> str:
    """Read a choice of suits: their letters, or how many of C D H S to take from the left.

    Returns
    -------
    str
        The letters in the order of `SUITS`.

    Raises
    ------
    DealError
        If a letter is unknown or comes twice, or no suit is left.

    Examples
    --------
    >>> parse_suits("sh"), parse_suits(2), parse_suits("3")
    ('HS', 'CD', 'CDH')
    """
    letters = str(text).strip()
    if letters in ("1", "2", "3", "4"):
        return SUITS[: int(letters)]
    unknown = [letter for letter in letters if letter not in _SUIT_INDEX]
    if unknown or not letters:
        what = f"{unknown[0]!r} is not a suit" if unknown else "a pack needs a suit"
        raise DealError(f"{what}: write letters out of {SUITS}, or a number from 1 to 4")
    chosen = [_SUIT_INDEX[letter] for letter in letters]
    if len(set(chosen)) < len(chosen):
        raise DealError(f"suits {letters!r}: name each suit once (for more of it, ask for copies)")
    return "".join(SUITS[index] for index in sorted(chosen))


@dataclass(frozen=True)
class Pack:
    """The cards a game is played with.

    Parameters
    ----------
    copies : int
        How many packs are put together, 1 to 4.
    suits : str
        The letters of the suits, in any order; kept in the order of `SUITS`.
    ranks : int
        The highest rank, 2 to 13; each suit runs from the ace to it.

    Raises
    ------
    DealError
        If there is no such pack.

    Examples
    --------
    >>> small = Pack(copies=2, suits="HC", ranks=3)
    >>> " ".join(name_of(face) for face in small.faces())
    'AC 2C 3C AH 2H 3H AC 2C 3C AH 2H 3H'
    >>> small.describe()
    'two packs of clubs and hearts, ace to three: 12 cards'
    """

    copies: int = 1
    suits: str = SUITS
    ranks: int = 13

    def __post_init__(self) -> None:
        for name in ("copies", "ranks"):
            number = whole_number(getattr(self, name))
            if number is None:
                raise DealError(f"{name} is a whole number, not {getattr(self, name)!r}")
            object.__setattr__(self, name, number)
        if not 1 <= self.copies <= _MOST_COPIES:
            raise DealError(f"copies is {self.copies}, but may be 1 to {_MOST_COPIES}")
        if not 2 <= self.ranks <= 13:
            raise DealError(f"ranks is {self.ranks}, but may be 2 (up to the two) to 13 (king)")
        object.__setattr__(self, "suits", parse_suits(self.suits))

    @property
    def size(self) -> int:
        """How many cards there are."""
        return self.copies * len(self.suits) * self.ranks

    @property
    def suit_numbers(self) -> list[int]:
        """The suits as they count in faces.

        Examples
        --------
        >>> Pack(suits="HC").suit_numbers
        [0, 2]
        """
        return [SUITS.index(letter) for letter in self.suits]

    @property
    def is_full(self) -> bool:
        """Whether every copy has all four suits from ace to king."""
        return self.suits == SUITS and self.ranks == 13

    def faces(self) -> list[int]:
        """Return the faces in the order of the pack: copy by copy, suit by suit, ace first."""
        one = [face(rank, suit) for suit in self.suit_numbers for rank in range(1, self.ranks + 1)]
        return one * self.copies

    def describe(self) -> str:
        """Say in words what the pack is.

        Examples
        --------
        >>> Pack().describe(), Pack(copies=2).describe()
        ('one full pack: 52 cards', 'two full packs: 104 cards')
        """
        packs = "pack" if self.copies == 1 else "packs"
        count = _COUNT_WORDS[self.copies]
        if self.is_full:
            return f"{count} full {packs}: {self.size} cards"
        words = [_SUIT_WORDS[suit] for suit in self.suit_numbers]
        suits = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
        top = _RANK_WORDS[self.ranks - 1]
        return f"{count} {packs} of {suits}, ace to {top}: {self.size} cards"


def take_out(faces: Iterable[int], removed: Iterable[int]) -> list[int]:
    """Take cards out of a row of cards, each time the first one with that face.

    Raises
    ------
    DealError
        If a card to take out is not there.

    Examples
    --------
    >>> rest = take_out(Pack(suits="C", ranks=4).faces(), [parse_face("AC"), parse_face("3C")])
    >>> [name_of(face) for face in rest]
    ['2C', '4C']
    """
    rest = [int(face) for face in faces]
    for card in removed:
        if card not in rest:
            raise DealError(f"{name_of(card)} cannot be taken out: it is not there (any more)")
        rest.remove(card)
    return rest


def missing_from(found: Iterable[int], faces: Iterable[int]) -> list[int]:
    """List the cards that are not among those found, as often as they are missing.

    Unlike :func:`take_out` it takes cards that were found too often, or that do not belong to the
    pack, for granted. So it suits :meth:`~cadogan.games.game.Game.cards_of_position` of games
    whose positions only imply where some cards lie: :func:`check_pack` finds the fault afterwards.

    Examples
    --------
    >>> gone = missing_from([parse_face("2C"), parse_face("2C")], Pack(suits="C", ranks=3).faces())
    >>> [name_of(face) for face in gone]
    ['AC', '3C']
    """
    there = Counter(map(int, found))
    missing = []
    for card in faces:
        if there[card]:
            there[card] -= 1
        else:
            missing.append(int(card))
    return missing


def check_pack(faces: Sequence[int], expected: Sequence[int]) -> None:
    """Make sure that cards are exactly those of a pack, in any order.

    Parameters
    ----------
    faces : sequence of int
        The cards that were found.
    expected : sequence of int
        The cards that there should be.

    Raises
    ------
    DealError
        If not; the message names every card that is missing, that comes too often, and that does
        not belong to the pack at all.

    Examples
    --------
    >>> check_pack([parse_face("AC"), parse_face("AC")], Pack(suits="C", ranks=2).faces())
    Traceback (most recent call last):
    cadogan.games.errors.DealError: the cards are not the pack: missing 2C; too many AC (2, not 1)
    """
    found, wanted = Counter(map(int, faces)), Counter(map(int, expected))
    if found == wanted:
        return
    faults = {
        "missing": [_times(card, wanted[card] - found[card]) for card in sorted(wanted - found)],
        "too many": [
            f"{name_of(card)} ({found[card]}, not {wanted[card]})"
            for card in sorted(found - wanted)
            if card in wanted
        ],
        "not in this pack": [
            _times(card, found[card]) for card in sorted(found) if card not in wanted
        ],
    }
    parts = [f"{fault} {', '.join(cards)}" for fault, cards in faults.items() if cards]
    raise DealError(f"the cards are not the pack: {'; '.join(parts)}")


def _times(card: int, count: int) -> str:
    """Name a card, and say how often when it is more than once."""
    return name_of(card) if count == 1 else f"{name_of(card)} ({count} times)"
