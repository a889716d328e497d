"""A rewind from the form: the oldest generation is shown, and played up to the target."""

from pathlib import Path
from typing import TYPE_CHECKING

from lifesat_tui.form.draft import Draft
from lifesat_tui.form.screen import New
from lifesat_tui.job.answer import AnswerScreen
from tests.support.application import assert_says, assert_shows, drive, press

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def test_what_is_reached_is_played(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        texts = {"name": "back", "text": "x = 3, y = 3\nbo$obo$bo!\n", "back": "3"}
        await app.push_screen(New(Draft("rewind", texts)))
        await assert_shows("lifesat rewind - --generations 3", app, pilot)
        await press(pilot, "start")
        await assert_says("3 generations back, after", app, pilot)
        assert isinstance(app.screen, AnswerScreen)
        await assert_shows("generation 0 of 3", app, pilot)
        await assert_shows("oldest generation", app, pilot)
        for _ in range(3):
            await press(pilot, "forward")
        await assert_shows("generation 3 of 3", app, pilot)
        await assert_shows("the target is reached", app, pilot)
        await press(pilot, "duplicate")
        await assert_shows("rewind - --generations 3", app, pilot)

    drive(steps, size=(120, 40))


def test_as_many_as_possible(home: Path) -> None:
    """With free surroundings each generation has a smaller box than the one before."""

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        texts = {"name": "back", "text": "x = 3, y = 3\nbo$obo$bo!\n", "outside": "free"}
        await app.push_screen(New(Draft("rewind", texts)))
        await assert_shows("lifesat rewind - --outside free", app, pilot)
        await press(pilot, "start")
        await assert_says("generations back; looking", app, pilot)
        await press(pilot, "pause")
        await assert_says("paused", app, pilot)
        await press(pilot, "forward")
        await assert_shows("generation 1 of", app, pilot)

    drive(steps, size=(120, 40))
