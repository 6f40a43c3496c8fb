"""What the tests of surveys share: small games that take no time, and runs that are killed."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from cadogan import DealError, Store, Verdict, get_game, survey
from cadogan.games.cards import Pack
from cadogan.games.classics.freecell import FreeCell
from cadogan.games.game import Game
from cadogan.games.layout import Piles

PROGRAM = [sys.executable, "-m", "cadogan.solver.cli"]
#: Ten cards; deals take milliseconds even by the plain rules, and about one in five is lost.
TINY_WORDS = "freecell --suits CD --ranks 5 --option cells=0 --option columns=4".split()
#: 24 cards; deals take some hundredths of a second by the plain rules.
SMALL_WORDS = "freecell --ranks 6 --option cells=2 --option columns=4".split()


def tiny() -> Game:
    return get_game("freecell").with_options(pack=Pack(suits="CD", ranks=5), cells=0, columns=4)


def small() -> Game:
    return get_game("freecell").with_options(pack=Pack(ranks=6), cells=2, columns=4)


def plain_environment(**extra: str) -> dict[str, str]:
    """Give an environment in which processes start quickly: nothing is compiled."""
    drop = ("NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING")
    kept = {name: value for name, value in os.environ.items() if name not in drop}
    return {**kept, "NUMBA_DISABLE_JIT": "1", "PYTHONUTF8": "1", "TERM": "xterm", **extra}


@cache
def verdicts(game: Game, deals: int) -> dict[int, Verdict]:
    """Decide the first deals of a game in this process."""
    return {result.seed: result.verdict for result in survey(game, range(1, deals + 1))}


@dataclass
class KillReport:
    """What happened in a run that was killed now and then.

    Attributes
    ----------
    kills : Counter
        How many parents and workers were killed.
    starts : int
        How often the command was started.
    printed : dict
        For each deal the verdicts that were printed for it.
    lost : list
        Deals that were reported by a parent that was killed, and are not in the store.
    orphans : int
        Workers that outlived their parent by more than ten seconds.
    """

    kills: Counter[str] = field(default_factory=Counter)
    starts: int = 0
    printed: dict[int, set[str]] = field(default_factory=dict)
    lost: list[int] = field(default_factory=list)
    orphans: int = 0


class KilledRun:
    """Runs ``cadogan verify`` over small deals until it ends, and kills parents and workers.

    Parameters
    ----------
    store : Path
        The file for the results.
    deals, kills : int
        How many.
    seed : int
        Decides when who is killed.
    """

    def __init__(self, store: Path, deals: int, kills: int, seed: int) -> None:
        self.store, self.deals, self._kills = store, deals, kills
        self._random = random.Random(seed)
        # Not near the end: results come in batches, and the command might be over by then.
        self._moments = sorted(self._random.sample(range(deals * 3 // 5), kills))
        self.report = KillReport()

    def run(self) -> KillReport:
        status = None
        while status is None:
            status = self._once(kill=True)
            assert self.report.starts <= self._kills + 1, "it ended without an exit status"
        assert status == 0, status
        # Two deaths over one deal make it unknown; now nobody is killed.
        assert self._once("--retry-unknown", kill=False) == 0
        return self.report

    def _once(self, *extra: str, kill: bool) -> int | None:
        """Start the command once, and give its status unless it was killed."""
        self.report.starts += 1
        words = [*SMALL_WORDS, f"1-{self.deals}", "--jobs", "2", "--json", "--quiet", *extra]
        with subprocess.Popen(
            [*PROGRAM, "verify", *words, "--store", str(self.store)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=plain_environment(),
        ) as process:  # fmt: skip
            seen: set[int] = set()
            reader = threading.Thread(target=self._read, args=(process, seen))
            errors: list[bytes] = []
            listener = threading.Thread(target=lambda: errors.extend(process.stderr or []))
            reader.start()
            listener.start()
            killed = kill and self._kill_some(process)
            status = process.wait(120)
            reader.join()
            listener.join()
        if killed:
            with Store(self.store) as store:
                kept = {result.seed for result in store.results()}
            self.report.lost += sorted(seen - kept)
            return None
        assert status == 0, b"".join(errors).decode()
        return status

    def _read(self, process: subprocess.Popen[bytes], seen: set[int]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if line.endswith(b"\n"):
                told = json.loads(line)
                seen.add(told["seed"])
                self.report.printed.setdefault(told["seed"], set()).add(told["verdict"])

    def _kill_some(self, process: subprocess.Popen[bytes]) -> bool:
        """Kill at the chosen moments until it was the parent's turn or the command has ended."""
        while self._moments and process.poll() is None:
            if len(self.report.printed) < self._moments[0]:
                time.sleep(0.005)
                continue
            time.sleep(self._random.uniform(0, 0.2))
            workers = self._workers(process.pid)
            if self._random.random() < 0.5 and workers:
                self._random.choice(workers).kill()
                self.report.kills["worker"] += 1
                self._moments.pop(0)
            elif process.poll() is None:
                process.kill()
                self.report.kills["parent"] += 1
                self._moments.pop(0)
                self._wait_for(workers)
                return True
        return False

    def _workers(self, parent: int) -> list[Any]:
        import psutil

        try:
            children = psutil.Process(parent).children()
            return [child for child in children if "spawn_main" in " ".join(child.cmdline())]
        except psutil.Error:
            return []

    def _wait_for(self, workers: list[Any]) -> None:
        import psutil

        _, left = psutil.wait_procs(workers, timeout=10)
        self.report.orphans += len(left)


def check_killed_run(run: KilledRun) -> None:
    """Judge a run: nothing lost, nothing done twice, every verdict as it should be."""
    report = run.report
    assert not report.lost
    assert not report.orphans
    wanted = {seed: verdict.value for seed, verdict in verdicts(small(), run.deals).items()}
    with Store(run.store) as store:
        results = list(store.results())
    assert {result.seed: result.verdict.value for result in results} == wanted
    for result in results:
        assert sum(attempt.proved for attempt in result.attempts) == 1, "searched after its verdict"
    for seed, told in report.printed.items():
        assert told <= {wanted[seed], "unknown"}


# What workers are asked to do (they can only import what has a name of its own) ------------------


def die(number: int = signal.SIGKILL) -> None:
    os.kill(os.getpid(), number)


def leave(code: int) -> None:
    os._exit(code)


def refuse() -> None:
    raise DealError("no such card", 3, 7)


def unpicklable() -> object:
    return lambda: None


def mark(file: str) -> None:
    with open(file, "a", encoding="utf-8") as out:
        out.write(f"{os.getpid()}\n")


def survey_tiny(file: str) -> list[tuple[int, str]]:
    return [(r.seed, r.verdict.value) for r in survey(tiny(), "1-60", store=file)]


def peak_memory() -> int:
    """Give the most bytes that this process has had in memory.

    Linux counts in ``ru_maxrss`` what the parent had when it started this process, too.
    """
    import re
    import resource

    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"^VmHWM:\s+([0-9]+) kB", status.read_text(), re.MULTILINE)
        if found:
            return int(found[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class Deadly(FreeCell):
    """FreeCell in which deals that begin with an ace kill the worker process that deals them.

    With ``CADOGAN_TEST_ONCE`` naming a folder each of them does so once only.
    """

    def deal(self, cards: Sequence[int]) -> Piles:
        if multiprocessing.parent_process() is not None and cards[0] & 15 == 1:
            folder = os.environ.get("CADOGAN_TEST_ONCE")
            marker = Path(folder or os.devnull) / "-".join(map(str, cards))
            if folder is None or not marker.exists():
                if folder is not None:
                    marker.touch()
                die()
        return super().deal(cards)


def deadly() -> Game:
    game = tiny()
    return Deadly(game.pack, game.chosen)
