"""Small and full deals of The Wheel for the cross-checks."""

from __future__ import annotations

from typing import Any

#: (options, pack) of deals that are small enough to be enumerated.
SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"combine": "free", "packets": 8}, {"copies": 1, "suits": "CDHS", "ranks": 13}),
    ({"combine": "forced", "packets": 8}, {"copies": 1, "suits": "CDHS", "ranks": 13}),
    ({"combine": "free", "packets": 6}, {"copies": 1, "suits": "CDH", "ranks": 13}),
    ({"combine": "forced", "packets": 12}, {"copies": 1, "suits": "CDHS", "ranks": 13}),
]
#: Options that are tried with the full pack.
FULL: list[dict[str, Any]] = [{}, {"combine": "forced"}, {"packets": 9}]
