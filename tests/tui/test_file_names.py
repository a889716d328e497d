"""Names that no file can have."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat_tui.form.draft import Draft, check
from lifesat_tui.form.recognise import file_preview, recognised_file
from lifesat_tui.form.screen import New
from lifesat_tui.job.actions import _path_error, export
from lifesat_tui.jobs.begin import beginning
from lifesat_tui.shared.file_names import file_completion, file_error, file_named, file_path
from tests.support.application import assert_says, assert_shows, drive

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

NOBODY = "there is no user no-such-user"
NAMES = [
    pytest.param("~no-such-user/a", NOBODY, id="user"),
    pytest.param("a" * 300, "File name too long", id="long"),
    pytest.param("a\0b", "no file can have this name", id="null"),
]


def test_a_tilde_is_the_home_folder() -> None:
    assert file_path("~/no-such-file") == Path.home() / "no-such-file"


@pytest.mark.parametrize(("name", "words"), NAMES)
def test_the_form_says_at_the_field_what_is_wrong(name: str, words: str, home: Path) -> None:
    for kind in ("predecessors", "sudoku", "search file"):
        checked = check(Draft(kind, {"name": "a", "source": "file", "path": name}))
        assert words in checked.errors["path"]
        assert name in checked.command


@pytest.mark.parametrize(("name", "words"), NAMES)
def test_dialogs_say_what_is_wrong(name: str, words: str) -> None:
    for error in (file_error, _path_error):
        assert words in error(name)


@pytest.mark.parametrize(("name", "words"), NAMES)
def test_nothing_is_written(name: str, words: str, tub: Job) -> None:
    with pytest.raises(UserError, match=words):
        export(tub, name)


@pytest.mark.parametrize(("name", "words"), NAMES)
def test_no_file_is_found(name: str, words: str, home: Path) -> None:
    assert file_named(name) == ""
    assert file_completion(f"{name}/b") is None
    assert beginning(name) is None
    assert recognised_file(name, Draft()) is None
    assert words in file_preview(name, Draft())[2]


def test_an_unknown_user_in_the_form_and_in_the_dialog_that_saves(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed={"name": "a", "source": "file", "path": "a"})))
        app.screen.query_one("#path", Input).value = "~no-such-user/a"
        await assert_shows(f"! file: {NOBODY}", app, pilot)
        await pilot.press("f8")
        await assert_says(NOBODY, app, pilot)
        await app.push_screen(New(Draft("oscillators", {"box": "4,4", "name": "a"})))
        await pilot.press("ctrl+t")
        await assert_shows("no errors", app, pilot)
        await pilot.press("f2", "ctrl+u", *"~no-such-user/a", "enter")
        await assert_says(NOBODY, app, pilot)

    drive(steps)
