"""La Belle Lucie: seventeen fans of three and a single card, without a redeal.

One pack lies face up in seventeen fans of three and one fan of the card that is left over. The
last card of a fan is in play: it goes to its foundation, which ascends in suit from ace to king, or
onto the card in play of another fan that is the next higher of its suit, one card at a time. An
empty fan stays empty. Nothing comes back from the foundations.

People gather what is left, shuffle it and deal it again, twice. A shuffle has no place in a game in
which every card is known beforehand, so this is the first deal only.
"""

from __future__ import annotations

from cadogan.games.classics.fans import THREES, FanGame, deal_option


class LaBelleLucie(FanGame):
    """La Belle Lucie, its first deal."""

    name = "la-belle-lucie"
    title = "La Belle Lucie"
    source = "traditional, also called The Fan"
    summary = "One pack in fans of three, built down in suit; empty fans are not filled."
    options = (deal_option(THREES, "seventeen fans of three and one card, as usual"),)
    monotone = (
        "Every card moves onto another at most once, to the one card that may be its host, "
        "and then home: 103 moves at most."
    )


GAME = LaBelleLucie
