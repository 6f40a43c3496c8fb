"""Machine code on disk: whatever happens to it, it is used as it was written or compiled afresh."""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_build_modes import SOURCES, kept_files, run_toy

from cadogan.games import compiling
from cadogan.games.compiling import kernel, rule

pytestmark = pytest.mark.native

#: A compiled rule that takes two addresses.
CALL = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)


@rule
def doubled(state, table):  # type: ignore[no-untyped-def]
    return 2 * state[0]


@kernel
def total(numbers):  # type: ignore[no-untyped-def]
    found = 0
    for number in numbers:
        found += number
    return found


class Cache:
    """A cache folder of its own, and functions built as by a new process."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        monkeypatch.setenv("CADOGAN_CACHE_DIR", str(folder))
        monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
        self.told: list[str] = []

    def rule(self) -> int:
        """Build and call the rule; give how often kept code was used."""
        state = np.array([21], np.uint8)
        built = self.built(doubled, "rule")
        assert CALL(built.address)(state.ctypes.data, state.ctypes.data) == 42
        hits: int = built.cache_hits
        return hits

    def kernel(self) -> int:
        """Build and call the kernel; give how often kept code was used."""
        with self.listening():
            built = self.built(total, "kernel")
            assert built(np.arange(5)) == 10
        return sum(built.stats.cache_hits.values())

    def built(self, function: Callable[..., Any], kind: str) -> Any:
        with self.listening():
            return compiling._compile(function, kind, "native")

    def listening(self) -> Any:
        cache = self

        class Listening(warnings.catch_warnings):
            def __enter__(self) -> None:
                self.caught = super().__enter__()
                warnings.simplefilter("always")

            def __exit__(self, *error: Any) -> None:
                cache.told += [str(warning.message) for warning in self.caught or ()]
                super().__exit__(*error)

        return Listening(record=True)

    def files(self) -> list[Path]:
        return sorted(file for file in self.folder.rglob("*") if file.is_file())


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    return Cache(tmp_path / "cache", monkeypatch)


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flipped(at: float) -> Callable[[bytes], bytes]:
    def flip(data: bytes) -> bytes:
        place = int(at * (len(data) - 1))
        return data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]

    return flip


DAMAGES = {
    "emptied": lambda data: b"",
    "cut": cut,
    "cut by a byte": lambda data: data[:-1],
    "longer": lambda data: data + b"\0",
    "first byte": flipped(0),
    "checksum": flipped(0.004),
    "early": flipped(0.05),
    "middle": flipped(0.5),
    "late": flipped(0.9),
    "last byte": flipped(1),
    "zeros": lambda data: bytes(len(data)),
    "text": lambda data: b"<html>404</html>",
    "another pickle": lambda data: b"\x80\x04N.",
}


@pytest.mark.parametrize("build", ["rule", "kernel"])
def test_damaged_code_is_told_of_once_and_compiled_afresh(cache: Cache, build: str) -> None:
    assert getattr(cache, build)() == 0
    assert getattr(cache, build)() == 1
    files = cache.files()
    assert files
    for name, damage in DAMAGES.items():
        for file in files:
            file.write_bytes(damage(file.read_bytes()))
        assert getattr(cache, build)() == 0, name
        assert getattr(cache, build)() == 1, name
        assert cache.files() == files, name
    assert cache.told == [f"machine code kept in {cache.folder} was damaged: it is compiled afresh"]


def test_every_byte_counts(tmp_path: Path) -> None:
    from cadogan.games.kept_code import Damaged, read_sealed, write_sealed

    file = tmp_path / "some.code"
    assert read_sealed(file) is None
    write_sealed(file, b"content")
    assert read_sealed(file) == b"content"
    whole = file.read_bytes()
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        file.write_bytes(changed)
        with pytest.raises(Damaged):
            read_sealed(file)
    for size in range(len(whole)):
        file.write_bytes(whole[:size])
        with pytest.raises(Damaged):
            read_sealed(file)


def test_code_of_another_place_is_not_used(cache: Cache) -> None:
    """A whole file with a good checksum, under a wrong name."""
    cache.rule()
    (mine,) = cache.files()
    cache.kernel()
    (other,) = set(cache.files()) - {mine}
    mine.write_bytes(other.read_bytes())
    assert cache.rule() == 0
    assert cache.rule() == 1


def test_a_folder_in_the_place_of_a_file(cache: Cache) -> None:
    cache.rule()
    (file,) = cache.files()
    file.unlink()
    file.mkdir()
    assert cache.rule() == 0
    assert len(cache.told) == 2, cache.told
    assert file.is_dir()


def test_nothing_is_left_of_a_write_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cadogan.games import kept_code

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "some.code"
    kept_code.write_sealed(file, b"content")
    monkeypatch.setattr(kept_code.os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        kept_code.write_sealed(file, b"other")
    assert list(tmp_path.iterdir()) == [file]
    assert kept_code.read_sealed(file) == b"content"


def test_a_full_disk_costs_only_a_warning(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    from cadogan.games import kept_code

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept_code, "write_sealed", full)
    assert cache.rule() == 0
    assert cache.kernel() == 0
    assert len(cache.told) == 1
    assert str(cache.folder) in cache.told[0]


def test_threads_build_a_function_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    gate = threading.Barrier(4)

    def slow(function: Any, kind: str, how: str) -> object:
        calls.append(function)
        time.sleep(0.05)
        return object()

    def ask() -> None:
        gate.wait(10)
        found.append(compiling.build(total, "native"))

    found: list[object] = []
    monkeypatch.setattr(compiling, "_BUILT", {})
    monkeypatch.setattr(compiling, "_compile", slow)
    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert calls == [total]
    assert len(set(map(id, found))) == 1


def test_a_search_on_damaged_code(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    first = run_toy("dfs", CADOGAN_CACHE_DIR=str(folder))
    assert first["warnings"] == []
    before = kept_files(folder)
    dice = random.Random(7)
    for name in before:
        data = bytearray((folder / name).read_bytes())
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        (folder / name).write_bytes(data)
    again = run_toy("dfs", CADOGAN_CACHE_DIR=str(folder))
    assert [kind for kind, _ in again["warnings"]] == ["RuntimeWarning"], again["warnings"]
    assert str(folder) in again["warnings"][0][1]
    assert {**again, "warnings": []} == first
    assert kept_files(folder).keys() == before.keys()
    assert run_toy("dfs", CADOGAN_CACHE_DIR=str(folder)) == first


def test_processes_side_by_side_on_one_folder(tmp_path: Path) -> None:
    """Several compile, keep and read the same code, while it is being damaged."""
    for name, text in SOURCES.items():
        (tmp_path / name).write_text(text)
    folder = tmp_path / "cache"
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import warnings; warnings.simplefilter('ignore')\n"
        "import numpy as np\n"
        "from test_kept_code import CALL\n"
        "from caller import value\n"
        "from cadogan.games import compiling\n"
        "state = np.array([7], np.uint8)\n"
        "for _ in range(8):\n"
        "    built = compiling._compile(value, 'rule', 'native')\n"
        "    assert CALL(built.address)(state.ctypes.data, state.ctypes.data) == 51041\n"
        "print('done')\n"
    )
    tests = Path(__file__).parent
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(tests)!r})\n{code}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "CADOGAN_CACHE_DIR": str(folder)},
        )
        for _ in range(2)
    ]
    stop = threading.Event()

    def damage() -> None:
        while not stop.wait(0.02):
            for file in folder.rglob("*.code"):
                try:
                    with open(file, "r+b") as stream:
                        stream.seek(3000)
                        stream.write(b"damage")
                except OSError:
                    pass

    spoiler = threading.Thread(target=damage)
    spoiler.start()
    try:
        for worker in workers:
            printed, complaint = worker.communicate(timeout=120)
            assert (printed, worker.returncode) == ("done\n", 0), complaint
    finally:
        stop.set()
        spoiler.join()
    assert not list(folder.rglob("*.tmp"))
