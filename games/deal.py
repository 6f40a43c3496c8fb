"""Deals: the start of a game with the place of every card known, and the text it is kept in.

A deal text has one entry a line, ``name: value``; ``#`` starts a comment and blank lines mean
nothing. It begins with the game, the options that are not as usual and the pack if it is not the
standard one; the piles follow, by their names in the game::

    game: freecell
    option cells: 3
    pack: copies=1 suits=CDHS ranks=13
    foundations: AC - - -
    cells: KH - -
    column 1: 9D 3S 10C

``-`` is a vacant place among foundations and cells. A stack lists the card in play last, a stock
the next card first. A line may be left out when it says what every fresh deal of the game has
(foundations, counters, what lies there before the first card is dealt) or nothing at all (empty
piles, vacant places).

Two lines more may tell the number of the deal. Without any piles they are enough, and with piles
they must be true::

    dealer: ms
    seed: 1
"""

from __future__ import annotations

import copy
import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cadogan.games import get_game
from cadogan.games.cards import SUITS, Pack, check_pack, take_out
from cadogan.games.errors import DealError, UnsupportedError, clipped
from cadogan.games.game import ALL, Game, cards_text
from cadogan.games.layout import Bag, Counter, Foundations, Part, Piles
from cadogan.games.seeds import check_seed, format_seed, order, parse_seed

if TYPE_CHECKING:
    from cadogan.games.position import Position

__all__ = ["Deal", "format_pack", "full_cards", "parse_pack"]


@dataclass(frozen=True, eq=False, repr=False)
class Deal:
    """A game and its piles at the start, or at any other position that is to be looked into.

    Parameters
    ----------
    game : Game
        The game, with its options and pack.
    piles : dict
        For each of the game's pile names a list of faces, or a counter's number. It is copied,
        and must not be changed afterwards.
    dealer, seed : str and int, optional
        The seed scheme and the number that the deal came from.

    Raises
    ------
    DealError
        When the piles are not a position of the game.

    Notes
    -----
    Deals are equal when game and piles are, wherever they came from.

    Examples
    --------
    >>> deal = Deal.from_seed("freecell", "ms:1")
    >>> deal
    <deal ms:1 of freecell>
    >>> Deal.parse(deal.text()) == deal
    True
    """

    game: Game
    piles: Piles
    dealer: str | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise TypeError(f"a deal needs a Game, as get_game gives it, not {self.game!r}")
        if not isinstance(self.piles, Mapping):
            raise TypeError(f"piles are a dict of lists of cards by name, not {self.piles!r}")
        if (self.dealer is None) != (self.seed is None):
            raise DealError("a dealer and a seed belong together: give both or neither")
        if self.dealer is not None and self.seed is not None:
            check_seed(self.dealer, self.seed)
            object.__setattr__(self, "seed", operator.index(self.seed))
        object.__setattr__(self, "piles", _checked(self.game, self.piles))
        if self.seed is None:
            self._settle()

    def _settle(self) -> None:
        """Remember the piles as they are now: they are known to be what the deal says."""
        kept = {name: tuple(v) if isinstance(v, list) else v for name, v in self.piles.items()}
        object.__setattr__(self, "_settled", kept)

    @classmethod
    def from_seed(cls, game: str | Game, seed: int | str, dealer: str = "cadogan") -> Deal:
        """Deal by number.

        Parameters
        ----------
        game : str or Game
            A game's name, or a game with its options and pack.
        seed : int or str
            The number. A text such as ``ms:17`` names the scheme as well.
        dealer : str
            The seed scheme, where the seed does not name it.

        Raises
        ------
        UnknownGameError
            When no game has that name.
        DealError
            When there is no such scheme or number.
        UnsupportedError
            When the scheme is another program's and the game is not played with one full pack.

        Examples
        --------
        >>> print(Deal.from_seed("freecell", 1, dealer="ms").draw())
        cells   ·   ·   ·   ·
        home    ·   ·   ·   ·
        <BLANKLINE>
          1   2   3   4   5   6   7   8
         J♦  2♦  9♥  J♣  5♦  7♥  7♣  5♥
         K♦  K♣  9♠  5♠  A♦  Q♣  K♥  3♥
         2♠  K♠  9♦  Q♦  J♠  A♠  A♥  3♣
         4♣  5♣ 10♠  Q♥  4♥  A♣  4♦  7♠
         3♠ 10♦  4♠ 10♥  8♥  2♣  J♥  7♦
         6♦  8♠  8♦  Q♠  6♣  3♦  8♣ 10♣
         6♠  9♣  2♥  6♥
        """
        played = game if isinstance(game, Game) else get_game(game)
        if isinstance(seed, str):
            dealer, number = parse_seed(seed if ":" in seed else f"{dealer}:{seed}")
        else:
            number = operator.index(seed)
            check_seed(dealer, number)
        taken = played.taken_out()
        if dealer != "cadogan" and (taken or played.pack != Pack()):
            raise UnsupportedError(
                f"{dealer} numbers are for games with one full pack of which nothing is taken "
                f"out, and this {played.name} is not one: use cadogan:{number} instead"
            )
        cards = order(dealer, number, take_out(played.pack.faces(), taken))
        deal = cls(played, played.deal(cards), dealer, number)
        deal._settle()
        return deal

    @classmethod
    def parse(cls, text: str | bytes, game: str | Game | None = None) -> Deal:
        r"""Read a deal text (see the module's description).

        Parameters
        ----------
        text : str or bytes
            The text; bytes must be UTF-8. Names may be written in capitals, cards with ``10`` for
            ``T``, in small letters or with suit symbols.
        game : str or Game, optional
            The game, for texts that do not name it. It must not contradict the text.

        Raises
        ------
        DealError
            When the text is not a deal; the message says where, what is wrong and what is right.
        UnknownGameError
            When no game has the name given.

        See Also
        --------
        text : the way back.
        cadogan.solver.solution.parse_solution : reads deals with moves and verdicts.

        Examples
        --------
        >>> deal = Deal.parse('''
        ... game: freecell
        ... pack: suits=CD ranks=2
        ... column 1: 2C AD
        ... column 2: ac 2♦
        ... ''')
        >>> deal.game, deal.piles["column 2"]
        (<game freecell, one pack of clubs and diamonds, ace to two: 4 cards>, [1, 18])
        >>> Deal.parse("game: freecell\ndealer: ms\nseed: 1")
        <deal ms:1 of freecell>
        """
        from cadogan.games import deal_text

        lines = deal_text.read_lines(text)
        deal_text.refuse_solution(lines)
        return deal_text.deal_of_lines(lines, game)

    def text(self) -> str:
        """Write the deal as :meth:`parse` reads it, every pile included, without its number.

        Examples
        --------
        >>> small = get_game("two-rings").with_pack(Pack(copies=1, suits="CD", ranks=4))
        >>> print(Deal.from_seed(small.with_options(bracelet=2), 5).text(), end="")
        game: two-rings
        option bracelet: 2
        pack: copies=1 suits=CD ranks=4
        ascending: 3C 3D
        descending: 2C 2D
        redeals left: 1
        bracelet: AC 4D
        talon:
        stock: 4C AD
        """
        game = self.game
        lines = [f"game: {game.name}"]
        lines += [f"option {name}: {value}" for name, value in game.unusual_options().items()]
        if game.pack != game.standard_pack:
            lines.append(f"pack: {format_pack(game.pack)}")
        for name in game.pile_names:
            value = self.piles[name]
            words = cards_text(value) if isinstance(value, list) else str(value)
            lines.append(f"{name}: {words}".rstrip())
        return "\n".join(lines) + "\n"

    def verified(self) -> Deal:
        """Give a copy, after making sure that nothing was changed since the deal was made.

        Piles are lists, and a caller may have written into them; what is found out would then be
        told of another deal.

        Raises
        ------
        DealError
            When the piles are no position any more, or not those of the deal's number, or the
            game's options were changed.
        """
        if self.game.settled != self.game.identity():
            raise DealError(
                f"the options of this {self.game.name} were changed after it was made: "
                "with_options gives a game with other ones"
            )
        settled = getattr(self, "_settled", {})
        kept = {name: list(v) if isinstance(v, tuple) else v for name, v in settled.items()}
        if kept == self.piles:
            again = copy.copy(self)
            object.__setattr__(again, "piles", kept)
            return again
        again = Deal(self.game, self.piles, self.dealer, self.seed)
        if self.dealer is None or self.seed is None:
            return again
        if again != Deal.from_seed(self.game, self.seed, self.dealer):
            raise DealError(
                f"the piles are not those of {self.dealer}:{self.seed}: they were changed after "
                "the deal was made; make a new Deal of changed piles, without dealer and seed"
            )
        return again

    def position(self, mode: int = ALL) -> Position:
        """Give the position to play from.

        Parameters
        ----------
        mode : int
            Which moves its :meth:`~cadogan.games.position.Position.moves` lists: ALL, DISTINCT or
            REDUCED of :mod:`cadogan.games.game`.
        """
        from cadogan.games.position import Position

        row, stock = self.game.pack_position(self.piles)
        return Position(self.game, row, self.game.table(stock, mode))

    def draw(self) -> str:
        """Draw the table for people."""
        return self.game.draw(self.piles)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deal):
            return NotImplemented
        return self.game == other.game and self.piles == other.piles

    def __hash__(self) -> int:
        return hash((self.game, str(self.piles)))

    def __repr__(self) -> str:
        if self.dealer is None or self.seed is None:
            return f"<deal of {repr(self.game)[6:-1]}>"
        return f"<deal {format_seed(self.dealer, self.seed)} of {repr(self.game)[6:-1]}>"


def format_pack(pack: Pack) -> str:
    """Write a pack as deal texts have it.

    Examples
    --------
    >>> format_pack(Pack(copies=2, suits="CH"))
    'copies=2 suits=CH ranks=13'
    """
    return f"copies={pack.copies} suits={pack.suits} ranks={pack.ranks}"


def parse_pack(text: str, standard: Pack) -> Pack:
    """Read a pack; what is not told is as in the standard one.

    Raises
    ------
    DealError
        When the text is not a pack.

    Examples
    --------
    >>> parse_pack("suits=CH ranks=5", Pack(copies=2))
    Pack(copies=2, suits='CH', ranks=5)
    """
    told: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name not in ("copies", "suits", "ranks") or name in told:
            again = "twice there" if name in told else "not part of a pack"
            raise DealError(f"{word!r} is {again}; write as in {format_pack(standard)}")
        if name != "suits" and not re.fullmatch(r"[0-9]{1,3}", value):
            raise DealError(f"{word!r}: {value!r} is not a number; write as in {name}=2")
        told[name] = value
    return Pack(
        copies=int(told.get("copies", standard.copies)),
        suits=told.get("suits", standard.suits),
        ranks=int(told.get("ranks", standard.ranks)),
    )


def require_deal(deal: object) -> None:
    """Refuse what is no deal.

    Raises
    ------
    TypeError
        Unless it is one.
    """
    if not isinstance(deal, Deal):
        told = clipped(repr(deal), 80)
        raise TypeError(
            f"a Deal is needed, as Deal.from_seed and Deal.parse give it, not {told}"
        )


# Checking piles --------------------------------------------------------------------------------


def full_cards(game: Game) -> list[int]:
    """List the cards that a position of a game holds."""
    return take_out(game.pack.faces(), game.dead_cards())


def counted(game: Game, cards: list[int]) -> list[int]:
    """Give cards as they must add up: where suits never matter, all as clubs."""
    return [card & 15 for card in cards] if game.suitless else cards


def places_of(game: Game, part: Foundations | Bag) -> int:
    """Count the entries of a line that may show vacant places."""
    if isinstance(part, Foundations):
        return len(part.entries(game.pack))
    return game.counts().get(part.name, part.places)


def wrong_number(game: Game, name: str, part: Foundations | Bag, found: int) -> DealError:
    wanted, what = places_of(game, part), "places"
    if isinstance(part, Foundations):
        what = f"entries (for {' '.join(SUITS[suit] for _, suit in part.entries(game.pack))})"
    return DealError(
        f"{name} has {wanted} {what}, not {found}: write a card or '-' for each of them"
    )


def out_of_range(name: str, part: Counter, found: object) -> DealError:
    return DealError(f"{name} is a number from 0 to {part.most}, not {found}")


def _checked(game: Game, piles: Piles) -> Piles:
    """Make sure that piles are a position, and give a tidy copy of them."""
    owners = game.layout.owners(game.counts())
    if list(owners) != list(piles):
        for name in piles:
            if name not in owners:
                raise DealError(no_such_pile(game, name))
        missing = [name for name in owners if name not in piles]
        if missing:
            raise DealError(f"{game.name} needs these piles too: {', '.join(missing)}")
    for name, part in owners.items():
        _check_form(game, name, part, piles[name])
    check_pack(counted(game, game.cards_of_position(piles)), counted(game, full_cards(game)))
    row, stock = game.pack_position(piles)
    tidy = game.unpack_position(row, game.table(stock))
    game.check_position(tidy)
    return tidy


def _check_form(game: Game, name: str, part: Part, value: list[int] | int) -> None:
    """Make sure that a pile is of its part's kind and size."""
    if isinstance(part, Counter):
        if not isinstance(value, int) or not 0 <= value <= part.most:
            raise out_of_range(name, part, value)
    elif not isinstance(value, list):
        raise DealError(f"{name} is a list of cards, not {value!r}")
    elif isinstance(part, Bag) and not part.vacancies:
        if len(value) > places_of(game, part) or 0 in value:
            raise DealError(f"{name} lists at most {places_of(game, part)} cards, and no vacancies")
    elif isinstance(part, (Foundations, Bag)):
        if len(value) != places_of(game, part):
            raise wrong_number(game, name, part, len(value))
    elif 0 in value:
        raise DealError(f"{name} is a pile and has no vacant places")


def no_such_pile(game: Game, written: str) -> str:
    """Say which piles there are, a numbered group by its first and last."""
    groups: dict[str, list[str]] = {}
    for name, part in game.layout.owners(game.counts()).items():
        groups.setdefault(part.name, []).append(name)
    listed = ", ".join(
        names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}" for names in groups.values()
    )
    return f"{game.name} has no pile called {written!r}; it has: {listed}"
