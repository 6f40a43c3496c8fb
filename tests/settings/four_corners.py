"""Small deals of The Four Corners for exhaustive checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"sides": 0, "redeals": 0, "deal-plays": "forced"}, {"copies": 2, "suits": "C", "ranks": 6}),
    ({"sides": 0, "redeals": 0}, {"copies": 2, "suits": "C", "ranks": 4}),
    ({"sides": 0, "redeals": 0, "deal-plays": "forced"}, {"copies": 2, "suits": "C", "ranks": 8}),
    (
        {"sides": 0, "redeals": 1, "deal-plays": "forced"},
        {"copies": 2, "suits": "CDHS", "ranks": 7},
    ),
    (
        {"sides": 0, "redeals": 0, "deal-plays": "forced", "gather": "newest-first"},
        {"copies": 2, "suits": "D", "ranks": 7},
    ),
    ({"sides": 0, "redeals": 0}, {"copies": 2, "suits": "D", "ranks": 5}),
]

FULL: list[dict[str, Any]] = [
    {},
    {"redeals": 1},
    {"redeals": 0},
    {"deal-plays": "forced"},
    {"gather": "newest-first"},
]
