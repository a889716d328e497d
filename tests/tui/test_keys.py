"""Every key of the registry does what it says, at three sizes; and what keys may be."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from lifesat.engines.options import Options
from lifesat.formats import read_file, read_text
from lifesat.jobs.job import Job, jobs
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.app import LifesatApp
from lifesat_tui.form.draft import Draft
from lifesat_tui.form.editing import Draw, Editor
from lifesat_tui.form.lists import Files, Kinds
from lifesat_tui.form.screen import New
from lifesat_tui.job.browsing import ChooseView
from lifesat_tui.job.screen import JobScreen
from lifesat_tui.jobs.screen import Jobs
from lifesat_tui.shared import actions
from lifesat_tui.shared.actions import lines
from lifesat_tui.shared.screen import Ask, Confirm, Page
from lifesat_tui.shared.settings import Settings, read_settings
from tests.support.application import (
    ENDLESS,
    SIZES,
    assert_hides,
    assert_shows,
    drive,
    job_screen,
    press,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

pytestmark = pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}".format(*size))


def test_keys_of_the_filter(tub: Job, size: tuple[int, int]) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("all found", app, pilot)
        await press(pilot, "find")
        await pilot.press(*"nothing")
        await assert_shows("No job matches 'nothing'", app, pilot)
        await press(pilot, "drop_filter")
        await assert_shows("all found", app, pilot)
        await press(pilot, "find")
        await pilot.press(*"found")
        await press(pilot, "keep_filter")
        await assert_shows("1 of 1 jobs", app, pilot)
        await assert_shows("esc all jobs", app, pilot)
        await press(pilot, "show_all")
        await assert_hides("1 of 1 jobs", app, pilot)
        await press(pilot, "order")
        await assert_shows("oldest first", app, pilot)
        await press(pilot, "preview")
        assert not read_settings().preview

    drive(steps, size=size)


def test_keys_of_the_list(tub: Job, size: tuple[int, int]) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("tub: predecessors of Tub", app, pilot)
        assert isinstance(app.screen, Jobs)
        for name, screen in (("new", Kinds), ("help", Page), ("details", Page), ("delete", Confirm),
                             ("export", Ask), ("duplicate", New)):  # fmt: skip
            await press(pilot, name)
            assert isinstance(app.screen, screen), name
            await press(pilot, "leave")
            assert isinstance(app.screen, Jobs), name
        for name, sentence in (
            ("pause", "there is nothing to pause"),
            ("stop", "no process is running"),
            ("resume", " nothing left to do: the job 'tub' has found all there is"),
            ("limit", " nothing left to do"),
            ("freeze", "the display is frozen"),
        ):
            await press(pilot, name)
            await assert_shows(sentence, app, pilot)
            await assert_hides("! nothing left", app, pilot)
        await press(pilot, "open")
        assert job_screen(app).job.name == "tub"
        await press(pilot, "leave")
        await press(pilot, "quit")
        await until(lambda: not app.is_running or app._exit, pilot)

    drive(steps, size=size)


def test_going_through_solutions(tub: Job, size: tuple[int, int]) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        if size[0] >= 120:
            await assert_shows("gallery · 1-", app, pilot)
        # A page is what the gallery shows.
        after = f"{2 + job_screen(app).page_size()} of 74"
        for name, shown in (("next", "2 of 74"), ("ten_on", after), ("ten_back", "2 of 74"),
                            ("ten_back", "1 of 74"), ("last", "74 of 74"),
                            ("previous", "73 of 74"), ("ten_on", "74 of 74"),
                            ("first", "1 of 74")):  # fmt: skip
            await press(pilot, name)
            await assert_shows(shown, app, pilot)
        await press(pilot, "previous")
        await assert_shows("this is the first solution", app, pilot)
        await press(pilot, "ten_back")
        await assert_shows("this is the first solution", app, pilot)
        await press(pilot, "go")
        await pilot.press(*"99", "enter")
        await assert_shows("enter a number from 1 to 74", app, pilot)
        await pilot.press("backspace", "backspace", *"40", "enter")
        await assert_shows("40 of 74", app, pilot)
        await press(pilot, "back")
        await assert_shows("this is the first generation", app, pilot)
        await press(pilot, "forward")
        await assert_shows("generation 1 of 1", app, pilot)
        # The parent has become the target, which both pictures show now.
        left, right = app.screen.query_one("#parent"), app.screen.query_one("#target")
        await until(lambda: left._drawn == right._drawn, pilot)  # type: ignore[attr-defined]
        await press(pilot, "back")
        await assert_shows("generation 0 of 1", app, pilot)
        await until(lambda: left._drawn != right._drawn, pilot)  # type: ignore[attr-defined]
        await press(pilot, "animate")
        await assert_shows("generation 1: the target is reached", app, pilot)
        await press(pilot, "back")
        await assert_shows("generation 0 of 1", app, pilot)
        await press(pilot, "heat")
        await assert_shows("of all 74 predecessors", app, pilot)
        await press(pilot, "exact")
        await assert_shows("74 predecessors, counted", app, pilot)

    drive(steps, job="tub", size=size)


def test_what_is_done_with_a_solution(tub: Job, size: tuple[int, int], tmp_path: Path) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await press(pilot, "next")
        await assert_shows("2 of 74", app, pilot)
        await press(pilot, "save")
        await press(pilot, "accept")
        await assert_shows("saved as tub-2.rle", app, pilot)
        await press(pilot, "save")
        app.screen.query_one(Input).value = "tub-2.rle"
        await press(pilot, "accept")
        await assert_shows("tub-2.rle exists. Replace it?", app, pilot)
        await press(pilot, "leave")
        await press(pilot, "leave")
        sent: list[str] = []
        app._write_to_terminal = sent.append  # type: ignore[assignment]
        await press(pilot, "copy")
        await assert_shows("sent to the terminal's clipboard", app, pilot)
        assert sent[0].startswith("\x1b]52;c;")
        await press(pilot, "print")
        await assert_shows("will be printed", app, pilot)
        await press(pilot, "favourite")
        await assert_shows("2 of 74", app, pilot)
        await press(pilot, "filter")
        assert isinstance(app.screen, ChooseView)
        await pilot.press("shift+tab", "right", "enter")
        await assert_shows("1 of 1, number 2", app, pilot)
        await press(pilot, "export")
        app.screen.query_one(Input).value = "all.csv"
        await press(pilot, "accept")
        await assert_shows("wrote 1 solution to all.csv", app, pilot)

    app = drive(steps, job="tub", size=size)
    saved = read_file(tmp_path / "tub-2.rle")
    assert app.to_print == [(tmp_path / "tub-2.rle").read_text()]
    with tub.journal() as journal:
        assert saved.population == journal.solutions(1, 1)[0].population
    assert [line[:2] for line in (tmp_path / "all.csv").read_text().splitlines()] == ["nu", "2,"]


def test_how_a_job_is_shown(tub: Job, size: tuple[int, int]) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        for _ in range(4):
            await press(pilot, "pictures")
        for style, sign in (("half-block", "▄"), ("braille", "⠂"), ("ascii", "O")):
            await press(pilot, "pictures")
            await assert_shows(f"pictures: {style}", app, pilot)
            if style != "braille":
                await assert_shows(sign, app, pilot)
        await press(pilot, "larger")
        await assert_hides("elapsed", app, pilot)
        await press(pilot, "larger")
        await assert_shows("elapsed", app, pilot)
        await press(pilot, "freeze")
        await assert_shows("the display is frozen", app, pilot)
        await press(pilot, "freeze")
        for name, screen in (("help", Page), ("details", Page), ("delete", Confirm),
                             ("duplicate", New)):  # fmt: skip
            await press(pilot, name)
            assert isinstance(app.screen, screen), name
            await press(pilot, "leave")
        for name in ("pan_left", "pan_right", "pan_up", "pan_down"):
            await press(pilot, name)

    drive(steps, job="tub", size=size)


def test_a_search_under_way(
    home: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A fast machine may find so many that the deletion asks for the name.
    monkeypatch.setattr("lifesat_tui.job.actions.MANY", 10**12)
    job = Job.create("endless", ListSolutions(ENDLESS), Options(method="sat", limit=None))
    job.start()

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await until(lambda: job.summary().progress.found > 10, pilot)
        await assert_shows("running", app, pilot)
        await press(pilot, "pause")
        await assert_shows("paused", app, pilot)
        assert job.summary().state == "paused"
        await press(pilot, "resume")
        await until(lambda: job.summary().state == "running", pilot)
        await press(pilot, "stop")
        await assert_shows("when interrupted", app, pilot)
        assert job.summary().state == "stopped"
        found = job.summary().progress.found
        await press(pilot, "limit")
        await pilot.press(*str(found + 10), "enter")
        await assert_shows("◆ limit", app, pilot)
        await until(lambda: "idle" in job_screen(app).met_needs(), pilot)
        assert job.summary().progress.found == found + 10
        await press(pilot, "delete")
        await press(pilot, "no")
        await press(pilot, "delete")
        await press(pilot, "yes")
        await until(lambda: not jobs(), pilot)
        await until(lambda: isinstance(app.screen, Jobs) and bool(app.trash.last), pilot)
        await press(pilot, "undo")
        await until(lambda: bool(jobs()), pilot)
        assert job.summary().progress.found == found + 10

    drive(steps, job="endless", size=size)


def test_the_form_and_the_drawing_board(home: Path, size: tuple[int, int]) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await press(pilot, "new")
        await press(pilot, "choose")
        await press(pilot, "draw")
        assert isinstance(app.screen, Draw)
        await press(pilot, "help_form")
        await press(pilot, "leave")
        for _ in range(7):
            await press(pilot, "shorter")
        for _ in range(10):
            await press(pilot, "narrower")
        await press(pilot, "taller")
        await press(pilot, "wider")
        await press(pilot, "unknown")
        await press(pilot, "clear")
        for name in ("cell", "cursor_right", "cell", "cursor_down", "unknown", "cursor_left",
                     "cell", "cursor_up", "cell"):  # fmt: skip
            await press(pilot, name)
        # The last column is empty, and belongs to the target only if the user says so.
        await assert_shows("target: 2 x 2 cells", app, pilot)
        await press(pilot, "whole")
        await assert_shows("whole board: 3 x 2 cells", app, pilot)
        await press(pilot, "take")
        form = app.screen
        assert isinstance(form, New)
        await until(lambda: bool(form.draft.texts["text"]), pilot)
        target = read_text(form.draft.texts["text"], unknown=True)
        assert [str(row) for row in str(target).splitlines()] == [".O.", "O?."]
        await press(pilot, "advanced")
        assert form.query_one("#field-solver").display
        # What has no room behind its field is said when the field is entered.
        await pilot.pause()
        form.query_one("#cluster").focus()
        await assert_shows("tcp://host:8786; empty: this machine", app, pilot)
        sent: list[str] = []
        app._write_to_terminal = sent.append
        await press(pilot, "copy_command")
        await until(lambda: bool(sent), pilot)
        await press(pilot, "start")
        await until(lambda: isinstance(app.screen, JobScreen), pilot)
        assert job_screen(app).job.name == "predecessors"

    drive(steps, size=size)
    assert Job("predecessors").problem().to_json().count('"margin": 1') == 1
    for job in jobs():
        job.stop()


def test_files_and_the_editor(home: Path, size: tuple[int, int]) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft("predecessors", {"text": ".O.", "name": "a"})))
        for name, screen in (("file", Files), ("edit", Editor), ("search_file", Editor)):
            await press(pilot, name)
            assert isinstance(app.screen, screen), name
            await press(pilot, "leave")
        await press(pilot, "last_options")
        await assert_shows("there was no other search of this kind", app, pilot)
        await press(pilot, "edit")
        await press(pilot, "to_error")
        await assert_shows("no place in this text is wrong", app, pilot)
        await press(pilot, "save_text")
        assert isinstance(app.screen, Ask)
        await press(pilot, "leave")
        await pilot.press("O", ".")
        await press(pilot, "use")
        form = app.screen
        assert isinstance(form, New)
        await until(lambda: form.draft.texts["text"] == "O..O.", pilot)

    drive(steps, size=size)


def test_pages_are_closed_by_the_key_that_opened_them(tub: Job, size: tuple[int, int]) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("tub: predecessors of Tub", app, pilot)
        for name, ways in (("help", ("question_mark", "f1", "q", "enter")), ("details", ("i",))):
            for way in ways:
                await press(pilot, name)
                assert isinstance(app.screen, Page)
                await assert_shows("esc close", app, pilot)
                await pilot.press(way)
                assert isinstance(app.screen, Jobs), way
        await press(pilot, "help")
        await press(pilot, "close")
        assert isinstance(app.screen, Jobs)

    drive(steps, size=size)


def test_what_cannot_be_done_is_said(home: Path, size: tuple[int, int]) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        for name in ("order", "details", "duplicate", "delete", "export", "stop", "undo"):
            await press(pilot, name)
            await assert_shows("! ", app, pilot)
        await press(pilot, "new")
        await press(pilot, "choose")
        await press(pilot, "start")
        await assert_shows("cannot start yet", app, pilot)
        await press(pilot, "kinds")
        await until(lambda: isinstance(app.screen, Kinds), pilot)

    drive(steps, size=size)


@pytest.mark.quick
def test_every_action_is_pressed_above(size: tuple[int, int]) -> None:
    files = Path(__file__).parent.glob("test_keys*.py")
    pressed = {name for file in files for name in re.findall(r'"(\w+)"', file.read_text())}
    assert {action.name for action in actions.ACTIONS} <= pressed


@pytest.mark.quick
def test_the_footer_cuts_nothing(size: tuple[int, int]) -> None:
    keys = Settings().keys
    for scope in actions.SCOPES:
        of = actions.of(scope)
        rows = lines(of, actions.NEEDS, keys, size[0] - 2)
        for row in rows:
            shown = "  ".join(f"{'│ ' * entry.rule}{entry.key} {entry.label}" for entry in row)
            assert len(shown) <= size[0] - 2
            assert not row[0].rule
        if any(action.label == "help" for action in of):
            assert rows[-1][-1].label == "help"
