"""A journal in bad company: damaged, newer, removed, on a full disk, in the hands of two."""

import os
import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lifesat import Pattern, UserError
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.engines.sat.cubes import Changes
from lifesat.jobs.job import Job, Request
from lifesat.jobs.journal import Journal, Row, Sample
from lifesat.jobs.summary import State
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.queries.query import Query
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.environment import PATIENCE_SECONDS
from tests.support.jobs import ENDLESS, TUB, boards, everything, reported, until, worker

ROWS = [Row(1, b"\x01\x02", 1, 2), Row(2, b"\x03\x00", 8, 2)]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.create(tmp_path / "journal.sqlite", {"state": "new"}) as journal:
        yield journal


@pytest.mark.quick
def test_what_is_recorded_is_read(journal: Journal) -> None:
    changes = Changes(closed=[()], opened=[(1, -2), (1, 2)])
    journal.record(
        values={"found": 2}, solutions=ROWS, changes=changes, sample=Sample(1.5, 2, 9, 70)
    )
    journal.record(changes=Changes(closed=[(1, 2)], opened=[]))
    with Journal(journal.path) as again:
        assert again.values()["found"] == 2
        assert again.solutions() == ROWS
        assert again.solutions(after=1) == ROWS[1:]
        assert again.packed(2).tolist() == [[1, 2], [3, 0]]
        assert again.open_cubes() == [(1, -2)]
        assert again.cubes() == (2, 1)
        assert again.samples() == [Sample(1.5, 2, 9, 70)]


@pytest.mark.quick
def test_all_or_nothing(journal: Journal) -> None:
    """The second solution is one that the journal has: the first one is not kept either."""
    journal.record(solutions=ROWS[:1])
    with pytest.raises(UserError, match="UNIQUE"):
        journal.record(values={"found": 9}, solutions=[Row(5, b"\x07", 1, 3), ROWS[0]])
    assert journal.solutions() == ROWS[:1]
    assert "found" not in journal.values()


@pytest.mark.quick
def test_a_newer_journal_is_left_alone(journal: Journal) -> None:
    connection = sqlite3.connect(journal.path)
    connection.execute("PRAGMA user_version = 7")
    connection.close()
    with pytest.raises(UserError, match="written by a newer lifesat"):
        Journal(journal.path)


def test_another_database_is_no_journal(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "other.sqlite").execute("CREATE TABLE a (b)").connection.close()
    with pytest.raises(UserError, match="is not a journal of lifesat"):
        Journal(tmp_path / "other.sqlite")


@pytest.mark.parametrize("where", [0, 4096])
def test_a_damaged_file(capsys: pytest.CaptureFixture[str], where: int) -> None:
    job = Job.create("hurt", ListSolutions(TUB), everything())
    with job.path.open("r+b") as file:
        file.seek(where)
        file.write(b"\xff" * 4096)
    for words in (["show", "hurt"], ["resume", "hurt"], ["export", "hurt"]):
        assert main(["jobs", *words]) == 2
        assert "damaged" in capsys.readouterr().err
    assert main(["jobs"]) == 0
    assert re.search("^hurt +bad .*damaged", capsys.readouterr().out, re.MULTILINE)
    assert main(["jobs", "remove", "hurt"]) == 0
    assert not job.folder.exists()


def test_a_full_disk_ends_the_search_in_order() -> None:
    """A limit on the size of files stands for the disk; what was told is in the journal."""
    resource = pytest.importorskip("resource", reason="this system has no such limits")
    job = Job.create("full", ListSolutions(ENDLESS), everything())

    def little_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4_000_000, 4_000_000))

    with worker("full", preexec_fn=little_room) as process:
        said, complaint = process.communicate(timeout=300)
    assert process.returncode == 4
    done = reported(said)[-1]
    assert (done["type"], done["status"], done["found"]) == ("done", "failed", len(boards(job)))
    assert "solutions found before are kept" in done["reason"]
    assert complaint == f"lifesat: {done['reason']}\n"
    announced = [event["number"] for event in reported(said) if event["type"] == "solution"]
    assert len(announced) > 100
    assert len(boards(job)) >= len(announced)
    with worker("full") as process:
        until(lambda: job.summary().progress.found > len(announced) + 100)
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert process.returncode == 130


def test_a_removed_folder_ends_the_search(home: Path) -> None:
    job = Job.create("gone", ListSolutions(ENDLESS), everything())
    with worker("gone") as process:
        until(lambda: job.summary().progress.found > 10)
        job.folder.rename(home / "elsewhere")
        _, complaint = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 4
    assert "was removed while the job was at work" in complaint


# Its frontier takes minutes, and nothing is written meanwhile.
WIDE = Predecessor(Pattern.from_rows(["." * 13] * 13), margin=0)


@pytest.mark.parametrize(
    ("query", "options", "request_", "state"),
    [
        (ListSolutions(ENDLESS), everything(), "pause", "paused"),
        (ListSolutions(WIDE), everything(skip=1), "work", "running"),
        (BestSolution(StillLife(13, 40), "most"), everything(), "work", "running"),
    ],
    ids=["paused", "before the first solution", "before the best"],
)
def test_a_removed_journal_ends_the_work_in_any_state(
    query: Query, options: Options, request_: Request, state: State
) -> None:
    """What is asked of the job is still there to be read, as where a folder is half removed."""
    job = Job.create("gone", query, options)
    job.request(request_)
    with worker("gone") as process:
        try:
            until(lambda: job.summary().state == state)
            for file in job.folder.glob("journal.*"):
                file.unlink()
            _, complaint = process.communicate(timeout=PATIENCE_SECONDS)
        finally:
            process.kill()
    assert process.returncode == 4
    assert "was removed while the job was at work" in complaint


def test_the_end_of_a_job_waits_for_no_slice(home: Path) -> None:
    """Processes that do not go on stand for some that make a large formula."""
    job = Job.create("gone", ListSolutions(ENDLESS), everything())
    with worker("gone") as process:
        try:
            until(lambda: job.summary().progress.found > 10)
            searching = _children(process.pid, "spawn_main")
            for child in searching:
                os.kill(child, signal.SIGSTOP)
            job.folder.rename(home / "elsewhere")
            process.communicate(timeout=PATIENCE_SECONDS)
        finally:
            process.kill()
    assert process.returncode == 4
    assert len(searching) >= 2
    until(lambda: not any(map(_alive, searching)))


def test_one_process_for_one_job(capsys: pytest.CaptureFixture[str]) -> None:
    job = Job.create("single", ListSolutions(ENDLESS), everything())
    with worker("single") as first:
        until(job.at_work)
        with worker("single") as second:
            _, complaint = second.communicate(timeout=PATIENCE_SECONDS)
        assert second.returncode == 2
        assert "another process is at work" in complaint
        assert main(["jobs", "remove", "single"]) == 2
        assert "another process is at work" in capsys.readouterr().err
        first.kill()
    assert not job.at_work()


@pytest.mark.quick
def test_where_locks_do_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(*_: object) -> None:
        raise NotImplementedError

    job = Job.create("far", ListSolutions(TUB), everything())
    monkeypatch.setattr("lifesat.jobs.job.FileLock.acquire", no_locks)
    with pytest.raises(UserError, match="does not support locks"):
        next(work(job))


def test_a_clock_that_jumps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time at work is what a monotonic clock says; the wall clock is not asked."""
    job = Job.create("clock", ListSolutions(TUB), everything(workers=1))
    monkeypatch.setattr(time, "time", lambda: -1e9)
    *_, _done = work(job)
    assert 0 < job.summary().progress.seconds < 10_000


def test_a_disk_that_cannot_be_written(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.write_text("in the way")
    target = home.parent / "tub.rle"
    target.write_text("x = 3, y = 3\nbo$obo$bo!\n")
    assert main(["predecessors", str(target), "--job", "a"]) == 2
    assert "cannot make the folder" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["", "..", "a/b", "-x", "x" * 81])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(UserError, match="invalid job name"):
        Job.create(name, ListSolutions(TUB), Options())


def test_the_worker_ends_its_processes(home: Path) -> None:
    """Killed outright, a process at work leaves none behind."""
    job = Job.create("orphans", ListSolutions(ENDLESS), everything())
    with worker("orphans") as process:
        until(lambda: job.summary().progress.found > 10)
        children = _children(process.pid)
        process.kill()
    assert len(children) >= 2
    until(lambda: not any(map(_alive, children)))


def _children(process: int, word: str = "") -> list[int]:
    """The processes that a process has started, whose command line holds a word."""
    words = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(process)]
    listed = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    return [int(line.split()[0]) for line in listed.splitlines() if word in line]


def _alive(process: int) -> bool:
    words = ["ps", "-o", "stat=", "-p", str(process)]
    state = subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()
    # One that has ended may still wait for somebody to take note of it.
    return state not in ("", "Z")
