"""Jobs by their commands: foreground, detached, paused, resumed, stopped, followed, exported."""

import json
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from lifesat import UserError, read_all
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.engines.sat.search import unpack
from lifesat.frontends.output.job_details import job_details
from lifesat.jobs import follow as following
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job, jobs
from lifesat.jobs.stall import StallDetector
from lifesat.jobs.summary import Summary
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done, Progress, Solutions
from lifesat.queries.solutions import ListSolutions
from lifesat.system import processes
from tests.support.commands import listed
from tests.support.environment import PATIENCE_SECONDS, end_jobs
from tests.support.jobs import ENDLESS, POND, TUB, boards, everything, until
from tests.support.processes import started


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "tub.rle").write_text("x = 3, y = 3, rule = B3/S23\nbo$obo$bo!\n")
    (tmp_path / "dot.rle").write_text("x = 1, y = 1, rule = B3/S23\no!\n")
    (tmp_path / "empty.rle").write_text("x = 12, y = 12, rule = B3/S23\n!\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.quick
def test_in_the_foreground(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predecessors", "tub.rle", "--all", "--job", "tub"]) == 0
    out, err = capsys.readouterr()
    assert len(set(listed(out))) == 74
    assert "74 predecessors, and no others" in err
    assert Job("tub").summary().progress.total in (74, None)
    assert main(["predecessors", "tub.rle", "--job", "tub"]) == 2
    assert "the job 'tub' already exists" in capsys.readouterr().err
    for words in ([], ["--limit", "3"]):
        assert main(["jobs", "resume", "tub", *words]) == 0
        _, err = capsys.readouterr()
        assert err == "nothing left to do: the job 'tub' has found all there is\n"
    assert Job("tub").summary().state == "complete"
    assert Job("tub").options().limit is None
    assert main(["predecessors", "dot.rle", "-m0", "--all", "--job", "dot"]) == 1
    assert "no predecessor" in capsys.readouterr().err
    assert main(["jobs", "resume", "dot"]) == 0
    assert "the job 'dot' has proved that there is none" in capsys.readouterr().err


def test_several_at_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b", "c"):
        assert main(["predecessors", "dot.rle", "-m0", "--job", name]) == 1
    capsys.readouterr()
    assert main(["jobs", "remove", "a", "b", "d"]) == 2
    assert "there is no job 'd'" in capsys.readouterr().err
    with Job("b").lock():
        assert main(["jobs", "remove", "a", "b"]) == 2
        assert "another process is at work on the job 'b'" in capsys.readouterr().err
    assert main(["jobs", "pause", "a", "b"]) == 2
    assert "no process is at work on the job 'a'" in capsys.readouterr().err
    assert main(["jobs", "resume", "a", "b"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(" left")[0] for line in lines] == ["a: nothing", "b: nothing"]
    assert main(["jobs", "remove", "a", "b", "a"]) == 0
    assert capsys.readouterr().err == "a: removed\nb: removed\n"
    assert [job.name for job in jobs()] == ["c"]
    assert main(["jobs", "remove", "c"]) == 0
    assert capsys.readouterr().err == ""


def test_a_process_that_is_still_starting_is_ended_too(home: Path) -> None:
    job = Job.create("endless", ListSolutions(ENDLESS), everything())
    job.start()
    end_jobs()
    # It stops by itself, or is killed as it begins to work.
    until(lambda: job.summary().state != "new" and not job.at_work())


def test_detached_then_everything_else(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["predecessors", "empty.rle", "-m0", "--all", "--solver", "cadical195"]
    assert main([*words, "--job", "long", "--detach"]) == 0
    job = Job("long")
    until(lambda: job.summary().progress.found > 20)
    assert main(["jobs", "list"]) == 0
    assert re.search(r"^long +running +[\d,]+ ", capsys.readouterr().out, re.MULTILINE)

    assert main(["jobs", "pause", "long"]) == 0
    until(lambda: job.summary().state == "paused")
    at_rest = job.summary().progress.found
    time.sleep(0.7)
    assert job.summary().progress.found == at_rest
    assert main(["jobs", "resume", "long"]) == 0
    until(lambda: job.summary().progress.found > at_rest + 20)

    assert main(["jobs", "stop", "long"]) == 0
    assert job.summary().state == "stopped"
    assert not job.at_work()
    stopped_at = job.summary().progress.found
    assert main(["jobs", "resume", "long", "--limit", str(stopped_at + 500)]) == 0
    assert main(["jobs", "follow", "long", "--after", str(stopped_at), "-o", "rest.rle"]) == 0
    assert len(listed(Path("rest.rle").read_text())) == 500
    assert job.summary().state == "limit"
    assert len(set(boards(job))) == len(boards(job)) == stopped_at + 500
    assert main(["jobs", "resume", "long"]) == 2
    assert "reached its limit" in capsys.readouterr().err
    capsys.readouterr()
    assert main(["jobs", "show", "long"]) == 0
    assert f"found: {stopped_at + 500:,}" in capsys.readouterr().out
    assert main(["jobs", "remove", "long"]) == 0
    assert main(["jobs", "show", "long"]) == 2
    assert "there is no job 'long'" in capsys.readouterr().err


def test_export(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = everything(up_to_symmetry=True, workers=1)
    *_, done = work(Job.create("tub", ListSolutions(TUB), options))
    assert isinstance(done, Done)
    assert (done.status, done.found, done.covered) == ("complete", 16, 74)
    for words in (["-o", "one.rle"], ["-o", "many/"], ["--jsonl"], ["--csv"], ["--to", "cells"]):
        assert main(["jobs", "export", "tub", *words]) == 0
    assert len(set(read_all("one.rle"))) == 16
    assert len(list(Path("many").iterdir())) == 16
    out = capsys.readouterr().out.splitlines()
    lines = [json.loads(line) for line in out[:16]]
    assert [line["number"] for line in lines] == list(range(1, 17))
    assert out[16] == "number,population,orbit"
    rows = [tuple(map(int, row.split(","))) for row in out[17:33]]
    assert rows == [(line["number"], line["population"], line["orbit"]) for line in lines]
    assert sum(orbit for _, _, orbit in rows) == 74
    assert main(["jobs", "export", "tub", "--after", "15", "--csv"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == [",".join(map(str, rows[15]))]


@pytest.mark.parametrize(
    "options",
    [
        everything(),
        Options(limit=None, workers=2),
        Options(limit=1),
    ],
)
def test_total_and_events(options: Options) -> None:
    job = Job.create("pond", ListSolutions(POND), options)
    *events, done = work(job)
    assert isinstance(done, Done)
    assert done.found in (options.limit, 113360)
    reported = [event for event in events if isinstance(event, Solutions)]
    assert sum(len(event.boards) for event in reported) == done.found == len(boards(job))
    if options.limit is None and options.method == "sat":
        assert [event.total for event in events if isinstance(event, Progress)][-1] == 113360
        with job.journal() as journal:
            assert len(journal.samples()) >= 2


def test_total_up_to_symmetry() -> None:
    job = Job.create("pond", ListSolutions(POND), everything(up_to_symmetry=True))
    *_, done = work(job)
    assert isinstance(done, Done)
    assert (done.found, done.covered, job.summary().progress.total) == (14555, 113360, 14555)


def test_a_time_limit_counts_all_runs() -> None:
    job = Job.create("short", ListSolutions(ENDLESS), everything(time_limit=2.5))
    *_, done = work(job)
    assert isinstance(done, Done)
    assert done.status == job.summary().state == "time_limit"
    *_, again = work(job)
    assert isinstance(again, Done)
    assert (again.status, again.found) == ("time_limit", done.found)
    job.change(everything(time_limit=600, limit=done.found + 10))
    *_, more = work(job)
    assert isinstance(more, Done)
    assert (more.status, more.found) == ("limit", done.found + 10)
    assert more.seconds > again.seconds > 2.5


@pytest.mark.quick
def test_following_ends_when_asked_and_the_job_goes_on() -> None:
    job = Job.create("on", ListSolutions(ENDLESS), everything())
    job.start()
    events = follow(job, stop=lambda: job.summary().progress.found > 1000)
    assert any(isinstance(event, Solutions) for event in events)
    assert job.at_work()
    with job.journal() as journal:
        literals = unpack(journal.packed((ENDLESS.projection + 7) // 8), ENDLESS.projection)
    assert ENDLESS.verify(ENDLESS.boards(literals)).all()


def test_a_hanging_process_is_killed_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job.create("hanging", ListSolutions(ENDLESS), everything())
    job.start()
    until(lambda: job.summary().progress.found > 10)
    first = job.summary().process
    assert first

    class Impatient(StallDetector):
        """Waits for nothing but the process that is stopped below."""

        def look(self, summary: Summary, now: float) -> int:
            return int(summary.process == first)

    monkeypatch.setattr(following, "StallDetector", Impatient)
    subprocess.run(["kill", "-STOP", str(first)], check=True)
    before = job.summary().progress.found
    for event in follow(job):
        if isinstance(event, Solutions) and event.first > before:
            break
    assert job.summary().process not in (first, None)


def test_stop_kills_what_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_STOP_SECONDS", "0.5")
    job = Job.create("deaf", ListSolutions(ENDLESS), everything())
    job.start()
    until(lambda: job.summary().progress.found > 10)
    subprocess.run(["kill", "-STOP", str(job.summary().process)], check=True)
    job.stop()
    assert job.summary().state == "killed"


@pytest.mark.quick
@pytest.mark.parametrize("text", ["soon", "-1", "nan", "inf"])
def test_an_invalid_time_to_stop(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    monkeypatch.setenv("LIFESAT_STOP_SECONDS", text)
    Job.create("tub", ListSolutions(TUB), everything())
    assert main(["jobs", "stop", "tub"]) == 2
    assert f"invalid LIFESAT_STOP_SECONDS '{text}': use a number" in capsys.readouterr().err


def test_ctrl_c_stops_the_job_in_good_order(folder: Path) -> None:
    words = ["predecessors", "empty.rle", "-m0", "--all", "--solver", "cadical195", "--job", "c"]
    command = [sys.executable, "-m", "lifesat", *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(*command, text=True, **pipes) as shown:
        until(
            lambda: (
                Path("home/jobs/c/journal.sqlite").exists()
                and Job("c").summary().progress.found > 10
            )
        )
        shown.send_signal(signal.SIGINT)
        out, err = shown.communicate(timeout=PATIENCE_SECONDS)
    assert shown.returncode == 130
    job = Job("c")
    assert job.summary().state == "stopped"
    assert len(listed(out)) == job.summary().progress.found
    assert "when interrupted" in err


def test_a_terminal_that_closes_takes_no_job_with_it(folder: Path) -> None:
    words = ["predecessors", "empty.rle", "-m0", "--all", "--solver", "cadical195", "--job", "t"]
    command = [sys.executable, "-m", "lifesat", *words, "-o", "x.rle"]
    # Whoever runs the tests may be deaf to it, as nohup makes one, and that is inherited.
    hears = partial(signal.signal, signal.SIGHUP, signal.SIG_DFL)
    with started(
        *command,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=hears,
    ) as shown:
        until(
            lambda: (
                Path("home/jobs/t/journal.sqlite").exists()
                and Job("t").summary().progress.found > 10
            )
        )
        shown.send_signal(signal.SIGHUP)
    job = Job("t")
    assert shown.returncode == -signal.SIGHUP
    before = job.summary().progress.found
    until(lambda: job.summary().progress.found > before + 100)


@pytest.mark.parametrize(
    "words",
    [
        ["predecessors", "tub.rle", "--detach"],
        ["predecessors", "tub.rle", "--job", "a b"],
        ["jobs", "pause", "nothing"],
        ["jobs", "follow", "nothing"],
    ],
)
def test_mistakes(folder: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1


@pytest.mark.quick
def test_paths(capsys: pytest.CaptureFixture[str], home: Path) -> None:
    assert main(["paths"]) == 0
    assert f"jobs\t{home}/jobs\n" in capsys.readouterr().out


def test_options_of_a_newer_version_are_left_out() -> None:
    text = json.dumps({**json.loads(Options(workers=3).to_json()), "colour": "green"})
    assert Options.from_json(text) == Options(workers=3)


def test_options_of_a_version_without_seeds() -> None:
    written = json.loads(Options(workers=3).to_json())
    del written["seed"]
    assert Options.from_json(json.dumps(written)) == Options(workers=3)


def test_a_job_keeps_its_seed() -> None:
    job = Job.create("seeded", ListSolutions(ENDLESS), Options(seed=5))
    assert Job("seeded").options().seed == 5
    assert job_details(job, job.summary())["seed"] == "5"


def test_a_problem_that_cannot_be_searched_fails_with_its_reason() -> None:
    job = Job.create(
        "torus", ListSolutions(Predecessor(ENDLESS.target, generations=2)), everything(skip=5)
    )
    job.start()
    until(lambda: job.summary().state == "failed")
    assert "one generation" in job.summary().reason


def test_a_process_that_may_not_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_process: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    job = Job.create("theirs", ListSolutions(ENDLESS), everything())
    job.start()
    until(lambda: job.summary().process is not None)
    with monkeypatch.context() as patch:
        patch.setattr(processes, "kill", refused)
        with pytest.raises(UserError, match=r"cannot kill the process \d+ of the job 'theirs'"):
            job.kill()


def test_a_job_that_is_paused_for_an_hour_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job.create("tub", ListSolutions(TUB), Options(method="sat", limit=None))
    job.request("pause")
    passed, now, requested = 0.0, time.perf_counter, job.requested
    states = []

    def looked() -> str:
        """Ten minutes pass between two looks at a paused job."""
        nonlocal passed
        states.append(job.summary().state)
        passed += 600 if states[-1] == "paused" and requested() == "pause" else 0
        return requested()

    monkeypatch.setattr(job, "requested", looked)
    monkeypatch.setattr(time, "perf_counter", lambda: now() + passed)
    assert list(work(job))
    assert 3600 <= passed <= 4800
    assert states.count("paused") >= 6
    assert job.summary().state == "stopped"
    assert job.summary().progress.seconds < 600
    job.request("work")
    assert list(work(job))
    assert job.summary().progress.found == 74
