"""A job in a large terminal: the heat map beside a solution, and a gallery below."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.board.panel import BoardPanel
from lifesat_tui.job.gallery import SolutionTiles
from lifesat_tui.job.heat import HeatMap
from lifesat_tui.job.progress import ProgressPanel
from lifesat_tui.job.watch import HeatMade
from tests.support.application import (
    assert_hides,
    assert_shows,
    drive,
    end_watch,
    finished,
    job_screen,
    until,
)
from tests.support.soups import soup

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def tiles(app: "LifesatApp") -> SolutionTiles:
    return job_screen(app).query_one(SolutionTiles)


@pytest.mark.parametrize(
    ("size", "beside", "below"),
    [
        ((120, 40), True, True),
        ((200, 60), True, True),
        ((120, 24), True, False),
        ((80, 40), False, True),
        ((60, 40), False, True),
        ((60, 20), False, False),
    ],
)
def test_what_there_is_room_for(size: tuple[int, int], beside: bool, below: bool, tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        panel = job_screen(app).query_one("#heat", BoardPanel)
        await until(lambda: (panel.display, tiles(app).display) == (beside, below), pilot)
        if beside:
            await assert_shows("all 74", app, pilot)
            await assert_shows("heat map, %", app, pilot)
        if below:
            await assert_shows("▸1◂", app, pilot)
            # The figures and the solution are not smaller for it.
            assert not job_screen(app).query_one(ProgressPanel).has_class("-tight")
        await pilot.resize_terminal(60, 20)
        await until(lambda: not (panel.display or tiles(app).display), pilot)
        await pilot.resize_terminal(*size)
        await until(lambda: (panel.display, tiles(app).display) == (beside, below), pilot)

    drive(steps, job="tub", size=size)


def test_a_large_board_keeps_its_room(home: Path) -> None:
    finished("soup", soup(40, 40), method="sat", limit=2)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 2", app, pilot)
        assert not job_screen(app).query_one("#heat").display
        assert not tiles(app).display

    drive(steps, job="soup", size=(120, 40))


def test_words_leave_the_room_to_the_target(home: Path) -> None:
    """Half of the screen would not do for it."""
    Job.create("soup", ListSolutions(soup(20, 76)), Options())

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("no predecessor yet", app, pilot)
        target = job_screen(app).query_one("#target", BoardPanel)
        await until(lambda: bool(target.content_size and target.rows and not target.part()), pilot)

    drive(steps, job="soup")


def test_the_gallery_below_follows_and_leads(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("▸1◂", app, pilot)
        page = tiles(app).page
        assert page == 8
        await pilot.press("right")
        await assert_shows("▸2◂", app, pilot)
        await pilot.press("pagedown")
        await assert_shows(f"▸{2 + page}◂", app, pilot)
        await assert_shows(f"predecessor {2 + page} of 74", app, pilot)
        tiles(app).post_message(MouseScrollUp(None, 1, 1, 0, -1, 0, False, False, False))
        await assert_shows("▸2◂", app, pilot)
        tiles(app).post_message(MouseScrollDown(None, 1, 1, 0, 1, 0, False, False, False))
        await assert_shows(f"▸{2 + page}◂", app, pilot)
        await pilot.press("home")
        await assert_shows("▸1◂", app, pilot)
        width, _ = tiles(app)._tile
        await pilot.click("#strip", offset=(2 + tiles(app)._left + 2 * (width + 3) + 1, 2))
        await assert_shows("predecessor 3 of 74", app, pilot)
        await assert_shows("▸3◂", app, pilot)

    drive(steps, job="tub", size=(120, 40))


def test_other_views_have_all_the_room(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("▸1◂", app, pilot)
        for key, back in (("h", "escape"), ("m", "m")):
            await pilot.press(key)
            await assert_hides("▸1◂", app, pilot)
            await pilot.press(back)
            await assert_shows("▸1◂", app, pilot)
            await assert_shows("─ heat map", app, pilot)
        # The exact map alone is that of all; beside a solution, that of the list.
        await pilot.press("equals_sign")
        await assert_shows("counted", app, pilot)
        await pilot.press("escape")
        await assert_shows("all 74 predecessors", app, pilot)
        await assert_hides("counted", app, pilot)

    drive(steps, job="tub", size=(120, 40))


def test_the_order_and_the_filter_hold_below(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("· as found", app, pilot)
        await pilot.press("slash", "right", "enter")
        await assert_shows("· fewest cells first", app, pilot)
        await pilot.press("home")
        await assert_shows("1 of 74, number ", app, pilot)
        first = job_screen(app).one.solution
        assert first is not None
        await assert_shows(f"▸{first.first}◂", app, pilot)

    drive(steps, job="tub", size=(120, 40))


def test_the_heat_map_beside_is_drawn_seldom(tub: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every drawing of it goes through the connection."""
    drawn: list[int] = []

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        screen = job_screen(app)
        await assert_shows("all 74", app, pilot)
        await end_watch(screen.reader, pilot)
        heat = screen.heat_map.heat
        assert heat is not None
        assert screen._summary is not None
        screen._summary = replace(screen._summary, process=1)
        draw = HeatMap.draw_beside

        def noted(heat_map: HeatMap, panel: BoardPanel) -> None:
            drawn.append(1)
            draw(heat_map, panel)

        monkeypatch.setattr(HeatMap, "draw_beside", noted)
        for more in range(1, 1000):
            screen.on_heat_made(HeatMade(replace(heat, total=74 + more)))
        assert len(drawn) == 1  # with much more

    drive(steps, job="tub", size=(120, 40))
