"""Small deals of Napoleon's Square: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"packets": 2}, {"copies": 2, "suits": "C", "ranks": 5}),
    ({"packets": 2}, {"copies": 2, "suits": "C", "ranks": 6}),
    ({"packets": 1}, {"copies": 2, "suits": "C", "ranks": 5}),
    ({"packets": 3}, {"copies": 1, "suits": "CDHS", "ranks": 4}),
    ({"packets": 3}, {"copies": 2, "suits": "S", "ranks": 7}),
    ({"packets": 1, "square": "single"}, {"copies": 2, "suits": "H", "ranks": 5}),
]
