"""The line of the list where a search begins, and the keys beside it."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.events import Paste

from lifesat.jobs.job import Job, jobs
from lifesat_tui.form.editing import Draw
from lifesat_tui.form.lists import Files
from lifesat_tui.form.screen import New
from lifesat_tui.job.screen import JobScreen
from lifesat_tui.jobs.begin import BeginLine, beginning, completion, words_about
from lifesat_tui.jobs.examples import EXAMPLES, ExampleList
from lifesat_tui.kinds.registry import KINDS
from lifesat_tui.shared.actions import NUMBERED
from tests.support.application import assert_focused, assert_hides, assert_shows, drive, until

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

TUB = "x = 3, y = 3\nbo$obo$bo!\n"


def test_what_a_text_names(tmp_path: Path) -> None:
    (tmp_path / "tub.rle").write_text(TUB)
    (tmp_path / "sudoku.txt").write_text("1")
    (tmp_path / "folder").mkdir()
    assert beginning("tub.rle") == beginning("tu") == Path("tub.rle")
    assert completion("tu") == "tub.rle"
    assert completion("tub.rle") is None
    assert beginning("sudoku") is KINDS["sudoku"]
    assert beginning("Sudok") is KINDS["sudoku"]
    assert beginning("sudoku.t") == Path("sudoku.txt")
    assert beginning("space i") is EXAMPLES[0]
    assert beginning("0") is KINDS["sokoban"]
    assert beginning("none such") is beginning("") is None
    assert words_about(beginning("tu")) == "tub.rle: 3x3, 4 live, B3/S23"
    assert words_about(beginning("fold")) == "a folder; enter lists its files"
    assert words_about(None) == ""
    assert set(NUMBERED) < set(KINDS)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_file_is_typed(size: tuple[int, int], tub: Job, tmp_path: Path) -> None:
    (tmp_path / "small.rle").write_text(TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("created", app, pilot)
        await pilot.press("colon", "s", "m")
        await assert_focused("begin-line", app, pilot)
        await assert_shows("small.rle: 3x3", app, pilot)
        await assert_shows("enter begin", app, pilot)
        # Letters that are keys of the list do nothing else.
        await pilot.press("d", "backspace", "enter")
        await until(lambda: isinstance(app.screen, New), pilot)
        await assert_shows("exactly 74 predecessors", app, pilot)
        await pilot.press("escape")
        await assert_focused("jobs", app, pilot)
        assert app.screen.query_one(BeginLine).value == ""

    drive(steps, size=size)


def test_other_things_are_typed(tub: Job, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "small.rle").write_text(TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("created", app, pilot)
        await pilot.press("colon", *"osci", "right")
        await assert_shows(": oscillators", app, pilot)
        await pilot.press("enter")
        await assert_shows("search for     oscillators", app, pilot)
        await pilot.press("escape", "colon", *"fold", "enter")
        await until(lambda: isinstance(app.screen, Files), pilot)
        await assert_shows("small.rle", app, pilot)
        await pilot.press("escape", "escape", "colon", *"none such", "enter")
        await assert_shows("there is no file, kind of search or example 'none such'", app, pilot)
        await pilot.press("escape")
        await assert_focused("jobs", app, pilot)
        await pilot.press("colon", "enter")
        await assert_shows("what to search for", app, pilot)

    drive(steps)


def test_tab_takes_one_name_after_another(tub: Job, tmp_path: Path) -> None:
    (tmp_path / "orphans.rle").write_text(TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("created", app, pilot)
        line = app.screen.query_one(BeginLine)
        await pilot.press("colon", *"orphan")
        # Names that begin with it come first, then those that have it.
        names = ["orphans.rle", "orphan proof", "orphans", "minimal orphan"]
        await assert_shows("  ".join(names), app, pilot)
        for name in (*names, names[0]):
            await pilot.press("tab")
            assert line.value == name
            await assert_focused("begin-line", app, pilot)
        await pilot.press("ctrl+u", *"invader", "tab")
        assert line.value == "space invader"
        await assert_shows("example Space invader", app, pilot)
        await pilot.press("ctrl+u", *"chess", "tab")
        await assert_shows("no file, kind of search or example matches 'chess'", app, pilot)
        await pilot.press("ctrl+u", "tab")
        await assert_focused("jobs", app, pilot)

    drive(steps)


def test_paste_into_the_line(tub: Job, tmp_path: Path) -> None:
    (tmp_path / "small.rle").write_text(TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("created", app, pilot)
        for text in (TUB, "small.rle"):
            await pilot.press("colon")
            app.post_message(Paste(text))
            await until(lambda: isinstance(app.screen, New), pilot)
            await assert_shows("3x3, 4 live", app, pilot)
            await pilot.press("escape")
            await assert_focused("jobs", app, pilot)
        await pilot.press("colon")
        app.post_message(Paste("smal"))
        await assert_shows(": small.rle", app, pilot)

    drive(steps)


@pytest.mark.parametrize("with_jobs", [True, False])
def test_keys_begin_searches(with_jobs: bool, home: Path, request: pytest.FixtureRequest) -> None:
    if with_jobs:
        request.getfixturevalue("tub")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("created" if with_jobs else "There are no jobs yet", app, pilot)
        await assert_shows("3 orphan proof", app, pilot)
        for number, kind in enumerate(NUMBERED, 1):
            await pilot.press(str(number % 10))
            await assert_shows(f"search for     {kind}", app, pilot)
            await pilot.press("escape")
        await pilot.press("f2")
        await until(lambda: isinstance(app.screen, Draw), pilot)
        await pilot.press("escape", "escape", "tab")
        await assert_focused("begin-line", app, pilot)
        await pilot.press("f6")
        await until(lambda: isinstance(app.screen, Files), pilot)
        await pilot.press("escape", "escape", "f3")
        await until(lambda: isinstance(app.screen, ExampleList), pilot)
        await assert_shows("13x10", app, pilot)
        await pilot.press("escape")
        await assert_focused("jobs" if with_jobs else "examples", app, pilot)

    drive(steps, size=(120, 40))


def test_an_example_starts(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("created", app, pilot)
        await pilot.press("f3", *"xyz")
        await assert_shows("no example matches", app, pilot)
        await pilot.press(*["backspace"] * 3, *"still", "enter")
        await assert_focused("start-line", app, pilot)
        assert [job.name for job in jobs()] == ["tub"]
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, JobScreen), pilot)
        assert {job.name for job in jobs()} == {"tub", "still-lifes"}
        await pilot.press("escape", "colon", *"space i")
        await assert_shows("example Space invader", app, pilot)
        await pilot.press("enter")
        await assert_focused("start-line", app, pilot)
        await assert_shows("#N Space invader", app, pilot)
        await pilot.press("escape")
        await assert_hides("example Space invader", app, pilot)

    drive(steps)
