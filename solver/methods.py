"""The names of the search methods, apart from the searches so that listing them costs nothing."""

from __future__ import annotations

#: What ``solve`` takes as its method.
METHODS = ("auto", "layered", "dfs", "best-first", "astar", "idastar")
