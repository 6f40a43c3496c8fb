"""Results as tables: CSV, JSON lines, Parquet and pandas DataFrames."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from cadogan.games.errors import PatienceError, UnsupportedError
from cadogan.solver.surveys.findings import SurveyResult
from cadogan.solver.writing import replacing

if TYPE_CHECKING:
    import pandas

__all__ = ["COLUMNS", "FORMATS", "export", "frame", "row", "write_certificates",
           "write_csv", "write_jsonl"]  # fmt: skip

#: The columns of all tables and what they mean.
COLUMNS: Mapping[str, str] = {
    "game": "name of the game",
    "options": "JSON: the value of every option",
    "pack": "the pack",
    "dealer": "seed scheme",
    "seed": "number of the deal",
    "rules_version": "version of the game's rules",
    "verdict": "solvable, unsolvable or unknown",
    "limit": "why it is unknown",
    "method": "the method that answered",
    "length": "moves of the solution found",
    "optimal": "whether a shorter solution is excluded",
    "generated": "moves made by the search that counts",
    "expanded": "positions whose moves it listed",
    "stored": "different positions it found",
    "memory": "most bytes it held",
    "seconds": "CPU seconds of all attempts",
    "attempts": "how many searches were made",
    "time_limit": "CPU seconds allowed to the search that counts",
    "state_limit": "positions allowed to it",
    "memory_limit": "bytes allowed to it",
    "version": "version of Cadogan that made it",
    "finished": "when it ended (UTC)",
    "moves": "the solution, if it was kept",
    "certificate": "kind and SHA-256 of the certificate, if there is one",
}


def row(result: SurveyResult) -> dict[str, Any]:
    """Give a result's values by column.

    Examples
    --------
    >>> from cadogan import survey
    >>> values = [row(result) for result in survey("freecell", "ms:11982")]
    >>> values[0]["seed"], values[0]["verdict"], values[0]["limit"]
    (11982, 'unsolvable', None)
    """
    setting, standing = result.setting, result.standing
    effort, stage = standing.statistics, standing.stage
    moves = standing.moves
    return {
        "game": setting.game,
        "options": setting.options,
        "pack": setting.pack,
        "dealer": setting.dealer,
        "seed": result.seed,
        "rules_version": setting.rules_version,
        "verdict": standing.verdict.value,
        "limit": standing.limit.value if standing.limit is not None else None,
        "method": standing.method,
        "length": standing.length,
        "optimal": standing.optimal,
        "generated": effort.generated,
        "expanded": effort.expanded,
        "stored": effort.stored,
        "memory": effort.memory,
        "seconds": result.seconds,
        "attempts": len(result.attempts),
        "time_limit": stage.time_limit,
        "state_limit": stage.state_limit,
        "memory_limit": stage.memory_limit,
        "version": standing.version,
        "finished": standing.finished,
        "moves": ", ".join(moves) if moves is not None else None,
        "certificate": standing.certificate,
    }


def frame(results: Iterable[SurveyResult]) -> pandas.DataFrame:
    """Give results as a pandas DataFrame, a row a deal.

    Notes
    -----
    Columns of whole numbers in which some are missing are of pandas' type Int64. Seeds are int64,
    uint64 if one of them needs it, or text if even that is too small.
    """
    import pandas

    table = pandas.DataFrame([row(result) for result in results], columns=list(COLUMNS))
    for name in ("length", "state_limit", "memory_limit"):
        table[name] = table[name].astype("Int64")
    table["time_limit"] = table["time_limit"].astype("float64")
    largest = max(table["seed"], default=0)
    if largest < 2**63:
        table["seed"] = table["seed"].astype("int64")
    else:
        table["seed"] = table["seed"].astype("uint64" if largest < 2**64 else "str")
    for name in ("limit", "moves", "certificate"):
        table[name] = table[name].astype("string")
    return table


def write_csv(results: Iterable[SurveyResult], out: IO[str]) -> None:
    """Write results as CSV with a line of column names."""
    writer = csv.DictWriter(out, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    for result in results:
        writer.writerow(row(result))


def write_jsonl(results: Iterable[SurveyResult], out: IO[str]) -> None:
    """Write results as lines of JSON, as everywhere in Cadogan."""
    for result in results:
        out.write(json.dumps(result.to_json()) + "\n")


def _text(
    write: Callable[[Iterable[SurveyResult], IO[str]], None],
) -> Callable[[Iterable[SurveyResult], Path], None]:
    def to_file(results: Iterable[SurveyResult], path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as out:
            write(results, out)

    return to_file


def _write_parquet(results: Iterable[SurveyResult], path: Path) -> None:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise UnsupportedError(
            "Parquet needs pyarrow, which is not installed: pip install 'cadogan[parquet]'"
        ) from None
    frame(results).to_parquet(path, engine="pyarrow", index=False)


#: Formats by the suffix of the file.
FORMATS: Mapping[str, Callable[[Iterable[SurveyResult], Path], None]] = {
    ".csv": _text(write_csv),
    ".jsonl": _text(write_jsonl),
    ".parquet": _write_parquet,
}


def export(results: Iterable[SurveyResult], path: str | Path) -> None:
    """Write results into a file: CSV, JSON lines or Parquet, as its name ends.

    The file appears under its name only when it is complete.

    Raises
    ------
    UnsupportedError
        When there is no such format, or Parquet is asked for without pyarrow.
    PatienceError
        When the file cannot be written.
    """
    path = Path(path)
    write = FORMATS.get(path.suffix.lower())
    if write is None:
        raise UnsupportedError(
            f"{path}: results can be written as {', '.join(FORMATS)}, by the end of the name"
        )
    try:
        with replacing(path) as unfinished:
            write(results, unfinished)
    except OSError as error:
        raise PatienceError(f"{path}: cannot be written ({error.strerror or error})") from error


def write_certificates(results: Iterable[SurveyResult], folder: str | Path) -> int:
    """Write the certificates that there are, each into a file named after its deal.

    Parameters
    ----------
    results : iterable of SurveyResult
        Those without a certificate are passed over.
    folder : path-like
        Is made if it is not there.

    Returns
    -------
    int
        How many were written.

    Raises
    ------
    PatienceError
        When a file cannot be written.
    """
    folder, count = Path(folder), 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for result in results:
            certificate = result.certificate()
            if certificate is not None:
                setting = hashlib.sha256(repr(result.setting).encode()).hexdigest()[:8]
                name = f"{result.setting.game}-{setting}-{result.setting.dealer}-{result.seed}"
                certificate.save(folder / f"{name}.txt")
                count += 1
    except OSError as error:
        raise PatienceError(f"{folder}: cannot be written ({error.strerror or error})") from error
    return count
