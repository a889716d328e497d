"""Every answer has a picture on its screen, and a place in the list."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lifesat import Pattern
from lifesat.jobs.job import Job
from lifesat.problems.life.completion import Completion
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.queries.count_solutions import CountSolutions
from lifesat.queries.has_parent import HasParent
from lifesat.queries.marginals import CountMarginals, EstimateMarginals
from lifesat.queries.query import Query
from lifesat.queries.rewind import Rewind
from lifesat.queries.sample_solutions import SampleSolutions
from lifesat.queries.solutions import BestSolution
from lifesat_tui.board.panel import BoardPanel
from lifesat_tui.board.pictures import MARKED_DEAD, MARKED_LIVE, SHARE
from lifesat_tui.kinds.registry import display_of
from tests.support.application import (
    TUB,
    assert_hides,
    assert_says,
    assert_shows,
    drive,
    finished,
    until,
)

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

DOT = Predecessor(Pattern.from_rows(["O"]), margin=0)


def shown(app: "LifesatApp", name: str) -> Any:
    """The picture in one of the frames."""
    panel = app.screen.query_one(f"#{name}", BoardPanel)
    return panel._shown if panel.display else None


def test_a_count_is_shown_beside_its_target(home: Path) -> None:
    finished("many", CountSolutions(TUB))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: str(shown(app, "parent")) == "74 predecessors", pilot)
        assert np.array_equal(shown(app, "target"), TUB.target.to_array())

    drive(steps, job="many")


def test_a_count_of_objects_is_shown_alone(home: Path) -> None:
    finished("few", CountSolutions(StillLife(3, 3)))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: str(shown(app, "parent")) == "12 still lifes", pilot)
        assert shown(app, "target") is None

    drive(steps, job="few")


def test_a_large_number_has_groups_of_digits(home: Path) -> None:
    finished("many", CountSolutions(Predecessor(Pattern.from_rows(["..."] * 3), margin=2)))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: str(shown(app, "parent")) == "110,321,561 predecessors", pilot)

    drive(steps, job="many")


def test_each_population_has_a_bar(home: Path) -> None:
    finished("many", CountSolutions(TUB, by_population=True))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await until(lambda: str(shown(app, "parent")).startswith("74 predecessors"), pilot)
        lines = str(shown(app, "parent")).splitlines()[3:]
        counts = {int(line.split()[0]): int(line.split()[1]) for line in lines}
        assert sum(counts.values()) == 74
        bars = {int(line.split()[0]): line.count("█") for line in lines}
        assert max(counts, key=counts.__getitem__) == max(bars, key=bars.__getitem__)

    drive(steps, job="many", size=(120, 40))


@pytest.mark.parametrize("query", [CountMarginals(TUB), EstimateMarginals(TUB, 10)])
def test_marginals_are_a_heat_map(query: Query, home: Path) -> None:
    finished("cells", query)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("heat map", app, pilot)
        # The middle of the 74 predecessors is live in 40 of them.
        await until(lambda: abs(int(shown(app, "parent")[2, 2]) - 154) < 10, pilot)

    drive(steps, job="cells")


def test_marginals_of_objects_are_a_heat_map(home: Path) -> None:
    finished("cells", CountMarginals(StillLife(3, 3)))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("heat map of all 12 still lifes", app, pilot)
        # A cell at the side is live in 9 of them.
        await until(lambda: int(shown(app, "parent")[0, 1]) == SHARE + 75, pilot)
        assert shown(app, "target") is None

    drive(steps, job="cells")


def test_draws_of_objects_are_listed(home: Path) -> None:
    finished("drawn", SampleSolutions(StillLife(3, 3), 1), limit=3)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("still life 1", app, pilot)
        assert shown(app, "target") is None

    drive(steps, job="drawn")


def test_verdicts_show_parents(home: Path) -> None:
    finished("two", HasParent.about([("tub", TUB), ("dot", DOT)]))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("pattern 1 of 2", app, pilot)
        parent = shown(app, "parent")
        assert TUB.verify(np.array(parent)[None]).all()
        assert np.array_equal(shown(app, "target"), TUB.target.to_array())
        await pilot.press("full_stop")
        await assert_shows("no parent", app, pilot)
        assert shown(app, "target") is None

    drive(steps, job="two")


def test_the_title_of_a_rewind_is_that_of_the_generation(home: Path) -> None:
    finished("back", Rewind(TUB, 2))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("oldest generation", app, pilot)
        await pilot.press("full_stop")
        await assert_shows("1 generation before", app, pilot)
        await pilot.press("full_stop")
        await assert_hides("1 generation before", app, pilot)
        await assert_hides("oldest generation", app, pilot)

    drive(steps, job="back", size=(120, 40))


def test_what_differs_from_the_nearest_target_is_marked() -> None:
    target = Pattern.from_rows(["O"])
    problem = NearestPredecessor(Predecessor(target, margin=0))
    display = display_of(problem)
    dead = np.zeros((1, 1), dtype=np.uint8)
    assert display.history(problem, dead)[-1].tolist() == [[MARKED_DEAD]]  # type: ignore[union-attr]
    beside = display.reference(problem, dead)
    assert beside is not None
    assert beside[1].tolist() == [[MARKED_LIVE]]  # type: ignore[union-attr]


def test_given_cells_stand_apart_in_a_completion(home: Path) -> None:
    problem = Completion((("OO==", "O===", "===="),))
    finished("whole", BestSolution(problem, "fewest"))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("given cells", app, pilot)
        await until(lambda: shown(app, "parent") is not None, pilot)
        cells = shown(app, "parent")[1:-1, 1:-1]
        assert (cells == 1).sum() == 3
        assert (cells == MARKED_LIVE).sum() == 1

    drive(steps, job="whole")


def test_the_list_shows_answers(home: Path) -> None:
    finished("all", TUB)
    finished("count", CountSolutions(TUB))
    finished("small", BestSolution(TUB, "fewest"))
    finished("back", Rewind(TUB, 2))
    finished("near", BestSolution(NearestPredecessor(DOT), "fewest"))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        for words in (
            "74 found",
            "74 predecessors",
            "4 live cells",
            "2 generations back",
            "differs in 1 cell",
            "smallest predecessor of",
            "number of predecessors of",
        ):
            await assert_shows(words, app, pilot)

    drive(steps, size=(200, 40))


def test_how_good_the_best_is_stays_known(home: Path) -> None:
    job = finished("small", BestSolution(TUB, "fewest"))
    assert Job(job.name).summary().answer == "4 live cells"

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_says("4 live cells; 1 predecessor with the fewest live cells", app, pilot)
        await assert_shows("best: 4 live cells", app, pilot)

    drive(steps, job="small")
