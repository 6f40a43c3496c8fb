"""Small deals of The "Louis" Patience for exhaustive checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"letters": 1, "deals": 1}, {"copies": 2, "suits": "C", "ranks": 5}),
    ({"letters": 2, "deals": 1}, {"copies": 2, "suits": "C", "ranks": 5}),
    ({"letters": 1, "deals": 2}, {"copies": 2, "suits": "C", "ranks": 5}),
    ({"letters": 2, "deals": 1, "gather": "newest-first"}, {"copies": 2, "suits": "D", "ranks": 7}),
    (
        {"letters": 1, "deals": 2, "pick-up": "over", "gather": "newest-first"},
        {"copies": 2, "suits": "D", "ranks": 5},
    ),
    ({"letters": 1, "deals": 1}, {"copies": 2, "suits": "CD", "ranks": 4}),
]

FULL: list[dict[str, Any]] = [
    {},
    {"deals": 2},
    {"deals": 1},
    {"deals": 3, "gather": "newest-first"},
    {"pick-up": "over"},
]
