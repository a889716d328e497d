"""Slices, cubes and portfolios: together complete, disjoint, wherever they run."""

import os
import pickle
import signal
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from threading import Timer
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lifesat import Pattern, UserError
from lifesat.cnf import lex_leader
from lifesat.engines.choice import portfolio_members
from lifesat.engines.sat import cubes, tasks
from lifesat.engines.sat.cubes import Cubes, CubeSplitter
from lifesat.engines.sat.executors import Inline, Pool
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.portfolio import Portfolio, fitting_setups
from lifesat.engines.sat.search import Packed, pack, unpack
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup, prepared
from lifesat.engines.sat.tasks import Slice, run_slice
from lifesat.life.evolution import evolve
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from tests.support.environment import PATIENCE_SECONDS, few_and_many
from tests.support.predecessors import brute_force, problems

POND = Predecessor(Pattern.from_rows([".OO.", "O..O", "O..O", ".OO."]), margin=0)
TUB = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]))
# 2,680 parents are known of the space invader; this one, smaller, has none.
ORPHANED = Predecessor(Pattern.from_rows(["OOO", "OOO", "OOO"]), margin=0)


def _none(problem: Predecessor) -> Packed:
    return np.zeros((0, (problem.projection + 7) // 8), dtype=np.uint8)


def setup(problem: Predecessor, **options: Any) -> SolverSetup:
    return SolverSetup(problem, "column_triples", "cadical195", ONE_FORMULA, **options)


def everything(search: Cubes, problem: Predecessor) -> tuple[list[bytes], int]:
    """All solutions in the order found, and how many they stand for."""
    found, covered = [], 0
    while not search.complete:
        models = search.advance(0.2)
        found += [board.tobytes() for board in problem.boards(models.literals)]
        covered += int(models.orbit_sizes.sum())
    return found, covered


def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every slice end after few solutions, and small cubes be split for being full."""
    monkeypatch.setattr(cubes, "_MOST_KNOWN", 7)
    monkeypatch.setattr(cubes, "_ENOUGH_KNOWN", 5)
    monkeypatch.setattr(cubes, "_LISTED", 12)
    monkeypatch.setattr(cubes, "_LISTING_SECONDS", 0.001)
    monkeypatch.setattr(cubes, "_LISTING_SPLITS", 3)


@few_and_many(15, 60)
def test_cubes_find_what_brute_force_finds(examples: int) -> None:
    check = given(
        problem=problems(),
        seconds=st.sampled_from([0.0, 0.0005, 1.0]),
        in_flight=st.integers(1, 5),
    )(check_cubes_find_what_brute_force_finds)
    settings(max_examples=examples)(check)()


def check_cubes_find_what_brute_force_finds(
    problem: Predecessor, seconds: float, in_flight: int
) -> None:
    """However often they are split, for want of time or because others are idle."""
    expected = brute_force(problem)
    assume(len(expected) < 200)
    search = Cubes(setup(problem), Inline(), in_flight, seconds=max(seconds, 0.0005))
    with pytest.MonkeyPatch.context() as monkeypatch:
        impatient(monkeypatch)
        found, covered = everything(search, problem)
    assert len(found) == len(set(found)) == covered
    assert set(found) == expected


@pytest.mark.quick
@few_and_many(10, 30)
def test_orbits_in_cubes(examples: int) -> None:
    check = given(
        problem=problems(), most=st.sampled_from([0, 1, 10**6]), in_flight=st.integers(1, 5)
    )(check_orbits_in_cubes)
    settings(max_examples=examples)(check)()


def check_orbits_in_cubes(problem: Predecessor, most: int, in_flight: int) -> None:
    """Each orbit once, in the cube of its first solution, whatever excludes its images."""
    expected = brute_force(problem)
    assume(len(expected) < 200)
    prepared.cache_clear()
    with pytest.MonkeyPatch.context() as monkeypatch:
        impatient(monkeypatch)
        monkeypatch.setattr(lex_leader, "_MOST_PAIRS", most)
        search = Cubes(setup(problem, up_to_symmetry=True), Inline(), in_flight, seconds=0.01)
        found, covered = everything(search, problem)
    prepared.cache_clear()
    assert len(found) == len(set(found))
    assert set(found) <= expected
    assert covered == len(expected)


def test_a_solver_that_is_made_anew_gets_more_time() -> None:
    """Five cubes share one process, whose solver finds the same dropped images again each time."""
    prepared.cache_clear()
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(lex_leader, "_MOST_PAIRS", 0)
        monkeypatch.setattr(cubes, "_LISTED", 1)
        monkeypatch.setattr(cubes, "_LISTING_SPLITS", 3)
        search = Cubes(setup(TUB, up_to_symmetry=True), Inline(), 5, seconds=1e-6)
        for _ in range(200):
            search.advance(0.1)
            if search.complete:
                break
    prepared.cache_clear()
    assert search.complete


@pytest.mark.quick
def test_two_processes_find_all() -> None:
    with Pool(2) as pool:
        search = Cubes(setup(TUB), pool, 2, seconds=0.02)
        found, _ = everything(search, TUB)
    assert len(set(found)) == len(found) == 74


def test_a_killed_process_is_replaced() -> None:
    with Pool(2) as pool:
        search = Cubes(setup(POND), pool, 2, seconds=0.02)
        pool.submit(os.kill, pool.submit(os.getpid).result(), signal.SIGKILL)
        found, _ = everything(search, POND)
    assert set(found) == brute_force(POND)


def test_a_killed_process_takes_only_its_own_task_with_it() -> None:
    with Pool(2) as pool:
        theirs = pool.submit(time.sleep, 2.0)
        ours = pool.submit(os.kill, pool.submit(os.getpid).result(), signal.SIGKILL)
        with pytest.raises(BrokenExecutor):
            ours.result(timeout=PATIENCE_SECONDS)
        assert pool.submit(len, "a new process").result(timeout=PATIENCE_SECONDS) == 13
        assert theirs.result(timeout=PATIENCE_SECONDS) is None


class Losing(Executor):
    """Loses every slice."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(BrokenExecutor())
        return future


@pytest.mark.quick
def test_a_slice_that_is_always_lost_is_given_up() -> None:
    with pytest.raises(UserError, match="killed 3 times"):
        everything(Cubes(setup(TUB), Losing(), 1), TUB)


class SubmitAlone:
    """All that the search may use of an executor."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(2)
        self.submit = self._threads.submit


@pytest.mark.quick
def test_only_submit_is_used() -> None:
    executor: Any = SubmitAlone()
    found, _ = everything(Cubes(setup(TUB), executor, 2, seconds=0.01), TUB)
    assert len(found) == 74
    assert executor.submit(len, "still open").result() == 10


class Late(Executor):
    """Answers a little later, from another thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        Timer(0.1, lambda: future.set_result(fn(*args, **kwargs))).start()
        return future


@pytest.mark.quick
def test_a_search_sleeps_while_its_slices_are_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = Mock(wraps=wait)
    monkeypatch.setattr(tasks, "wait", waits)
    search = Cubes(setup(POND), Late(), 1, seconds=30.0)
    assert len(search.advance(60.0).literals) == len(brute_force(POND))
    assert search.complete
    assert waits.call_count == 1


@pytest.mark.quick
def test_a_limit_leaves_the_rest_to_be_found() -> None:
    search = Cubes(setup(TUB), Inline(), 1)
    first = search.advance(5.0, 10)
    assert len(first.literals) == 10
    found, _ = everything(search, TUB)
    boards = {board.tobytes() for board in TUB.boards(first.literals)}
    assert len(boards | set(found)) == 74 == len(boards) + len(found)


def test_a_search_goes_on_from_its_open_cubes() -> None:
    search = Cubes(setup(TUB), Inline(), 3, seconds=0.001)
    before = search.advance(0.005)
    again = Cubes(setup(TUB), Inline(), 1, search.cancel_all())
    found, _ = everything(again, TUB)
    boards = {board.tobytes() for board in TUB.boards(before.literals)}
    assert len(boards | set(found)) == 74 == len(boards) + len(found)


def test_a_slice_is_the_same_twice() -> None:
    """What goes to another process is picklable, and doing it again changes nothing."""
    task = pickle.loads(pickle.dumps(Slice(setup(TUB), (3, -1), _none(TUB), 5.0, None, None)))  # noqa: S301
    first, second = (set(map(bytes, run_slice(task).packed)) for _ in range(2))
    assert first == second
    everywhere = run_slice(Slice(setup(TUB), (), _none(TUB), 5.0, None, None)).packed
    expected = {bytes(row) for row in everywhere if row[0] & 0b1010_0000 == 0b0010_0000}
    assert first == expected
    assert 0 < len(expected) < len(everywhere) == 74


@given(st.integers(1, 70), st.integers(0, 20), st.data())
def test_packing(projection: int, models: int, data: st.DataObject) -> None:
    bits = data.draw(st.integers(0, 2 ** (projection * models)))
    states = np.array([bits >> k & 1 for k in range(projection * models)], dtype=np.int32)
    signs = 2 * states.reshape(models, projection) - 1
    literals = (signs * np.arange(1, projection + 1)).astype(np.int32)
    assert (unpack(pack(literals), projection) == literals).all()


def check_the_cells_that_split(problem: Predecessor, late: bool) -> None:
    """A solution is in a cube just if the formula, narrowed to the cube, has it as a model."""
    everywhere = run_slice(Slice(setup(problem), (), _none(problem), 5.0, 12, None)).packed
    by = CubeSplitter(problem, late=late)
    for cell in by.cells[:: 1 + len(by.cells) // 2]:
        for cube in ((cell,), (-cell,)):
            inside = by.within(everywhere, cube)
            for row, agrees in zip(everywhere, inside.tolist(), strict=True):
                literals = unpack(row[None], problem.projection)[0].tolist()
                with Solver(problem.formula("truth_table")) as solver:
                    for literal in (*cube, *literals):
                        solver.add([literal])
                    assert solver.solve(10**6) == agrees


@few_and_many(12, 50)
def test_the_cells_that_split(examples: int) -> None:
    check = given(problem=problems(), late=st.booleans())(check_the_cells_that_split)
    settings(max_examples=examples)(check)()


def test_cells_that_divide_what_is_known() -> None:
    """Where the next generation of all is the same, its cells are passed over."""
    problem = Predecessor(Pattern.from_rows([".O.", "O.O", ".O."]), generations=2)
    everywhere = run_slice(Slice(setup(problem), (), _none(problem), 5.0, 400, None)).packed
    boards = problem.boards(unpack(everywhere, problem.projection))
    middle = evolve(np.pad(boards, ((0, 0), (1, 1), (1, 1))), LIFE, 1)
    _, which, often = np.unique(middle, axis=0, return_inverse=True, return_counts=True)
    same = which.ravel() == often.argmax()
    assert same.sum() >= 32
    by = CubeSplitter(problem, late=True)
    states = by.states(everywhere[same])
    best = by.best((), states)[0]
    assert best <= problem.projection
    share = states[:, by.cells.index(best)].mean()
    assert share == pytest.approx(0.5, abs=0.4)
    assert best not in by.best((-best,), states)


def test_few_solutions_do_not_say_how_to_split() -> None:
    """From 32 known solutions on, a cell that divides them comes before those that do not."""
    by = CubeSplitter(TUB, late=False)
    dividing = len(by.cells) - 1
    states = np.zeros((32, len(by.cells)), dtype=bool)
    states[::2, dividing] = True
    assert by.best((), states[:31]) == by.cells
    assert by.best((), states) == [by.cells[dividing], *by.cells[:dividing]]


@pytest.mark.parametrize(("problem", "exists"), [(POND, True), (ORPHANED, False)])
def test_the_first_answer_ends_a_race(problem: Predecessor, exists: bool) -> None:
    race = Portfolio(
        fitting_setups(portfolio_members(setup(problem)), 3), ThreadPoolExecutor(3), _none(problem)
    )
    models = race.advance(30.0, 1)
    assert race.complete == (not exists)
    assert len(models.literals) == exists
    assert problem.verify(problem.boards(models.literals)).all()
    assert bool(brute_force(problem)) == exists


def test_a_wrong_model_is_never_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Predecessor, "verify", lambda _self, boards: np.zeros(len(boards), bool))
    with pytest.raises(AssertionError, match="is not a valid predecessor"):
        run_slice(Slice(setup(TUB), (), _none(TUB), 1.0, None, None))
