"""Keys in a burst, the mouse, a new size, and a theme that is remembered."""

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from textual import _time
from textual.events import MouseScrollDown, MouseScrollUp, Paste
from textual.geometry import Offset

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.formats import read_text
from lifesat.jobs.job import Job
from lifesat.jobs.paths import home as home_folder
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.app import LifesatApp
from lifesat_tui.form.editing import Cells, Draw
from lifesat_tui.form.lists import Kinds
from lifesat_tui.form.screen import New
from lifesat_tui.job.progress import ProgressPanel
from lifesat_tui.job.screen import JobScreen
from lifesat_tui.jobs.job_list import JobList
from lifesat_tui.jobs.screen import Jobs
from lifesat_tui.shared.actions import Keys
from lifesat_tui.shared.settings import read_settings, remember
from tests.support.application import (
    TUB,
    assert_shows,
    drive,
    finished,
    job_screen,
    screen_text,
    send,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot


@pytest.mark.quick
def test_each_key_of_a_burst_counts(home: Path) -> None:
    finished("tub", TUB)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot.press("right", "right", "full_stop")
        await assert_shows("3 of 74", app, pilot)
        await assert_shows("generation 1 of 1", app, pilot)
        await pilot.press("right", "full_stop", "comma", "right", "right")
        await assert_shows("6 of 74", app, pilot)
        await assert_shows("generation 0 of 1", app, pilot)

    drive(steps, job="tub")


def test_enter_in_a_burst_opens_the_job_that_the_cursor_was_moved_to(home: Path) -> None:
    for name in ("one", "two", "three"):
        finished(name, TUB)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        jobs = app.screen
        assert isinstance(jobs, Jobs)
        await until(lambda: len(jobs.query_one(JobList).rows.jobs) == 3, pilot)
        order = [name for _, names in jobs.query_one(JobList).rows.groups for name in names]
        send(app, "home", "down", "down", "up", "down", "enter")
        await until(lambda: isinstance(app.screen, JobScreen), pilot)
        assert job_screen(app).job.name == order[2]

    drive(steps)


def test_enter_twice_in_a_burst_starts_the_example_that_the_cursor_was_moved_to(home: Path) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("There are no jobs yet", app, pilot)
        send(app, "down", "enter", "enter")
        await until(lambda: isinstance(app.screen, JobScreen), pilot)
        assert job_screen(app).problem.kind == "sudoku"

    drive(steps, size=(120, 40))


def test_enter_twice_in_a_burst_keeps_the_filter_and_opens_the_job(home: Path) -> None:
    for name in ("one", "two", "three"):
        finished(name, TUB)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        jobs = app.screen
        await until(lambda: len(jobs.query_one(JobList).rows.jobs) == 3, pilot)
        send(app, "slash", *"two", "enter", "enter")
        await until(lambda: isinstance(app.screen, JobScreen), pilot)
        first = job_screen(app)
        assert first.job.name == "two"
        # Back to the list, without the filter, and into another job.
        send(app, "escape", "escape", "slash", *"thr", "enter", "enter")
        await until(lambda: app.screen is not jobs and app.screen is not first, pilot)
        assert job_screen(app).job.name == "three"

    drive(steps)


def test_letters_in_a_burst_go_to_the_dialog_that_its_first_key_opens(home: Path) -> None:
    finished("tub", TUB)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        # As letters of the job's screen, "5" and "0" mean nothing, and enter neither.
        send(app, "g", "5", "0", "enter", "right", "full_stop")
        await assert_shows("51 of 74", app, pilot)
        await assert_shows("generation 1 of 1", app, pilot)

    drive(steps, job="tub")


def test_a_pasted_text_stays_between_the_keys_around_it(home: Path) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await until(lambda: isinstance(app.screen, Jobs), pilot)
        send(app, "n", "enter")
        app.post_message(Paste(".O.\nO.O\n.O."))
        send(app, "ctrl+s")
        await until(lambda: isinstance(app.screen, JobScreen), pilot)
        assert job_screen(app).problem.noun == "predecessor"

    drive(steps)


def test_a_widget_that_does_not_respond_holds_keys_for_some_time_only(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesat_tui.shared.in_order._MOST_SECONDS", 0.1)
    monkeypatch.setattr(LifesatApp, "_follow", lambda *_: None)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await until(lambda: isinstance(app.screen, Jobs), pilot)
        send(app, "question_mark", "escape", "n")
        await until(lambda: isinstance(app.screen, Kinds), pilot)

    drive(steps)


def test_the_wheel_browses(home: Path) -> None:
    finished("tub", TUB)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await pilot._post_mouse_events([MouseScrollDown], "#parent", (5, 5))
        await assert_shows("2 of 74", app, pilot)
        await pilot._post_mouse_events([MouseScrollUp], "#parent", (5, 5))
        await assert_shows("1 of 74", app, pilot)

    drive(steps, job="tub")


def test_the_mouse_paints_while_it_is_dragged(home: Path) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await pilot.press("n", "enter", "f2")
        await until(lambda: isinstance(app.screen, Draw), pilot)
        await assert_shows("draw the target", app, pilot)
        cells = app.screen.query_one(Cells)
        await pilot.mouse_down(Cells, Offset(1 + 2 * 2, 1 + 1))
        await pilot.hover(Cells, Offset(1 + 2 * 5, 1 + 4))
        await pilot.mouse_up(Cells, Offset(1 + 2 * 5, 1 + 4))
        await pilot.hover(Cells, Offset(1 + 2 * 8, 1 + 4))
        assert np.argwhere(cells.states).tolist() == [[1, 2], [2, 3], [3, 4], [4, 5]]
        # A stroke that begins on a live cell erases.
        await pilot.mouse_down(Cells, Offset(1 + 2 * 5, 1 + 4))
        await pilot.hover(Cells, Offset(1 + 2 * 3, 1 + 2))
        await pilot.mouse_up(Cells, Offset(1 + 2 * 3, 1 + 2))
        assert int(cells.states.sum()) == 1
        assert cells.states[1, 2] == 1

    drive(steps)


def test_the_empty_board_around_a_drawing_is_not_in_the_target(home: Path) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await pilot.press("n", "enter", "f2", "right", "down", "space", "down", "right", "u")
        await assert_shows("target: 2 x 2 cells, 1 live, 1 unknown", app, pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, New), pilot)
        form = app.screen
        assert isinstance(form, New)
        await until(lambda: bool(form.draft.texts["text"]), pilot)
        assert str(read_text(form.draft.texts["text"], unknown=True)) == "O.\n.?"
        # A pattern that has been given keeps its size.
        form.set_texts({"text": "...\n.O.\n..."})
        await pilot.press("f2")
        await assert_shows("whole board: 3 x 3 cells", app, pilot)

    drive(steps)


def test_the_bar_has_the_width_of_the_screen_after_a_resize(home: Path) -> None:
    finished("tub", TUB)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        for width in (80, 120, 100):
            await pilot.resize_terminal(width, 30)
            panel = app.screen.query_one(ProgressPanel)
            bar = panel.query_one("#bar")
            await until(lambda: len(str(bar.render())) == panel.content_size.width, pilot)  # noqa: B023

    drive(steps, job="tub")


def test_ctrl_c_says_how_to_quit(home: Path) -> None:
    Job.create("tub", ListSolutions(TUB), Options())

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await until(lambda: isinstance(app.screen, Jobs), pilot)
        await pilot.press("ctrl+c")
        await assert_shows("q quits the application; searches continue", app, pilot)
        await pilot.press("n")
        await pilot.press("ctrl+c")
        await assert_shows("^q quits the application; searches continue", app, pilot)
        assert "Do you want to quit" not in screen_text(app)

    drive(steps)


def test_a_theme_from_the_palette_is_remembered(home: Path) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await pilot.pause()
        assert not (home_folder() / "tui.toml").exists()
        app.theme = "nord"
        await until((home_folder() / "tui.toml").exists, pilot)

    drive(steps)
    assert read_settings().theme == "nord"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'theme = "nord"\n'),
        ("mouse = false\n", 'theme = "nord"\nmouse = false\n'),
        (
            '# mine\ntheme = "x"  # best\n[keys]\nnext = "n"\n',
            '# mine\ntheme = "nord"  # best\n[keys]\nnext = "n"\n',
        ),
        ('[keys]\nnext = "n"\n', 'theme = "nord"\n[keys]\nnext = "n"\n'),
    ],
)
def test_the_rest_of_the_settings_stays(home: Path, before: str, after: str) -> None:
    path = home_folder() / "tui.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(before)
    remember("theme", "nord")
    assert path.read_text() == after


def test_a_file_that_is_not_understood_is_left_alone(home: Path) -> None:
    path = home_folder() / "tui.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('"theme" = "x"\n')
    with pytest.raises(UserError, match="does not take the theme 'nord'"):
        remember("theme", "nord")
    assert path.read_text() == '"theme" = "x"\n'


def test_a_key_in_the_footer_can_be_clicked(home: Path) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await until(lambda: isinstance(app.screen, Jobs), pilot)
        await assert_shows("There are no jobs yet", app, pilot)
        await assert_shows("n new", app, pilot)
        footer = app.screen.query_one(Keys)
        lines = screen_text(app).split("\n")[footer.region.y : footer.region.bottom]
        (place,) = [(row.index("n new"), y) for y, row in enumerate(lines) if "n new" in row]
        await pilot.click(Keys, Offset(place[0] + 3, place[1]))
        await until(lambda: isinstance(app.screen, Kinds), pilot)

    drive(steps)


def test_keys_take_effect_on_a_machine_that_stands_still_now_and_then(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the time of a short timer is over before it begins to wait."""
    looks, now = itertools.count(), _time.get_time
    monkeypatch.setattr(_time, "get_time", lambda: now() + 0.05 * (next(looks) // 2))
    finished("tub", TUB)

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        for number in range(2, 12):
            await pilot.press("j")
            await assert_shows(f"{number} of 74", app, pilot)

    drive(steps, job="tub")
