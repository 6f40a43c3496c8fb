"""Small deals of The Nation: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"columns": 1, "redeals": 0}, {"copies": 2, "suits": "C", "ranks": 5}),
    ({"columns": 9, "depth": 1, "redeals": 0}, {"copies": 2, "suits": "D", "ranks": 5}),
    ({"columns": 3, "depth": 5, "redeals": 0}, {"copies": 2, "suits": "C", "ranks": 8}),
    ({"columns": 7, "redeals": 0}, {"copies": 2, "suits": "D", "ranks": 6}),
    (
        {"redeals": 0, "columns": 2, "deal-plays": "optional"},
        {"copies": 2, "suits": "C", "ranks": 7},
    ),
    (
        {"redeals": 0, "columns": 3, "depth": 6, "spaces": "cleared"},
        {"copies": 2, "suits": "D", "ranks": 10},
    ),
    ({"redeals": 0, "columns": 3}, {"copies": 2, "suits": "C", "ranks": 9}),
    (
        {"redeals": 1, "columns": 3, "gather": "newest-first"},
        {"copies": 2, "suits": "H", "ranks": 13},
    ),
    ({"redeals": 1, "columns": 3, "spaces": "cleared"}, {"copies": 2, "suits": "CD", "ranks": 7}),
    ({"redeals": 2, "columns": 4, "spaces": "cleared"}, {"copies": 2, "suits": "S", "ranks": 11}),
]
