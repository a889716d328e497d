"""The figures of a job while solvers are at work on it."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from textual.app import App, ComposeResult
from textual.widgets import Static

from lifesat.engines.options import Options
from lifesat.engines.sat.search import Models
from lifesat.jobs.job import Job
from lifesat.jobs.summary import Summary
from lifesat.jobs.worker import _JobRun, work
from lifesat.queries.events import Progress, Solutions
from lifesat.queries.run import Slice
from lifesat.queries.solutions import BestSolution, ListSolutions
from lifesat_tui.app import LifesatApp
from lifesat_tui.job.progress import ProgressPanel
from tests.support.application import TUB, assert_shows, drive, finished, job_screen
from tests.support.summaries import at

if TYPE_CHECKING:
    from textual.pilot import Pilot


class _Panel(App[None]):
    """An application that shows nothing but the panel."""

    def compose(self) -> ComposeResult:
        yield ProgressPanel()


def figures(summary: Summary) -> dict[str | None, str]:
    """Return the texts of the panel by their names."""

    async def shown() -> dict[str | None, str]:
        app = _Panel()
        async with app.run_test() as pilot:
            app.query_one(ProgressPanel).show(summary, None)
            await pilot.pause()
            return {each.id: str(each.render()) for each in app.query(Static)}

    return asyncio.run(shown())


def test_what_a_search_does_now_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    job = Job.create("tub", ListSolutions(TUB), Options(method="sat", limit=None))

    def phase(**values: object) -> str:
        with job.journal() as journal:
            journal.record(values={"state": "running", **values})
        with job.lock():
            return figures(job.summary())["phase"]

    assert phase(phase="preparing the search") == "preparing the search"
    assert phase(phase="row 37 of 66", members=2) == "row 37 of 66, 2 solvers"
    with job.journal() as journal:
        journal.record(values={"members": 0})
    list(work(job))
    with job.journal() as journal:
        assert journal.values()["phase"] == "listing predecessors"
    assert figures(job.summary())["phase"] == ""


def test_parts_and_the_lower_bound_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    summary = Job.create("tub", ListSolutions(TUB), Options()).summary()
    summary = at(replace(summary, state="running"), phase="listing")
    assert figures(at(summary, cubes_done=1, cubes_open=3))["phase"] == "listing, 1 of 4 parts done"
    assert figures(at(summary, bound=1047))["phase"] == "listing, lower bound 1,047"


def test_nothing_found_is_no_rate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    summary = Job.create("tub", ListSolutions(TUB), Options()).summary()
    shown = figures(at(replace(summary, state="running"), seconds=14.0))
    assert (shown["now"], shown["overall"], shown["course"]) == ("now -", "overall -", "")


def test_the_clock_runs_between_two_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    summary = Job.create("tub", ListSolutions(TUB), Options()).summary()

    async def elapsed() -> str:
        app = _Panel()
        async with app.run_test() as pilot:
            panel = app.query_one(ProgressPanel)
            panel.show(at(replace(summary, state="running"), seconds=60.0), None)
            # As if it had been seen some seconds ago.
            panel._clock._seen_at -= 5.0
            panel._write_clock()
            await pilot.pause()
            return str(app.query_one("#elapsed", Static).render())

    assert asyncio.run(elapsed()) in ("elapsed 1:05", "elapsed 1:06")


def test_rates_leave_out_what_is_read_again() -> None:
    assert Progress(100, 100, 0, 30.0, read_seconds=20.0).rate == 10.0


def test_a_search_for_the_best_has_no_bar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    bars = {}
    for name, query in (("all", ListSolutions(TUB)), ("best", BestSolution(TUB, "fewest"))):
        job = Job.create(name, query, Options(method="sat", limit=None))
        bars[name] = figures(replace(job.summary(), state="running"))["bar"]
    assert bars == {"all": "the number of solutions is not known", "best": ""}


def test_while_known_solutions_are_read_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    job = Job.create("tub", ListSolutions(TUB), Options())
    with job.journal() as journal:
        journal.record(values={"state": "running", "found": 74368, "conflicts": 9})
        with job.lock():
            assert job.summary().reading == 0
            journal.record(values={"known_found": 74368, "known_conflicts": 9})
            assert figures(job.summary())["phase"] == "reading 74,368 known solutions"
            # The solvers search, but have found nothing new.
            journal.record(values={"conflicts": 10})
            assert "reading" not in figures(job.summary())["phase"]
            assert figures(job.summary())["found"].startswith("found 74,368")


def test_a_run_begins_with_what_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    job = finished("tub", TUB, limit=5, method="sat")
    job.change(replace(job.options(), limit=9))
    for _ in work(job):
        pass
    with job.journal() as journal:
        values = journal.values()
    assert (values["known_found"], values["found"]) == (5, 9)


def test_the_frame_follows_a_number_that_grows_fast(tub: Job) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("predecessor 1 of 74", app, pilot)
        screen = job_screen(app)
        # As if it had been drawn a moment ago.
        screen._frames_updated = float("inf")
        screen.update_found(100, 26)
        screen.update_found(150, 50)
        await assert_shows("predecessor 1 of 150", app, pilot)

    drive(steps, job="tub")


def test_the_time_of_reading_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    job = finished("tub", TUB, limit=5, method="sat")
    none = Models(np.zeros((0, TUB.projection), dtype=np.int32), np.ones(0, dtype=np.intp))
    nothing = Solutions(6, TUB.boards(none.literals), none.orbit_sizes, TUB)
    with job.journal() as journal:
        journal.record(values={"found": 5, "covered": 5, "conflicts": 3, "seconds": 10.0})
        run = _JobRun(job, journal, lambda: False)
        run.skip_time(-2.0)  # two seconds pass
        run.record(Slice(TUB, none), nothing)
        read = journal.values()["read_seconds"]
        run.found, run.covered = 6, 6
        run.skip_time(-60.0)
        run.record(Slice(TUB, none), nothing)
        assert journal.values()["read_seconds"] == read
    assert 2.0 <= read < 60.0
    assert job.summary().progress.read_seconds == read
