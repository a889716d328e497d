"""Marginals as queries, exact and estimated: live, as a job, and broken off."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesat import Pattern, UserError, estimate_marginals, list_jobs, marginals
from lifesat.cli import main
from lifesat.engines.frontier.support import OutOfReachError
from lifesat.engines.options import Options
from lifesat.errors import FailedError
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.puzzles.sudoku.problem import Sudoku
from lifesat.queries.events import Done, Event, Progress
from lifesat.queries.marginals import CountMarginals, EstimateMarginals
from lifesat.queries.query import query_from_json
from lifesat.queries.search import search
from tests.support.environment import end_jobs
from tests.support.jobs import TUB, killed_at_random, paused_killed_and_stopped
from tests.support.known import findings, values_of

SMALL = replace(TUB, margin=0)
# Its sweep takes many minutes.
WIDE = Predecessor(Pattern.from_rows(["." * 13] * 13), margin=0)
ESTIMATES = ("probabilities", "standard_errors")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tub.rle").write_text("x = 3, y = 3\nbo$obo$bo!\n")
    yield
    end_jobs()


def numbers(events: list[Event]) -> Any:
    (found,) = values_of(events)
    return found


def facts(events: list[Event]) -> dict[str, Any]:
    (found,) = findings(events)
    return found.facts


def status(events: list[Event]) -> str:
    assert isinstance(events[-1], Done)
    return events[-1].status


@pytest.mark.quick
def test_the_numbers_are_those_of_brute_force() -> None:
    every = np.array(list(product((0, 1), repeat=9)), dtype=np.uint8).reshape(-1, 3, 3)
    parents = every[SMALL.verify(every)]
    events = list(search(CountMarginals(SMALL), Options()))
    found = numbers(events)
    assert found.total == len(parents) == 6
    assert found.live.tolist() == parents.sum(axis=0).tolist()
    assert status(events) == "complete"


@pytest.mark.quick
def test_the_numbers_are_those_of_the_api() -> None:
    found = numbers(list(search(CountMarginals(TUB), Options())))
    expected = marginals(TUB.target)
    assert (found.total, found.corner) == (expected.total, expected.corner) == (74, (-1, -1))
    assert found.live.tolist() == expected.live.tolist()


def test_the_estimates_are_those_of_the_api() -> None:
    events = list(search(EstimateMarginals(TUB, 20, 3), Options()))
    found, expected = numbers(events), estimate_marginals(TUB.target, 20, seed=3)
    assert found.log10_total == expected.log10_total
    assert np.array_equal(found.probabilities, expected.probabilities)
    assert status(events) == "complete"


@pytest.mark.quick
def test_none() -> None:
    events = list(search(CountMarginals(replace(TUB, max_population=1)), Options()))
    assert status(events) == "none"
    assert values_of(events) == []


@pytest.mark.quick
def test_they_are_the_same_after_their_json() -> None:
    for query in (CountMarginals(TUB), EstimateMarginals(TUB, 20, 4)):
        assert query_from_json(query.to_json()) == query
        assert query.nouns == "cell probabilities of predecessors"
        for problem in (Sudoku(((0,) * 4,) * 4), replace(TUB, project=frozenset({(0, 0)}))):
            with pytest.raises(UserError, match=r"marginals are (not counted|estimated) of"):
                replace(query, problem=problem)  # type: ignore[arg-type]
    for text in ('"samples": 20', '"samples": 9'), ('"seed": 4', '"seed": -1'):
        with pytest.raises(UserError, match="must be an int of at least"):
            query_from_json(EstimateMarginals(TUB, 20, 4).to_json().replace(*text))


def test_what_is_refused_at_once() -> None:
    two_back = replace(TUB, generations=2, max_outside=3)
    with pytest.raises(OutOfReachError, match="only what fits a frontier has its marginals"):
        search(CountMarginals(two_back), Options())
    with pytest.raises(OutOfReachError, match="one generation back only"):
        search(EstimateMarginals(two_back), Options())


@pytest.mark.parametrize("query", [CountMarginals(WIDE), EstimateMarginals(TUB, 10**6)])
@pytest.mark.parametrize(("seconds", "end"), [(0.4, "time_limit"), (None, "stopped")])
def test_they_are_broken_off(
    query: CountMarginals | EstimateMarginals,
    seconds: float | None,
    end: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("lifesat.queries.run.PROGRESS_SECONDS", -1.0)
    seen: list[Event] = []
    options = Options(time_limit=seconds)

    def tells_how_far() -> bool:
        progress = (event for event in seen if isinstance(event, Progress))
        return any(re.search(r": \d", event.phase) for event in progress)

    for event in search(query, options, lambda: seconds is None and tells_how_far()):
        seen.append(event)  # noqa: PERF402  # they are looked at meanwhile
    assert status(seen) == end
    assert tells_how_far()
    assert values_of(seen) == []


# ---------------------------------------------------------------- jobs


@pytest.mark.quick
def test_a_job_keeps_the_numbers() -> None:
    job = Job.create("tub", CountMarginals(TUB), Options())
    first = facts(list(work(job)))
    assert facts(list(follow(job))) == first
    assert job.summary().answer == "cell probabilities of 74 predecessors"
    assert job.summary().nothing_left.endswith("has its answer")
    (known,) = list_jobs()
    (found,) = known.solutions()
    assert found.total == 74


def test_a_job_keeps_the_estimates() -> None:
    job = Job.create("tub", EstimateMarginals(TUB, 20), Options())
    first = facts(list(work(job)))
    assert facts(list(follow(job))) == first
    assert job.summary().answer.startswith("estimated from 20 samples of 1,000 boards each")
    (known,) = list_jobs()
    (found,) = known.solutions()
    assert found.samples == 20


@pytest.mark.weekly
def test_numbers_of_four_thousand_digits_are_kept() -> None:
    anything = Pattern.from_rows(["?" * 4798])
    job = Job.create("large", CountMarginals(Predecessor(anything, outside="free")), Options())
    list(work(job))
    assert numbers(list(follow(job))).total == 2**14400


def test_a_job_is_killed_at_random_moments_and_begins_again() -> None:
    dead = Predecessor(Pattern.from_rows(["." * 10] * 9), margin=0)
    expected = facts(list(search(CountMarginals(dead), Options())))
    job = Job.create("killed", CountMarginals(dead), Options())
    killed_at_random(job, 5, 4)
    assert job.summary().state == "complete"
    assert facts(list(follow(job))) == expected


def test_a_job_is_paused_killed_and_stopped() -> None:
    paused_killed_and_stopped(Job.create("wide", CountMarginals(WIDE), Options()))


COUNTED = {"corner": [0, 0], "total": 6, "live": [[1] * 3] * 3}
ESTIMATED = {
    "log10_total": 0.8, "total_error": 0.1, "samples": 20, "effective": 9.0, "particles": 1000,
    "log10_least": 0.5, "corner": [0, 0], **dict.fromkeys(ESTIMATES, [[0.5] * 3] * 3),
}  # fmt: skip


@pytest.mark.parametrize(
    "changes",
    [
        None,
        [],
        {"live": [[1] * 3] * 2},
        {"live": [[1] * 2] * 3},
        {"live": [[7] * 3] * 3},
        {"live": [[1.0] * 3] * 3},
        {"live": "no"},
        {"total": 0},
        {"total": "6"},
        {"probabilities": [[None] * 3] * 3},
        {"standard_errors": [[0.5] * 3] * 2},
        {"log10_total": float("inf")},
        {"samples": 10**400},
    ],
)
def test_a_damaged_job(changes: dict[str, object] | list[object] | None) -> None:
    for name, query, values in (
        ("counted", CountMarginals(SMALL), COUNTED),
        ("estimated", EstimateMarginals(SMALL), ESTIMATED),
    ):
        if isinstance(changes, dict) and not changes.keys() <= values.keys():
            continue
        kept = json.dumps({**values, **changes} if isinstance(changes, dict) else changes)
        job = Job.create(name, query, Options())
        with job.journal() as journal:
            journal.record(values={"marginals": kept, "state": "complete"})
        with pytest.raises((UserError, FailedError), match="marginals in the journal cannot be r"):
            list(follow(job))
        assert main(["jobs", "export", name]) == 2


def test_sound_values_are_read() -> None:
    for name, query, values in (
        ("counted", CountMarginals(SMALL), COUNTED),
        ("estimated", EstimateMarginals(SMALL), ESTIMATED),
    ):
        job = Job.create(name, query, Options())
        with job.journal() as journal:
            journal.record(values={"marginals": json.dumps(values), "state": "complete"})
        assert len(list(follow(job))) == 2


# ---------------------------------------------------------------- commands


@pytest.mark.parametrize("words", [[], ["--samples", "20"]])
def test_the_command_as_a_job(words: list[str], capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    asked = ["marginals", "tub.rle", *words, "-q"]
    assert main([*asked, "--job", "tub", "--to", "svg"]) == 0
    first = capfdbinary.readouterr().out
    for form in ("svg", "table", "csv", "png"):
        assert main([*asked, "--to", form]) == 0
        live = capfdbinary.readouterr().out
        if form == "svg":
            assert live == first
        for action in ("export", "follow"):
            assert main(["jobs", action, "tub", "--to", form]) == 0
            assert capfdbinary.readouterr().out == live
        assert main(["jobs", "export", "tub", "-o", f"a.{form}"]) == 0
        assert Path(f"a.{form}").read_bytes() == live
    capfdbinary.readouterr()
    assert main([*asked, "--jsonl"]) == 0
    *_, reported, _, done = map(json.loads, capfdbinary.readouterr().out.splitlines())
    assert done["status"] == "complete"
    assert main(["jobs", "export", "tub", "--jsonl"]) == 0
    (kept,) = map(json.loads, capfdbinary.readouterr().out.splitlines())
    assert kept == reported
    assert kept["type"] == "known"
    assert main(["jobs", "export", "tub", "--to", "cells"]) == 2
    assert b"unknown format 'cells'; give one of table, csv, svg, png" in (
        capfdbinary.readouterr().err
    )
    assert main(["jobs", "export", "tub", "--csv"]) == 2


def test_a_job_without_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    Job.create("new", CountMarginals(TUB), Options())
    assert main(["jobs", "export", "new", "-o", "new.svg"]) == 3
    assert capsys.readouterr() == ("", "the job 'new' has no answer yet\n")
    assert not Path("new.svg").exists()


def test_what_the_command_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["marginals", "tub.rle", "--detach"]) == 2
    assert "--detach needs --job NAME" in capsys.readouterr().err
    assert main(["marginals", "tub.rle", "-g2", "--max-outside", "3", "--job", "two"]) == 3
    assert "only what fits a frontier" in capsys.readouterr().err
    assert list_jobs() == []
