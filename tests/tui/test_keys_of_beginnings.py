"""The keys with which a search begins: in the list, in its line, and from a list too long."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat.jobs.job import Job
from lifesat_tui.form.screen import New
from lifesat_tui.job.answer import AnswerScreen
from lifesat_tui.job.screen import JobScreen
from lifesat_tui.jobs.examples import ExampleList
from tests.support.application import (
    TUB,
    assert_focused,
    assert_shows,
    drive,
    finished,
    press,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

KINDS = {
    "new_predecessors": "predecessors", "new_count": "count", "new_orphan_proof": "orphan proof",
    "new_still_lifes": "still lifes", "new_oscillators": "oscillators",
    "new_spaceships": "spaceships", "new_agars": "agars", "new_eaters": "eaters",
    "new_sudoku": "sudoku", "new_sokoban": "sokoban",
}  # fmt: skip


def test_each_kind_has_a_key(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("created", app, pilot)
        for action, kind in KINDS.items():
            await press(pilot, action)
            await until(lambda: isinstance(app.screen, New), pilot)
            assert isinstance(app.screen, New)
            assert app.screen.draft.kind == kind
            await press(pilot, "leave")
            await assert_focused("jobs", app, pilot)

    drive(steps)


def test_the_line_and_the_examples(tub: Job) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("created", app, pilot)
        await press(pilot, "begin")
        await assert_focused("begin-line", app, pilot)
        await press(pilot, "leave_line")
        await assert_focused("jobs", app, pilot)
        await press(pilot, "examples")
        await until(lambda: isinstance(app.screen, ExampleList), pilot)
        await press(pilot, "leave")
        await press(pilot, "begin")
        await pilot.press(*"still l")
        await press(pilot, "complete")
        await assert_shows(": still lifes", app, pilot)
        await press(pilot, "begin_search")
        await assert_shows("search for     still lifes", app, pilot)

    drive(steps)


@pytest.mark.parametrize(("action", "words"), [("sample", "sample"), ("count_only", "count")])
def test_a_question_instead_of_a_long_list(action: str, words: str, home: Path) -> None:
    finished("long", TUB)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 74", app, pilot)
        await press(pilot, action)
        screen = JobScreen if words == "sample" else AnswerScreen
        await until(
            lambda: isinstance(app.screen, screen) and app.screen.job.name == f"long-{words}", pilot
        )

    drive(steps, job="long")
    assert Job(f"long-{words}").query().name == words
