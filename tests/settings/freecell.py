"""Small deals of FreeCell: see ``settings_of`` in ``tests/support.py``."""

from __future__ import annotations

from typing import Any

SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"cells": 0, "columns": 4}, {"copies": 1, "suits": "CD", "ranks": 5}),
    ({"cells": 0, "columns": 4}, {"copies": 1, "suits": "CDHS", "ranks": 4}),
    ({"cells": 2, "columns": 4}, {"copies": 1, "suits": "CS", "ranks": 7}),
    ({"cells": 0, "columns": 4}, {"copies": 1, "suits": "CD", "ranks": 6}),
    ({"cells": 0, "columns": 5}, {"copies": 1, "suits": "HS", "ranks": 6}),
    ({"cells": 1, "columns": 4}, {"copies": 1, "suits": "CS", "ranks": 6}),
]
