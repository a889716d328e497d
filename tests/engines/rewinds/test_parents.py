"""One of many parents: another one, with more parents, that nothing excludes."""

from pathlib import Path

import numpy as np
import pytest

from lifesat import read_file
from lifesat.defaults import SOLVER
from lifesat.engines.rewinds import search
from lifesat.engines.rewinds.fertility import fertile, sterility
from lifesat.engines.rewinds.search import breaks, most_fertile
from lifesat.engines.sat.one_formula import ONE_FORMULA
from lifesat.engines.sat.solver import Solver
from lifesat.engines.sat.solver_setup import SolverSetup
from lifesat.engines.strips.engine import STRIPS
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards

INVADER = read_file(Path(__file__).parents[3] / "examples" / "space-invader.rle")
PROBLEM = Predecessor(INVADER, outside="free")
INVADER_CELLS = INVADER.to_array()
SETUP = SolverSetup(PROBLEM, "truth_table", SOLVER, ONE_FORMULA, seed=1)


def found_by(setup: SolverSetup) -> Boards:
    """What the solver finds first."""
    solver = setup.new_solver()
    models = solver.wanted(60, 1, 60)
    solver.delete()
    found: Boards = PROBLEM.boards(models.literals)[0]
    return found


def unlike(parent: Boards) -> tuple[int, ...]:
    """The clause that excludes one parent."""
    return tuple(np.where(parent, -PROBLEM.first, PROBLEM.first).ravel().tolist())


def test_the_best_of_several_is_better_than_one() -> None:
    found = found_by(SETUP)
    one, many = (most_fertile(PROBLEM, SETUP, found, number) for number in (1, 20))
    assert PROBLEM.verify(np.array([found, one, many])).all()
    values = [sterility(each, PROBLEM.rule) for each in (found, one, many)]
    assert values[0] > values[1] > values[2]


def test_what_is_excluded_is_not_taken() -> None:
    found = found_by(SETUP)
    best = most_fertile(PROBLEM, SETUP, found, 1)
    setup = SolverSetup(
        PROBLEM, "truth_table", SOLVER, ONE_FORMULA, seed=1, excluded=(unlike(best),)
    )
    assert breaks(PROBLEM, best, setup.excluded)
    assert not breaks(PROBLEM, found, setup.excluded)
    assert (most_fertile(PROBLEM, setup, found, 1) == found).all()
    second = most_fertile(PROBLEM, setup, found, 6)
    assert not breaks(PROBLEM, second, setup.excluded)
    assert sterility(second, PROBLEM.rule) < sterility(found, PROBLEM.rule)


def test_others_are_given_up_if_they_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    found, calls = found_by(SETUP), []
    monkeypatch.setattr(Solver, "solve", lambda _, conflicts: calls.append(conflicts))
    best = most_fertile(PROBLEM, SETUP, found, 6)
    assert calls == [search._MOST_CONFLICTS] * search._MOST_FAILURES
    assert (best == fertile(found, INVADER_CELLS, PROBLEM.rule)).all()


def test_strips_find_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    found = found_by(SETUP)
    monkeypatch.setattr(Solver, "solve", None)
    strips = SolverSetup(PROBLEM, "truth_table", SOLVER, STRIPS, seed=1)
    best = most_fertile(PROBLEM, strips, found, 6)
    assert (best == fertile(found, INVADER_CELLS, PROBLEM.rule)).all()


def test_a_board_that_is_no_parent_is_refused() -> None:
    strange = np.zeros(PROBLEM.target_states.shape, dtype=np.uint8)
    with pytest.raises(AssertionError, match="the chosen parent is not a valid predecessor"):
        most_fertile(PROBLEM, SETUP, strange, 1)
