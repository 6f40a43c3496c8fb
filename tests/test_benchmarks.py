"""The benchmarks run on tiny sizes and print their tables; nothing is timed here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
TINY = (
    "--deals 2 --lost-deals 1 --limit 20000 --square-deals 1 --square-limit 2000 --large 3000 "
    "--rounds 1 --starts 1"
)

pytestmark = [
    pytest.mark.native,
    pytest.mark.skipif(not (ROOT / "benchmarks").is_dir(), reason="not a checkout"),
    pytest.mark.skipif(sys.platform == "win32", reason="the benchmarks ask Unix for CPU times"),
]


def run(words: str, path: str | None = None) -> str:
    """Run a benchmark and give what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", *words.split()],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env=None if path is None else {**os.environ, "PATH": path},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_help_lists_the_benchmarks() -> None:
    printed = run("--help")
    for name in (
        "certificates", "freecell-facts", "kernel-speed", "shortest", "speed", "survey",
        "ten-games",
    ):  # fmt: skip
        assert name in printed


def test_speed_prints_tables() -> None:
    printed = run(f"speed {TINY}")
    assert "FreeCell, exhaustive depth-first search" in printed
    assert "ms:11982" in printed
    assert "83,239" not in printed  # stopped by the limit of this test
    assert "Napoleon's Square, depth-first search" in printed
    assert "cadogan solve two-rings --seed 7" in printed


def test_kernel_speed_prints_a_row_for_each_way() -> None:
    printed = run("kernel-speed freecell --deals 2 --limit 3000 --rounds 1")
    rows = [line.split() for line in printed.splitlines() if line.startswith("FreeCell")]
    assert [row[1] for row in rows] == ["without", "with"]
    assert all(int(row[3].replace(",", "")) >= 1000 for row in rows)


def test_shortest_compares_the_bounds() -> None:
    printed = run("shortest --deals 2 --state-limit 20000 --rounds 1")
    rows = [line.split() for line in printed.splitlines() if line.startswith(("covering", "and "))]
    assert len(rows) == 16
    expanded = [int(row[-2].replace(",", "")) for row in rows]
    assert sum(expanded[1::2]) < sum(expanded[::2])


def rows_of(tables: list[dict[str, Any]], title: str) -> list[dict[str, Any]]:
    return next(table["rows"] for table in tables if table["title"].startswith(title))


def test_speed_as_json_without_the_peer(tmp_path: Path) -> None:
    tables = json.loads(run(f"speed {TINY} --json --limit 100000", path=str(tmp_path)))
    rows = rows_of(tables, "FreeCell")
    assert {row["program"] for row in rows} == {"Cadogan"}
    assert rows[0]["deals"] == "ms:11982"
    assert rows[0]["new states"] == rows[0]["looked at"] == 83_239
    assert any("skipped" in remark for remark in tables[0]["remarks"])
    assert all(row["table B/state"] >= 16 for row in rows_of(tables, "Napoleon's Square"))


def test_freecell_facts() -> None:
    printed = run("freecell-facts --deals 6 --state-limit 20000")
    assert "known to be winnable" in printed
    assert "known to be lost" in printed


@pytest.mark.parametrize("form", ["", "--markdown"])
def test_ten_games(form: str) -> None:
    printed = run(f"ten-games two-rings --option redeals=0 --deals 3 --time-limit 0.5 {form}")
    assert "Two Rings, redeals 0: deals 1-3" in printed
    assert ("| solvable |" in printed) == bool(form)


def test_certificates() -> None:
    printed = run("certificates nation shah --least 500")
    assert "nation/full-2-lost" in printed and "shah/small-3-lost" in printed
    assert "shah/full-1" in printed
    assert "small-1-lost" not in printed


def test_survey() -> None:
    printed = run("survey --deals 3 --rounds 1")
    assert printed.count("survey with two workers") == 2
    assert "over solve in a loop" in printed


def test_several_processes() -> None:
    assert run("ten-games two-rings --deals 2 --jobs 2 --time-limit 5").count("solvable") == 2
