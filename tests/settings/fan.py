"""Small and full deals of Fan for the cross-checks."""

from __future__ import annotations

from typing import Any

#: (options, pack) of deals that are small enough to be enumerated.
SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {"copies": 1, "suits": "CD", "ranks": 6}),
    ({"deal": "threes"}, {"copies": 1, "suits": "CDH", "ranks": 5}),
    ({"empty": "none"}, {"copies": 1, "suits": "DHS", "ranks": 5}),
    ({"empty": "any"}, {"copies": 1, "suits": "CH", "ranks": 5}),
    ({"deal": "threes", "empty": "any"}, {"copies": 1, "suits": "CDHS", "ranks": 3}),
    ({}, {"copies": 1, "suits": "CDH", "ranks": 5}),
    ({"deal": "threes"}, {"copies": 1, "suits": "CD", "ranks": 8}),
]
#: Options that are tried with the full pack.
FULL: list[dict[str, Any]] = [{}, {"deal": "threes"}, {"empty": "none"}, {"empty": "any"}]
