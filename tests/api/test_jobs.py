"""Jobs through the public functions, with processes of their own."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lifesat import (
    Pattern,
    UserError,
    count,
    count_by_population,
    forced,
    forced_cells,
    list_jobs,
    predecessors,
    resume,
    smallest,
    solve_sudoku,
    still_lifes,
    submit,
)
from tests.support.jobs import until

TUB = Pattern.from_rows([".O.", "O.O", ".O."])
ENDLESS = Pattern.from_rows(["." * 12] * 12)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))


def test_a_job_finds_what_the_search_finds() -> None:
    job = submit("tub", predecessors(TUB))
    assert [known.name for known in list_jobs()] == ["tub"]
    following = job.follow()
    found = list(following)
    assert (following.status, following.proved_complete) == ("complete", True)
    assert Counter(map(str, found)) == Counter(map(str, predecessors(TUB)))
    (known,) = list_jobs()
    assert list(known.solutions()) == found
    assert known.summary().progress.found == len(found) == count(TUB)
    with pytest.raises(UserError, match=r"job 'tub'.* already"):
        submit("tub", predecessors(TUB))
    with pytest.raises(UserError, match="nothing left to do"):
        job.resume()
    job.remove()
    with pytest.raises(UserError, match="there is no job"):
        job.remove()
    assert list_jobs() == []


def test_a_job_is_stopped_and_resumed_with_other_limits() -> None:
    job = submit("some", predecessors(TUB, limit=3))
    assert len(list(job.follow())) == 3
    again = resume("some", limit=5, workers=1)
    following = again.follow()
    assert (len(list(following)), following.status) == (5, "limit")
    again.resume(limit=None)
    assert len(list(again.follow())) == count(TUB)


def test_closing_what_follows_a_job_leaves_it_at_work() -> None:
    job = submit("endless", predecessors(ENDLESS, margin=0))
    with job.follow() as following:
        next(following)
    assert following.status == "stopped"
    assert job.summary().state == "running"
    job.pause()
    until(lambda: job.summary().state == "paused")
    job.stop()
    assert job.summary().state == "stopped"


def test_a_job_that_seeks_forced_cells() -> None:
    expected = forced(TUB, margin=0, generations=2, at=1)
    job = submit("cells", forced_cells(TUB, margin=0, generations=2, at=1))
    *_, last = (following := job.follow())
    assert (last, following.status) == (expected, "complete")
    (known,) = list_jobs()
    assert list(known.solutions()) == [expected]
    assert known.summary().settled == "9 of 9 cells settled"


def test_jobs_of_other_kinds() -> None:
    best = submit("small", still_lifes(3, 3, min_population=1), goal="fewest")
    *_, last = best.follow()
    expected = smallest(still_lifes(3, 3, min_population=1))
    assert expected is not None
    assert last.population == expected.population == 4
    sudoku = submit("sudoku", solve_sudoku("1.....3..2.....4"))
    solutions: list[Any] = list(sudoku.follow())
    assert solutions == list(solve_sudoku("1.....3..2.....4"))
    assert [list(job.solutions()) for job in list_jobs() if job.name == "sudoku"] == [solutions]


def test_what_cannot_be_submitted() -> None:
    search = predecessors(TUB)
    next(search)
    with pytest.raises(UserError, match="the search has begun; give a new one"):
        submit("tub", search)
    with pytest.raises(UserError, match="job"):
        submit("a/b", predecessors(TUB))
    with pytest.raises(UserError, match="limit cannot be combined with the search for the best"):
        submit("tub", predecessors(TUB, limit=2), goal="fewest")
    with pytest.raises(UserError, match="there is no job 'tub'"):
        resume("tub")
    with pytest.raises(UserError, match="not compared by their live cells"):
        submit("sudoku", solve_sudoku("1"), goal="most")
    assert list_jobs() == []


@pytest.mark.parametrize(
    ("function", "arguments", "found"),
    [
        (count, {"margin": 0}, [6]),
        (count_by_population, {"margin": 0}, [{4: 1, 5: 5}]),
        (forced, {"margin": 0}, None),
        (smallest, {"margin": 0}, None),
    ],
)
def test_a_function_that_returns_an_answer_is_a_job(
    function: Any, arguments: dict[str, Any], found: list[Any] | None
) -> None:
    job = submit("asked", function, TUB, **arguments)
    answers = list(job.follow())
    assert answers == (found or answers)
    assert answers[-1:] == (found or [function(TUB, **arguments)])
    with pytest.raises(UserError, match="begins no search"):
        submit("nothing", list)


def test_a_search_has_its_arguments_already() -> None:
    job: Any = submit
    with pytest.raises(TypeError, match="arguments already"):
        job("more", predecessors(TUB), margin=0)
