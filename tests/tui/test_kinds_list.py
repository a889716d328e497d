"""The list of kinds: arrows, a filter, and the words that belong to the kind under the cursor."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from textual.geometry import Offset

from lifesat_tui.form.lists import Files, Kinds
from lifesat_tui.form.screen import New
from lifesat_tui.jobs.screen import Jobs
from lifesat_tui.kinds.kind import ICON_WIDTH, icon
from lifesat_tui.kinds.registry import KINDS
from lifesat_tui.shared.picker import Menu
from tests.support.application import (
    assert_focused,
    assert_hides,
    assert_says,
    assert_shows,
    drive,
    send,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def kind(app: "LifesatApp") -> str:
    assert isinstance(app.screen, New)
    return app.screen.draft.kind


def test_the_words_belong_to_the_kind_under_the_cursor(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("n")
        for each in KINDS.values():
            await assert_shows(each.description, app, pilot)
            await assert_says(each.details, app, pilot)
            # Not one key is answered later than the next one.
            await app._press_keys(["down"])
        await pilot.press("down", "up", "up", "enter")
        await until(lambda: isinstance(app.screen, New), pilot)
        assert kind(app) == list(KINDS)[-3]

    drive(steps)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("glider", "spaceships"),
        ("sok", "sokoban"),
        ("orph", "orphan proof"),
        ("fewest mo", "best sokoban"),
    ],
)
def test_letters_filter_the_list(home: Path, typed: str, found: str) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app._press_keys(["n", *typed, "enter"])
        await until(lambda: isinstance(app.screen, New), pilot)
        assert kind(app) == found

    drive(steps)


def test_what_matches_nothing_opens_nothing(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("n", *"chess", "down", "enter")
        await assert_shows("no kind of search matches", app, pilot)
        assert isinstance(app.screen, Kinds)
        await pilot.press(*["backspace"] * 5)
        await assert_shows("patterns that repeat in place", app, pilot)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, Jobs), pilot)

    drive(steps)


def test_another_kind_keeps_what_was_typed(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("n", "enter")
        await assert_shows("paste or draw", app, pilot)
        await pilot.press(*".O.", "f7")
        await until(lambda: isinstance(app.screen, Kinds), pilot)
        await pilot.press("down", "enter")
        await assert_shows("lifesat rewind", app, pilot)
        assert kind(app) == "rewind"
        await assert_shows("exactly", app, pilot)
        # The first field opens the list as well, and the way back changes nothing.
        app.screen.query_one("#kind").focus()
        await assert_focused("kind", app, pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Kinds), pilot)
        await pilot.press("down", "escape")
        await until(lambda: isinstance(app.screen, New), pilot)
        assert kind(app) == "rewind"
        assert isinstance(app.screen, New)
        assert app.screen.draft.texts["text"] == ".O."
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, Jobs), pilot)

    drive(steps)


def test_the_mouse_chooses(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("n")
        await assert_shows("what to search for", app, pilot)
        place = list(KINDS).index("still lifes")
        await pilot.click(Menu, Offset(5, place))
        await assert_shows(KINDS["still lifes"].details, app, pilot)
        await pilot.click(Menu, Offset(5, place))
        await until(lambda: isinstance(app.screen, New), pilot)
        assert kind(app) == "still lifes"

    drive(steps)


def test_a_small_terminal_scrolls(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("n", "pagedown", "pagedown")
        await assert_shows("best sokoban", app, pilot)
        await assert_hides("predecessors    ", app, pilot)
        await pilot.press("pageup", "pageup")
        await assert_shows("predecessors    ", app, pilot)

    drive(steps, size=(60, 20))


def test_each_kind_has_a_picture_of_its_own() -> None:
    icons = [icon(each.emblem) for each in KINDS.values()]
    assert len(set(icons)) == len(KINDS)
    assert {len(each) for each in icons} == {ICON_WIDTH}
    for each in KINDS.values():
        if not isinstance(each.emblem, str):
            assert np.all(np.array(each.emblem.shape) <= (4, 8)), each.name


def test_keys_after_the_choice_go_to_the_form(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await pilot.press("n")
        await until(lambda: isinstance(app.screen, Kinds), pilot)
        # As a slow line delivers them: no key waits for the one before it.
        send(app, *"count", "enter", "f6")
        await until(lambda: isinstance(app.screen, Files), pilot)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, New), pilot)
        assert kind(app) == "count"

    drive(steps)
