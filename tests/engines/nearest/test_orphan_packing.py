"""Orphans in a target that share no cell, and the lower bound that they give."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.cli.narration import Reporter
from lifesat.defaults import SOLVER
from lifesat.engines.nearest import orphan_packing
from lifesat.engines.nearest import solver as nearest_solver
from lifesat.engines.nearest.engine import LOWER_BOUND
from lifesat.engines.nearest.orphan_packing import OrphanPacking, band, weights_in_spacetime
from lifesat.engines.nearest.solver import BoundSolver
from lifesat.engines.nearest.support import supports_windows
from lifesat.engines.options import Options
from lifesat.engines.sat.search import EngineProgress, SearchProgress, no_solutions, pack
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.frontends.output.job_details import job_details
from lifesat.jobs.job import Job
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done, Progress, Solutions
from lifesat.queries.run import Run
from lifesat.queries.solutions import BestSolution
from tests.support.environment import few_and_many
from tests.support.nearest import brute_force, problems
from tests.support.predecessors import run_all

ENCODING = "column_triples"
SQUARE = NearestPredecessor(Predecessor(Pattern.from_rows(["OOOOOO"] * 6), margin=0))

Out = pytest.CaptureFixture[str]


def soup(side: int, seed: int) -> NearestPredecessor:
    cells = np.random.default_rng(seed).random((side, side)) < 0.5
    return NearestPredecessor(Predecessor(Pattern.from_array(cells.astype(np.uint8))))


def packed(problem: NearestPredecessor) -> OrphanPacking:
    """All orphans that the search finds."""
    packing = OrphanPacking(problem, ENCODING, SOLVER)
    while not packing.exhausted:
        packing.advance(math.inf)
    return packing


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small targets are cut into bands too."""
    monkeypatch.setattr(orphan_packing, "_WIDTH", 2)
    monkeypatch.setattr(orphan_packing, "_ROWS", 3)


# ---------------------------------------------------------------- bands


@pytest.mark.quick
@few_and_many(25, 600)
def test_a_band_allows_what_boards_become(examples: int) -> None:
    """It allows nothing else if it is as wide as the board."""

    @settings(max_examples=examples)
    @given(problems(), st.data())
    def agree(problem: NearestPredecessor, data: st.DataObject) -> None:
        exact = replace(problem.exact, min_population=0, max_population=None, different=False)
        problem = replace(problem, exact=exact)
        width = problem.spacetime.literals.shape[2]
        start = data.draw(st.integers(0, width - 1))
        columns = range(start, data.draw(st.integers(start + 1, width)))
        part = band(problem, ENCODING, columns)
        weights = weights_in_spacetime(problem)
        same, weighted = part.literals, weights[:, columns] > 0
        assert ((same != 0) == weighted).all()
        ring = (width - exact.target_states.shape[1]) // 2
        boards, _ = run_all(exact)
        differing = np.pad(problem.differing(boards), ((0, 0), (ring, ring), (ring, ring)))
        expected = {each.tobytes() for each in ~differing[:, :, columns][:, weighted]}
        found = set()
        with Solver(part.formula) as solver:
            while solver.solve(None):
                model = set(solver.model(part.formula.variables))
                holds = np.array([each in model for each in same[weighted].tolist()], dtype=bool)
                found.add(holds.tobytes())
                signs = np.where(holds, -1, 1)
                if not len(signs):
                    break
                solver.add((signs * same[weighted]).tolist())
        assert found >= expected
        if len(columns) == width:
            assert found == expected

    agree()


# ---------------------------------------------------------------- the bound


@few_and_many(40, 1000)
@pytest.mark.usefixtures("narrow")
def test_no_pattern_is_nearer_than_the_bound(examples: int) -> None:
    bounds = []

    @settings(max_examples=examples)
    @given(problems().filter(supports_windows))
    def agree(problem: NearestPredecessor) -> None:
        _, distances = brute_force(problem)
        packing = packed(problem)
        assert packing.bound <= min(distances)
        check_weights(problem, packing)
        bounds.append(packing.bound)

    agree()
    assert any(bounds)


def check_weights(problem: NearestPredecessor, packing: OrphanPacking) -> None:
    """All orphans together use no more than the weight of any cell."""
    assert packing.bound == sum(weight for _, weight in packing.orphans)
    used = np.zeros(problem.spacetime.literals.shape[1:], dtype=np.intp)
    for cells, weight in packing.orphans:
        assert weight > 0
        used[cells] += weight
    assert (used <= weights_in_spacetime(problem)).all()


@pytest.mark.quick
@pytest.mark.parametrize("seed", range(3))
def test_an_orphan_counts_as_much_as_its_least_weight(seed: int) -> None:
    weights = np.random.default_rng(seed).integers(2, 9, (6, 6))
    problem = replace(SQUARE, cell_weights=tuple(map(tuple, weights.tolist())))
    packing = packed(problem)
    assert packing.bound >= 4
    check_weights(problem, packing)


@pytest.mark.parametrize(("problem", "least"), [(SQUARE, 2), (soup(14, 0), 1), (soup(14, 3), 1)])
def test_each_orphan_has_no_predecessor(problem: NearestPredecessor, least: int) -> None:
    """Another solver with another encoding says so."""
    packing = packed(problem)
    assert packing.bound == len(packing.orphans) >= least
    assert packing.conflicts > 0
    for cells, _ in packing.orphans:
        # The ring of space-time is known already: nothing is born outside.
        part = np.full(problem.spacetime.literals.shape[1:], UNKNOWN, dtype=np.uint8)
        part[cells] = np.pad(problem.exact.target_states, 1)[cells] == 1
        exact = Predecessor(Pattern.from_array(part[1:-1, 1:-1]), margin=0)
        with Solver(exact.formula("truth_table"), "glucose4") as solver:
            assert solver.solve(None) is False


# ---------------------------------------------------------------- with other searches


def setup(problem: NearestPredecessor) -> SolverSetup:
    return SolverSetup(problem, ENCODING, SOLVER, LOWER_BOUND, goal="fewest")


@few_and_many(6, 200)
@pytest.mark.usefixtures("narrow")
def test_one_formula_finds_the_best_after_the_orphans(examples: int) -> None:
    @settings(max_examples=examples)
    @given(problems().filter(supports_windows))
    def agree(problem: NearestPredecessor) -> None:
        _, distances = brute_force(problem)
        solver = BoundSolver(setup(problem), no_solutions(problem))
        found = []
        while not solver.complete:
            models = solver.wanted(math.inf, 1, math.inf)
            found += problem.distances(problem.boards(models.literals)).tolist()
            solver.observe(pack(models.literals))
        solver.delete()
        assert found[-1] == min(distances)

    agree()


@pytest.mark.quick
def test_a_bound_that_is_reached_is_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(nearest_solver, "BoundTighteningSolver")
    problem = NearestPredecessor(Predecessor(Pattern.from_rows(["O"]), margin=0))
    best = pack(problem.literals(np.zeros((1, 1, 1), dtype=np.uint8)))
    solver = BoundSolver(setup(problem), best)
    assert not solver.complete
    solver.wanted(math.inf, 1, math.inf)
    assert solver.complete
    assert solver.reached == EngineProgress(0, 0, 0, bound=1)
    with pytest.raises(ValueError, match="cube"):
        solver.narrow([1])


def test_without_memory_for_one_formula_the_bound_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """One formula of a large board does not fit; the windows of another member go on."""
    monkeypatch.delattr(nearest_solver, "BoundTighteningSolver")
    packing = packed(SQUARE)
    solver = BoundSolver(replace(setup(SQUARE), memory=1), no_solutions(SQUARE))
    while solver.bound < packing.bound or solver.conflicts < packing.conflicts:
        solver.wanted(0.1, 1, math.inf)
    assert not len(solver.wanted(0.1, 1, math.inf).literals)
    assert not solver.complete
    assert solver.bound == packing.bound


# ---------------------------------------------------------------- what is said


def test_the_bound_is_in_events_and_in_words(capsys: Out) -> None:
    run = Run(Options(), bound=1)
    run.observe(SearchProgress(members=2, reached=EngineProgress(0, 0, 0, bound=3)))
    run.observe(SearchProgress(members=2, reached=EngineProgress(0, 0, 0, bound=2)))
    assert run.progress().bound == run.done("time_limit").bound == 3
    query = BestSolution(SQUARE, "fewest")
    reporter = Reporter(query, run.options, quiet=False, improvements=True)
    assert ", at least 3 cells must differ, 2 solvers" in query.progress_words(run.progress())
    run.observe(SearchProgress())
    assert "0 found, at least 3 cells must differ, 0.0/s" in query.progress_words(run.progress())
    dead = np.zeros((1, 6, 6), dtype=np.uint8)
    reporter.report(Solutions(1, dead, np.ones(1, dtype=np.intp), SQUARE))
    reporter.report(replace(run.done("time_limit"), found=1))
    said = capsys.readouterr().err
    assert "36 cells, the fewest so far" in said
    assert "there may be a better one, but at least 3 cells must differ" in said
    weighted = replace(SQUARE, cell_weights=((2,) * 6,) * 6)
    assert weighted.bound_words(6) == "cells of a total weight of at least 6 must differ"
    assert SQUARE.bound_words(1) == "at least 1 cell must differ"


def test_a_job_keeps_the_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFESAT_HOME", str(tmp_path))
    job = Job.create("square", BestSolution(SQUARE, "fewest"), Options())
    assert "lower bound" not in job_details(job, job.summary())
    with job.journal() as journal:
        journal.record(values={"bound": 2, "state": "stopped"})
    summary = job.summary()
    assert job_details(job, summary)["lower bound"] == "at least 2 cells must differ"
    assert summary.progress == Progress(0, 0, 0, 0.0, bound=2)
    assert Done("stopped", 0, 0, 0, 0.0, bound=2).bound == 2
