"""Several jobs are selected in the list, and deleted, paused or stopped together."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat.engines.options import Options
from lifesat.jobs.job import Job, jobs
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.jobs.screen import Jobs
from tests.support.application import (
    ENDLESS,
    TUB,
    assert_says,
    assert_shows,
    drive,
    finished,
    press,
    screen_text,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def names() -> list[str]:
    return [job.name for job in jobs()]


def test_selected_jobs_are_deleted_and_come_back(home: Path) -> None:
    for name in ("one", "two", "three"):
        finished(name, TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("finished 3", app, pilot)
        await press(pilot, "order")
        await press(pilot, "order")
        await assert_shows("by name", app, pilot)
        await pilot.press("home")
        await press(pilot, "select")
        await assert_shows("1 job selected", app, pilot)
        await press(pilot, "select")
        await assert_shows("2 jobs selected: d deletes", app, pilot)
        await press(pilot, "delete")
        await assert_shows("the 2 jobs that are selected and their 148 solutions", app, pilot)
        await press(pilot, "yes")
        await until(lambda: names() == ["two"], pilot)
        await assert_shows("2 jobs deleted; u restores", app, pilot)
        # They come back together.
        await press(pilot, "undo")
        await assert_shows("restored 2 jobs", app, pilot)
        await until(lambda: names() == ["one", "three", "two"], pilot)

    drive(steps)


def test_the_selection_is_dropped_before_the_filter(home: Path, tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("all found", app, pilot)
        await pilot.press("slash", *"tub", "enter", "t")
        await assert_shows("*✓ all found", app, pilot)
        await press(pilot, "show_all")
        await assert_shows("no job is selected", app, pilot)
        await assert_shows("1 of 1 jobs", app, pilot)

    drive(steps)


def test_many_solutions_need_the_number_of_jobs(tub: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesat_tui.job.actions.MANY", 74)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("all found", app, pilot)
        await pilot.press("t", "d", "y", "enter")
        await assert_shows("enter 1, the number of jobs", app, pilot)
        assert names() == ["tub"]
        await pilot.press("backspace", "1", "enter")
        await until(lambda: not names(), pilot)

    drive(steps)


def test_selected_searches_are_paused_and_stopped(home: Path) -> None:
    made = [
        Job.create(name, ListSolutions(ENDLESS), Options(method="sat", limit=None))
        for name in ("one", "two")
    ]
    for job in made:
        job.start()

    def states() -> set[str]:
        return {job.summary().state for job in made}

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: states() == {"running"}, pilot)
        # A search that has just been started stands among those that run, too.
        await until(lambda: screen_text(app).count("▸ running") == 2, pilot)
        await pilot.press("home", "t", "t", "space")
        await until(lambda: states() == {"paused"}, pilot)
        await assert_shows("paused or stopped 2", app, pilot)
        await pilot.press("home", "t", "t", "x")
        await until(lambda: states() == {"stopped"}, pilot)

    drive(steps)


def test_what_was_deleted_a_moment_ago_is_restored(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list has not been read since."""
    finished("one", TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("finished 1", app, pilot)
        monkeypatch.setattr(Jobs, "_show", lambda *_: None)
        await pilot.press("d", "y")
        await assert_says("deleted", app, pilot)
        await pilot.press("u")
        await assert_says("restored", app, pilot)

    drive(steps)
