"""The zip file for Golly's users, unpacked on a machine that has lifesat somewhere."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from lifesat.life.rule import LIFE
from tests.support.plain import next_cells
from tests.support.screen import ROOT
from tests.support.stand_in import StandIn, run

TUB = {(1, 0), (0, 1), (2, 1), (1, 2)}


def build(folder: Path) -> Path:
    script = str(ROOT / "release" / "golly_zip.py")
    return Path(subprocess.check_output([sys.executable, script, folder], text=True).strip())


@pytest.fixture
def scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Its folder among Golly's scripts; the interpreter forgets it after the test."""
    with ZipFile(build(tmp_path)) as archive:
        archive.extractall(tmp_path / "Scripts")
    command = tmp_path / "bin" / "lifesat"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m lifesat "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(command.parent))
    yield tmp_path / "Scripts" / "lifesat"
    for name in [name for name in sys.modules if name.split(".")[0] in ("golly", "lifesat_golly")]:
        del sys.modules[name]


def test_nothing_in_it_is_of_the_machine_that_made_it(tmp_path: Path) -> None:
    path = build(tmp_path / "first")
    assert path.read_bytes() == build(tmp_path / "second").read_bytes()
    with ZipFile(path) as archive:
        for name in archive.namelist():
            content = archive.read(name)
            assert sys.prefix.encode() not in content
            assert str(ROOT).encode() not in content


@pytest.mark.parametrize("language", ["python", "lua"])
def test_links_lead_to_its_files_from_the_folder_of_golly(scripts: Path, language: str) -> None:
    page = (scripts / language / "lifesat.html").read_text(encoding="ascii")
    links = re.findall(r'"open:([^"]*)"', page)
    assert f"Scripts/lifesat/{language}/space-invader.rle" in links
    assert [link for link in links if not (scripts.parents[1] / link).is_file()] == []


@pytest.mark.parametrize("name", ["step-back.py", "python/step-back.py"])
def test_a_pattern_steps_back(scripts: Path, tmp_path: Path, name: str) -> None:
    golly = StandIn(tmp_path)
    golly.layer.cells = set(TUB)
    run(scripts / name, golly)
    assert next_cells(golly.layer.cells, LIFE) == TUB


def test_the_single_file_needs_nothing_but_an_installed_lifesat(
    scripts: Path, tmp_path: Path
) -> None:
    alone = tmp_path / "alone" / "back.py"
    alone.parent.mkdir()
    (scripts / "step-back.py").rename(alone)
    golly = StandIn(tmp_path)
    golly.layer.cells = set(TUB)
    run(alone, golly)
    assert next_cells(golly.layer.cells, LIFE) == TUB
