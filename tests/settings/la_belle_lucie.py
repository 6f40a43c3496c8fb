"""Small deals of La Belle Lucie: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {"copies": 1, "suits": "CDH", "ranks": 4}),
    ({"deal": "even"}, {"copies": 1, "suits": "CDHS", "ranks": 3}),
    ({"deal": "even"}, {"copies": 1, "suits": "CH", "ranks": 7}),
    ({}, {"copies": 1, "suits": "DHS", "ranks": 5}),
    ({}, {"copies": 1, "suits": "CDHS", "ranks": 4}),
    ({"deal": "even"}, {"copies": 1, "suits": "CDS", "ranks": 7}),
]
