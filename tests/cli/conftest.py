"""Pattern files to run commands on."""

import tempfile
from pathlib import Path

import pytest

from lifesat import Pattern, read_all

TUB = "x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n"
BLOCK = "x = 2, y = 2, rule = B3/S23\n2o$2o!\n"
DOT = "x = 1, y = 1, rule = B3/S23\no!\n"
EMPTY = "x = 12, y = 12, rule = B3/S23\n!\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {"tub": TUB, "block": BLOCK, "empty": EMPTY, "dot": DOT}.items():
        (tmp_path / f"{name}.rle").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def listed(text: str) -> list[Pattern]:
    with tempfile.NamedTemporaryFile("w", suffix=".rle") as file:
        file.write(text)
        file.flush()
        return list(read_all(file.name)) if text else []
