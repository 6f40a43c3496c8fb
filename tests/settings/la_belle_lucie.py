"""Small and full deals of La Belle Lucie for the cross-checks."""

from __future__ import annotations

from typing import Any

#: (options, pack) of deals that are small enough to be enumerated.
SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {"copies": 1, "suits": "CDH", "ranks": 4}),
    ({"deal": "even"}, {"copies": 1, "suits": "CDHS", "ranks": 3}),
    ({"deal": "even"}, {"copies": 1, "suits": "CH", "ranks": 7}),
    ({}, {"copies": 1, "suits": "DHS", "ranks": 5}),
    ({}, {"copies": 1, "suits": "CDHS", "ranks": 4}),
    ({"deal": "even"}, {"copies": 1, "suits": "CDS", "ranks": 7}),
]
#: Options that are tried with the full pack.
FULL: list[dict[str, Any]] = [{}, {"deal": "even"}]
