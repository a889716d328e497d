"""Jobs that draw at random, and jobs about marginals, in the terminal application."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.job import Job
from lifesat.queries.marginals import CountMarginals, EstimateMarginals
from lifesat.queries.sample_solutions import SampleSolutions
from lifesat_tui.form.costs import cost, warning
from lifesat_tui.form.draft import Draft, check, draft_of
from lifesat_tui.job.actions import export
from tests.support.application import TUB, assert_says, assert_shows, drive, finished

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp


def test_a_sample_becomes_a_draft_and_the_same_sample_again(home: Path) -> None:
    query, options = SampleSolutions(TUB, 7), Options(limit=30, workers=1)
    draft = draft_of("other", query, options)
    assert (draft.kind, draft.texts["number"], draft.texts["seed"]) == ("sample", "30", "7")
    checked = check(draft)
    assert checked.query is not None
    assert checked.query.to_json() == query.to_json()
    assert checked.options == options
    assert "--seed 7 --number 30 --job other --detach" in checked.command


def test_the_form_has_no_field_for_approximate_draws(home: Path) -> None:
    with pytest.raises(UserError, match="the form has no fields for some conditions"):
        draft_of("other", SampleSolutions(TUB, approximate=True), Options(limit=3))


def test_what_no_frontier_fits_is_a_mistake_in_the_form(home: Path) -> None:
    texts = {"name": "two", "text": "x = 3, y = 3\nbo$obo$bo!\n", "generations": "49"}
    assert "can be drawn from" in check(Draft("sample", texts)).errors["problem"]


def test_the_number_of_predecessors_is_no_cost_of_a_sample() -> None:
    query = SampleSolutions(TUB)
    assert cost(query, Options(limit=10), 10**15, 1000.0) is None
    assert not warning(query, Options(limit=10**6), 10**15, 1000.0)


def test_a_sample_is_browsed_and_goes_on(home: Path) -> None:
    finished("some", SampleSolutions(TUB, 2), limit=5)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("5 predecessors drawn", app, pilot)
        await assert_shows("1 of 5", app, pilot)
        await pilot.press("l", "backspace", "8", "enter")
        await assert_shows("1 of 8", app, pilot)
        await assert_shows("8 predecessors drawn", app, pilot)

    drive(steps, job="some")


def test_marginals_have_sentences(home: Path) -> None:
    finished("exact", CountMarginals(TUB))
    finished("about", EstimateMarginals(TUB, 10))

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_says("✓ cell probabilities of 74 predecessors, after 0:", app, pilot)

    drive(steps, job="exact")

    async def estimated(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_says("estimated from 10 samples of 1,000 boards each", app, pilot)

    drive(estimated, job="about")


def test_marginals_are_exported_in_the_form_of_the_name(home: Path, tmp_path: Path) -> None:
    finished("exact", CountMarginals(TUB))
    finished("about", EstimateMarginals(TUB, 10))
    for name, form, begins in (
        ("exact", "svg", "<svg"),
        ("exact", "csv", "x,y,live,total,probability\n-1,-1,18,74,"),
        ("about", "csv", "x,y,probability,standard_error\n-1,-1,"),
        ("exact", "txt", "      -1"),
    ):
        path = tmp_path / f"{name}.{form}"
        assert export(Job(name), str(path)) == f"wrote the answer to {path}"
        assert path.read_text().startswith(begins)
        with pytest.raises(UserError, match="exists"):
            export(Job(name), str(path))
