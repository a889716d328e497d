"""The window in which the first generation of a predecessor lies, and how it evolves there."""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.life.arrays import Scalar, transform
from lifesat.life.evolution import evolve, step
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import BoundedGrid, live_rule
from lifesat.problems.json_fields import integer_error
from lifesat.problems.problem import Boards, size_errors

Outside = Literal["dead", "free", "torus"]
Cell = tuple[int, int]


@dataclass(frozen=True)
class Window:
    """The cells of the first generation, relative to the target, and the target itself."""

    # On a torus, the target's bounded grid gives the size of the torus.
    target: Pattern
    outside: Outside
    # With outside "dead", the number of cells that the window adds on every side.
    margin: int
    # The number of generations from the window to the target.
    generations: int

    @property
    def border(self) -> int:
        """The number of cells that the window adds to the target's box on every side."""
        return {"dead": self.margin, "free": self.generations, "torus": 0}[self.outside]

    @cached_property
    def states(self) -> NDArray[np.uint8]:
        """The target in the window, with special values for cells that are not constrained.

        Unknown cells of a target of two states are `UNKNOWN`. With outside ``free``, those outside
        the target have one more than the number of states.
        """
        unseen = self.target.rule.states + 1
        return self.placed(self.target.to_array(), unseen if self.outside == "free" else 0)

    @cached_property
    def outside_box(self) -> NDArray[np.bool_]:
        """Which cells of the window lie outside the target's box."""
        return self.placed(np.zeros((self.target.height, self.target.width), dtype=np.bool_), 1)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which cells of the window have a known state in the target."""
        return self.states < self.target.rule.states

    def placed(self, cells: NDArray[Scalar], around: int) -> NDArray[Scalar]:
        """Return the target's box in the window, with the value `around` in all other cells."""
        if self.outside == "torus" and (grid := self.target.grid):
            left, top = self.torus_offset
            window = np.full((grid.height, grid.width), around, dtype=cells.dtype)
            window[top : top + self.target.height, left : left + self.target.width] = cells
            return window
        return np.pad(cells, self.border, constant_values=around)

    @property
    def torus_offset(self) -> Cell:
        """The column and row of the target's top left cell on the torus.

        A torus is centred on the origin, so its left column is minus half its width.
        """
        grid, position = self.target.grid, self.target.position
        if grid is None or position is None:
            return 0, 0
        return position[0] + grid.width // 2, position[1] + grid.height // 2

    def place(self, x: int, y: int) -> Cell:
        """Return the row and column in the window of a cell relative to the target's top left."""
        if self.outside == "torus":
            left, top = self.torus_offset
            return y + top, x + left
        return y + self.border, x + self.border

    def marked(self, cells: Iterable[Cell], group: Iterable[str]) -> NDArray[np.bool_]:
        """Return a mask of the window for cells ``(x, y)`` and their images under a group.

        They are relative to the target's top left cell; cells outside the window are left out.
        """
        height, width = self.states.shape
        mask = np.zeros((height, width), dtype=bool)
        for x, y in cells:
            row, column = self.place(x, y)
            if 0 <= row < height and 0 <= column < width:
                mask[row, column] = True
        images: NDArray[np.bool_] = np.any([transform(mask, element) for element in group], axis=0)
        return images

    def far_cells(self, distance: int, near: NDArray[np.bool_] | None = None) -> frozenset[Cell]:
        """Return the cells at more than a distance from some cells of the window.

        These are the mask `near`, or all cells of the target that need not be dead. The distance is
        the number of moves of a king, on a torus by the shortest way. The result has columns and
        rows relative to the target's top left cell.
        """
        if near is None:
            near = (self.states > 0) & (self.states <= self.target.rule.states)
        for axis in (0, 1):
            # From a line of n cells on, more moves reach no others.
            for _ in range(min(distance, near.shape[axis])):
                near = near | self._shifted(near, 1, axis) | self._shifted(near, -1, axis)
        top, left = self.place(0, 0)
        return frozenset((x - left, y - top) for y, x in np.argwhere(~near).tolist())

    def _shifted(self, mask: NDArray[np.bool_], step: int, axis: int) -> NDArray[np.bool_]:
        """Return a mask moved by one cell; it wraps around only on a torus."""
        moved = np.roll(mask, step, axis)
        if self.outside != "torus":
            edge = (slice(None),) * axis + (0 if step > 0 else -1,)
            moved[edge] = False
        return moved


def window_type_errors(window: Window) -> list[str]:
    """Return errors about values of a window that have the wrong type or are too small."""
    found = []
    if not isinstance(window.target, Pattern):
        found.append(f"target is {window.target!r}; it must be a Pattern")
    for name, least in (("generations", 1), ("margin", 0)):
        if error := integer_error(name, getattr(window, name), least):
            found.append(error)
    return found


def window_errors(window: Window) -> list[str]:
    """Return errors about a window whose values have the right types and whose rule evolves."""
    rule = window.target.rule
    found: list[str] = []
    if window.outside not in ("dead", "free", "torus"):
        found.append(f"outside is {window.outside!r}; it can be dead, free or torus")
    if live_rule(rule).table[0] and window.outside == "dead":
        found.append(
            f"rule {rule.name} has births without neighbours (B0), so cells outside do not stay "
            "dead; use outside free or torus"
        )
    if window.target.width * window.target.height == 0:
        found.append("the target has no cells; give its size, such as x = 3, y = 3")
    return found or _grid_errors(window) or _size_errors(window) or _fit_errors(window)


def _grid_errors(window: Window) -> list[str]:
    """Return errors about the target's bounded grid."""
    grid = window.target.grid
    if window.outside != "torus":
        other = "use a torus (:T) of two sizes, or no grid with outside dead or free"
        if grid and grid.kind == "P":
            other = "lifesat search with --outside bounded searches in such a plane"
        return [f"searches for predecessors have no grid :{grid}; {other}"] * bool(grid)
    untwisted = grid == (grid and BoundedGrid("T", grid.width, grid.height))
    if not grid or not untwisted or not grid.width or not grid.height:
        words = "a torus needs two sizes and no shift; give them in the target's rule"
        return [f"{words}, such as B3/S23:T25,20"]
    return []


def _size_errors(window: Window) -> list[str]:
    """Return errors about the size of space-time."""
    height, width = window.target.height, window.target.width
    if window.outside == "torus" and (grid := window.target.grid):
        height, width = grid.height, grid.width
    width, height = width + 2 * window.border, height + 2 * window.border
    layers = window.generations + 1
    place = f"a window of {width}x{height} over {layers} generations"
    return size_errors(place, width * height, layers, window.target.rule.states)


def _fit_errors(window: Window) -> list[str]:
    """Return an error if the target does not lie within its torus."""
    height, width = window.target.height, window.target.width
    if window.outside == "torus" and (grid := window.target.grid):
        left, top = window.torus_offset
        if min(left, top) < 0 or left + width > grid.width or top + height > grid.height:
            side = isqrt(width)
            row = height == 1 and side > 1 and side * side == width
            hint = f"; --from kaggle reads a row of numbers as {side}x{side} cells" if row else ""
            return [f"the target ({width}x{height}) does not fit within its torus :{grid}{hint}"]
    return []


def outside_errors(window: Window, cells: Set[Cell]) -> list[str]:
    """Return an error message if a cell lies outside the window."""
    for x, y in sorted(cells):
        row, column = window.place(x, y)
        if not (0 <= row < window.states.shape[0] and 0 <= column < window.states.shape[1]):
            return [f"cell ({x}, {y}) lies outside the window of the first generation"]
    return []


def cell_errors(cells: Set[object]) -> list[str]:
    """Return an error message for each cell that is not a pair of ints."""
    return [
        f"a cell is {cell!r}; it must be a pair of ints, column and row"
        for cell in cells
        if not _is_cell(cell)
    ]


def _is_cell(cell: object) -> bool:
    return isinstance(cell, tuple) and [type(part) for part in cell] == [int, int]


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
