"""Processes of jobs that die or give no sign of life."""

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.stall import QUIET_SECONDS, SILENT_SECONDS, StallDetector
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.shared.screen import Base
from tests.support.application import (
    ENDLESS,
    assert_hides,
    assert_says,
    assert_shows,
    drive,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat.jobs.summary import Summary
    from lifesat_tui.app import LifesatApp


def test_a_killed_worker(home: Path) -> None:
    job = Job.create("endless", ListSolutions(ENDLESS), Options(method="sat", limit=None))
    job.start()

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: job.summary().progress.found > 0, pilot)
        os.kill(job.summary().process or 0, signal.SIGKILL)
        await assert_shows("before its process died", app, pilot)
        found = job.summary().progress.found
        await pilot.press("r")
        await until(lambda: job.summary().progress.found > found, pilot)
        await assert_shows("running", app, pilot)
        await pilot.press("x")
        await assert_shows("when interrupted", app, pilot)

    drive(steps, job="endless")


class Clock:
    """The clock that measures for how long a process is silent; it goes on only by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        # How often it was looked at, and the silence that was seen last.
        self.looks = self.silent = 0

    def detector(self) -> StallDetector:
        """Make a detector that goes by this clock."""
        clock = self

        class Detector(StallDetector):
            def look(self, summary: "Summary", now: float) -> int:
                clock.silent = super().look(summary, clock.now)
                clock.looks += 1
                return clock.silent

        return Detector()


async def until_silent(clock: Clock, pilot: "Pilot[None]") -> None:
    """Let time pass until a process that was stopped has been silent for too long."""
    while not clock.silent:
        clock.now += QUIET_SECONDS + 1
        # The first of these looks may have begun before, or see the last that the process wrote.
        looks = clock.looks + 2
        await until(lambda: clock.looks >= looks, pilot)  # noqa: B023


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All messages, also those that end before a test looks at the screen."""
    sentences: list[str] = []
    usual = Base.say

    def say(screen: Base[Any], sentence: str, *, error: bool = False) -> None:
        sentences.append(sentence)
        usual(screen, sentence, error=error)

    monkeypatch.setattr(Base, "say", say)
    return sentences


@pytest.mark.parametrize("waits", [True, False])
def test_a_worker_that_does_not_answer(
    waits: bool, home: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("lifesat_tui.job.watch.StallDetector", clock.detector)
    job = Job.create("endless", ListSolutions(ENDLESS), Options(method="sat", limit=None))
    job.start()

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: job.summary().progress.found > 0, pilot)
        hanging = job.summary().process or 0
        os.kill(hanging, signal.SIGSTOP)
        await until_silent(clock, pilot)
        await assert_shows("? no answer for 0:11", app, pilot)
        await assert_says("r does so now", app, pilot)
        found = job.summary().progress.found
        if waits:
            clock.now += SILENT_SECONDS
        else:
            await pilot.press("r")
        await until(lambda: any("endless did not respond" in each for each in said), pilot)
        await until(lambda: job.summary().progress.found > found, pilot)
        await assert_shows("▸ running", app, pilot)
        assert job.summary().process != hanging
        await pilot.press("x")
        await assert_shows("when interrupted", app, pilot)

    drive(steps, job="endless")
    with job.journal() as journal:
        boards = [row.packed for row in journal.solutions(0)]
    assert len(set(boards)) == len(boards)


def test_the_list_tells_of_a_worker_that_does_not_answer(
    home: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("lifesat_tui.jobs.watch.StallDetector", clock.detector)
    job = Job.create(
        "endless", ListSolutions(ENDLESS), Options(method="sat", limit=None, workers=1)
    )
    job.start()

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: job.summary().progress.found > 0, pilot)
        await assert_shows("▸ running", app, pilot)
        await assert_shows("x stop", app, pilot)
        await assert_hides("r resume", app, pilot)
        hanging = job.summary().process or 0
        os.kill(hanging, signal.SIGSTOP)
        await until_silent(clock, pilot)
        await assert_shows("? no answer", app, pilot)
        await assert_shows("endless: the process does not respond; r replaces it", app, pilot)
        await assert_shows("r resume", app, pilot)
        found = job.summary().progress.found
        await pilot.press("r")
        await until(lambda: any("endless did not respond" in each for each in said), pilot)
        await until(lambda: job.summary().progress.found > found, pilot)
        await assert_shows("▸ running", app, pilot)
        assert job.summary().process != hanging
        await assert_hides("r resume", app, pilot)

    drive(steps)
    job.stop()
