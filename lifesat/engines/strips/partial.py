"""Partial predecessors: the rows of a predecessor that a search strip by strip has found so far."""

import numpy as np

from lifesat.cnf.spacetime import FALSE, TRUE, is_variable
from lifesat.engines.sat.search import EngineProgress, unpack
from lifesat.engines.strips.support import strips_are_columns
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.box import inner
from lifesat.problems.life.evolve_window import evolve_window
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Boards


def partial_board(problem: Predecessor, reached: EngineProgress) -> Boards:
    """Return the rows of a predecessor that determine the target's rows reached so far.

    The window of the first generation, shape ``(height, width)``, has `UNKNOWN` below these rows,
    but required and forbidden cells are known everywhere. `reached` must have a partial solution.
    Raises AssertionError if the board does not evolve into the target's rows.
    """
    packed = np.frombuffer(reached.partial, dtype=np.uint8)[None]
    boards = problem.boards(unpack(packed, problem.projection))
    first, last = problem.spacetime.literals[[0, -1]]
    after = evolve_window(problem.window, boards, problem.generations)[0]
    wrong = ((last == TRUE) & (after == 0)) | ((last == FALSE) & (after == 1))
    known = np.zeros(first.shape, dtype=bool)
    across = strips_are_columns(problem)
    lines, wrong = (known.T, wrong.T) if across else (known, wrong)
    if wrong[: reached.row].any():
        raise AssertionError("a partial predecessor does not evolve into the target's first rows")
    # A row of the target depends on as many rows below it as generations are undone, and on a torus
    # the first row depends on as many of the last.
    lines[: reached.row + problem.generations] = True
    lines[-problem.generations :] |= problem.spacetime.torus
    known = inner(known, (len(known) - len(problem.first)) // 2) | ~is_variable(problem.first)
    return np.where(known, boards[0], UNKNOWN).astype(np.uint8)
