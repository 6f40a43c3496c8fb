"""Small deals of The "Louis" Patience: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"deals": 1, "letters": 1}, {"copies": 2, "suits": "C", "ranks": 5}),
    ({"deals": 1, "letters": 1, "pick-up": "over"}, {"copies": 2, "suits": "D", "ranks": 4}),
    ({"deals": 2, "letters": 1, "gather": "newest-first"}, {"copies": 2, "suits": "H", "ranks": 5}),
    ({"deals": 1, "letters": 2}, {"copies": 2, "suits": "S", "ranks": 7}),
]
