"""The program as a whole: finding commands, and turning whatever goes wrong into a message.

Exit statuses: a command's own (0, 20 and 30 for verdicts), 1 when its output or a file could not
be written, 2 for usage and bad input, 130 after Ctrl-C, 141 when the reader of the output has gone.
A crash keeps Python's traceback and 1, so that it can never be taken for a verdict.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn, TextIO

import click

from cadogan.games.errors import PatienceError

NOT_WRITTEN = 1
BAD_INPUT = 2
INTERRUPTED = 130
READER_GONE = 141

_HELP = """An exhaustive solver for patience games, with evidence for every verdict.

Exit status of solve: 0 solvable, 20 unsolvable (proved), 30 unknown. Status 2 means that the
command line or a file was not understood."""


class BadInput(click.ClickException):
    """A caller's mistake: a message without advice on usage.

    Parameters
    ----------
    message : str
        What is wrong, where, and what would be right.
    context : click.Context, optional
        The command that refused; found out when it leaves the command.
    """

    exit_code = BAD_INPUT

    def __init__(self, message: str, context: click.Context | None = None) -> None:
        super().__init__(message)
        self.ctx = context


class NotWritten(click.ClickException):
    """What came out could not be written; with ``--json`` no record tells of it.

    Parameters
    ----------
    message : str
        Where it should have gone, and why it could not.
    """

    exit_code = NOT_WRITTEN

    @classmethod
    def output(cls, error: OSError) -> NotWritten:
        """Blame standard output."""
        return cls(f"standard output cannot be written ({error.strerror})")


class ReaderGone(Exception):
    """Nobody reads the output any more."""


class Command(click.Command):
    """A command whose callers' mistakes come out as :class:`BadInput`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; refuse an option that is given two values."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        once = [
            option
            for option in order
            if isinstance(option, click.Option) and not (option.multiple or option.is_flag)
        ]
        for option in once:
            if once.count(option) > 1:
                name = option.opts[-1]
                raise click.UsageError(
                    f"{name} was given more than once; give it one value", ctx=ctx
                )
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        try:
            return super().invoke(ctx)
        except PatienceError as error:
            raise BadInput(str(error), ctx) from error
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        except BadInput as error:
            error.ctx = error.ctx or ctx
            raise


class Program(click.Group):
    """The group of all commands; a command returns its exit status, or None for 0.

    Parameters
    ----------
    commands : mapping of str to str
        For each command the module that defines it under its own name, followed by ``_command``.
    """

    def __init__(self, commands: Mapping[str, str]) -> None:
        super().__init__(
            name="cadogan",
            help=_HELP,
            epilog="Example: cadogan solve two-rings --seed 7",
            callback=_help_without_command,
            invoke_without_command=True,
            context_settings={"help_option_names": ["-h", "--help"]},
            params=[_version_option()],
        )
        self._modules = dict(commands)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands in their order."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command."""
        if cmd_name not in self._modules:
            return None
        command = getattr(import_module(self._modules[cmd_name]), f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run the program and exit with its status."""
        extra["standalone_mode"] = False
        gc.set_threshold(50_000)  # imports make many objects and no garbage: a tenth of the start
        try:
            status = self._status(sys.argv[1:] if args is None else list(args), extra)
        except ReaderGone:
            status = READER_GONE
        _silence(sys.stdout)
        _silence(sys.stderr)
        gc.freeze()  # leaving would otherwise search everything for garbage once more
        sys.exit(status)

    def _status(self, args: Sequence[str], extra: dict[str, Any]) -> int:
        """Run the program; a crash goes through."""
        if sys.stdout is None:
            complain("cadogan: standard output is closed; what nobody reads can go to /dev/null")
            return NOT_WRITTEN
        try:
            return super().main(args, "cadogan", **extra) or 0
        except click.ClickException as error:
            with _watching_the_reader():
                return _report(error, args)
        except click.Abort:
            return INTERRUPTED

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments; the help is printed here."""
        with _watching_the_reader():
            try:
                return super().make_context(*args, **extra)
            except BrokenPipeError:
                raise
            except OSError as error:  # nothing but the help has to do with files
                raise NotWritten.output(error) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        with _watching_the_reader():
            return super().invoke(ctx)


@contextmanager
def _watching_the_reader() -> Iterator[None]:
    """Notice a broken pipe before click does, which would end the program with 1."""
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGone from error


def complain(line: str) -> None:
    """Write a line to standard error; if that takes none, the status must do."""
    try:
        click.echo(line, err=True)
    except BrokenPipeError:
        raise
    except OSError:
        pass


def _silence(stream: TextIO | None) -> None:
    """Throw away what a stream still holds, so that Python does not complain on leaving."""
    if stream is None:
        return
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _help_without_command() -> int:
    context = click.get_current_context()
    if context.invoked_subcommand is None:
        complain(context.get_help())
    return BAD_INPUT


def _version_option() -> click.Option:
    def show(context: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted and not context.resilient_parsing:
            from cadogan import __version__

            click.echo(f"cadogan {__version__}")
            context.exit()

    return click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help="Show the version and exit.",
    )


def _report(error: click.ClickException, args: Sequence[str]) -> int:
    """Tell people, and with ``--json`` programs, what was wrong."""
    context = getattr(error, "ctx", None)
    message = error.format_message()
    if isinstance(error, NotWritten):
        complain(f"cadogan: {message}")
        return NOT_WRITTEN
    if "--json" in args:
        try:
            click.echo(json.dumps(_error_object(context, args, message)))
        except BrokenPipeError:
            raise
        except OSError as fault:
            complain(f"cadogan: {NotWritten.output(fault).format_message()}")
    complain(f"cadogan: {message}")
    if isinstance(error, click.UsageError) and context is not None:
        complain(f"For help: {context.command_path} --help")
    return BAD_INPUT


def _error_object(
    context: click.Context | None, args: Sequence[str], message: str
) -> Mapping[str, object]:
    """Give the error record of the one schema for solve, and a plain one for the rest."""
    if args[:1] != ["solve"]:
        return {"error": message}
    from cadogan.games import REGISTRY
    from cadogan.solver.schema import error_record

    game = context.params.get("game") if context is not None else None
    if game is None:  # refused before it was read
        game = next((word for word in args[1:] if word in REGISTRY), "")
    return error_record(game, message)
