"""How a bounded grid joins the edges of boards.

Places count the cells of a board row by row, and -1 is a dead cell beside it. How Golly joins edges
was found by bgolly 3.3, with rules that copy one neighbour.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.life.arrays import Scalar
from lifesat.life.bounded_grid import BoundedGrid

Places = NDArray[np.intp]


def surrounded(cells: NDArray[Scalar], grid: BoundedGrid | None, dead: int) -> NDArray[Scalar]:
    """Return boards with the cells around them: those that a grid joins to their edges, or `dead`.

    The boards have shape ``(..., height, width)``, the size of the grid where it is bounded.
    """
    *shape, height, width = cells.shape
    if grid is None or grid.is_torus:
        ring = [(0, 0)] * len(shape) + [(1, 1), (1, 1)]
        return np.pad(cells, ring, "wrap") if grid else np.pad(cells, ring, constant_values=dead)
    around, flat = neighbours(grid, height, width), cells.reshape(*shape, height * width)
    found: NDArray[Scalar] = np.where(around < 0, np.array(dead, cells.dtype), flat[..., around])
    return found


def spread(cells: NDArray[np.bool_], grid: BoundedGrid | None) -> NDArray[np.bool_]:
    """Return some cells of a board and all their neighbours, as a mask."""
    around = surrounded(cells, grid, dead=0)
    rows = around[:-2] | around[1:-1] | around[2:]
    near: NDArray[np.bool_] = rows[:, :-2] | rows[:, 1:-1] | rows[:, 2:]
    return near


@lru_cache
def neighbours(grid: BoundedGrid | None, height: int, width: int) -> Places:
    """Return the place of each cell of a board, and of those around it.

    The result has shape ``(height + 2, width + 2)``.
    """
    y, x = np.indices((height + 2, width + 2)) - 1
    return places(grid, height, width, y, x)


def places(grid: BoundedGrid | None, height: int, width: int, y: Places, x: Places) -> Places:
    """Return the places of the cells at some rows and columns, counted from a board's top left.

    A sphere or a cross-surface says only which cells lie next to its edges.
    """
    if grid and grid.kind == "S":
        return _on_sphere(y, x, width)
    if grid and grid.kind != "P":
        crossed = grid.kind == "C"
        rows, columns = grid.height, grid.width
        y, x = _joined(y, x, rows, width, grid.shift_x, twisted=grid.twist_x or crossed)
        x, y = _joined(x, y, columns, height, grid.shift_y, twisted=grid.twist_y or crossed)
        # A shift may lead beyond the other edges.
        y, x = y % rows if rows else y, x % columns if columns else x
    inside = (y >= 0) & (y < height) & (x >= 0) & (x < width)
    return np.where(inside, y * width + x, -1)


def _joined(
    across: Places, along: Places, length: int, edge: int, shift: int, *, twisted: bool
) -> tuple[Places, Places]:
    """Return the coordinates of cells across and along two edges, those beyond an edge joined.

    The edges are `length` apart, 0 if they are not joined; their own length is `edge`.
    """
    if not length:
        return across, along
    beyond = across // length
    if not twisted:
        return across % length, along + beyond * shift
    return across % length, np.where(beyond % 2 == 0, along, edge - 1 - along - shift)


def _on_sphere(y: Places, x: Places, side: int) -> Places:
    """Return the places of cells on a sphere: the top edge meets the left, the bottom the right."""
    last = side - 1
    row, column = y.clip(0, last), x.clip(0, last)
    swapped = (y != row) ^ (x != column)
    rows = np.where(y != row, column, np.where(x < 0, 0, last))
    columns = np.where(x != column, row, np.where(y < 0, 0, last))
    return np.where(swapped, rows * side + columns, row * side + column)
