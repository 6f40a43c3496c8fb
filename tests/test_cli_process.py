"""The command line in processes of its own: what it imports, pipes, terminals and signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cadogan.solver.cli import COMMANDS

HEAVY = ["numba", "numpy", "pandas", "networkx", "ortools", "rich", "pysol_cards",
         "distributed", "matplotlib", "pyarrow"]  # fmt: skip
PROGRAM = [sys.executable, "-m", "cadogan.solver.cli"]
EASY = "freecell --seed 1 --ranks 3 --suits CD --option cells=1 --option columns=4".split()
HOPELESS = "freecell --seed 3 --ranks 4 --option cells=0 --option columns=4".split()
ESCAPE = "\x1b["


def environment(**extra: str) -> dict[str, str]:
    """Give an environment in which nothing is compiled and nothing decides on colours."""
    drop = ("NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING")
    kept = {name: value for name, value in os.environ.items() if name not in drop}
    return {**kept, "NUMBA_DISABLE_JIT": "1", "PYTHONUTF8": "1", "TERM": "xterm", **extra}


def run(*args: str, **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**extra),
        timeout=120,
    )


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["--version"],
        ["games"],
        ["games", "--json"],
        *([command, "--help"] for command in COMMANDS if command != "games"),
    ],
)
def test_what_only_lists_is_light(args: list[str]) -> None:
    probe = (
        f"import sys; from cadogan.solver.cli import main\n"
        f"try: main({args!r})\n"
        f"except SystemExit as stop: assert not stop.code, stop.code\n"
        f"loaded = [name for name in sys.modules if name.split('.')[0] in {HEAVY!r}\n"
        f"    or name.startswith(('cadogan.games.cadogan', 'cadogan.games.classics'))]\n"
        f"print(loaded, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=60)
    assert done.stderr.strip() == "[]"
    assert done.stdout


def test_the_installed_command() -> None:
    name = "cadogan.exe" if os.name == "nt" else "cadogan"
    program = Path(sys.executable).parent / name
    if not program.exists():
        pytest.skip("the package is not installed beside this interpreter")
    done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("cadogan ")
    assert done.returncode == 0


def test_statuses() -> None:
    assert run("solve", *EASY).returncode == 0
    assert run("solve", *HOPELESS).returncode == 20
    assert run("solve", "two-rings", "--seed", "1", "--state-limit", "2").returncode == 30
    refused = run("solve", "two-rings", "--seed", "one")
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.startswith("cadogan: 'one' is not a seed")


def test_pipes_get_neither_colour_nor_progress() -> None:
    done = run("solve", *EASY)
    assert ESCAPE not in done.stdout
    assert done.stderr == ""
    assert ESCAPE in run("solve", *EASY, FORCE_COLOR="1").stdout
    assert ESCAPE not in run("solve", *EASY, FORCE_COLOR="1", NO_COLOR="1").stdout


def test_letters_where_symbols_cannot_be_written() -> None:
    done = run("show", "freecell", "--seed", "ms:1", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert " JD  2D  9H  JC  5D  7H  7C  5H" in done.stdout
    assert done.stdout.isascii()


def test_a_reader_that_goes_away() -> None:
    with subprocess.Popen(
        [*PROGRAM, "show", "freecell", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) not in (0, 1, 20, 30)


def test_check_reads_what_solve_prints() -> None:
    printed = run("solve", *EASY, "--json").stdout
    done = subprocess.run(
        [*PROGRAM, "check", "-"], input=printed, capture_output=True, text=True, env=environment()
    )
    assert done.returncode == 0
    assert done.stdout == f"accepted: won in {len(json.loads(printed)['moves'])} moves\n"


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals and terminals")
class TestTerminal:
    @staticmethod
    def start(*args: str, **extra: str) -> tuple[subprocess.Popen[bytes], int]:
        """Start a command on a terminal of its own."""
        import pty

        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [*PROGRAM, *args], stdout=theirs, stderr=theirs, env=environment(**extra)
        )
        os.close(theirs)
        return process, ours

    @staticmethod
    def rest(process: subprocess.Popen[bytes], terminal: int) -> str:
        """Read what a process still writes, and wait for its end."""
        text = b""
        while True:
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # the process has closed it
                piece = b""
            if not piece:
                break
            text += piece
        os.close(terminal)
        process.wait(60)
        return text.decode()

    def test_colour(self) -> None:
        assert "\x1b[91m" in self.rest(*self.start("show", "freecell", "--seed", "ms:1"))
        text = self.rest(*self.start("show", "freecell", "--seed", "ms:1", NO_COLOR="1"))
        assert ESCAPE not in text
        assert "♥" in text

    def test_progress_and_ctrl_c(self) -> None:
        process, terminal = self.start("solve", "two-rings", "--seed", "1", "--method", "layered")
        seen = b""
        end = time.monotonic() + 60
        while b" positions" not in seen and time.monotonic() < end:
            seen += os.read(terminal, 65536)
        assert b"\rlayered" in seen
        process.send_signal(signal.SIGINT)
        text = self.rest(process, terminal)
        assert process.returncode == 30
        assert "unknown" in text
        assert "the search was interrupted" in text
        assert "Traceback" not in text


def test_the_package_itself_can_be_run() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cadogan", "games"],
        capture_output=True, text=True, env=environment(), timeout=60,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout == run("games").stdout


def test_ctrl_c_while_loading_leaves_no_traceback() -> None:
    probe = (
        "import builtins, sys\n"
        "import cadogan.__main__ as program\n"
        "real = builtins.__import__\n"
        "def stop(name, *more):\n"
        "    if name == 'click': raise KeyboardInterrupt\n"
        "    return real(name, *more)\n"
        "builtins.__import__ = stop\n"
        "program.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, env=environment(), timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
