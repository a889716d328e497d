"""The application, and the jobs that it starts, import nothing from the current folder."""

import sys
from pathlib import Path

import pytest

from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.queries.count_solutions import CountSolutions
from tests.support.hostile import Hostile
from tests.support.jobs import TUB, until
from tests.support.terminals import Tmux, gone


def test_a_job_that_is_started(
    home: Path, hostile: Hostile, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile.add()
    monkeypatch.chdir(hostile.folder)
    job = Job.create("tub", CountSolutions(TUB), Options())
    job.start()
    until(lambda: job.summary().state == "complete")
    assert job.query().text(job.known().state) == "74\n"


def test_the_application(hostile: Hostile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hostile.add()
    monkeypatch.chdir(hostile.folder)
    tmux = Tmux(tmp_path)
    tmux.start(str(Path(sys.executable).with_name("lifesat")), "tui")
    try:
        tmux.wait("There are no jobs yet")
        process = tmux.process()
        tmux.keys("q")
        assert gone(process)
    finally:
        tmux.kill()
