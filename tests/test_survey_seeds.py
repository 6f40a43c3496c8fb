"""Which deals a survey looks at."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cadogan import DealError
from cadogan.solver.surveys.seeds import Run, Seeds, each_once


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1", "cadogan:1"),
        ("1-3", "cadogan:1-3"),
        (" 7 , 12, 20 - 22 ", "cadogan:7,cadogan:12,cadogan:20-22"),
        ("1 2 3", "cadogan:1-3"),
        ("ms:1-2,5", "ms:1-2,ms:5"),
        ("ms:1, cadogan:1", "ms:1,cadogan:1"),
        ("MS:4", "ms:4"),
        ("5-9,1-20,3", "cadogan:5-9,cadogan:1-4,cadogan:10-20"),
        ("0-18446744073709551615", "cadogan:0-18446744073709551615"),
        ("1\n# a remark\n3 # another\n", "cadogan:1,cadogan:3"),
    ],
)
def test_parse(text: str, written: str) -> None:
    seeds = Seeds.parse(text)
    assert str(seeds) == written
    assert Seeds.parse(str(seeds)) == seeds


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["no seed is named", "1-1000"]),
        ("one", ["'one' is not a seed or a range"]),
        ("1-", ["'1-' is not a seed"]),
        ("-5", ["'-5' is not a seed"]),
        ("1..5", ["'1..5'"]),
        ("1.5", ["'1.5'"]),
        ("9-3", ["runs backwards", "write 3-9"]),
        ("kpat:1", ["no seed scheme is called 'kpat'", "cadogan, ms, pysol"]),
        ("ms:0-5", ["there is no deal ms:0"]),
        ("ms:1-9999999999", ["there is no deal ms:9999999999"]),
        ("1\n2\nx\n", ["line 3", "'x'"]),
    ],
)
def test_what_is_not_seeds(text: str, parts: list[str]) -> None:
    with pytest.raises(DealError) as caught:
        Seeds.parse(text)
    for part in parts:
        assert part in str(caught.value)


def test_a_dealer_is_named_once() -> None:
    assert str(Seeds.parse("1,ms:2", dealer="ms")) == "ms:1-2"
    with pytest.raises(DealError, match="names the scheme pysol, but the dealer is ms"):
        Seeds.parse("pysol:2", dealer="ms")


def test_huge_ranges_are_counted_and_not_made() -> None:
    seeds = Seeds.parse("0-18446744073709551615")
    assert seeds.count == 2**64
    assert next(iter(seeds)) == ("cadogan", 0)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8))))
def test_each_deal_once_in_the_order_of_naming(pairs: list[tuple[int, int]]) -> None:
    if not pairs:
        return
    seeds = Seeds.parse(",".join(f"{first}-{first + more}" for first, more in pairs))
    named = [n for first, more in pairs for n in range(first, first + more + 1)]
    wanted = [("cadogan", number) for number in dict.fromkeys(named)]
    assert list(seeds) == wanted == list(each_once(named, "cadogan"))
    assert seeds.count == len(wanted)


def test_each_once_is_lazy_and_checks() -> None:
    endless = each_once(iter(lambda: 5, None), "ms")
    assert next(endless) == ("ms", 5)
    with pytest.raises(DealError, match="there is no deal ms:0"):
        list(each_once([0], "ms"))
    with pytest.raises(TypeError):
        list(each_once([1.5], "ms"))  # type: ignore[list-item]


class TestFiles:
    def test_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        file = tmp_path / "seeds.txt"
        file.write_bytes(b"\xef\xbb\xbf1-3\r\nms:7 # Microsoft's\r\n\r\n9\r\n")
        assert str(Seeds.read([str(file), "4"])) == "cadogan:1-3,ms:7,cadogan:9,cadogan:4"
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"5\n6\n")))
        assert Seeds.read(["-"]).runs == (Run("cadogan", 5, 6),)

    def test_errors_name_file_and_line(self, tmp_path: Path) -> None:
        file = tmp_path / "seeds.txt"
        file.write_text("1\ntwo\n")
        with pytest.raises(DealError, match=r"seeds\.txt: line 2: 'two'"):
            Seeds.read([str(file)])
        with pytest.raises(DealError, match="neither a seed, a range, nor a file"):
            Seeds.read([str(tmp_path / "none")])
        with pytest.raises(DealError, match="this is a directory"):
            Seeds.read([str(tmp_path)])
        file.write_bytes(b"1\n\xff")
        with pytest.raises(DealError, match="this is not text"):
            Seeds.read([str(file)])
        file.write_text("# nothing\n")
        with pytest.raises(DealError, match="no seed is named"):
            Seeds.read([str(file)])
