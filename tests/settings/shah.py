"""Small deals of The Shah: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"rays": 2, "refill": "talon-first"}, {"copies": 1, "suits": "CD", "ranks": 6}),
    ({"rays": 3}, {"copies": 1, "suits": "HS", "ranks": 7}),
    ({"rays": 1, "refill": "talon-first"}, {"copies": 1, "suits": "CD", "ranks": 8}),
    ({"rays": 2}, {"copies": 2, "suits": "C", "ranks": 6}),
    ({"rays": 2}, {"copies": 1, "suits": "CDH", "ranks": 5}),
    ({"rays": 4}, {"copies": 1, "suits": "CD", "ranks": 8}),
]
