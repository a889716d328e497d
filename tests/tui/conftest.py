"""A home of its own for every test, jobs with known results, and the application driven by keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lifesat.jobs.job import Job
from tests.support.application import TUB, finished
from tests.support.environment import PATIENCE_SECONDS, end_jobs


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Nothing is left at work when a test ends, and nobody's settings or terminal matter."""
    for name in ("NO_COLOR", "TMUX", "STY", "TERM_PROGRAM", "COLORFGBG", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    # A machine that does many things at once counts and reads slowly.
    for name in ("form.costs._COUNT_SECONDS", "jobs.watch._PART_SECONDS"):
        monkeypatch.setattr(f"lifesat_tui.{name}", PATIENCE_SECONDS)
    monkeypatch.chdir(tmp_path)
    yield tmp_path / "home"
    end_jobs()


@pytest.fixture
def tub(home: Path) -> Job:
    """A job that has found all 74 parents of the tub."""
    return finished("tub", TUB)
