"""Every kind of problem goes the same way: formula, search, journal, death, resumption, export."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from lifesat.cli import main
from lifesat.defaults import SOLVER
from lifesat.engines.choice import portfolio_members
from lifesat.engines.options import Options
from lifesat.engines.sat.cubes import Cubes
from lifesat.engines.sat.executors import Inline
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.portfolio import Portfolio, fitting_setups
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.sat.tasks import clear_solver_cache
from lifesat.errors import UserError
from lifesat.jobs.follow import found
from lifesat.jobs.job import Job
from lifesat.jobs.worker import work
from lifesat.problems.kinds import KINDS, problem_class, problem_from_json
from lifesat.problems.problem import Problem
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.environment import quick_first
from tests.support.jobs import everything, reported, worker
from tests.support.kinds import EXAMPLES, Expected, plainly

# ---------------------------------------------------------------- the slow ways


# ---------------------------------------------------------------- one of each


each_kind = pytest.mark.parametrize("kind", EXAMPLES)


def listed(problem: Problem, options: Options) -> tuple[Expected, Done]:
    *events, done = search(ListSolutions(problem), options)
    boards = [board for e in events if isinstance(e, Solutions) for board in e.boards]
    assert isinstance(done, Done)
    assert done.found == len(boards) == len({board.tobytes() for board in boards})
    return {board.tobytes() for board in boards}, done


def kept(job: Job) -> list[bytes]:
    return [board.tobytes() for solutions in found(job) for board in solutions.boards]


@pytest.mark.quick
def test_there_is_one_of_each_kind() -> None:
    assert {example.problem.kind for example in EXAMPLES.values()} == KINDS.keys()


@pytest.mark.quick
@each_kind
def test_its_json_says_it_all(kind: str) -> None:
    problem = EXAMPLES[kind].problem
    text = problem.to_json()
    again = problem_from_json(text)
    assert type(again) is problem_class(problem.kind)
    assert (again, hash(again), again.to_json()) == (problem, hash(problem), text)
    assert json.loads(text)["kind"] == problem.kind
    assert "\n" not in text


@each_kind
def test_it_is_listed_as_by_brute_force(kind: str) -> None:
    problem = EXAMPLES[kind].problem
    expected = plainly(kind)
    assert expected
    for encoding in (None, *problem.encodings):
        boards, done = listed(problem, Options(encoding=encoding, limit=None))
        assert boards == expected
        assert done.status == "complete"
    _, done = listed(problem, Options(method="sat", limit=None, up_to_symmetry=True))
    assert done.covered == len(expected)
    with pytest.raises(UserError, match=f"unknown encoding 'morse' for {problem.nouns}"):
        listed(problem, Options(encoding="morse"))


@each_kind
def test_its_cubes_are_disjoint_and_complete(kind: str) -> None:
    problem = EXAMPLES[kind].problem
    for up_to_symmetry in (False, True):
        setup = SolverSetup(problem, problem.encodings[0], SOLVER, ONE_FORMULA, up_to_symmetry)
        # So short a slice leaves most cubes unfinished, and somebody always has nothing to do.
        cubes = Cubes(setup, Inline(), 4, seconds=0.01)
        boards, covered = [], 0
        while not cubes.complete:
            models = cubes.advance(0.1)
            boards += [board.tobytes() for board in problem.boards(models.literals)]
            covered += int(models.orbit_sizes.sum())
        clear_solver_cache()
        assert len(boards) == len(set(boards))
        assert covered == len(plainly(kind))
        assert up_to_symmetry or set(boards) == plainly(kind)


@each_kind
def test_whatever_method_is_first_finds_one_that_is_asked_for(kind: str) -> None:
    problem = EXAMPLES[kind].problem
    setup = SolverSetup(problem, problem.encodings[-1], SOLVER, ONE_FORMULA)
    none = np.zeros((0, (problem.projection + 7) // 8), dtype=np.uint8)
    race = Portfolio(fitting_setups(portfolio_members(setup), 5), Inline(), none)
    while not len((models := race.advance(1, most=1)).orbit_sizes):
        assert not race.complete
    clear_solver_cache()
    (board,) = problem.boards(models.literals)
    assert board.tobytes() in plainly(kind)


@pytest.mark.parametrize("kind", quick_first(1, EXAMPLES))
def test_it_is_a_job_that_is_killed_and_resumed_and_exported(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = EXAMPLES[kind].problem
    job = Job.create(kind, ListSolutions(problem), everything(workers=1))
    with worker(kind) as process:
        assert process.stdout is not None
        lines = ""
        while '"solution"' not in lines:
            lines += process.stdout.readline()
        process.kill()
        said, _ = process.communicate()
    announced = [e for e in reported(lines + said) if e["type"] == "solution"]
    assert job.summary().state in ("killed", "complete")
    if job.summary().state == "killed":
        *_, done = work(job)
        assert isinstance(done, Done)
        assert done.status == "complete"
    assert len(kept(job)) == len(set(kept(job)))
    assert set(kept(job)) == plainly(kind)
    exported = export(kind, tmp_path, capsys, problem.first_form)
    assert exported[: len(announced)] == announced
    weights = [weight for solutions in found(job) for weight in solutions.weights()]
    assert [e["population"] for e in exported] == weights


def export(
    kind: str, folder: Path, capsys: pytest.CaptureFixture[str], form: str
) -> list[dict[str, object]]:
    """All that `lifesat jobs export` says of a job, in each way the same."""

    def exported(*words: str) -> str:
        assert main(["jobs", "export", kind, *words]) == 0
        return capsys.readouterr().out

    assert main(["jobs", "show", kind]) == 0
    assert "state: complete" in capsys.readouterr().out
    events: list[dict[str, object]] = reported(exported("--jsonl"))
    assert exported() == exported("--to", form) == "".join(str(e[form]) for e in events)
    assert exported("-o", f"{folder}/each/") == ""
    files = sorted((folder / "each").iterdir())
    assert [file.read_text() for file in files] == [e[form] for e in events]
    assert {file.suffix for file in files} == {EXAMPLES[kind].problem.forms[form]}
    rows = csv.DictReader(exported("--csv").splitlines())
    assert [{name: int(value) for name, value in row.items()} for row in rows] == [
        {name: e[name] for name in ("number", "population", "orbit")} for e in events
    ]
    assert main(["jobs", "export", kind, "--to", "semaphore"]) == 2
    assert "unknown format 'semaphore'" in capsys.readouterr().err
    return events
