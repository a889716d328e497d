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
from lifesat.life.joined_edges import surrounded
from lifesat.life.rule import RULES_THAT_EVOLVE, Rule, evolves, live_rule, rule_kind

if TYPE_CHECKING:
    from lifesat.life.metadata import Attributes


Edges = Literal["dead", "torus", "cut"] | BoundedGrid
"""How the edges of boards are joined; see `step`."""


def step(cells: NDArray[np.uint8], rule: Rule, edges: Edges = "dead") -> NDArray[np.uint8]:
    """Return the next generation of boards of shape ``(..., height, width)``.

    A board is surrounded by ``dead`` cells (births outside the array are lost), is a ``torus``
    whose opposite edges meet, or is ``cut`` from unknown surroundings: then the outermost cells
    have no next state, and the result is one cell smaller on every side. With a bounded grid, the
    edges are joined as it says, and where it has none, cells outside are dead. The rule must have a
    table or be a Generations rule.
    """
    if isinstance(edges, BoundedGrid):
        cells = surrounded(cells, edges, 0)
    elif edges == "torus":
        cells = surrounded(cells, BoundedGrid("T", *cells.shape[:-3:-1]), 0)
    elif edges == "dead":
        cells = surrounded(cells, None, 0)
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
        return _on_grid(rows, width, height, position, generations, rule, grid)
    for done in range(0, generations, _CHUNK):
        rows = _on_plane(rows, min(_CHUNK, generations - done), rule)
    (left, top), (right, bottom) = rows.corner, rows.extent
    left, top, right, bottom = min(left, 0), min(top, 0), max(right, width), max(bottom, height)
    corner = position and (position[0] + left, position[1] + top)
    box: Attributes = {"width": right - left, "height": bottom - top, "position": corner}
    return rows.moved(-left, -top), box


def _on_grid(
    rows: CellRows,
    width: int,
    height: int,
    position: tuple[int, int] | None,
    generations: int,
    rule: Rule,
    grid: BoundedGrid,
) -> tuple[CellRows, "Attributes"]:
    """Return the whole grid after some generations; a box that has grown where it is unbounded."""
    # Golly puts the cell in the middle of a grid, rounded down, at (0, 0).
    middle = -(grid.width // 2), -(grid.height // 2)
    x, y = position or middle
    left = middle[0] if grid.width else x - generations
    top = middle[1] if grid.height else y - generations
    across, down = grid.width or width + 2 * generations, grid.height or height + 2 * generations
    board = np.roll(rows_to_array(rows, across, down), (y - top, x - left), axis=(0, 1))
    board = evolve(board, rule, generations, grid)
    for axis, bounded, size in ((0, grid.height, height), (1, grid.width, width)):
        if not bounded:
            live = np.flatnonzero(board.any(axis=1 - axis))
            first = min([generations, *live[:1].tolist()])
            last = max([generations + size, *(live[-1:] + 1).tolist()])
            board = board.take(range(first, last), axis)
            left, top = (left, top + first) if axis == 0 else (left + first, top)
    rows, width, height = array_to_rows(board)
    return rows, {"width": width, "height": height, "position": position and (left, top)}


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
    elif live_rule(rule).table[0] and not (grid and grid.width and grid.height):
        reason = f"rule {rule}: births without neighbours would fill an unbounded universe"
    elif grid and (0 < grid.width < width or 0 < grid.height < height):
        reason = f"the pattern is larger than its grid {grid}"
    return reason


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
