"""Markers, and the order of tests that look back on the others."""

from __future__ import annotations

import signal
import threading

import pytest

from cadogan.games.compiling import mode

MARKERS = (
    "native: needs machine code, so it is skipped under NUMBA_DISABLE_JIT and NUMBA_BOUNDSCHECK",
    "slow: takes long for what it tells; leave it out with -m 'not slow'",
    "last: looks back on what other tests have done, so it runs after them",
)


def pytest_configure(config: pytest.Config) -> None:
    # A shell starts what it puts into the background with Ctrl-C ignored, and programs that tests
    # start inherit that: those that are to be interrupted would never end.
    if (
        signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        and threading.current_thread() is threading.main_thread()
    ):
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("last") is not None)
    if mode() != "native":
        skip = pytest.mark.skip(reason=f"needs machine code, and this is a {mode()} run")
        for item in items:
            if item.get_closest_marker("native") is not None:
                item.add_marker(skip)
