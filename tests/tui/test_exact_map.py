"""The heat map of all predecessors, which a command counts without a list."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lifesat import Pattern
from lifesat.engines.frontier.support import OutOfReachError
from lifesat.engines.options import Options
from lifesat.jobs.job import Job, jobs
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.queries.marginals import CountMarginals
from lifesat.queries.solutions import ListSolutions
from lifesat.queries.sweeping import within_reach
from lifesat_tui.job.heat import ExactCounted, exact_heat
from lifesat_tui.job.solutions import HeatCounter, Index, View
from tests.support.application import (
    TUB,
    assert_shows,
    drive,
    finished,
    job_screen,
    screen_text,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


@pytest.mark.quick
def test_it_is_that_of_a_complete_list(tub: Job) -> None:
    counter = HeatCounter(tub, TUB, View())
    with tub.journal() as journal:
        while counter.extend(journal, Index()):
            pass
    listed = counter.result()
    # Numbers that no array of integers holds.
    live = listed.live[0].astype(object) * 10**40
    total = listed.total * 10**40
    exact = exact_heat(live, total)
    assert exact.exact == total
    assert exact.board(0).tolist() == listed.board(0).tolist()


def test_the_key_counts_all_though_few_are_listed(home: Path) -> None:
    finished("few", TUB, limit=3)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 3", app, pilot)
        await pilot.press("equals_sign")
        await assert_shows("of all 74 predecessors, counted", app, pilot)
        # 18 of 74 have the corner live, which the three that are listed do not say.
        await assert_shows("24  22  43  22  24", app, pilot)
        await assert_shows("forced", app, pilot)
        await pilot.press("full_stop")
        await assert_shows("! this is the last generation", app, pilot)
        await pilot.press("h")
        await assert_shows("1 of 3", app, pilot)
        await pilot.press("h")
        await assert_shows("of the 3 predecessors found so far", app, pilot)
        # The job that has counted is asked again.
        await pilot.press("equals_sign")
        await assert_shows("of all 74 predecessors, counted", app, pilot)

    drive(steps, job="few")
    assert {each.name for each in jobs()} == {"few", "few-heat-map"}
    assert Job("few-heat-map").query() == CountMarginals(TUB)


def test_a_count_goes_on_when_the_screen_is_left(home: Path) -> None:
    wide = Predecessor(Pattern.from_rows(["." * 13] * 13))
    Job.create("wide", ListSolutions(wide), Options())

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("no predecessor yet", app, pilot)
        await pilot.press("equals_sign")
        await until(lambda: "wide-heat-map" in {each.name for each in jobs()}, pilot)
        await until(lambda: Job("wide-heat-map").at_work(), pilot)
        await pilot.press("escape")
        await assert_shows("wide-heat-map", app, pilot)
        assert Job("wide-heat-map").at_work()

    drive(steps, job="wide")
    Job("wide-heat-map").stop()


def test_it_comes_while_a_solution_is_played(home: Path) -> None:
    """A random walk found that the exact map, which has one generation, was played on."""
    finished("few", TUB, limit=3)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 3", app, pilot)
        # What the command answers comes between two generations.
        await pilot.press("space")
        live = np.full((5, 5), 1, dtype=object)
        counted = exact_heat(live, 2)
        job_screen(app).post_message(ExactCounted(counted, "few-heat-map"))
        await assert_shows("of all 2 predecessors, counted", app, pilot)
        await pilot.pause(1.2)
        assert "of all 2 predecessors, counted" in screen_text(app)
        # A solution that was asked for before comes later.
        job_screen(app).film.time = 1
        job_screen(app).show_solution()
        await pilot.press("h")
        await assert_shows("1 of 3", app, pilot)

    drive(steps, job="few")


def test_it_covers_all_objects(home: Path) -> None:
    finished("few", StillLife(3, 3), limit=2)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("2 still lifes", app, pilot)
        await pilot.press("equals_sign")
        await assert_shows("of all 12 still lifes, counted", app, pilot)

    drive(steps, job="few")


def test_where_there_is_none(home: Path) -> None:
    Job.create("back", ListSolutions(replace(TUB, generations=49)), Options())
    Job.create("orphan", ListSolutions(Predecessor(Pattern.from_rows(["O"]), margin=0)), Options())

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("no predecessor yet", app, pilot)
        await pilot.press("equals_sign")
        await assert_shows("this search cannot be counted cell by cell", app, pilot)
        await pilot.press("escape")
        app.attach("orphan")
        await assert_shows("lifesat · orphan", app, pilot)
        await assert_shows("no predecessor yet", app, pilot)
        await pilot.press("equals_sign")
        await assert_shows("! no predecessor within margin", app, pilot)
        assert not job_screen(app).heat_map.shown

    drive(steps, job="back")


def test_what_is_out_of_reach_says_why(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OutOfReachError("the frontier is too large")

    finished("few", TUB, limit=3)
    monkeypatch.setattr(CountMarginals, "check", refuse)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("1 of 3", app, pilot)
        await pilot.press("equals_sign")
        await assert_shows("! the frontier is too large", app, pilot)

    drive(steps, job="few")


@pytest.mark.quick
def test_it_is_for_whole_solutions_that_a_frontier_may_hold() -> None:
    assert within_reach(
        replace(TUB, require=frozenset({(0, 0)}), symmetry="D2_+", min_population=3)
    )
    assert within_reach(replace(TUB, generations=2))
    assert not within_reach(replace(TUB, generations=49))
    assert not within_reach(replace(TUB, project=frozenset({(0, 0)})))
