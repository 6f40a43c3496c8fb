"""Small deals of The Congress for exhaustive cross-checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

#: Options and pack; every option's values occur, and so do both verdicts.
SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"columns": 1, "helps": 1}, {"copies": 1, "suits": "CD", "ranks": 7}),
    ({"columns": 1, "helps": 1, "refill": "immediate"}, {"copies": 1, "suits": "CD", "ranks": 7}),
    ({"columns": 1, "helps": 1}, {"copies": 1, "suits": "C", "ranks": 8}),
    ({"columns": 1, "helps": 1, "refill": "immediate"}, {"copies": 1, "suits": "CD", "ranks": 9}),
    ({"columns": 1, "helps": 1}, {"copies": 2, "suits": "C", "ranks": 7}),
]

#: Options to be tried with the full pack.
FULL: list[dict[str, Any]] = [
    {},
    {"refill": "immediate"},
    {"columns": 6, "helps": 3},
]
