"""Small deals of The Mill for exhaustive checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"wings": 1, "kings": 1, "refill": "talon-first"}, {"copies": 1, "suits": "CD", "ranks": 7}),
    ({"wings": 1, "kings": 1}, {"copies": 1, "suits": "CD", "ranks": 6}),
    ({"wings": 2, "kings": 1, "refill": "talon-first"}, {"copies": 2, "suits": "C", "ranks": 6}),
    ({"wings": 2, "kings": 1}, {"copies": 1, "suits": "CD", "ranks": 6}),
]

FULL: list[dict[str, Any]] = [
    {},
    {"refill": "talon-first"},
    {"wings": 4},
    {"kings": 1},
    {"wings": 6, "kings": 2, "refill": "talon-first"},
]
