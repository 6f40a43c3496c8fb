"""Fans: the rules that La Belle Lucie, Fan and their like have in common.

One pack lies face up in fans of three, of which the last card is in play. The foundations ascend
in suit from ace to king. A card in play goes home, or onto the card in play of another fan that is
the next higher of its suit. A game of the family is a subclass of :class:`FanGame`: it says which
cards an empty fan takes and how the cards that are left over are dealt.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from cadogan.games.cards import Pack
from cadogan.games.classics.fans_search import dead, forced, remaining, score
from cadogan.games.classics.fans_table import (
    ANY,
    EMPTY,
    FAN,
    GOES_HOME,
    HOME,
    KINGS,
    LAYOUT,
    MOST_FANS,
    WIDTH,
    cards_left,
    fan_of,
    fans_of,
    goes_home,
    spaces_matter,
    tops_of,
)
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.drawing import draw_table, drawn, labelled, lying
from cadogan.games.facts import (
    Building,
    Facts,
    anybody,
    down_in_suit,
    named_piles,
    nobody,
    rising_in_suit,
)
from cadogan.games.game import ALL, CARDS, MODE, RANKS, REDUCED, Game, Option, Rules, Weights
from cadogan.games.layout import Piles, cards_of
from cadogan.games.state import height, pop, push, set_count, top


@rule
def moves(state, table, out):
    """Write the moves to empty fans, onto other fans, and home.

    Unless all are asked for, empty fans count as one, and a card that is alone in its fan does not
    go to another empty one. In a reduced search it does not go onto a host either when empty fans
    are of no use any more (:func:`spaces_matter`). That keeps every win: leave such a move out of
    a winning line. What it uncovers is nothing, its host stays free, and each card that would have
    been put onto it or gone home from under it finds it in play all the same.
    """
    fans = fans_of(table)
    n = write_fills(state, table, out)
    idle = int64(table[MODE]) == REDUCED and not spaces_matter(state, table)
    tops = tops_of(state, table)
    for i in range(fans):
        card = top(state, FAN + i * WIDTH)
        if card != 0 and tops >> (card + 1) & 1:
            if not idle or height(state, FAN + i * WIDTH) > 1:
                out[n] = i + 1 + 256 * (fan_of(state, card + 1) + 1)
                n += 1
    for i in range(fans):
        if goes_home(state, top(state, FAN + i * WIDTH)):
            out[n] = i + 1 + 256 * GOES_HOME
            n += 1
    return n


@helper
def write_fills(state, table, out):
    """Write the moves to empty fans, and give their number."""
    n = 0
    empty = int64(table[EMPTY])
    every = int64(table[MODE]) == ALL
    fans = fans_of(table)
    for j in range(fans):
        if height(state, FAN + j * WIDTH) == 0:
            for i in range(fans):
                card = top(state, FAN + i * WIDTH)
                if card != 0 and (every or height(state, FAN + i * WIDTH) > 1):
                    if empty == ANY or (empty == KINGS and card & 15 == int64(table[RANKS])):
                        out[n] = i + 1 + 256 * (j + 1)
                        n += 1
            if not every:
                break
    return n


@rule
def play(state, words, table, move):
    """Move one card."""
    target = move >> 8
    card = pop(state, words, FAN + ((move & 255) - 1) * WIDTH)
    if target == GOES_HOME:
        set_count(state, words, HOME + (card >> 4), card & 15)
    else:
        push(state, words, FAN + (target - 1) * WIDTH, card)
    return 0


@rule
def unfinished(state, table):
    """Count the cards that are not home."""
    return cards_left(state, table)


@rule
def layer(state, table):
    """Count the cards that are home; none comes back."""
    return int64(table[CARDS]) - cards_left(state, table)


#: How cards are dealt: fans of three and the rest in a last one, or a card to each in turn.
THREES, EVEN = "threes", "even"


def deal_option(default: str, source: str) -> Option:
    """Make a game's option for how the fans are dealt; it stands first in its list."""
    return Option(
        "deal",
        default,
        (THREES, EVEN),
        "Whether all fans but the last have three cards, or all as nearly as possible.",
        source,
    )


def empty_option(default: str, source: str) -> Option:
    """Make a game's option for empty fans; it stands second. Games without it fill none."""
    return Option(
        "empty", default, ("none", "kings", "any"), "Which cards an empty fan takes.", source
    )


class FanGame(Game):
    """A game of fans that are built down in suit, one card at a time."""

    standard_pack = Pack()
    layout = LAYOUT
    rules = Rules(
        moves, play, remaining, unfinished=unfinished, dead=dead, layer=layer, score=score,
        forced=forced,
    )  # fmt: skip
    weights = (
        Weights("open", (16, 10, 6, 3, 8)),
        Weights("deep", (10, 20, 12, 8, 20), noise=8),
        Weights("loose", (20, 5, 2, 10, 4), noise=16),
    )
    # A card in play has its one host and home as targets, and so many empty fans as there are: of
    # 18 fans, at most 9 with cards and 9 without.
    max_moves = 2 * MOST_FANS + 9 * 9
    places: ClassVar[dict[int, str]] = {
        **{i: f"f{i}" for i in range(1, MOST_FANS + 1)},
        GOES_HOME: "home",
    }

    def counts(self) -> dict[str, int]:
        """Say how many fans there are."""
        return {"fan": (self.pack.size + 2) // 3}

    def deal(self, cards: Sequence[int]) -> Piles:
        """Deal three cards to each fan, or one card to each fan in turn."""
        fans = self.counts()["fan"]
        piles: Piles = {"foundations": [0] * len(self.pack.suits)}
        for i in range(fans):
            own = cards[3 * i : 3 * i + 3] if self["deal"] == THREES else cards[i::fans]
            piles[f"fan {i + 1}"] = list(own)
        return piles

    def facts(self, piles: Piles) -> Facts:
        """Declare fans that are built down in suit."""
        last, empty = self.pack.ranks, self["empty"] if "empty" in self.chosen else "none"
        rules = {"kings": lambda card: card & 15 == last, "any": anybody, "none": nobody}
        names = [f"fan {i + 1}" for i in range(self.counts()["fan"])]
        return Building(
            piles=named_piles(piles, names, space=empty != "none"),
            foundations=rising_in_suit(self, piles, last),
            fits=down_in_suit,
            founds=rules[str(empty)],
        )

    def describe(self, piles: Piles, move: int) -> str:
        """Say which card goes where."""
        source, target = move & 255, move >> 8
        card = drawn(cards_of(piles, f"fan {source}")[-1])
        if target == GOES_HOME:
            return f"{card} goes home"
        host = cards_of(piles, f"fan {target}")
        return f"{card} to {drawn(host[-1])}" if host else f"{card} to empty fan {target}"

    def draw(self, piles: Piles) -> str:
        """Draw the foundations in one line, the fans below, the card in play last."""
        names = [f"fan {i + 1}" for i in range(self.counts()["fan"])]
        return draw_table(
            labelled(home=cards_of(piles, "foundations")),
            lying(names, [cards_of(piles, name) for name in names]),
        )


__all__ = ["EVEN", "THREES", "FanGame", "deal_option", "empty_option"]
