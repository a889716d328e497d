"""A home of its own for every test, and processes at work in it."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lifesat import Pattern
from lifesat.jobs.job import Job, jobs
from lifesat.jobs.options import Options
from lifesat.problems.predecessor import Predecessor

TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]))
POND = Predecessor(Pattern.from_rows([".OO.", "O..O", "O..O", ".OO."]), outside="free")
# Its parents are far too many to list.
ENDLESS = Predecessor(Pattern.from_rows(["." * 12] * 12), margin=0)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Nothing is left at work when a test ends."""
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    yield tmp_path / "home"
    for job in jobs():
        job.kill()


def worker(name: str, *words: str, **options: Any) -> "subprocess.Popen[str]":
    """The process at work on a job, as `Job.start` starts it, but heard."""
    command = [sys.executable, "-m", "lifesat", "jobs", "run", name, "--jsonl", "--quiet", *words]
    return subprocess.Popen(
        command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    )


def boards(job: Job) -> list[bytes]:
    """Every solution in the journal."""
    with job.journal() as journal:
        return [row.packed for row in journal.solutions(0, 10**6)]


def told(lines: str) -> list[dict[str, Any]]:
    """The events in what a process said; its last line may be cut short."""
    return [json.loads(line) for line in lines.splitlines(keepends=True) if line.endswith("\n")]


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "that never came true"
        time.sleep(0.02)


def everything(**options: Any) -> Options:
    return Options(**{"limit": None, "workers": 2, **options})
