"""Forward evolution of arrays, which verifies the solutions of every search.

Nothing here depends on literals, clauses or windows, so a mistake in an encoding cannot hide behind
it.
"""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.life.rule import Rule, live_rule

Edges = Literal["dead", "torus", "cut"]


def step(cells: NDArray[np.uint8], rule: Rule, edges: Edges = "dead") -> NDArray[np.uint8]:
    """Return the next generation of boards of shape ``(..., height, width)``.

    A board is surrounded by ``dead`` cells (births outside the array are lost), is a ``torus``
    whose opposite edges meet, or is ``cut`` from unknown surroundings: then the outermost cells
    have no next state, and the result is one cell smaller on every side. The rule must have a table
    or be a Generations rule.
    """
    rows_and_columns = [(0, 0)] * (cells.ndim - 2) + [(1, 1), (1, 1)]
    if edges == "torus":
        cells = np.pad(cells, rows_and_columns, mode="wrap")
    elif edges == "dead":
        cells = np.pad(cells, rows_and_columns)
    if rule.family == "generations":
        return _aged(cells, rule)
    return _following(cells, rule)


def evolve(
    cells: NDArray[np.uint8], rule: Rule, generations: int, edges: Edges = "dead"
) -> NDArray[np.uint8]:
    """Return boards some generations later; see `step` for shapes and edges.

    Examples
    --------
    >>> from lifesat.life.rule import LIFE
    >>> blinker = np.array([[0, 0, 0], [1, 1, 1], [0, 0, 0]], dtype=np.uint8)
    >>> evolve(blinker, LIFE, 1)
    array([[0, 1, 0],
           [0, 1, 0],
           [0, 1, 0]], dtype=uint8)
    """
    for _ in range(generations):
        cells = step(cells, rule, edges)
    return cells


def _aged(cells: NDArray[np.uint8], rule: Rule) -> NDArray[np.uint8]:
    """Return the next states of all but the outermost cells under a Generations rule.

    Only cells of state 1 are live. A live cell that does not survive, and each cell of a higher
    state, enters the next state; the last state is followed by 0.
    """
    live = _following((cells == 1).astype(np.uint8), live_rule(rule))
    centre = cells[..., 1:-1, 1:-1]
    older = np.where((centre > 0) & (centre < rule.states - 1), centre + 1, 0)
    following: NDArray[np.uint8] = np.where((centre < 2) & (live == 1), 1, older).astype(np.uint8)
    return following


def _following(cells: NDArray[np.uint8], rule: Rule) -> NDArray[np.uint8]:
    """Return the next states of all but the outermost cells under a rule with a table."""
    return _counted(cells, rule) if rule.is_life_like else _looked_up(cells, rule)


def _counted(cells: NDArray[np.uint8], rule: Rule) -> NDArray[np.uint8]:
    """Return the next states of all but the outermost cells by counting live neighbours."""
    rows = cells[..., :-2, :] + cells[..., 1:-1, :] + cells[..., 2:, :]
    block = rows[..., :-2] + rows[..., 1:-1] + rows[..., 2:]
    centre = cells[..., 1:-1, 1:-1]
    table = np.zeros((2, 9), dtype=np.uint8)
    table[0, sorted(rule.birth)] = 1
    table[1, sorted(rule.survival)] = 1
    following: NDArray[np.uint8] = table[centre, block - centre]
    return following


def _looked_up(cells: NDArray[np.uint8], rule: Rule) -> NDArray[np.uint8]:
    """Return the next states of all but the outermost cells by looking up 3x3 blocks."""
    rows = (cells[..., :-2] << 2) | (cells[..., 1:-1] << 1) | cells[..., 2:]
    upper, middle = rows[..., :-2, :].astype(np.uint16) << 6, rows[..., 1:-1, :] << 3
    table = np.frombuffer(rule.table, dtype=np.uint8)
    following: NDArray[np.uint8] = table[upper | middle | rows[..., 2:, :]]
    return following
