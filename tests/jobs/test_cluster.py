"""A real dask scheduler with two real workers on loopback, one of them killed in the midst."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from lifesat import UserError
from lifesat.engines.sat import executors
from lifesat.engines.sat.executors import connected
from lifesat.errors import FailedError
from lifesat.jobs.follow import found
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.queries.events import Done, Event, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.environment import PATIENCE_SECONDS
from tests.support.jobs import POND, TUB, everything, until, worker

pytestmark = pytest.mark.usefixtures("dask")


@pytest.fixture
def scheduler(dask: None, tmp_path: Path) -> Iterator[str]:
    """The address of a scheduler of its own, which outlives its workers."""
    log = tmp_path / "scheduler.log"
    words = ["-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    words += ["--no-dashboard", "--no-jupyter"]
    with log.open("w") as stream:
        process = subprocess.Popen([sys.executable, *words], stderr=stream, stdout=stream)
    address = re.compile(r"tcp://127\.0\.0\.1:\d+")
    until(lambda: address.search(log.read_text()) is not None)
    match = address.search(log.read_text())
    assert match
    yield match[0]
    process.terminate()
    process.wait(20)


@pytest.fixture
def machines(scheduler: str, tmp_path: Path) -> "Iterator[list[subprocess.Popen[bytes]]]":
    """Two workers, each a process of its own."""
    from distributed import Client  # noqa: PLC0415 - not everybody has it

    words = [sys.executable, "-m", "distributed.cli.dask_worker", scheduler, "--no-dashboard"]
    words += ["--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)]
    started = [
        subprocess.Popen(words, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        for _ in range(2)
    ]
    with Client(scheduler, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE_SECONDS)
    yield started
    for process in started:
        process.kill()
        process.wait(20)


@pytest.mark.weekly
def test_a_killed_machine_is_done_without(
    scheduler: str, machines: "list[subprocess.Popen[bytes]]"
) -> None:
    job = Job.create("far", ListSolutions(POND), everything(cluster=scheduler, up_to_symmetry=True))
    with worker("far") as process:
        until(lambda: job.summary().progress.found > 100, 60)
        os.kill(machines[0].pid, signal.SIGKILL)
        _, complaint = process.communicate(timeout=500)
    assert process.returncode == 0, complaint
    listed = [board.tobytes() for event in found(job) for board in event.boards]
    local = search(ListSolutions(POND), everything(up_to_symmetry=True, workers=1))
    expected = {
        board.tobytes() for event in local if isinstance(event, Solutions) for board in event.boards
    }
    assert len(listed) == len(set(listed))
    assert set(listed) == expected


def test_find_one_on_a_cluster(scheduler: str, machines: object) -> None:
    *_, done = work(Job.create("one", ListSolutions(POND), everything(limit=1, cluster=scheduler)))
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("limit", 1)


def test_nobody_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_CONNECT_SECONDS", 1)
    with (
        pytest.raises(UserError, match="no dask scheduler answers"),
        connected("tcp://127.0.0.1:9"),
    ):
        pass


def test_no_workers_yet(scheduler: str) -> None:
    with pytest.raises(UserError, match="no workers yet"), connected(scheduler):
        pass


def test_a_search_without_a_job(scheduler: str, machines: object) -> None:
    *events, done = search(ListSolutions(TUB), everything(cluster=scheduler))
    assert isinstance(done, Done)
    assert done.status == "complete"
    local = search(ListSolutions(TUB), everything(workers=1))
    assert boards(events) == boards(local)


def boards(events: Iterable[Event]) -> set[bytes]:
    """All boards that a search yields, each once."""
    solutions = [event for event in events if isinstance(event, Solutions)]
    listed = [board.tobytes() for event in solutions for board in event.boards]
    assert len(listed) == len(set(listed))
    return set(listed)


def test_a_search_without_a_job_or_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_CONNECT_SECONDS", 1)
    with pytest.raises(FailedError, match="no dask scheduler answers"):
        list(search(ListSolutions(TUB), everything(cluster="tcp://127.0.0.1:9")))
