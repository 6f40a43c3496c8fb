"""The solver: searching, and judging what a search found.

Every name below is loaded on first use. Several are functions in a module of the same name
(:func:`replay` in ``cadogan.solver.replay``); as an attribute of this package the name always
means the function.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cadogan.solver.depth_counts import depth_counts
    from cadogan.solver.replay import CheckResult, check, replay
    from cadogan.solver.result import Limit, Progress, Result, Statistics, Verdict
    from cadogan.solver.solve import solve

__all__ = [
    "CheckResult",
    "Limit",
    "Progress",
    "Result",
    "Statistics",
    "Verdict",
    "check",
    "depth_counts",
    "replay",
    "solve",
]

_HOMES = {
    "CheckResult": "replay",
    "Limit": "result",
    "Progress": "result",
    "Result": "result",
    "Statistics": "result",
    "Verdict": "result",
    "check": "replay",
    "depth_counts": "depth_counts",
    "replay": "replay",
    "solve": "solve",
}


class _Package(ModuleType):
    """A package in which importing a submodule does not hide the function of the same name."""

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, ModuleType) and name in _HOMES:
            value = getattr(value, name, value)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value  # the next look-up does not come here
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
