"""Small deals of Two Rings: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"bracelet": 1, "redeals": 0}, {"copies": 1, "suits": "C", "ranks": 12}),
    ({"bracelet": 2, "redeals": 0, "refill": "choice"}, {"copies": 1, "suits": "C", "ranks": 13}),
    ({"bracelet": 1}, {"copies": 1, "suits": "H", "ranks": 13}),
    ({"bracelet": 1, "redeals": 0}, {"copies": 1, "suits": "CD", "ranks": 7}),
    ({"bracelet": 1, "redeals": 0, "refill": "choice"}, {"copies": 1, "suits": "CS", "ranks": 8}),
]
