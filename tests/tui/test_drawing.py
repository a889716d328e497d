"""What drawing on a target keeps, and what a longer or shorter side cuts."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat.formats import read_text
from lifesat.life.pattern import Pattern
from lifesat_tui.form.draft import Draft
from lifesat_tui.form.editing import MAX_SIDE, Draw
from lifesat_tui.form.screen import New
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


@pytest.mark.parametrize(
    ("key", "width", "height"),
    [
        ("greater_than_sign", 300, 280),
        ("less_than_sign", 299, 280),
        ("plus", 300, 280),
        ("minus", 300, 279),
    ],
)
def test_a_large_board_is_not_cut(key: str, width: int, height: int, home: Path) -> None:
    pattern = Pattern.from_cells([(0, 0)], size=(300, 280))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(Draw(pattern))
        await pilot.press(key)
        await assert_shows(f"whole board: {width} x {height} cells", app, pilot)

    drive(steps)


def test_a_board_does_not_grow_beyond_the_largest(home: Path) -> None:
    pattern = Pattern.from_cells([(0, 0)], size=(MAX_SIDE - 1, 2))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(Draw(pattern))
        await pilot.press("greater_than_sign", "greater_than_sign", "plus")
        await assert_shows(f"whole board: {MAX_SIDE} x 3 cells", app, pilot)

    drive(steps)
