"""Reading deal texts, line by line, with errors that say where and what would be right.

The format is described in :mod:`cadogan.games.deal`. Solution files are read with the same lines
(:mod:`cadogan.solver.solution`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from cadogan.games import get_game
from cadogan.games.cards import check_pack, name_of, parse_face
from cadogan.games.deal import (
    Deal,
    counted,
    format_pack,
    full_cards,
    no_such_pile,
    out_of_range,
    parse_pack,
    places_of,
    wrong_number,
)
from cadogan.games.errors import DealError, UnsupportedError
from cadogan.games.game import Game
from cadogan.games.layout import Bag, Foundations, Piles, Stack
from cadogan.games.layout import Counter as CounterPart

__all__ = [
    "SEED_KEYS",
    "SOLUTION_KEYS",
    "Line",
    "deal_of_lines",
    "located",
    "number_in",
    "read_lines",
    "refuse_repeat",
    "refuse_solution",
    "with_provenance",
]

#: Names of lines that tell which number a deal has.
SEED_KEYS = ("dealer", "seed")
#: Names of lines that tell about a deal and are no part of it.
SOLUTION_KEYS = ("verdict", "shortest", "note", "moves")

_LINE_END = re.compile(r"\r\n|\r|\n")
_UNREADABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


@dataclass(frozen=True)
class Line:
    """One ``name: value`` of a text.

    Attributes
    ----------
    number : int
        Which line of the text it is, from 1.
    name : str
        In small letters, with single blanks.
    value : str
        What follows the colon.
    column : int
        Where the value starts, from 1.
    """

    number: int
    name: str
    value: str
    column: int

    def words(self) -> list[tuple[str, int]]:
        """Split the value at blanks, and give the column of each word."""
        found = re.finditer(r"\S+", self.value)
        return [(match.group(), self.column + match.start()) for match in found]


def read_lines(text: str | bytes) -> list[Line]:
    """Split a deal or solution text into its lines, without comments and blank lines.

    Raises
    ------
    DealError
        When it is no text, when a line has no colon, or when nothing is there.
    """
    found = []
    decoded = _decoded(text)
    if decoded.lstrip()[:1] in ("{", "["):
        raise DealError(
            "this is JSON, as solve --json prints it, and not a deal text with lines such as "
            "'game: freecell'; cadogan check reads such JSON"
        )
    for number, whole in enumerate(_LINE_END.split(decoded), 1):
        strange = _UNREADABLE.search(whole)
        if strange:
            what = f"character {strange.group()!r} does not belong into a text"
            raise DealError(f"this is not a deal file: {what}", number, strange.start() + 1)
        line = whole.partition("#")[0].rstrip()
        if not line.strip():
            continue
        name, colon, rest = line.partition(":")
        if not colon or not name.strip():
            start = len(line) - len(line.lstrip()) + 1
            raise DealError(
                f"{line.strip()[:40]!r}: write a name, a colon and what lies there, "
                "as in 'column 1: 9C TD'",
                number,
                start,
            )
        value = rest.lstrip()
        key = " ".join(name.casefold().split())
        found.append(Line(number, key, value, len(line) - len(value) + 1))
    if not found:
        raise DealError("there is nothing here; a deal begins with a line such as 'game: freecell'")
    return found


def _decoded(data: str | bytes) -> str:
    """Read bytes as UTF-8; a byte order mark in front means nothing."""
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if not isinstance(data, bytes):
        raise TypeError(f"a deal is read from str or bytes, not from {type(data).__name__}")
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = _LINE_END.split(data[: error.start].decode("utf-8").removeprefix("\ufeff"))
        what = f"byte {data[error.start]:#04x} is not UTF-8 text"
        raise DealError(
            f"this is not a deal file: {what}", len(before), len(before[-1]) + 1
        ) from None


@contextmanager
def located(line: int | None, column: int | None = None) -> Iterator[None]:
    """Add a place to the errors about a deal that arise inside and have none."""
    try:
        yield
    except DealError as error:
        if error.line is not None or line is None:
            raise
        raise DealError(error.message, line, column) from None


def refuse_repeat(seen: dict[str, int], line: Line, name: str | None = None) -> None:
    """Note a line's name, and refuse it when it was there before."""
    name = name or line.name
    if name in seen:
        first = f"first on line {seen[name]}"
        raise DealError(f"'{name}:' is there twice, {first}: keep one", line.number, 1)
    seen[name] = line.number


def refuse_solution(lines: Sequence[Line]) -> None:
    """Refuse lines that only a solution file may have."""
    for line in lines:
        if line.name in SOLUTION_KEYS:
            message = f"'{line.name}:' belongs to a solution file, and this should be a deal"
            raise DealError(f"{message}: leave the line out", line.number, 1)


def deal_of_lines(lines: Sequence[Line], given: str | Game | None) -> Deal:
    """Make a deal of the lines of its text."""
    head: dict[str, Line] = {}
    seen: dict[str, int] = {}
    piles = []
    for line in lines:
        if line.name in ("game", "pack", *SEED_KEYS) or line.name.startswith("option "):
            refuse_repeat(seen, line)
            head[line.name] = line
        else:
            piles.append(line)
    game = _with_settings(_named_game(head.get("game"), given), head)
    seed = number_in(head["seed"]) if "seed" in head else None
    dealer = head["dealer"].value if "dealer" in head else None
    told = head.get("seed") or head.get("dealer")
    with located(told.number if told else None, told.column if told else None):
        if piles or not told:
            return with_provenance(_Reading(game).deal(piles), dealer, seed)
        return _numbered(game, dealer, seed)


def number_in(line: Line) -> int:
    """Read a line's whole number.

    Raises
    ------
    DealError
        When it is none.
    """
    if not re.fullmatch(r"[0-9]{1,25}", line.value):
        message = f"{line.name} is a whole number, not {line.value!r}"
        raise DealError(message, line.number, line.column)
    return int(line.value)


def _numbered(game: Game, dealer: str | None, seed: int | None) -> Deal:
    """Deal by number, for a text that has no piles."""
    if dealer is None or seed is None:
        raise DealError(
            "without piles a deal needs a dealer and a seed, two lines such as 'dealer: ms' and "
            "'seed: 1'"
        )
    try:
        return Deal.from_seed(game, seed, dealer)
    except UnsupportedError as error:
        raise DealError(str(error)) from None


def with_provenance(deal: Deal, dealer: str | None, seed: int | None) -> Deal:
    """Give a deal the seed that it is said to come from.

    Raises
    ------
    DealError
        When the seed deals other cards.
    """
    if dealer is None and seed is None:
        return deal
    if dealer is None or seed is None:
        raise DealError("a dealer and a seed belong together: tell both or neither")
    if _numbered(deal.game, dealer, seed) != deal:
        raise DealError(f"{dealer}:{seed} deals other cards than these: leave dealer and seed out")
    return replace(deal, dealer=dealer, seed=seed)


def _named_game(line: Line | None, given: str | Game | None) -> Game:
    """Find the game that the text, the caller or both of them name."""
    asked = get_game(given) if isinstance(given, str) else given
    if line is None:
        if asked is None:
            raise DealError("no game is named; begin with a line such as 'game: freecell'", 1, 1)
        return asked
    if not line.value:
        raise DealError("no game is named here; write as in 'game: freecell'", line.number, 1)
    if asked is not None and "-".join(line.value.casefold().split()) == asked.name:
        return asked
    named = get_game(line.value)
    if asked is not None and named.name != asked.name:
        message = f"this is a deal of {named.name}, but one of {asked.name} was asked for"
        raise DealError(message, line.number, line.column)
    return asked or named


def _with_settings(game: Game, head: Mapping[str, Line]) -> Game:
    """Apply the option and pack lines."""
    chosen = dict(game.chosen)
    for key, line in head.items():
        if key.startswith("option "):
            name = key.removeprefix("option ")
            option = next((option for option in game.options if option.name == name), None)
            if option is None:
                listed = ", ".join(option.name for option in game.options) or "none"
                message = f"{game.name} has no option {name!r}; it has: {listed}"
                raise DealError(message, line.number, 1)
            with located(line.number, line.column):
                chosen[name] = option.read(game.name, line.value)
                if game[name] not in (option.default, chosen[name]):
                    asked = f"but {name}={game[name]} was asked for"
                    raise DealError(f"here option {name} is {chosen[name]}, {asked}")
    pack = game.pack
    if "pack" in head:
        line = head["pack"]
        with located(line.number, line.column):
            pack = parse_pack(line.value, game.standard_pack)
            if game.pack not in (game.standard_pack, pack):
                asked = f"but {format_pack(game.pack)} was asked for"
                raise DealError(f"here the pack is {format_pack(pack)}, {asked}")
    where = head.get("pack") or head.get("game")
    with located(where.number if where else None, where.column if where else None):
        return type(game)(pack, chosen)


def _no_such_line(game: Game, line: Line) -> str:
    """Say what an unknown line may have been meant to be, or which lines there are."""
    option = next((option.name for option in game.options if option.name == line.name), None)
    if option is not None:
        return f"an option is told by 'option {option}: {line.value}', not by {line.name!r} alone"
    if line.name in ("ranks", "suits", "copies"):
        return f"{line.name} of the pack are told by 'pack: {line.name}={line.value}'"
    return (
        f"{no_such_pile(game, line.name)}; and besides piles a text has lines called game, "
        "option NAME, pack, dealer and seed"
    )


class _Reading:
    """The piles of one text, and where each of their cards was written."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.faces = frozenset(full_cards(game))
        self.owners = game.layout.owners(game.counts())
        self.by_key = {"".join(name.casefold().split()): name for name in self.owners}
        self.lines: dict[str, int] = {}
        self.spots: dict[int, tuple[int, int]] = {}  # the last one of each card

    def deal(self, lines: Sequence[Line]) -> Deal:
        """Read the pile lines; what is not told is as before the first card is dealt."""
        piles: Piles = {}
        for line in lines:
            name = self.by_key.get("".join(line.name.split()))
            if name is None:
                raise DealError(_no_such_line(self.game, line), line.number, 1)
            refuse_repeat(self.lines, line, name)
            piles[name] = self._value(name, line)
        piles = {name: piles[name] if name in piles else self._untold(name) for name in self.owners}
        try:
            self._check_cards(piles)
            return Deal(self.game, piles)
        except DealError as error:
            if error.line is not None:
                raise
            raise DealError(error.message, self._line_of(error.message)) from None

    def _untold(self, name: str) -> list[int] | int:
        """Give what lies in a pile that the text does not mention."""
        part = self.owners[name]
        if isinstance(part, (Foundations, CounterPart, Stack)):
            return self._fresh(name)[name]
        if isinstance(part, Bag) and part.vacancies:
            return [0] * places_of(self.game, part)
        return []

    def _fresh(self, name: str) -> Piles:
        """Give the piles before the first card is dealt, for a line that was left out."""
        try:
            fresh = self.game.deal([])
            fresh[name]
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            raise DealError(
                f"'{name}:' is left out, and what it is in a fresh deal is not known, since "
                f"{type(self.game).__name__}.deal cannot deal an empty list of cards "
                f"({type(error).__name__}: {error}): write the line, or mend deal"
            ) from error
        return fresh

    def _value(self, name: str, line: Line) -> list[int] | int:
        """Read what a line says about a pile."""
        part = self.owners[name]
        if isinstance(part, CounterPart):
            with located(line.number, line.column):
                if not re.fullmatch(r"[0-9]{1,9}", line.value) or int(line.value) > part.most:
                    raise out_of_range(name, part, line.value or "nothing")
            return int(line.value)
        listed = isinstance(part, Bag) and part.vacancies
        vacant = listed or isinstance(part, Foundations)
        cards = [self._card(word, line.number, column, vacant) for word, column in line.words()]
        if vacant and isinstance(part, (Foundations, Bag)):
            columns = [column for _, column in line.words()] + [len(line.value) + line.column]
            if len(cards) != places_of(self.game, part):
                error = wrong_number(self.game, name, part, len(cards))
                at = columns[min(len(cards), places_of(self.game, part))]
                raise DealError(error.message, line.number, at)
            if isinstance(part, Foundations):
                self._check_tops(part, cards, line.number, columns)
                return cards
        for card, (_, column) in zip(cards, line.words(), strict=True):
            self.spots[card] = line.number, column
        return cards

    def _card(self, word: str, line: int, column: int, vacant: bool) -> int:
        """Read one card of this pack, or 0 for a vacant place."""
        if word == "-" and vacant:
            return 0
        if word == "-":
            what = "'-' is a vacant place, and a pile has none: leave an empty pile's line empty"
            raise DealError(what, line, column)
        card = parse_face(word, line, column)
        if card not in self.faces:
            pack = self.game.pack
            where = "lies nowhere in this game" if card in pack.faces() else "is not in this pack"
            raise DealError(f"{name_of(card)} {where} ({pack.describe()})", line, column)
        return card

    def _check_tops(
        self, part: Foundations, tops: list[int], line: int, columns: Sequence[int]
    ) -> None:
        pack = self.game.pack
        for top, (_, suit), column in zip(tops, part.entries(pack), columns, strict=False):
            with located(line, column):
                part.check_top(top, suit, pack)

    def _check_cards(self, piles: Piles) -> None:
        """Make sure that the cards add up; point to one that is there too often."""
        game = self.game
        found = counted(game, game.cards_of_position(piles))
        wanted = counted(game, full_cards(game))
        surplus = Counter(found) - Counter(wanted)
        spots = [at for card, at in self.spots.items() if counted(game, [card])[0] in surplus]
        with located(*min(spots, default=(None, None))):
            check_pack(found, wanted)

    def _line_of(self, message: str) -> int | None:
        """Find the line of the pile that a message begins with."""
        names = [name for name in self.lines if re.match(rf"{re.escape(name)}\b", message)]
        return self.lines[max(names, key=len)] if names else None
