"""What the screens say of a job whose last solution is the best, and of one with a long rule."""

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.life.rule import LIFE, parse_rule
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Started
from lifesat.queries.solutions import BestSolution, ListSolutions
from lifesat_tui.jobs.job_list import columns
from lifesat_tui.shared.progress_text import SILENT, STATES
from tests.support.application import (
    assert_hides,
    assert_says,
    assert_shows,
    drive,
    finished,
    fits,
    screen_text,
    until,
)
from tests.support.plain import all_boards, next_boards

if TYPE_CHECKING:
    from pathlib import Path

    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

ROWS = [".O.", "O.O", ".O."]
SMALL = Predecessor(Pattern.from_rows(ROWS), margin=0)
# Its best is not known at once.
EARLIER = Predecessor(Pattern.from_rows(ROWS), generations=2)


def test_the_best_is_shown_and_said_to_be_it(home: "Path") -> None:
    boards = np.pad(all_boards(3, 3), ((0, 0), (1, 1), (1, 1)))
    target = np.pad([[cell == "O" for cell in row] for row in ROWS], 1)
    parents = boards[(next_boards(boards, LIFE, torus=False) == target).all(axis=(1, 2))]
    most = parents.sum(axis=(1, 2)).max()
    finished("most", BestSolution(SMALL, "most"))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("✓ proved", app, pilot)
        await pilot.press("enter")
        await assert_says("with the most live cells, which is proved", app, pilot)
        found = Job("most").summary().progress.found
        await assert_shows(f"predecessor {found} of {found}", app, pilot)
        await assert_shows(f"{most} live cells; 1 predecessor", app, pilot)
        assert "all found" not in screen_text(app).lower()

    drive(steps)


@pytest.mark.parametrize("state", ["time_limit", "stopped"])
def test_the_best_so_far_and_a_limit(home: "Path", state: str) -> None:
    job = finished("fewest", BestSolution(EARLIER, "fewest"))
    with job.journal() as journal:
        journal.record(values={"state": state})

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_says("there may be a better one", app, pilot)
        await pilot.press("l")
        if state == "time_limit":
            await until(lambda: job.summary().state == "complete", pilot)
            await assert_says("fewest live cells, which is proved", app, pilot)
        else:
            await assert_shows("has no limit on the number", app, pilot)

    drive(steps, job="fewest")


def test_a_long_rule_leaves_room_for_the_advice(home: "Path") -> None:
    rule, _ = parse_rule(f"MAP{'A' * 86}")
    finished("nothing", Predecessor(Pattern.from_rows(["O"], rule=rule)), method="sat")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("no predecessor within margin", app, pilot)
        await assert_says("a larger margin or outside free may still have one", app, pilot)

    drive(steps, job="nothing")


def test_a_search_says_why_it_takes_long(home: "Path") -> None:
    job = Job.create("large", ListSolutions(SMALL), Options())
    note = "one formula instead of strips: strips know no symmetry; large boards take long"
    started = Started(4, 9, 4, 1, "truth_table", "glucose4", note)
    with job.journal() as journal:
        journal.record(values={"started": started.to_json()})

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_says(note, app, pilot)

    drive(steps, job="large")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("complete", "1 of 74"),
        ("failed", "no predecessor was found"),
        ("none", "no predecessor within margin"),
        *((state, "no predecessor was found") for state in ("stopped", "time_limit", "killed")),
    ],
)
def test_nothing_says_that_a_search_is_at_work_after_its_end(
    state: str, words: str, home: "Path"
) -> None:
    """The screen is open while the search runs, and when it ends, with a result or without."""
    job = Job.create(
        "tub",
        ListSolutions(Predecessor(Pattern.from_rows(ROWS))),
        Options(method="sat", limit=None),
    )
    at_work = re.compile(r"\byet\b|at work|running|starting|\bnow [\d.]")

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("no predecessor yet", app, pilot)
        if state == "complete":
            for _ in work(job):
                pass
        else:
            with job.journal() as journal:
                journal.record(values={"state": state, "reason": "the disk is full"})
        await assert_shows(words, app, pilot)
        await until(lambda: fits(app) and at_work.search(screen_text(app)) is None, pilot)
        await pilot.press("escape")
        await assert_shows(" ".join(STATES[state]), app, pilot)
        await until(lambda: fits(app) and at_work.search(screen_text(app)) is None, pilot)

    drive(steps, job="tub")


def test_the_preview_does_not_say_yet_of_a_search_that_has_ended(home: "Path") -> None:
    job = Job.create("tub", ListSolutions(SMALL), Options(method="sat", limit=None))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("no predecessor yet", app, pilot)
        with job.journal() as journal:
            journal.record(values={"state": "stopped"})
        await assert_shows("no predecessor was found", app, pilot)
        await assert_hides("yet", app, pilot)

    drive(steps, size=(120, 40))


def test_no_word_for_a_state_is_cut_in_the_list() -> None:
    words = [*STATES.values(), SILENT, ("✓", "proved")]
    assert max(len(f"{sign} {word}") for sign, word in words) <= columns(60, 10)[0].width
