"""The command line ``cadogan``.

Each command has a module of its own, which is imported when the command is asked for, and which
imports games, searches and rich only when it runs.
"""

from __future__ import annotations

from cadogan.solver.cli.program import Program

#: Names of the commands, in the order of the help page, and the modules they are in.
COMMANDS = {
    "games": "cadogan.solver.cli.games",
    "rules": "cadogan.solver.cli.rules",
    "show": "cadogan.solver.cli.show",
    "solve": "cadogan.solver.cli.solve",
    "check": "cadogan.solver.cli.check",
    "verify": "cadogan.solver.cli.verify",
    "results": "cadogan.solver.cli.results",
    "plot": "cadogan.solver.cli.plot",
    "warm": "cadogan.solver.cli.warm",
}

main = Program(COMMANDS)
