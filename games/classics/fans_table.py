"""The table of the games of fans, and what their rules and their search both look at."""

from __future__ import annotations

from cadogan.games.compiling import helper, int64
from cadogan.games.game import CARDS, OPTION, RANKS
from cadogan.games.layout import Foundations, Layout, Stack, builds_down
from cadogan.games.state import card_at, count, height, top

#: A pack of 52 cards makes 18 fans; the numbers of fans follow from the pack.
MOST_FANS = 18

# A fan of three gets twelve more cards at most, on a king.
LAYOUT = Layout(
    Foundations("foundations", first=lambda pack: 1, copies=1),
    Stack("fan", capacity=15, count=MOST_FANS, alike=True, growth=builds_down),
)
HOME = LAYOUT.at("foundations")
FAN = LAYOUT.at("fan")
WIDTH = LAYOUT.stride("fan")

# The table's places for the options; games without the option `empty` have 0 there, for NONE.
DEAL, EMPTY = OPTION, OPTION + 1
NONE, KINGS, ANY = 0, 1, 2
# What a move calls the foundations; fans are 1 to 18.
GOES_HOME = 32


@helper
def fans_of(table):
    """Count the fans."""
    return (int64(table[CARDS]) + 2) // 3


@helper
def cards_left(state, table):
    """Count the cards that are not home."""
    left = int64(table[CARDS])
    for suit in range(4):
        left -= count(state, HOME + suit)
    return left


@helper
def goes_home(state, card):
    """Say whether a card (0 is none) is the next one of its foundation."""
    return count(state, HOME + (card >> 4)) == (card & 15) - 1


@helper
def tops_of(state, table):
    """Give a bit for each card in play; the lowest bit stands for empty fans."""
    tops = 0
    for i in range(fans_of(table)):
        tops |= 1 << top(state, FAN + i * WIDTH)
    return tops


@helper
def fan_of(state, card):
    """Find the fan in which a card is in play; it must be."""
    i = 0
    while top(state, FAN + i * WIDTH) != card:
        i += 1
    return i


@helper
def stray_kings(state, table):
    """Count the kings that lie on other cards."""
    ranks = int64(table[RANKS])
    kings = 0
    for i in range(fans_of(table)):
        for depth in range(1, height(state, FAN + i * WIDTH)):
            if card_at(state, FAN + i * WIDTH, depth) & 15 == ranks:
                kings += 1
    return kings


@helper
def spaces_matter(state, table):
    """Say whether it can ever be of use that a fan is empty.

    Where only kings fill empty fans it cannot once no king lies on another card: a king that is
    alone, or lowest in its fan, gains nothing by another fan, and never comes to lie on a card.
    """
    empty = int64(table[EMPTY])
    return empty == ANY or (empty == KINGS and stray_kings(state, table) > 0)
