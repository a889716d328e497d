"""The search for forced cells as a job."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lifesat import UNKNOWN, Pattern, UserError, read_text
from lifesat.cli import main
from lifesat.engines.backbone import search as cell_questions
from lifesat.engines.backbone.backbone import Backbone
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.queries.events import Done, Known, Progress
from lifesat.queries.forced_cells import ForcedCells
from lifesat.queries.query import query_from_json
from lifesat.queries.sentences import proved_none
from tests.support.forced import find_forced, forced, known_forced, work_until_more
from tests.support.jobs import TUB, until, worker
from tests.support.soups import soup

SOUP = soup(8, 8)
CELLS = SOUP.projection
DOT = Predecessor(Pattern.from_rows(["O"]), margin=0)


def answer(problem: Predecessor, at: int = 0) -> Backbone:
    return find_forced(problem, problem.encodings[0], at)


def cells(job: Job) -> Any:
    known = known_forced(job)
    return None if known is None else known.pattern.to_array().tolist()


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is due after each call to the solver."""
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", -1.0)


# ---------------------------------------------------------------- breaks


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize(("problem", "at"), [(SOUP, 0), (replace(TUB, generations=2), 1)])
def test_many_stops_change_nothing(problem: Predecessor, at: int) -> None:
    job = Job.create("stopped", ForcedCells(problem, at), forced())
    begins: list[int] = []
    settled, status = 0, "stopped"
    while status == "stopped":
        begin, done = work_until_more(job, 15)
        assert begin == settled
        status = done.status
        settled = done.found
        begins.append(begin)
    expected = answer(problem, at)
    assert len(begins) > 3 or problem is not SOUP
    assert status == "complete"
    assert settled == expected.cells == job.summary().progress.total
    assert cells(job) == expected.pattern().to_array().tolist()


@pytest.mark.usefixtures("often")
def test_a_process_that_is_gone_leaves_what_was_told() -> None:
    job = Job.create("killed", ForcedCells(SOUP), forced())
    events = work(job)
    settled = 0
    while not settled:
        event = next(events)
        settled = event.found if isinstance(event, Progress) else 0
    events.close()  # type: ignore[attr-defined]
    assert job.summary().state == "killed"
    assert job.summary().progress.found == settled
    *_, last, failed = caught(job)
    assert isinstance(last, Known)
    assert isinstance(failed, Done)
    assert f"died after {settled} of {CELLS} cells settled" in failed.reason
    first, *_, done = work(job)
    assert isinstance(first, Progress)
    assert first.found == settled
    assert isinstance(done, Done)
    assert cells(job) == answer(SOUP).pattern().to_array().tolist()


def caught(job: Job) -> Iterator[Any]:
    """The events of a job whose process died."""
    try:
        yield from follow(job)
    except UserError:
        return


@pytest.mark.weekly
def test_killed_and_stopped_and_paused_processes() -> None:
    problem = soup(30, 30)
    job = Job.create("processes", ForcedCells(problem), forced(workers=2))
    for _ in range(3):
        with worker("processes") as process:
            begin = job.summary().progress.found
            until(lambda begin=begin: job.summary().progress.found > begin)  # type: ignore[misc]
            process.kill()
            process.communicate()
        assert job.summary().state in ("killed", "complete")
    if job.summary().state != "complete":
        job.start()
        until(lambda: job.summary().state == "running")
        job.request("pause")
        until(lambda: job.summary().state in ("paused", "complete"))
        job.resume() if job.summary().state == "paused" else None
        until(lambda: job.summary().state == "complete", 300)
    assert cells(job) == answer(problem).pattern().to_array().tolist()


@pytest.mark.usefixtures("often")
def test_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job.create("paused", ForcedCells(SOUP), forced())
    job.request("pause")
    calls: list[str] = []

    @contextmanager
    def suspended(_: object) -> Iterator[None]:
        calls.append("suspended")
        yield
        calls.append("continued")

    def stop() -> bool:
        if job.summary().state == "paused":
            calls.append("paused")
            job.request("work")
        return False

    monkeypatch.setattr(cell_questions.CellQuestions, "suspended", suspended)
    *_, done = work(job, stop)
    assert calls == ["suspended", "paused", "continued"]
    assert isinstance(done, Done)
    assert done.status == "complete"


def test_a_process_shows_that_it_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a formula is made, there is no progress, only the question whether to stop."""
    monkeypatch.setattr("lifesat.jobs.worker._HEARTBEAT_SECONDS", -1.0)
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", 1e9)
    job = Job.create("alive", ForcedCells(SOUP), forced())
    seen: list[float] = []

    def stop() -> bool:
        seen.append(job.summary().progress.seconds)
        return len(seen) > 2

    for _ in work(job, stop):
        pass
    assert 0 < seen[0] < seen[1]


def test_other_processes_rest_during_a_pause() -> None:
    class Processes:
        rest = nullcontext()

        def suspended(self) -> AbstractContextManager[None]:
            return self.rest

        def kill(self) -> None:
            """Nothing to kill."""

    search = Backbone(TUB)
    with cell_questions.CellQuestions(search, TUB, TUB.encodings[0], None, 2, None) as questions:
        with questions.suspended():
            questions._pool._pool = Processes()  # type: ignore[assignment]
        assert questions.suspended() is Processes.rest


# ---------------------------------------------------------------- ends


def test_no_predecessor(capsys: pytest.CaptureFixture[str]) -> None:
    job = Job.create("none", ForcedCells(DOT), forced())
    *_, done = work(job)
    assert isinstance(done, Done)
    assert (done.status, cells(job)) == ("none", None)
    assert main(["jobs", "resume", "none"]) == 0
    assert "proved that there is none" in capsys.readouterr().err
    assert main(["jobs", "export", "none"]) == 0
    assert capsys.readouterr() == ("", f"{proved_none(DOT)}\n")


@pytest.mark.parametrize("seconds", [0, 1e-6])
def test_the_time_limit(seconds: float) -> None:
    job = Job.create("late", ForcedCells(SOUP), forced(time_limit=seconds))
    *_, done = work(job)
    assert isinstance(done, Done)
    assert done.status == job.summary().state == "time_limit"
    with pytest.raises(UserError, match="has reached its limit"):
        job.resume()
    with pytest.raises(UserError, match="looks for the forced cells; a limit applies to"):
        job.change(replace(job.options(), limit=2))
    job.change(replace(job.options(), time_limit=None))
    *_, done = work(job)
    assert isinstance(done, Done)
    assert done.status == "complete"


@pytest.mark.parametrize(
    ("values", "damaged"),
    [
        ({}, False),
        ({"cells": "?" * (CELLS - 1)}, True),
        ({"cells": "x" * CELLS}, True),
        ({"predecessor": bytes((CELLS + 7) // 8)}, True),
        ({"predecessor": b"abc"}, True),
        ({"predecessor": "text"}, True),
        ({"cells": b"bytes"}, True),
    ],
)
@pytest.mark.usefixtures("often")
def test_what_is_read_back_is_checked(values: dict[str, Any], damaged: bool) -> None:
    job = Job.create("damaged", ForcedCells(SOUP), forced())
    work_until_more(job)
    with job.journal() as journal:
        journal.record(values=values)
    if not damaged:
        assert cells(job)
        return
    with pytest.raises(UserError, match="damaged"):
        for _ in work(job):
            pass
    with pytest.raises(UserError, match="damaged"):
        known_forced(job)


# ---------------------------------------------------------------- options


def test_the_query_is_kept() -> None:
    query, how = ForcedCells(replace(TUB, generations=2), 1), forced(time_limit=2.0)
    assert query_from_json(query.to_json()) == query
    job = Job.create("kept", query, how)
    assert job.query() == query
    assert job.options() == replace(how, limit=None)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"skip": 2}, "skip cannot be combined with the search for forced cells"),
        ({"cluster": "tcp://here:1"}, "cluster cannot"),
        ({"up_to_symmetry": True}, "up_to_symmetry cannot"),
    ],
)
def test_options_that_contradict_each_other(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        ForcedCells(TUB).check(forced(**options))


def test_problems_without_forced_cells() -> None:
    states = replace(TUB, project=frozenset({(0, 0)}))
    for problem in (StillLife(3, 3), states):
        with pytest.raises(UserError, match="forced cells are those of predecessors, not of"):
            ForcedCells(problem)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="at is -1"):
        ForcedCells(TUB, -1)
    with pytest.raises(UserError, match="the target is generation 1"):
        ForcedCells(TUB, 1)
    with pytest.raises(UserError, match="more than the limit"):
        Job.create("other", ForcedCells(TUB), forced(memory=1000))


# ---------------------------------------------------------------- commands


@pytest.mark.usefixtures("often")
def test_what_commands_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    job = Job.create("part", ForcedCells(SOUP), forced())
    _, done = work_until_more(job)
    settled = f"{done.found} of {CELLS} cells settled"
    unsettled = f"; {CELLS - done.found} cells not settled, since the search was interrupted"
    assert main(["jobs"]) == 0
    line = capsys.readouterr().out.splitlines()[1]
    assert line.startswith(f"part  stopped  {settled}")
    assert line.endswith("forced cells in predecessors of the 10x10 target")
    assert main(["jobs", "show", "part"]) == 0
    shown = capsys.readouterr().out
    assert f"found: {settled}\n" in shown
    assert "looks for: forced cells in predecessors of the 10x10 target\n" in shown
    out = tmp_path / "out.cells"
    assert main(["jobs", "export", "part", "--to", "cells", "-o", str(out)]) == 0
    assert capsys.readouterr().err == f"{settled}\n"
    pattern = read_text(out.read_text(), unknown=True)
    assert (pattern.to_array() == UNKNOWN).sum() >= CELLS - done.found
    assert main(["jobs", "export", "part", "--jsonl"]) == 0
    assert json.loads(capsys.readouterr().out)["unsettled"] == CELLS - done.found
    assert main(["jobs", "export", "part", "--csv"]) == 2
    assert "--csv is for lists of solutions" in capsys.readouterr().err
    assert main(["jobs", "follow", "part"]) == 130
    assert unsettled in capsys.readouterr().err
    assert main(["jobs", "run", "part", "--quiet"]) == 0
    assert main(["jobs", "resume", "part"]) == 0
    assert f"searches for forced cells: {CELLS} of {CELLS} cells settled" in capsys.readouterr().err
    assert main(["jobs", "follow", "part", "--jsonl"]) == 0
    lines = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert [line["type"] for line in lines] == ["known", "done"]
    assert lines[0]["unsettled"] == 0
    assert main(["jobs", "remove", "part"]) == 0


def test_export_before_a_predecessor_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    Job.create("new", ForcedCells(SOUP), forced())
    assert main(["jobs", "export", "new"]) == 3
    said = "the job 'new' has no answer yet; 0 cells settled\n"
    assert capsys.readouterr() == ("", said)


def test_the_command_makes_a_job(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "ship.rle"
    target.write_text("x = 3, y = 3, rule = B3/S23\n2o$obo$b2o!\n")
    assert main(["forced", str(target), "-m0", "--job", "ship"]) == 0
    out, err = capsys.readouterr()
    assert out.endswith("2o$obo$b2o!\n")
    assert err.startswith("forced: 6 live, 3 dead, of 9 cells (")
    assert main(["forced", str(target), "--job", "again", "--detach"]) == 0
    assert "`lifesat jobs follow again`" in capsys.readouterr().err
    until(lambda: Job("again").summary().state == "complete")
    assert main(["forced", str(target), "--detach"]) == 2
    assert "--detach needs --job NAME" in capsys.readouterr().err
