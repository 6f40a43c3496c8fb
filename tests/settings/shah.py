"""Small deals of The Shah for exhaustive checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"rays": 2}, {"copies": 2, "suits": "CD", "ranks": 5}),
    ({"rays": 2, "refill": "talon-first"}, {"copies": 2, "suits": "HS", "ranks": 5}),
    ({"rays": 2}, {"copies": 1, "suits": "CDH", "ranks": 6}),
    ({"rays": 3, "refill": "talon-first"}, {"copies": 1, "suits": "CDHS", "ranks": 6}),
    ({"rays": 8}, {"copies": 2, "suits": "C", "ranks": 13}),
    ({"rays": 7, "refill": "talon-first"}, {"copies": 2, "suits": "S", "ranks": 13}),
]

FULL: list[dict[str, Any]] = [
    {},
    {"refill": "talon-first"},
    {"rays": 6},
    {"rays": 4, "refill": "talon-first"},
]
