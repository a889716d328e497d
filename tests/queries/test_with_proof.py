"""Searches for solutions that write a proof: live, as jobs, and broken off."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from lifesat import Pattern, UserError
from lifesat.cli import main
from lifesat.engines.options import Options
from lifesat.errors import FailedError
from lifesat.jobs.follow import follow
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.still_life import StillLife
from lifesat.queries import solving
from lifesat.queries.events import Done, Event, Known, Solutions, Status
from lifesat.queries.query import query_from_json
from lifesat.queries.search import search
from lifesat.queries.solutions import BestOrProof, BestWithProof, ListOrProof, WithProof
from tests.support.environment import end_jobs
from tests.support.jobs import TUB
from tests.support.known import proofs

# Five live cells in a row have no predecessor of their size, and all five must die.
ROW = NearestPredecessor(Predecessor(Pattern.from_rows(["OOOOO"]), margin=0))
DOT = Predecessor(Pattern.from_rows(["O"]), margin=0)
HOW = Options(workers=1)

QUERIES: dict[str, tuple[WithProof, Status, int, bool]] = {
    "the nearest": (BestWithProof(ROW, "fewest", "proof"), "complete", 1, True),
    "no list": (ListOrProof(DOT, "proof"), "none", 0, True),
    "a list": (ListOrProof(TUB, "proof"), "limit", 1, False),
    "no best": (BestOrProof(DOT, "fewest", "proof"), "none", 0, True),
    "a best": (BestOrProof(TUB, "fewest", "proof"), "complete", 1, False),
}
queries = pytest.mark.parametrize("name", QUERIES)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    yield
    end_jobs()


def check(events: list[Event], status: Status, found: int, *, proved: bool) -> None:
    """Check the events of a query, and the proof, which another program's rules confirm."""
    done = events[-1]
    assert isinstance(done, Done)
    assert (done.status, done.found) == (status, found)
    assert sum(len(event.boards) for event in events if isinstance(event, Solutions)) == found
    assert len(proofs(events)) == int(proved) == int(Path("proof").exists())
    if proved:
        assert proofs(events) == [(len(Path("proof").read_text().splitlines()), "proof")]
        assert main(["check-proof", "proof.cnf", "proof"]) == 0


@pytest.mark.quick
@queries
def test_live(name: str) -> None:
    query, status, found, proved = QUERIES[name]
    assert query_from_json(query.to_json()) == query
    check(list(search(query, HOW)), status, found, proved=proved)


@queries
def test_as_a_job(name: str) -> None:
    query, status, found, proved = QUERIES[name]
    job = Job.create("job", query, HOW)
    list(work(job))
    assert job.summary().state == status
    events = [
        event for event in follow(job) if isinstance(event, Solutions | Done) or proofs([event])
    ]
    # A job keeps every solution that is better than those before.
    assert events.count(events[-1]) == 1
    check([*events[-1 - found - int(proved) :]], status, found, proved=proved)


@queries
def test_a_job_that_was_killed_goes_on(name: str) -> None:
    """It writes a proof again that it may have written, and finds no solution twice."""
    query, status, found, proved = QUERIES[name]
    job = Job.create("job", query, HOW)
    list(work(job))
    with job.journal() as journal:
        journal.record(values={"state": "running", "lemmas": 0})
    if proved:
        Path("proof").write_text("half a")
    assert job.summary().state == "killed"
    events = list(work(job))
    assert not [event for event in events if isinstance(event, Solutions)]
    assert job.summary().state == status
    assert job.summary().progress.found == found
    if proved:
        assert main(["check-proof", "proof.cnf", "proof"]) == 0


def test_a_job_does_not_look_again_for_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was killed before the first solution, but after it was clear that there is one."""
    job = Job.create("job", QUERIES["a list"][0], HOW)
    with job.journal() as journal:
        journal.record(values={"solvable": True})
    monkeypatch.setattr(solving, "try_to_prove", None)
    list(work(job))
    assert job.summary().progress.found == 1


@queries
def test_no_file_is_replaced(name: str) -> None:
    query = QUERIES[name][0]
    Path("proof").write_text("mine")
    with pytest.raises(UserError, match=r"proof exists; --force replaces it"):
        list(search(query, HOW))
    assert Path("proof").read_text() == "mine"
    if QUERIES[name][3]:
        assert list(search(replace(query, replace=True), HOW))
        assert Path("proof").read_text() != "mine"


def test_a_file_that_came_meanwhile_is_not_replaced() -> None:
    job = Job.create("late", QUERIES["no list"][0], HOW)
    Path("proof").write_text("mine")
    for _ in range(2):
        with pytest.raises(FailedError, match=r"proof exists"):
            list(work(job))
        assert Path("proof").read_text() == "mine"


@pytest.mark.parametrize("name", ["the nearest", "no list"])
def test_no_time(name: str) -> None:
    *_, done = search(QUERIES[name][0], replace(HOW, time_limit=0.0))
    assert isinstance(done, Done)
    assert done.status == "time_limit"
    assert not Path("proof").exists()


def test_stopped_during_the_proof() -> None:
    """The best solution is there, and its proof is not."""
    query = QUERIES["the nearest"][0]
    events: list[Event] = []
    noted = threading.Event()
    for event in search(query, HOW, noted.is_set):
        events.append(event)
        if isinstance(event, Known) and event.state.note:
            noted.set()
    check(events, "stopped", 1, proved=False)


@pytest.mark.parametrize("prover", ["maplecm", "minisat22"])
def test_solvers_that_write_no_proofs(prover: str) -> None:
    with pytest.raises(UserError, match=f"{prover} writes no proofs"):
        list(search(ListOrProof(DOT, "proof", prover=prover), HOW))


def test_what_cannot_be_proved() -> None:
    with pytest.raises(UserError, match="not for still lifes"):
        BestWithProof(StillLife(4, 4), "fewest", "proof")


def test_the_commands_as_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    Path("row.rle").write_text("x = 5, y = 1\n5o!\n")
    Path("dot.lls").write_text("*\n\n1\n")
    Path("eater.rle").write_text("x = 4, y = 4, rule = LifeHistory\n2C$C$.3C$3.C!\n")
    for number, (words, code) in enumerate(
        (
            ("predecessors row.rle --margin 0 --nearest", 0),
            ("search dot.lls", 1),
            ("complete eater.rle --margin 1", 0),
        )
    ):
        proof = f"proof{number}"
        command = [*words.split(), "--proof", proof]
        assert main(command) == code
        live = capsys.readouterr()
        assert f"`lifesat check-proof {proof}.cnf {proof}`" in live.err
        assert main([*command, "--force", "--job", f"job{number}"]) == code
        job = capsys.readouterr()
        assert job.out == live.out
        assert f"{proof}` checks" in job.err
        assert main(["check-proof", f"{proof}.cnf", proof]) == 0
