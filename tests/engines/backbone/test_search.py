"""Questions about single cells: with them, forced cells are the same as without."""

import os
import signal
from dataclasses import replace
from itertools import count
from typing import Any

import numpy as np
import pytest

from lifesat.engines.backbone import backbone
from lifesat.engines.backbone import search as cell_questions
from lifesat.engines.backbone.backbone import Backbone
from lifesat.engines.backbone.search import CellQuestions
from lifesat.engines.sat import executors
from lifesat.engines.sat.executors import Pool
from lifesat.engines.sat.solver import CALL_CONFLICTS, Solver
from lifesat.engines.sat.tasks import run_slice
from lifesat.engines.strips.engine import STRIPS
from lifesat.life.evolution import evolve
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.window import Outside
from tests.support.forced import find_forced

NONE = Predecessor(Pattern.from_rows(["OOO", "OOO", "OOO"]), margin=0)


def future(seed: int, outside: Outside = "dead", generations: int = 1) -> Predecessor:
    """What random cells become; in this box, some cells of its predecessors are forced."""
    cells = (np.random.default_rng(seed).random((5, 6)) < 0.4).astype(np.uint8)
    target = evolve(np.pad(cells, generations), LIFE, generations)
    return Predecessor(Pattern.from_array(target), generations, outside, margin=0)


PROBLEMS = [
    *(future(seed) for seed in range(2)),
    future(3, "free"),
    Predecessor(Pattern.from_rows(["OO.", ".O.", ".OO"]), 2),
    Predecessor(Pattern.from_rows(["OO.", "O.O", ".OO"]), margin=0),
    NONE,
]


def found(problem: Predecessor, at: int = 0, workers: int = 1) -> Backbone:
    return find_forced(problem, at=at, workers=workers)


def states(search: Backbone) -> Any:
    assert search.complete
    return search.board().tolist() if search.exists else None


def asked(problem: Predecessor, at: int = 0, workers: int = 1) -> Backbone:
    """What questions find out alone."""
    search = Backbone(problem, at)
    with CellQuestions(search, problem, "column_triples", None, workers, None) as questions:
        for _ in questions.first(lambda: False):
            pass
        while not search.complete:
            questions.take_turn(False)
    return search


@pytest.fixture
def strips(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_questions, "formula_engine", lambda _: STRIPS)


@pytest.mark.usefixtures("strips")
@pytest.mark.parametrize("problem", PROBLEMS)
def test_questions_alone_find_the_same(problem: Predecessor) -> None:
    for at in range(problem.generations):
        assert states(asked(problem, at)) == states(found(problem, at))


def test_the_problems_have_forced_cells_and_others() -> None:
    boards = [found(problem).board() for problem in PROBLEMS[:3]]
    assert any((board < UNKNOWN).any() and (board == UNKNOWN).any() for board in boards)


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("reach", [0, 1])
def test_tiles_find_the_same(
    problem: Predecessor, reach: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What holds with the cells around a tile held need not hold without; flips might hide it."""
    expected = states(found(problem))
    monkeypatch.setattr(
        Backbone, "_rotates", property(lambda _: False, lambda *_: None), raising=False
    )
    monkeypatch.setattr(cell_questions, "formula_engine", lambda _: STRIPS)
    monkeypatch.setattr(backbone, "_TILE", 2)
    monkeypatch.setattr(backbone, "_REACH", reach)
    assert states(found(problem)) == expected


@pytest.mark.usefixtures("strips")
def test_what_the_formula_leaves_undecided_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on large boards, the solver of the one formula never answers."""
    problem = PROBLEMS[0]
    expected = states(asked(problem))
    solve = Solver.solve

    def undecided(self: Solver, conflicts: int | None, *words: Any) -> bool | None:
        strip = conflicts is None or conflicts < CALL_CONFLICTS
        return solve(self, conflicts, *words) if strip else None

    monkeypatch.setattr(Solver, "solve", undecided)
    assert states(found(problem)) == expected


@pytest.mark.usefixtures("strips")
def test_a_question_without_an_answer_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every third slice is over before it begins."""
    problem, slices = PROBLEMS[0], count()
    expected = states(found(problem))

    def hurried(task: Any) -> Any:
        return run_slice(replace(task, seconds=0.0) if next(slices) % 3 else task)

    monkeypatch.setattr("lifesat.engines.sat.tasks.run_slice", hurried)
    monkeypatch.setattr(cell_questions, "_FIRST_ROUND", 1)
    assert states(asked(problem)) == expected


@pytest.mark.usefixtures("strips")
def test_a_stop_before_the_first_predecessor() -> None:
    search = find_forced(PROBLEMS[0], stop=lambda: True)
    assert search.exists is None
    assert search.unsettled == search.cells


def test_a_short_search_starts_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "Pool", None)
    assert found(PROBLEMS[0], workers=4).complete


def test_processes_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of two processes is killed at once, the other answers a question first."""
    problem = PROBLEMS[0]
    expected = states(found(problem))
    monkeypatch.setattr(cell_questions, "_ALONE_SECONDS", -1)
    killed: list[int] = []

    class Mortal(Pool):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            future = super().submit(fn, *args, **kwargs)
            if not killed:
                process = self._members[0].worker.process
                assert process.pid is not None
                os.kill(process.pid, signal.SIGKILL)
                killed.append(process.pid)
            return future

    monkeypatch.setattr(executors, "Pool", Mortal)
    assert states(asked(problem, workers=3)) == expected
    assert killed
