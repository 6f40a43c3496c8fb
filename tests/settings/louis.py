"""Small deals of The "Louis" Patience for exhaustive checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"deals": 1, "letters": 2}, {"copies": 2, "suits": "S", "ranks": 9}),
    ({"deals": 1, "letters": 1}, {"copies": 2, "suits": "CD", "ranks": 5}),
    (
        {"deals": 2, "letters": 1, "pick-up": "over", "gather": "newest-first"},
        {"copies": 2, "suits": "S", "ranks": 8},
    ),
    ({"deals": 2, "letters": 1}, {"copies": 2, "suits": "S", "ranks": 9}),
    ({"deals": 3, "letters": 1}, {"copies": 2, "suits": "S", "ranks": 9}),
    ({"deals": 4, "letters": 1, "gather": "newest-first"}, {"copies": 2, "suits": "S", "ranks": 8}),
]

FULL: list[dict[str, Any]] = [
    {},
    {"deals": 2},
    {"deals": 1},
    {"deals": 3, "gather": "newest-first"},
    {"pick-up": "over"},
]
