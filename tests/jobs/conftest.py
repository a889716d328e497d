"""A home of its own for every test, and processes at work in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.environment import end_jobs


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Nothing is left at work when a test ends."""
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    yield tmp_path / "home"
    end_jobs()
