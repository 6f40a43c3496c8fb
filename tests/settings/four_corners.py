"""Small deals of The Four Corners for exhaustive checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"redeals": 0, "sides": 0}, {"copies": 2, "suits": "CD", "ranks": 5}),
    ({"redeals": 0, "sides": 0, "deal-plays": "forced"}, {"copies": 2, "suits": "CH", "ranks": 6}),
    ({"redeals": 0, "sides": 1, "deal-plays": "forced"}, {"copies": 2, "suits": "DS", "ranks": 6}),
    ({"redeals": 1, "sides": 0, "deal-plays": "forced"}, {"copies": 2, "suits": "CD", "ranks": 7}),
    ({"redeals": 1, "sides": 0, "deal-plays": "forced"}, {"copies": 2, "suits": "CD", "ranks": 8}),
    (
        {"redeals": 2, "sides": 0, "deal-plays": "forced", "gather": "newest-first"},
        {"copies": 2, "suits": "CD", "ranks": 9},
    ),
]

FULL: list[dict[str, Any]] = [
    {},
    {"redeals": 1},
    {"redeals": 0},
    {"deal-plays": "forced"},
    {"gather": "newest-first"},
]
