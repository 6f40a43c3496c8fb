"""The Hemispheres: what lies where, the legal moves, and what they do."""

from __future__ import annotations

from cadogan.games.cards import is_red, rank_of
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.game import ALL, COPIES, MODE, OPTION, RANKS
from cadogan.games.layout import STOCK as CARDS_OF_STOCK
from cadogan.games.layout import STOCK_SIZE, Foundations, Layout, Stack, Stock
from cadogan.games.state import count, height, pop, push, set_count, top


def builds_on(top: int) -> int:
    """Say how many cards a packet can still get on this top card."""
    return rank_of(top) - 1 if is_red(top) else 13 - rank_of(top)


# The spaces of one Race are alike: cards marry within the Race, exchanges and transfers choose
# freely, and the first vacancy clockwise is one of the first Race that has any.
LAYOUT = Layout(
    Foundations("foundations", first=lambda pack: 1, laid_out=True, mirrored="CS"),
    Stock("stock"),
    Stack("talon", capacity=95),
    Stack("space", capacity=15, count=12, alike=True, sets=4, growth=builds_on),
)
FOUNDATION = LAYOUT.at("foundations")
STOCK = LAYOUT.at("stock")
TALON = LAYOUT.at("talon")
SPACE = LAYOUT.at("space")
WIDTH = LAYOUT.stride("space")

# The table's places for the options.
ANYWHERE, PACK_FIRST, RACE = OPTION, OPTION + 1, OPTION + 2
# Codes of what a move names: spaces are 1 to 12; added to EXCHANGE or TRANSFER they say how.
FROM_TALON, FROM_STOCK, HOME, TURN, FILL, EXCHANGE, TRANSFER = 13, 14, 15, 16, 17, 20, 40


@helper
def red(card):
    """Say whether a card is a diamond or a heart."""
    return card >> 4 == 1 or card >> 4 == 2


@helper
def place(table, card):
    """Give the place of a card in the order in which its suit goes home, from 1."""
    return card & 15 if red(card) else int64(table[RANKS]) + 1 - (card & 15)


@helper
def reached(state, table, card, k):
    """Give the place that the k-th foundation of a card's suit has come to."""
    return place(table, (card & 48) + count(state, FOUNDATION + 2 * (card >> 4) + k))


@helper
def host_of(card):
    """Give the card that a card may be married to: red marries downwards, black upwards.

    Beyond the last card of a suit comes a face that no card has, and never 0, a vacant space.
    """
    return card + 1 if red(card) else card - 1 + 16 * ((card & 15) == 1)


@helper
def foundation_for(state, table, card):
    """Give the foundation that a card may be played on, or 0; the further copy comes first."""
    for k in range(int64(table[COPIES])):
        if reached(state, table, card, k) == place(table, card) - 1:
            return FOUNDATION + 2 * (card >> 4) + k
    return 0


@helper
def top_of(state, space):
    """Give the top card of a space, counted from 0."""
    return top(state, SPACE + space * WIDTH)


@helper
def stock_left(state, table):
    """Count the cards of the stock."""
    return int64(table[STOCK_SIZE]) - count(state, STOCK)


@helper
def is_out(state, table):
    """Say whether stock and talon are out, so that the end phase has come."""
    return stock_left(state, table) == 0 and height(state, TALON) == 0


@helper
def proper(table, space, card):
    """Say whether a card has the colour of a space's hemisphere: the first half is the north."""
    return red(card) == (space < 2 * int64(table[RACE]))


@helper
def seen_before(state, table, space):
    """Say whether an equal packet (top and height tell it) lies earlier in the Race."""
    if table[MODE] == ALL:
        return False
    here = SPACE + space * WIDTH
    first = space // int64(table[RACE]) * int64(table[RACE])
    for before in range(SPACE + first * WIDTH, here, WIDTH):
        if top(state, before) == top(state, here) and height(state, before) == height(state, here):
            return True
    return False


@helper
def vacancy(state, table):
    """Give the first vacant space clockwise, or -1."""
    for space in range(4 * int64(table[RACE])):
        if height(state, SPACE + space * WIDTH) == 0:
            return space
    return -1


@helper
def filled_from(state, table):
    """Give the one source that the next vacancy is filled from, or 0."""
    talon = height(state, TALON) > 0
    if stock_left(state, table) > 0 and (table[PACK_FIRST] != 0 or not talon):
        return FROM_STOCK
    return FROM_TALON if talon else 0


@rule
def moves(state, table, out):
    """Write the turn or fill, transfers, exchanges, marriages, then plays.

    Unless all are asked for, only one of equal packets of a Race moves or is a host, and only one
    vacant space of a Race is used.
    """
    n = 0
    spaces = 4 * int64(table[RACE])
    if vacancy(state, table) < 0:
        if stock_left(state, table) > 0:
            out[n] = TURN
            n += 1
    elif filled_from(state, table) != 0:
        out[n] = FILL + 256 * filled_from(state, table)
        n += 1
    for i in range(spaces):
        card = top_of(state, i)
        if card != 0 and not proper(table, i, card) and not seen_before(state, table, i):
            if is_out(state, table):
                n = write_transfers(state, table, out, n, i)
            if i < spaces // 2:
                n = write_exchanges(state, table, out, n, i)
    for i in range(spaces):
        card = top_of(state, i)
        if card != 0 and proper(table, i, card) and not seen_before(state, table, i):
            race = i // int64(table[RACE]) * int64(table[RACE])
            end = race + int64(table[RACE])
            n = write_marriages(state, table, out, n, i + 1, race, end, host_of(card))
    card = top(state, TALON)
    if card != 0:
        north = 0 if red(card) else spaces // 2
        end = north + spaces // 2
        n = write_marriages(state, table, out, n, FROM_TALON, north, end, host_of(card))
    for i in range(spaces):
        card = top_of(state, i)
        if card != 0 and proper(table, i, card) and foundation_for(state, table, card) != 0:
            if not seen_before(state, table, i):
                out[n] = i + 1 + 256 * HOME
                n += 1
    card = top(state, TALON)
    if card != 0 and foundation_for(state, table, card) != 0:
        out[n] = FROM_TALON + 256 * HOME
        n += 1
    return n


@helper
def write_marriages(state, table, out, n, source, start, end, host):
    """Write the moves to those spaces whose top is the host (0: vacant), behind n others."""
    for j in range(start, end):
        if top_of(state, j) == host and not seen_before(state, table, j):
            out[n] = source + 256 * (j + 1)
            n += 1
    return n


@helper
def write_exchanges(state, table, out, n, i):
    """Write the exchanges of a northern card of the wrong colour, behind n other moves."""
    for j in range(2 * int64(table[RACE]), 4 * int64(table[RACE])):
        card = top_of(state, j)
        if card != 0 and not proper(table, j, card) and not seen_before(state, table, j):
            out[n] = EXCHANGE + i + 1 + 256 * (j + 1)
            n += 1
    return n


@helper
def write_transfers(state, table, out, n, i):
    """Write the transfers of a card of the wrong colour in the end phase, behind n others."""
    half = 2 * int64(table[RACE])
    start = half if i < half else 0
    card = top_of(state, i)
    n = write_marriages(state, table, out, n, TRANSFER + i + 1, start, start + half, 0)
    if table[ANYWHERE] != 0:
        host = host_of(card)
        n = write_marriages(state, table, out, n, TRANSFER + i + 1, start, start + half, host)
        if foundation_for(state, table, card) != 0:
            out[n] = TRANSFER + i + 1 + 256 * HOME
            n += 1
    return n


@rule
def play(state, words, table, move):
    """Make a move; nothing is folded in."""
    source = move & 255
    target = move >> 8
    if source == TURN:
        push(state, words, TALON, next_card(state, words, table))
        return 0
    if source == FILL:
        pile = SPACE + vacancy(state, table) * WIDTH
        if target == FROM_TALON:
            push(state, words, pile, pop(state, words, TALON))
        else:
            push(state, words, pile, next_card(state, words, table))
        return 0
    pile = TALON if source == FROM_TALON else SPACE + (source % 20 - 1) * WIDTH
    card = pop(state, words, pile)
    if target == HOME:
        set_count(state, words, foundation_for(state, table, card), card & 15)
        return 0
    goal = SPACE + (target - 1) * WIDTH
    if EXCHANGE < source < TRANSFER:
        push(state, words, pile, pop(state, words, goal))
    push(state, words, goal, card)
    return 0


@helper
def next_card(state, words, table):
    """Take the next card off the stock."""
    used = count(state, STOCK)
    set_count(state, words, STOCK, used + 1)
    return int64(table[CARDS_OF_STOCK + used])
