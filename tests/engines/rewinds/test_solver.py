"""Predecessors many generations back, found one generation at a time; run forward by plain Life."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lifesat import Pattern, read_file
from lifesat.cnf.formula import Formula
from lifesat.engines.choice import portfolio_members, setup_of
from lifesat.engines.options import Options
from lifesat.engines.rewinds.engine import ONE_BY_ONE, rewind_variants, supports_rewind
from lifesat.engines.rewinds.search import RewindSolver
from lifesat.engines.sat.portfolio import fitting_setups
from lifesat.engines.sat.search import no_solutions, pack
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.life.rule import parse_rule
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Outside
from lifesat.queries.events import Done, Solutions, Started
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support import plain

INVADER = read_file(Path(__file__).parents[3] / "examples" / "space-invader.rle")
TUB = Pattern.from_rows([".O.", "O.O", ".O."])


def live(pattern: Pattern) -> set[tuple[int, int]]:
    left, top = pattern.position or (0, 0)
    return {(left + x, top + y) for x, y, _ in pattern.cells()}


def scopes(problem: Predecessor, options: Options, number: int) -> list[str]:
    """The engines of the first setups; no setup is there twice."""
    chosen = fitting_setups(portfolio_members(setup_of(problem, options)), number)
    assert len({replace(each, memory=None) for each in chosen}) == number
    return [each.engine.name for each in chosen]


def test_eight_generations_back(monkeypatch: pytest.MonkeyPatch) -> None:
    made: set[int] = set()
    formula = Predecessor.formula

    def noted(problem: Predecessor, encoding: str) -> Formula:
        made.add(problem.generations)
        return formula(problem, encoding)

    monkeypatch.setattr(Predecessor, "formula", noted)
    problem = Predecessor(INVADER, 8, "free")
    started, *events, done = search(ListSolutions(problem), Options(workers=1))
    assert isinstance(started, Started)
    assert started.scope == "generation"
    assert made == {1}
    (solutions,) = (event for event in events if isinstance(event, Solutions))
    (first,) = problem.patterns(solutions.boards)
    cells = live(first)
    for _ in range(8):
        cells = plain.next_cells(cells, INVADER.rule)
    left, top = INVADER.position or (0, 0)
    columns, rows = range(left, left + INVADER.width), range(top, top + INVADER.height)
    assert cells & {(x, y) for x in columns for y in rows} == live(INVADER)
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("limit", 1)


@pytest.mark.parametrize("workers", [1, 2])
def test_it_is_proved_that_there_is_none(workers: int) -> None:
    """Nothing is born and nothing survives, so that a live cell has no parent."""
    target = Pattern.from_rows(["O"]).replace(rule=parse_rule("B/S")[0])
    *_, done = search(ListSolutions(Predecessor(target, 9, "free")), Options(workers=workers))
    assert isinstance(done, Done)
    assert (done.status, done.found) == ("none", 0)


def test_formulas_of_all_generations_beside_it() -> None:
    problem = Predecessor(INVADER, 8, "free")
    assert scopes(problem, Options(), 5) == [
        "generation",
        "board",
        "generation",
        "generation",
        "generation",
    ]
    # In a larger window, strips come before one formula.
    assert scopes(Predecessor(INVADER, 10, "free"), Options(), 2) == ["generation", "strips"]


def test_it_stands_beside_formulas_of_few_generations() -> None:
    assert "generation" in scopes(Predecessor(TUB, 3, "free"), Options(), 3)


@pytest.mark.parametrize(
    ("generations", "outside", "options"),
    [
        (8, "dead", Options()),
        (1, "free", Options()),
        (8, "free", Options(method="sat")),
        (8, "free", Options(up_to_symmetry=True)),
    ],
    ids=["dead", "one back", "method sat", "up to symmetry"],
)
def test_where_it_is_not_used(generations: int, outside: Outside, options: Options) -> None:
    problem = Predecessor(TUB, generations, outside)
    assert "generation" not in scopes(problem, options, 6)


@pytest.mark.parametrize(
    "conditions",
    [{"require": {(0, 0)}}, {"max_population": 9}, {"symmetry": "C4"}, {"different": True}],
)
def test_conditions_on_the_first_generation(conditions: dict[str, object]) -> None:
    with_them = Predecessor(TUB, 8, "free", **conditions)  # type: ignore[arg-type]
    assert not supports_rewind(with_them)
    with pytest.raises(TypeError):
        SolverSetup(with_them, "truth_table", "cadical195", ONE_BY_ONE).new_solver()


@pytest.mark.quick
def test_it_is_one_solution_in_no_cube() -> None:
    problem = Predecessor(TUB, 3, "free")
    setup = SolverSetup(problem, "truth_table", "cadical195", ONE_BY_ONE, seed=1)
    solver = RewindSolver(setup, no_solutions(problem))
    models = solver.wanted(math.inf, 1, math.inf)
    assert len(models.orbit_sizes) == 1
    assert problem.verify(problem.boards(models.literals)).all()
    with pytest.raises(ValueError, match="cube"):
        solver.narrow([1])
    with pytest.raises(ValueError, match="other solutions"):
        solver.observe(pack(np.array(models.literals)))
    solver.delete()


def test_variants_differ() -> None:
    problem = Predecessor(TUB, 3, "free")
    variants = rewind_variants(problem)
    first = [next(variants) for _ in range(8)]
    assert len(set(first)) == 8
    assert {encoding for encoding, _ in first} == {"truth_table", "column_triples"}
    named = rewind_variants(problem, "bailleux_boufkhad")
    assert {next(named)[0] for _ in range(3)} == {"bailleux_boufkhad"}
