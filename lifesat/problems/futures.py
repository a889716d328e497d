"""What first generations become, by plain Life, as a predecessor problem asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lifesat.evolution import evolve, step
from lifesat.pattern import UNKNOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lifesat.problems.predecessor import Predecessor
    from lifesat.problems.problem import Boards


def futures(problem: Predecessor, boards: Boards, t: int) -> Boards:
    """Return what first generations have become at time `t`, in the box of space-time."""
    rule = problem.target.rule
    if problem.outside == "dead":
        return evolve(np.pad(boards, ((0, 0), (1, 1), (1, 1))), rule, t)
    if problem.outside == "torus":
        return evolve(boards, rule, t, "torus")
    return np.pad(evolve(boards, rule, t, "cut"), ((0, 0), (t, t), (t, t)))


def reaches_target(problem: Predecessor, boards: Boards) -> NDArray[np.bool_]:
    """Return which first generations become the target, nothing being born beyond the window."""
    rule, back = problem.target.rule, problem.generations
    good = np.ones(len(boards), dtype=bool)
    if problem.outside == "dead":
        cells = np.pad(boards, ((0, 0), (1, 1), (1, 1)))
        for _ in range(back):
            ring = cells.sum(axis=(1, 2), dtype=np.int64)
            good &= ring == cells[:, 1:-1, 1:-1].sum(axis=(1, 2), dtype=np.int64)
            cells = step(cells, rule)
        last = np.pad(problem.window, 1)
    elif problem.outside == "free":
        cells = evolve(boards, rule, back, "cut")
        last = problem.window[back:-back, back:-back]
    else:
        cells = evolve(boards, rule, back, "torus")
        last = problem.window
    good &= ((cells == last) | (last == UNKNOWN)).all(axis=(1, 2))
    return good
