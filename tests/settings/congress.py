"""Small deals of The Congress for exhaustive cross-checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

#: Options and pack; every option value occurs, and both verdicts do over a few dozen seeds.
SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"columns": 2, "helps": 1}, {"copies": 2, "suits": "CD", "ranks": 4}),
    ({"columns": 2, "helps": 1, "refill": "immediate"}, {"copies": 2, "suits": "CD", "ranks": 4}),
    ({"columns": 3, "helps": 1}, {"copies": 2, "suits": "CH", "ranks": 5}),
    ({"columns": 3, "helps": 2, "refill": "immediate"}, {"copies": 1, "suits": "CDHS", "ranks": 4}),
    ({"columns": 1, "helps": 2}, {"copies": 2, "suits": "S", "ranks": 6}),
]

#: Options to be tried with the full pack.
FULL: list[dict[str, Any]] = [
    {},
    {"refill": "immediate"},
    {"columns": 6, "helps": 3},
]
