"""How many solutions: a choice whose words are visible; and what stands beside the form."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.solutions import BestSolution
from lifesat_tui.form.draft import Draft, draft_of
from lifesat_tui.form.fields import Amount
from lifesat_tui.form.screen import New
from lifesat_tui.jobs.examples import FOLDER
from tests.support.application import (
    assert_focused,
    assert_hides,
    assert_says,
    assert_shows,
    drive,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

TUB = {"name": "one", "text": "x = 3, y = 3\nbo$obo$bo!"}
# It has more predecessors than can be listed.
INVADER = {"name": "one", "text": (FOLDER / "space-invader.rle").read_text(encoding="utf-8")}


def texts(app: "LifesatApp") -> dict[str, str]:
    assert isinstance(app.screen, New)
    return dict(app.screen.draft.texts)


def test_the_choices_are_visible(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft("still lifes", {"name": "a"}), focus="limit"))
        await assert_focused("limit", app, pilot)
        await assert_shows("( ) one  (•) first 1,000  ( ) all", app, pilot)
        for key, value, shown in (
            ("left", "1", "(•) one  ( ) first 1,000  ( ) all"),
            ("left", "marginals", "( ) smallest  ( ) count  (•) marginals"),
            ("left", "count", "( ) smallest  (•) count  ( ) marginals"),
            ("left", "smallest", "(•) smallest  ( ) count  ( ) marginals"),
            ("left", "", "( ) one  ( ) first 1,000  (•) all"),
            ("left", "1000", "( ) one  (•) first 1,000  ( ) all"),
            # Zero is no number to begin with.
            ("0", "1000", "( ) one  (•) first 1,000  ( ) all"),
            ("1", "1", "(•) one"),
            ("5", "15", "(•) first 15"),
            ("0", "150", "(•) first 150"),
            ("backspace", "15", "(•) first 15"),
            ("right", "", "( ) first 15  (•) all"),
            ("backspace", "", "(•) all"),
            ("right", "smallest", "(•) smallest"),
            ("right", "count", "(•) count"),
            ("right", "marginals", "(•) marginals"),
            ("right", "1", "(•) one  ( ) first 15"),
            ("right", "15", "(•) first 15"),
            ("7", "7", "(•) first 7"),
            ("backspace", "", "(•) all"),
            ("1", "1", "(•) one"),
            ("backspace", "", "(•) all"),
        ):
            await pilot.press(key)
            await assert_shows(shown, app, pilot)
            await until(lambda value=value: texts(app)["limit"] == value, pilot)  # type: ignore[misc]
        # Another number begins when the field has the focus again.
        await pilot.press("2", "tab", "shift+tab", "3")
        await assert_shows("(•) first 3", app, pilot)
        await pilot.click("#limit", offset=(1, 0))
        await assert_shows("(•) one", app, pilot)
        await pilot.click("#limit", offset=(25, 0))
        await assert_shows("(•) all", app, pilot)

    drive(steps, size=(120, 40))


def test_a_sample_is_one_of_the_choices(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed=TUB), focus="limit"))
        await assert_shows("(•) first 1,000  ( ) sample 1,000  ( ) all", app, pilot)
        await pilot.press("right")
        await assert_shows("search for     sample", app, pilot)
        await assert_focused("number", app, pilot)
        await assert_shows("( ) first 1,000  (•) sample 1,000  ( ) all", app, pilot)
        await pilot.press("2", "0")
        await assert_shows("(•) sample 20", app, pilot)
        await assert_shows("--number 20", app, pilot)
        await pilot.press("backspace", "backspace")
        await assert_shows("enter how many to draw", app, pilot)
        await pilot.press("5", "right")
        await assert_shows("search for     predecessors", app, pilot)
        await assert_focused("limit", app, pilot)
        await assert_shows("(•) all", app, pilot)
        assert texts(app)["text"] == TUB["text"]
        await pilot.press("left")
        await assert_shows("(•) sample 1,000", app, pilot)

    drive(steps)


def test_the_smallest_the_largest_and_the_nearest_parent_are_choices(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed={**TUB, "limit": ""}), focus="limit"))
        await assert_shows("( ) smallest  ( ) largest  ( ) nearest", app, pilot)
        await pilot.press("right")
        await assert_shows("(•) smallest", app, pilot)
        await assert_shows("--smallest", app, pilot)
        await assert_hides("up to symmetry", app, pilot)
        await pilot.press("right", "right")
        await assert_shows("search for     nearest", app, pilot)
        await assert_focused("nearest", app, pilot)
        await assert_shows("(•) nearest", app, pilot)
        await pilot.press("left")
        await assert_focused("limit", app, pilot)
        await assert_shows("(•) largest", app, pilot)
        await pilot.press("left", "ctrl+s")
        await assert_says("best: 4 live cells", app, pilot)
        assert Job("one").query() == BestSolution(
            Predecessor(Pattern.from_rows([".O.", "O.O", ".O."])), "fewest"
        )

    drive(steps, size=(120, 40))


def test_a_search_for_the_best_opens_in_the_form_again(home: Path) -> None:
    query = BestSolution(Predecessor(Pattern.from_rows(["OO", "OO"])), "most")
    draft = draft_of("again", query, Options(method="sat", limit=None))
    assert (draft.kind, draft.texts["limit"]) == ("predecessors", "largest")
    # Kinds that share the field, but do not offer this, have their default.
    assert replace(draft, kind="sudoku").texts["limit"] == "1000"


@pytest.mark.parametrize(("size", "beside"), [((120, 40), True), ((80, 24), False)])
def test_what_stands_beside_the_form(size: tuple[int, int], beside: bool, home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed={**TUB, "margin": "2"})))
        await assert_shows("exactly ", app, pilot)
        await (assert_shows if beside else assert_hides)(", margin 2", app, pilot)
        await (assert_shows if beside else assert_hides)("░░░░", app, pilot)
        assert app.screen.query_one("#target-beside").display == beside
        await pilot.resize_terminal(*((80, 24) if beside else (120, 40)))
        await until(lambda: app.screen.query_one("#target-beside").display != beside, pilot)
        await assert_shows("4 live", app, pilot)

    drive(steps, size=size)


def test_the_cost_of_all_stands_beside(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft(typed=INVADER)))
        await assert_shows("all of them: at least", app, pilot)
        form = app.screen
        form.query_one("#limit", Amount).focus()
        await assert_focused("limit", app, pilot)
        await pilot.press("right", "right")
        await assert_shows("to list them takes at least", app, pilot)

    drive(steps, size=(120, 40))
