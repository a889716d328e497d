"""Any one solution: symmetric ones are tried beside the others, and none is lost."""

import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from lifesat.defaults import PROVER
from lifesat.engines.choice import setup_of
from lifesat.engines.options import Options
from lifesat.engines.sat import formula_solvers
from lifesat.engines.sat.formula_solvers import CubeSolver, WithSymmetricSolver
from lifesat.engines.sat.one_formula import ONE_FORMULA, WITH_SYMMETRIC
from lifesat.engines.sat.search import Models, no_solutions
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.problems.life.periodic import Oscillator, Periodic, Spaceship
from lifesat.problems.life.search import SpaceTimeSearch
from lifesat.problems.problem import Boards
from lifesat.queries.events import Solutions
from lifesat.queries.search import search
from lifesat.queries.solutions import ListSolutions
from tests.support.blocks import blank, blanks, listed
from tests.support.environment import few_and_many
from tests.support.symmetries import MEANT, TURNS

GROUPS = [turns for each in MEANT.values() for turns in each if turns]


def boards_of(problem: SpaceTimeSearch, solutions: set[bytes]) -> Boards:
    """Solutions that were listed, shape ``(solutions, generations, height, width)``."""
    flat = np.frombuffer(b"".join(sorted(solutions)), dtype=np.uint8)
    boards: Boards = flat.reshape(len(solutions), *problem.shape)
    return boards


def invariant(boards: Boards, turns: list[str]) -> set[bytes]:
    """The blocks of which every generation is its own image."""
    found = set()
    for board in boards:
        images = [TURNS[turn](board) for turn in turns]
        if all(np.array_equal(image, board) for image in images):
            found.add(board.tobytes())
    return found


def solutions_with(problem: SpaceTimeSearch, clauses: np.ndarray) -> set[bytes]:
    """All solutions of a formula with more clauses."""
    found = set()
    with Solver(problem.formula(problem.encodings[0]), "glucose4") as solver:
        for clause in clauses.tolist():
            solver.add(clause)
        while solver.solve(None):
            model = solver.model(problem.projection)
            (board,) = problem.boards(np.array([model], dtype=np.int32))
            found.add(board.tobytes())
            solver.add([-literal for literal in model] or [1, -1])
            if not model:
                break
    return found


@few_and_many(40, 1000)
def test_the_clauses_allow_the_solutions_with_a_symmetry(examples: int) -> None:
    @settings(max_examples=examples)
    @given(blanks())
    def agree(problem: SpaceTimeSearch) -> None:
        boards = boards_of(problem, listed(problem))
        _, height, width = problem.shape
        groups = [each for each in GROUPS if height == width or not needs_square(each)]
        expected = [invariant(boards, turns) for turns in groups]
        for clauses in problem.invariance_clauses():
            assert solutions_with(problem, clauses) in expected

    agree()


def needs_square(turns: list[str]) -> bool:
    return bool({"rot90", "rot270", "diagonal", "other diagonal"} & set(turns))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Symmetric solutions are looked for from the beginning."""
    monkeypatch.setattr(formula_solvers, "_ALONE_WITHOUT_SYMMETRY_SECONDS", -1.0)


@pytest.mark.usefixtures("at_once")
@few_and_many(30, 800)
def test_there_is_a_solution_if_there_is_one_anywhere(examples: int) -> None:
    @settings(max_examples=examples)
    @given(blanks())
    def agree(problem: SpaceTimeSearch) -> None:
        every = listed(problem)
        events = search(ListSolutions(problem), Options(limit=1, workers=1))
        first = [b for each in events if isinstance(each, Solutions) for b in each.boards]
        assert {board.tobytes() for board in first} <= every
        assert len(first) == min(1, len(every))

    agree()


P3 = blank(4, 10, 10, symmetry=("p3",), force_change=((0, 1),))


def solver_of(problem: SpaceTimeSearch | Periodic, **options: object) -> WithSymmetricSolver:
    setup = SolverSetup(problem, "column_triples", "cadical195", WITH_SYMMETRIC, **options)  # type: ignore[arg-type]
    return WithSymmetricSolver(setup, no_solutions(problem))


@pytest.mark.quick
@pytest.mark.usefixtures("at_once")
def test_the_largest_group_is_tried_first() -> None:
    solver = solver_of(P3)
    models = next(found for found in tries(solver) if len(found.literals))
    (board,) = P3.boards(models.literals)
    assert all(np.array_equal(TURNS[turn](board), board) for turn in MEANT["D8"][0])
    solver.delete()


def tries(solver: WithSymmetricSolver) -> Iterator[Models]:
    """What each of at most a thousand short slices finds."""
    for _ in range(1000):
        if solver.complete:
            return
        yield solver.wanted(0.05, 1, 0.05)


@pytest.mark.quick
@pytest.mark.usefixtures("at_once")
def test_what_is_refuted_is_not_tried_again() -> None:
    solver = solver_of(blank(4, 5, 5, symmetry=("p3",), force_change=((0, 1),)))
    before = 0
    for found in tries(solver):
        assert not len(found.literals)
        assert solver.conflicts >= before
        before = solver.conflicts
        if solver.complete:
            break
    assert solver.complete
    assert not solver._symmetric
    # Those of the solvers that have ended count too.
    assert solver.conflicts > solver._whole.solver.conflicts
    solver.delete()


FALSE_FIRST, SYMMETRIC = ("false_first", False), ("symmetric", False)
RANDOM_PHASES = "random phases"


def kind_of(solver: str, seed: int = 0, *, mode: str = "stable", inprocessing: bool = True) -> str:
    """What a solver with these options searches for."""
    if solver == PROVER:
        return RANDOM_PHASES if seed else "symmetric"
    assert inprocessing
    return mode


def turns_without_answer(
    monkeypatch: pytest.MonkeyPatch, problem: SpaceTimeSearch, **constants: float
) -> tuple[list[tuple[str, bool]], list[int]]:
    """What solvers take turns in a call without end if nothing is found.

    Each turn is told by what it searches for, and whether it is a call without end, which ends the
    search. Then the number of turns of each solver that is left.
    """
    turns: list[tuple[str, bool]] = []
    alive: list[Solver] = []
    kinds: dict[Solver, str] = {}
    taken: Counter[Solver] = Counter()

    class Noted(Solver):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            kinds[self] = kind_of(*args[1:], **options)
            alive.append(self)

        def delete(self) -> None:
            super().delete()
            alive.remove(self)

    def no_answer(self: CubeSolver, seconds: float, _: int | None, call_seconds: float) -> Models:
        endless = math.isinf(max(seconds, call_seconds))
        turns.append((kinds[self._solver], endless))
        taken[self._solver] += 1
        if endless or len(turns) == 500:
            raise KeyboardInterrupt
        time.sleep(0.002)
        return Models(np.zeros((0, problem.projection), np.int32), np.zeros(0, np.intp))

    for name, value in constants.items():
        monkeypatch.setattr(formula_solvers, name, value)
    monkeypatch.setattr(formula_solvers, "Solver", Noted)
    monkeypatch.setattr(CubeSolver, "wanted", no_answer)
    solver = solver_of(problem, mode="false_first")
    solver.narrow([1, -2])
    with pytest.raises(KeyboardInterrupt):
        solver.wanted(math.inf, 1, math.inf)
    left = [taken[each] for each in alive]
    solver.delete()
    assert not alive
    return turns, left


def test_solvers_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dead cells first at first, then symmetric solutions for two thirds of the time."""
    turns, left = turns_without_answer(
        monkeypatch,
        P3,
        _ALONE_WITHOUT_SYMMETRY_SECONDS=0.01,
        _GROUP_SECONDS=600.0,
        _FALSE_FIRST_SECONDS=600.0,
    )
    assert turns[0] == FALSE_FIRST
    assert set(turns) == {FALSE_FIRST, SYMMETRIC}
    assert len(left) == 8
    assert min(left) > 10
    assert len(turns) / 2 < turns.count(SYMMETRIC) < len(turns) * 5 / 6


def test_what_finds_nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the end one solver is left, and its call has no end."""
    turns, left = turns_without_answer(
        monkeypatch,
        P3,
        _ALONE_WITHOUT_SYMMETRY_SECONDS=0.01,
        _GROUP_SECONDS=0.01,
        _FALSE_FIRST_SECONDS=0.05,
    )
    assert turns[-1] == (RANDOM_PHASES, True)
    assert {*turns[:-1]} - {(RANDOM_PHASES, False)} == {FALSE_FIRST, SYMMETRIC}
    assert len(left) == 1


def test_without_symmetries_only_the_solver_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = replace(P3, symmetry=("p3", "D8"))
    turns, left = turns_without_answer(monkeypatch, problem, _FALSE_FIRST_SECONDS=0.05)
    assert set(turns[:-1]) <= {FALSE_FIRST, (RANDOM_PHASES, False)}
    assert turns[-1] == (RANDOM_PHASES, True)
    assert len(left) == 1


@pytest.mark.quick
@pytest.mark.usefixtures("at_once")
def test_a_cube_binds_symmetric_solutions_too() -> None:
    """No solution with D8 has a live cell in one corner only."""
    free = blank(1, 4, 4, outside="torus")
    solver = solver_of(free)
    solver.narrow([1, -4, -13, -16])
    models = next(found for found in tries(solver) if len(found.literals))
    assert models.literals[0][[0, 3, 12, 15]].tolist() == [1, -4, -13, -16]
    solver.delete()


def test_a_proof_needs_no_other_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula_solvers, "_FALSE_FIRST_SECONDS", -1.0)
    solver = solver_of(blank(4, 3, 3, symmetry=("p3",), force_change=((0, 1),)), mode="false_first")
    assert not any(len(found.literals) for found in tries(solver))
    assert solver.complete
    assert solver._setup.mode == "false_first"
    assert solver.conflicts == solver._whole.solver.conflicts
    solver.delete()


def test_conflicts_of_a_solver_that_another_replaced_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(formula_solvers, "_ALONE_WITHOUT_SYMMETRY_SECONDS", 600.0)
    solver = solver_of(P3, mode="false_first")
    solver.wanted(0.01, 1, 0.01)
    before = solver.conflicts
    assert before > 0
    monkeypatch.setattr(formula_solvers, "_FALSE_FIRST_SECONDS", -1.0)
    solver.wanted(0.01, 1, 0.01)
    assert solver._setup.mode == "alternating"
    assert solver.conflicts >= before
    solver.delete()


@pytest.mark.parametrize("alone", [-1.0, 600.0])
def test_another_solver_goes_on_where_the_first_one_ended(
    alone: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within its cube, and without the solution that was found."""
    monkeypatch.setattr(formula_solvers, "_ALONE_WITHOUT_SYMMETRY_SECONDS", alone)
    monkeypatch.setattr(formula_solvers, "_FALSE_FIRST_SECONDS", -1.0)
    solver = solver_of(blank(1, 2, 3, outside="bounded"), mode="false_first")
    solver.narrow([2])
    models = [found.literals[0].tolist() for found in tries(solver) if len(found.literals)]
    assert solver.complete
    assert all(literals[1] == 2 for literals in models)
    assert len(models) == len(set(map(tuple, models))) == 32
    solver.delete()


@pytest.mark.usefixtures("at_once")
def test_little_memory_is_left_to_the_whole_formula() -> None:
    bytes_needed = solver_of(P3)._setup.bytes
    for memory, solvers in ((bytes_needed, 0), (2 * bytes_needed, 1), (4 * bytes_needed, 3)):
        solver = solver_of(P3, memory=memory)
        assert len(list(solver._groups)) == solvers
        solver.delete()


@pytest.mark.parametrize(
    ("problem", "groups"),
    [
        (P3, 7),
        (replace(P3, symmetry=("p3", "D2-")), 1),
        (replace(P3, symmetry=("p3", "D8")), 0),
        (blank(4, 5, 6, symmetry=("p3",)), 4),
        (blank(4, 5, 6, symmetry=("p3 x1",)), 1),
        (blank(4, 6, 6, symmetry=("p3 x1 y1",)), 1),
        (replace(P3, asymmetry=("D2-",)), 4),
        (Oscillator(6, 6, 3), 7),
        (Oscillator(6, 5, 3), 4),
        (Oscillator(6, 5, 3, symmetry="D2_+2"), 1),
        (Oscillator(6, 6, 3, symmetry="D8_4"), 0),
        (Spaceship(6, 5, 4, (1, 0)), 1),
        (Spaceship(6, 6, 4, (1, 1)), 1),
        (Spaceship(6, 6, 4, (2, 0), glide="flip_y"), 1),
    ],
)
def test_the_groups_of_symmetries(problem: SpaceTimeSearch | Periodic, groups: int) -> None:
    found = list(problem.invariance_clauses())
    assert len(found) == groups
    # The largest group makes the most cells equal.
    assert len(max(found, key=len, default=[])) == len(found[0] if found else [])
    assert all(clauses.ndim == 2 for clauses in found)


def test_symmetric_oscillators() -> None:
    """What is found for a group has at least one of its symmetries."""
    problem = Oscillator(5, 5, 2)
    seen = []
    for clauses in problem.invariance_clauses():
        with Solver(problem.formula("truth_table"), "glucose4") as solver:
            for clause in clauses.tolist():
                solver.add(clause)
            if solver.solve(None):
                model = np.array([solver.model(problem.projection)], dtype=np.int32)
                board = problem.verified(problem.boards(model))
                seen.append({turn for turn in TURNS if np.array_equal(TURNS[turn](board), board)})
    assert len(seen) > 1
    assert all(seen)


@pytest.mark.parametrize(
    ("options", "engine"),
    [
        (Options(limit=1), WITH_SYMMETRIC),
        (Options(limit=1, workers=1), WITH_SYMMETRIC),
        (Options(limit=2), WITH_SYMMETRIC),
        (Options(method="sat", limit=None), ONE_FORMULA),
        (Options(limit=2, up_to_symmetry=True), ONE_FORMULA),
        (Options(limit=1, method="sat"), ONE_FORMULA),
        (Options(limit=1, solver="glucose4"), ONE_FORMULA),
    ],
)
def test_which_searches_try_symmetric_solutions(options: Options, engine: object) -> None:
    assert setup_of(P3, options).engine == engine
