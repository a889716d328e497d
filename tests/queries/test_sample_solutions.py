"""Samples as a query: live, as a job, broken off, and killed."""

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lifesat import Pattern, UserError, approximate_sample, list_jobs, sample
from lifesat.cli import main
from lifesat.engines.frontier.parents import Parents
from lifesat.engines.frontier.support import OutOfReachError
from lifesat.engines.options import Options
from lifesat.engines.particles.drawing import ApproximateDraws
from lifesat.errors import FailedError, MemoryLimitError
from lifesat.formats import write_text
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.events import Done, Event, Progress, Solutions
from lifesat.queries.query import query_from_json
from lifesat.queries.sample_solutions import SampleSolutions
from lifesat.queries.search import search
from tests.support.environment import PATIENCE_SECONDS, end_jobs
from tests.support.jobs import TUB, boards, killed_at_random, until, worker

# Its sweep takes many minutes.
WIDE = Predecessor(Pattern.from_rows(["." * 13] * 13), margin=0)
# An independent table has five predecessors of the block, so a long sample repeats.
BLOCK = Predecessor(Pattern.from_rows(["OO", "OO"]), margin=0)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tub.rle").write_text("x = 3, y = 3\nbo$obo$bo!\n")
    yield
    end_jobs()


def drawn(events: list[Event]) -> list[bytes]:
    """The boards, in order; their numbers have no gaps."""
    found: list[bytes] = []
    for event in events:
        if isinstance(event, Solutions):
            assert event.first == len(found) + 1
            found += [board.tobytes() for board in event.boards]
    return found


def end(events: list[Event]) -> Done:
    assert isinstance(events[-1], Done)
    return events[-1]


def whole(query: SampleSolutions, number: int) -> list[bytes]:
    return drawn(list(search(query, Options(limit=number))))


@pytest.mark.quick
@pytest.mark.parametrize("number", [1, 7, 3000])
def test_what_the_api_draws(number: int) -> None:
    events = list(search(SampleSolutions(TUB, 4), Options(limit=number)))
    expected = Parents(TUB).sample(number, 4)
    assert drawn(events) == [board.tobytes() for board in expected]
    assert (end(events).status, end(events).found) == ("limit", number)
    assert len(sample(TUB.target, number, seed=4)) == number


def test_fewer_are_the_first_ones() -> None:
    for approximate in (False, True):
        query = SampleSolutions(TUB, 2, approximate)
        assert whole(query, 3) == whole(query, 6)[:3]


@pytest.mark.quick
def test_all_are_equally_likely() -> None:
    times = Counter(whole(SampleSolutions(BLOCK), 5000))
    assert len(times) == 5
    assert all(850 < number < 1150 for number in times.values())


@pytest.mark.quick
def test_approximate_draws_are_those_of_the_api() -> None:
    query = SampleSolutions(TUB, 5, approximate=True)
    (batch,) = (event for event in search(query, Options(limit=1)) if isinstance(event, Solutions))
    (expected,) = approximate_sample(TUB.target, 1, seed=5)
    name = "target, predecessor drawn approximately as number 1"
    assert [*batch.texts("rle")] == [write_text(expected.replace(name=name), "rle")]


def test_none() -> None:
    events = list(search(SampleSolutions(replace(TUB, max_population=1)), Options(limit=4)))
    assert drawn(events) == []
    assert end(events).status == "none"


def test_it_is_the_same_after_its_json() -> None:
    query = SampleSolutions(TUB, 9, approximate=True)
    assert query_from_json(query.to_json()) == query
    assert query.label == "approximate sample of predecessors of the 3x3 target"
    assert query.nouns == "predecessors drawn at random"
    text = query.to_json().replace('"seed": 9', '"seed": -1')
    with pytest.raises(UserError, match="seed is -1"):
        query_from_json(text)
    for problem in (Sudoku(((0,) * 4,) * 4), replace(TUB, project=frozenset({(0, 0)}))):
        with pytest.raises(UserError, match="a sample is not drawn of"):
            SampleSolutions(problem)
    with pytest.raises(UserError, match="an approximate sample is not drawn of still lifes"):
        SampleSolutions(StillLife(3, 3), approximate=True)


def test_what_is_refused_at_once() -> None:
    exact, approximate = SampleSolutions(TUB), SampleSolutions(TUB, approximate=True)
    with pytest.raises(UserError, match="a sample needs the number of predecessors to draw"):
        search(exact, Options(method="sat", limit=None))
    with pytest.raises(OutOfReachError, match="only what fits a frontier can be drawn from"):
        search(SampleSolutions(replace(TUB, generations=2, max_outside=3)), Options())
    with pytest.raises(MemoryLimitError):
        search(approximate, Options(memory=1000))
    with pytest.raises(UserError, match="approximate draws come from particles"):
        search(replace(approximate, problem=replace(TUB, symmetry="C2")), Options())


def test_a_wrong_board_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "lifesat.problems.life.predecessor.Predecessor.verify",
        lambda _problem, boards: boards.sum(axis=(1, 2)) < 0,
    )
    with pytest.raises(AssertionError, match="a drawn board is not a valid predecessor"):
        list(search(SampleSolutions(TUB), Options(limit=2)))


@pytest.mark.parametrize(("seconds", "status"), [(0.3, "time_limit"), (None, "stopped")])
def test_a_sweep_is_broken_off(
    seconds: float | None, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", -1.0)
    seen: list[Event] = []
    options = Options(limit=5, time_limit=seconds)
    for event in search(SampleSolutions(WIDE), options, lambda: seconds is None and len(seen) > 2):
        seen.append(event)  # noqa: PERF402  # they are looked at meanwhile
    assert end(seen).status == status
    assert any(" cells, " in event.phase for event in seen if isinstance(event, Progress))


def test_what_is_drawn_before_a_stop_is_kept() -> None:
    query = SampleSolutions(TUB, 1, approximate=True)
    seen: list[Event] = []
    for event in search(query, Options(limit=10**6), lambda: len(drawn(seen)) > 2):
        seen.append(event)  # noqa: PERF402  # they are looked at meanwhile
    assert end(seen).status == "stopped"
    assert 2 < end(seen).found == len(drawn(seen))
    assert drawn(seen) == whole(query, len(drawn(seen)))


# ---------------------------------------------------------------- jobs


@pytest.mark.parametrize("approximate", [False, True])
def test_a_job_goes_on_where_it_was_stopped(approximate: bool) -> None:
    query = SampleSolutions(BLOCK, 3, approximate)
    number = 20 if approximate else 5000
    job = Job.create("some", query, Options(limit=number))
    seen: list[Event] = []
    for event in work(job, lambda: bool(drawn(seen))):
        seen.append(event)  # noqa: PERF402  # they are looked at meanwhile
    first = len(boards(job))
    assert 0 < first == job.summary().progress.found
    stopped = job.summary().state == "stopped"
    assert stopped or first == number
    if stopped:
        list(work(job))
    everything = list(follow(job))
    assert drawn(everything) == whole(query, number)
    assert end(everything).status == "limit"
    assert len(set(boards(job))) <= 5


@pytest.mark.parametrize("approximate", [False, True])
def test_a_higher_limit_draws_more(approximate: bool) -> None:
    query = SampleSolutions(TUB, 8, approximate)
    job = Job.create("more", query, Options(limit=3))
    list(work(job))
    assert job.summary().state == "limit"
    with pytest.raises(UserError, match="has reached its limit"):
        job.resume()
    with pytest.raises(UserError, match="a sample needs the number"):
        job.change(replace(job.options(), limit=None))
    job.change(replace(job.options(), limit=9))
    second = list(work(job))
    assert next(event.first for event in second if isinstance(event, Solutions)) == 4
    assert drawn(list(follow(job))) == whole(query, 9)
    list(work(job))
    assert len(boards(job)) == 9


def test_a_job_fails_if_nothing_can_be_drawn() -> None:
    dead = Predecessor(Pattern.from_rows(["O"]), margin=0)
    job = Job.create("dot", SampleSolutions(dead, approximate=True), Options())
    with pytest.raises(FailedError, match="this proves nothing"):
        list(work(job))
    assert job.summary().state == "failed"
    assert "this proves nothing" in job.summary().reason


@pytest.mark.parametrize("approximate", [False, True])
def test_killed_at_random_moments(approximate: bool) -> None:
    """Nothing that was said is lost, nothing is said twice, and the draws stay the same."""
    query, number = SampleSolutions(TUB, 6, approximate), 60 if approximate else 60_000
    job = Job.create("killed", query, Options(limit=number))
    said: dict[int, str] = {}
    for event in killed_at_random(job, approximate, 4):
        if event["type"] == "solution":
            assert event["number"] not in said
            said[event["number"]] = event["rle"]
    kept = list(follow(job))
    assert end(kept).status == "limit"
    assert drawn(kept) == whole(query, number)
    texts = [text for event in kept if isinstance(event, Solutions) for text in event.texts("rle")]
    assert all(texts[number - 1] == text for number, text in said.items())


def test_paused_in_a_sweep() -> None:
    job = Job.create("wide", SampleSolutions(WIDE), Options(limit=5))
    with worker("wide") as process:
        until(lambda: job.summary().progress.seconds > 0)
        job.request("pause")
        until(lambda: job.summary().state == "paused")
        before = job.summary().progress.seconds
        time.sleep(0.5)
        assert job.summary().progress.seconds == before
        job.request("work")
        until(lambda: job.summary().progress.seconds > before)
        job.request("stop")
        process.communicate(timeout=PATIENCE_SECONDS)
    assert job.summary().state == "stopped"


def test_a_journal_of_another_problem() -> None:
    job = Job.create("bad", SampleSolutions(TUB), Options(limit=2))
    list(work(job))
    with job.journal() as journal:
        journal.record(values={"query": SampleSolutions(WIDE).to_json()})
    with pytest.raises((UserError, FailedError), match="solutions of another problem"):
        list(follow(job))


# ---------------------------------------------------------------- commands


@pytest.mark.parametrize("words", [[], ["--approximate"]])
def test_the_command_as_a_job(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["sample", "tub.rle", "-k6", "--seed", "2", *words]
    assert main([*asked, "-q"]) == 0
    live = capsys.readouterr().out
    assert main([*asked, "--job", "some", "-q"]) == 0
    assert capsys.readouterr().out == live
    for action in ("export", "follow"):
        assert main(["jobs", action, "some"]) == 0
        assert capsys.readouterr().out == live
    assert main(["jobs", "export", "some", "--to", "cells", "--after", "4"]) == 0
    assert capsys.readouterr().out.count("as number") == 2
    assert main(["jobs", "export", "some", "--csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 7
    assert main(["jobs"]) == 0
    assert "limit  6" in capsys.readouterr().out
    assert main(["jobs", "show", "some"]) == 0
    how = "approximate " if words else ""
    shown = capsys.readouterr().out
    assert f"looks for: {how}sample of predecessors of the 3x3 target\n" in shown
    assert "seed: 2\n" in shown
    (known,) = list_jobs()
    assert len(list(known.solutions())) == 6
    assert main(["jobs", "resume", "some", "--limit", "8"]) == 0
    assert main(["jobs", "follow", "some", "-q"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(live)
    assert out.count("as number") == 8
    assert main(["jobs", "resume", "some", "--all"]) == 2
    assert "a sample needs the number" in capsys.readouterr().err


def test_events_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample", "tub.rle", "-k3", "--jsonl"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    numbers = [event["number"] for event in events if event["type"] == "solution"]
    assert numbers == [1, 2, 3]
    assert events[-1]["status"] == "limit"


def test_what_the_command_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sample", "tub.rle", "--detach"]) == 2
    assert "--detach needs --job NAME" in capsys.readouterr().err
    assert main(["sample", "tub.rle", "-g2", "--max-outside", "3", "--job", "two"]) == 3
    assert "only what fits a frontier" in capsys.readouterr().err
    assert main(["sample", "tub.rle", "--job", "a/b"]) == 2
    assert list_jobs() == []


def test_who_draws_one_more_leaves_out_the_first() -> None:
    draws = ApproximateDraws(BLOCK, 0, 50)
    both = [board.tobytes() for board in draws.draw(3)]
    assert [board.tobytes() for board in draws.draw(3, after=2)] == both[2:]
    exact = list(Parents(BLOCK).draws(2500, 1))
    rest = list(Parents(BLOCK).draws(2500, 1, after=1500))
    assert [row.tolist() for part in rest for row in part] == [
        row.tolist() for part in exact for row in part
    ][1500:]
