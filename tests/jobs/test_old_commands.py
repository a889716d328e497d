"""Jobs of earlier versions, which ran a command: their answers are kept, and no command runs."""

import json
from pathlib import Path

import pytest

from lifesat import UserError
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.errors import FailedError
from lifesat.jobs.job import Job, NothingLeftError
from lifesat.jobs.listing import BadJob, read_job
from lifesat.jobs.worker import work
from lifesat.queries.solutions import ListSolutions
from tests.support.jobs import TUB


def command_job(*words: str, **values: object) -> Job:
    """A job as an earlier version has left it."""
    job = Job.create("old", ListSolutions(TUB), Options())
    command = {"words": words, "text": "x = 3, y = 3\nbo$obo$bo!\n", "folder": "/", "form": ""}
    with job.journal() as journal:
        journal.record(values={"command": json.dumps(command), **values})
    return job


def test_the_answer_is_read(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    job = command_job("count", "-", answer="74\n", messages="", code=0, state="complete")
    summary = job.summary()
    assert (summary.shape, summary.answer, summary.solutions) == ("words", "74", 0)
    assert job.query().text(job.known().state) == "74\n"
    assert main(["jobs"]) == 0
    assert "old   complete  74 " in capsys.readouterr().out
    for words in (["export", "old"], ["follow", "old", "-q"]):
        assert main(["jobs", *words]) == 0
        assert capsys.readouterr().out == "74\n"
    assert main(["jobs", "export", "old", "-o", str(tmp_path / "n.txt")]) == 0
    assert (tmp_path / "n.txt").read_text() == "74\n"
    assert main(["jobs", "show", "old"]) == 0
    assert "conditions: lifesat count -" in capsys.readouterr().out
    assert main(["jobs", "export", "old", "--csv"]) == 2
    with pytest.raises(NothingLeftError, match="the job 'old' has its answer"):
        job.resume()


def test_an_answer_of_no(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = "no orphan: it has a parent\n"
    job = command_job("orphan", "-", answer="", messages=said, code=1, state="none")
    assert job.summary().answer == "no orphan: it has a parent"
    assert main(["jobs", "follow", "old"]) == 1
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("state", ["stopped", "running"])
def test_it_does_not_run_again(home: Path, state: str, capsys: pytest.CaptureFixture[str]) -> None:
    job = command_job("orphan", "-", "--proof", "x", state=state)
    assert main(["jobs", "export", "old"]) == 3
    assert "has no answer yet" in capsys.readouterr().err
    with pytest.raises(FailedError, match=r"begin it anew: lifesat orphan - --proof x"):
        list(work(job))
    assert job.summary().state == "failed"
    assert not Path("x").exists()


@pytest.mark.parametrize("command", ["{}", "no JSON", '{"words": []}', '{"words": "count"}'])
def test_a_damaged_command_is_said(home: Path, command: str) -> None:
    job = command_job("count", "-", state="stopped")
    with job.journal() as journal:
        journal.record(values={"command": command})
    with pytest.raises(UserError, match="invalid command of a job"):
        list(work(job))
    bad = read_job("old")
    assert isinstance(bad, BadJob)
    assert "invalid command of a job" in bad.reason
