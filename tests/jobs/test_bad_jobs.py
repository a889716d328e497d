"""Folders among the jobs that cannot be read as jobs, and a home that cannot be written."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lifesat import UserError
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.journal import Journal
from lifesat.jobs.listing import read_jobs
from lifesat.jobs.worker import work
from lifesat.queries.solutions import ListSolutions
from tests.support.jobs import TUB, everything


def changed(**values: object) -> Callable[[Job], None]:
    def change(job: Job) -> None:
        with job.journal() as journal:
            journal.record(values=values)

    return change


def executed(words: str) -> Callable[[Job], None]:
    def execute(job: Job) -> None:
        connection = sqlite3.connect(job.path, isolation_level=None)
        connection.execute(words)
        connection.close()

    return execute


def written(size: int, data: bytes = b"") -> Callable[[Job], None]:
    """Keep so many bytes of the journal, and put others behind."""

    def write(job: Job) -> None:
        job.path.write_bytes(job.path.read_bytes()[:size] + data)

    return write


def listed(problem: str) -> str:
    """Return the JSON of a list of solutions, of any text for a problem."""
    return json.dumps({"query": "list", "problem": problem})


def in_its_place(job: Job) -> None:
    job.path.unlink()
    job.path.mkdir()


DAMAGED = {
    "empty": (written(0), "is not a journal of lifesat"),
    "no database": (written(0, b"hello" * 99), "the journal is damaged"),
    "cut short": (written(5000), "the journal is damaged"),
    "half a page": (written(50), "is not a journal of lifesat"),
    "no table": (executed("DROP TABLE job"), "the journal is damaged"),
    "no other table": (executed("DROP TABLE cubes"), "the journal is damaged"),
    "newer": (executed("PRAGMA user_version = 7"), "written by a newer lifesat"),
    "a folder": (in_its_place, "cannot be opened"),
    "no query": (executed("DELETE FROM job WHERE key = 'query'"), "KeyError: 'query'"),
    "no state": (executed("DELETE FROM job WHERE key = 'state'"), "KeyError: 'state'"),
    "no options": (executed("DELETE FROM job WHERE key = 'options'"), "options is missing"),
    "another query": (changed(query='{"query": "why"}'), "unknown query 'why'"),
    "no JSON": (changed(query="{"), "invalid query: not JSON"),
    "another problem": (
        changed(query=listed('{"kind": "riddle"}')),
        "unknown kind of problem 'riddle'",
    ),
    "a problem of other parts": (
        changed(query=listed('{"kind": "still_life", "x": 1}')),
        "invalid problem: unknown field 'x'",
    ),
    "a list": (changed(options="[]"), "invalid options: not a JSON object"),
    "wrong options": (changed(options='{"limit": -1}'), "limit is -1"),
    "a state of the future": (changed(state="dreaming"), "state is 'dreaming'"),
    "a number in words": (changed(found="many"), 'found is "many"'),
    "no total": (changed(total="many"), "its values are invalid"),
    "bytes": (changed(reason=b"\xff"), "reason is"),
}


@pytest.mark.parametrize("how", DAMAGED)
def test_a_damaged_job_is_listed_with_the_reason(
    how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    damage, reason = DAMAGED[how]
    list(work(Job.create("good", ListSolutions(TUB), Options(limit=None, workers=2))))
    damage(Job.create("hurt", ListSolutions(TUB), everything()))
    for words in (["jobs"], ["jobs", "list"]):
        assert main(words) == 0
        out, err = capsys.readouterr()
        assert err == ""
        header, good, bad = out.splitlines()
        assert re.match("good +complete +74 ", good)
        assert re.match("hurt +bad +", bad)
        assert reason in bad
        assert bad.index(bad.split("bad")[1].strip()) == header.index("WHAT")
    for action in ("show", "follow", "resume"):
        assert main(["jobs", action, "hurt"]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1


@pytest.mark.parametrize("name", ["search-3 (copy)", "-x", "ä", "x" * 90, "two\nlines", "a\x1b[1m"])
def test_a_folder_with_an_odd_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    job = Job.create("search-3", ListSolutions(TUB), everything())
    shutil.copytree(job.folder, job.folder.with_name(name))
    assert main(["jobs"]) == 0
    _, good, bad = capsys.readouterr().out.splitlines()
    assert re.match("search-3 +new ", good)
    assert "invalid job name" in bad
    assert bad.isprintable()


def test_what_is_no_job_is_not_listed(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Job.create("good", ListSolutions(TUB), everything())
    (home / "jobs" / "empty").mkdir()
    (home / "jobs" / "file").write_text("")
    assert main(["jobs"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_a_job_removed_while_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job.create("gone", ListSolutions(TUB), everything())

    def removed(_: Path) -> Journal:
        job.remove()
        raise UserError("there is no journal")

    monkeypatch.setattr("lifesat.jobs.job.Journal", removed)
    assert read_jobs() == ([], [])


# ------------------------------------------------------------ a home that cannot be written


def as_others(*words: str) -> "subprocess.CompletedProcess[str]":
    """Run lifesat so that permissions hold, which root does not heed otherwise."""
    drop: list[str] = []
    if os.getuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("root may write everywhere, and setpriv is not installed")
        drop = ["setpriv", "--bounding-set=-all"]
    return subprocess.run(
        [*drop, sys.executable, "-m", "lifesat", *words],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def read_only(home: Path) -> Iterator[Callable[[], None]]:
    """Takes the permission to write in the home; given back at the end."""

    def allow(mode: int) -> None:
        for path in (*home.rglob("*"), home):
            path.chmod(mode | 0o111 * path.is_dir())

    yield lambda: allow(0o444)
    home.chmod(0o755)
    allow(0o644)


def test_an_ended_job_in_a_home_that_cannot_be_written(read_only: Callable[[], None]) -> None:
    job = Job.create("tub", ListSolutions(TUB), Options(limit=None, workers=2))
    list(work(job))
    before = sorted(path.name for path in job.folder.iterdir())
    read_only()
    listed = as_others("jobs")
    assert re.search("^tub +complete +74 ", listed.stdout, re.MULTILINE), listed.stderr
    assert as_others("jobs", "list").stdout == listed.stdout
    assert "found: 74\n" in as_others("jobs", "show", "tub").stdout
    assert len(as_others("jobs", "export", "tub", "--csv").stdout.splitlines()) == 75
    followed = as_others("jobs", "follow", "tub")
    assert followed.returncode == 0
    assert "74 predecessors, and no others" in followed.stderr
    resumed = as_others("jobs", "resume", "tub")
    assert resumed.returncode == 0
    assert "nothing left to do" in resumed.stderr
    assert sorted(path.name for path in job.folder.iterdir()) == before


def test_what_needs_a_home_that_can_be_written(read_only: Callable[[], None]) -> None:
    job = Job.create("tub", ListSolutions(TUB), everything())
    read_only()
    for words in (["resume", "tub"], ["run", "tub"], ["remove", "tub"]):
        done = as_others("jobs", *words)
        assert done.returncode == 2
        assert done.stderr == f"lifesat: the folder {job.folder} cannot be written\n"


@pytest.mark.parametrize("at_work", [True, False])
def test_whether_a_process_is_at_work_is_seen_without_writing(
    at_work: bool, read_only: Callable[[], None]
) -> None:
    """The journal is that of a process which has not closed it."""
    job = Job.create("tub", ListSolutions(TUB), everything())
    with job.lock(), job.journal() as journal:
        journal.record(values={"state": "running", "process": os.getpid()})
        read_only()
        if at_work:
            assert re.search("^tub +running", as_others("jobs").stdout, re.MULTILINE)
            return
        kept = job.journal()
    listed = as_others("jobs")
    kept.close()
    assert re.search("^tub +killed", listed.stdout, re.MULTILINE), listed.stderr


def test_a_folder_that_may_not_be_entered(read_only: Callable[[], None]) -> None:
    Job.create("good", ListSolutions(TUB), everything())
    shut = Job.create("shut", ListSolutions(TUB), everything())
    unreadable = Job.create("unreadable", ListSolutions(TUB), everything())
    shut.folder.chmod(0)
    unreadable.path.chmod(0)
    listed = as_others("jobs")
    assert listed.returncode == 0
    assert listed.stderr == ""
    _, good, closed, secret = listed.stdout.splitlines()
    assert re.match("good +new ", good)
    assert re.match("shut +bad +Permission denied", closed)
    assert re.match("unreadable +bad +the journal cannot be opened", secret)


def test_half_of_a_journal_is_not_taken_for_the_whole(read_only: Callable[[], None]) -> None:
    """What was written last lies beside the journal, in a file that needs another to be read."""
    job = Job.create("whole", ListSolutions(TUB), everything())
    half = job.folder.with_name("half")
    half.mkdir()
    with job.journal() as journal:
        journal.record(values={"found": 3})
        for name in (job.path.name, f"{job.path.name}-wal"):
            shutil.copy(job.folder / name, half / name)
    read_only()
    listed = as_others("jobs")
    _, whole, bad = listed.stdout.splitlines()
    assert re.match("whole +new +3 ", whole)
    assert re.match("half +bad +the journal cannot be opened", bad)
