"""The wheel and the source distribution: built, checked, and installed as users do.

The dependencies of the build and of lifesat come from the package index.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from lifesat._version import __version__
from lifesat.formats import rle
from tests.support.environment import PATIENCE_SECONDS

ROOT = Path(__file__).parents[1]
PACKAGES = {"lifesat": "lifesat", "tui": "lifesat_tui", "golly_scripts": "golly_scripts"}
DATA = {".py", ".typed", ".html", ".lua", ".tcss", ".txt"}
# What a checkout holds beside the sources.
OTHERS = (".*", "__pycache__", "build", "dist", "*.egg-info")
QUICK = re.findall(r"^QUICK := (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[0]
# The terminal application without a terminal, up to its first screen.
START = """
import asyncio
from lifesat_tui.app import LifesatApp
from lifesat_tui.shared.settings import Settings

async def start():
    async with LifesatApp(Settings(animation=False)).run_test() as pilot:
        await pilot.pause()
        print(type(pilot.app.screen).__name__)

asyncio.run(start())
"""
TARGET = "x = 2, y = 2, rule = B3/S23\n2o$2o!\n"


def run(*command: str | Path, cwd: Path, text: str = "", **variables: Path | str) -> str:
    """Run a command that has to succeed, and return what it printed."""
    environment = {**os.environ, **{name: str(value) for name, value in variables.items()}}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        command, cwd=cwd, env=environment, input=text, capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sdist, built from a copy of the sources, and the wheel, built from the sdist."""
    folder = tmp_path_factory.mktemp("build")
    shutil.copytree(ROOT, folder / "lifesat", ignore=shutil.ignore_patterns(*OTHERS))
    run(sys.executable, "-m", "build", "--outdir", folder, "lifesat", cwd=folder)
    (sdist,) = folder.glob("*.tar.gz")
    (wheel,) = folder.glob("*.whl")
    return {"sdist": sdist, "wheel": wheel}


@pytest.fixture(scope="module", params=["wheel", "sdist"])
def commands(
    request: pytest.FixtureRequest,
    distributions: dict[str, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """Install in a new environment, and return its folder of commands."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False)
    folder = Path(sysconfig.get_path("scripts", "venv", {"base": str(home)}))
    python = folder / Path(sys.executable).name
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", distributions[request.param], cwd=home)
    return folder


def test_the_wheel_holds_every_file_of_its_packages(distributions: dict[str, Path]) -> None:
    with zipfile.ZipFile(distributions["wheel"]) as archive:
        names = set(archive.namelist())
    expected = {
        f"{package}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, package in PACKAGES.items()
        for path in (ROOT / folder).rglob("*")
        if path.suffix in DATA
    }
    expected |= {
        f"lifesat_tui/examples/{path.name}"
        for path in (ROOT / "examples").iterdir()
        if path.suffix in {".rle", ".toml", ".txt", ".xsb"}
    }
    assert {"lifesat/py.typed", "lifesat/frontends/input/font.txt"} < expected
    assert expected - names == set()
    # Nothing else is put into the folder of packages, where it would be importable.
    assert {name.partition("/")[0] for name in names} == {
        *PACKAGES.values(), f"lifesat-{__version__}.data", f"lifesat-{__version__}.dist-info",
    }  # fmt: skip


def test_the_sdist_holds_the_sources_tests_and_documents(distributions: dict[str, Path]) -> None:
    with tarfile.open(distributions["sdist"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    expected = {
        path.relative_to(ROOT).as_posix()
        for folder in (*PACKAGES, "benchmarks", "docs", "examples", "release", "tests")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.parent.name != "__pycache__" and path.suffix != ".pyi"
    }
    expected |= {"LICENSE", "Makefile", "README.md", "SECURITY.md", "pyproject.toml"}
    assert expected - names == set()
    assert not [name for name in names if "__pycache__" in name]


def test_the_index_accepts_both(distributions: dict[str, Path]) -> None:
    checked = run(
        sys.executable, "-m", "twine", "check", "--strict", *distributions.values(), cwd=ROOT
    )
    assert checked.count("PASSED") == 2


def test_the_installed_command_finds_a_predecessor(commands: Path, tmp_path: Path) -> None:
    python = commands / Path(sys.executable).name
    where = run(python, "-c", "import lifesat; print(lifesat.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(commands.parent)
    assert run(commands / "lifesat", "--version", cwd=tmp_path) == f"lifesat {__version__}\n"
    parent = run(commands / "lifesat", "predecessors", "-", cwd=tmp_path, text=TARGET)
    assert str(rle.read(parent).evolve().crop()) == "OO\nOO"
    drawn = run(commands / "lifesat", "draw", "LIFE", "--to", "cells", cwd=tmp_path)
    assert drawn.count("O") > 20


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["lifesat", "tui"], "needs a terminal"),
        (["lifesat-tui"], "needs a terminal"),
        (["lifesat", "--print-completion", "zsh"], "pip install 'lifesat[completion]'"),
        (["lifesat", "draw", "HI", "-o", "hi.png"], "pip install 'lifesat[pictures]'"),
    ],
    ids=lambda words: words[-1],
)
def test_the_installed_commands_say_what_is_missing(
    words: list[str], message: str, commands: Path, tmp_path: Path
) -> None:
    done = subprocess.run(
        [commands / words[0], *words[1:]], cwd=tmp_path, capture_output=True, text=True,
        timeout=PATIENCE_SECONDS, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_terminal_application_is_installed(commands: Path, tmp_path: Path) -> None:
    python = commands / Path(sys.executable).name
    assert run(python, "-c", START, cwd=tmp_path, LIFESAT_HOME=tmp_path) == "Jobs\n"


def test_the_scripts_for_golly_are_installed_with_their_page_and_examples(
    commands: Path, tmp_path: Path
) -> None:
    words = (commands / "lifesat", "golly", "install", "--folder", tmp_path / "scripts")
    run(*words, cwd=tmp_path, HOME=tmp_path)
    for name in ("space-invader.rle", "unsynthesizable.rle"):
        example = ROOT / "examples" / name
        assert (tmp_path / "scripts" / name).read_bytes() == example.read_bytes()
    assert str(tmp_path) in (tmp_path / "scripts" / "lifesat.html").read_text(encoding="ascii")


def test_the_man_page_is_installed(commands: Path) -> None:
    page = commands.parent / "share" / "man" / "man1" / "lifesat.1"
    assert page.read_bytes() == (ROOT / "docs" / "lifesat.1").read_bytes()


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_pipx_runs_it(kind: str, distributions: dict[str, Path], tmp_path: Path) -> None:
    home: dict[str, str | Path] = {
        "PIPX_HOME": tmp_path / "pipx",
        "PIPX_DEFAULT_PYTHON": sys.executable,
    }
    pipx = (sys.executable, "-m", "pipx", "run", "--spec", distributions[kind], "lifesat")
    parent = run(*pipx, "predecessors", "-", "-q", cwd=tmp_path, text=TARGET, **home)
    assert str(rle.read(parent).evolve().crop()) == "OO\nOO"


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_uvx_runs_it(kind: str, distributions: dict[str, Path], tmp_path: Path) -> None:
    home: dict[str, str | Path] = {
        "UV_CACHE_DIR": tmp_path / "cache",
        "UV_TOOL_DIR": tmp_path / "tools",
        "UV_PYTHON": sys.executable,
    }
    uvx = (sys.executable, "-m", "uv", "tool", "run", "--from", distributions[kind], "lifesat")
    parent = run(*uvx, "predecessors", "-", "-q", cwd=tmp_path, text=TARGET, **home)
    assert str(rle.read(parent).evolve().crop()) == "OO\nOO"


@pytest.mark.parametrize(
    "what", [("tests/life", "tests/cnf"), pytest.param(("tests",), marks=pytest.mark.weekly)]
)
def test_the_tests_of_the_sdist_run(
    what: tuple[str, ...], distributions: dict[str, Path], tmp_path: Path
) -> None:
    """With the packages of this environment, but the lifesat of the sdist."""
    with tarfile.open(distributions["sdist"]) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    quick = ("-q", "-m", QUICK, "-p", "no:cacheprovider")
    code = "import sys; sys.path.insert(0, ''); import lifesat, pytest; print(lifesat.__file__); "
    code += "sys.exit(pytest.main(sys.argv[1:]))"
    ended = run(sys.executable, "-c", code, *quick, *what, cwd=folder)
    assert ended.startswith(f"{folder}{os.sep}")
    assert " passed" in ended
