"""Small deals of The Congress: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"columns": 1, "helps": 1}, {"copies": 1, "suits": "C", "ranks": 11}),
    ({"columns": 1, "helps": 1, "refill": "immediate"}, {"copies": 1, "suits": "CD", "ranks": 8}),
    ({"columns": 1, "helps": 1}, {"copies": 1, "suits": "HS", "ranks": 9}),
    ({"columns": 2, "helps": 1}, {"copies": 1, "suits": "CD", "ranks": 12}),
    ({"columns": 1, "helps": 1, "refill": "immediate"}, {"copies": 1, "suits": "CDH", "ranks": 5}),
    ({"columns": 1, "helps": 1}, {"copies": 2, "suits": "C", "ranks": 5}),
]
