"""Rewinds as queries and jobs: what is reached is kept, and goes on."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from lifesat import Pattern, UserError, read_file
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.engines.rewinds.search import Rewind as Engine
from lifesat.formats import read_text
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.queries.events import Done, Progress
from lifesat.queries.query import query_from_json
from lifesat.queries.rewind import Rewind, generations_words, whole_history
from lifesat.queries.search import search
from tests.support import plain
from tests.support.environment import PATIENCE_SECONDS, end_jobs
from tests.support.jobs import TUB, killed_at_random, until, worker
from tests.support.known import findings

EXAMPLES = Path(__file__).parents[2] / "examples"
FREE = Predecessor(TUB.target, outside="free")
HOW = Options(limit=None, workers=2)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    yield
    end_jobs()


def becomes_a_tub(oldest: Pattern, generations: int) -> bool:
    """Whether the cells of the tub's box are a tub after so many generations."""
    left, top = oldest.position or (0, 0)
    cells = {(left + x, top + y) for x, y, _ in oldest.cells()}
    for _ in range(generations):
        cells = plain.next_cells(cells, oldest.rule)
    box = {(x, y) for x in range(3) for y in range(3)}
    return cells & box == {(1, 0), (0, 1), (2, 1), (1, 2)}


@pytest.mark.quick
@pytest.mark.parametrize("query", [Rewind(TUB), Rewind(FREE, 7)])
def test_json(query: Rewind) -> None:
    assert query_from_json(query.to_json()) == query


@pytest.mark.parametrize(
    ("problem", "generations", "sentence"),
    [
        (Predecessor(TUB.target, 2), None, "no conditions but outside and margin"),
        (Predecessor(TUB.target, min_population=3), None, "no conditions but outside and margin"),
        (TUB, 0, "generations is 0"),
        (StillLife(4, 4), None, "starts from a target; it does not find still lifes"),
    ],
)
def test_refused(problem: Any, generations: int | None, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        Rewind(problem, generations)


@pytest.mark.quick
def test_the_events() -> None:
    events = list(search(Rewind(FREE, 3), HOW))
    found = findings(events)
    assert [each.sentence for each in found] == [
        "1 generation back",
        "2 generations back",
        "3 generations back",
    ]
    assert [each.final for each in found] == [False, False, True]
    for number, each in enumerate(found, 1):
        assert each.facts == {"generations": number, "longest": False}
        assert each.pattern is not None
        assert becomes_a_tub(each.pattern, number)
        whole, window = whole_history(FREE, each.pattern)
        assert whole.generations == number
        assert window.sum() == each.pattern.population
    progress = [event for event in events if isinstance(event, Progress)]
    assert {each.total for each in progress} == {3}
    assert isinstance(events[-1], Done)
    assert (events[-1].status, events[-1].found) == ("complete", 3)


def test_killed_at_random_moments() -> None:
    """Each process goes on from what those before have reached."""
    query = Rewind(Predecessor(read_file(EXAMPLES / "space-invader.rle"), outside="free"), 8)
    job = Job.create("back", query, HOW)
    reported = killed_at_random(job, 7, 3, 0.6, 1.5)
    numbers = [event["generations"] for event in reported if event["type"] == "known"]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] == 8
    assert job.summary().state == "complete"
    (last,) = findings(follow(job))
    assert last.pattern is not None
    target = query.history(last.pattern, 8)[-1]
    assert set(target.cells()) == set(query.problem.target.cells())


def test_a_paused_job_rests_and_goes_on() -> None:
    job = Job.create("rests", Rewind(FREE), HOW)
    with worker(job.name) as process:
        # By then, other processes are at work.
        until(lambda: job.summary().progress.seconds > 3)
        job.request("pause")
        until(lambda: job.summary().state == "paused")
        before = job.summary()
        time.sleep(1)
        assert job.summary() == before
        job.request("work")
        until(lambda: job.summary().progress.seconds > before.progress.seconds)
        job.request("stop")
        process.communicate(timeout=PATIENCE_SECONDS)
    assert job.summary().state == "stopped"
    assert job.summary().answer.endswith(" generations back")


@pytest.mark.quick
def test_a_job_does_not_search_again_for_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job.create("has", Rewind(FREE, 3), HOW)
    first = list(work(job))
    with job.journal() as journal:
        journal.record(values={"state": "stopped"})
    monkeypatch.setattr(Engine, "advance", None)
    *_, done = work(job)
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("complete", 3)
    assert findings(first)[-1:] == findings(follow(job))


@pytest.mark.parametrize(
    "damage",
    [
        {"oldest": "no pattern"},
        {"oldest": "x = 1, y = 1, rule = B3/S23\no!\n"},
        {"generations": 0},
        {"generations": 4},
        {"generations": "many"},
    ],
)
def test_a_damaged_journal(damage: dict[str, Any]) -> None:
    job = Job.create("damaged", Rewind(FREE, 3), HOW)
    list(work(job))
    with job.journal() as journal:
        journal.record(values={**damage, "state": "stopped"})
    with pytest.raises(UserError, match="damaged"):
        list(work(job))


def test_the_proof_that_none_is_older(capsys: pytest.CaptureFixture[str]) -> None:
    torus = read_text("x = 4, y = 4, rule = B3/S23:T4,4\n2bo$$o!\n")
    for generations, code, status in ((None, 0, "complete"), (3, 1, "none")):
        query = Rewind(Predecessor(torus, outside="torus"), generations)
        *_, done = search(query, HOW)
        assert isinstance(done, Done)
        assert done.status == status
        job = Job.create(f"torus{code}", query, HOW)
        list(work(job))
        assert main(["jobs", "follow", job.name]) == code
        assert "2 generations back, and no further: this is proved" in capsys.readouterr().err
        assert job.summary().answer == "2 generations back, and no further: this is proved"


def test_the_command_as_a_job(capsys: pytest.CaptureFixture[str]) -> None:
    """It writes what the live command writes, and its export, too."""
    Path("tub.rle").write_text("#N tub\nx = 3, y = 3\nbo$obo$bo!\n")
    words = ["rewind", "tub.rle", "-g", "3", "--workers", "1"]
    assert main(words) == 0
    live = capsys.readouterr()
    assert main([*words, "--job", "tub"]) == 0
    assert capsys.readouterr().out == live.out
    assert main(["jobs", "export", "tub"]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == (live.out, "3 generations back\n")
    assert main(["jobs", "show", "tub"]) == 0
    assert "3 generations back" in capsys.readouterr().out
    assert main(["jobs", "export", "tub", "-o", "tub.svg", "--layout", "row"]) == 0
    assert Path("tub.svg").read_text().count("<title>") >= 1
    assert main(["jobs", "export", "tub", "--jsonl"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert (found["generations"], found["longest"], found["final"]) == (3, False, True)
    assert read_text(found["rle"]).crop() == read_text(live.out).crop()


@pytest.mark.quick
def test_a_margin_that_ends_it() -> None:
    corner = Pattern.from_rows(["OOO", "O..", "O.."])
    *_, done = search(Rewind(Predecessor(corner, margin=0)), HOW)
    assert isinstance(done, Done)
    assert (done.status, done.reason) == ("limit", "a larger margin may lead further")


def test_names_say_how_many_generations() -> None:
    for number in (1, 2, 12, 1_234):
        name = f"x, 3 generations before, {generations_words(number)} before"
        oldest = Pattern.from_rows(["."]).replace(name=name)
        assert whole_history(Predecessor(oldest, margin=0), oldest)[0].generations == number
