"""The names of the search methods, apart from the searches so that listing them costs nothing."""

from __future__ import annotations

from numbers import Real

from cadogan.games.errors import UnsupportedError

#: Methods that search, each of which decides every deal if it is given the time.
SEARCHES = ("auto", "layered", "dfs", "best-first", "astar", "idastar")
#: What ``solve`` takes as its method.
METHODS = (*SEARCHES, "cpsat")
#: What ``cpsat`` needs to say "unsolvable": a refutation that was checked, or CP-SAT's word.
TRUSTS = ("certificate", "status")


def check_effort(method: str, **limits: float | None) -> None:
    """Refuse a method that there is not, and limits that are none.

    Raises
    ------
    UnsupportedError
        When there is no such method.
    TypeError
        When a limit is given that is no number.
    ValueError
        When a limit is not positive.
    """
    if method not in METHODS:
        raise UnsupportedError(f"no method is called {method!r}; there are: {', '.join(METHODS)}")
    for name, value in limits.items():
        if value is not None and (isinstance(value, bool) or not isinstance(value, Real)):
            raise TypeError(f"{name} is a number, not {value!r}")
        if value is not None and not value > 0:
            raise ValueError(f"{name} must be positive, not {value}")
