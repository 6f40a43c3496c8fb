"""The contract between a game and the solver.

A game is a subclass of :class:`Game`: data about the table, a handful of rule functions that the
solver compiles, and a few plain methods for people (dealing, notation, words, drawing). The
solver knows a game only through this page.
"""

from __future__ import annotations

import abc
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

import numpy as np

from cadogan.games.cards import Pack, name_of, whole_number
from cadogan.games.compiling import int64, rule
from cadogan.games.declared import check_declared, unnamed_place
from cadogan.games.errors import DealError, IllegalMoveError, UnsupportedError
from cadogan.games.facts import Facts
from cadogan.games.layout import (
    STOCK,
    STOCK_MAX,
    STOCK_SIZE,
    Bytes,
    Layout,
    Piles,
    cards_in,
)

# Where the table of a deal keeps what. The table is bytes that rule functions read.
#: Which moves are asked for: ALL, DISTINCT or REDUCED.
MODE = 0
#: The number of ranks, suits and copies of the pack, and of its cards.
RANKS, SUITS, COPIES, CARDS = 1, 2, 3, 4
#: 1 for each suit (C D H S) of the pack.
HAS_SUIT = 8
#: The options' values, in the order in which the game lists them.
OPTION = 16
#: The build rule: 1 at ``FITS + 64 * card + host`` when the card may be put on the host.
FITS = 256
TABLE_SIZE = FITS + 64 * 64

#: Every legal move.
ALL = 0
#: Every legal move, but one only of those that lead to equal positions.
DISTINCT = 1
#: A choice of moves that is proved to keep a win whenever there is one.
REDUCED = 2

#: Moves are coded as numbers from 0 up to here.
MOVE_LIMIT = 2**31
#: How many moves a message shows of those that a game has.
EXAMPLES = 8
#: What fills the place behind the last possible move; a rule that overwrites it has a fault.
CANARY = -(2**61) - 7


@rule
def never_dead(state, table):  # type: ignore[no-untyped-def]
    """Prove nothing about a position."""
    return 0


@rule
def one_layer(state, table):  # type: ignore[no-untyped-def]
    """Put all positions into the same layer."""
    return 0


@rule
def nothing_forced(state, table):  # type: ignore[no-untyped-def]
    """Offer no move that is proved never to lose a win."""
    return -1


@rule
def no_score(state, table, weights):  # type: ignore[no-untyped-def]
    """Prefer no position to another."""
    return 0


RuleFunction = Callable[..., Any]


@dataclass(frozen=True)
class Rules:
    """The rule functions of a game; each is marked ``@rule``.

    Their parameters are known by name: ``state`` (the packed position), ``words`` (the same
    memory as 64-bit words), ``table`` (see the constants of this module), ``out`` (room for
    ``max_moves`` codes), ``move`` (a code), ``weights`` (one weight set). A rule returns a number;
    a negative one means that the rule found itself in the wrong (except ``forced``), and ends the
    search with an internal error instead of a verdict.

    Attributes
    ----------
    moves : callable
        ``moves(state, table, out)`` writes the legal moves as codes from 0 below 2**31, the most
        promising last, and returns their number. ``table[MODE]`` says which: ALL legal ones,
        DISTINCT ones, or a REDUCED choice (proved in its docstring to keep a win).
    play : callable
        ``play(state, words, table, move)`` makes the move in place, with the steps that leave no
        choice, and returns 0.
    remaining : callable
        ``remaining(state, table)``: a lower bound on the moves to the win, admissible and
        consistent, 0 exactly when won.
    unfinished : callable, optional
        The same promise only as to 0: cheap to compute, 0 exactly when won.
    dead : callable, optional
        ``dead(state, table)``: 1 only if it is proved that the position cannot be won.
    layer : callable, optional
        ``layer(state, table)``: a number that no move lowers.
    score : callable, optional
        ``score(state, table, weights)``: lower looks better, no guarantee.
    forced : callable, optional
        ``forced(state, table)``: a legal move that is proved never to lose a win, or -1.
    """

    moves: RuleFunction
    play: RuleFunction
    remaining: RuleFunction
    unfinished: RuleFunction | None = None
    dead: RuleFunction = never_dead
    layer: RuleFunction = one_layer
    score: RuleFunction = no_score
    forced: RuleFunction = nothing_forced

    def named(self) -> dict[str, RuleFunction]:
        """Give all rule functions by name, the missing ones filled in."""
        return {
            "moves": self.moves,
            "play": self.play,
            "remaining": self.remaining,
            "unfinished": self.unfinished or self.remaining,
            "dead": self.dead,
            "layer": self.layer,
            "score": self.score,
            "forced": self.forced,
        }


@dataclass(frozen=True)
class Weights:
    """One weight set for ``score``: numbers, and how much noise is added.

    The noise comes from the position's hash, so it is the same in every run.
    """

    name: str
    values: tuple[int, ...]
    noise: int = 0


@dataclass(frozen=True)
class Option:
    """A choice that a game leaves open.

    Attributes
    ----------
    name : str
        As in ``--option name=value``.
    default : str or int
        The book's rule, or the picked reading of it.
    values : sequence
        All values: strings, or a range of numbers.
    meaning : str
        One sentence for people.
    source : str
        Where the reading comes from.
    """

    name: str
    default: str | int
    values: Sequence[str] | range
    meaning: str
    source: str = ""

    def read(self, game: str, value: str | int) -> str | int:
        """Check a value and give it in its proper type.

        Raises
        ------
        DealError
            When the option has no such value.
        """
        wanted: str | int | None = value if isinstance(value, str) else None
        if isinstance(self.values, range):
            digits = isinstance(value, str) and re.fullmatch(r"\s*-?[0-9]{1,9}\s*", value)
            wanted = int(value) if digits else whole_number(value)
        if wanted is None or wanted not in self.values:
            raise DealError(f"{game}: option {self.name}={value} is not known; {self.describe()}")
        return wanted

    def describe(self) -> str:
        """List the values in words."""
        if isinstance(self.values, range):
            return f"{self.name} is a number from {self.values[0]} to {self.values[-1]}"
        return f"{self.name} is one of: {', '.join(self.values)}"

    def code(self, value: str | int) -> int:
        """Give the byte that stands for a value in the table."""
        if isinstance(self.values, range):
            return int(value)
        return list(self.values).index(str(value))


@dataclass(frozen=True, eq=False)
class Game(abc.ABC):
    """A patience, with its options and pack chosen.

    Parameters
    ----------
    pack : Pack, optional
        The pack to play with; by default the game's own.
    chosen : mapping, optional
        Values of options; the others have their defaults.

    Raises
    ------
    DealError
        When an option, a value or a pack does not suit the game.
    TypeError
        When the class of the game does not declare what it must.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    summary: ClassVar[str]
    #: Raised whenever a change of the rules could change a verdict.
    rules_version: ClassVar[int] = 1
    standard_pack: ClassVar[Pack]
    options: ClassVar[tuple[Option, ...]] = ()
    layout: ClassVar[Layout]
    rules: ClassVar[Rules]
    weights: ClassVar[tuple[Weights, ...]] = (Weights("plain", (0,)),)
    #: How many positions the layered search expands in one layer at most, as a multiple of its
    #: width. A game whose layers hold whole tableaux rather than one card of the stock needs more.
    layer_effort: ClassVar[int] = 10
    #: How many of the positions that wait for a layer are searched together when no other layer
    #: waits; 0: all of them. Tableaux are better searched apart, each with its share of the effort.
    together: ClassVar[int] = 0
    #: Whether ``auto`` asks the game's exact models too when its first searches have not decided.
    #: For games in which they have been seen to decide what search leaves open.
    models_in_auto: ClassVar[bool] = False
    #: No position has more legal moves (argued in the module).
    max_moves: ClassVar[int]
    #: Whether suits never matter: cards then only need to add up by rank.
    suitless: ClassVar[bool] = False
    #: Why play must end, or None when positions can repeat.
    monotone: ClassVar[str | None] = None
    #: Names of the codes that moves are made of (a move is ``source + 256 * target``).
    places: ClassVar[Mapping[int, str]]
    separator: ClassVar[str] = " "

    pack: Pack = None  # type: ignore[assignment]
    chosen: Mapping[str, str | int] = field(default_factory=dict)
    settled: tuple[Any, ...] = field(init=False, repr=False, default=())

    def __post_init__(self) -> None:
        check_declared(self, Game)
        object.__setattr__(self, "chosen", self.read_options(self.chosen))
        object.__setattr__(self, "pack", self.pack or self.standard_pack)
        if not isinstance(self.pack, Pack):
            raise TypeError(f"a pack is a Pack, as in Pack(copies=2), not {self.pack!r}")
        self.check_settings()
        object.__setattr__(self, "settled", self.identity())

    # What a game may or must say ------------------------------------------------------------

    def check_settings(self) -> None:
        """Refuse packs and options that do not go together.

        The default refuses more copies of the pack than the game's own.
        """
        if self.pack.copies > self.standard_pack.copies:
            most = self.standard_pack.copies
            packs = "one pack" if most == 1 else f"at most {most} packs"
            raise DealError(f"{self.name} is played with {packs}, not {self.pack.copies}")

    def taken_out(self) -> list[int]:
        """List the cards that are taken out before the shuffle, and laid where the rules say."""
        return []

    def dead_cards(self) -> list[int]:
        """List those of the cards taken out that lie nowhere on the table."""
        return []

    def counts(self) -> dict[str, int]:
        """Say how many piles of a group (or places of a bag) these options use."""
        return {}

    @abc.abstractmethod
    def deal(self, cards: Sequence[int]) -> Piles:
        """Deal shuffled cards into piles by name.

        Few cards must do too, and none: a text may leave out counters and foundations that are as
        ``deal([])`` says. A pack too small for the table is refused by :meth:`check_settings`.
        """

    def cards_of_position(self, piles: Piles) -> list[int]:
        """List every card that a position holds, also those that it only implies.

        The default knows stacks, bags, stocks and foundations.
        """
        return cards_in(self.layout, piles, self.pack, self.counts())

    def check_position(self, piles: Piles) -> None:  # noqa: B027
        """Refuse positions that have the right cards but cannot occur."""

    @staticmethod
    def fits(card: int, host: int) -> bool:
        """Say whether a card may be put on a host; tabulated once for the rule functions."""
        return False

    def facts(self, piles: Piles) -> Facts:
        """Declare what a model of a position needs to know: see :mod:`cadogan.games.facts`.

        Raises
        ------
        UnsupportedError
            When the position, or the game, cannot be told in these terms.
        """
        raise UnsupportedError(f"{self.name} declares no facts for models")

    @abc.abstractmethod
    def draw(self, piles: Piles) -> str:
        """Draw the table for people, with suit symbols."""

    @abc.abstractmethod
    def describe(self, piles: Piles, move: int) -> str:
        """Say in words what a move does, given the piles before it."""

    def format_move(self, move: int) -> str:
        """Write a move in the game's notation."""
        try:
            halves = self.places[move & 255], self.places[move >> 8]
        except KeyError:
            raise unnamed_place(self, move) from None
        return self.separator.join(word for word in halves if word)

    def parse_move(self, text: str) -> int:
        """Read a move in the game's notation.

        Raises
        ------
        IllegalMoveError
            When the text is no move of this game.
        """
        move = self._notation.get(" ".join(text.split()))
        if move is None:
            raise IllegalMoveError(
                f"{text!r} is not a move of {self.name}; "
                f"moves look like {', '.join(self.example_moves)}"
            )
        return move

    @cached_property
    def example_moves(self) -> list[str]:
        """A few moves in notation, each of another kind, as a numbered deal offers them."""
        from cadogan.games.examples import example_moves

        return list(dict(islice(example_moves(self), EXAMPLES)))

    # What follows from it -------------------------------------------------------------------

    @classmethod
    def read_options(cls, chosen: Mapping[str, str | int]) -> dict[str, str | int]:
        """Check options one by one, and give the values of all.

        Whether they go together with each other and a pack is for :meth:`check_settings`.

        Raises
        ------
        DealError
            When there is no such option or value.
        """
        known = {option.name: option for option in cls.options}
        for name in chosen:
            if name not in known:
                listed = ", ".join(known) or "none"
                raise DealError(f"{cls.name} has no option {name}; it has: {listed}")
        return {
            name: option.read(cls.name, chosen.get(name, option.default))
            for name, option in known.items()
        }

    def with_options(self, *, pack: Pack | None = None, **chosen: str | int) -> Game:
        """Give the same game with other options, and perhaps another pack.

        Options and pack are judged together, since not all of them go with each other. A hyphen
        in an option's name is written as ``_``.

        Examples
        --------
        >>> from cadogan import get_game
        >>> get_game("freecell").with_options(cells=2)["cells"]
        2
        """
        return type(self)(pack or self.pack, {**self.chosen, **_hyphenated(chosen)})

    def with_pack(self, pack: Pack) -> Game:
        """Give the same game with another pack."""
        return type(self)(pack, self.chosen)

    def __getitem__(self, option: str) -> str | int:
        """Give an option's value."""
        return self.chosen[option]

    def number(self, option: str) -> int:
        """Give the value of an option that is a number."""
        return int(self.chosen[option])

    def identity(self) -> tuple[Any, ...]:
        """Give all that makes games equal."""
        return (self.name, self.pack, tuple(sorted(self.chosen.items())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.identity() == other.identity()

    def __hash__(self) -> int:
        return hash(self.identity())

    def __repr__(self) -> str:
        extra = "".join(f", {name}={value}" for name, value in self.unusual_options().items())
        pack = "" if self.pack == self.standard_pack else f", {self.pack.describe()}"
        return f"<game {self.name}{extra}{pack}>"

    def unusual_options(self) -> dict[str, str | int]:
        """Give the options that differ from their defaults."""
        return {o.name: self.chosen[o.name] for o in self.options if self[o.name] != o.default}

    @cached_property
    def _notation(self) -> dict[str, int]:
        """Map all conceivable moves in notation to codes."""
        return {
            self.format_move(source + 256 * target): source + 256 * target
            for source in self.places
            for target in self.places
            if source
        }

    @cached_property
    def pile_names(self) -> list[str]:
        """The names of all piles and counters of a position."""
        return self.layout.pile_names(self.counts())

    @cached_property
    def row_size(self) -> int:
        """Bytes of a packed position."""
        return self.layout.size(self.counts())

    def table(self, stock: Sequence[int] = (), mode: int = ALL) -> Bytes:
        """Make the constants of a deal that rule functions read.

        Parameters
        ----------
        stock : sequence of int
            The cards of the stock, next one first.
        mode : int
            ALL, DISTINCT or REDUCED.

        Returns
        -------
        ndarray of uint8, shape (TABLE_SIZE,)
        """
        if len(stock) > STOCK_MAX:
            raise DealError(f"a stock of {len(stock)} cards is too large; at most {STOCK_MAX}")
        table = self._constants.copy()
        table[MODE] = mode
        table[STOCK_SIZE] = len(stock)
        table[STOCK : STOCK + len(stock)] = stock
        return table

    @cached_property
    def _constants(self) -> Bytes:
        table = np.zeros(TABLE_SIZE, np.uint8)
        pack = self.pack
        table[[RANKS, SUITS, COPIES, CARDS]] = [pack.ranks, len(pack.suits), pack.copies, pack.size]
        for suit in pack.suit_numbers:
            table[HAS_SUIT + suit] = 1
        for i, option in enumerate(self.options):
            table[OPTION + i] = option.code(self[option.name])
        faces = sorted(set(pack.faces()))
        for card in faces:
            for host in faces:
                table[FITS + 64 * card + host] = self.fits(card, host)
        return table

    def pack_position(self, piles: Piles) -> tuple[Bytes, list[int]]:
        """Pack piles into a row and the stock's order."""
        return self.layout.build(piles, self.pack, self.counts())

    def unpack_position(self, state: Bytes, table: Bytes) -> Piles:
        """Read the piles off a row."""
        stock = table[STOCK : STOCK + int64(table[STOCK_SIZE])]
        return self.layout.read(state, [int(card) for card in stock], self.pack, self.counts())


def _hyphenated(chosen: Mapping[str, str | int]) -> dict[str, str | int]:
    """Let Python keywords stand for option names with hyphens."""
    return {name.replace("_", "-"): value for name, value in chosen.items()}


def cards_text(cards: Sequence[int]) -> str:
    """Write cards one after another, vacant places as ``-``.

    Examples
    --------
    >>> cards_text([0x09, 0])
    '9C -'
    """
    return " ".join(name_of(card) if card else "-" for card in cards)
