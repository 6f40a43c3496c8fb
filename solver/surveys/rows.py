"""How attempts are laid out in the tables of a store, and the checksums over them."""

from __future__ import annotations

import json
import zlib
from typing import Any

from cadogan.solver.result import Limit, Statistics, Verdict
from cadogan.solver.surveys.effort import Stage
from cadogan.solver.surveys.findings import Attempt, Setting

#: Marks the file as ours ("CDGN"), and the version of its tables.
APPLICATION_ID = 0x4344474E
LAYOUT_VERSION = 1

TABLES = """
CREATE TABLE settings (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    pack TEXT NOT NULL,
    dealer TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    UNIQUE (game, options, pack, dealer, rules_version)
);
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    setting INTEGER NOT NULL REFERENCES settings,
    seed NOT NULL,
    verdict TEXT NOT NULL,
    why TEXT,
    answered_by TEXT NOT NULL,
    length INTEGER,
    optimal INTEGER NOT NULL,
    moves TEXT,
    certificate TEXT,
    proof BLOB,
    generated INTEGER NOT NULL,
    expanded INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    seconds REAL NOT NULL,
    memory INTEGER NOT NULL,
    stages TEXT NOT NULL,
    method TEXT NOT NULL,
    time_limit REAL,
    state_limit INTEGER,
    memory_limit INTEGER,
    reductions INTEGER NOT NULL,
    last INTEGER NOT NULL,
    version TEXT NOT NULL,
    finished TEXT NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE INDEX attempts_of_deal ON attempts (setting, seed, id);
"""
SETTING_COLUMNS = ("game", "options", "pack", "dealer", "rules_version")
ATTEMPT_COLUMNS = (
    "verdict", "why", "answered_by", "length", "optimal", "moves", "certificate", "proof",
    "generated", "expanded", "stored", "seconds", "memory", "stages", "method",
    "time_limit", "state_limit", "memory_limit", "reductions", "last", "version", "finished",
)  # fmt: skip
INSERT = (
    f"INSERT INTO attempts (setting, seed, {', '.join(ATTEMPT_COLUMNS)}, checksum) "
    f"VALUES ({', '.join('?' * (len(ATTEMPT_COLUMNS) + 3))})"
)
SELECT = f"SELECT setting, seed, {', '.join(ATTEMPT_COLUMNS)}, checksum FROM attempts"


def seed_in(seed: int) -> int | str:
    """Give a seed as the store has it: numbers above SQLite's range as text that sorts well."""
    return seed if seed < 2**63 else f"{seed:025}"


def checksum(setting: Setting, key: int | str, values: tuple[Any, ...]) -> int:
    """Sum up an entry; what it says of a deal counts only with its setting and seed."""
    return zlib.crc32(repr((setting.game, setting.options, setting.pack, setting.dealer,
                            setting.rules_version, key, values)).encode())  # fmt: skip


def row_of(attempt: Attempt) -> tuple[Any, ...]:
    """Give an attempt's values in the order of `ATTEMPT_COLUMNS`, as SQLite will give them back."""
    stage, effort = attempt.stage, attempt.statistics
    return (
        attempt.verdict.value,
        attempt.limit.value if attempt.limit is not None else None,
        attempt.method,
        attempt.length,
        int(attempt.optimal),
        json.dumps(attempt.moves) if attempt.moves is not None else None,
        attempt.certificate,
        None if attempt.proof is None else zlib.compress(attempt.proof),
        effort.generated,
        effort.expanded,
        effort.stored,
        float(effort.seconds),
        effort.memory,
        json.dumps(effort.stages),
        stage.method,
        None if stage.time_limit is None else float(stage.time_limit),
        None if stage.state_limit is None else int(stage.state_limit),
        None if stage.memory_limit is None else int(stage.memory_limit),
        int(stage.reductions),
        int(attempt.last),
        attempt.version,
        attempt.finished,
    )


def attempt_of(values: dict[str, Any]) -> Attempt:
    """Make the attempt again; its invariants are enforced once more."""
    moves, why = values["moves"], values["why"]
    return Attempt(
        Stage(
            values["method"],
            values["time_limit"],
            values["state_limit"],
            values["memory_limit"],
            bool(values["reductions"]),
        ),
        Verdict(values["verdict"]),
        values["answered_by"],
        limit=None if why is None else Limit(why),
        length=values["length"],
        optimal=bool(values["optimal"]),
        moves=None if moves is None else tuple(json.loads(moves)),
        certificate=values["certificate"],
        proof=None if values["proof"] is None else zlib.decompress(values["proof"]),
        statistics=Statistics(
            values["generated"],
            values["expanded"],
            values["stored"],
            values["seconds"],
            values["memory"],
            tuple(json.loads(values["stages"])),
        ),
        last=bool(values["last"]),
        version=values["version"],
        finished=values["finished"],
    )
