"""How a search of The Four Corners is guided, and what it may leave out."""

from __future__ import annotations

from cadogan.games.cadogan.four_corners_table import (
    MOST_REDEALS,
    NEWEST_FIRST,
    NEXT,
    PACKET,
    REDEALS,
    STOCK,
    WIDTH,
    is_base,
    may_go_down,
    may_go_up,
    packets,
)
from cadogan.games.cadogan.stuck import stuck_cards
from cadogan.games.cadogan.two_way import (
    cards_left,
    copied,
    emptied,
    goes_up,
    place,
    play_down,
    play_up,
    safe_play,
    score_piles,
)
from cadogan.games.compiling import helper, int64, rule
from cadogan.games.game import Weights
from cadogan.games.state import card_at, count, height

WEIGHTS = (
    Weights("dealt out", (10, 2, 0, 1, 1, 0, 5)),
    Weights("redealt", (10, 2, 0, 1, 1, 1, 0)),
    Weights("redealt, stuck", (10, 2, 0, 1, 1, 1, 5)),
)


@rule
def layer(state, table):
    """Count deals, then the cards dealt."""
    deals = int64(table[MOST_REDEALS]) - count(state, REDEALS)
    return 256 * deals + 255 - height(state, STOCK)


@rule
def score(state, table, weights):
    """Add up the cards left and what stands in the way (see ``score_piles``).

    Weights beside those: 1 to judge a position in the middle of a deal by its end, if whatever fits
    were played; 1 to judge one after a deal likewise by the end of the next, if a redeal is left;
    and for each card that would then be stuck in the last tableau (see ``stuck_cards``).
    """
    redeals = count(state, REDEALS)
    if height(state, STOCK) > 0:
        if weights[4] != 0:
            return judged_end(dealt_out(state, table), table, weights, redeals)
    elif redeals > 0 and weights[5] != 0:
        return judged_end(redealt(state, table), table, weights, redeals - 1)
    return judged(state, table, weights)


@helper
def judged(state, table, weights):
    """Add up the cards left and what stands in the way as the packets are."""
    total = weights[0] * cards_left(state, table)
    return total + score_piles(state, weights, PACKET, WIDTH, packets(table))


@helper
def judged_end(end, table, weights, redeals):
    """Judge a copy of a row at the end of a deal; in the last one by what is stuck as well."""
    total = judged(end, table, weights)
    if redeals == 0 and weights[6] != 0:
        total += weights[6] * stuck_cards(end, table, PACKET, WIDTH, packets(table))
    return total


@helper
def dealt_out(state, table):
    """Give a copy of a row after the rest of the deal with whatever fits played."""
    piles = packets(table)
    end = copied(state, PACKET, WIDTH, piles)
    packet = count(state, NEXT)
    for depth in range(height(state, STOCK) - 1, -1, -1):
        packet = deal_one(end, table, card_at(state, STOCK, depth), packet)
    return end


@helper
def redealt(state, table):
    """Give a copy of a row after a redeal with whatever fits played."""
    piles = packets(table)
    end = emptied(state, PACKET, WIDTH, piles)
    packet = 1
    for i in range(piles - 1, -1, -1):
        pile = PACKET + i * WIDTH
        tall = height(state, pile)
        for j in range(tall):
            depth = tall - 1 - j if table[NEWEST_FIRST] != 0 else j
            packet = deal_one(end, table, card_at(state, pile, depth), packet)
    return end


@helper
def deal_one(end, table, card, packet):
    """Deal a card on a copied row, played if it fits, and give the packet of the next one."""
    end[NEXT] = packet
    base = is_base(end, table, card)
    if may_go_up(end, table, card) or (base and goes_up(end, card)):
        play_up(end, card)
    elif may_go_down(end, table, card) or base:
        play_down(end, card)
    else:
        place(end, PACKET + (packet - 1) * WIDTH, card)
        packet = packet % packets(table) + 1
    return packet


@rule
def forced(state, table):
    """Give a play that is safe in the last tableau (the proof is ``safe_target``'s), or -1."""
    if count(state, REDEALS) > 0 or height(state, STOCK) > 0:
        return -1
    return safe_play(state, PACKET, WIDTH, packets(table))


@rule
def dead(state, table):
    """Prove a position of the last tableau lost (see ``stuck_cards``)."""
    if count(state, REDEALS) > 0 or height(state, STOCK) > 0:
        return 0
    return int64(stuck_cards(state, table, PACKET, WIDTH, packets(table)) > 0)
