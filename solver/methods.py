"""The names of the search methods, apart from the searches so that listing them costs nothing."""

from __future__ import annotations

#: Methods that search, each of which decides every deal if it is given the time.
SEARCHES = ("auto", "layered", "dfs", "best-first", "astar", "idastar")
#: What ``solve`` takes as its method.
METHODS = (*SEARCHES, "cpsat")
#: What ``cpsat`` needs to say "unsolvable": a refutation that was checked, or CP-SAT's word.
TRUSTS = ("certificate", "status")
