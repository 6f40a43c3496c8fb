"""The way in: ``python -m benchmarks NAME``."""

from __future__ import annotations

from importlib import import_module

import click

#: For each command the module that defines it under the name ``command``.
COMMANDS = {
    "certificates": "benchmarks.certificates",
    "cpsat": "benchmarks.cpsat",
    "freecell-facts": "benchmarks.freecell_facts",
    "kernel-speed": "benchmarks.kernel_speed",
    "refutations": "benchmarks.refutations",
    "shortest": "benchmarks.shortest",
    "speed": "benchmarks.speed",
    "survey": "benchmarks.survey",
    "ten-games": "benchmarks.ten_games",
}


class Benchmarks(click.Group):
    """The group of all benchmarks, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(COMMANDS[cmd_name]).command
        return found


@click.command(cls=Benchmarks)
def main() -> None:
    """Measure Cadogan. Each benchmark prints its tables; times are CPU seconds."""


if __name__ == "__main__":
    main(prog_name="python -m benchmarks")
