"""Small deals of The Nation for exhaustive checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"columns": 3, "depth": 6, "redeals": 0}, {"copies": 2, "suits": "C", "ranks": 8}),
    (
        {"columns": 3, "depth": 6, "redeals": 0, "spaces": "cleared"},
        {"copies": 2, "suits": "C", "ranks": 9},
    ),
    (
        {"columns": 3, "depth": 4, "redeals": 0, "spaces": "cleared"},
        {"copies": 2, "suits": "D", "ranks": 7},
    ),
    (
        {"columns": 3, "depth": 5, "redeals": 1, "spaces": "cleared"},
        {"copies": 2, "suits": "C", "ranks": 8},
    ),
    (
        {"columns": 3, "depth": 4, "redeals": 0, "deal-plays": "optional"},
        {"copies": 2, "suits": "D", "ranks": 6},
    ),
    (
        {"columns": 3, "depth": 5, "redeals": 1, "gather": "newest-first", "spaces": "cleared"},
        {"copies": 2, "suits": "D", "ranks": 8},
    ),
]

FULL: list[dict[str, Any]] = [
    {},
    {"redeals": 1, "spaces": "cleared"},
    {"redeals": 0},
    {"redeals": 0, "spaces": "cleared", "deal-plays": "optional"},
    {"gather": "newest-first"},
]
