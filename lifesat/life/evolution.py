"""Forward evolution of arrays, which verifies the solutions of every search, and of rows of cells.

Nothing here depends on literals, clauses or windows, so a mistake in an encoding cannot hide behind
it.
"""

from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.life.arrays import array_to_rows, rows_to_array
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.life.cell_rows import UNKNOWN, CellRows, PatternError
from lifesat.life.rule import RULES_THAT_EVOLVE, Rule, evolves, live_rule, rule_kind

if TYPE_CHECKING:
    from lifesat.life.metadata import Attributes


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
    """Return boards some generations later; see `step` for shapes and edges."""
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


_CHUNK = 16  # generations between two computations of the bounding box


def evolve_rows(
    rows: CellRows,
    width: int,
    height: int,
    position: tuple[int, int] | None,
    generations: int,
    *,
    rule: Rule,
    grid: BoundedGrid | None,
) -> tuple[CellRows, "Attributes"]:
    """Return the cells of a box some generations later, and the attributes of their box.

    Cells are relative to the corner of their box, whose place in the universe is `position`. The
    new box is the whole torus, or has grown with the cells. Raises PatternError if the rule does
    not evolve, the grid is not supported, or there are unknown cells.
    """
    if reason := _support_error(rows, width, height, generations, rule, grid):
        raise PatternError(reason)
    if grid:
        return _on_torus(rows, position, generations, rule, grid)
    for done in range(0, generations, _CHUNK):
        rows = _on_plane(rows, min(_CHUNK, generations - done), rule)
    (left, top), (right, bottom) = rows.corner, rows.extent
    left, top, right, bottom = min(left, 0), min(top, 0), max(right, width), max(bottom, height)
    corner = position and (position[0] + left, position[1] + top)
    box: Attributes = {"width": right - left, "height": bottom - top, "position": corner}
    return rows.moved(-left, -top), box


def _on_torus(
    rows: CellRows,
    position: tuple[int, int] | None,
    generations: int,
    rule: Rule,
    grid: BoundedGrid,
) -> tuple[CellRows, "Attributes"]:
    """Return the whole torus after some generations."""
    # Golly puts the cell in the middle of a grid, rounded down, at (0, 0).
    left, top = corner = -(grid.width // 2), -(grid.height // 2)
    x, y = position or corner
    board = rows_to_array(rows, grid.width, grid.height)
    board = np.roll(board, (y - top, x - left), axis=(0, 1))
    rows, width, height = array_to_rows(evolve(board, rule, generations, "torus"))
    return rows, {"width": width, "height": height, "position": position and corner}


def _on_plane(rows: CellRows, generations: int, rule: Rule) -> CellRows:
    """Return the cells of the plane after some generations, with the same origin."""
    (left, top), (right, bottom) = rows.corner, rows.extent
    left, top = left - generations, top - generations
    width, height = right + generations - left, bottom + generations - top
    states = rows_to_array(rows.moved(-left, -top), width, height)
    return array_to_rows(evolve(states, rule, generations))[0].moved(left, top)


def _support_error(
    rows: CellRows,
    width: int,
    height: int,
    generations: int,
    rule: Rule,
    grid: BoundedGrid | None,
) -> str:
    """Return why the cells cannot evolve, or an empty string."""
    reason = ""
    if not _is_count(generations):
        reason = f"generations is {generations!r}; it must be an int of at least 0"
    elif not evolves(rule):
        reason = f"{rule_kind(rule)}; evolution needs {RULES_THAT_EVOLVE}"
    elif rule.states == 2 and any(UNKNOWN in data for data in rows.stored()):
        reason = "patterns with unknown cells cannot evolve"
    elif live_rule(rule).table[0] and not grid:
        reason = f"rule {rule}: births without neighbours would fill an unbounded universe"
    elif grid and (grid.kind != "T" or not grid.width or not grid.height):
        reason = f"grid {grid}: only a torus with two sizes is supported"
    elif grid and (grid.shift_x or grid.shift_y):
        reason = f"grid {grid}: a shifted torus is not supported"
    elif grid and (width > grid.width or height > grid.height):
        reason = f"the pattern is larger than its grid {grid}"
    return reason


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
