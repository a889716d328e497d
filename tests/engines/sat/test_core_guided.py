"""The best solution by a bound that cores raise, against all assignments and all solutions."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.cnf.cardinality import Criterion
from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import FALSE, TRUE
from lifesat.engines.options import Options
from lifesat.engines.sat import enumerate as enumeration
from lifesat.engines.sat import formula_solvers
from lifesat.engines.sat.enumerate import CoreGuidedEnumeration
from lifesat.engines.sat.one_formula import CORE_GUIDED, TWO_SIDED, OneFormula
from lifesat.engines.sat.search import pack
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SliceSolver, SolverSetup
from lifesat.life.pattern import Pattern
from lifesat.problems.life.base import PopulationCompared
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards, Goal
from lifesat.queries import run
from lifesat.queries.events import Done, Progress, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.best import BOUNDED, DENSE, SYMMETRIC, TUB, populations
from tests.support.soups import soup

# Cells whose weights have a common divisor, so that costs are not distances.
WEIGHTED = NearestPredecessor(
    Predecessor(Pattern.from_rows(["OOO", "OOO", "OOO"]), margin=0), cell_weights=((6, 4, 6),) * 3
)
VARIABLES = 7
LITERALS = st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from([v, v, -v]))
CLAUSES = st.lists(st.lists(LITERALS, min_size=1, max_size=4), max_size=12)
COUNTED = st.lists(LITERALS | st.sampled_from([TRUE, FALSE]), max_size=12)


def is_true(literal: int, states: tuple[bool, ...]) -> bool:
    return literal == TRUE if abs(literal) == TRUE else states[abs(literal) - 1] == (literal > 0)


def number(counted: list[int], states: tuple[bool, ...]) -> int:
    return sum(is_true(literal, states) for literal in counted)


def satisfying(clauses: list[list[int]]) -> list[tuple[bool, ...]]:
    """All assignments that satisfy the clauses."""
    return [
        states
        for states in product((False, True), repeat=VARIABLES)
        if all(any(is_true(literal, states) for literal in clause) for clause in clauses)
    ]


def least(clauses: list[list[int]], counted: list[int]) -> int | None:
    """The fewest true literals of all assignments that satisfy the clauses."""
    return min((number(counted, states) for states in satisfying(clauses)), default=None)


def guided(
    clauses: list[list[int]], counted: list[int], known: int | None, conflicts: int | None
) -> int | None:
    """The same by cores, or None if there is nothing better than a known number."""
    formula = Formula(VARIABLES)
    for clause in clauses:
        formula.add(np.array([clause], dtype=np.int32))
    criterion = Criterion(np.array(counted, dtype=np.int32))
    with Solver(formula, "glucose4") as solver:
        search = CoreGuidedEnumeration(solver, VARIABLES, criterion, VARIABLES)
        if known is not None:
            search.tighten([known])
        while not search.complete:
            answer = search.solve(conflicts)
            if answer is not None:
                for literals, _ in search._learn(answer):
                    states = tuple(literal > 0 for literal in literals)
                    assert number(counted, states) == search.bound
                    assert_counts(search, clauses, counted)
                    return search.bound
    return None


def assert_counts(
    search: CoreGuidedEnumeration, clauses: list[list[int]], counted: list[int]
) -> None:
    """The bound and what still counts are as much as was counted at first, in every model."""
    for states in satisfying(clauses):
        assumed = [v if state else -v for v, state in enumerate(states, 1)]
        assert search._solver.solve(None, assumed)
        true = set(search._solver.model(search._used))
        more = 0
        for literal, weight in search._weights.items():
            output: int | None = literal
            while output is not None:
                more += weight * (output in true)
                output = search._following.get(output)
        assert search.bound + more == number(counted, states)


@settings(max_examples=300)
@given(CLAUSES, COUNTED, st.sampled_from([2, 3, 64]), st.sampled_from([None, 1]))
def test_the_least_of_all_assignments(
    clauses: list[list[int]], counted: list[int], largest: int, conflicts: int | None
) -> None:
    """With repeated literals, whose cores weigh more, and counters of any size."""
    expected = least(clauses, counted)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(enumeration, "LARGEST_COUNTER", largest)
        assert guided(clauses, counted, None, conflicts) == expected
        if expected is not None:
            assert guided(clauses, counted, expected, conflicts) is None
            assert guided(clauses, counted, expected + 1, conflicts) == expected


@pytest.mark.parametrize("problem", [TUB, SYMMETRIC, BOUNDED, DENSE])
@pytest.mark.parametrize("engine", [CORE_GUIDED, TWO_SIDED])
@pytest.mark.parametrize("goal", ["fewest", "most"])
def test_the_best_are_those_of_the_list(
    problem: PopulationCompared,
    engine: OneFormula,
    goal: Goal,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(formula_solvers, "_ALONE_WITHOUT_BOUND_SECONDS", 0.0)
    listed = populations(problem)
    setup = SolverSetup(problem, "column_triples", "cadical195", engine, goal=goal)
    weights = advanced(setup.new_solver(), problem)
    assert weights[-1] == (max(listed) if goal == "most" else min(listed))


def advanced(solver: SliceSolver, problem: PopulationCompared) -> list[int]:
    """The weights of the solutions that a solver finds, in short slices."""
    weights = []
    while not solver.complete:
        models = solver.wanted(0.001, 1, 0.001)
        weights += problem.weights(problem.boards(models.literals)).tolist()
    solver.delete()
    return weights


@pytest.mark.quick
@pytest.mark.parametrize("problem", [TUB, SYMMETRIC, BOUNDED, DENSE, WEIGHTED])
def test_the_bound_rises_to_the_fewest(problem: PopulationCompared) -> None:
    setup = SolverSetup(problem, "column_triples", "cadical195", CORE_GUIDED, goal="fewest")
    measure = problem.distances if isinstance(problem, NearestPredecessor) else problem.weights
    solver, bounds, best = setup.new_solver(), [0], []
    while not solver.complete:
        models = solver.wanted(0.0001, 1, 0.0001)
        best += measure(problem.boards(models.literals)).tolist()
        assert solver.reached is not None
        bounds.append(solver.reached.bound)
    solver.delete()
    assert bounds == sorted(bounds)
    assert bounds[-1] == best[-1] > 0


@pytest.mark.parametrize("engine", [CORE_GUIDED, TWO_SIDED])
def test_a_search_for_the_most_has_no_lower_bound(engine: OneFormula) -> None:
    solver = SolverSetup(TUB, "column_triples", "cadical195", engine, goal="most").new_solver()
    while not solver.complete:
        solver.wanted(0.1, 1, 0.1)
        assert solver.reached is None
    solver.delete()


def test_a_search_reports_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula_solvers, "_ALONE_WITHOUT_BOUND_SECONDS", 0.0)
    monkeypatch.setattr(run, "PROGRESS_SECONDS", 0.0)
    bounds, weights = [], []
    for event in search(BestSolution(soup(8, 8), "fewest"), Options(workers=1)):
        if isinstance(event, Progress | Done):
            bounds.append(event.bound)
        if isinstance(event, Solutions):
            weights += event.weights()
    assert bounds == sorted(bounds)
    assert 0 < bounds[-1] <= weights[-1]
    assert len(set(bounds)) > 2


@pytest.mark.parametrize("engine", [CORE_GUIDED, TWO_SIDED])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_best_in_a_cube(sign: int, engine: OneFormula, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula_solvers, "_ALONE_WITHOUT_BOUND_SECONDS", 0.0)
    middle = sign * (TUB.projection // 2)
    within = [
        int(weight)
        for event in search(ListSolutions(TUB), Options(method="sat", limit=None))
        if isinstance(event, Solutions)
        for weight, states in zip(event.weights(), literals_of(event.boards), strict=True)
        if middle in states
    ]
    setup = SolverSetup(TUB, "column_triples", "cadical195", engine, goal="fewest")
    assert advanced(setup.new_solver([middle]), TUB)[-1] == min(within)


def literals_of(boards: Boards) -> list[list[int]]:
    """The literals of the projection of each board."""
    states = boards[:, TUB.first != FALSE] == 1
    variables = np.arange(1, TUB.projection + 1)
    return np.where(states, variables, -variables).tolist()  # type: ignore[no-any-return]


@pytest.mark.parametrize("engine", [CORE_GUIDED, TWO_SIDED])
def test_a_known_solution_that_is_the_best(
    engine: OneFormula, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formula_solvers, "_ALONE_WITHOUT_BOUND_SECONDS", 0.0)
    setup = SolverSetup(TUB, "column_triples", "cadical195", engine, goal="fewest")
    first = setup.new_solver()
    found = []
    while not first.complete:
        found += first.wanted(10.0, 1, 1.0).literals.tolist()
    best = np.array(found[-1:], dtype=np.int32)
    again = setup.new_solver(known=pack(best))
    assert not advanced(again, TUB)


@pytest.mark.parametrize("largest", [2, 3, 4])
@pytest.mark.parametrize("least_true", range(1, 7))
def test_counters_of_counters(
    least_true: int, largest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cores of any size, some of whose literals are outputs of counters already."""
    monkeypatch.setattr(enumeration, "LARGEST_COUNTER", largest)
    variables = range(1, VARIABLES + 1)
    clauses = [list(each) for each in combinations(variables, VARIABLES + 1 - least_true)]
    assert guided(clauses, [*variables], None, None) == least_true
