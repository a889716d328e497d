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


def known_cells(window: Window, boards: Boards, t: int) -> Boards:
    """Return first generations at time `t`; with outside ``free``, only cells that they determine.

    With outside ``dead`` or ``torus``, these are the cells of the window.
    """
    cells = evolve_window(window, boards, t)
    cut = {"dead": 1, "torus": 0, "free": t}[window.outside]
    height, width = cells.shape[1:]
    return cells[:, cut : height - cut, cut : width - cut]


def reached(window: Window, boards: Boards) -> tuple[Boards, NDArray[np.bool_]]:
    """Return the generation of the target in the window, and which boards are valid.

    Cells outside a free target are `UNKNOWN`. With outside ``dead``, boards with births outside the
    window are invalid.
    """
    rule, back = window.target.rule, window.generations
    good = np.ones(len(boards), dtype=bool)
    if window.outside == "torus":
        return evolve(boards, rule, back, "torus"), good
    if window.outside == "free":
        around = ((0, 0), (back, back), (back, back))
        return np.pad(evolve(boards, rule, back, "cut"), around, constant_values=UNKNOWN), good
    cells = np.pad(boards, ((0, 0), (1, 1), (1, 1)))
    for _ in range(back):
        cells = step(cells, rule)
        all_cells = cells.sum(axis=(1, 2), dtype=np.int64)
        good &= all_cells == cells[:, 1:-1, 1:-1].sum(axis=(1, 2), dtype=np.int64)
    return cells[:, 1:-1, 1:-1], good


def reaches_target(window: Window, boards: Boards) -> NDArray[np.bool_]:
    """Return which first generations become the target without births outside the window."""
    cells, good = reached(window, boards)
    good &= ((cells == window.states) | ~window.known).all(axis=(1, 2))
    return good
