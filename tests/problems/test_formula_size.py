"""The estimated size of a formula is an upper bound, and a close one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lifesat.cnf.cardinality import at_least
from lifesat.cnf.formula import CountingFormula, Formula, FormulaSource, Size
from lifesat.frontends.input.search_file import blank_rows
from lifesat.life.pattern import Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.kinds import KINDS
from lifesat.problems.life.agar import Agar
from lifesat.problems.life.completion import Completion
from lifesat.problems.life.eater import Eater
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.periodic import Oscillator, Spaceship
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.replicator import Replicator
from lifesat.problems.life.required_cells import RequiredCells
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.life.still_life import StillLife
from lifesat.problems.problem import Problem
from lifesat.puzzles.sokoban.kumari_sagar import KumariSagar, kumari_sagar_size
from lifesat.puzzles.sokoban.level import Level
from lifesat.puzzles.sokoban.problem import Sokoban
from lifesat.puzzles.sokoban.pushes import Pushes, pushes_size
from lifesat.puzzles.sudoku.problem import Sudoku
from tests.support.formula_sizes import HALL, soup
from tests.support.generations import BRAIN, WARS, aged
from tests.support.generations import problems as generations_problems
from tests.support.kinds import EXAMPLES
from tests.support.predecessors import problems

LARGE = [
    Predecessor(soup(20, 20)),
    Predecessor(soup(12, 30), generations=3),
    Predecessor(soup(12, 30), generations=2, project=frozenset({(0, 0), (4, 5)})),
    Predecessor(soup(20, 20), generations=2, outside="free"),
    Predecessor(soup(20, 20, torus=True), generations=2, outside="torus"),
    Predecessor(soup(20, 20, unknown=0.5)),
    Predecessor(soup(14, 14), min_population=20, max_population=60, different=True),
    Predecessor(Pattern.from_array(np.zeros((21, 21), np.uint8), rule=LIFE), 2, symmetry="D8"),
    Predecessor(Pattern.from_array(np.zeros((20, 20), np.uint8), rule=LIFE), 2, symmetry="C4"),
    Predecessor(aged(16, 16, BRAIN), generations=4),
    Predecessor(aged(16, 16, WARS), generations=5, margin=0),
    Predecessor(aged(16, 16, WARS), generations=5, outside="free"),
    StillLife(20, 20),
    StillLife(20, 20, symmetry="C4", no_empty_lines=True, density=9),
    StillLife(12, 12, max_population=20),
    Oscillator(12, 12, 6),
    Oscillator(15, 15, 4, symmetry="D8"),
    Spaceship(12, 12, 4, shift=(1, 1)),
    Spaceship(12, 12, 4, shift=(2, 0), glide="flip_y"),
    Replicator(12, 12, 4, (1, 1)),
    Agar(12, 12),
    Agar(9, 10, 4, (3, 2), min_population=20, max_population=60),
    Eater(14, 14, 9),
    SpaceTimeSearch(blank_rows(4, 12, 14)),
    SpaceTimeSearch(blank_rows(3, 9, 9), "torus", max_population=20),
    SpaceTimeSearch(blank_rows(3, 10, 10), rule_name="pB2-a3/S23"),
    Completion((("=" * 20,) * 20,)),
    Completion((("=" * 20,) * 20,), minimise="box"),
    Completion((("?" * 12,) * 12,) * 4, minimise="population,box", better_than=(20, 30)),
    NearestPredecessor(Predecessor(soup(20, 20)), better_than=40),
    NearestPredecessor(Predecessor(soup(12, 30), generations=2, outside="free")),
    NearestPredecessor(Predecessor(soup(14, 14)), ((0, 2) * 7,) * 14, better_than=20),
    Sudoku(((0,) * 16,) * 16),
    Sudoku(((1, 2, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))),
    Sokoban(HALL, 40),
]


def sizes(size: Size) -> np.ndarray:
    return np.array([size.variables, size.clauses, size.literals])


def assert_bounded(source: FormulaSource, encoding: str) -> None:
    assert (sizes(source.formula(encoding).size) <= sizes(source.formula_size(encoding))).all()


# ---------------------------------------------------------------- the estimate


@pytest.mark.quick
def test_every_kind_is_among_them() -> None:
    as_others = {"strict_still_life", "pseudo_still_life"}
    assert {problem.kind for problem in LARGE} >= KINDS.keys() - as_others


@pytest.mark.parametrize("problem", LARGE, ids=lambda problem: problem.label)
def test_a_formula_is_bounded_closely(problem: Problem) -> None:
    for encoding in problem.encodings:
        made, bound = sizes(problem.formula(encoding).size), sizes(problem.formula_size(encoding))
        assert (made <= bound).all()
        assert (bound <= 3 * made).all()


@pytest.mark.parametrize("kind", EXAMPLES)
def test_a_small_formula_is_bounded(kind: str) -> None:
    problem = EXAMPLES[kind].problem
    for encoding in problem.encodings:
        assert_bounded(problem, encoding)


@settings(max_examples=40)
@given(problems())
def test_predecessors_are_bounded(problem: Predecessor) -> None:
    for encoding in problem.encodings:
        assert_bounded(problem, encoding)


@given(generations_problems())
def test_predecessors_under_generations_rules_are_bounded(problem: Problem) -> None:
    for encoding in problem.encodings:
        assert_bounded(problem, encoding)


@settings(max_examples=25)
@given(
    st.integers(1, 7),
    st.integers(1, 7),
    st.integers(2, 4),
    st.sampled_from(["C1", "C2", "C4", "D2_+", "D4_+", "D8"]),
)
def test_boxes_are_bounded(width: int, height: int, period: int, symmetry: str) -> None:
    if symmetry in ("C4", "D8"):
        height = width
    for problem in (
        StillLife(width, height, symmetry=symmetry),
        Oscillator(width, height, period, symmetry=symmetry),
        Predecessor(soup(height, width), period, symmetry=symmetry),
        Predecessor(soup(height, width), 1, "free", symmetry=symmetry),
    ):
        for encoding in problem.encodings:
            assert_bounded(problem, encoding)


@pytest.mark.quick
@given(st.integers(1, 60), st.integers(0, 70))
def test_a_counter_is_bounded(cells: int, limit: int) -> None:
    formula, counting = Formula(), CountingFormula()
    for each in (formula, counting):
        at_least(each, each.fresh(cells), limit)
    made, bound = sizes(formula.size), sizes(counting.size)
    assert (made <= bound).all()
    assert (bound <= 3 * made + 20).all()


@pytest.mark.quick
def test_required_cells_are_bounded() -> None:
    problem = Predecessor(soup(12, 12, unknown=0.3), 2, "free")
    for encoding in problem.encodings:
        assert_bounded(RequiredCells(problem), encoding)


@pytest.mark.quick
def test_counting_ends_when_nothing_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lifesat.system.machine._half_of_memory", lambda: 1_700_000)
    problem = Oscillator(8, 8, 6)
    literals = problem.formula_size("truth_table").literals
    assert 140_000 < literals < problem.formula("truth_table").size.literals / 2
    assert StillLife(40, 40).formula_size("truth_table") == StillLife(40, 40).rough_size


@pytest.mark.quick
def test_layers_are_bounded() -> None:
    level = Level(HALL)
    for make, size in ((Pushes, pushes_size), (KumariSagar, kumari_sagar_size)):
        formula = Formula()
        make(level, formula).grow(8)
        made, bound = sizes(formula.size), sizes(size(level, 8))
        assert (made <= bound).all()
        assert (bound <= 3 * made).all()
