"""The list of jobs: while it is read, when it cannot be read, and when there are very many."""

import math
import re
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.geometry import Offset

from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.summary import Summary
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.jobs.job_list import ORDERS, Headings, JobList
from lifesat_tui.jobs.watch import JobsListed, JobsWatch
from lifesat_tui.shared.settings import Settings
from lifesat_tui.shared.terminal import in_ascii
from tests.support.application import (
    TUB,
    assert_hides,
    assert_shows,
    drive,
    finished,
    screen_text,
    until,
)
from tests.support.environment import PATIENCE_SECONDS

if TYPE_CHECKING:
    from textual.message import Message
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def test_there_are_no_jobs_only_once_they_have_been_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = threading.Event()

    def slowly() -> list[str]:
        read.wait(PATIENCE_SECONDS)
        return []

    monkeypatch.setattr("lifesat_tui.jobs.watch.folder_names", slowly)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("reading the jobs …", app, pilot)
        assert "There are no jobs yet" not in screen_text(app)
        read.set()
        await assert_shows("There are no jobs yet", app, pilot)
        await assert_hides("reading the jobs", app, pilot)

    drive(steps)


def test_a_home_that_cannot_be_read_is_not_called_empty(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> list[str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("lifesat_tui.jobs.watch.folder_names", refused)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("Permission denied", app, pilot)
        assert "There are no jobs yet" not in screen_text(app)

    drive(steps)


def test_a_long_first_reading_says_how_far_it_is(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        Job.create(name, ListSolutions(TUB), Options())
    monkeypatch.setattr("lifesat_tui.jobs.watch._PART_SECONDS", 0.0)
    reported: list[JobsListed] = []

    def tell(message: "Message") -> None:
        assert isinstance(message, JobsListed)
        reported.append(message)

    watch = JobsWatch(tell)
    watch.read()
    assert [part.reading for part in reported] == [
        "reading the jobs: 1 of 2 …", "reading the jobs: 2 of 2 …",
    ]  # fmt: skip
    # What has been read can be seen and used.
    assert [len(part.summaries) for part in reported] == [1, 2]

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("running 2", app, pilot)
        app._jobs.on_jobs_listed(reported[0])
        await assert_shows("reading the jobs: 1 of 2 …", app, pilot)
        await assert_shows("running 1", app, pilot)

    drive(steps)


def test_jobs_that_have_ended_are_not_read_each_time(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With thousands of jobs, reading all of them every second would keep a core busy."""
    finished("ended", TUB)
    Job.create("waiting", ListSolutions(TUB), Options())
    watch = JobsWatch(lambda _: None)
    monkeypatch.setattr("lifesat_tui.jobs.watch._PATIENCE", math.inf)
    monkeypatch.setattr("lifesat_tui.jobs.watch._MOST_SECONDS", math.inf)
    watch.read()
    read: list[str] = []

    def read_job(name: str) -> Summary:
        read.append(name)
        return Job(name).summary()

    monkeypatch.setattr("lifesat_tui.jobs.watch.read_job", read_job)
    watch.read()
    assert read == ["waiting"]
    Job.create("third", ListSolutions(TUB), Options())
    summaries, _, _ = watch.read()
    assert {summary.name for summary in summaries} == {"ended", "waiting", "third"}


def test_what_does_not_fit_ends_in_an_ellipsis(home: Path) -> None:
    Job.create("a-name-that-is-longer-than-its-column", ListSolutions(TUB), Options())

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        cut = re.compile(r"what.* a-name-that-is-lo[a-z]*… .*predecessors of Tub", re.DOTALL)
        await until(lambda: cut.search(screen_text(app)) is not None, pilot)

    drive(steps, size=(100, 24))


def test_a_click_on_a_heading_sorts(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("per second", app, pilot)
        rows = app.screen.query_one(JobList).rows

        async def click(column: str) -> None:
            headings = app.screen.query_one(Headings)
            line = screen_text(app).split("\n")[headings.region.y]
            await pilot.click(Headings, Offset(line.index(column), 0))

        for column, order in (("name", "name"), ("elapsed", "elapsed"), ("answer", "found"),
                              ("created", "newest"), ("created", "oldest")):  # fmt: skip
            await click(column)
            await until(lambda: rows.order == order, pilot)  # noqa: B023
            await assert_shows(
                f"{column} {'▴' if order in ('name', 'oldest') else '▾'}", app, pilot
            )
        # The state has no order of its own.
        await click("state")
        await pilot.pause()
        assert rows.order == "oldest"

    drive(steps, size=(160, 40), settings=Settings(animation=False, preview=False))


def test_the_heading_of_the_order_is_not_cut(home: Path) -> None:
    finished("tub", TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("finished 1", app, pilot)
        for order in [*list(ORDERS)[1:], next(iter(ORDERS))]:
            await pilot.press("o")
            await assert_shows(ORDERS[order].words, app, pilot)
            assert "…" not in app.screen.query_one(JobList).heading()

    drive(steps)


def test_a_word_that_is_cut_has_another_end_than_a_full_stop_in_ascii() -> None:
    assert in_ascii("predece… of the tub …") == "predece~ of the tub ."
