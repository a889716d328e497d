"""A message goes when what it says no longer holds."""

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.jobs.job import Job
from lifesat_tui.job.watch import JobSeen
from tests.support.application import (
    ENDLESS,
    assert_hides,
    assert_shows,
    drive,
    end_watch,
    finished,
    job_screen,
)
from tests.support.summaries import at

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def test_a_message_about_the_job_goes_with_its_state(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        screen = job_screen(app)
        await end_watch(screen.reader, pilot)
        running = replace(tub.summary(), state="running", process=1)
        screen.on_job_seen(JobSeen(running, None))
        for said, stays in (("tub will pause shortly", False), ("saved as other.rle", True)):
            screen.on_job_seen(JobSeen(running, None))
            screen.say(said)
            await assert_shows(said, app, pilot)
            screen.on_job_seen(JobSeen(replace(running, state="paused"), None))
            await (assert_shows if stays else assert_hides)(said, app, pilot)

    drive(steps, job="tub")


def test_a_message_about_what_is_missing_goes_once_it_is_there(home: "Path") -> None:
    finished("none", ENDLESS, limit=1)
    job = Job("none")
    summary = job.summary()

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 1", app, pilot)
        screen = job_screen(app)
        await end_watch(screen.reader, pilot)
        screen.on_job_seen(JobSeen(at(summary, found=0), None))
        await pilot.press("h")
        await assert_shows("a heat map needs patterns", app, pilot)
        screen.on_job_seen(JobSeen(summary, None))
        await assert_hides("a heat map needs patterns", app, pilot)

    drive(steps, job="none")
