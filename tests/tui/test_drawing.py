"""What drawing on a target keeps."""

from pathlib import Path
from typing import TYPE_CHECKING

from lifesat.formats import read_text
from lifesat_tui.draft import Draft
from lifesat_tui.screens.draw import Draw
from lifesat_tui.screens.new import New
from tests.support.application import assert_shows, drive, until

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def test_the_rule_and_the_grid_stay(home: Path) -> None:
    text = "x = 3, y = 3, rule = B36/S23:T8,8\nbo$2bo$3o!\n"

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        form = New(Draft(typed={"name": "a", "text": text}))
        await app.push_screen(form)
        await assert_shows("3x3, 5 live", app, pilot)
        await pilot.press("f2")
        await until(lambda: isinstance(app.screen, Draw), pilot)
        await pilot.press("space", "enter")
        await until(lambda: form.draft.texts["text"] != text, pilot)
        expected = read_text("x = 3, y = 3, rule = B36/S23:T8,8\n2o$2bo$3o!\n")
        assert read_text(form.draft.texts["text"]) == expected

    drive(steps)
