"""A job that is too long to list says so; a sample or a count of its target start by a key."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.jobs.job import Job, jobs
from lifesat.problems.life.predecessor import Predecessor
from lifesat_tui.form.draft import check, draft_about
from lifesat_tui.job.answer import AnswerScreen
from tests.support.application import (
    TUB,
    assert_hides,
    assert_says,
    assert_shows,
    drive,
    finished,
    job_screen,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

TOTAL = 21_590_702_665


def long_job(total: int | None, problem: Predecessor = TUB, limit: int | None = None) -> None:
    """Make a job that was stopped when it had found some of many."""
    finished("long", problem, method="sat", limit=3)
    job = Job("long")
    job.change(Options(limit=limit))
    with job.journal() as journal:
        journal.record(values={"state": "stopped", "total": total and str(total), "seconds": 2.0})


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((80, 24), "too long to list: S sample 1,000  C count only"),
        ((120, 40), ": S sample 1,000  C count only  l limit"),
    ],
)
def test_a_list_that_is_too_long(size: tuple[int, int], words: str, home: Path) -> None:
    long_job(TOTAL)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("■ stopped", app, pilot)
        await assert_shows(words, app, pilot)

    drive(steps, job="long", size=size)


@pytest.mark.parametrize(("total", "limit"), [(74, None), (None, None), (TOTAL, 1000)])
def test_other_lists_are_not(total: int | None, limit: int | None, home: Path) -> None:
    long_job(total, limit=limit)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("■ stopped", app, pilot)
        await assert_hides("too long", app, pilot)

    drive(steps, job="long")


def test_a_sample_and_a_count_instead(home: Path) -> None:
    long_job(TOTAL)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("too long to list", app, pilot)
        await pilot.press("C")
        await until(lambda: isinstance(app.screen, AnswerScreen), pilot)
        await assert_shows("✓ 74 predecessors", app, pilot)
        await pilot.press("escape")
        await assert_shows("too long to list", app, pilot)
        await pilot.press("S")
        await until(lambda: job_screen(app).job.name == "long-sample", pilot)
        await assert_shows("1 of 1,000", app, pilot)
        await assert_shows("1,000 predecessors drawn", app, pilot)
        await pilot.press("right")
        await assert_shows("2 of 1,000", app, pilot)
        await pilot.press("escape")
        await until(lambda: job_screen(app).job.name == "long", pilot)

    drive(steps, job="long")
    assert {job.name for job in jobs()} == {"long", "long-count", "long-sample"}


def test_what_cannot_be_counted_says_why(home: Path) -> None:
    finished("two", Predecessor(Pattern.from_rows(["OO", "OO"]), generations=2), limit=1)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 1", app, pilot)
        for key in "SC":
            await pilot.press(key)
            await assert_says("only predecessors one generation back can be counted", app, pilot)

    drive(steps, job="two")


def test_the_conditions_stay(home: Path) -> None:
    problem = Predecessor(TUB.target, outside="free", min_population=3, different=True)
    draft = draft_about("sample", "a", problem)
    assert draft is not None
    assert draft.typed["name"] == "a-sample"
    checked = check(draft)
    assert checked.problem == problem
    assert draft_about("count", "", Predecessor(TUB.target, require=frozenset({(0, 0)}))) is None
