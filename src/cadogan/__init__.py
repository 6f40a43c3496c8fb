"""Cadogan: an exhaustive solver for patience games.

A deal goes in with the place of every card known; out comes one of three verdicts, each with
evidence that can be checked without trusting the solver. Everything below is loaded on first use,
so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cadogan.games import game_names, get_game
    from cadogan.games.deal import Deal
    from cadogan.games.errors import (
        DealError,
        IllegalMoveError,
        PatienceError,
        UnknownGameError,
        UnsupportedError,
    )
    from cadogan.solver import (
        CheckResult,
        Limit,
        Result,
        Stage,
        Statistics,
        Store,
        StoreError,
        SurveyResult,
        Verdict,
        check,
        depth_counts,
        replay,
        solve,
        survey,
    )

    __version__: str

__all__ = [
    "CheckResult",
    "Deal",
    "DealError",
    "IllegalMoveError",
    "Limit",
    "PatienceError",
    "Result",
    "Stage",
    "Statistics",
    "Store",
    "StoreError",
    "SurveyResult",
    "UnknownGameError",
    "UnsupportedError",
    "Verdict",
    "__version__",
    "check",
    "depth_counts",
    "game_names",
    "get_game",
    "replay",
    "solve",
    "survey",
]

_HOMES = {
    "CheckResult": "cadogan.solver",
    "Deal": "cadogan.games.deal",
    "DealError": "cadogan.games.errors",
    "IllegalMoveError": "cadogan.games.errors",
    "Limit": "cadogan.solver",
    "PatienceError": "cadogan.games.errors",
    "Result": "cadogan.solver",
    "Stage": "cadogan.solver",
    "Statistics": "cadogan.solver",
    "Store": "cadogan.solver",
    "StoreError": "cadogan.solver",
    "SurveyResult": "cadogan.solver",
    "UnknownGameError": "cadogan.games.errors",
    "UnsupportedError": "cadogan.games.errors",
    "Verdict": "cadogan.solver",
    "check": "cadogan.solver",
    "depth_counts": "cadogan.solver",
    "game_names": "cadogan.games",
    "get_game": "cadogan.games",
    "replay": "cadogan.solver",
    "solve": "cadogan.solver",
    "survey": "cadogan.solver",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value: Any = _installed_version()
    elif name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value  # the next look-up does not come here
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


def _installed_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("cadogan")
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "0+unknown"
