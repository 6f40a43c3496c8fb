"""Small and full deals of Black Hole for the cross-checks."""

from __future__ import annotations

from typing import Any

#: (options, pack) of deals that are small enough to be enumerated.
SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {"copies": 1, "suits": "CS", "ranks": 5}),
    ({}, {"copies": 1, "suits": "CS", "ranks": 7}),
    ({}, {"copies": 1, "suits": "DHS", "ranks": 4}),
    ({}, {"copies": 1, "suits": "CDHS", "ranks": 4}),
    ({}, {"copies": 1, "suits": "DHS", "ranks": 6}),
]
#: Options that are tried with the full pack.
FULL: list[dict[str, Any]] = [{}]
