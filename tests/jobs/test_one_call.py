"""A search for one solution, whose solvers are in a call of many minutes: it ends before that."""

import json
import operator
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from lifesat.engines.options import Options
from lifesat.engines.sat import adaptive
from lifesat.formats import rle
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.queries.events import Done, Progress
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.environment import PATIENCE_SECONDS
from tests.support.hard import SOUP
from tests.support.jobs import until, worker
from tests.support.processes import children, loaded, processor_seconds, state

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

TWO = Options(workers=2, method="strips")


def in_a_call(process: int) -> list[int]:
    """Wait until two solvers have worked for a while; return their processes."""
    until(lambda: len(children(process)) >= 2, 200)
    # A job may start another one later, which counts all solutions.
    solving = sorted(children(process))[:2]
    # Starting and making the formula take less.
    until(lambda: all(processor_seconds(each) > 4.0 for each in solving), 200)
    return solving


def ended(processes: list[int]) -> bool:
    return all(state(each) == "Z" for each in processes)


@pytest.mark.weekly
def test_progress_goes_on_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adaptive, "_ALONE_SECONDS_FOR_ONE", 0.0)
    monkeypatch.setattr(adaptive, "_HERE_SECONDS_FOR_ONE", 0.0)
    reported: list[Progress] = []

    def stop() -> bool:
        return (
            len(reported) >= 8
            and len(solving := children(os.getpid())) == 2
            and all(processor_seconds(each) > 4.0 for each in solving)
        )

    for event in search(ListSolutions(SOUP), TWO, stop):
        if isinstance(event, Progress) and event.members == 2:
            reported.append(event)
    assert isinstance(event, Done)
    assert event.status == "stopped"
    assert not children(os.getpid())


@pytest.mark.weekly
def test_a_time_limit() -> None:
    *_, done = search(ListSolutions(SOUP), Options(workers=2, time_limit=6.0))
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("time_limit", 0)
    assert not children(os.getpid())


def test_an_interrupt(tmp_path: Path) -> None:
    (tmp_path / "soup.rle").write_text(rle.write(SOUP.target))
    soup = str(tmp_path / "soup.rle")
    words = ("predecessors", soup, "--method", "strips", "--workers", "2", "--jsonl")
    with loaded(*words) as running:
        solving = in_a_call(running.pid)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE_SECONDS)
    assert running.returncode == 130, err
    assert ended(solving)
    events = [json.loads(line) for line in out.splitlines()]
    assert events[-1]["status"] == "stopped"
    assert max(event.get("members", 0) for event in events) == 2


def test_a_paused_job_rests() -> None:
    job = Job.create("hard", ListSolutions(SOUP), TWO)
    with worker("hard") as process:
        solving = in_a_call(process.pid)
        assert job.summary().progress.members == 2
        job.request("pause")
        until(lambda: job.summary().state == "paused")
        until(lambda: all(state(each) == "T" for each in solving))
        assert job.summary().progress.members == 0
        at_rest = list(map(processor_seconds, solving))
        time.sleep(1.0)
        assert list(map(processor_seconds, solving)) == at_rest
        job.request("work")
        until(lambda: all(map(operator.gt, map(processor_seconds, solving), at_rest)))
        assert set(solving) <= set(children(process.pid))
        job.request("stop")
        process.communicate(timeout=PATIENCE_SECONDS)
    assert job.summary().state == "stopped"
    assert ended(solving)
    job.request("work")
    *_, done = work(job, lambda: job.summary().progress.members == 2)
    assert isinstance(done, Done)
    assert done.status == "stopped"


@pytest.mark.parametrize("paused", [False, pytest.param(True, marks=pytest.mark.weekly)])
def test_solvers_end_with_a_job_that_is_killed(paused: bool) -> None:
    """Also while they hold Python's lock, and while they are stopped."""
    job = Job.create("hard", ListSolutions(SOUP), TWO)
    with worker("hard") as process:
        solving = in_a_call(process.pid)
        if paused:
            job.request("pause")
            until(lambda: all(state(each) == "T" for each in solving))
        process.kill()
        process.communicate()
    until(lambda: ended(solving))
    assert job.summary().state == "killed"
