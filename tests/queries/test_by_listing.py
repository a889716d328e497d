"""The number of solutions of a Sudoku, and whether it has exactly one, as queries."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lifesat import UserError, list_jobs
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.errors import FailedError
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.count_solutions import ByListing, CountByListing
from lifesat.queries.events import Done, Event, Solutions
from lifesat.queries.query import query_from_json
from lifesat.queries.search import search
from tests.support.environment import end_jobs
from tests.support.jobs import boards, reported, until, worker
from tests.support.known import values_of
from tests.support.plain_sokoban import Room
from tests.support.sudoku import completions

EMPTY = ((0,) * 4,) * 4
SIX = ((1, 2, 0, 0), (0,) * 4, (0,) * 4, (0, 0, 0, 4))
ONE = ((1, 0, 0, 0), (0, 0, 3, 0), (0, 2, 0, 0), (0, 0, 0, 4))
NONE = ((1, 1, 0, 0), *EMPTY[1:])
# Its solutions are counted within a few seconds; brute force finds as many.
LONG = Sudoku(
    (
        *(tuple(map(int, row)) for row in ("123456789", "456789123", "789123456", "214365897")),
        (3, *(0,) * 8),
        (8, *(0,) * 8),
        *((0,) * 9,) * 3,
    )
)
LONG_NUMBER = 45_492
# It has far too many.
ENDLESS = Sudoku(((0,) * 9,) * 9)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    Path("six.txt").write_text("12..\n....\n....\n...4\n")
    Path("two.txt").write_text("12..\n....\n....\n...4\n\n1...\n..3.\n.2..\n...4\n")
    yield
    end_jobs()


def word(events: list[Event]) -> str:
    (answer,) = values_of(events)
    return str(answer)


@pytest.mark.quick
@pytest.mark.parametrize("clues", [EMPTY, SIX, ONE, NONE])
def test_the_answers_are_those_of_brute_force(clues: tuple[tuple[int, ...], ...]) -> None:
    number = len([*completions([list(row) for row in clues], 2)])
    for query, answer in (
        (CountByListing(Sudoku(clues)), str(number)),
        (type_of("uniqueness")(Sudoku(clues)), ("none", "unique", "several")[min(number, 2)]),
    ):
        *events, done = search(query, Options())
        assert word(events) == answer
        assert not any(isinstance(event, Solutions) for event in events)
        assert isinstance(done, Done)
        assert done.status == ("complete" if number else "none")


def type_of(name: str) -> type[ByListing]:
    """The class of a query by its name."""
    found = query_from_json(json.dumps({"query": name, "problem": Sudoku(EMPTY).to_json()}))
    assert isinstance(found, ByListing)
    return type(found)


@pytest.mark.parametrize("name", ["count_by_listing", "uniqueness"])
def test_it_is_the_same_after_its_json(name: str) -> None:
    query = type_of(name)(Sudoku(ONE))
    assert query.name == name
    assert query_from_json(query.to_json()) == query
    assert query.label.endswith("of the 4x4 Sudoku")


@pytest.mark.quick
def test_other_problems_are_counted_too() -> None:
    rows = ("######", "#@ $.#", "#    #", "######")
    *events, _ = search(CountByListing(Sokoban(rows, 4)), Options())
    assert word(events) == str(len(Room(rows).solutions(4)))


@pytest.mark.parametrize(("seconds", "status"), [(0.3, "time_limit"), (None, "stopped")])
def test_it_is_broken_off(seconds: float | None, status: str) -> None:
    seen: list[Event] = []
    for event in search(
        CountByListing(ENDLESS), Options(time_limit=seconds), lambda: not seconds and len(seen) > 2
    ):
        seen.append(event)  # noqa: PERF402  # they are looked at meanwhile
    done = seen[-1]
    assert isinstance(done, Done)
    assert done.status == status
    assert values_of(seen) == []


# ---------------------------------------------------------------- jobs


@pytest.mark.parametrize(
    ("name", "answer", "sentence"),
    [
        ("count_by_listing", 6, "6 solutions"),
        ("uniqueness", "several", "more than one solution"),
    ],
)
def test_a_job_keeps_the_answer(name: str, answer: object, sentence: str) -> None:
    job = Job.create("six", type_of(name)(Sudoku(SIX)), Options())
    first = list(work(job))
    assert job.summary().answer == sentence
    assert job.summary().state == "complete"
    assert job.summary().nothing_left.endswith("has its answer")
    (listed,) = list_jobs()
    assert list(listed.solutions()) == [answer]
    *events, done = follow(job)
    assert word(events) == word(first) == str(answer)
    assert isinstance(done, Done)
    assert done.status == "complete"


def test_a_job_goes_on_from_what_it_has_found() -> None:
    job = Job.create("long", CountByListing(LONG), Options(workers=1))
    seen = 0

    def stop() -> bool:
        nonlocal seen
        seen = job.summary().progress.found
        return seen > 100

    *_, done = work(job, stop)
    assert isinstance(done, Done)
    assert done.status == "stopped"
    known = boards(job)
    assert job.summary().answer == f"{len(known):,} solutions so far"
    assert 100 < len(known) < LONG_NUMBER
    list(work(job))
    assert boards(job)[: len(known)] == known
    assert job.summary().answer == f"{LONG_NUMBER:,} solutions"


def test_a_job_is_paused_and_killed() -> None:
    job = Job.create("long", CountByListing(LONG), Options(workers=2))
    with worker("long") as process:
        until(lambda: job.summary().progress.found > 50)
        job.request("pause")
        until(lambda: job.summary().state == "paused")
        job.request("work")
        until(lambda: job.summary().state == "running")
        process.kill()
        process.communicate()
    assert job.summary().state == "killed"
    known = boards(job)
    with pytest.raises(FailedError, match=r"died after [0-9,]+ solutions so far"):
        list(follow(job))
    with worker("long") as process:
        said, complaint = process.communicate(timeout=500)
    assert process.returncode == 0, complaint
    assert LONG_NUMBER in [event.get("number") for event in reported(said)]
    listed = boards(job)
    assert listed[: len(known)] == known
    assert len(set(listed)) == len(listed) == LONG_NUMBER


def test_a_kill_before_the_end_is_noted() -> None:
    """Two solutions are in the journal, but not yet that no more are wanted."""
    job = Job.create("six", type_of("uniqueness")(Sudoku(SIX)), Options(workers=1))
    list(work(job))
    with job.journal() as journal:
        journal.record(values={"state": "limit"})
    assert job.summary().answer == "2 solutions so far"
    *events, done = work(job)
    assert word(events) == "several"
    assert isinstance(done, Done)
    assert (done.status, len(boards(job))) == ("complete", 2)


def test_a_damaged_job() -> None:
    job = Job.create("bad", CountByListing(Sudoku(SIX)), Options())
    with job.journal() as journal:
        journal.record(values={"found": "many", "state": "complete"})
    with pytest.raises(UserError, match="the journal is damaged"):
        job.summary()
    with pytest.raises((UserError, FailedError), match="the journal is damaged"):
        list(follow(job))


# ---------------------------------------------------------------- commands


def test_the_commands_as_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sudoku", "six.txt", "--count", "--job", "six"]) == 0
    out, err = capsys.readouterr()
    assert out == "6\n"
    assert err.splitlines()[-1].startswith("6 solutions (")
    assert main(["jobs", "export", "six"]) == 0
    assert capsys.readouterr() == ("6\n", "6 solutions\n")
    assert main(["sudoku", "two.txt", "--puzzle", "1", "--unique", "--job", "several", "-q"]) == 1
    assert capsys.readouterr() == ("several\n", "")
    words = ["sudoku", "two.txt", "--puzzle", "2", "--unique", "--job", "one", "-q", "--jsonl"]
    assert main(words) == 0
    *events, done = reported(capsys.readouterr().out)
    assert "unique" in [event.get("answer") for event in events]
    assert (done["status"], done["found"]) == ("complete", 1)
    assert main(["jobs"]) == 0
    out = capsys.readouterr().out
    for line in ("one      complete  exactly one solution", "several  complete  more than one"):
        assert line in out
    assert main(["jobs", "follow", "several", "-q"]) == 1
    assert capsys.readouterr().out == "several\n"


def test_a_job_without_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    job = Job.create("new", CountByListing(LONG), Options())
    assert main(["jobs", "export", "new"]) == 3
    assert capsys.readouterr() == ("", "the job 'new' has no answer yet\n")
    with job.journal() as journal:
        journal.record(values={"found": 7})
    assert main(["jobs", "export", "new"]) == 3
    assert capsys.readouterr().err == "the job 'new' has no answer yet; 7 solutions so far\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["two.txt", "--count"], "two.txt: 2 Sudokus; choose one by its number"),
        (["two.txt", "--puzzle", "3", "--unique"], "two.txt: no Sudoku 3; there are 2 Sudokus"),
        (["six.txt", "--count", "--to", "grid"], "this answer is in words"),
        (["six.txt", "--unique", "-o", "six.txt"], "six.txt exists; --force replaces it"),
    ],
)
def test_what_a_job_refuses(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sudoku", *words, "--job", "x"]) == 2
    assert sentence in capsys.readouterr().err
    assert list_jobs() == []
