"""Small deals of The Mill: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"wings": 1, "kings": 1}, {"copies": 2, "suits": "C", "ranks": 6}),
    ({"wings": 1, "kings": 1, "refill": "talon-first"}, {"copies": 2, "suits": "C", "ranks": 7}),
    ({"wings": 1, "kings": 1}, {"copies": 1, "suits": "HS", "ranks": 7}),
    ({"wings": 2, "kings": 2}, {"copies": 1, "suits": "CDH", "ranks": 3}),
    ({"wings": 4, "kings": 2, "refill": "talon-first"}, {"copies": 1, "suits": "CDHS", "ranks": 3}),
]
