"""Self-forcing agars from the form: a job whose agars can be browsed."""

from pathlib import Path
from typing import TYPE_CHECKING

from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.agar import Agar
from lifesat.queries import self_forcing
from lifesat.queries.self_forcing import SelfForcingAgars
from lifesat_tui.form.draft import Draft, check, draft_of
from tests.support.application import assert_says, assert_shows, drive

if TYPE_CHECKING:
    import pytest
    from textual.pilot import Pilot

    from lifesat_tui.app import LifesatApp

DRAFT = Draft("forcing agars", {"name": "a", "box": "4,4", "limit": ""})


def made() -> Job:
    """Do the job that the form states, in this process."""
    checked = check(DRAFT)
    assert checked.query is not None
    assert checked.options is not None
    job = Job.create("forcing", checked.query, checked.options)
    for _ in work(job):
        pass
    return job


def test_the_command_that_the_form_states() -> None:
    words = "lifesat agars 4,4 --period 2 --pad 9 --limit 3 --self-forcing"
    texts = {"box": "4,4", "period": "2", "pad": "9", "limit": "3"}
    assert sorted(check(Draft("forcing agars", texts)).command.split()) == sorted(words.split())


def test_a_job_becomes_a_draft_and_the_same_job_again(home: Path) -> None:
    query = SelfForcingAgars(Agar(4, 4), pad=9)
    draft = draft_of("again", query, made().options())
    assert draft.kind == "forcing agars"
    assert check(draft).query == query


def test_there_is_none(home: Path) -> None:
    # There are six still lifes on this torus, and a known result: none is self-forcing.
    assert made().summary().state == "none"

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_says("no self-forcing agar: proved for the 4x4 torus", app, pilot)
        await pilot.press("escape")
        await assert_says("0 self-forcing, 6 not, 0 undecided, of 6 tested", app, pilot)

    drive(steps, job="forcing", size=(120, 40))


def test_agars_are_browsed(home: Path, monkeypatch: "pytest.MonkeyPatch") -> None:
    monkeypatch.setattr(self_forcing, "decide", lambda *_: "forced")
    assert made().summary().solutions == 6

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("agar 1 of 6", app, pilot)
        await pilot.press("right")
        await assert_shows("agar 2 of 6", app, pilot)

    drive(steps, job="forcing", size=(120, 40))


def test_the_list_of_jobs_shows_an_agar(home: Path, monkeypatch: "pytest.MonkeyPatch") -> None:
    monkeypatch.setattr(self_forcing, "decide", lambda *_: "forced")
    made()

    async def steps(app: "LifesatApp", pilot: "Pilot[None]") -> None:
        await assert_shows("self-forcing agar 6", app, pilot)

    drive(steps, size=(120, 40))
