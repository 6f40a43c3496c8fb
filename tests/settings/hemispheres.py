"""Small deals of The Hemispheres for exhaustive cross-checks, and options for the full pack."""

from __future__ import annotations

from typing import Any

#: Options and pack; every option's values occur, and so do both verdicts.
SETTINGS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"spaces": 1}, {"copies": 2, "suits": "C", "ranks": 5}),
    ({"spaces": 1, "refill": "pack-first"}, {"copies": 2, "suits": "D", "ranks": 6}),
    ({"spaces": 1, "transfer": "any"}, {"copies": 1, "suits": "C", "ranks": 10}),
    (
        {"spaces": 1, "transfer": "any", "refill": "pack-first"},
        {"copies": 2, "suits": "D", "ranks": 6},
    ),
    ({"spaces": 1}, {"copies": 2, "suits": "D", "ranks": 6}),
]

#: Options to be tried with the full pack.
FULL: list[dict[str, Any]] = [
    {},
    {"transfer": "any"},
    {"refill": "pack-first"},
    {"spaces": 2, "transfer": "any", "refill": "pack-first"},
]
