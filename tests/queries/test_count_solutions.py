"""Counts as a query: live, as a job, and broken off."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lifesat import Pattern, UserError, list_jobs
from lifesat.cli import main
from lifesat.cli.narration import Reporter
from lifesat.engines.options import Options
from lifesat.errors import FailedError
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.count_solutions import CountSolutions
from lifesat.queries.events import (
    Done,
    Event,
    Known,
    Progress,
)
from lifesat.queries.query import query_from_json
from lifesat.queries.search import search
from lifesat.queries.sweeping import Background
from tests.support.environment import end_jobs
from tests.support.jobs import TUB, killed_at_random, paused_killed_and_stopped

# An independent table has 74 predecessors of the tub, 16 up to symmetry.
NUMBER, ORBITS = 74, 16
# Its sweep takes many minutes.
WIDE = Predecessor(Pattern.from_rows(["." * 13] * 13), margin=0)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tub.rle").write_text("x = 3, y = 3\nbo$obo$bo!\n")
    yield
    end_jobs()


def numbers(events: list[Event]) -> tuple[int, ...]:
    *_, known = (event for event in events if isinstance(event, Known))
    found: tuple[int, ...] = known.query.numbers(known.state)
    return found


@pytest.mark.quick
def test_the_number() -> None:
    *events, done = search(CountSolutions(TUB), Options())
    assert numbers(events) == (NUMBER,)
    assert isinstance(done, Done)
    assert done.status == "complete"
    events = list(search(CountSolutions(TUB, up_to_symmetry=True), Options()))
    assert numbers(events) == (ORBITS,)
    by_population = numbers(list(search(CountSolutions(TUB, by_population=True), Options())))
    assert sum(by_population) == NUMBER
    assert len(by_population) > 5


@pytest.mark.quick
def test_none() -> None:
    problem = replace(TUB, max_population=1)
    *events, done = search(CountSolutions(problem), Options())
    assert numbers(events) == (0,)
    assert isinstance(done, Done)
    assert done.status == "none"


@pytest.mark.quick
@pytest.mark.parametrize(("seconds", "status"), [(0.3, "time_limit"), (None, "stopped")])
def test_it_is_broken_off(
    seconds: float | None, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", -1.0)
    seen: list[Event] = []
    for event in search(
        CountSolutions(WIDE), Options(time_limit=seconds), lambda: seconds is None and len(seen) > 2
    ):
        seen.append(event)  # noqa: PERF402  # they are looked at meanwhile
    assert isinstance(seen[-1], Done)
    assert seen[-1].status == status
    assert not any(isinstance(event, Known) for event in seen)
    # The sweep ends below the middle row.
    assert any(" of 104 cells" in event.phase for event in seen if isinstance(event, Progress))


@pytest.mark.quick
def test_another_way_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesat.engines.frontier.support.PLAN_BYTES", 10**15)
    monkeypatch.setattr("lifesat.engines.sat.model_counter.available", lambda: False)
    events = list(search(CountSolutions(TUB), Options()))
    note, _ = (event.state.note for event in events if isinstance(event, Known))
    assert note.endswith("listing all with the SAT solver instead")
    assert numbers(events) == (NUMBER,)


def test_it_is_the_same_after_its_json() -> None:
    query = CountSolutions(TUB, by_population=True)
    assert query_from_json(query.to_json()) == query
    assert query.label == "number of predecessors of the 3x3 target"
    assert query.nouns == "number of predecessors"
    with pytest.raises(UserError, match="are listed, and not counted"):
        CountSolutions(Sudoku(((0,) * 9,) * 9))


# ---------------------------------------------------------------- jobs


def test_a_job_keeps_the_numbers() -> None:
    query = CountSolutions(TUB, by_population=True)
    job = Job.create("tub", query, Options())
    first = list(work(job))
    assert job.summary().answer == f"{NUMBER} predecessors"
    assert job.summary().nothing_left.endswith("has its answer")
    (listed,) = list_jobs()
    (populations,) = listed.solutions()
    assert sum(populations.values()) == NUMBER
    assert list(listed.follow()) == [populations]
    *events, done = follow(job)
    assert numbers(events) == numbers(first)
    assert isinstance(done, Done)
    assert done.status == "complete"


def test_a_number_of_four_thousand_digits_is_kept() -> None:
    anything = Pattern.from_rows(["?" * 4798])
    job = Job.create("large", CountSolutions(Predecessor(anything, outside="free")), Options())
    list(work(job))
    assert numbers(list(follow(job))) == (2**14400,)


def test_a_job_is_paused_killed_and_begun_again() -> None:
    paused_killed_and_stopped(Job.create("wide", CountSolutions(WIDE), Options()))


def test_killed_at_random_moments() -> None:
    """The number comes once, whatever was killed before."""
    dead = Predecessor(Pattern.from_rows(["." * 11] * 10), margin=0)
    (number,) = numbers(list(search(CountSolutions(dead), Options())))
    job = Job.create("killed", CountSolutions(dead), Options())
    reported = killed_at_random(job, 4, 5, 0.2, 1.5)
    said = [event["number"] for event in reported if event["type"] == "known"]
    assert job.summary().state == "complete"
    assert said in ([number], [])
    assert numbers(list(follow(job))) == (number,)


@pytest.mark.parametrize("kept", ["{}", "[-1]", "[1.5]", "3"])
def test_a_damaged_job(kept: str) -> None:
    job = Job.create("bad", CountSolutions(TUB), Options())
    with job.journal() as journal:
        journal.record(values={"numbers": kept, "state": "complete"})
    with pytest.raises((UserError, FailedError), match="numbers in the journal cannot be read"):
        list(follow(job))


# ---------------------------------------------------------------- commands


def test_the_command_as_a_job(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "tub.rle", "--job", "tub"]) == 0
    assert capsys.readouterr().out == f"{NUMBER}\n"
    assert main(["jobs"]) == 0
    line = capsys.readouterr().out.splitlines()[1]
    assert line.startswith(f"tub   complete  {NUMBER} predecessors")
    assert main(["jobs", "export", "tub"]) == 0
    assert capsys.readouterr() == (f"{NUMBER}\n", f"{NUMBER} predecessors\n")
    assert main(["jobs", "follow", "tub", "--jsonl"]) == 0
    kinds = [json.loads(line)["type"] for line in capsys.readouterr().out.splitlines()]
    assert kinds[-1] == "done"
    assert "known" in kinds
    assert main(["jobs", "show", "tub"]) == 0
    assert f"found: {NUMBER} predecessors\n" in capsys.readouterr().out


def test_a_job_without_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    Job.create("new", CountSolutions(TUB), Options())
    assert main(["jobs", "export", "new"]) == 3
    assert capsys.readouterr() == ("", "the job 'new' has no answer yet\n")


def test_who_follows_may_leave(capsys: pytest.CaptureFixture[str]) -> None:
    reporter = Reporter(CountSolutions(TUB), Options(), quiet=False)
    reporter.report(Done("stopped", 0, 0, 0, 1.0, "the job goes on"))
    assert capsys.readouterr().err == (
        "the number of predecessors is not known, since the search was interrupted; the job goes "
        "on (1.00 s)\n"
    )


def test_a_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    Path("wide.cells").write_text(("." * 13 + "\n") * 13)
    assert main(["count", "wide.cells", "-m0", "--time-limit", "0.2"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(
        "the number of predecessors is not known, since the time limit was reached"
    )


# ---------------------------------------------------------------- work in a thread


def test_all_reports_come_before_the_result() -> None:
    def work(tell: Callable[[int], None]) -> str:
        for number in range(3):
            tell(number)
        return "done"

    seen: list[int] = []

    def whole() -> Iterator[list[int]]:
        results.append((yield from Background[int, str](work).reports(bool)))

    results: list[str] = []
    for new in whole():
        seen += new
    assert (seen, results) == ([0, 1, 2], ["done"])


def test_an_error_comes_after_the_reports() -> None:
    def work(tell: Callable[[int], None]) -> None:
        tell(1)
        raise ValueError("no")

    seen: list[list[int]] = []
    with pytest.raises(ValueError, match="no"):
        seen.extend(Background[int, None](work).reports(bool))
    assert [1] in seen
