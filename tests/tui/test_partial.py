"""The partial predecessor on the screen of a job."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.partial import write_partial
from lifesat.jobs.worker import work
from lifesat.queries.events import Partial
from lifesat.queries.query import PartialBoard
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.board.panel import BoardPanel
from tests.support.application import (
    assert_hides,
    assert_shows,
    drive,
    job_screen,
    screen_text,
    until,
)
from tests.support.soups import partial_of, soup

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

FREE = soup(30, 24)
STRIPS = Options(method="strips", workers=1)


async def shows_a_partial(job: Job, app: "LifesatApp", pilot: "Pilot[None]") -> None:
    """Write the first rows of a partial predecessor, and wait until the screen shows them."""
    write_partial(job, partial_of(FREE, 9))
    await assert_shows("partial predecessor, row 9 of 36", app, pilot)


def row_of(partial: PartialBoard | None) -> int:
    return partial.row if isinstance(partial, Partial) else 0


@pytest.mark.parametrize("size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.weekly)])
def test_it_grows_while_a_process_works_in_the_background(
    home: Path, size: tuple[int, int]
) -> None:
    job = Job.create("soup", ListSolutions(soup(150, 150)), STRIPS)
    job.start()

    def row(app: "LifesatApp") -> int:
        found = re.search(r"partial predecessor, row (\d+) of 156", screen_text(app))
        return int(found[1]) if found else 0

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: row(app) > 0, pilot)
        first = row(app)
        await assert_shows("░", app, pilot)
        await assert_shows("target", app, pilot)
        await until(lambda: row(app) > first, pilot)
        assert "predecessor 1 of" not in screen_text(app)
        assert not {"solution", "generations"} & job_screen(app).met_needs()

    try:
        drive(steps, job="soup", size=size)
    finally:
        job.kill()


def test_a_solution_takes_its_place(home: Path) -> None:
    job = Job.create("soup", ListSolutions(FREE), STRIPS)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await shows_a_partial(job, app, pilot)
        for _ in work(job):
            pass
        await assert_shows("predecessor 1 of 1", app, pilot)
        await assert_hides("partial", app, pilot)

    drive(steps, job="soup")


def test_when_it_is_gone_there_is_none(home: Path) -> None:
    job = Job.create("soup", ListSolutions(FREE), STRIPS)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await shows_a_partial(job, app, pilot)
        (job.folder / "partial.json").unlink()
        await assert_shows("no predecessor yet", app, pilot)

    drive(steps, job="soup")


def test_a_frozen_display_keeps_it(home: Path) -> None:
    job = Job.create("soup", ListSolutions(FREE), STRIPS)
    write_partial(job, partial_of(FREE, 9))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("row 9 of 36", app, pilot)
        await pilot.press("z")
        await assert_shows("frozen", app, pilot)
        write_partial(job, partial_of(FREE, 21))
        screen = job_screen(app)
        await until(lambda: row_of(screen._latest_partial) == 21, pilot)
        assert "row 9 of 36" in screen_text(app)
        await pilot.press("z")
        await assert_shows("row 21 of 36", app, pilot)

    drive(steps, job="soup")


@pytest.mark.parametrize(("shape", "axis"), [((150, 40), 1), ((40, 300), 0)])
def test_the_last_line_is_in_sight_until_the_user_scrolls(
    home: Path, shape: tuple[int, int], axis: int
) -> None:
    problem = soup(*shape)
    job = Job.create("soup", ListSolutions(problem), STRIPS)

    def corners(app: "LifesatApp") -> list[int]:
        panels = app.screen.query(BoardPanel)
        return [
            panel._picture(panel._shown)[1][axis] for panel in panels if panel._shown is not None
        ]

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        for row in (5, 130):
            write_partial(job, partial_of(problem, row))
            await assert_shows(f" {row} of ", app, pilot)
        await until(lambda: 130 > corners(app)[0] == corners(app)[1] > 20, pilot)
        corner = corners(app)[0]
        await pilot.press("K", "H")
        await until(lambda: corner > corners(app)[0] == corners(app)[1], pilot)
        scrolled = corners(app)
        write_partial(job, partial_of(problem, 134))
        await assert_shows(" 134 of ", app, pilot)
        assert corners(app) == scrolled

    drive(steps, job="soup")


@pytest.mark.parametrize("shape", [(30, 24), (60, 60)])
def test_in_ascii(home: Path, shape: tuple[int, int]) -> None:
    problem = soup(*shape)
    job = Job.create("soup", ListSolutions(problem), STRIPS)
    write_partial(job, partial_of(problem, 9))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows(f"row 9 of {shape[0] + 6}", app, pilot)
        await assert_shows("??????", app, pilot)
        assert screen_text(app).isascii()

    drive(steps, job="soup", utf_8=False)
