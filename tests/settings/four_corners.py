"""Small deals of The Four Corners: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"redeals": 0, "sides": 0, "deal-plays": "forced"}, {"copies": 2, "suits": "CH", "ranks": 6}),
    ({"redeals": 1, "sides": 0, "deal-plays": "forced"}, {"copies": 2, "suits": "CD", "ranks": 7}),
    (
        {"redeals": 0, "sides": 1, "deal-plays": "forced"},
        {"copies": 2, "suits": "CDHS", "ranks": 3},
    ),
    ({"redeals": 0, "sides": 0}, {"copies": 2, "suits": "D", "ranks": 5}),
    ({"redeals": 1, "sides": 0, "gather": "newest-first"}, {"copies": 2, "suits": "S", "ranks": 4}),
]
