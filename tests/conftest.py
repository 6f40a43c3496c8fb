"""Markers, and the order of tests that look back on the others."""

from __future__ import annotations

import pytest

from cadogan.games.compiling import mode

MARKERS = (
    "native: needs machine code, so it is skipped under NUMBA_DISABLE_JIT and NUMBA_BOUNDSCHECK",
    "slow: takes long for what it tells; leave it out with -m 'not slow'",
    "last: looks back on what other tests have done, so it runs after them",
)


def pytest_configure(config: pytest.Config) -> None:
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("last") is not None)
    if mode() != "native":
        skip = pytest.mark.skip(reason=f"needs machine code, and this is a {mode()} run")
        for item in items:
            if item.get_closest_marker("native") is not None:
                item.add_marker(skip)
