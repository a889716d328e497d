"""The table of everything about a job."""

from dataclasses import replace
from pathlib import Path

import pytest

from lifesat.jobs.events import Started
from lifesat.jobs.job import Job
from lifesat.jobs.options import Options
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
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
    with_particles = replace(large, nogoods=0, particles=100)
    assert job_details(job, with_particles)["rows reached"] == "37 of 66, particles 100"


def test_columns_are_called_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    details = {}
    for name, rows in ("wide", ["." * 12] * 3), ("high", ["..."] * 12):
        job = Job.create(name, Predecessor(Pattern.from_rows(rows)), Options())
        details[name] = job_details(job, replace(job.summary(), row=5, rows=14))
    assert details["wide"]["columns reached"] == "5 of 14, nogoods 0"
    assert details["high"]["rows reached"] == "5 of 14, nogoods 0"
    assert "rows reached" not in details["wide"]


def test_the_note_of_a_search_is_shown_once_it_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    job = Job.create("tub", TUB, Options())
    assert job_details(job, job.summary())["note"] == ""
    started = Started(4, 9, 4, 1, "truth_table", "glucose4", "large boards take long")
    with job.journal() as journal:
        journal.record(values={"started": started.to_json()})
    assert job_details(job, job.summary())["note"] == "large boards take long"
