"""The form as a user reads it: what is in use is to be seen, and what is said is true now."""

from typing import TYPE_CHECKING

import pytest
from textual.widgets import Input

from lifesat_tui.form.draft import Draft
from lifesat_tui.form.screen import New
from tests.support.application import (
    assert_focused,
    assert_hides,
    assert_says,
    assert_shows,
    drive,
    screen_text,
    until,
)

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

NAMED = {"name": "one", "text": "x = 3, y = 3\nbo$obo$bo!"}
# Nothing like it after any turn.
TURNED_BY_NOTHING = f"MAP{'AEgk' * 21}AA"


def test_the_field_in_use_stays_in_sight(home: "Path") -> None:
    """What is wrong takes two lines or more, from the room of the fields."""

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed={**NAMED, "symmetry": "C4", "different": "yes"})))
        app.screen.query_one("#rule").focus()
        await assert_focused("rule", app, pilot)
        app.screen.query_one("#rule", Input).value = "B2/S34H"
        await assert_shows("is not invariant under rot90", app, pilot)
        await assert_shows("rule           B2/S34H", app, pilot)

    drive(steps)


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
def test_a_long_rule_does_not_hide_what_is_wrong(home: "Path", size: tuple[int, int]) -> None:
    typed = {**NAMED, "rule": TURNED_BY_NOTHING, "workers": "1"}

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed=typed)))
        await assert_shows("unknown cells, ", app, pilot)
        await assert_says("--workers 1 --limit 1000 --job one --detach", app, pilot)
        await app.push_screen(New(Draft(typed={**typed, "symmetry": "C2"})))
        await assert_shows("symmetry C2", app, pilot)
        await assert_says("is not invariant under rot180", app, pilot)
        # Nor does the advice that stands last.
        await app.push_screen(New(Draft(typed={**typed, "rule": "WireWorld"})))
        await assert_shows("has 4 states", app, pilot)
        await assert_says("B2/S013V or a MAP rule", app, pilot)

    drive(steps, size=size)


def test_what_was_said_of_a_text_is_gone_with_it(home: "Path") -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        wrong = Draft("still lifes", {**NAMED, "rule": "LifeHistory"})
        await app.push_screen(New(wrong))
        await assert_shows("has 7 states", app, pilot)
        rule = app.screen.query_one("#rule", Input)
        rule.focus()
        # Once behind the field, as far as it goes, and once below all fields.
        await until(lambda: rule.has_focus and screen_text(app).count("has 7 states") == 2, pilot)
        await pilot.press("ctrl+s")
        await assert_shows("cannot start yet", app, pilot)
        rule.value = "B36/S23"
        await assert_shows("unknown cells, ", app, pilot)
        await assert_hides("has 7 states", app, pilot)
        await assert_hides("cannot start yet", app, pilot)

    drive(steps)


def test_a_choice_is_seen_whole(home: "Path") -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft("still lifes", {**NAMED, "encoding": "bailleux_boufkhad"})))
        await assert_shows("◂ bailleux_boufkhad ▸", app, pilot)

    drive(steps)


def test_a_sudoku_is_seen_whole(home: "Path") -> None:
    """In a low terminal its picture has no rules between the boxes."""
    text = "\n".join(["53..7...."] * 8 + ["....8..79"])

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft("sudoku", {"name": "one", "text": text})))
        await assert_shows("....8..79", app, pilot)
        await assert_shows("· · · │ · 8 · │ · 7 9", app, pilot)
        await assert_shows("start ▸", app, pilot)
        await assert_hides("─┼─", app, pilot)
        await pilot.resize_terminal(200, 60)
        await assert_shows("─┼─", app, pilot)
        await assert_shows("·     8     ·", app, pilot)

    drive(steps)
