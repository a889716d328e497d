"""Self-forcing agars as a job: what was tested is not tested again."""

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from lifesat import UserError, agars, submit
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.engines.patches.agars import Candidate
from lifesat.errors import FailedError
from lifesat.jobs.follow import found
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.agar import Agar
from lifesat.queries import self_forcing
from lifesat.queries.events import Done, Event, Solutions
from lifesat.queries.query import query_from_json
from lifesat.queries.search import search
from lifesat.queries.self_forcing import SelfForcingAgars
from tests.support.environment import end_jobs
from tests.support.jobs import killed_at_random

# 13 agars.
QUERY = SelfForcingAgars(Agar(5, 4), pad=3)
ALL = Options(method="sat", limit=None)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("lifesat.queries.run.Run.progress_due", lambda _: True)
    yield
    end_jobs()


@pytest.fixture
def tested(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Which agars are tested. The verdicts are by chance, but always the same for an agar."""
    cells: list[bytes] = []

    def verdict(candidate: Candidate, _: object) -> str:
        time.sleep(0.02)  # some are tested in each step
        cells.append(candidate.history[0].tobytes())
        number = hashlib.sha256(cells[-1]).digest()[0]
        return ("forced", "refuted", "refuted", "open")[number % 4]

    monkeypatch.setattr(self_forcing, "decide", verdict)
    return cells


def boards(events: list[Event]) -> list[bytes]:
    """The self-forcing agars among events, in order."""
    return [b.tobytes() for e in events if isinstance(e, Solutions) for b in e.boards]


def end_of(events: list[Event]) -> Done:
    assert isinstance(events[-1], Done)
    return events[-1]


def worked(job: Job, stop: Callable[[list[Event]], bool]) -> list[Event]:
    """The events of a job that works until `stop` of its events is true."""
    events: list[Event] = []
    for event in work(job, lambda: stop(events)):
        events.append(event)  # noqa: PERF402  # they are looked at meanwhile
    return events


@pytest.mark.quick
def test_a_job_goes_on_where_it_was_left(tested: list[bytes]) -> None:
    whole = list(search(QUERY, ALL))
    number = len(tested)
    assert number == len(set(tested)) == 13
    assert 0 < len(boards(whole)) < number
    assert end_of(whole).status == "limit"
    tested.clear()
    job = Job.create("part", QUERY, ALL)
    first = worked(job, lambda events: len(boards(events)) > 0)
    assert job.summary().state == "stopped"
    assert 0 < len(tested) < number
    assert job.summary().answer.endswith(f", of {len(tested)} tested")
    rest = list(work(job))
    # Nothing is tested again, and nothing is listed twice.
    assert len(tested) == len(set(tested)) == number
    assert set(boards(first) + boards(rest)) == set(boards(whole))
    assert end_of(rest).reason == end_of(whole).reason
    kept = list(found(job))
    assert boards([*kept]) == boards(first) + boards(rest)
    assert (
        sum(int(e.orbit_sizes.sum()) for e in kept) == end_of(rest).covered == end_of(whole).covered
    )


@pytest.mark.quick
def test_a_limit(tested: list[bytes]) -> None:
    events = list(search(QUERY, Options(limit=2)))
    assert (len(boards(events)), end_of(events).status) == (2, "limit")
    assert tested


@pytest.mark.parametrize("name", ["refuted", "open"])
@pytest.mark.parametrize("value", ["xy", "ff"])
@pytest.mark.usefixtures("tested")
def test_a_damaged_job(name: str, value: str) -> None:
    job = Job.create("bad", QUERY, ALL)
    with job.journal() as journal:
        journal.record(values={name: value})
    with pytest.raises((UserError, FailedError), match="the journal is damaged"):
        list(work(job))


@pytest.mark.quick
def test_it_is_the_same_after_its_json() -> None:
    assert query_from_json(QUERY.to_json()) == QUERY
    assert (QUERY.nouns, QUERY.label) == ("self-forcing agars", "self-forcing agars in 5x4 cells")
    assert json.loads(QUERY.to_json())["pad"] == 3


@pytest.mark.parametrize("pad", [-1, True, 1.5])
def test_paddings_that_there_are_not(pad: Any) -> None:
    with pytest.raises(UserError, match=f"pad is {pad}; it must be an int of at least 0"):
        SelfForcingAgars(Agar(3, 3), pad)


def test_rules_of_several_states_are_rejected() -> None:
    with pytest.raises(UserError, match="of 3 states; a self-forcing agar needs a rule of two st"):
        SelfForcingAgars(Agar(3, 3, rule_name="/2/3"))


@pytest.mark.weekly
def test_killed_at_random_moments() -> None:
    """Nothing that was said is lost, and nothing is said twice; the verdicts are true ones."""
    query = SelfForcingAgars(Agar(6, 3), pad=9)
    job = Job.create("killed", query, Options(method="sat", limit=None, workers=2))
    said: dict[int, str] = {}
    for event in killed_at_random(job, 1, 3, 0.3, 2.0):
        if event["type"] == "solution":
            assert event["number"] not in said
            said[event["number"]] = event["rle"]
    kept = list(found(job))
    texts = [text for event in kept for text in event.texts("rle")]
    assert all(texts[number - 1] == text for number, text in said.items())
    assert set(boards([*kept])) == set(boards(list(search(query, ALL))))
    assert len(texts) == len(set(boards([*kept])))


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["agars", "6,3", "--self-forcing", "--pad", "9", "--workers", "1"]
    assert main([*words, "--job", "six", "-q"]) == 0
    written = capsys.readouterr().out
    assert main(["jobs", "export", "six"]) == 0
    assert capsys.readouterr().out == written
    assert main(["jobs", "show", "six"]) == 0
    shown = capsys.readouterr().out
    assert "looks for: self-forcing agars in 6x3 cells\n" in shown
    assert " self-forcing, " in shown
    assert main(["jobs", "follow", "six", "--jsonl", "-q"]) == 0
    done = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (done["type"], done["status"]) == ("done", "limit")


def test_python() -> None:
    job = submit("six", agars(6, 3, self_forcing=True, pad=9, limit=1))
    listed = list(job.follow())
    assert listed == list(job.solutions()) == list(agars(6, 3, self_forcing=True, pad=9, limit=1))
