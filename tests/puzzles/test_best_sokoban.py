"""The best solution of a Sokoban level as a query: live, as a job, and broken off."""

import os
import random
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lifesat import UserError, best_sokoban, list_jobs
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.engines.sat.deepening import Deepening
from lifesat.errors import FailedError, MemoryLimitError
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.still_life import StillLife
from lifesat.puzzles.sokoban.best import BestSokoban
from lifesat.puzzles.sokoban.goal import Goal, cost
from lifesat.puzzles.sokoban.play import play
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sokoban.text import read
from lifesat.queries.events import Done, Event, Progress
from lifesat.queries.query import query_from_json
from lifesat.queries.search import search
from tests.support.environment import PATIENCE_SECONDS, end_jobs
from tests.support.jobs import reported, until, worker
from tests.support.known import values_of

MICROBAN = Path(__file__).parents[2] / "examples" / "microban.xsb"
LEVELS = [entry.level.rows for entry in read(MICROBAN.read_text())]
# Numbers that solvers have published: moves and pushes of the second level, moves of the eighth,
# which take some seconds.
MOVES, PUSHES = 16, 3
HARD, HARD_MOVES = LEVELS[7], 97
SHARED = ("########", "#@$ $..#", "########")
CORNER = ("#####", "#$ .#", "# @ #", "#####")


def asked(rows: tuple[str, ...] = LEVELS[1], goal: Goal = "moves") -> BestSokoban:
    return BestSokoban(Sokoban(rows, 1), goal)


OPTIONS = Options(solver="glucose4", limit=None)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    Path("two.xsb").write_text("\n".join((*LEVELS[1], "", *SHARED)) + "\n")
    yield
    end_jobs()


def answers(events: list[Event]) -> list[str]:
    return [str(value) for value in values_of(events)]


def ended(events: list[Event]) -> Done:
    assert isinstance(events[-1], Done)
    return events[-1]


@pytest.mark.quick
def test_the_best() -> None:
    for query, number in ((asked(goal="moves"), MOVES), (asked(goal="pushes"), PUSHES)):
        events = list(search(query, OPTIONS))
        moves = answers(events)[-1]
        assert play(LEVELS[1], moves) == moves
        assert cost(moves, query.goal) == number
        assert (ended(events).status, ended(events).bound) == ("complete", number)
        assert isinstance(events[-2], Progress)
        assert (events[-2].found, events[-2].bound) == (1, number)


def test_each_answer_is_better() -> None:
    events = list(search(asked(HARD), OPTIONS))
    lengths = [len(moves) for moves in answers(events)]
    assert lengths == sorted(set(lengths), reverse=True)
    assert lengths[-1] == HARD_MOVES
    bounds = [event.bound for event in events if isinstance(event, Progress)]
    assert bounds == sorted(bounds)


def test_without_a_search() -> None:
    events = list(search(asked(("#####", "#@* #", "#####")), OPTIONS))
    assert (answers(events), ended(events).status) == ([""], "complete")
    for rows in (CORNER, SHARED):
        events = list(search(asked(rows), OPTIONS))
        assert (answers(events), ended(events).status) == ([], "none")


@pytest.mark.quick
@pytest.mark.parametrize(("seconds", "status"), [(0.3, "time_limit"), (None, "stopped")])
def test_it_is_broken_off(seconds: float | None, status: str) -> None:
    seen: list[Event] = []
    options = replace(OPTIONS, time_limit=seconds)
    for event in search(asked(HARD), options, lambda: seconds is None and len(seen) > 0):
        seen.append(event)  # noqa: PERF402  # they are looked at meanwhile
    assert ended(seen).status == status
    assert 0 < ended(seen).bound < HARD_MOVES


def test_a_larger_formula_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MemoryLimitError):
        search(asked(HARD), Options(memory=1000))
    checks: list[int] = []

    def check(needed: int, memory: int | None) -> None:
        checks.append(needed)
        if len(checks) > 3:
            raise MemoryLimitError("too much")

    monkeypatch.setattr("lifesat.puzzles.sokoban.best_search.check", check)
    events = list(search(asked(HARD), OPTIONS))
    assert (ended(events).status, ended(events).reason) == ("limit", "too much")
    assert ended(events).bound > 0
    checks.clear()
    with pytest.raises(MemoryLimitError, match="too much"):
        best_sokoban(HARD)


@pytest.mark.quick
def test_it_is_the_same_after_its_json() -> None:
    query = asked(goal="pushes")
    assert query_from_json(query.to_json()) == query
    assert query == BestSokoban(Sokoban(LEVELS[1], 40), "pushes")
    assert query.label == "solution with the fewest pushes of a Sokoban level with 3 boxes"
    with pytest.raises(UserError, match='goal is "walks", not "moves" or "pushes"'):
        query_from_json(query.to_json().replace('"goal": "pushes"', '"goal": "walks"'))
    with pytest.raises(UserError, match="still lifes are not compared by their moves"):
        BestSokoban(StillLife(3, 3), "moves")
    with pytest.raises(UserError, match="by one process, and by no cluster"):
        query.check(Options(cluster="tcp://host:1"))


# ---------------------------------------------------------------- jobs


@pytest.mark.quick
def test_a_job_keeps_the_best() -> None:
    job = Job.create("second", asked(), OPTIONS)
    first = list(work(job))
    summary = job.summary()
    assert summary.answer == f"{MOVES} moves, {PUSHES} pushes: the fewest moves, which is proved"
    assert summary.nothing_left.endswith("has its answer")
    (listed,) = list_jobs()
    assert list(listed.solutions()) == answers(first)[-1:]
    events = list(follow(job))
    assert answers(events) == answers(first)[-1:]
    assert (ended(events).status, ended(events).bound) == ("complete", MOVES)


def test_a_job_goes_on_from_the_proved_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesat.puzzles.sokoban.best._SLICE_SECONDS", 0.01)
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", -1.0)
    job = Job.create("hard", asked(HARD), OPTIONS)
    for event in work(job, lambda: (job.summary().progress.bound or 0) > 70):
        last = event
    assert isinstance(last, Done)
    assert last.status == "stopped"
    bound = job.summary().progress.bound
    assert 70 < bound < HARD_MOVES
    assert f"no solution has fewer than {bound} moves" in job.summary().answer
    begun: list[int] = []

    class Spied(Deepening):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            begun.append(self.least)

    monkeypatch.setattr("lifesat.puzzles.sokoban.best_search.Deepening", Spied)
    resumed = list(work(job))
    assert begun == [bound]
    assert len(answers(resumed)[-1]) == HARD_MOVES
    assert ended(resumed).status == "complete"


def test_a_known_solution_is_not_told_again() -> None:
    job = Job.create("second", asked(), OPTIONS)
    first = list(work(job))
    with job.journal() as journal:
        journal.record(values={"state": "stopped", "bound": MOVES - 1})
    resumed = list(work(job))
    assert answers(resumed) == []
    assert ended(resumed).status == "complete"
    assert answers(list(follow(job))) == answers(first)[-1:]


def test_killed_at_random_moments() -> None:
    chance = random.Random(8)
    job = Job.create("hard", asked(HARD), OPTIONS)
    bound = 0
    said: list[str] = []
    for _ in range(3):
        with worker("hard") as process:
            until(lambda: job.summary().state in ("running", "complete"))
            time.sleep(chance.uniform(0.3, 1.5))
            os.kill(process.pid, signal.SIGKILL)
            out, _ = process.communicate(timeout=PATIENCE_SECONDS)
        said += [event["answer"] for event in reported(out) if event["type"] == "known"]
        assert job.summary().progress.bound >= bound
        bound = job.summary().progress.bound
        if said and job.summary().state == "killed":
            with pytest.raises(FailedError, match=r"died after .* no solution has fewer than"):
                list(follow(job))
    if job.summary().state == "killed":
        with worker("hard") as process:
            out, complaint = process.communicate(timeout=500)
        assert process.returncode == 0, complaint
        said += [event["answer"] for event in reported(out) if event["type"] == "known"]
    lengths = [len(moves) for moves in said]
    assert lengths == sorted(lengths, reverse=True)
    assert len(said) - len(set(lengths)) <= 1  # the best is said again once it is proved
    assert job.summary().answer.startswith(f"{HARD_MOVES} moves, ")
    assert all(play(HARD, moves) == moves for moves in said)


def test_a_job_is_paused() -> None:
    job = Job.create("hard", asked(LEVELS[5], "moves"), OPTIONS)
    with worker("hard") as process:
        until(lambda: job.summary().progress.bound > 0)
        job.request("pause")
        until(lambda: job.summary().state == "paused")
        before = job.summary().progress
        time.sleep(0.5)
        assert job.summary().progress == before
        job.request("stop")
        process.communicate(timeout=PATIENCE_SECONDS)
    assert job.summary().state == "stopped"


@pytest.mark.parametrize(
    "values",
    [{"moves": "xyz"}, {"moves": "rR"}, {"moves": ""}, {"bound": -1}, {"bound": 17}],
    ids=str,
)
def test_a_damaged_job(values: dict[str, object]) -> None:
    job = Job.create("bad", asked(), OPTIONS)
    list(work(job))
    with job.journal() as journal:
        journal.record(values={"state": "stopped", **values})
    with pytest.raises(FailedError, match="damaged"):
        list(work(job))
    if "moves" in values:
        for read_it in (job.summary, lambda: list(follow(job))):
            with pytest.raises((UserError, FailedError), match="do not solve the level"):
                read_it()


# ---------------------------------------------------------------- commands


def test_the_command_as_a_job(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sokoban", "two.xsb", "--level", "1", "--fewest-pushes", "--job", "second"]
    assert main(words) == 0
    moves, err = capsys.readouterr()
    assert play(LEVELS[1], moves.strip()) == moves.strip()
    assert err.endswith(f" {PUSHES} pushes: the fewest pushes, which is proved\n")
    assert main(["jobs", "export", "second", "-o", "moves.txt"]) == 0
    assert Path("moves.txt").read_text() == moves
    assert main(["jobs", "show", "second"]) == 0
    assert f"{PUSHES} pushes: the fewest pushes, which is proved\n" in capsys.readouterr().out
    words = ["sokoban", "two.xsb", "--level", "2", "--shortest", "--job", "none", "--detach"]
    assert main([*words, "-q"]) == 0
    assert main(["jobs", "follow", "none"]) == 1
    said = "no solution: all positions that can be reached were looked at\n"
    assert capsys.readouterr() == ("", said)
    assert main(["jobs", "export", "none"]) == 0
    assert capsys.readouterr() == ("", said)


def test_a_job_that_is_not_at_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    job = Job.create("hard", asked(HARD), OPTIONS)
    with job.journal() as journal:
        journal.record(values={"state": "stopped", "bound": 56, "seconds": 1.0})
    said = "the job 'hard' has no answer yet; no solution has fewer than 56 moves\n"
    assert main(["jobs", "export", "hard"]) == 3
    assert capsys.readouterr() == ("", said)
    assert main(["jobs", "follow", "hard", "--jsonl"]) == 130
    out, err = capsys.readouterr()
    assert err == "none with fewer than 56 moves; stopped\n"
    assert reported(out)[-1]["bound"] == 56
    assert main(["jobs", "show", "hard"]) == 0
    assert "found: no solution has fewer than 56 moves\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--level", "1", "--shortest", "--workers", "2"], "--workers needs --moves T"),
        (["--level", "1", "--shortest", "--cluster", "tcp://a:1"], "--cluster needs --moves T"),
        (["--shortest"], "two.xsb: 2 levels; choose one by its number"),
        (["--level", "1", "--shortest", "-o", "two.xsb"], "two.xsb exists; --force replaces it"),
    ],
)
def test_what_a_job_refuses(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sokoban", "two.xsb", "--job", "x", *words]) == 2
    assert sentence in capsys.readouterr().err
    assert list_jobs() == []
