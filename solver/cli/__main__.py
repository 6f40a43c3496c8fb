"""Run the command line as ``python -m cadogan.solver.cli``."""

from __future__ import annotations

from cadogan.solver.cli import main

main()
