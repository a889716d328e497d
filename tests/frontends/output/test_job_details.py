"""The table of everything about a job."""

from dataclasses import replace
from pathlib import Path

import pytest

from lifesat.engines.options import Options
from lifesat.frontends.output.job_details import job_details
from lifesat.jobs.job import Job
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Started
from lifesat.queries.solutions import ListSolutions
from tests.support.jobs import TUB
from tests.support.summaries import at

pytestmark = pytest.mark.quick


def test_solvers_are_shown_while_they_are_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    job = Job.create("tub", ListSolutions(TUB), Options())
    summary = job.summary()
    assert "solvers at work" not in job_details(job, summary)
    assert job_details(job, at(summary, members=2))["solvers at work"] == "2"
    large = at(summary, row=37, rows=66, nogoods=4)
    assert job_details(job, large)["rows reached"] == "37 of 66, nogoods 4"
    with_particles = at(large, nogoods=0, particles=100)
    assert job_details(job, with_particles)["rows reached"] == "37 of 66, particles 100"
    bounded = at(summary, bound=2)
    assert job_details(job, bounded)["lower bound"] == "none has fewer than 2 live cells"
    assert "lower bound" not in job_details(job, replace(bounded, state="complete"))


def test_columns_are_called_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    details = {}
    for name, rows in ("wide", ["." * 12] * 3), ("high", ["..."] * 12):
        job = Job.create(name, ListSolutions(Predecessor(Pattern.from_rows(rows))), Options())
        details[name] = job_details(job, at(job.summary(), row=5, rows=14))
    assert details["wide"]["columns reached"] == "5 of 14, nogoods 0"
    assert details["high"]["rows reached"] == "5 of 14, nogoods 0"
    assert "rows reached" not in details["wide"]


def test_the_note_of_a_search_is_shown_once_it_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    job = Job.create("tub", ListSolutions(TUB), Options())
    assert "note" not in job_details(job, job.summary())
    started = Started(4, 9, 4, 1, "truth_table", "glucose4", "large boards take long")
    with job.journal() as journal:
        journal.record(values={"started": started.to_json()})
    assert job_details(job, job.summary())["note"] == "large boards take long"


def test_every_row_says_something_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    options = Options(
        limit=None,
        time_limit=90.0,
        memory=2 * 10**9,
        up_to_symmetry=True,
        workers=3,
        solver="glucose4",
    )
    job = Job.create("tub", ListSolutions(TUB), options)
    summary = at(
        replace(job.summary(), created="2026-01-01T10:20:30+00:00"),
        found=1_500, covered=12_000, total=20_000, seconds=75.4, cubes_done=3, cubes_open=1,
    )  # fmt: skip
    assert job_details(job, summary) == {
        "job": "tub",
        "state": "new",
        "looks for": "predecessors of the 3x3 target",
        "conditions": TUB.conditions(),
        "found": "1,500 for 12,000 of 20,000",
        "solver conflicts": "0",
        "parts": "3 of 4 done",
        "elapsed": "1:15",
        "created": "2026-01-01 10:20:30 UTC",
        "limit": "none",
        "time limit": "1:30",
        "up to symmetry": "yes",
        "solver": "glucose4",
        "method": "auto",
        "workers": "3",
        "memory": "2 GB",
        "folder": str(tmp_path / "jobs" / "tub"),
    }
