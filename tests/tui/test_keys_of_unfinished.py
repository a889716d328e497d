"""What is typed or drawn and left is offered again; deleted jobs come back in a later session."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.events import Paste
from textual.widgets import Input

from lifesat.jobs.job import Job, jobs
from lifesat_tui.form.draft import read_unfinished
from lifesat_tui.form.editing import Cells, Draw
from lifesat_tui.form.lists import Kinds
from lifesat_tui.form.screen import New
from lifesat_tui.job.screen import JobScreen
from lifesat_tui.jobs.screen import DeletedJobs, Jobs
from tests.support.application import (
    TUB,
    assert_hides,
    assert_says,
    assert_shows,
    drive,
    finished,
    press,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!"


def form(app: "LifesatApp") -> New:
    assert isinstance(app.screen, New)
    return app.screen


@pytest.mark.parametrize("way", [["escape"], ["ctrl+q"], ["f7", "ctrl+q"]])
def test_a_form_that_is_left_comes_back(home: Path, way: list[str]) -> None:
    async def leave(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("2")
        app.post_message(Paste(GLIDER))
        await assert_shows("3x3, 5 live", app, pilot)
        app.screen.query_one("#margin", Input).focus()
        await pilot.press("7", *way)

    async def come_back(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("4")
        await assert_says("^r brings back the form that was left: count", app, pilot)
        await press(pilot, "bring_back")
        await until(lambda: form(app).draft.kind == "count", pilot)
        await assert_shows("3x3, 5 live", app, pilot)
        assert form(app).draft.texts["text"] == GLIDER
        assert form(app).draft.texts["margin"].endswith("7")
        # It is this form now, and no other one is left.
        await assert_hides("brings back", app, pilot)
        assert read_unfinished().form is None

    drive(leave)
    drive(come_back)


def test_a_form_that_was_not_edited_is_not_kept(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        for keys in (("4",), ("n", "enter"), ("f3", "enter")):
            await pilot.press(*keys)
            await until(lambda: isinstance(app.screen, New), pilot)
            await pilot.press("escape")
        await pilot.press("4")
        await assert_shows("clauses", app, pilot)
        await press(pilot, "bring_back")
        await assert_shows("no form was left unfinished", app, pilot)

    drive(steps)


def test_two_forms_change_places(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("4", "7", "escape", "5", "8")
        await until(lambda: "8" in form(app).draft.texts["box"], pilot)
        await press(pilot, "bring_back")
        await until(lambda: form(app).draft.kind == "still lifes", pilot)
        await press(pilot, "bring_back")
        await until(lambda: form(app).draft.kind == "oscillators", pilot)
        assert "8" in form(app).draft.texts["box"]

    drive(steps)


def test_a_form_of_another_kind_takes_what_is_typed_along(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("4", "7", "f7")
        await until(lambda: isinstance(app.screen, Kinds), pilot)
        assert read_unfinished().form is None
        await pilot.press("escape", "escape")
        await until(lambda: read_unfinished().form is not None, pilot)

    drive(steps)


def test_a_search_that_was_started_is_not_left(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Job, "start", lambda _: None)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        app.post_message(Paste(GLIDER))
        await assert_shows("3x3, 5 live", app, pilot)
        await pilot.press("ctrl+s")
        await until(lambda: isinstance(app.screen, JobScreen), pilot)
        assert read_unfinished().form is None

    drive(steps)


def test_a_drawing_that_is_left_comes_back(home: Path) -> None:
    async def leave(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("f2", "right", "space", "down", "u", "escape")
        await until(lambda: isinstance(app.screen, New), pilot)

    async def come_back(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("f2")
        await assert_says(
            "Z brings back the drawing that was left: 12 x 8 cells, 1 live", app, pilot
        )
        # It comes back also after something else was drawn.
        await pilot.press("space", "Z")
        await assert_shows("1 x 2 cells, 1 live, 1 unknown", app, pilot)
        await pilot.press("z")
        await assert_shows("1 x 1 cells, 1 live", app, pilot)
        await pilot.press("Z", "enter")
        await until(lambda: isinstance(app.screen, New), pilot)
        assert "o$?" in form(app).draft.texts["text"]
        assert read_unfinished().board is None

    drive(leave)
    drive(come_back)


def test_each_change_of_a_drawing_is_undone(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(Draw(None))
        cells = app.screen.query_one(Cells)
        boards = [cells.board()]
        for name in ("cell", "cursor_right", "unknown", "wider", "taller", "whole", "narrower",
                     "shorter", "clear"):  # fmt: skip
            await press(pilot, name)
            if name != "cursor_right":
                boards.append(cells.board())
        for board in boards[-2::-1]:
            await press(pilot, "undo_drawing")
            assert cells.board() == board
        await press(pilot, "undo_drawing")
        await assert_shows("there is nothing to undo", app, pilot)
        for board in boards[1:]:
            await press(pilot, "redo")
            assert cells.board() == board
        await press(pilot, "redo")
        await assert_shows("there is nothing to redo", app, pilot)

    drive(steps)


def test_a_stroke_of_the_mouse_is_one_change(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(Draw(None))
        await assert_shows("draw the target", app, pilot)
        await pilot.mouse_down(Cells, (1, 1))
        await pilot.hover(Cells, (9, 1))
        await pilot.mouse_up(Cells, (9, 1))
        cells = app.screen.query_one(Cells)
        assert cells.states.sum() == 5
        await press(pilot, "undo_drawing")
        assert not cells.states.any()

    drive(steps)


def test_a_deleted_job_comes_back_in_a_later_session(home: Path) -> None:
    for name in ("one", "two", "three"):
        finished(name, TUB)

    async def delete(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("finished 3", app, pilot)
        await pilot.press("end", "d", "y")
        await until(lambda: len(jobs()) == 2, pilot)
        await pilot.press("end", "d", "y")
        await until(lambda: len(jobs()) == 1, pilot)

    async def restore(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("u undelete", app, pilot)
        await press(pilot, "undo")
        await until(lambda: isinstance(app.screen, DeletedJobs), pilot)
        # The last one comes first; the cursor of the list goes to the one that is restored.
        await pilot.press("down", "enter")
        await until(lambda: len(jobs()) == 2, pilot)
        await until(lambda: isinstance(app.screen, Jobs) and _chosen(app) == "one", pilot)
        await press(pilot, "deleted")
        await pilot.press(*"none such")
        await assert_shows("no deleted job matches", app, pilot)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, Jobs), pilot)

    drive(delete)
    drive(restore)


def _chosen(app: "LifesatApp") -> str:
    assert isinstance(app.screen, Jobs)
    summary = app.screen.chosen()
    return "" if summary is None else summary.name
