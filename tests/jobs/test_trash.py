"""Deleted jobs come back for a week."""

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from lifesat.cli import main
from lifesat.cli.shell_completion import values
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.jobs.job import Job, jobs
from lifesat.jobs.listing import read_jobs
from lifesat.jobs.trash import KEPT_SECONDS, Deleted, Trash, deleted_jobs, purge
from lifesat.queries.solutions import ListSolutions
from tests.support.application import TUB


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))


def made(name: str) -> Job:
    return Job.create(name, ListSolutions(TUB), Options())


@pytest.mark.quick
def test_the_last_comes_back_first() -> None:
    trash = Trash()
    for name in ("one", "two"):
        trash.take(made(name).name)
    assert not jobs()
    assert read_jobs() == ([], [])
    assert trash.last == "two"
    assert [trash.restore(), trash.restore()] == ["two", "one"]
    assert [job.problem() for job in jobs()] == [TUB, TUB]
    with pytest.raises(UserError, match="no job has been deleted"):
        trash.restore()


@pytest.mark.quick
def test_a_group_comes_back_together() -> None:
    trash, group = Trash(), list[Deleted]()
    trash.take(made("zero").name)
    for name in ("one", "two", "three"):
        trash.take(made(name).name, group)
    # One of them is restored in another way.
    next(each for each in deleted_jobs() if each.name == "two").restore()
    assert trash.restore() == "2 jobs"
    assert {job.name for job in jobs()} == {"one", "two", "three"}
    assert trash.last == "zero"


@pytest.mark.quick
def test_a_name_may_be_used_again() -> None:
    trash = Trash()
    trash.take(made("one").name)
    trash.take(made("one").name)
    made("one")
    with pytest.raises(UserError, match="another job has the name 'one' now"):
        trash.restore()
    assert trash.last == "one"


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
            Trash().take(job.name)
        process.communicate()
    assert [each.name for each in jobs()] == ["one"]


@pytest.mark.quick
def test_a_deleted_job_is_kept_for_a_week() -> None:
    for name in ("one", "two"):
        Trash().take(made(name).name)
    old = deleted_jobs()[-1]
    assert old.name == "one"
    purge()
    assert [deleted.name for deleted in deleted_jobs()] == ["two", "one"]
    nanoseconds = int(KEPT_SECONDS * 1e9)
    old.place.rename(Deleted("one", old.time - nanoseconds).place)
    assert purge() == 1
    assert [deleted.name for deleted in deleted_jobs()] == ["two"]


@pytest.mark.quick
def test_jobs_undelete(capsys: pytest.CaptureFixture[str]) -> None:
    for limit in (1, 2):
        Job.create("one", ListSolutions(TUB), Options(limit=limit))
        Trash().take("one")
    assert main(["jobs", "undelete"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[0] for line in lines] == ["one", "one"]
    action = argparse.Action([], "deleted")
    assert list(values("", action)) == ["one"]
    assert main(["jobs", "undelete", "one"]) == 0
    # The one that was deleted last.
    assert Job("one").options().limit == 2
    assert main(["jobs", "undelete", "one"]) == 2
    assert "another job has the name 'one' now" in capsys.readouterr().err
    assert main(["jobs", "undelete", "two"]) == 2
    assert "no job 'two' has been deleted" in capsys.readouterr().err
    assert main(["jobs", "purge"]) == 0
    assert "1 job removed" in capsys.readouterr().err
    assert not deleted_jobs()
    assert [job.name for job in jobs()] == ["one"]
