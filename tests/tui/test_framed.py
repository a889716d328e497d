"""The titles of a frame change without what is inside it."""

import asyncio
from collections.abc import Iterable

from textual.app import App
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from lifesat_tui.board.panel import Framed


def screen_text(app: App[None]) -> list[str]:
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


class Counting(Framed, Static):
    """Counts the lines inside its frame that are drawn."""

    DEFAULT_CSS = "Counting { border: solid green; height: 5; }"
    drawn = 0

    def render_line(self, y: int) -> Strip:
        self.drawn += 1
        return super().render_line(y)


class Frames(App[None]):
    def compose(self) -> Iterable[Widget]:
        yield Static("above")
        yield Counting("inside")


def test_titles_are_drawn_alone() -> None:
    async def steps() -> None:
        app = Frames()
        async with app.run_test() as pilot:
            await pilot.pause()
            framed = app.query_one(Counting)
            assert framed.drawn >= 3
            framed.drawn = 0
            framed.set_titles("one", "two")
            await pilot.pause()
            lines = screen_text(app)
            assert (" one " in lines[1], " two " in lines[5]) == (True, True)
            assert "inside" in lines[2]
            assert framed.drawn == 0
            framed.update("other")
            await pilot.pause()
            assert "other" in screen_text(app)[2]
            assert framed.drawn >= 3

    asyncio.run(steps())
