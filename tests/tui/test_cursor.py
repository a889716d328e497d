"""The cursor of the list, and what is deleted from it."""

from typing import TYPE_CHECKING

import pytest

from lifesat.engines.options import Options
from lifesat.jobs.job import Job, jobs
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.app import LifesatApp
from lifesat_tui.jobs.screen import Jobs
from lifesat_tui.shared.screen import Ask, Confirm
from tests.support.application import TUB, assert_shows, drive, job_screen, screen_text, until

if TYPE_CHECKING:
    from textual.pilot import Pilot


def chosen(app: LifesatApp) -> str:
    assert isinstance(app.screen, Jobs)
    summary = app.screen.chosen()
    return "" if summary is None else summary.name


def test_the_cursor_is_on_the_job_last_seen(tub: Job) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("tub", app, pilot)
        Job.create("later", ListSolutions(TUB), Options())
        app.attach("later")
        await pilot.pause()
        assert job_screen(app).job.name == "later"
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, Jobs) and chosen(app) == "later", pilot)

    drive(steps)


def test_what_a_dialog_names_is_deleted_although_the_cursor_moves(tub: Job) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("tub", app, pilot)
        await pilot.press("d")
        assert isinstance(app.screen, Confirm)
        await assert_shows("Delete the job tub", app, pilot)
        # The dialog lies in the middle, over the list.
        rows = screen_text(app).split("\n")
        assert "lifesat · jobs" in rows[0]
        assert "all found" in rows[3]
        question = next(row for row in rows if "Delete the job tub" in row)
        assert question.index("│") == len(question) - 1 - question.rindex("│")
        Job.create("later", ListSolutions(TUB), Options())
        app._jobs.follow("later")
        await until(
            lambda: app._jobs._latest is not None and len(app._jobs._latest.summaries) == 2, pilot
        )
        await pilot.press("enter")
        assert isinstance(app.screen, Confirm)
        await pilot.press("y")
        await until(lambda: [job.name for job in jobs()] == ["later"], pilot)
        await assert_shows("deleted tub; u in the list of jobs restores it", app, pilot)
        await pilot.press("u")
        await until(lambda: len(jobs()) == 2 and chosen(app) == "tub", pilot)
        assert tub.summary().progress.found == 74

    drive(steps)


def test_the_name_of_a_large_job_is_asked_for(tub: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesat_tui.job.actions.MANY", 74)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("tub", app, pilot)
        await pilot.press("d", "t", "u", "enter")
        assert isinstance(app.screen, Ask)
        await assert_shows("! enter tub, or press esc", app, pilot)
        await pilot.press("b", "enter")
        await until(lambda: not jobs(), pilot)

    drive(steps)
