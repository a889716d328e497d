"""What goes wrong under the application's feet is said, and it goes on."""

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Static, TextArea

from lifesat import Pattern, UserError
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.form.draft import Draft
from lifesat_tui.form.fields import Amount
from lifesat_tui.form.screen import New
from lifesat_tui.job.screen import JobScreen
from lifesat_tui.jobs.screen import Jobs
from lifesat_tui.shared.screen import TOO_SMALL, Ask
from lifesat_tui.shared.settings import Settings, read_settings, settings_from
from tests.support.application import (
    ENDLESS,
    TUB,
    assert_focused,
    assert_hides,
    assert_says,
    assert_shows,
    drive,
    finished,
    job_screen,
    screen_text,
    until,
    words_of,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def test_a_bad_pattern_is_shown_with_its_place(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("n", "enter")
        await assert_shows("paste or draw", app, pilot)
        app.screen.query_one(TextArea).load_text("x = 3, y = 3\nbob$2bq$3o!")
        await assert_shows("line 2, column", app, pilot)
        app.screen.query_one(TextArea).load_text("x = 3, y = 3\nbob$2bo$3o!")
        await assert_shows("25 unknown cells", app, pilot)
        # What the frontier counts is the number of the independent table.
        app.screen.query_one(TextArea).load_text(".O.\nO.O\n.O.")
        await assert_shows("exactly 74 predecessors", app, pilot)

    drive(steps)


def test_keys_that_come_in_one_piece_start_what_was_chosen(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app._press_keys(["n", *"still", "enter", "ctrl+s"])
        await until(lambda: isinstance(app.screen, JobScreen), pilot)
        assert job_screen(app).problem.kind == "still_life"

    drive(steps)


def test_a_target_larger_than_the_screen(home: Path) -> None:
    large = Predecessor(Pattern.from_rows(["O" + "." * 298 + "O"] * 2 + ["." * 300] * 196))
    job = Job.create("large", ListSolutions(large), Options())
    with job.journal() as journal:
        from lifesat.jobs.journal import Row  # noqa: PLC0415

        # No parent of anything: the browser shows what the journal says.
        packed = bytes((large.projection + 7) // 8)
        journal.record(values={"state": "limit", "found": 1}, solutions=[Row(1, packed, 1, 0)])

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("of 302, ", app, pilot)
        first = screen_text(app)
        for _ in range(12):
            await pilot.press("L", "J")
        # The words are left out where they would not fit.
        await assert_shows("-301 of 302, ", app, pilot)
        await assert_shows("-199 of 200 ", app, pilot)
        assert screen_text(app) != first

    drive(steps, job="large")


def test_a_job_removed_under_its_feet(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        shutil.rmtree(tub.folder)
        await until(lambda: isinstance(app.screen, Jobs), pilot)
        await assert_shows("was removed", app, pilot)
        await assert_shows("There are no jobs", app, pilot)
        await pilot.press("i")
        await assert_shows("there is no job here", app, pilot)

    drive(steps, job="tub")


def test_a_job_removed_under_a_question(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        screen = job_screen(app)
        await pilot.press("g")
        shutil.rmtree(tub.folder)
        await until(lambda: bool(screen._gone), pilot)
        assert isinstance(app.screen, Ask)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, Jobs), pilot)
        await assert_shows("was removed", app, pilot)

    drive(steps, job="tub")


def test_a_look_at_a_removed_job_leaves_nothing(tub: Job) -> None:
    tub.remove()
    assert not tub.at_work()
    finished("tub", TUB)


def test_a_job_at_its_time_limit_goes_on_with_another_limit(home: Path) -> None:
    job = Job.create(
        "endless",
        ListSolutions(ENDLESS),
        Options(method="sat", limit=None, time_limit=1.0, workers=1),
    )
    with job.journal() as journal:
        journal.record(values={"state": "time_limit", "seconds": 1.5})

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("the time limit was reached", app, pilot)
        await pilot.press("l", *"20", "enter")
        await until(lambda: job.summary().progress.found == 20, pilot)
        await assert_shows("20 predecessors; there may be more", app, pilot)

    drive(steps, job="endless")


def test_a_failed_search_says_why(home: Path) -> None:
    job = Job.create("bad", ListSolutions(TUB), Options())
    with job.journal() as journal:
        journal.record(values={"state": "failed", "reason": "the disk is full; what was found"})
    job.log.write_text("lifesat: the disk is full\n")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("failed: the disk is full", app, pilot)
        await pilot.press("i")
        await until(lambda: "lifesat: the disk is full" in _page(app), pilot)

    drive(steps, job="bad")


def test_a_full_disk_while_marking(tub: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    open_file = os.open

    def full(path: str, *rest: int) -> int:
        if "favourites" in path:
            raise OSError(28, "No space left on device")
        return open_file(path, *rest)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        monkeypatch.setattr(os, "open", full)
        await pilot.press("f")
        await assert_shows("No space left on device", app, pilot)

    drive(steps, job="tub")


def test_none_exists_is_proved(home: Path) -> None:
    one = Predecessor(Pattern.from_rows(["O"]), margin=0)
    finished("none", one, method="sat")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("no predecessor within margin", app, pilot)
        await pilot.press("right")
        await assert_shows("there is no solution to show", app, pilot)

    drive(steps, job="none")


def test_a_terminal_that_is_too_small(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("tub", app, pilot)
        for width, height in ((59, 20), (60, 19), (20, 5), (1, 1)):
            await pilot.resize_terminal(width, height)
            words = " ".join(TOO_SMALL.format(width, height).split()[:5])
            await until(lambda: width < 20 or words_of(app).startswith(words), pilot)  # noqa: B023
        await pilot.resize_terminal(60, 20)
        await assert_shows("tub", app, pilot)

    drive(steps)


@pytest.mark.parametrize("job", [None, "tub"])
def test_ascii_where_the_locale_knows_no_more(tub: Job, job: str | None) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("tub", app, pilot)
        assert screen_text(app).isascii()
        await pilot.press("n" if job is None else "question_mark")
        seen = "what to search for" if job is None else "the next solution"
        await assert_shows(seen, app, pilot)
        assert screen_text(app).isascii()

    drive(steps, job=job, utf_8=False)


def test_no_colour(tub: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("tub: predecessors of Tub", app, pilot)
        strips = app.screen._compositor.render_strips()
        styles = [s.style for strip in strips for s in strip if s.style and s.text.strip()]
        colours = [c for s in styles for c in (s.color, s.bgcolor) if c is not None]
        assert all(colour.is_default for colour in colours)
        # The chosen line is told by more than its colour.
        assert any(s.reverse for s in styles)

    drive(steps)


def test_a_filter_has_a_cursor_without_colours(tub: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("tub: predecessors of Tub", app, pilot)
        await pilot.press("slash", "t")
        await assert_shows("filter   t ", app, pilot)
        line = app.screen._compositor.render_strips()[1]
        assert [s.text for s in line if s.style and s.style.reverse] == [" "]

    drive(steps)


def test_a_long_error_is_written_once(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(
            New(Draft("predecessors", {"name": "a", "text": "O", "margin": "many"}))
        )
        await assert_says("! margin: invalid margin 'many': give a whole number", app, pilot)
        await assert_focused("margin", app, pilot)
        assert words_of(app).count("give a whole number") == 1
        assert not str(app.screen.query_one("#said", Static).render())

    drive(steps)


def test_a_home_that_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "file"))
    with pytest.raises(UserError, match=r"^cannot read \S+tui\.toml: Not a directory$"):
        read_settings()


def test_keys_that_were_changed(tub: Job) -> None:
    settings = settings_from({"keys": {"next": "w", "help": "f11"}})

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("right")
        await pilot.press("w")
        await assert_shows("2 of 74", app, pilot)
        await assert_shows("w next", app, pilot)
        await assert_shows("f11 help", app, pilot)
        await pilot.press("f11")
        await until(lambda: " w            show the next solution" in _page(app), pilot)

    drive(steps, job="tub", settings=settings)


def test_the_palette_knows_every_action(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("ctrl+p")
        await assert_shows("next: show the next solution", app, pilot)
        await pilot.press(*"last solution")
        # Only what has both words is left.
        await assert_hides("next: show the next solution", app, pilot)
        await assert_shows("end     last: show the last solution so far", app, pilot)
        await pilot.press("enter")
        await assert_shows("74 of 74", app, pilot)

    drive(steps, job="tub")


def known(app: "LifesatApp") -> int:
    """How many solutions the screen knows of, whether it shows them or not."""
    latest = job_screen(app)._latest
    return 0 if latest is None else latest.summary.progress.found


def test_freezing_stops_the_display_and_not_the_search(home: Path) -> None:
    job = Job.create("endless", ListSolutions(ENDLESS), Options(method="sat", limit=None))
    job.start()

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: job.summary().progress.found > 0, pilot)
        await assert_shows("running", app, pilot)
        await assert_shows("predecessor 1 of", app, pilot)
        await pilot.press("z")
        await assert_shows("the display is frozen", app, pilot)
        shown, found = screen_text(app), known(app)
        await until(lambda: known(app) > found + 100, pilot)
        await pilot.pause()
        assert screen_text(app) == shown
        await pilot.press("z")
        await until(lambda: screen_text(app) != shown, pilot)
        await pilot.press("x")
        await assert_shows("when interrupted", app, pilot)

    drive(steps, job="endless")


def test_the_mouse_is_optional_and_works(tub: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesat_tui.form.costs._COUNT_SECONDS", 0.0)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("n", "enter", "f2")
        await assert_shows("draw the target", app, pilot)
        await pilot.click("#cells", offset=(3, 1))
        await pilot.press("enter")
        form = app.screen
        assert isinstance(form, New)
        await until(lambda: form.draft.texts["text"].endswith("\no!\n"), pilot)
        # The form is at rest when the count has ended.
        await assert_says("too many predecessors to count in a second", app, pilot)
        await pilot.click("#outside")
        await until(lambda: form.draft.texts["outside"] == "free", pilot)
        form.query_one("#limit", Amount).put("3")
        assert Settings().mouse

    drive(steps)


def _page(app: "LifesatApp") -> str:
    from lifesat_tui.shared.screen import Page  # noqa: PLC0415

    return app.screen._text if isinstance(app.screen, Page) else ""
