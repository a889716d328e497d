"""Jobs that run a command and keep its answer."""

import json
import os
import signal
from pathlib import Path

import pytest

from lifesat import Pattern
from lifesat.cli import main
from lifesat.errors import FailedError, UserError
from lifesat.jobs.answer import Answer, answer_of, command_of
from lifesat.jobs.command import Command
from lifesat.jobs.job import Job, NothingLeftError
from lifesat.jobs.listing import BadJob, look
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done
from lifesat.queries.list_solutions import ListSolutions
from lifesat.queries.options import Options
from lifesat.reporting.job_details import job_details
from tests.support.jobs import until

TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."], name="Tub"))
TUB_RLE = "x = 3, y = 3\nbo$obo$bo!\n"
# Takes far longer than a test.
SLOW = ("count", "-", "--generations", "3")
EMPTY = "x = 12, y = 12\n12b!\n"


def job_of(*words: str, text: str = TUB_RLE, folder: Path | None = None) -> Job:
    command = Command(words, text, str(folder or Path.cwd()), "a form")
    return Job.create("one", ListSolutions(TUB), Options(), command=command.to_json())


def ended(job: Job) -> Done:
    *_, done = work(job)
    assert isinstance(done, Done)
    return done


def test_the_answer_is_kept(home: Path) -> None:
    job = job_of("count", "-")
    assert answer_of(job) is None
    assert ended(job).status == "complete"
    # 74 as an independent table says.
    assert answer_of(job) == Answer("74\n", "", 0)
    summary = job.summary()
    assert (summary.shape, summary.answer, summary.solutions) == ("text", "74", 0)
    assert command_of(job) == Command(("count", "-"), TUB_RLE, str(Path.cwd()), "a form")
    assert job_details(job, summary)["command"] == "lifesat count -"
    with pytest.raises(NothingLeftError, match="the job 'one' has its answer"):
        job.resume()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "it has no words"),
        (("convert", "-", "-o", "x"), "'convert' answers no question"),
        (("orphan", "-", "--proof", "x", "--force"), "--force would replace files"),
        (("orphan", "-", "--forc", "--proof", "x"), "--force would replace files"),
    ],
)
def test_a_journal_runs_no_command_that_does_more_than_answer(
    home: Path, words: tuple[str, ...], sentence: str
) -> None:
    job = job_of("count", "-")
    command = json.dumps({"words": words, "text": "", "folder": "", "form": ""})
    with job.journal() as journal:
        journal.record(values={"command": command})
    with pytest.raises(UserError, match=sentence):
        command_of(job)
    bad = look("one")
    assert isinstance(bad, BadJob)
    assert sentence in bad.reason
    job.remove()


def test_an_answer_of_no(home: Path) -> None:
    job = job_of("orphan", "-")
    assert ended(job).status == "none"
    answer = answer_of(job)
    assert answer is not None
    assert answer.code == 1
    assert "no orphan" in answer.messages
    assert job.summary().answer.startswith("no orphan")


def test_a_command_that_fails(home: Path) -> None:
    job = job_of("count", "-", text="x = 3\nbob$2bq!")
    assert ended(job).status == "failed"
    assert "invalid" in job.summary().reason
    job.resume()
    until(lambda: job.summary().state == "failed" and not job.at_work())


def test_files_are_those_of_the_folder_where_it_was_made(home: Path, tmp_path: Path) -> None:
    (tmp_path / "tub.rle").write_text(TUB_RLE)
    job = job_of("marginals", "tub.rle", "-o", "table", folder=tmp_path)
    assert ended(job).status == "complete"
    assert (tmp_path / "table").stat().st_size


@pytest.mark.slow
def test_it_is_stopped_and_runs_again(home: Path) -> None:
    job = job_of(*SLOW, text=EMPTY)
    job.start()
    until(lambda: job.summary().state == "running" and job.summary().progress.seconds > 0)
    job.stop()
    summary = job.summary()
    assert summary.state == "stopped"
    assert answer_of(job) is None
    job.resume()
    until(
        lambda: (
            job.summary().state == "running"
            and job.summary().progress.seconds > summary.progress.seconds
        )
    )
    job.stop()


@pytest.mark.slow
def test_the_command_ends_with_a_process_that_is_killed(home: Path) -> None:
    job = job_of(*SLOW, text=EMPTY)
    job.start()
    until(lambda: job.summary().state == "running" and job.summary().progress.seconds > 0)
    process = job.summary().process
    assert process is not None
    children = Path(f"/proc/{process}/task/{process}/children")
    if not children.exists():
        pytest.skip("this system does not list the children of a process")
    (child, *_) = map(int, children.read_text().split())
    os.kill(process, signal.SIGKILL)
    until(lambda: not _runs(child))
    assert job.summary().state == "killed"


def _runs(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_the_commands_for_jobs(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    job = job_of("count", "-")
    assert main(["jobs", "export", "one"]) == 3
    assert "has no answer yet" in capsys.readouterr().err
    assert ended(job).status == "complete"
    assert main(["jobs"]) == 0
    assert "one   complete  74 " in capsys.readouterr().out
    assert main(["jobs", "follow", "one"]) == 0
    assert capsys.readouterr().out == "74\n"
    assert main(["jobs", "export", "one", "-o", str(tmp_path / "n.txt")]) == 0
    assert (tmp_path / "n.txt").read_text() == "74\n"
    assert main(["jobs", "export", "one", "--csv"]) == 2
    assert "it has an answer, and no solutions" in capsys.readouterr().err
    assert main(["jobs", "export", "one", "--links"]) == 2
    assert "lists no solutions, which --links is for" in capsys.readouterr().err


def test_a_damaged_command_is_said(home: Path) -> None:
    job = job_of("count", "-")
    with job.journal() as journal:
        journal.record(values={"command": "{}"})
    with pytest.raises((FailedError, UserError)):
        ended(job)
    with pytest.raises(UserError):
        command_of(job)
