"""What the screens say of a job whose last solution is the best, and of one with a long rule."""

from typing import TYPE_CHECKING

import numpy as np
import pytest

from lifesat import Pattern
from lifesat.jobs.events import Started
from lifesat.jobs.job import Job
from lifesat.jobs.options import Options
from lifesat.life.rule import LIFE, parse_rule
from lifesat.problems.life.predecessor import Predecessor
from tests.support.application import assert_shows, drive, finished, screen_text, until
from tests.support.plain import all_boards, next_boards
from tui.figures import SILENT, STATES
from tui.screens.jobs import _COLUMNS

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from tui.app import LifesatApp

ROWS = [".O.", "O.O", ".O."]
SMALL = Predecessor(Pattern.from_rows(ROWS), margin=0)
# Its best is not known at once.
EARLIER = Predecessor(Pattern.from_rows(ROWS), generations=2)


def test_the_best_is_shown_and_said_to_be_it(home: "Path") -> None:
    boards = np.pad(all_boards(3, 3), ((0, 0), (1, 1), (1, 1)))
    target = np.pad([[cell == "O" for cell in row] for row in ROWS], 1)
    parents = boards[(next_boards(boards, LIFE, torus=False) == target).all(axis=(1, 2))]
    most = parents.sum(axis=(1, 2)).max()
    finished("most", SMALL, sweep=False, goal="most")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("✓ proved", app, pilot)
        await pilot.press("enter")
        await assert_shows("with the most live cells, which is proved", app, pilot)
        found = Job("most").summary().found
        await assert_shows(f"predecessor {found} of {found}", app, pilot)
        await assert_shows(f" {most} cells, ", app, pilot)
        assert "all found" not in screen_text(app).lower()

    drive(steps)


@pytest.mark.parametrize("state", ["time_limit", "stopped"])
def test_the_best_so_far_and_a_limit(home: "Path", state: str) -> None:
    job = finished("fewest", EARLIER, sweep=False, goal="fewest")
    with job.journal() as journal:
        journal.record(values={"state": state})

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("there may be a better one", app, pilot)
        await pilot.press("l")
        if state == "time_limit":
            await until(lambda: job.summary().state == "complete", pilot)
            await assert_shows("fewest live cells, which is proved", app, pilot)
        else:
            await assert_shows("has no limit on the number", app, pilot)

    drive(steps, job="fewest")


def test_a_long_rule_leaves_room_for_the_advice(home: "Path") -> None:
    rule, _ = parse_rule(f"MAP{'A' * 86}")
    finished("nothing", Predecessor(Pattern.from_rows(["O"], rule=rule)), sweep=False)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("no predecessor: proved", app, pilot)
        assert "a larger margin or outside free may still have one" in " ".join(
            screen_text(app).split()
        )

    drive(steps, job="nothing")


def test_a_search_says_why_it_takes_long(home: "Path") -> None:
    job = Job.create("large", SMALL, Options())
    note = "one formula instead of strips: strips know no symmetry; large boards take long"
    started = Started(4, 9, 4, 1, "truth_table", "glucose4", note)
    with job.journal() as journal:
        journal.record(values={"started": started.to_json()})

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: note in " ".join(screen_text(app).split()), pilot)

    drive(steps, job="large")


def test_no_word_for_a_state_is_cut_in_the_list() -> None:
    words = [*STATES.values(), SILENT, ("✓", "proved")]
    assert max(len(f"{sign} {word}") for sign, word in words) <= _COLUMNS["state"]
