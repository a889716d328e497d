"""What a long list costs, and the question before it begins."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lifesat import Pattern
from lifesat.engines.options import Options
from lifesat.jobs.job import Job, jobs
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.solutions import ListSolutions
from lifesat_tui.form.costs import best_rate, cost, warning
from lifesat_tui.form.draft import Draft
from lifesat_tui.form.screen import New
from lifesat_tui.shared.screen import Confirm
from tests.support.application import TUB, assert_says, assert_shows, drive, finished, until
from tests.support.summaries import at

if TYPE_CHECKING:
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

EMPTY = "......\n" * 6


def test_the_space_is_about_that_of_a_journal(home: Path) -> None:
    target = Predecessor(Pattern.from_rows(["." * 4] * 4))
    job = finished("many", target, limit=20_000)
    estimate = cost(
        ListSolutions(target),
        Options(method="sat", limit=None),
        job.summary().progress.found,
        100.0,
    )
    assert estimate is not None
    assert estimate.seconds == job.summary().progress.found / 100
    assert 0.5 < estimate.bytes / job.path.stat().st_size < 1.5


def test_limits_make_a_list_cheap(home: Path) -> None:
    for options in (Options(limit=1000), Options(method="sat", limit=None, time_limit=60)):
        known = cost(ListSolutions(TUB), options, 10**15, 1000.0)
        assert known is not None
        assert not known.large
        assert not warning(ListSolutions(TUB), options, 10**15, 1000.0)
        assert not warning(ListSolutions(TUB), options, None, 1000.0)
    assert not warning(ListSolutions(TUB), Options(method="sat", limit=None), 74, 1000.0)
    assert "31,688 years" in warning(
        ListSolutions(TUB), Options(method="sat", limit=None), 10**15, 1000.0
    )
    assert "not known how many" in warning(
        ListSolutions(TUB), Options(method="sat", limit=None), None, 1000.0
    )


def test_the_rate_is_that_of_the_fastest_job(tub: Job) -> None:
    small = tub.summary()
    fast = at(small, found=5000, seconds=0.25)
    assert best_rate([small, at(small, found=1000, seconds=1), fast]) == 20_000
    # One that has found few says nothing.
    assert best_rate([small]) == best_rate([])


def test_a_search_that_cannot_end_begins_after_a_question(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Job, "start", lambda _: None)

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        typed = {"text": EMPTY, "name": "empty", "limit": ""}
        await app.push_screen(New(Draft("predecessors", typed)))
        await assert_says("to list them takes at least", app, pilot)
        await pilot.press("ctrl+s")
        await assert_says("of the disk, which has", app, pilot)
        await pilot.press("n")
        await assert_shows("search for", app, pilot)
        assert not jobs()
        await pilot.press("ctrl+s", "y")
        await until(lambda: bool(jobs()), pilot)

    drive(steps)
    assert Job("empty").options().limit is None


def test_a_search_that_is_being_counted_starts_without_a_question(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Job, "start", lambda _: None)
    asked: list[Confirm] = []
    monkeypatch.setattr(Confirm, "on_mount", asked.append)
    typed = {"text": ".O.\nO.O\n.O.", "name": "tub", "limit": ""}

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await app.push_screen(New(Draft("predecessors", typed)))
        await pilot.press("ctrl+s")
        await until(lambda: bool(jobs()), pilot)

    drive(steps)
    assert not asked
    assert Job("tub").summary().progress.total == 74


def test_the_number_of_solutions_does_not_depend_on_how_many_are_listed(home: Path) -> None:
    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        form = New(Draft("predecessors", {"text": EMPTY, "name": "empty"}))
        await app.push_screen(form)
        await assert_says("exactly", app, pilot)
        form.set_texts({"limit": ""})
        # At once, without being counted again.
        assert "; to list them takes at least" in form._words
        form.set_texts({"margin": "0"})
        assert "exactly" not in form._words

    drive(steps)
