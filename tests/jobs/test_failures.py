"""Searches and jobs that fail: the events end with `done` and the reason, the exit code is 4."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lifesat import UserError, read_text
from lifesat.cli import main
from lifesat.engines.sat.adaptive import AdaptiveSearch
from lifesat.engines.sat.search import Models
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done
from lifesat.queries.solutions import ListSolutions
from tests.support.commands import listed
from tests.support.environment import PATIENCE_SECONDS
from tests.support.jobs import ENDLESS, TUB, everything, reported, until, worker

# A frontier cannot begin anywhere among predecessors of several generations.
HOPELESS = Predecessor(ENDLESS.target, generations=2)
HOPELESS_OPTIONS = everything(skip=5)


@pytest.fixture
def target(tmp_path: Path) -> str:
    path = tmp_path / "tub.rle"
    path.write_text("x = 3, y = 3\nbo$obo$bo!\n")
    return str(path)


def break_off(monkeypatch: pytest.MonkeyPatch, error: Exception, after: int = 1) -> None:
    """Let searches fail once they have found something, so many times."""
    advance = AdaptiveSearch.advance
    found = 0

    def fails(self: AdaptiveSearch, seconds: float, most: int | None = None) -> Models:
        nonlocal found
        if found >= after:
            raise error
        models = advance(self, seconds, most)
        found += len(models.orbit_sizes) > 0
        return models

    monkeypatch.setattr(AdaptiveSearch, "advance", fails)


def ended(capsys: pytest.CaptureFixture[str], words: list[str]) -> tuple[int, list[Any], str]:
    """The exit code of a command, the events that it wrote, and its last words."""
    code = main(words)
    out, err = capsys.readouterr()
    return code, reported(out), err.splitlines()[-1]


def types(events: list[Any]) -> list[str]:
    """The types of events but for progress, which comes as time goes by."""
    return [event["type"] for event in events if event["type"] != "progress"]


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (UserError("nothing works"), 4, "nothing works"),
        (OSError(24, "Too many open files"), 4, "Too many open files"),
        (OSError(2, "No such file or directory", "x"), 4, "x: No such file or directory"),
        (MemoryError(), 3, "this machine has too little memory for that"),
        (KeyError("k"), 70, "KeyError: 'k'"),
    ],
)
def test_a_search_that_fails_midway(
    error: Exception,
    code: int,
    reason: str,
    target: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    break_off(monkeypatch, error)
    words = ["predecessors", target, "--all", "--solver", "cadical195", "--jsonl"]
    ended_with, events, last = ended(capsys, words)
    assert ended_with == code
    assert types(events) == ["started", "solution", "done"]
    done = events[-1]
    assert (done["status"], done["found"], done["reason"]) == ("failed", 1, reason)
    assert last == f"lifesat: {reason}" or code == 70


def test_what_was_found_before_a_failure_is_in_the_file(
    target: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    break_off(monkeypatch, UserError("nothing works"))
    file = tmp_path / "found.rle"
    words = ["predecessors", target, "--all", "--solver", "cadical195", "-o", str(file)]
    assert main(words) == 4
    assert len(listed(file.read_text())) == 1
    *_, closing, last = capsys.readouterr().err.splitlines()
    assert closing.startswith("1 predecessor before the failure (")
    assert last == "lifesat: nothing works"


def test_the_best_before_a_failure(
    target: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    break_off(monkeypatch, UserError("nothing works"))
    words = ["predecessors", target, "--smallest", "--max-population", "99", "-g", "2", "--jsonl"]
    code, events, _ = ended(capsys, words)
    assert code == 4
    assert types(events) == ["started", "solution", "done"]
    assert read_text(events[-2]["rle"]).population == events[-2]["population"]
    assert (events[-1]["status"], events[-1]["found"]) == ("failed", 1)


def test_a_refusal_writes_no_events(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, events, last = ended(capsys, ["predecessors", target, "--skip", "74", "--jsonl"])
    assert (code, events) == (2, [])
    assert "there are 74 predecessors" in last


def test_a_job_that_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    job = Job.create("hopeless", ListSolutions(HOPELESS), HOPELESS_OPTIONS)
    with worker("hopeless") as process:
        said, complaint = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 4
    (done,) = reported(said)
    assert (done["type"], done["status"]) == ("done", "failed")
    assert complaint == f"lifesat: {done['reason']}\n"
    assert job.summary().reason == done["reason"]
    assert "one generation" in done["reason"]
    code, (*_, followed), last = ended(capsys, ["jobs", "follow", "hopeless", "--jsonl"])
    assert (code, followed["status"]) == (4, "failed")
    assert last == f"lifesat: {followed['reason']}"
    assert followed["reason"] == f"the job 'hopeless' failed: {done['reason']}"
    (tmp_path / "empty.rle").write_text("x = 12, y = 12, rule = B3/S23\n!\n")
    words = ["predecessors", str(tmp_path / "empty.rle"), "-g", "2", "--skip", "5", "--jsonl"]
    code, (*_, begun), _ = ended(capsys, [*words, "--job", "another"])
    assert (code, begun["status"]) == (4, "failed")


@pytest.mark.parametrize("error", [MemoryError(), OSError(5, "Input/output error")])
def test_a_job_fails_also_where_a_search_would_end_otherwise(
    error: Exception, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr("lifesat.queries.solving.setup_of", fails)
    job = Job.create("poor", ListSolutions(TUB), everything())
    code, (done,), last = ended(capsys, ["jobs", "run", "poor", "--jsonl"])
    assert (code, done["status"]) == (4, "failed")
    assert last == f"lifesat: {done['reason']}"
    assert job.summary().state == "failed"
    assert job.summary().reason == done["reason"]


def test_the_process_of_a_job_dies(capsys: pytest.CaptureFixture[str]) -> None:
    job = Job.create("dead", ListSolutions(TUB), everything())
    with job.journal() as journal:
        journal.record(values={"state": "running", "found": 3, "covered": 3})
    code, events, last = ended(capsys, ["jobs", "follow", "dead", "--jsonl"])
    assert code == 4
    assert (events[-1]["status"], events[-1]["found"]) == ("failed", 3)
    assert last == f"lifesat: {events[-1]['reason']}"
    assert "`lifesat jobs resume dead` goes on from there" in last


def test_a_job_that_does_not_start(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesat.jobs.follow.START_SECONDS", 0.0)
    Job.create("asleep", ListSolutions(TUB), everything())
    code, events, last = ended(capsys, ["jobs", "follow", "asleep", "--jsonl"])
    assert (code, events[-1]["status"]) == (4, "failed")
    assert "did not start" in last


def test_following_that_is_interrupted_ends_too() -> None:
    job = Job.create("on", ListSolutions(ENDLESS), everything())
    job.start()
    until(lambda: job.summary().progress.found > 0)
    *_, done = follow(job, stop=lambda: job.summary().progress.found > 10)
    assert isinstance(done, Done)
    assert (done.status, done.reason) == ("stopped", "the job goes on")
    assert job.at_work()
    job.stop()
    *_, done = follow(job)
    assert isinstance(done, Done)
    assert (done.status, done.reason) == ("stopped", "")


# ------------------------------------------------------------ limits of number and of time


def test_an_old_journal_goes_on_to_the_end() -> None:
    job = Job.create("old", ListSolutions(TUB), everything(time_limit=10.0, workers=1))
    with job.journal() as journal:
        journal.record(values={"state": "limit", "seconds": 10.5})
    job.change(everything(workers=1))
    *_, done = work(job)
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("complete", 74)


def search_words(target: str) -> list[str]:
    return ["predecessors", target, "--time-limit", "0", "--all", "--solver", "cadical195"]


@pytest.mark.parametrize("words", [search_words, lambda t: [*search_words(t), "--job", "short"]])
def test_the_status_of_a_time_limit(
    words: Callable[[str], list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.rle").write_text("x = 30, y = 30, rule = B3/S23\n!\n")
    code, events, _ = ended(capsys, [*words(str(tmp_path / "empty.rle")), "--jsonl"])
    assert events[-1]["status"] == "time_limit"
    assert code == (0 if events[-1]["found"] else 3)
    assert events[-1]["reason"] == ""
