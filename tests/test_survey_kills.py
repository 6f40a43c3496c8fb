"""Surveys that are killed: nothing reported is lost, and nothing stored is done again.

``make kill-test`` runs 50 kills over 500 deals.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from surveying import KilledRun, check_killed_run

DEALS = int(os.environ.get("CADOGAN_KILL_DEALS", "60"))
KILLS = int(os.environ.get("CADOGAN_KILLS", "5"))
SEED = int(os.environ.get("CADOGAN_KILL_SEED", "1"))


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_random_kills(tmp_path: Path) -> None:
    pytest.importorskip("psutil", reason="finds the worker processes")
    run = KilledRun(tmp_path / "deals.sqlite", DEALS, KILLS, SEED)
    report = run.run()
    print(f"killed: {dict(report.kills)}; started {report.starts} times")
    assert sum(report.kills.values()) == KILLS
    assert len(report.printed) == DEALS
    check_killed_run(run)
