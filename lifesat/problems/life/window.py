"""The window in which the first generation of a predecessor lies, and how it evolves there."""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import cached_property
from math import isqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.life.arrays import Scalar, transform
from lifesat.life.evolution import evolve
from lifesat.life.joined_edges import spread
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.rule import BoundedGrid, live_rule
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.box import Ring, inner, with_ring
from lifesat.problems.life.surroundings import Surroundings
from lifesat.problems.problem import Boards, size_errors

Outside = Literal["dead", "free", "torus", "grid"]
Cell = tuple[int, int]


@dataclass(frozen=True)
class Window:
    """The cells of the first generation, relative to the target, and the target itself."""

    # On a torus, the target's bounded grid gives the size of the torus. With outside "grid", it
    # says how edges are joined; where the grid is unbounded, all is dead outside the window.
    target: Pattern
    outside: Outside
    # With outside "dead", and where a grid is unbounded, the number of cells that the window adds
    # on every side.
    margin: int
    # The number of generations from the window to the target.
    generations: int

    @property
    def border(self) -> int:
        """The number of cells that the window adds on every side where there is no grid."""
        borders = {"dead": self.margin, "free": self.generations, "torus": 0, "grid": self.margin}
        return borders[self.outside]

    @property
    def grid(self) -> BoundedGrid | None:
        """The bounded grid that the window lies on, if it lies on one."""
        return self.target.grid if self.outside in ("torus", "grid") else None

    @property
    def shape(self) -> tuple[int, int]:
        """The height and width of the window."""
        around, grid = 2 * self.border, self.grid
        height, width = self.target.height + around, self.target.width + around
        return (grid.height or height, grid.width or width) if grid else (height, width)

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
        left, top = self.offset
        window = np.full(self.shape, around, dtype=cells.dtype)
        window[top : top + self.target.height, left : left + self.target.width] = cells
        return window

    @property
    def offset(self) -> Cell:
        """The column and row of the target's top left cell in the window."""
        (x, y), (left, top) = self._target_position, self.position
        return x - left, y - top

    @property
    def position(self) -> Cell:
        """The place in the universe of the top left cell of the window.

        A grid is centred on the origin, so its left column is minus half its width.
        """
        (x, y), grid = self._target_position, self.grid
        left = -(grid.width // 2) if grid and grid.width else x - self.border
        top = -(grid.height // 2) if grid and grid.height else y - self.border
        return left, top

    @property
    def _target_position(self) -> Cell:
        """The place in the universe of the target; a target without one is at the grid's corner."""
        corner = (-(self.grid.width // 2), -(self.grid.height // 2)) if self.grid else (0, 0)
        return self.target.position or corner

    def place(self, x: int, y: int) -> Cell:
        """Return the row and column in the window of a cell relative to the target's top left."""
        left, top = self.offset
        return y + top, x + left

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
        # After as many moves as there are rows and columns, more reach no others.
        for _ in range(min(distance, sum(near.shape))):
            near = spread(near, self.grid)
        top, left = self.place(0, 0)
        return frozenset((x - left, y - top) for y, x in np.argwhere(~near).tolist())

    @property
    def surroundings(self) -> Surroundings:
        """What lies around the window; with outside "free", this is not known."""
        return Surroundings(self.grid)

    @property
    def ring(self) -> Ring:
        """The rows and columns around the window that must stay dead."""
        return (0, 0) if self.outside == "free" else self.surroundings.ring

    def keeps_grid(self, element: str) -> bool:
        """Return whether a transform leaves it unchanged how edges are joined or stay dead."""
        return self.surroundings.keeps(element, *self.shape)


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
    if window.outside not in ("dead", "free", "torus", "grid"):
        found.append(f"outside is {window.outside!r}; it can be dead, free, torus or grid")
    elif live_rule(rule).table[0] and any(window.ring):
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
    if window.outside == "grid":
        words = "outside grid needs a bounded grid in the target's rule, such as B3/S23:K20*,10"
        return [] if grid else [words]
    if window.outside != "torus":
        other = "use outside grid, or no grid with outside dead or free"
        return [f"with outside {window.outside} a target has no grid :{grid}; {other}"] * bool(grid)
    if not grid or not grid.is_torus:
        words = "a torus needs two sizes and no shift; give them in the target's rule"
        return [f"{words}, such as B3/S23:T25,20, or use outside grid"]
    return []


def _size_errors(window: Window) -> list[str]:
    """Return errors about the size of space-time."""
    height, width = window.shape
    layers = window.generations + 1
    place = f"a window of {width}x{height} over {layers} generations"
    return size_errors(place, width * height, layers, window.target.rule.states)


def _fit_errors(window: Window) -> list[str]:
    """Return an error if the target does not lie within its grid."""
    (left, top), (rows, columns) = window.offset, window.shape
    height, width = window.target.height, window.target.width
    if min(left, top) >= 0 and left + width <= columns and top + height <= rows:
        return []
    side = isqrt(width)
    row = height == 1 and side > 1 and side * side == width
    hint = f"; --from kaggle reads a row of numbers as {side}x{side} cells" if row else ""
    place = f"{'torus' if window.outside == 'torus' else 'grid'} :{window.grid}"
    return [f"the target ({width}x{height}) does not fit within its {place}{hint}"]


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
    if window.outside == "free":
        return with_ring(evolve(boards, rule, t, "cut"), (t, t))
    return evolve(with_ring(boards, window.ring), rule, t, window.surroundings.edges)


def known_cells(window: Window, boards: Boards, t: int) -> Boards:
    """Return first generations at time `t`; with outside ``free``, only cells that they determine.

    With other outsides, these are the cells of the window.
    """
    cells = evolve_window(window, boards, t)
    return inner(cells, t if window.outside == "free" else window.ring)


def reached(window: Window, boards: Boards) -> tuple[Boards, NDArray[np.bool_]]:
    """Return the generation of the target in the window, and which boards are valid.

    Cells outside a free target are `UNKNOWN`. Boards with births outside the window are invalid
    where it stays dead.
    """
    rule, back = window.target.rule, window.generations
    good = np.ones(len(boards), dtype=bool)
    if window.outside == "free":
        return with_ring(evolve(boards, rule, back, "cut"), (back, back), UNKNOWN), good
    cells = boards
    for _ in range(back):
        cells, stays = window.surroundings.step(cells, rule)
        good &= stays
    return cells, good


def reaches_target(window: Window, boards: Boards) -> NDArray[np.bool_]:
    """Return which first generations become the target without births outside the window."""
    cells, good = reached(window, boards)
    good &= ((cells == window.states) | ~window.known).all(axis=(1, 2))
    return good
