"""Keys and sizes at random: whatever comes, the application stays whole."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from rich.style import Style

from lifesat.jobs.job import jobs
from lifesat_tui.jobs.job_list import JobList
from lifesat_tui.shared.actions import ACTIONS
from lifesat_tui.shared.inputs import Lines
from tests.support.application import TUB, assert_shows, drive, finished, until

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

KEYS = sorted({key for action in ACTIONS for key in action.keys} - {"q"} | {
    "tab", "shift+tab", "up", "backspace", "1", "9", "O", "ctrl+p"})  # fmt: skip
Step = str | tuple[int, int]
STEPS: st.SearchStrategy[Step] = st.one_of(
    st.sampled_from(KEYS),
    st.sampled_from(["enter", "escape"]),
    st.tuples(st.integers(1, 130), st.integers(1, 50)),
)


@pytest.mark.weekly
@settings(
    max_examples=4,
    phases=[Phase.generate],
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(begin=st.sampled_from([None, "tub"]), steps=st.lists(STEPS, min_size=10, max_size=40))
def test_keys_and_sizes_at_random(begin: str | None, steps: list[Step], home: Path) -> None:
    take(begin, steps)


@pytest.mark.parametrize(
    ("begin", "steps"),
    [("tub", ["escape", "escape"]), (None, ["n", *["down"] * 9, "enter", "ctrl+s"])],
)
def test_short_walks(begin: str | None, steps: list[Step], home: Path) -> None:
    take(begin, steps)


def take(begin: str | None, steps: list[Step]) -> None:
    """Take a walk of keys and sizes, and come back."""
    for job in jobs():
        job.kill()
        job.remove()
    finished("tub", TUB)

    async def walk(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        for step in steps:
            if isinstance(step, tuple):
                await pilot.resize_terminal(*step)
            else:
                # Unlike the pilot, nobody at a keyboard waits until all widgets are at rest.
                await app._press_keys([step])
            assert app.is_running
            assert app.screen._compositor.render_strips() is not None
        # Whatever is open, escape leads back, and the list is still right.
        await pilot.resize_terminal(80, 24)
        await app._press_keys(["escape"] * 8)
        assert app.failure is None
        await assert_shows("lifesat · jobs", app, pilot)
        rows = app.screen.query_one(JobList).rows
        await until(lambda: set(rows.jobs) == {job.name for job in jobs()}, pilot)

    drive(walk, job=begin)
    found = {job.name: job.summary().progress.found for job in jobs()}
    assert found.get("tub", 74) == 74


def test_a_text_that_is_drawn_before_it_has_colours(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A random walk found that, where a form was slow to come."""

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        monkeypatch.setattr(Lines, "rich_style", Style())
        await pilot.press("n", "enter")
        await assert_shows("search for", app, pilot)
        assert app.is_running

    drive(steps)


def test_the_palette_in_few_columns(home: Path) -> None:
    """A random walk found that, too."""

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("ctrl+p")
        await assert_shows("new search", app, pilot)
        for columns in range(12, 0, -1):
            await pilot.resize_terminal(columns, 20)
            await pilot.pause()
            assert app.screen._compositor.render_strips() is not None

    drive(steps)


@pytest.mark.parametrize(("size", "key"), [((80, 5), "pageup"), ((59, 24), "d")])
def test_keys_do_nothing_that_cannot_be_seen(size: tuple[int, int], key: str, home: Path) -> None:
    """A random walk found a list without lines, which Textual cannot page through."""

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("There are no jobs yet", app, pilot)
        before = app.screen
        await pilot.resize_terminal(*size)
        await pilot.press(key, "n", "ctrl+p")
        assert app.is_running
        assert app.screen is before
        await pilot.resize_terminal(80, 24)
        await pilot.press("question_mark")
        await assert_shows("The list of jobs", app, pilot)
        await pilot.resize_terminal(*size)
        # The way out is left.
        await pilot.press("escape", "q")
        await until(lambda: not app.is_running, pilot)

    drive(steps)
