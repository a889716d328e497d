"""What a job is called that the user has not named."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from lifesat_tui.form.draft import Draft, check, with_name
from lifesat_tui.form.screen import New
from tests.support.application import TUB, assert_shows, drive, finished, until

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

GLIDER = "#N Glider\nx = 3, y = 3\nbo$2bo$3o!\n"


@pytest.mark.parametrize(
    ("kind", "texts", "name"),
    [
        ("predecessors", {"text": GLIDER}, "glider"),
        ("count", {"text": GLIDER}, "glider-count"),
        ("count", {"text": "x = 1, y = 1\no!\n"}, "count"),
        ("still lifes", {}, "still-lifes"),
        ("predecessors", {"text": "#N \N{GREEK SMALL LETTER PI}\nx = 1, y = 1\no!\n"}, None),
    ],
)
def test_the_name_is_that_of_what_is_looked_for(
    kind: str, texts: dict[str, str], name: str | None, home: Path
) -> None:
    draft = Draft(kind, {"name": "search-3", **texts})
    named = with_name(draft, check(draft).subject)
    assert named.typed["name"] == (name or kind)


def test_a_name_that_is_typed_stays(home: Path) -> None:
    finished("glider", TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed={"name": "search", "text": GLIDER})))
        field = app.screen.query_one("#name", Input)
        await until(lambda: field.value == "glider-2", pilot)
        field.focus()
        field.value = ""
        await pilot.press(*"search")
        await assert_shows("--job search", app, pilot)
        assert field.value == "search"

    drive(steps)
