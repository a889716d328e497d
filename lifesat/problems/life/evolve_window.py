"""Evolution of first generations in the window of a predecessor problem."""

import numpy as np
from numpy.typing import NDArray

from lifesat.life.evolution import evolve, step
from lifesat.life.pattern import UNKNOWN
from lifesat.problems.life.window import Window
from lifesat.problems.problem import Boards


def evolve_window(window: Window, boards: Boards, t: int) -> Boards:
    """Return first generations at time `t`, in the box of space-time."""
    rule = window.target.rule
    if window.outside == "dead":
        return evolve(np.pad(boards, ((0, 0), (1, 1), (1, 1))), rule, t)
    if window.outside == "torus":
        return evolve(boards, rule, t, "torus")
    return np.pad(evolve(boards, rule, t, "cut"), ((0, 0), (t, t), (t, t)))


def reaches_target(window: Window, boards: Boards) -> NDArray[np.bool_]:
    """Return which first generations become the target without births outside the window."""
    rule, back = window.target.rule, window.generations
    good = np.ones(len(boards), dtype=bool)
    if window.outside == "dead":
        cells = np.pad(boards, ((0, 0), (1, 1), (1, 1)))
        for _ in range(back):
            ring = cells.sum(axis=(1, 2), dtype=np.int64)
            good &= ring == cells[:, 1:-1, 1:-1].sum(axis=(1, 2), dtype=np.int64)
            cells = step(cells, rule)
        last = np.pad(window.states, 1)
    elif window.outside == "free":
        cells = evolve(boards, rule, back, "cut")
        last = window.states[back:-back, back:-back]
    else:
        cells = evolve(boards, rule, back, "torus")
        last = window.states
    good &= ((cells == last) | (last == UNKNOWN)).all(axis=(1, 2))
    return good
