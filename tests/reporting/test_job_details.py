"""The table of everything about a job."""

from dataclasses import replace
from pathlib import Path

import pytest

from lifesat.jobs.job import Job
from lifesat.jobs.options import Options
from lifesat.reporting.job_details import job_details
from tests.support.jobs import TUB


def test_solvers_are_shown_while_they_are_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    job = Job.create("tub", TUB, Options())
    summary = job.summary()
    assert job_details(job, summary)["solvers at work"] == ""
    assert job_details(job, replace(summary, members=2))["solvers at work"] == "2"
    large = replace(summary, row=37, rows=66, nogoods=4)
    assert job_details(job, large)["rows reached"] == "37 of 66, nogoods 4"
