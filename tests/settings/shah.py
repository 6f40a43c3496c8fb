"""Small deals of The Shah for exhaustive checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"rays": 1, "refill": "talon-first"}, {"copies": 2, "suits": "C", "ranks": 8}),
    ({"rays": 2}, {"copies": 1, "suits": "CD", "ranks": 8}),
    ({"rays": 2, "refill": "talon-first"}, {"copies": 1, "suits": "CD", "ranks": 9}),
    ({"rays": 3}, {"copies": 1, "suits": "CD", "ranks": 9}),
    ({"rays": 3, "refill": "talon-first"}, {"copies": 1, "suits": "CD", "ranks": 9}),
]

FULL: list[dict[str, Any]] = [
    {},
    {"refill": "talon-first"},
    {"rays": 6},
    {"rays": 4, "refill": "talon-first"},
]
