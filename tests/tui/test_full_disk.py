"""A job that is resumed while the disk is full."""

from typing import TYPE_CHECKING

import pytest

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.jobs.journal import KEPT
from lifesat.queries.solutions import ListSolutions
from tests.support.application import TUB, assert_shows, drive, finished, screen_text

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

FULL = "cannot write the request: No space left on device"


@pytest.fixture
def full(home: "Path", monkeypatch: pytest.MonkeyPatch) -> Job:
    """A job that has failed, in a home without room for a file."""

    def refused(path: object, content: bytes, *, force: bool) -> None:
        raise UserError(FULL)

    job = finished("tub", TUB)
    with job.journal() as journal:
        journal.record(values={"state": "failed", "reason": "the disk is full"})
    monkeypatch.setattr("lifesat.jobs.job.write_bytes", refused)
    return job


def test_a_job_that_cannot_be_resumed_stays_as_it_is(full: Job) -> None:
    with pytest.raises(UserError, match=FULL):
        full.resume()
    assert full.summary().state == "failed"
    assert not full.at_work()


def test_the_list_does_not_say_that_it_starts(full: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("✗ failed", app, pilot)
        await pilot.press("r")
        await assert_shows(f"! {FULL}", app, pilot)
        assert "✗ failed" in screen_text(app)
        assert "starting" not in screen_text(app)

    drive(steps)


def test_a_job_that_cannot_be_made_has_lost_nothing(
    home: "Path", monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: "Path", *_: object, **__: object) -> None:
        raise UserError(f"{path}: the disk is full{KEPT}")

    monkeypatch.setattr("lifesat.jobs.job.Journal.create", refused)
    with pytest.raises(UserError) as error:
        Job.create("new", ListSolutions(TUB), Options())
    assert str(error.value) == "cannot make the job 'new': the disk is full"


def test_an_error_of_the_system_has_no_number(
    home: "Path", monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> str:
        raise OSError(28, "No space left on device", "/full/log")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        app.begin(refused)
        await assert_shows("! /full/log: No space left on device", app, pilot)

    drive(steps)
