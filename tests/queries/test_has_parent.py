"""Which of many patterns have a parent: against brute force and known Gardens of Eden."""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat import Pattern, UserError, have_predecessors, list_jobs, submit
from lifesat.cli import main
from lifesat.engines.choice import engine_of
from lifesat.engines.options import Options
from lifesat.engines.sat import executors
from lifesat.errors import FailedError
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import (
    Done,
    Event,
    Known,
    Progress,
)
from lifesat.queries.has_parent import Decided, HasParent
from lifesat.queries.query import query_from_json
from lifesat.queries.search import search
from tests.support.environment import end_jobs
from tests.support.jobs import killed_at_random
from tests.support.predecessors import brute_force, problems, soup

# Every pattern of 3x3 cells, whose parents lie in their box.
SQUARES = [
    Predecessor(
        Pattern.from_array(np.array(list(f"{k:09b}"), dtype=np.uint8).reshape(3, 3)), margin=0
    )
    for k in range(512)
]
GARDEN = Path("tests/oracles/patterns/gardenofeden6.rle").resolve()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    yield
    end_jobs()


def about(problems: list[Predecessor]) -> HasParent:
    return HasParent.about((f"number {k}", problem) for k, problem in enumerate(problems, 1))


def decided(events: list[Event]) -> dict[int, bool]:
    """The verdicts by numbers, each of which comes once."""
    verdicts = verdicts_of(events)
    answers = {each.number: each.yes for each in verdicts}
    assert len(answers) == len(verdicts)
    assert all(each.name == f"number {each.number}" for each in verdicts)
    return answers


def verdicts_of(events: list[Event]) -> list[Decided]:
    return [
        each
        for event in events
        if isinstance(event, Known) and isinstance(event.query, HasParent)
        for each in event.query.decided(event.before, event.state)
    ]


def parents(events: list[Event]) -> dict[int, bytes]:
    """The parents by numbers, as `brute_force` has them."""
    verdicts = verdicts_of(events)
    return {each.number: each.parent.boards[0].tobytes() for each in verdicts if each.parent}


def end_of(events: list[Event]) -> Done:
    assert isinstance(events[-1], Done)
    return events[-1]


@pytest.mark.quick
@settings(max_examples=25)
@given(st.lists(problems(), min_size=1, max_size=4))
def test_it_agrees_with_brute_force(some: list[Predecessor]) -> None:
    events = list(search(about(some), Options()))
    expected = {k: bool(brute_force(problem)) for k, problem in enumerate(some, 1)}
    assert decided(events) == expected
    found = parents(events)
    assert found.keys() == {k for k, answer in expected.items() if answer}
    assert all(board in brute_force(some[k - 1]) for k, board in found.items())
    assert (end_of(events).status, end_of(events).found) == ("complete", len(some))


def test_all_small_squares_in_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 0.1)
    events = list(search(about(SQUARES), Options(workers=2)))
    assert decided(events) == {k: bool(brute_force(p)) for k, p in enumerate(SQUARES, 1)}
    assert all(e.total == 512 for e in events if isinstance(e, Progress))
    found = [e.found for e in events if isinstance(e, Progress)]
    assert (found[0], found[-1]) == (0, 512)
    assert found == sorted(found)


@pytest.mark.parametrize("alone", [True, False], ids=["this process", "a pool"])
def test_large_boards(alone: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Particles find the parent of the first; they would never prove that the second has none."""
    monkeypatch.setattr(executors, "_ALONE_SECONDS", 999.0 if alone else 0.0)
    cells = np.random.default_rng(1).random((50, 50)) < 0.5
    random = Predecessor(Pattern.from_array(cells.astype(np.uint8)), outside="free")
    some = [replace(soup(50, 50, 1), outside="free"), random]
    assert [engine_of(each, Options()).name for each in some] == ["particles"] * 2
    assert decided(list(search(about(some), Options(workers=2)))) == {1: True, 2: False}


def test_what_takes_too_much_memory_is_not_decided() -> None:
    large = Predecessor(Pattern.from_array(np.zeros((90, 90), dtype=np.uint8)))
    query, how = about([SQUARES[0], large, SQUARES[1]]), Options(memory=80_000_000)
    events = list(search(query, how))
    assert decided(events).keys() == {1, 3}
    done = end_of(events)
    assert (done.status, done.found) == ("limit", 2)
    assert done.reason.startswith("1 pattern takes more memory than the limit")
    # A job tries it again.
    job = Job.create("large", query, how)
    assert end_of(list(work(job))).status == "limit"
    assert job.summary().answer == "1 yes, 1 no, 1 unknown"
    job.change(replace(job.options(), memory=None))
    events = list(work(job))
    assert decided(events) == {2: True}
    assert end_of(events).status == "complete"


@pytest.mark.parametrize(("seconds", "status"), [(0.0, "time_limit"), (None, "stopped")])
def test_it_ends_early(seconds: float | None, status: str) -> None:
    events = list(search(about(SQUARES), Options(time_limit=seconds), lambda: seconds is None))
    assert not decided(events)
    assert end_of(events).status == status


# ---------------------------------------------------------------- the query


@pytest.mark.quick
def test_it_is_the_same_after_its_json() -> None:
    query = about(SQUARES[:3])
    assert query_from_json(query.to_json()) == query
    assert query.label == "which of 3 patterns have a parent"
    assert about(SQUARES[:1]).label == "whether number 1 has a parent"
    assert query.conditions() == SQUARES[0].conditions()
    assert HasParent.from_json(query.to_json().replace(', "parents": false', "")) == query
    mixed = [SQUARES[1], replace(SQUARES[2], generations=2), SQUARES[3]]
    assert about(mixed).conditions() == "; ".join(each.conditions() for each in mixed[:2])


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: about([]), "there are no patterns"),
        (lambda: HasParent(("a", "b"), ("{}",)), "1 patterns have 2 names"),
        (lambda: search(HasParent(("a",), ("{}",)), Options()), "unknown kind of problem"),
        (
            lambda: search(
                HasParent(("a",), ('{"kind": "still_life", "width": 3, "height": 3}',)), Options()
            ),
            "patterns have parents, and still lifes have none",
        ),
        (lambda: search(about(SQUARES[:1]), Options("no")), "unknown encoding 'no'"),
        (lambda: search(about(SQUARES[:1]), Options(solver="fastest")), "unknown solver"),
    ],
)
def test_what_cannot_be_asked(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        make()


# ---------------------------------------------------------------- jobs


def test_a_job_goes_on_where_it_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesat.queries.has_parent._REPORT_SECONDS", -1.0)
    job = Job.create("part", about(SQUARES[:60]), Options())
    events: list[Event] = []
    for event in work(job, lambda: bool(verdicts_of(events))):
        events.append(event)  # noqa: PERF402  # they are looked at meanwhile
    first = decided(events)
    assert 0 < len(first) < 60
    summary = job.summary()
    assert (summary.state, summary.progress.found, summary.progress.total) == (
        "stopped", len(first), 60,
    )  # fmt: skip
    rest = decided(list(work(job)))
    assert not first.keys() & rest.keys()
    assert first | rest == {k: bool(brute_force(p)) for k, p in enumerate(SQUARES[:60], 1)}
    assert job.summary().nothing_left == "nothing left to do: the job 'part' has its answer"
    assert decided(list(follow(job))) == first | rest


def test_killed_at_random_moments() -> None:
    """Nothing that was said is lost, and nothing is said twice."""
    job = Job.create("killed", about(SQUARES), Options(workers=2))
    said: dict[int, bool] = {}
    for event in killed_at_random(job, 3, 4, 0.2, 1.2):
        if event["type"] == "known":
            assert event["number"] not in said
            said[event["number"]] = event["has_parent"]
    assert job.summary().state == "complete"
    kept = decided(list(follow(job)))
    assert said.items() <= kept.items()
    assert kept == {k: bool(brute_force(p)) for k, p in enumerate(SQUARES, 1)}
    found = parents(list(follow(job)))
    assert found.keys() == {k for k, answer in kept.items() if answer}
    assert all(board in brute_force(SQUARES[k - 1]) for k, board in found.items())


@pytest.mark.quick
@pytest.mark.parametrize("verdicts", ["yn", "y" * 61, "x" * 60])
def test_a_damaged_job(verdicts: str) -> None:
    job = Job.create("bad", about(SQUARES[:60]), Options())
    with job.journal() as journal:
        journal.record(values={"verdicts": verdicts, "state": "stopped"})
    with pytest.raises((UserError, FailedError), match=r"journal is damaged|of other patterns"):
        list(work(job))
    with pytest.raises((UserError, FailedError), match="of other patterns"):
        list(follow(job))
    assert main(["jobs", "export", "bad"]) == 2


@pytest.mark.quick
@pytest.mark.parametrize("parent", ["", "00", "0000", "zz", 7, "01ff"])
def test_what_is_no_parent_is_never_shown(parent: object) -> None:
    """The pattern has 9 cells, two bytes, and dies; one of these parents has another child."""
    job = Job.create("bad", about([SQUARES[511]]), Options())
    with job.journal() as journal:
        journal.record(values={"verdicts": "y", "parent 1": parent, "state": "complete"})
    with pytest.raises((UserError, FailedError), match=r"of other patterns|a parent is no text"):
        decided(list(follow(job)))


def test_a_job_of_an_earlier_version_has_no_parents(capsys: pytest.CaptureFixture[str]) -> None:
    job = Job.create("old", about(SQUARES[:2]), Options())
    with job.journal() as journal:
        journal.record(values={"verdicts": "y?", "state": "stopped"})
    assert decided(list(work(job))) == {2: bool(brute_force(SQUARES[1]))}
    assert main(["jobs", "export", "old"]) == 0
    assert capsys.readouterr().out.startswith("number 1: yes\nnumber 2: ")


# ---------------------------------------------------------------- commands


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Three patterns, of which the second has no parent in its box."""
    (tmp_path / "two.rle").write_text("x = 2, y = 2\n2o$2o!\nx = 1, y = 1\no!\n")
    (tmp_path / "dead.cells").write_text("...\n")
    (tmp_path / "b0.rle").write_text("x = 1, y = 1, rule = B0/S8\no!\n")
    return tmp_path


LINES = "two.rle#1: yes\ntwo.rle#2: no\ndead.cells: yes\n"


@pytest.mark.quick
def test_the_command(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["has-parent", "two.rle", "dead.cells", "-m0"]) == 1
    out, err = capsys.readouterr()
    assert out == LINES
    assert err.startswith("2 yes, 1 no (")
    assert err.rstrip().endswith("): 1 generation back within margin 0, all dead outside")
    assert main(["has-parent", "dead.cells", "-q", "-o", "answer.txt"]) == 0
    assert capsys.readouterr() == ("", "")
    assert (files / "answer.txt").read_text() == "dead.cells: yes\n"


def test_events(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["has-parent", "two.rle", "dead.cells", "-m0", "-q", "--jsonl"]) == 1
    *events, done = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    verdicts = [event for event in events if event["type"] == "known"]
    assert verdicts[1] == {
        "v": 1, "type": "known", "number": 2, "name": "two.rle#2", "has_parent": False,
    }  # fmt: skip
    assert (done["type"], done["status"], done["found"]) == ("done", "complete", 3)


@pytest.mark.usefixtures("files")
def test_a_time_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["has-parent", "two.rle", "dead.cells", "--time-limit", "0"]) == 3
    out, err = capsys.readouterr()
    assert out == "two.rle#1: unknown\ntwo.rle#2: unknown\ndead.cells: unknown\n"
    assert err.startswith("0 yes, 0 no, 3 unknown, since the time limit was reached (")


def test_gardens_of_eden(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["has-parent", str(GARDEN), "--outside", "free", "-q"]) == 1
    assert capsys.readouterr().out == f"{GARDEN}: no\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["none.rle"], "none.rle: No such file"),
        (["two.rle", "--detach"], "--detach needs --job NAME"),
        (["two.rle", "--outside", "torus"], "two.rle#1: a torus needs two sizes"),
        (["dead.cells", "b0.rle"], "b0.rle: rule B0/S8 has births without neighbours"),
    ],
)
def test_what_is_refused(
    words: list[str], sentence: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(files.iterdir())
    assert main(["has-parent", *words, "-o", "out"]) == 2
    assert sentence in capsys.readouterr().err
    assert sorted(files.iterdir()) == before


def test_the_names_of_files_are_safe_to_print(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "a\x1b[1m.rle"
    (tmp_path / name).write_text("o!")
    assert main(["has-parent", name, "-q"]) == 0
    assert capsys.readouterr().out == "a\\x1b[1m.rle: yes\n"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_job_about_a_file_whose_name_is_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = os.fsdecode(b"\xff.rle")
    (tmp_path / name).write_text("o!")
    monkeypatch.setattr(Job, "start", lambda job: list(work(job)))
    assert main(["has-parent", name, "-q", "--job", "odd"]) == 0
    assert capsys.readouterr().out == "\\udcff.rle: yes\n"


@pytest.mark.usefixtures("files")
def test_a_job(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["has-parent", "two.rle", "dead.cells", "-m0", "--job", "three"]
    assert main(words) == 1
    assert capsys.readouterr().out == LINES
    assert main(["jobs"]) == 0
    line = capsys.readouterr().out.splitlines()[1]
    assert line.startswith("three  complete  2 yes, 1 no")
    assert line.endswith("which of 3 patterns have a parent")
    assert main(["jobs", "show", "three"]) == 0
    shown = capsys.readouterr().out
    assert "found: 2 yes, 1 no\n" in shown
    assert "conditions: 1 generation back" in shown
    assert main(["jobs", "export", "three"]) == 0
    assert capsys.readouterr() == (LINES, "2 yes, 1 no\n")
    assert main(["jobs", "follow", "three", "-q"]) == 1
    assert capsys.readouterr().out == LINES
    assert main(["jobs", "export", "three", "--jsonl"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    for refused in (["--csv"], ["--viewer"]):
        assert main(["jobs", "export", "three", *refused]) == 2
    assert main(["jobs", "resume", "three", "--limit", "3"]) == 2
    assert "a limit applies to lists only" in capsys.readouterr().err


# ---------------------------------------------------------------- Python


def test_python() -> None:
    targets = [Pattern.from_rows(["OO", "OO"]), Pattern.from_rows(["O"])]
    seen: list[Progress] = []
    found = have_predecessors(targets, margin=0, progress=seen.append)
    assert repr(found) == "<Search for parents of 2 patterns: not begun>"
    assert sorted(found) == [(0, True), (1, False)]
    assert found.proved_complete
    assert seen[-1].found == seen[-1].total == 2
    with pytest.raises(UserError, match="there are no patterns"):
        have_predecessors([])
    with pytest.raises(UserError, match="no solution was returned"):
        found.animate()


def test_python_submits_it() -> None:
    targets = [Pattern.from_rows(["OO", "OO"]), Pattern.from_rows(["O"])]
    job = submit("both", have_predecessors(targets, margin=0))
    assert sorted(job.follow()) == [(0, True), (1, False)]
    (listed,) = list_jobs()
    assert sorted(listed.solutions()) == [(0, True), (1, False)]
    with pytest.raises(UserError, match="goal cannot be combined with the search for parents of"):
        submit("best", have_predecessors(targets), goal="fewest")
