"""Numbered deals: from a scheme and a number to the order in which the cards are dealt.

Three schemes are known. ``cadogan`` is this library's own and shuffles any cards. ``ms`` numbers
deals as Microsoft FreeCell does and ``pysol`` as PySolFC does; both belong to one full pack, and
the same number is in general another deal, so a number should always be told with its scheme.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cadogan.games.cards import SUITS, Pack, face, whole_number
from cadogan.games.errors import DealError, UnsupportedError

__all__ = ["SCHEMES", "check_seed", "format_seed", "order", "parse_seed", "splitmix64"]

_RANGES = {
    "cadogan": (0, 2**64 - 1),
    "ms": (1, 2**33 - 1),
    "pysol": (1, 10**20),
}

SCHEMES = tuple(_RANGES)
"""The names of the schemes, the one that a bare number belongs to first."""

_FIRST_OWN_PYSOL_SEED = 32000
"""PySolFC deals the numbers below this one as Microsoft does, and from it on in its own way."""

_MASK = 2**64 - 1
_GAMMA = 0x9E3779B97F4A7C15
_SEED = re.compile(r"(?:(?P<scheme>[^:]*):)?(?P<number>.*)", re.DOTALL)


def parse_seed(text: str) -> tuple[str, int]:
    """Read a seed: a scheme, a colon and a number, or a bare number for ``cadogan``.

    Returns
    -------
    scheme : str
    seed : int

    Raises
    ------
    DealError
        If the scheme is unknown, or the number is no number or out of the scheme's range.

    See Also
    --------
    format_seed : the way back.

    Examples
    --------
    >>> parse_seed("ms:1"), parse_seed("17")
    (('ms', 1), ('cadogan', 17))
    """
    match = _SEED.fullmatch(text.strip())
    assert match is not None  # the pattern takes anything
    scheme = "cadogan" if match["scheme"] is None else match["scheme"].strip().lower()
    _check_scheme(scheme)
    number = match["number"].strip()
    if not re.fullmatch(r"-?[0-9]+", number):
        samples = ", ".join(f"{name}:17" for name in SCHEMES)
        raise DealError(f"{text!r} is not a seed: write a whole number, or with a scheme {samples}")
    digits = number.lstrip("-").lstrip("0")
    if len(digits) > 25 or (number.startswith("-") and digits):
        raise _out_of_range(scheme, number if len(number) <= 30 else f"{number[:25]}...")
    seed = int(digits or "0")
    check_seed(scheme, seed)
    return scheme, seed


def format_seed(scheme: str, seed: int) -> str:
    """Write a seed with its scheme.

    Raises
    ------
    DealError
        If the scheme is unknown or the number is out of its range.

    See Also
    --------
    parse_seed : the way back.

    Examples
    --------
    >>> format_seed("ms", 1)
    'ms:1'
    """
    check_seed(scheme, seed)
    return f"{scheme}:{seed}"


def check_seed(scheme: str, seed: int) -> None:
    """Make sure that a scheme exists and that it has a deal of this number.

    Raises
    ------
    DealError
        If not; the message lists the schemes, or tells the range.

    Examples
    --------
    >>> check_seed("ms", 0)
    Traceback (most recent call last):
    cadogan.games.errors.DealError: there is no deal ms:0: ms numbers run from 1 to 8589934591
    """
    _check_scheme(scheme)
    if whole_number(seed) is None:
        raise DealError(f"a seed is a whole number, not {seed!r}")
    first, last = _RANGES[scheme]
    if not first <= seed <= last:
        raise _out_of_range(scheme, str(seed))


def _check_scheme(scheme: str) -> None:
    if scheme not in _RANGES:
        raise DealError(f"no seed scheme is called {scheme!r}: there are {', '.join(SCHEMES)}")


def _out_of_range(scheme: str, number: str) -> DealError:
    first, last = _RANGES[scheme]
    return DealError(
        f"there is no deal {scheme}:{number}: {scheme} numbers run from {first} to {last}"
    )


def order(scheme: str, seed: int, faces: Sequence[int]) -> list[int]:
    """Shuffle cards by a numbered deal.

    Parameters
    ----------
    scheme : str
        One of `SCHEMES`.
    seed : int
        The number of the deal.
    faces : sequence of int
        The cards, in the order of the pack.

    Returns
    -------
    list of int
        The same cards in dealing order: the first is dealt first.

    Raises
    ------
    DealError
        If the scheme is unknown or the number is out of its range.
    UnsupportedError
        If the scheme is not ours and the cards are not one full pack.

    Examples
    --------
    >>> from cadogan.games.cards import name_of
    >>> dealt = order("cadogan", 7, Pack(copies=2).faces())
    >>> " ".join(name_of(face) for face in dealt[:8])
    '9C 2S AC KD 4S KS 8S 4D'
    >>> dealt = order("ms", 1, Pack().faces())
    >>> " ".join(name_of(face) for face in dealt[:8])
    'JD 2D 9H JC 5D 7H 7C 5H'
    """
    check_seed(scheme, seed)
    if scheme == "cadogan":
        return _cadogan_order(int(seed), faces)
    _demand_full_pack(scheme, faces)
    return _pysol_cards_order(scheme, int(seed))


def _cadogan_order(seed: int, faces: Sequence[int]) -> list[int]:
    """Shuffle by Fisher and Yates from the last place down, with unbiased draws."""
    cards = [int(face) for face in faces]
    outputs = splitmix64(seed)
    for i in range(len(cards) - 1, 0, -1):
        places = i + 1
        unbiased = 2**64 - 2**64 % places
        j = next(output for output in outputs if output < unbiased) % places
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def splitmix64(state: int) -> Iterator[int]:
    """Yield the outputs of the generator SplitMix64 (Steele, Lea and Flood) from a state.

    Parameters
    ----------
    state : int
        Below 2**64; its constant is added before the first output.

    Examples
    --------
    >>> from itertools import islice
    >>> [f"{output:016x}" for output in islice(splitmix64(0), 2)]
    ['e220a8397b1dcdaf', '6e789e6aa1b965f4']
    """
    while True:
        state = (state + _GAMMA) & _MASK
        mixed = state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        yield mixed ^ (mixed >> 31)


def _demand_full_pack(scheme: str, faces: Sequence[int]) -> None:
    """Refuse cards that other programs' numbers say nothing about."""
    if sorted(map(int, faces)) != sorted(Pack().faces()):
        raise UnsupportedError(
            f"{scheme} numbers are for one full pack of 52 cards with nothing taken out, and here "
            f"are {len(faces)} {'other ' if len(faces) == 52 else ''}cards: use cadogan:N instead"
        )


def _pysol_cards_order(scheme: str, seed: int) -> list[int]:
    """Have pysol_cards shuffle one full pack.

    Its `shuffle` treats every number up to 32000 as Microsoft's, but PySolFC itself only those
    below 32000. So the two generators are called here directly, with PySolFC's boundary.
    Either leaves the pack with the card to be dealt first at the end.
    """
    from pysol_cards.cards import createCards, ms_rearrange
    from pysol_cards.random import LCRandom31, MTRandom

    cards = createCards(1)
    if scheme == "ms" or seed < _FIRST_OWN_PYSOL_SEED:
        shuffled = LCRandom31(seed).shuffle(ms_rearrange(cards))
    else:
        shuffled = MTRandom(seed).shuffle(cards)
    return [face(card.rank, SUITS.index(card.suit_s())) for card in reversed(shuffled)]
