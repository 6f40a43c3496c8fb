"""Fan: eighteen fans, empty ones filled with kings.

One pack lies face up in eighteen fans: sixteen of three cards and two of two. The last card of a
fan is in play: it goes to its foundation, which ascends in suit from ace to king, or onto the card
in play of another fan that is the next higher of its suit, one card at a time. A king in play may
also go to an empty fan. Nothing comes back from the foundations; if it could, no deal more would be
won.
"""

from __future__ import annotations

from cadogan.games.classics.fans import EVEN, FanGame, deal_option, empty_option


class Fan(FanGame):
    """Fan, in which kings go to empty fans."""

    name = "fan"
    title = "Fan"
    source = "traditional"
    summary = "One pack in eighteen fans, built down in suit; kings go to empty fans."
    options = (
        deal_option(EVEN, "two fans of two, as programs deal it; people also leave one card over"),
        empty_option("kings", "kings only, as usual"),
    )


GAME = Fan
