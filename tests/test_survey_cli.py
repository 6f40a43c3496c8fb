"""``verify``, ``results`` and ``plot``: what they print, keep and refuse."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from surveying import PROGRAM, SMALL_WORDS, TINY_WORDS, plain_environment, tiny, verdicts

from cadogan import Store, StoreError, Verdict, survey
from cadogan.solver.cli import main
from cadogan.solver.schema import FIELDS, SURVEY_FIELDS, read_record
from cadogan.solver.surveys.exporting import COLUMNS
from cadogan.solver.surveys.workers import WorkersError

LABEL = "FreeCell, cells=0, columns=4, copies=1 suits=CD ranks=5"
TWENTY = {seed: verdict.value for seed, verdict in verdicts(tiny(), 20).items()}


def run(*args: str, **extra: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *args],
        capture_output=True,
        encoding="utf-8",
        env=plain_environment(**extra),
        timeout=120,
    )


def invoke(*args: str, stdin: str | None = None, status: int = 0) -> Result:
    done = CliRunner().invoke(main, args, input=stdin)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == status, done.output
    return done


def refuse(*args: str) -> str:
    done = invoke(*args, status=2)
    assert done.stdout == ""
    assert done.stderr.startswith("cadogan: ")
    return done.stderr


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a store with twenty deals, some of them unknown, and one of another game."""
    file = tmp_path_factory.mktemp("kept") / "deals.sqlite"
    list(survey(tiny(), "1-20", store=file, state_limit=12, keep_moves=True))
    list(survey("two-rings", "7", store=file, state_limit=2))
    return file


# verify ------------------------------------------------------------------------------------------


def test_table_lines_and_a_second_run(tmp_path: Path) -> None:
    words = ["verify", *TINY_WORDS, "1-12", "13,14-20", "--store", str(tmp_path / "deals.sqlite")]
    done = run(*words, "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
    won = sum(verdict == "solvable" for verdict in TWENTY.values())
    lines = done.stdout.splitlines()
    assert lines[0] == f"{LABEL}, cadogan: 20 deals"
    assert lines[2].split() == ["solvable", str(won)]
    assert lines[3].split() == ["unsolvable", str(20 - won)]
    assert lines[4].split() == ["unknown", "0"]
    assert f"winnability  {100 * won / 20:.2f} %  (95 % interval " in done.stdout
    assert "median" in done.stdout and "CPU time" in done.stdout
    again = run(*words, "--json")
    records = [json.loads(line) for line in again.stdout.splitlines()]
    assert {record["seed"]: record["verdict"] for record in records} == TWENTY
    assert "20 results were in the store already" in again.stderr
    assert "winnability" in again.stderr


def test_every_line_keeps_to_the_schema() -> None:
    done = run("verify", *TINY_WORDS, "1-20", "--json", "--moves", "--state-limit", "12")
    assert done.returncode == 0
    won = 0
    for line in done.stdout.splitlines():
        record = json.loads(line)
        won += record["verdict"] == "solvable"
        assert list(record) == [*FIELDS, *SURVEY_FIELDS]
        solution = read_record(line)
        assert (solution.deal.seed, len(solution.moves)) == (record["seed"], record["length"] or 0)
        assert [attempt["verdict"] for attempt in record["attempts"]] == [record["verdict"]]
    checked = subprocess.run(
        [*PROGRAM, "check", "-"], input=done.stdout, capture_output=True, text=True,
        env=plain_environment(),
    )  # fmt: skip
    assert checked.returncode == 0
    assert checked.stdout.count("accepted: won") == won > 0


def test_records_without_moves() -> None:
    results = [r for r in survey(tiny(), "1-9") if r.verdict is Verdict.SOLVABLE]
    record = dict(results[0].to_json())
    assert record["moves"] is None
    assert read_record(json.dumps(record)).moves == ()
    for wrong in ({"length": None}, {"length": True}, {"verdict": "unsolvable"}):
        with pytest.raises(Exception, match="field 'moves'"):
            read_record(json.dumps({**record, **wrong}))


@pytest.mark.parametrize("only", [["solvable"], ["unsolvable", "unknown"]])
def test_only(only: list[str]) -> None:
    chosen = [word for verdict in only for word in ("--only", verdict)]
    wanted = {seed for seed, verdict in TWENTY.items() if verdict in only}
    done = run("verify", *TINY_WORDS, "1-20", "--json", *chosen)
    assert {json.loads(line)["seed"] for line in done.stdout.splitlines()} == wanted
    listed = [line for line in run("verify", *TINY_WORDS, "1-20", *chosen).stdout.splitlines()
              if line.startswith("cadogan:")]  # fmt: skip
    assert {int(line.split(":")[1]) for line in listed} == wanted


def test_stages_and_files_of_seeds(tmp_path: Path) -> None:
    file = tmp_path / "seeds"
    file.write_text("1-10\n# and\n11-20\n")
    stages = ["--stage", "dfs,states=6", "--stage", "auto,states=1k,seconds=60,memory=1GiB"]
    done = run("verify", *TINY_WORDS, str(file), "--json", *stages)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert {record["seed"]: record["verdict"] for record in records} == TWENTY
    assert {len(record["attempts"]) for record in records} == {1, 2}
    last = max(records, key=lambda record: len(record["attempts"]))["attempts"]
    assert [each["method"] for each in last] == ["dfs", "auto"]
    assert (last[0]["limit"], last[0]["state_limit"]) == ("states", 6)
    assert (last[1]["time_limit"], last[1]["memory_limit"]) == (60, 1 << 30)


def test_unknown_deals(tmp_path: Path) -> None:
    words = ["verify", *TINY_WORDS, "1-20", "--store", str(tmp_path / "deals.sqlite")]
    first = run(*words, "--state-limit", "9").stdout
    assert "(every unknown deal counted lost, and won)" in first
    unknown = int(first.split("unknown")[1].split()[0])
    assert f"({unknown} states)" in first
    assert run(*words).stdout.split("\n\n")[1].split("CPU")[0] in first
    last = run(*words, "--retry-unknown").stdout
    assert "unknown           0" in last
    assert f"{20 - unknown} results were in the store already" in last


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (["frecell", "1-3"], "did you mean 'freecell'?"),
        (["freecell", "1-x"], "'1-x' is neither a seed, a range, nor a file of them"),
        (["freecell", "9-1"], "write 1-9"),
        (["freecell", "ms:0-4"], "there is no deal ms:0"),
        (["freecell", "kpat:1"], "no seed scheme is called 'kpat'"),
        (["freecell", "1", "--dealer", "kpat"], "no seed scheme is called 'kpat'"),
        (["freecell", "ms:1", "--dealer", "pysol"], "names the scheme ms, but the dealer is pysol"),
        (["two-rings", "ms:1"], "one full pack"),
        (["freecell", "1", "--option", "cells=9"], "cells is a number from 0 to 7"),
        (["freecell", "1", "--jobs", "0"], "--jobs"),
        (["freecell", "1", "--state-limit", "many"], "--state-limit"),
        (["freecell", "1", "--stage", "magic"], "no method is called 'magic'"),
        (["freecell", "1", "--stage", "auto,width=3"], "'width=3' is no limit"),
        (["freecell", "1", "--stage", "auto,states=0"], "'0' is not a number of positions"),
        (["freecell", "1", "--stage", "auto", "--time-limit", "3"], "--stage says method"),
        (["freecell", "1", "--only", "lost"], "'lost'"),
        (["freecell", "1", "--store", "no/such/place"], "there is no directory"),
        (["freecell", "1", "--scheduler", "tcp://127.0.0.1:1", "--jobs", "2"], "--jobs is for"),
        (["freecell", "1", "--proof"], "name one with --store"),
        (["freecell"], "SEEDS"),
    ],
)
def test_what_verify_refuses(args: list[str], part: str) -> None:
    assert part in refuse("verify", *args)


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Dear diary\n" * 50)
    for words in (["verify", *TINY_WORDS, "1", "--store"], ["results"], ["plot"]):
        assert "this is not a store" in refuse(*words, str(file))
    assert file.read_text() == "Dear diary\n" * 50
    for command in ("results", "plot"):
        assert "there is no such store" in refuse(command, str(tmp_path / "none"))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs a small file system")
def test_a_full_disk(tmp_path: Path) -> None:
    """Run on a file system with room for some results only, then give it more."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=300k", "none", str(disk)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("only the superuser can mount a small file system")
    words = ["verify", *TINY_WORDS, "1-400", "--store", str(disk / "d.sqlite"), "--json", "--moves"]
    try:
        full = run(*words, "--jobs", "1")
        assert full.returncode == 30
        assert "cannot be written (database or disk is full)" in full.stderr
        reported = {json.loads(line)["seed"] for line in full.stdout.splitlines()}
        assert 0 < len(reported) < 400
        with Store(disk / "d.sqlite") as store:
            assert {result.seed for result in store.results()} == reported
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        rest = run(*words, "--jobs", "1")
        assert rest.returncode == 0
        assert f"{len(reported)} results were in the store already" in rest.stderr
        assert len({json.loads(line)["seed"] for line in rest.stdout.splitlines()}) == 400
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals and terminals")
class TestTerminal:
    def test_progress_and_ctrl_c(self, tmp_path: Path) -> None:
        import pty

        file = tmp_path / "deals.sqlite"
        words = "freecell 1-10000 --ranks 6 --option cells=2 --option columns=4 --jobs 1".split()
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            [*PROGRAM, "verify", *words, "--store", str(file)],
            stdout=subprocess.PIPE, stderr=theirs, env=plain_environment(COLUMNS="120"), text=True,
            start_new_session=True,
        ) as process:  # fmt: skip
            os.close(theirs)
            seen, end = b"", time.monotonic() + 60
            while not (b" left" in seen and b"a second" in seen) and time.monotonic() < end:
                seen += os.read(ours, 65536)
            assert b"/10000" in seen
            assert b"solvable" in seen
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
            while True:
                try:
                    seen += os.read(ours, 65536)
                except OSError:
                    break
            assert process.stdout is not None
            table = process.stdout.read()
            assert process.wait(60) == 30
        os.close(ours)
        assert b"stopped by Ctrl-C" in seen
        assert b"Traceback" not in seen
        assert "deals were not looked at" in table
        with Store(file) as store:
            assert f"{sum(1 for _ in store.results())} deals" in table


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize("words", [[], ["--json"]])
def test_workers_that_die_at_their_start(tmp_path: Path, words: list[str]) -> None:
    """Kill all workers once there are results: those are kept, and the table is printed."""
    psutil = pytest.importorskip("psutil", reason="finds the worker processes")
    file = tmp_path / "deals.sqlite"
    call = ["verify", *SMALL_WORDS, "1-3000", "--jobs", "2", "--store", str(file), *words]
    with subprocess.Popen(
        [*PROGRAM, *call], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=plain_environment(),
    ) as process:  # fmt: skip
        while process.poll() is None and not (file.exists() and stored(file) > 20):
            time.sleep(0.05)
        threading.Thread(target=kill_workers, args=(psutil.Process(process.pid),)).start()
        out, err = process.communicate(timeout=120)
    assert process.returncode == 30, err
    assert "Traceback" not in err and "__main__" not in err
    assert "cadogan: worker processes die before they are ready" in err
    assert "killed by SIGKILL" in err and "the same command goes on from here" in err
    assert "deals were not looked at" in (err if words else out)
    if words:
        assert {json.loads(line)["seed"] for line in out.splitlines()} == read_seeds(file)


def stored(file: Path) -> int:
    try:
        return len(read_seeds(file))
    except StoreError:  # it is just being made
        return 0


def read_seeds(file: Path) -> set[int]:
    with Store(file, create=False) as store:
        return {result.seed for result in store.results()}


def kill_workers(parent: Any) -> None:
    """Kill every worker as soon as it is there, until the parent ends."""
    import psutil

    while parent.is_running():
        try:
            for child in parent.children():
                if any("spawn_main" in word for word in child.cmdline()):
                    child.kill()
            if parent.status() == psutil.STATUS_ZOMBIE:
                return
        except psutil.Error:
            pass
        time.sleep(0.02)


def test_no_worker_ever_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise WorkersError(-signal.SIGSEGV)
        yield  # a generator, as a survey is

    monkeypatch.setattr("cadogan.solver.surveys.surveying.survey", fail)
    done = invoke("verify", *TINY_WORDS, "1-3", status=30)
    assert done.stdout == ""
    assert "killed by SIGSEGV" in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="mounts a file system")
def test_a_store_on_a_file_system_that_is_read_only(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=5m", "none", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("only the superuser can mount a file system")
    file = disk / "deals.sqlite"
    try:
        list(survey(tiny(), "1-20", store=file))
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        assert ": 20 deals" in invoke("results", str(file)).stdout
        told = refuse("verify", *TINY_WORDS, "1-20", "--store", str(file))
        assert "can only be read" in told
    finally:
        subprocess.run(["umount", str(disk)], check=True)


# results and plot --------------------------------------------------------------------------------


def test_results_prints_the_tables(kept: Path) -> None:
    text = invoke("results", str(kept)).stdout
    first, second = text.split("\n\nTwo Rings")
    assert first.startswith(f"{LABEL}, cadogan: 20 deals\n")
    assert second.startswith(", cadogan: 1 deal\n")
    assert "winnability  not known: no deal is decided" in second
    assert invoke("results", str(kept), "--game", "two-rings").stdout.startswith("Two Rings")
    assert "it holds freecell, two-rings" in refuse("results", str(kept), "--game", "mill")


def test_results_as_lines(kept: Path) -> None:
    done = invoke("results", str(kept), "--json", "--game", "freecell")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["seed"] for record in records] == list(range(1, 21))
    assert all(record["moves"] for record in records if record["verdict"] == "solvable")
    for line in done.stdout.splitlines():
        read_record(line)
    unknown = invoke("results", str(kept), "--only", "unknown").stdout.splitlines()
    assert unknown[-1].startswith("two-rings cadogan:7: unknown (states)")
    assert all("unknown" in line for line in unknown)


def test_exports_agree(kept: Path, tmp_path: Path) -> None:
    printed = invoke("results", str(kept), "--csv").stdout
    rows = list(csv.DictReader(io.StringIO(printed)))
    assert list(rows[0]) == list(COLUMNS)
    assert len(rows) == 21
    file = tmp_path / "out.csv"
    invoke("results", str(kept), "--output", str(file))
    assert file.read_text(encoding="utf-8") == printed
    lines = tmp_path / "out.jsonl"
    invoke("results", str(kept), "--output", str(lines))
    assert lines.read_text() == invoke("results", str(kept), "--json").stdout
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    invoke("results", str(kept), "--output", str(tmp_path / "out.parquet"))
    frame = pandas.read_parquet(tmp_path / "out.parquet")
    with Store(kept) as store:
        pandas.testing.assert_frame_equal(frame, store.to_frame(), check_dtype=False)
    assert [str(seed) for seed in frame["seed"]] == [row["seed"] for row in rows]
    assert list(frame["verdict"]) == [row["verdict"] for row in rows]
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == ["out.csv", "out.jsonl", "out.parquet"]


def test_certificates(tmp_path: Path) -> None:
    file, folder = tmp_path / "deals.sqlite", tmp_path / "proofs"
    done = run("verify", *TINY_WORDS, "1-6", "--store", str(file), "--proof", "--json")
    assert done.returncode == 0
    names = [json.loads(line)["certificate"] for line in done.stdout.splitlines()]
    assert None not in names
    assert invoke("results", str(file), "--certificates", str(folder)).stdout == "6 written\n"
    for certificate in folder.iterdir():
        assert "accepted" in invoke("check", str(certificate)).stdout
    (tmp_path / "file").touch()
    assert "cannot be written" in refuse(
        "results", str(file), "--certificates", str(tmp_path / "file")
    )


def test_what_results_refuses(kept: Path, tmp_path: Path) -> None:
    assert "choose one of" in refuse("results", str(kept), "--output", "out.csv", "--csv")
    assert ".csv, .jsonl, .parquet" in refuse("results", str(kept), "--output", "out.xls")
    nowhere = str(tmp_path / "none" / "out.csv")
    assert "cannot be written" in refuse("results", str(kept), "--output", nowhere)


def test_a_damaged_store_gives_no_table(tmp_path: Path) -> None:
    file = tmp_path / "deals.sqlite"
    list(survey(tiny(), "1-20", store=file))
    with Store(file) as store:
        store._db.execute("UPDATE attempts SET verdict = 'unsolvable', length = NULL")
    assert "the store is damaged" in refuse("results", str(file))
    message = refuse("verify", *TINY_WORDS, "1-20", "--store", str(file))
    assert "the store is damaged" in message


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_plot(kept: Path, tmp_path: Path, suffix: str) -> None:
    pytest.importorskip("matplotlib")
    files = [tmp_path / f"{name}.{suffix}" for name in ("one", "two")]
    for file in files:
        assert invoke("plot", str(kept), "--output", str(file)).stdout == f"saved {file}\n"
    assert files[0].read_bytes() == files[1].read_bytes()
    start = {"svg": b"<?xml", "png": b"\x89PNG"}[suffix]
    assert files[0].read_bytes().startswith(start)


def test_what_is_drawn(kept: Path) -> None:
    pytest.importorskip("matplotlib")
    from cadogan.solver.surveys.plots import draw
    from cadogan.solver.surveys.statistics import Tally

    with Store(kept) as store:
        results = [result for result in store.results() if result.setting.game == "freecell"]
    winnability, states, lengths = draw(results).axes
    summary = Tally(results).summary()
    thin, thick, dot = (list(line.get_xdata()) for line in winnability.lines)
    assert thin == [100 * end for end in summary.bounds()]
    assert thick == [100 * end for end in summary.interval()]
    assert dot[0] == 100 * (summary.winnability or 0)
    assert sum(bar.get_height() for bar in lengths.patches) == summary.solvable
    assert [text.get_text() for text in states.get_legend().get_texts()] == [
        verdict.value for verdict in Verdict
    ]
    drawn: Any = draw(results, ["states"])
    assert len(drawn.axes) == 1


def test_what_plot_refuses(kept: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    assert ".svg or .png" in refuse("plot", str(kept), "--output", "out.pdf")
    empty = tmp_path / "empty.sqlite"
    Store(empty).close()
    assert "no results to draw" in refuse("plot", str(empty))
    assert invoke("results", str(empty)).stdout == "the store is empty\n"
    nowhere = str(tmp_path / "none" / "out.svg")
    assert "cannot be written" in refuse("plot", str(kept), "--output", nowhere)
