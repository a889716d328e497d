"""The first screen: chaos that becomes the space invader, and examples to start."""

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lifesat.formats import read_file
from lifesat.jobs.job import jobs
from lifesat_tui.board.panel import BoardPanel
from lifesat_tui.form.draft import check
from lifesat_tui.job.screen import JobScreen
from lifesat_tui.jobs import examples
from lifesat_tui.jobs.examples import EXAMPLES, FOLDER, Example, before_the_invader
from lifesat_tui.jobs.screen import Jobs
from lifesat_tui.shared.settings import Settings
from tests.support.application import assert_focused, assert_hides, assert_shows, drive, until

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


@pytest.mark.quick
def test_the_picture_is_real_life() -> None:
    """The generations evolve one into the next, counted cell by cell, and end in the invader."""
    generations = before_the_invader()
    for now, later in pairwise(generations):
        around = np.pad(now, 1).astype(int)
        height, width = now.shape
        near = sum(
            around[1 + y : 1 + y + height, 1 + x : 1 + x + width]
            for y in (-1, 0, 1)
            for x in (-1, 0, 1)
            if (x, y) != (0, 0)
        )
        assert ((near == 3) | ((near == 2) & (now == 1)) == (later == 1)).all()
    rows = np.flatnonzero(generations[-1].any(axis=1))
    columns = np.flatnonzero(generations[-1].any(axis=0))
    box = generations[-1][rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    drawn = "\n".join("".join(".O"[cell] for cell in row) for row in box.tolist())
    assert drawn == str(read_file(FOLDER / "space-invader.rle").crop())


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_each_example_can_start(example: Example, home: Path) -> None:
    checked = check(example.draft())
    assert checked.errors == {}
    assert checked.problem is not None


@pytest.mark.quick
def test_enter_opens_the_first_example_and_starts_it(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("There are no jobs yet", app, pilot)
        await assert_shows("enter open", app, pilot)
        await pilot.press("enter")
        await assert_focused("start-line", app, pilot)
        await assert_shows("start ▸", app, pilot)
        assert not jobs()
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, JobScreen), pilot)
        await assert_shows("predecessor 1 of", app, pilot)
        assert [job.name for job in jobs()] == ["space-invader"]
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, Jobs), pilot)
        await assert_shows("predecessors of Space invader", app, pilot)
        await assert_hides("There are no jobs yet", app, pilot)

    drive(steps)


def test_each_example_finds_something(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        for place, example in enumerate(EXAMPLES):
            await assert_shows("There are no jobs yet", app, pilot)
            await pilot.press("home", *["down"] * place, "enter", "enter")
            await until(lambda: isinstance(app.screen, JobScreen), pilot)
            await assert_shows(" 1 of", app, pilot)
            await pilot.press("escape")
            await assert_shows(example.title.lower().replace(" ", "-"), app, pilot)
            job = jobs()[0]
            if job.at_work():
                job.stop()
            app.trash.take(job.name)
            app.refresh_jobs()

    drive(steps, size=(120, 40))


def test_the_picture_moves_until_it_has_been_shown_some_times(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examples, "_TICK_SECONDS", 0.01)
    titles: list[str] = []
    set_titles = BoardPanel.set_titles

    def noted(panel: BoardPanel, title: str, subtitle: str = "") -> None:
        if panel.id == "cinema" and titles[-1:] != [title]:
            titles.append(title)
        set_titles(panel, title, subtitle)

    monkeypatch.setattr(BoardPanel, "set_titles", noted)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("There are no jobs yet", app, pilot)
        await until(lambda: titles.count("the space invader") == 5, pilot)
        await pilot.pause(0.5)  # many ticks, if there were any

    drive(steps, settings=Settings(animation=True))
    before = [f"{n} generations before the invader" for n in (5, 4, 3, 2)]
    assert titles == [*before, "1 generation before the invader", "the space invader"] * 5


def test_the_picture_stands_still_if_nothing_is_to_move(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("─ the space invader ─", app, pilot)
        assert app.screen.query_one(examples.Welcome)._timer is None

    drive(steps, settings=Settings(animation=False))
