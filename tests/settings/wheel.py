"""Small deals of The Wheel: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"packets": 8}, {"copies": 1, "suits": "CD", "ranks": 13}),
    ({"packets": 8, "combine": "forced"}, {"copies": 1, "suits": "CD", "ranks": 13}),
    ({"packets": 6}, {"copies": 1, "suits": "CDH", "ranks": 13}),
    ({"packets": 12, "combine": "forced"}, {"copies": 2, "suits": "C", "ranks": 13}),
]
