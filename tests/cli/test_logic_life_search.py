"""Searches that Logic Life Search has answered: lifesat finds as many solutions."""

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from lifesat.cli import main

_ROOT = Path(__file__).resolve().parents[2]
_ORACLE: dict[str, Any] = tomllib.loads(
    (_ROOT / "tests/oracles/logic_life_search.toml").read_text()
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the searches name."""
    for name, text in _ORACLE["files"].items():
        (tmp_path / name).write_text(text)
    shutil.copy(_ROOT / "examples/diagonal-end.csv", tmp_path / "diagonal-end")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("search", _ORACLE["searches"], ids=lambda search: search["lls"])
def test_as_many_solutions(search: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["search", *search["lifesat"]])
    found = re.findall("^x = ", capsys.readouterr().out, re.MULTILINE)
    assert len(found) == search["solutions"]
    assert code == (0 if found else 1)
