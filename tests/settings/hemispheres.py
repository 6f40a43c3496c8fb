"""Small deals of The Hemispheres: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"spaces": 1}, {"copies": 1, "suits": "DH", "ranks": 7}),
    (
        {"spaces": 1, "transfer": "any", "refill": "pack-first"},
        {"copies": 1, "suits": "DH", "ranks": 7},
    ),
    ({"spaces": 1}, {"copies": 2, "suits": "D", "ranks": 7}),
    ({"spaces": 1, "refill": "pack-first"}, {"copies": 2, "suits": "C", "ranks": 6}),
    ({"spaces": 2}, {"copies": 1, "suits": "CDHS", "ranks": 3}),
    ({"spaces": 1, "transfer": "any"}, {"copies": 1, "suits": "CD", "ranks": 6}),
]
