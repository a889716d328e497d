"""The focus comes back after what took it away, and keys go on acting on what is highlighted."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from lifesat.jobs.job import Job
from lifesat_tui.form.draft import Draft
from lifesat_tui.form.lists import Files
from lifesat_tui.form.screen import New
from lifesat_tui.jobs.job_list import JobList
from tests.support.application import TUB, assert_focused, assert_shows, drive, finished, until

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def test_the_list_has_the_focus_after_the_terminal_was_too_small(home: Path, tub: Job) -> None:
    finished("two", TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("finished 2", app, pilot)
        await pilot.press("home")
        first = app.screen.query_one(JobList).chosen
        await pilot.resize_terminal(50, 15)
        await assert_shows("needs a terminal", app, pilot)
        await until(lambda: app.screen.focused is None, pilot)
        await pilot.resize_terminal(80, 24)
        await assert_focused("jobs", app, pilot)
        await pilot.press("down")
        assert app.screen.query_one(JobList).chosen != first

    drive(steps)


def test_a_field_has_the_focus_after_the_terminal_was_too_small(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft("still lifes", {"name": "a"})))
        app.screen.query_one("#name").focus()
        await assert_focused("name", app, pilot)
        await pilot.resize_terminal(50, 15)
        await until(lambda: app.screen.focused is None, pilot)
        await pilot.resize_terminal(80, 24)
        await assert_focused("name", app, pilot)
        await pilot.press("b")
        await until(lambda: app.screen.query_one("#name", Input).value == "ab", pilot)

    drive(steps)


@pytest.mark.parametrize("kind", ["predecessors", "sample", "sudoku"])
def test_a_field_has_the_focus_after_a_file_was_chosen(
    home: Path, tmp_path: Path, kind: str
) -> None:
    (tmp_path / "small.rle").write_text("x = 3, y = 3\nbo$obo$bo!\n")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(kind, {"name": "a"})))
        await assert_focused("text", app, pilot)
        await pilot.press("f6")
        await until(lambda: isinstance(app.screen, Files), pilot)
        await pilot.press(*"small", "enter")
        await until(lambda: isinstance(app.screen, New), pilot)
        await until(lambda: app.screen.focused is not None, pilot)
        assert app.screen.focused is not None
        assert app.screen.focused.region
        before = app.screen.focused
        await pilot.press("down")
        await until(lambda: app.screen.focused is not before, pilot)

    drive(steps)


def test_a_filter_that_no_job_matches_leaves_the_focus_on_the_list(home: Path, tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("finished 1", app, pilot)
        await pilot.press("slash", *"nothing", "enter")
        await assert_shows("No job matches 'nothing'", app, pilot)
        await assert_focused("jobs", app, pilot)
        assert app.screen.query_one(JobList).region
        await pilot.press("escape", "down")
        await assert_shows("tub: predecessors", app, pilot)

    drive(steps)
