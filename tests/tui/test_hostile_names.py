"""What a pattern is called never controls the terminal, nor is it taken for markup."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat_tui.app import LifesatApp
from tests.support.application import assert_shows, drive, finished
from tests.support.hostile_names import EVIL

if TYPE_CHECKING:
    from textual.pilot import Pilot

ROWS = [".O.", "O.O", ".O."]


def assert_harmless(app: LifesatApp) -> None:
    """Nothing but characters goes to the terminal, a cell's width each."""
    for strip in app.screen._compositor.render_strips():
        line = "".join(text for text, _, control in strip if not control)
        assert line.isprintable()
        assert len(line) == app.size.width


@pytest.mark.parametrize("name", [f"tub{EVIL}", "tub [/] [red]tub[/red] [@click=app.exit]tub"])
def test_the_name_of_a_pattern(home: Path, name: str) -> None:
    finished("job", Predecessor(Pattern.from_rows(ROWS, name=name)))

    async def steps(app: LifesatApp, pilot: "Pilot[None]") -> None:
        await assert_shows("all found", app, pilot)
        assert_harmless(app)
        if "click" in name:
            await assert_shows("[/] [red]tub[/red]", app, pilot)
        for key, words in (("enter", "predecessor 1 of 74"), ("escape", "all found"), ("c", "#N")):
            await pilot.press(key)
            await assert_shows(words, app, pilot)
            assert_harmless(app)

    drive(steps, size=(120, 40))
