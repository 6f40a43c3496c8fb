"""The solver: searching, and judging what a search found.

Every name below is loaded on first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cadogan.solver.counting import depth_counts
    from cadogan.solver.replaying import CheckResult, check, replay
    from cadogan.solver.result import Limit, Progress, Result, Statistics, Verdict
    from cadogan.solver.solving import solve
    from cadogan.solver.surveys.effort import Stage
    from cadogan.solver.surveys.findings import SurveyResult
    from cadogan.solver.surveys.store import Store, StoreError
    from cadogan.solver.surveys.surveying import survey

__all__ = [
    "CheckResult",
    "Limit",
    "Progress",
    "Result",
    "Stage",
    "Statistics",
    "Store",
    "StoreError",
    "SurveyResult",
    "Verdict",
    "check",
    "depth_counts",
    "replay",
    "solve",
    "survey",
]

_HOMES = {
    "CheckResult": "replaying",
    "Limit": "result",
    "Progress": "result",
    "Result": "result",
    "Stage": "surveys.effort",
    "Statistics": "result",
    "Store": "surveys.store",
    "StoreError": "surveys.store",
    "SurveyResult": "surveys.findings",
    "Verdict": "result",
    "check": "replaying",
    "depth_counts": "counting",
    "replay": "replaying",
    "solve": "solving",
    "survey": "surveys.surveying",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value  # the next look-up does not come here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
