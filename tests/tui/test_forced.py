"""A job that searches for forced cells, in the list and on its screen."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat import read_text
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.queries.forced_cells import ForcedCells
from tests.support.application import assert_shows, drive, job_screen, screen_text
from tests.support.forced import forced, known_forced, work_until_more
from tests.support.soups import soup

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

SOUP = soup(8, 8)


@pytest.fixture
def part(home: Path, monkeypatch: pytest.MonkeyPatch) -> Job:
    """A job that was stopped when it had settled some cells."""
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", -1.0)
    job = Job.create("part", ForcedCells(SOUP), forced())
    work_until_more(job)
    return job


def test_the_list(part: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("part: forced cells in predecessors of", app, pilot)
        await assert_shows("stopped", app, pilot)
        await pilot.press("d")
        await assert_shows("Delete the job part and its forced cells?", app, pilot)

    drive(steps, size=(120, 40))


def test_its_screen_while_it_is_worked_on_and_after(part: Job) -> None:
    summary, known = part.summary(), known_forced(part)
    assert known is not None

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows(f"{summary.settled}", app, pilot)
        await assert_shows(f"forced: {known.live} live, {known.dead} dead", app, pilot)
        await assert_shows("target", app, pilot)
        assert not {"solution", "found", "cells"} & job_screen(app).met_needs()
        assert "found" not in screen_text(app)
        for _ in work(part):
            pass
        total = part.summary().progress.total
        await assert_shows(f"{total} of {total} cells settled: 1 generation back", app, pilot)
        await assert_shows("all settled", app, pilot)
        now = known_forced(part)
        assert now is not None
        await assert_shows(f"forced: {now.live} live, {now.dead} dead", app, pilot)
        await pilot.press("l")
        await assert_shows(
            "nothing left to do: the job 'part' searches for forced cells", app, pilot
        )
        await pilot.press("c")
        await assert_shows("the form has no fields for some conditions", app, pilot)

    drive(steps, job="part", size=(120, 40))


def test_keys_that_are_for_lists(part: Job, tmp_path: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows(part.summary().settled, app, pilot)
        await pilot.press("l")
        await assert_shows("this search has no limit on the number", app, pilot)
        await pilot.press("slash")
        await assert_shows("there are no solutions to sort", app, pilot)
        await pilot.press("e")
        await assert_shows("Write the forced cells to this file", app, pilot)
        await pilot.press("enter")
        await assert_shows("wrote part-forced.rle: forced: ", app, pilot)

    drive(steps, job="part", size=(120, 40))
    known = known_forced(part)
    assert known is not None
    written = read_text((tmp_path / "part-forced.rle").read_text(), unknown=True)
    assert written.to_array().tolist() == known.board.tolist()


def test_nothing_is_known_yet(home: Path) -> None:
    Job.create("new", ForcedCells(SOUP), forced())

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("no predecessor yet", app, pilot)
        await assert_shows("0 cells settled", app, pilot)
        await assert_shows("forced cells: 1 generation back", app, pilot)

    drive(steps, job="new", size=(120, 40))
