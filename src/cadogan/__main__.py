"""The command ``cadogan``, also as ``python -m cadogan``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded leaves no traceback."""
    try:
        from cadogan.solver.cli import main as program

        program()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
