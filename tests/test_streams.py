"""Streams that are closed or full, and files that cannot be written, in processes of their own."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from test_cli_process import EASY, PROGRAM, environment

from cadogan.solver import writing
from cadogan.solver.cli import main
from cadogan.solver.writing import may_write, write_file

posix = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


def shell(arguments: list[str], redirections: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a shell with redirections."""
    line = f"exec {shlex.join([*PROGRAM, *arguments])} {redirections}"
    return subprocess.run(
        ["sh", "-c", line], capture_output=True, text=True, env=environment(), timeout=120
    )


@pytest.fixture(scope="module")
def solution(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("solution") / "solution.txt"
    done = subprocess.run(
        [*PROGRAM, "solve", *EASY, "--quiet", "--save", str(file)], env=environment(), check=True
    )
    assert done.returncode == 0
    return str(file)


CLOSED = "cadogan: standard output is closed; what nobody reads can go to /dev/null\n"
FULL = "cadogan: standard output cannot be written (No space left on device)\n"


@posix
class TestStreams:
    @pytest.mark.parametrize("command", ["solve", "check"])
    def test_closed_output(self, command: str, solution: str) -> None:
        arguments = {"solve": [*EASY, "--quiet"], "check": [solution]}[command]
        done = shell([command, *arguments], ">&-")
        assert (done.returncode, done.stdout, done.stderr) == (1, "", CLOSED)

    @pytest.mark.parametrize("arguments", [["check", "-"], ["solve", "two-rings", "-"]])
    def test_closed_input(self, arguments: list[str]) -> None:
        done = shell(arguments, "<&-")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("cadogan: standard input is closed; ")
        assert done.stderr.count("\n") == 1

    @pytest.mark.parametrize("redirections", ["2>&-", "<&- 2>&-"])
    def test_closed_error_output(self, redirections: str) -> None:
        done = shell(["solve", *EASY, "--quiet"], redirections)
        assert (done.returncode, done.stdout) == (0, "solvable in 6 moves\n")
        assert shell(["solve", "nothing", "--seed", "1"], redirections).returncode == 2

    @full
    @pytest.mark.parametrize(
        "arguments",
        [["solve", *EASY], ["solve", *EASY, "--json"], ["check", "FILE"], ["--help"], ["games"]],
        ids=["solve", "json", "check", "help", "games"],
    )
    def test_full_output(self, arguments: list[str], solution: str) -> None:
        arguments = [solution if word == "FILE" else word for word in arguments]
        done = shell(arguments, "> /dev/full")
        assert (done.returncode, done.stderr) == (1, FULL)

    @full
    def test_full_output_and_an_error(self) -> None:
        done = shell(["solve", "nothing", "--seed", "1", "--json"], "> /dev/full")
        assert done.returncode == 2
        assert done.stderr.startswith(FULL)
        assert "no game is called 'nothing'" in done.stderr
        assert "Traceback" not in done.stderr

    @full
    def test_full_error_output(self) -> None:
        done = shell(["solve", "nothing", "--seed", "1"], "2> /dev/full")
        assert (done.returncode, done.stdout) == (2, "")


@posix
class TestSave:
    @full
    def test_the_answer_is_told_once_and_the_status_is_no_verdict(self) -> None:
        done = shell(["solve", *EASY, "--json", "--save", "/dev/full"], "")
        assert done.returncode == 1
        assert json.loads(done.stdout)["verdict"] == "solvable"  # one object
        assert done.stderr == (
            "cadogan: --save /dev/full: cannot be written (No space left on device)\n"
        )

    @pytest.mark.parametrize("into", ["file", "pipe"])
    def test_into_standard_output(self, into: str, tmp_path: Path) -> None:
        file = tmp_path / "all.txt"
        file.write_text("before\n")
        done = shell(
            ["solve", *EASY, "--quiet", "--save", "/dev/stdout"],
            f">> {shlex.quote(str(file))}" if into == "file" else "| cat",
        )
        assert done.stderr == ""
        text = file.read_text() if into == "file" else f"before\n{done.stdout}"
        assert text.startswith("before\nsolvable in 6 moves\ngame: freecell\n")
        assert text.endswith("moves: 3h, 1h, 1h, 2h, 2h, 4h\n")

    def test_what_may_not_be_written_is_refused_before_the_search(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(writing.os, "access", lambda path, mode: False)
        monkeypatch.setattr("cadogan.solver.cli.solve._search", lambda *_: pytest.fail("searched"))
        done = CliRunner().invoke(main, ["solve", *EASY, "--save", str(tmp_path / "new.txt")])
        assert (done.exit_code, done.stdout) == (2, "")
        assert f"{tmp_path / 'new.txt'}: cannot be written (permission denied)" in done.stderr

    def test_a_kill_in_the_middle_leaves_the_old_file(self, tmp_path: Path) -> None:
        file = tmp_path / "old.txt"
        file.write_text("old")
        code = (
            "import os, sys, time\n"
            "from pathlib import Path\n"
            "from cadogan.solver import writing\n"
            "def stuck(_):\n"
            "    print('writing', flush=True)\n"
            "    time.sleep(60)\n"
            "writing.os.fsync = stuck\n"
            "writing.write_file(Path(sys.argv[1]), b'new' * 1000)\n"
        )
        with subprocess.Popen(
            [sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE, env=environment()
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == b"writing\n"
            process.send_signal(signal.SIGKILL)
        assert file.read_text() == "old"


class TestWriting:
    def test_new_and_old_files(self, tmp_path: Path) -> None:
        file = tmp_path / "file.txt"
        write_file(file, "first ♥\n".encode())
        assert file.read_bytes() == "first ♥\n".encode()
        file.chmod(0o640)
        write_file(file, b"second\n")
        assert file.read_bytes() == b"second\n"
        if os.name != "nt":
            assert file.stat().st_mode & 0o777 == 0o640
        assert list(tmp_path.iterdir()) == [file]

    @posix
    def test_a_link_stays_one(self, tmp_path: Path) -> None:
        file, link = tmp_path / "file.txt", tmp_path / "link.txt"
        file.write_text("old")
        link.symlink_to(file)
        write_file(link, b"new")
        assert link.is_symlink()
        assert file.read_text() == "new"

    def test_a_full_disk_leaves_the_old_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def no_room(_: Any) -> None:
            raise OSError(28, "No space left on device")

        file = tmp_path / "file.txt"
        file.write_text("old")
        monkeypatch.setattr(writing.os, "fsync", no_room)
        with pytest.raises(OSError, match="No space"):
            write_file(file, b"new")
        assert file.read_text() == "old"
        assert list(tmp_path.iterdir()) == [file]

    def test_a_long_name(self, tmp_path: Path) -> None:
        file = tmp_path / ("♥" * 80)
        write_file(file, b"text")
        assert file.read_text() == "text"

    def test_where_there_is_no_folder(self, tmp_path: Path) -> None:
        assert may_write(tmp_path / "none" / "file.txt")  # something else is wrong with it
        with pytest.raises(FileNotFoundError):
            write_file(tmp_path / "none" / "file.txt", b"text")
