"""Choosing a file, what was used last, and texts that are edited and saved."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from lifesat.frontends.input.search_file import SearchRequest
from lifesat.jobs.job import Job, jobs
from lifesat.jobs.paths import home as home_folder
from lifesat_tui.form.draft import Draft, read_recent, remember
from lifesat_tui.form.editing import Editor
from lifesat_tui.form.lists import Files
from lifesat_tui.form.screen import New
from lifesat_tui.job.screen import JobScreen
from lifesat_tui.shared.inputs import Lines
from tests.support.application import assert_shows, drive, screen_text, until

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

RLE = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n"


@pytest.fixture(autouse=True)
def patterns(tmp_path: Path) -> Path:
    """A folder with some files in the current one."""
    folder = tmp_path / "patterns"
    folder.mkdir()
    (folder / "glider.rle").write_text(RLE)
    (folder / "sudoku.txt").write_text("12..\n.4..\n..3.\n...2\n")
    (folder / ".hidden").write_text(RLE)
    (folder / "small").mkdir()
    (folder / "small" / "block.rle").write_text("2o$2o!")
    return folder


def form(app: "LifesatApp") -> New:
    assert isinstance(app.screen, New)
    return app.screen


def test_a_file_is_chosen_by_keys(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("n", "enter")
        await assert_shows("paste or draw", app, pilot)
        await pilot.press("f6")
        await until(lambda: isinstance(app.screen, Files), pilot)
        # In one burst: the folder, part of a name that stands nowhere else, and the choice.
        await app._press_keys([*"patt", "enter", *"lid"])
        await assert_shows("3x3, 5 live, B3/S23", app, pilot)
        assert ".hidden" not in screen_text(app)
        await pilot.press("enter")
        command = "lifesat predecessors patterns/glider.rle "
        await until(lambda: form(app).checked.command.startswith(command), pilot)
        assert form(app).draft.texts["path"] == "patterns/glider.rle"
        # A search that has no name of its own takes that of the file.
        assert form(app).draft.texts["name"] == "glider"
        await assert_shows("3x3, 5 live", app, pilot)

    drive(steps)


def test_folders_are_walked(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed={"source": "file", "path": "patterns/sudoku.txt"})))
        await pilot.press("f6")
        await until(lambda: isinstance(app.screen, Files), pilot)
        screen = app.screen
        assert isinstance(screen, Files)
        # The cursor begins on the file that the form has.
        await assert_shows("for sudoku", app, pilot)
        assert screen.chosen == "patterns/sudoku.txt"
        await pilot.press(*"sma", "tab")
        assert screen.typed == "patterns/small/"
        assert screen.chosen == "patterns/small/block.rle"
        await pilot.press("up", "enter")
        assert screen.typed == "patterns/"
        await pilot.press(*"nothing", "enter")
        await assert_shows("no file or folder matches", app, pilot)
        await pilot.press("ctrl+u", *"patterns/su", "enter")
        # A file of another kind brings its form.
        await until(lambda: isinstance(app.screen, New), pilot)
        await until(lambda: form(app).draft.kind == "sudoku", pilot)

    drive(steps)


def test_enter_on_a_missing_name_lists_the_files(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed={"source": "file", "name": "a"})))
        await assert_shows("enter the name of a file", app, pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Files), pilot)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, New), pilot)
        app.screen.query_one("#path", Input).value = "patterns/glider.rle"
        await assert_shows("3x3, 5 live", app, pilot)
        await pilot.press("enter")
        await until(lambda: getattr(app.screen.focused, "id", "") == "generations", pilot)

    drive(steps)


def test_what_was_used_last_is_offered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Job, "start", lambda _: None)
    typed = {"source": "file", "path": "patterns/glider.rle", "generations": "2", "margin": "2"}

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft("predecessors", {**typed, "name": "one"})))
        await pilot.press("ctrl+s")
        await until(lambda: bool(jobs()), pilot)
        await until(lambda: isinstance(app.screen, JobScreen), pilot)
        await pilot.press("escape", "n")
        await assert_shows("predecessors", app, pilot)
        await pilot.press("enter")
        await assert_shows("f9 sets what the last search had: generations 2, margin 2", app, pilot)
        # Nothing is set without being asked for.
        assert form(app).draft.texts["generations"] == "1"
        await pilot.press("f9")
        await until(lambda: form(app).draft.texts["generations"] == "2", pilot)
        assert app.screen.query_one("#margin", Input).value == "2"
        # The file that was read last is in its field.
        await pilot.press("shift+tab", "right")
        await assert_shows("3x3, 5 live", app, pilot)

    drive(steps)


@pytest.mark.quick
def test_the_file_of_another_folder(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(Draft("predecessors", {"source": "file", "path": "patterns/glider.rle"}))
    assert read_recent().path == "patterns/glider.rle"
    monkeypatch.chdir(tmp_path / "patterns")
    assert read_recent().path == "glider.rle"
    monkeypatch.chdir("small")
    assert read_recent().path == str(tmp_path / "patterns" / "glider.rle")
    (tmp_path / "patterns" / "glider.rle").unlink()
    assert read_recent().path == ""


@pytest.mark.quick
@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"kind": 3, "path": [], "options": {"count": 7, "agars": {"box": 1}}}']
)
def test_a_damaged_file_offers_nothing(home: Path, text: str) -> None:
    home_folder().mkdir(parents=True, exist_ok=True)
    (home_folder() / "tui-recent.json").write_text(text)
    recent = read_recent()
    assert recent.begun("a") == Draft(typed={"name": "a"})
    assert not recent.offered(Draft("agars"))
    remember(Draft("agars", {"box": "3,3"}))
    assert read_recent().begun("a").kind == "agars"


def test_a_search_file_is_made_edited_and_saved(home: Path, tmp_path: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft("oscillators", {"box": "4,4", "name": "a"})))
        await pilot.press("ctrl+t")
        await assert_shows("no errors", app, pilot)
        assert isinstance(app.screen, Editor)
        area = app.screen.query_one(Lines)
        whole = area.text
        area.load_text(whole.replace("width = 4", "width = 5"))
        await assert_shows("line 1, column", app, pilot)
        area.load_text(whole.replace('"dead"', '"odd"'))
        await assert_shows("! line 5, column", app, pilot)
        await pilot.press("f8")
        assert area.cursor_location[0] == 4
        area.load_text(whole + "max_population = 9\n")
        await assert_shows("no errors", app, pilot)
        await pilot.press("f2", "ctrl+u", *"a.toml", "enter")
        await assert_shows("saved as a.toml", app, pilot)
        await pilot.press("ctrl+s")
        await until(
            lambda: isinstance(app.screen, New) and form(app).draft.kind == "search file", pilot
        )
        assert form(app).draft.texts["path"] == "a.toml"
        await assert_shows("clauses", app, pilot)

    drive(steps)
    assert SearchRequest(path=str(tmp_path / "a.toml")).problem().max_population == 9


def test_a_file_is_edited(home: Path, patterns: Path) -> None:
    path = patterns / "glider.rle"

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        typed = {"source": "file", "path": "patterns/glider.rle", "name": "a"}
        await app.push_screen(New(Draft(typed=typed)))
        await pilot.press("f8")
        await assert_shows("no errors", app, pilot)
        area = app.screen.query_one(Lines)
        area.load_text("x = 2, y = 2\n2o$2o!\n")
        # What is used without being saved leaves the file alone.
        await pilot.press("ctrl+s")
        await until(lambda: form(app).draft.texts["source"] == "text", pilot)
        await assert_shows("2x2, 4 live", app, pilot)
        assert path.read_text() == RLE
        # Saving over a file needs a yes.
        await pilot.press("f8", "f2", "ctrl+u", *"patterns/glider.rle", "enter")
        await assert_shows("Replace it?", app, pilot)
        await pilot.press("y")
        await assert_shows("saved as", app, pilot)
        await pilot.press("ctrl+s")
        await until(lambda: form(app).draft.texts["source"] == "file", pilot)
        await assert_shows("2x2, 4 live", app, pilot)

    drive(steps)
    assert path.read_text() == "x = 2, y = 2\n2o$2o!\n"


def test_kinds_that_a_search_file_cannot_state(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft("still lifes", {"name": "a", "no_empty_lines": "yes"})))
        await assert_shows("clauses", app, pilot)
        await pilot.press("ctrl+t")
        await assert_shows("cannot say that no line is empty", app, pilot)
        await app.push_screen(New(Draft("eaters", {"name": "a"})))
        await assert_shows("clauses", app, pilot)
        await pilot.press("ctrl+t")
        await assert_shows("this search cannot be written as a search file", app, pilot)

    drive(steps)


def test_the_application_begins_with_a_file(home: Path, tmp_path: Path) -> None:
    (tmp_path / "tub.rle").write_text("x = 3, y = 3\nbo$obo$bo!\n")
    (tmp_path / "wrong.rle").write_text("Dear all,\n")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("exactly 74 predecessors", app, pilot)
        assert form(app).draft.texts["name"] == "tub"
        await pilot.press("escape")
        await assert_shows("There are no jobs yet", app, pilot)

    async def wrong(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("! file: wrong.rle", app, pilot)

    async def nothing(_app: "LifesatApp", _pilot: "Pilot[None]") -> None:
        pass

    drive(steps, job="tub.rle")
    drive(wrong, job="wrong.rle")
    for name, words in (("no.rle", "there is no job 'no.rle'"), ("a/b", "no job and no file")):
        assert words in str(drive(nothing, job=name).failure)
