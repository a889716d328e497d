"""A job whose answer is yes or no for each of many patterns: in the list, and on its screen."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.has_parent import HasParent
from tests.support.application import assert_says, assert_shows, drive

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

TARGETS = {"block.rle": ["OO", "OO"], "dot.rle": ["O"], "empty.rle": ["."]}


@pytest.fixture
def job(home: Path) -> Job:
    named = [
        (name, Predecessor(Pattern.from_rows(rows), margin=0)) for name, rows in TARGETS.items()
    ]
    return Job.create("three", HasParent.about(named), Options())


def test_the_list_and_the_screen(job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    list(work(job))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("✓ answered", app, pilot)
        await assert_says("three: which of 3 patterns have a parent; created", app, pilot)
        await assert_says("2 yes, 1 no", app, pilot)
        await pilot.press("enter")
        await assert_says("which of 3 patterns have a parent: 1 generation back", app, pilot)
        await assert_says("✓ 2 yes, 1 no, after 0:", app, pilot)
        for line in ("block.rle: yes", "dot.rle: no", "empty.rle: yes"):
            await assert_shows(line, app, pilot)
        await pilot.press("s", "enter")
        await assert_shows("saved as three.txt", app, pilot)
        await pilot.press("i")
        await assert_shows("2 yes, 1 no", app, pilot)

    drive(steps, size=(80, 24))
    assert (tmp_path / "three.txt").read_text() == ("block.rle: yes\ndot.rle: no\nempty.rle: yes\n")


def test_what_is_known_so_far(job: Job) -> None:
    with job.journal() as journal:
        journal.record(values={"verdicts": "y??", "state": "stopped", "found": 1, "total": "3"})

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_says("■ 1 yes, 0 no, 2 unknown, after 0:", app, pilot)
        await assert_shows("dot.rle: unknown", app, pilot)
        await pilot.press("c")
        await assert_says("the form has no fields for some conditions", app, pilot)
        await pilot.press("r")
        await assert_says("✓ 2 yes, 1 no, after", app, pilot)

    drive(steps, job="three", size=(120, 40))
