"""Small deals of The Nation for exhaustive checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"redeals": 0, "columns": 3}, {"copies": 2, "suits": "CD", "ranks": 7}),
    (
        {"redeals": 0, "columns": 2, "deal-plays": "optional"},
        {"copies": 2, "suits": "CH", "ranks": 5},
    ),
    ({"redeals": 0, "columns": 3, "spaces": "cleared"}, {"copies": 2, "suits": "CD", "ranks": 6}),
    (
        {"redeals": 1, "columns": 2, "depth": 6, "spaces": "cleared"},
        {"copies": 2, "suits": "H", "ranks": 7},
    ),
    (
        {
            "redeals": 1,
            "columns": 1,
            "spaces": "cleared",
            "gather": "newest-first",
            "deal-plays": "optional",
        },
        {"copies": 2, "suits": "S", "ranks": 5},
    ),
    ({"redeals": 2, "columns": 2}, {"copies": 2, "suits": "H", "ranks": 9}),
]

FULL: list[dict[str, Any]] = [
    {},
    {"redeals": 1, "spaces": "cleared"},
    {"redeals": 0},
    {"redeals": 0, "spaces": "cleared", "deal-plays": "optional"},
    {"gather": "newest-first"},
]
