"""The package as installed: its links, its lazy names and what importing it costs."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

import cadogan

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ["numba", "numpy", "ortools", "pandas", "networkx", "distributed", "matplotlib"]


@pytest.mark.parametrize("name", ["games", "solver"])
def test_links(name: str) -> None:
    inside = ROOT / "src" / "cadogan" / name
    assert inside.is_dir(), (
        f"src/cadogan/{name} is not a link to {name}/: on Windows a git checkout without symbolic "
        "links is not supported, so install a wheel or an sdist, or check out where links work."
    )
    if (ROOT / name).is_dir():  # an unpacked sdist has the folders only inside
        assert inside.samefile(ROOT / name)


def test_typed() -> None:
    assert (ROOT / "src" / "cadogan" / "py.typed").is_file()


def test_every_public_name_is_listed_once_and_has_a_home() -> None:
    assert sorted(set(cadogan.__all__)) == sorted(cadogan.__all__)
    assert set(cadogan.__all__) - {"__version__"} == set(cadogan._HOMES)
    assert dir(cadogan) == sorted(cadogan.__all__)


@pytest.mark.parametrize("name", cadogan.__all__)
def test_every_public_name_loads(name: str) -> None:
    value = getattr(cadogan, name)
    assert value is getattr(cadogan, name)
    assert name in vars(cadogan)  # kept after the first use


def test_version() -> None:
    assert cadogan.__version__ == importlib.metadata.version("cadogan")


def test_the_command_is_the_package_run() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'cadogan = "cadogan.__main__:main"' in text


def test_unknown_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="module 'cadogan' has no attribute 'sovle'"):
        _ = cadogan.sovle


@pytest.mark.parametrize(
    "code",
    [
        "import cadogan",
        "from cadogan import PatienceError, __version__",
        "import cadogan.games.cards, cadogan.games.seeds",
    ],
)
def test_import_is_light(code: str) -> None:
    probe = f"import sys; {code}; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_own_folders_are_not_installed_as_top_level_modules() -> None:
    probe = "import importlib.util as u; print(u.find_spec('games'), u.find_spec('solver'))"
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True, cwd=ROOT / "src"
    )
    assert done.stdout.strip() == "None None"
