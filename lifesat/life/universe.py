"""Evolution of rows of cells on the infinite plane or on a torus."""

from typing import TYPE_CHECKING

import numpy as np

from lifesat.life.arrays import array_to_rows, rows_to_array
from lifesat.life.bounded_grid import BoundedGrid
from lifesat.life.cell_rows import UNKNOWN, CellRows, PatternError
from lifesat.life.evolution import evolve
from lifesat.life.rule import RULES_THAT_EVOLVE, Rule, evolves, live_rule, rule_kind

if TYPE_CHECKING:
    from lifesat.life.metadata import Attributes

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
