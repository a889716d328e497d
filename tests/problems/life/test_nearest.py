"""Nearest predecessors against brute force, and against a MaxSAT solver."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from lifesat import Nearest, Pattern, TimeLimitError, UserError, nearest_predecessor
from lifesat.engines.options import Options
from lifesat.life.rule import BoundedGrid
from lifesat.problems.kinds import problem_from_json
from lifesat.problems.life.nearest import NearestPredecessor
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards
from lifesat.queries.events import Done, Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import BestSolution, ListSolutions
from tests.support.nearest import brute_force, problems
from tests.support.still_lifes import as_set

RIGHT_HALF = ((0, 0, 0, 3, 3, 3),) * 6


def soup(size: int, seed: int, density: float) -> Pattern:
    cells = np.random.default_rng(seed).random((size, size)) < density
    return Pattern.from_rows(["".join(".O"[cell] for cell in row) for row in cells.astype(int)])


def best(problem: NearestPredecessor) -> Boards | None:
    *events, done = search(BestSolution(problem, "fewest"), Options())
    found = [event for event in events if isinstance(event, Solutions)]
    assert isinstance(done, Done)
    assert done.status == ("complete" if found else "none")
    return found[-1].boards[0] if found else None


def check(problem: NearestPredecessor) -> None:
    boards, distances = brute_force(problem)
    assert problem.distances(boards).tolist() == distances
    assert problem.verify(boards).all()
    found = best(problem)
    assert (found is None) == (not distances)
    if found is None:
        return
    assert found.tobytes() in as_set(boards)
    assert problem.distances(found[None]).tolist() == [min(distances)]
    nearer = problem.improvements_on(found)
    assert best(nearer) is None
    assert not nearer.verify(boards).any()
    assert problem_from_json(nearer.to_json()) == nearer


@pytest.mark.quick
@settings(max_examples=6)
@given(problems())
def test_small_targets(problem: NearestPredecessor) -> None:
    check(problem)


@settings(max_examples=60)
@given(problems())
def test_many_small_targets(problem: NearestPredecessor) -> None:
    check(problem)


@settings(max_examples=20)
@given(problems())
def test_all_that_are_nearer_are_listed(problem: NearestPredecessor) -> None:
    boards, distances = brute_force(problem)
    bound = int(np.median(distances)) // problem.unit if distances else 3
    for up_to_symmetry in (False, True):
        nearer = replace(problem, better_than=bound)
        *events, done = search(
            ListSolutions(nearer), Options(method="sat", limit=None, up_to_symmetry=up_to_symmetry)
        )
        assert isinstance(done, Done)
        expected = boards[np.array(distances, dtype=int) < bound * problem.unit]
        assert done.covered == len(expected)
        listed = {b.tobytes() for e in events if isinstance(e, Solutions) for b in e.boards}
        assert listed <= as_set(expected)


# ---------------------------------------------------------------- another solver


def maxsat(problem: NearestPredecessor) -> int:
    """The least sum of weights that RC2 finds, with the cells of the target as soft clauses."""
    formula = WCNF()
    exact = problem.exact
    live = {(x, y) for x, y, _ in exact.target.cells()}
    for block in problem.formula("truth_table").blocks():
        for clause in block.tolist():
            formula.append(clause)
    for variable, x, y, t, _ in problem.places():
        if t < exact.generations:
            continue
        inside = 0 <= x < exact.target.width and 0 <= y < exact.target.height
        state = (x, y) in live
        weight = problem.cell_weights[y][x] if inside and problem.cell_weights else 1
        formula.append([variable if state else -variable], weight=weight)
    with RC2(formula) as solver:
        assert solver.compute() is not None
        return int(solver.cost)


@pytest.mark.parametrize(
    "problem",
    [
        NearestPredecessor(Predecessor(Pattern.from_rows(["OOOOOO"] * 6), margin=0)),
        NearestPredecessor(Predecessor(Pattern.from_rows(["OOOOOO"] * 6), generations=2)),
        NearestPredecessor(Predecessor(soup(7, 1, 0.9), margin=0)),
        NearestPredecessor(Predecessor(soup(8, 2, 0.8), margin=0)),
        NearestPredecessor(Predecessor(soup(6, 3, 0.9), margin=0), RIGHT_HALF),
        NearestPredecessor(Predecessor(soup(5, 4, 0.8), generations=2, outside="free")),
        NearestPredecessor(
            Predecessor(soup(6, 5, 0.9).replace(grid=BoundedGrid("T", 6, 6)), outside="torus")
        ),
    ],
)
def test_a_maxsat_solver_finds_the_same(problem: NearestPredecessor) -> None:
    found = best(problem)
    assert found is not None
    assert problem.distances(found[None]).tolist() == [maxsat(problem)]


# ---------------------------------------------------------------- particular targets


def placed(pattern: Pattern) -> set[tuple[int, int]]:
    left, top = pattern.position or (0, 0)
    return {(left + x, top + y) for x, y, _ in pattern.cells()}


@pytest.mark.quick
def test_what_it_becomes_is_told() -> None:
    target = Pattern.from_rows(["OOOO"] * 4, name="Square", position=(10, 20))
    found = nearest_predecessor(target, margin=0)
    assert found is not None
    assert found.distance == 4
    assert (found.predecessor.position, found.reached.position) == ((10, 20), (10, 20))
    after = found.predecessor.evolve()
    live = placed(after)
    missing = [(x, y) for y in range(4) for x in range(4) if (10 + x, 20 + y) not in live]
    words = " ".join(f"{x},{y}" for x, y in missing)
    assert found.predecessor.comments == (
        "1 generation later it differs from the target in 4 cells",
        f"dead, not live: {words}",
    )
    assert placed(found.reached) == live
    assert found.reached.name == "Square, nearest with a predecessor"


@pytest.mark.quick
def test_cells_beside_the_target_count_too() -> None:
    """A lone cell has a predecessor only if that may be larger."""
    dot = Pattern.from_rows(["O"])
    distances = {
        margin: getattr(nearest_predecessor(dot, margin=margin), "distance", None)
        for margin in (0, 1)
    }
    assert distances == {0: 1, 1: 0}
    row = nearest_predecessor(Pattern.from_rows(["OOO"]), margin=1, max_population=2)
    assert row is not None
    assert (row.distance, row.reached.population) == (3, 0)
    column = nearest_predecessor(Pattern.from_rows(["OOO"]), max_population=3, different=True)
    assert column is not None
    assert (column.distance, column.predecessor.bounding_box) == (0, (2, 0, 1, 3))


@pytest.mark.quick
def test_weights_decide() -> None:
    target = Pattern.from_rows(["OOOOOO"] * 6)
    plain = nearest_predecessor(target, margin=0)
    half = nearest_predecessor(target, margin=0, weights=np.array(RIGHT_HALF))
    assert plain is not None
    assert half is not None
    assert half.distance % 3 == 0
    right = [x for x, _, _ in half.reached.cells() if x >= 3]
    assert half.distance == 3 * (18 - len(right)) < 3 * plain.distance
    assert "of weight" in half.predecessor.comments[0] or not half.distance
    nothing = nearest_predecessor(target, margin=0, weights=[[0] * 6] * 6)
    assert nothing is not None
    assert nothing.distance == 0


@pytest.mark.quick
def test_a_torus_with_a_target_smaller_than_it() -> None:
    target = Pattern.from_rows(["OOO"] * 3, grid=BoundedGrid("T", 5, 4), position=(-1, -1))
    found = nearest_predecessor(target)
    assert found is not None
    assert (found.reached.width, found.reached.height) == (5, 4)
    assert found.reached.grid == found.predecessor.grid == target.grid


def test_the_time_limit_leaves_the_best_so_far() -> None:
    with pytest.raises(TimeLimitError) as error:
        nearest_predecessor(soup(30, 1, 0.9), margin=0, time_limit=0.4)
    assert error.value.best is None or isinstance(error.value.best, Nearest)


def test_mistakes() -> None:
    dot = Pattern.from_rows(["O."])
    for weights, words in (
        ([[1]], "there are 1 rows of 1 weights; the target has 1 rows of 2 cells"),
        ([[1, -1]], "a weight is -1; it must be an int of at least 0"),
        ([], "it must hold rows of ints"),
        ([[1, 0.5]], "it must hold rows of ints"),
        ([[1, 10_000_000]], "the weights add up to more than 10,000,000"),
    ):
        with pytest.raises(UserError, match=words):
            nearest_predecessor(dot, weights=weights)  # type: ignore[arg-type]
    with pytest.raises(UserError, match="takes no symmetry"):
        nearest_predecessor(dot, symmetry="C2")
    with pytest.raises(UserError, match="better_than is -1"):
        NearestPredecessor(Predecessor(dot), better_than=-1)
    with pytest.raises(UserError, match="invalid problem: unknown field 'exact'"):
        problem_from_json('{"kind": "nearest", "exact": 1, "target": "x = 1, y = 1\\no!"}')


def test_no_pattern_fulfils_the_conditions() -> None:
    assert nearest_predecessor(Pattern.from_rows(["O"]), margin=0, min_population=2) is None
