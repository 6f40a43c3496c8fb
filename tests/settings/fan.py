"""Small deals of Fan: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {"copies": 1, "suits": "CD", "ranks": 6}),
    ({"deal": "threes"}, {"copies": 1, "suits": "CDH", "ranks": 5}),
    ({"empty": "none"}, {"copies": 1, "suits": "DHS", "ranks": 5}),
    ({"empty": "any"}, {"copies": 1, "suits": "CH", "ranks": 5}),
    ({"deal": "threes", "empty": "any"}, {"copies": 1, "suits": "CDHS", "ranks": 3}),
    ({}, {"copies": 1, "suits": "CDH", "ranks": 5}),
    ({"deal": "threes"}, {"copies": 1, "suits": "CD", "ranks": 8}),
]
