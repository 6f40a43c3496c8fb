"""The Congress: what lies where, the legal moves, and what they do."""

from __future__ import annotations

from cadogan.games.compiling import helper, int64, rule
from cadogan.games.game import ALL, COPIES, MODE, OPTION
from cadogan.games.layout import STOCK as CARDS_OF_STOCK
from cadogan.games.layout import (
    STOCK_SIZE,
    Counter,
    Foundations,
    Layout,
    Stack,
    Stock,
    builds_down,
)
from cadogan.games.state import count, height, make_alike, pop, push, set_count, top

#: The most cards that a column can hold.
TALLEST = 23


# A help is a run in suit, from a king down to a two at most. Closed helps are empty, so that all
# helps are alike at any time; columns are when the pack is out.
LAYOUT = Layout(
    Foundations("foundations", first=lambda pack: 1, laid_out=True),
    Stock("stock"),
    Counter("rows", most=TALLEST),
    Stack("help", capacity=15, count=8, alike=True, growth=builds_down),
    Stack("column", capacity=TALLEST, count=8, alike=lambda piles: not piles["stock"]),
)
FOUNDATION = LAYOUT.at("foundations")
STOCK = LAYOUT.at("stock")
ROWS = LAYOUT.at("rows")
HELP = LAYOUT.at("help")
HELP_WIDTH = LAYOUT.stride("help")
COLUMN = LAYOUT.at("column")
WIDTH = LAYOUT.stride("column")

# The table's places for the options.
IMMEDIATE, COLUMNS, HELPS = OPTION, OPTION + 1, OPTION + 2
# Codes of what a move names: columns are 1 to 8, helps 11 to 18.
FIRST_HELP, HOME, REFILL, ROW = 11, 22, 23, 24


@helper
def stock_left(state, table):
    """Count the cards of the pack that are not dealt."""
    return int64(table[STOCK_SIZE]) - count(state, STOCK)


@helper
def open_helps(state, table):
    """Count the places for helps: twice as many when the pack is out."""
    helps = int64(table[HELPS])
    return helps if stock_left(state, table) > 0 else 2 * helps


@helper
def foundation_for(state, table, card):
    """Give the foundation that a card may be played on, or 0; the further copy comes first."""
    first = FOUNDATION + 2 * (card >> 4)
    for k in range(int64(table[COPIES])):
        if count(state, first + k) == (card & 15) - 1:
            return first + k
    return 0


@helper
def is_vacant(state, table):
    """Say whether a column is shorter than the rows dealt, or a help is empty."""
    rows = count(state, ROWS)
    for i in range(int64(table[COLUMNS])):
        if height(state, COLUMN + i * WIDTH) < rows:
            return True
    for j in range(int64(table[HELPS])):
        if height(state, HELP + j * HELP_WIDTH) == 0:
            return True
    return False


@helper
def code_of(k, helps):
    """Give the code of the k-th pile, the helps before the columns."""
    return FIRST_HELP + k if k < helps else k - helps + 1


@helper
def pile_of(code):
    """Give the pile that a code names."""
    if code >= FIRST_HELP:
        return HELP + (code - FIRST_HELP) * HELP_WIDTH
    return COLUMN + (code - 1) * WIDTH


@helper
def same_help_before(state, table, k, helps):
    """Say whether an earlier help is equal to the k-th: top and height tell a run."""
    if table[MODE] == ALL or k >= helps:
        return False
    here = HELP + k * HELP_WIDTH
    for before in range(HELP, here, HELP_WIDTH):
        if top(state, before) == top(state, here) and height(state, before) == height(state, here):
            return True
    return False


@rule
def moves(state, table, out):
    """Write the row or the refill, new helps, marriages, then plays.

    Unless all are asked for, only one of equal helps moves or is married, and only one empty
    place for a help is used: helps are alike.
    """
    n = 0
    ended = stock_left(state, table) == 0
    if not ended:
        out[n] = REFILL if is_vacant(state, table) else ROW
        n += 1
    helps = open_helps(state, table)
    columns = int64(table[COLUMNS])
    hosts = 0  # a bit for each card that lies on top of a help; the lowest for an empty place
    for j in range(helps):
        hosts |= 1 << top(state, HELP + j * HELP_WIDTH)
    if ended and hosts & 1:
        for i in range(columns):
            if height(state, COLUMN + i * WIDTH) > 0:
                n = write_targets(state, table, out, n, i + 1, 0)
    for k in range(helps + columns):
        card = top(state, pile_of(code_of(k, helps)))
        if card != 0 and hosts >> (card + 1) & 1 and not same_help_before(state, table, k, helps):
            n = write_targets(state, table, out, n, code_of(k, helps), card + 1)
    for k in range(helps + columns):
        card = top(state, pile_of(code_of(k, helps)))
        if card != 0 and foundation_for(state, table, card) != 0:
            if not same_help_before(state, table, k, helps):
                out[n] = code_of(k, helps) + 256 * HOME
                n += 1
    return n


@helper
def write_targets(state, table, out, n, source, host):
    """Write a card's moves to the helps with that top (0 for the empty ones), behind n others."""
    helps = open_helps(state, table)
    for j in range(helps):
        if top(state, pile_of(FIRST_HELP + j)) == host:
            if same_help_before(state, table, j, helps):
                continue
            out[n] = source + 256 * (FIRST_HELP + j)
            n += 1
    return n


@rule
def play(state, words, table, move):
    """Deal a row, refill or move a card; with the last card of the pack the end phase begins."""
    source = move & 255
    target = move >> 8
    if source in (ROW, REFILL):
        if source == ROW:
            set_count(state, words, ROWS, count(state, ROWS) + 1)
        fill(state, words, table)
        return 0
    card = pop(state, words, pile_of(source))
    if target == HOME:
        set_count(state, words, foundation_for(state, table, card), card & 15)
    else:
        push(state, words, pile_of(target), card)
    if table[IMMEDIATE] != 0 and count(state, ROWS) == 1:
        fill(state, words, table)
    return 0


@helper
def fill(state, words, table):
    """Fill the columns up to the rows dealt, row by row, then the helps, as far as cards go.

    Once a row counts as dealt this deals it, since nothing else was vacant.
    """
    for r in range(count(state, ROWS)):
        for i in range(int64(table[COLUMNS])):
            if height(state, COLUMN + i * WIDTH) == r:
                deal_to(state, words, table, COLUMN + i * WIDTH)
    for j in range(int64(table[HELPS])):
        if height(state, HELP + j * HELP_WIDTH) == 0:
            deal_to(state, words, table, HELP + j * HELP_WIDTH)


@helper
def deal_to(state, words, table, pile):
    """Deal the next card, if there is one, to a pile; after the last one columns are alike."""
    dealt = count(state, STOCK)
    if dealt == int64(table[STOCK_SIZE]):
        return
    push(state, words, pile, int64(table[CARDS_OF_STOCK + dealt]))
    set_count(state, words, STOCK, dealt + 1)
    if dealt + 1 == int64(table[STOCK_SIZE]):
        set_count(state, words, ROWS, 0)
        for i in range(int64(table[COLUMNS])):
            make_alike(words, COLUMN + i * WIDTH, COLUMN)
