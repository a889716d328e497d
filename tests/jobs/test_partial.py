"""Partial predecessors as events, and in the folder of a job."""

import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lifesat import UserError, read_all
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.engines.sat.search import EngineProgress, SearchProgress
from lifesat.formats import rle
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.partial import PartialReader, remove_partial, write_partial
from lifesat.jobs.worker import work
from lifesat.life.pattern import UNKNOWN
from lifesat.queries.events import Done, Event, Partial, Progress, Solutions, to_json
from lifesat.queries.run import Run
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from lifesat.queries.solving import _PartialNews
from tests.support.jobs import TUB, boards
from tests.support.soups import partial_of, soup

NAME = "partial.json"


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every partial predecessor is reported, and slices are short."""
    monkeypatch.setattr("lifesat.queries.solving._PARTIAL_SECONDS", -1.0)
    monkeypatch.setattr("lifesat.engines.sat.portfolio._REPORT_SECONDS", 0.001)


@pytest.mark.quick
def test_a_search_reports_longer_and_longer_ones_until_it_has_a_solution(often: None) -> None:
    problem = soup(36, 30)
    events = list(search(ListSolutions(problem), Options(method="strips", workers=1)))
    (whole,) = (number for number, event in enumerate(events) if isinstance(event, Solutions))
    partials = [event for event in events if isinstance(event, Partial)]
    assert len(partials) > 1
    assert partials == [event for event in events[:whole] if isinstance(event, Partial)]
    rows = [partial.row for partial in partials]
    assert rows == sorted(set(rows))
    assert {partial.rows for partial in partials} == {len(problem.target_states) + 2}
    assert all((partial.board[0] != UNKNOWN).all() for partial in partials)
    assert all((partial.board[-1] == UNKNOWN).all() for partial in partials[:1])


@pytest.mark.quick
def test_it_comes_once_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("lifesat.queries.run.time.perf_counter", lambda: now)
    board = np.zeros((3, 3), np.uint8)
    monkeypatch.setattr("lifesat.queries.solving.partial_board", lambda *_: board)
    run = Run(Options(method="strips"))
    partials = _PartialNews(soup(36, 30), run)
    rows = []
    for step in range(40):
        now += 0.25
        # A row in each half second, until none is reached any more.
        reached = EngineProgress(min(step // 2, 12) + 1, 20, step, b"\0")
        run.observe(SearchProgress(reached=reached))
        partial = partials.next()
        rows.append(partial.row if partial else None)
    seen = [number for number, row in enumerate(rows) if row]
    assert min(np.diff(seen)) > 1.0 / 0.25
    assert [row for row in rows if row] == [3, 5, 8, 10, 13]
    run.found = 1
    now += 60
    run.observe(SearchProgress(reached=EngineProgress(15, 20, 0, b"\0")))
    assert partials.next() is None


@pytest.mark.quick
def test_without_strips_there_is_none(often: None) -> None:
    assert not [e for e in search(ListSolutions(TUB), Options()) if isinstance(e, Partial)]


@pytest.mark.quick
def test_its_json_can_be_read_back() -> None:
    problem = soup(20, 12)
    partial = partial_of(problem, 7)
    text = to_json(partial)
    values = json.loads(text)
    assert (values["v"], values["type"], values["row"], values["rows"]) == (1, "partial", 7, 26)
    pattern = rle.read(values["rle"], unknown=True)
    assert pattern.name == "target, partial predecessor"
    assert pattern.has_unknown
    again = Partial.from_json(text, problem)
    assert (again.row, again.rows) == (7, 26)
    assert (again.board == partial.board).all()
    for other in (soup(12, 20), TUB, soup(20, 13)):
        with pytest.raises(UserError, match="another problem"):
            Partial.from_json(text, other)


@pytest.mark.parametrize(
    ("shape", "line", "place"), [((20, 12), "row", (0, 6)), ((12, 20), "column", (6, 0))]
)
def test_it_says_what_is_counted_and_where_it_ends(
    shape: tuple[int, int], line: str, place: tuple[int, int]
) -> None:
    partial = partial_of(soup(*shape), 7)
    assert (partial.line, partial.place) == (line, place)


@pytest.mark.quick
def test_the_file_of_a_job_is_replaced_and_removed(home: Path) -> None:
    problem = soup(20, 12)
    job = Job.create("soup", ListSolutions(problem), Options(method="strips"))
    reader = PartialReader(job, problem)
    assert reader.latest() is None
    for row in (7, 13):
        write_partial(job, partial_of(problem, row))
        latest = reader.replaced()
        assert latest is not None
        assert latest.row == row
        assert reader.replaced() is None
        assert reader.latest() is latest
    assert [path.name for path in job.folder.iterdir() if "partial" in path.name] == [NAME]
    remove_partial(job)
    remove_partial(job)
    assert reader.latest() is None


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b'{"row": 1}', b"[]", None])
def test_a_damaged_file_counts_as_none(home: Path, content: bytes | None) -> None:
    problem = soup(20, 12)
    job = Job.create("soup", ListSolutions(problem), Options(method="strips"))
    if content is None:
        (job.folder / NAME).mkdir()
    else:
        (job.folder / NAME).write_bytes(content)
    assert PartialReader(job, problem).latest() is None
    # Nor does it matter if none can be written.
    if content is None:
        write_partial(job, partial_of(problem, 7))
        remove_partial(job)


def test_a_job_keeps_the_last_one_until_it_has_an_answer(home: Path, often: None) -> None:
    problem = soup(36, 30)
    job = Job.create("soup", ListSolutions(problem), Options(method="strips", workers=1))
    write_partial(job, partial_of(problem, 7))
    reader = PartialReader(job, problem)
    seen: list[Event] = []
    for event in work(job):
        if isinstance(event, Partial) and not seen:
            last = reader.latest()
            assert last is not None
            assert (last.row, last.board.tolist()) == (event.row, event.board.tolist())
            assert boards(job) == []
            seen = _first_partial(follow(job))
            assert (job.folder / NAME).exists()
        elif not seen:
            # That of an earlier run is gone by now.
            assert not (job.folder / NAME).exists()
    assert isinstance(event, Done)
    assert event.status == "limit"
    assert seen
    assert not (job.folder / NAME).exists()


def test_that_of_an_earlier_run_is_not_followed(home: Path) -> None:
    problem = soup(36, 30)
    job = Job.create("soup", ListSolutions(problem), Options(method="strips"))
    write_partial(job, partial_of(problem, 7))
    looks = iter([False] * 5)
    events = list(follow(job, stop=lambda: next(looks, True)))
    assert [event.type for event in events if not isinstance(event, Progress)] == ["done"]


def _first_partial(events: Any) -> list[Event]:
    """Read events until there is a partial predecessor."""
    read: list[Event] = []
    for event in events:
        read.append(event)
        assert not isinstance(event, Solutions | Done)
        if isinstance(event, Partial):
            break
    return read


def test_a_job_that_is_stopped_keeps_it(home: Path, often: None) -> None:
    problem = soup(150, 150)
    job = Job.create("soup", ListSolutions(problem), Options(method="strips", workers=1))
    stop = threading.Event()
    for event in work(job, stop.is_set):
        if isinstance(event, Partial):
            stop.set()
    assert job.summary().state == "stopped"
    kept = PartialReader(job, problem).latest()
    assert kept is not None
    assert 0 < kept.row < kept.rows


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("soup.rle").write_text(rle.write(soup(36, 30).target))
    return "soup.rle"


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_only_who_asks_gets_the_events(
    often: None, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["predecessors", target, "--method", "strips", "--workers", "1", "-q"]
    assert main([*words, "--jsonl"]) == 0
    assert {line["type"] for line in lines(capsys)} <= {"started", "progress", "solution", "done"}
    assert main([*words, "--jsonl", "--partial"]) == 0
    partials = [line for line in lines(capsys) if line["type"] == "partial"]
    assert [sorted(line) for line in partials[:1]] == [["rle", "row", "rows", "type", "v"]]
    assert main([*words, "-o", "parent.rle"]) == 0
    (parent,) = read_all("parent.rle")
    assert not parent.has_unknown


def test_a_followed_job_writes_them_too(
    home: Path, target: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = soup(36, 30)
    events = [partial_of(problem, 7), Progress(0, 0, 0, 1.0), Done("none", 0, 0, 0, 1.0)]
    Job.create("soup", ListSolutions(problem), Options(method="strips"))
    for words, types in (
        (["--partial"], ["partial", "progress", "done"]),
        ([], ["progress", "done"]),
    ):
        monkeypatch.setattr("lifesat.jobs.follow.follow", lambda *_: iter(events))
        assert main(["jobs", "follow", "soup", "--jsonl", "-q", *words]) == 1
        assert [line["type"] for line in lines(capsys)] == types


@pytest.mark.parametrize("words", [["predecessors", "soup.rle"], ["jobs", "follow", "soup"]])
def test_partial_needs_events(
    home: Path, target: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    Job.create("soup", ListSolutions(soup(36, 30)), Options())
    assert main([*words, "--partial"]) == 2
    assert "--partial needs --jsonl" in capsys.readouterr().err
