"""The keys of the gallery and of answers, at three sizes."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat.formats import rle
from lifesat.jobs.job import Job
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat_tui.app import LifesatApp
from lifesat_tui.form.draft import Draft
from lifesat_tui.form.screen import New
from lifesat_tui.job.answer import AnswerScreen
from lifesat_tui.jobs.screen import Jobs
from tests.support.application import (
    SIZES,
    TUB,
    assert_shows,
    drive,
    press,
    screen_text,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

# It has far too many solutions.
EMPTY = Sudoku(((0,) * 9,) * 9)

pytestmark = pytest.mark.parametrize("size", SIZES, ids=lambda size: "{}x{}".format(*size))


def marked(app: LifesatApp) -> int:
    """The number of the solution that is marked in the gallery."""
    found = re.search(r"▸([\d,]+)◂", screen_text(app))
    return int(found[1].replace(",", "")) if found else 0


def answer_screen(app: LifesatApp) -> AnswerScreen:
    """The answer that is shown."""
    assert isinstance(app.screen, AnswerScreen)
    return app.screen


def test_the_gallery(tub: Job, size: tuple[int, int]) -> None:
    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await press(pilot, "gallery")
        await until(lambda: marked(app) == 1, pilot)
        for name in ("tile_right", "tile_right", "tile_left", "tile_down", "tile_up"):
            await press(pilot, name)
        await until(lambda: marked(app) == 2, pilot)
        await press(pilot, "page_down")
        await until(lambda: marked(app) > 8, pilot)
        await press(pilot, "page_up")
        await press(pilot, "tile_last")
        await until(lambda: marked(app) == 74, pilot)
        await press(pilot, "tile_right")
        await press(pilot, "tile_down")
        await press(pilot, "tile_first")
        await until(lambda: marked(app) == 1, pilot)
        await press(pilot, "tile_down")
        await until(lambda: marked(app) > 1, pilot)
        below = marked(app)
        await press(pilot, "enlarge")
        await assert_shows(f"{below} of 74", app, pilot)
        # The way back leads to the gallery, and from there to where it was opened.
        await press(pilot, "leave")
        await until(lambda: marked(app) == below, pilot)
        await press(pilot, "differences")
        await assert_shows(f"what differs from {below}", app, pilot)
        await press(pilot, "close_gallery")
        await assert_shows(f"{below} of 74", app, pilot)
        await press(pilot, "leave")
        await assert_shows("tub: predecessors of Tub", app, pilot)

    drive(steps, job="tub", size=size)


def test_an_answer(home: Path, size: tuple[int, int], tmp_path: Path) -> None:
    draft = Draft("count", {"name": "tubs", "text": rle.write(TUB.target)})

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await app.push_screen(New(draft))
        await assert_shows("exactly 74", app, pilot)
        await press(pilot, "start")
        await assert_shows("✓ 74 predecessors", app, pilot)
        # A process may still be alive after it has told its answer.
        await until(lambda: "idle" in answer_screen(app).met_needs(), pilot)
        await press(pilot, "stop")
        await assert_shows("no process is running this job", app, pilot)
        sent: list[str] = []
        app._write_to_terminal = sent.append  # type: ignore[assignment]
        await press(pilot, "copy_answer")
        await until(lambda: bool(sent), pilot)
        await press(pilot, "save_answer")
        await press(pilot, "accept")
        await assert_shows("saved as tubs.txt", app, pilot)
        # It is kept: the list shows it, and it is opened from there.
        await press(pilot, "leave")
        await until(lambda: isinstance(app.screen, Jobs), pilot)
        await assert_shows("answered", app, pilot)
        await press(pilot, "open")
        await assert_shows("✓ 74 predecessors", app, pilot)
        await press(pilot, "duplicate")
        await assert_shows("exactly 74", app, pilot)
        assert isinstance(app.screen, New)
        assert app.screen.draft.kind == "count"
        assert app.screen.draft.texts["name"] == "tubs-2"

    drive(steps, size=size)
    assert (tmp_path / "tubs.txt").read_text() == "74\n"
