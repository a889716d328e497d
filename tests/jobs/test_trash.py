"""Removed jobs come back, or are gone when the process has ended."""

import subprocess
import sys
from pathlib import Path

import pytest

from lifesat.errors import UserError
from lifesat.jobs.home import jobs_folder
from lifesat.jobs.job import Job, jobs
from lifesat.jobs.listing import look_at_all
from lifesat.jobs.options import Options
from lifesat.jobs.trash import Trash, delete_abandoned
from tests.support.application import TUB


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))


def made(name: str) -> Job:
    return Job.create(name, TUB, Options())


def test_the_last_comes_back_first() -> None:
    trash = Trash()
    for name in ("one", "two"):
        trash.take(made(name))
    assert not jobs()
    assert look_at_all() == ([], [])
    assert trash.last == "two"
    assert [trash.restore(), trash.restore()] == ["two", "one"]
    assert [job.problem() for job in jobs()] == [TUB, TUB]
    with pytest.raises(UserError, match="no job has been deleted"):
        trash.restore()


def test_a_name_may_be_used_again() -> None:
    trash = Trash()
    trash.take(made("one"))
    trash.take(made("one"))
    made("one")
    with pytest.raises(UserError, match="another job has the name 'one' now"):
        trash.restore()
    assert trash.last == "one"


@pytest.mark.slow
def test_a_job_at_work_stays() -> None:
    job = made("one")
    program = (
        "import sys; from lifesat.jobs.job import Job\n"
        "with Job('one').lock(): print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.readline()
        with pytest.raises(UserError, match="another process is at work"):
            Trash().take(job)
        process.communicate()
    assert [each.name for each in jobs()] == ["one"]


def test_nothing_is_left_after_the_end() -> None:
    trash, other = Trash(), Trash()
    trash.take(made("one"))
    other.take(made("two"))
    delete_abandoned()  # both are in use
    assert other.restore() == "two"
    trash.empty()
    trash.empty()
    assert not trash.last
    other.empty()
    assert [path.name for path in jobs_folder().iterdir()] == ["two"]


def test_what_a_killed_process_left_is_deleted() -> None:
    made("one")
    program = (
        "import os; from lifesat.jobs.job import Job; from lifesat.jobs.trash import Trash\n"
        "Trash().take(Job('one')); os._exit(1)"
    )
    subprocess.run([sys.executable, "-c", program], check=False)
    assert len(list(jobs_folder().iterdir())) == 1
    delete_abandoned()
    assert not list(jobs_folder().iterdir())
