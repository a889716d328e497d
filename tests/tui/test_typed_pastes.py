"""What is pasted into a terminal that does not mark it, and so comes as keys in one piece."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from textual.events import Key
from textual.widgets import Input

from lifesat.engines.options import Options
from lifesat.jobs.job import Job, jobs
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.app import LifesatApp
from lifesat_tui.form.draft import Draft
from lifesat_tui.form.editing import Draw, Editor
from lifesat_tui.form.lists import Files, Kinds
from lifesat_tui.form.recognise import recognised
from lifesat_tui.form.screen import New
from lifesat_tui.job.answer import AnswerScreen
from lifesat_tui.job.browsing import ChooseView
from lifesat_tui.job.gallery import Gallery
from lifesat_tui.job.screen import JobScreen
from lifesat_tui.jobs.examples import ExampleList
from lifesat_tui.jobs.screen import DeletedJobs, Jobs
from lifesat_tui.shared.picker import Palette
from lifesat_tui.shared.screen import Ask, Base, Confirm, Page
from tests.support.application import (
    ENDLESS,
    TUB,
    answered,
    assert_shows,
    drive,
    finished,
    rested,
    send_text,
    until,
)
from tests.support.jobs import until as wait_until

if TYPE_CHECKING:
    from textual.pilot import Pilot

GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!"
# Letter by letter: delete, yes, sort, ..., quit.
PROSE = "deny everything quite exactly, dear\nsir. dy dy dy dy dy dy q q q q"


@pytest.mark.parametrize("ends", ["\r", "\n", "\r\n"])
@pytest.mark.parametrize(
    "text", [GLIDER, "bo$2bo$3o!", "xq4_153", "..O\nO.O\n.OO", "qqq!\n" * 5 + GLIDER]
)
def test_a_pattern_opens_the_form(home: Path, tub: Job, text: str, ends: str) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("all found", app, pilot)
        send_text(app, text, ends=ends)
        await until(lambda: isinstance(app.screen, New), pilot)
        await assert_shows("3x3, 5 live", app, pilot)

    drive(steps)
    assert [job.name for job in jobs()] == ["tub"]


@pytest.mark.parametrize("job", [None, "tub"])
@pytest.mark.parametrize("text", [PROSE, PROSE.replace("\n", " "), GLIDER])
def test_what_is_no_key_does_nothing_to_jobs(
    home: Path, tub: Job, text: str, job: str | None
) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74" if job else "all found", app, pilot)
        send_text(app, text)
        await rested(app, pilot)
        assert app.is_running
        if job or text is not GLIDER:
            assert isinstance(app.screen, JobScreen if job else Jobs)
            await assert_shows("cannot be pasted here" if job else "not a pattern", app, pilot)

    drive(steps, job=job)
    assert [each.name for each in jobs()] == ["tub"]
    assert tub.summary().progress.found == 74


@pytest.mark.parametrize("busy", [False, True])
def test_a_long_text_comes_in_pieces(
    busy: bool, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(text: str, draft: Draft) -> Draft | None:
        time.sleep(0.7)  # longer than the pauses between pieces
        return recognised(text, draft)

    if busy:
        monkeypatch.setattr("lifesat_tui.form.recognise.recognised", slowly)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("There are no jobs yet", app, pilot)
        for piece in ("x = 3, y = 3\nbo$", "2bo$3o!"):
            send_text(app, piece)
            await rested(app, pilot)
        await assert_shows("3x3, 5 live", app, pilot)
        assert isinstance(app.screen, New)
        assert app.screen.draft.texts["text"] == "x = 3, y = 3\nbo$2bo$3o!"

    drive(steps)


def test_a_pattern_in_a_field_is_the_target(home: Path) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await pilot.press("n", "enter", "shift+tab", "up")
        send_text(app, GLIDER)
        await assert_shows("3x3, 5 live", app, pilot)
        assert app.screen.query_one("#name", Input).value == "predecessors"

    drive(steps)


@pytest.mark.parametrize("place", ["line", "chooser"])
def test_the_name_of_a_file_is_typed_in_one_piece(home: Path, tmp_path: Path, place: str) -> None:
    folder = tmp_path / "a-folder-with-a-long-name"
    folder.mkdir()
    (folder / "small.rle").write_text("x = 3, y = 3\nbo$obo$bo!\n")
    finished("tub", TUB)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("all found", app, pilot)
        if place == "line":
            send_text(app, f":{folder.name}/small.rle\n")
        else:
            app.post_message(Key("f6", None))
            app.post_message(Key("ctrl+u", None))
            send_text(app, f"{folder.name}/small.rle\n")
        app.post_message(Key("ctrl+s", None))
        await until(lambda: isinstance(app.screen, JobScreen), pilot)
        assert not isinstance(app.screen, Files)

    drive(steps)
    assert {job.name for job in jobs()} == {"tub", "small"}


def test_a_key_that_is_held_down_is_no_text(home: Path, tub: Job) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        send_text(app, "j" * 30)
        await assert_shows("31 of 74", app, pilot)

    drive(steps, job="tub")


def test_what_is_typed_for_a_line_that_does_not_open_is_dropped(home: Path, tub: Job) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("all found", app, pilot)
        # A finished job takes no other limit.
        send_text(app, "l50\n")
        await rested(app, pilot)
        assert isinstance(app.screen, Jobs)
        await assert_shows("nothing left to do", app, pilot)

    drive(steps)


@pytest.mark.parametrize("text", [PROSE, "not a key, quite. q q", "qqq!\n" * 5 + GLIDER])
def test_a_text_does_not_quit_in_a_terminal_that_is_too_small(
    home: Path, tub: Job, text: str
) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("needs a terminal", app, pilot)
        send_text(app, text)
        await rested(app, pilot)
        assert app.is_running
        assert not app._exit
        await pilot.press("q")
        await until(lambda: app._exit, pilot)

    drive(steps, size=(50, 15))


# How each screen is reached, from the list or from a job.
PLACES: dict[str, tuple[str | None, str, type[Base[Any]]]] = {
    "the list": (None, "", Jobs),
    "the filter": (None, "slash", Jobs),
    "the line where a search begins": (None, "colon", Jobs),
    "a question": (None, "end d", Confirm),
    "the kinds": (None, "n", Kinds),
    "the form": (None, "n enter", New),
    "the editor": (None, "n enter f8", Editor),
    "the drawing board": (None, "f2", Draw),
    "the files": (None, "f6", Files),
    "the examples": (None, "f3", ExampleList),
    "the deleted jobs": (None, "U", DeletedJobs),
    "the palette": (None, "ctrl+p", Palette),
    "the help": (None, "question_mark", Page),
    "a job": ("tub", "", JobScreen),
    "a paused job": ("paused", "", JobScreen),
    "a heat map": ("tub", "h", JobScreen),
    "the gallery": ("tub", "v", Gallery),
    "a number": ("tub", "g", Ask),
    "an order": ("tub", "slash", ChooseView),
    "an answer": ("number", "", AnswerScreen),
}


@pytest.mark.weekly
def test_a_pattern_stops_deletes_and_quits_nothing_on_any_screen(home: Path, tub: Job) -> None:
    """Its comment has the keys that would."""
    text = f"#N quadly\n#C dy: deny, x y q q\n{GLIDER}"
    answered("number", Draft("count", {"text": ".O.\nO.O\n.O."}))
    paused = Job.create(
        "paused", ListSolutions(ENDLESS), Options(method="sat", limit=None, workers=1)
    )
    paused.start()
    paused.request("pause")
    wait_until(lambda: paused.summary().state == "paused")
    for place, (job, keys, screen) in PLACES.items():

        async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
            await until(
                lambda: not isinstance(app.screen, Jobs) or app.screen._latest is not None, pilot
            )
            await pilot.press(*keys.split())  # noqa: B023
            await until(lambda: isinstance(app.screen, screen), pilot)  # noqa: B023
            send_text(app, text)
            await rested(app, pilot)
            assert not app._exit
            assert isinstance(app.screen, screen | New)  # noqa: B023

        drive(steps, job=job)
        assert {each.name for each in jobs()} == {"tub", "number", "paused"}, place
        assert (paused.summary().state, paused.requested()) == ("paused", "pause"), place
