"""Small deals of Black Hole: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {"copies": 1, "suits": "CS", "ranks": 5}),
    ({}, {"copies": 1, "suits": "CS", "ranks": 7}),
    ({}, {"copies": 1, "suits": "DHS", "ranks": 4}),
    ({}, {"copies": 1, "suits": "CDHS", "ranks": 4}),
    ({}, {"copies": 1, "suits": "DHS", "ranks": 6}),
]
