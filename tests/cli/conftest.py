"""Pattern files to run commands on."""

from pathlib import Path

import pytest

from tests.support.commands import BLOCK, TUB

DOT = "x = 1, y = 1, rule = B3/S23\no!\n"
EMPTY = "x = 12, y = 12, rule = B3/S23\n!\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {"tub": TUB, "block": BLOCK, "empty": EMPTY, "dot": DOT}.items():
        (tmp_path / f"{name}.rle").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path
