"""The window of a first generation: the cells that a predecessor problem searches for."""

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import Literals, is_variable
from lifesat.life.arrays import Scalar, transform
from lifesat.life.pattern import UNKNOWN, Pattern
from lifesat.life.symmetry import symmetry_group
from lifesat.problems.life.symmetry import axis_direction

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

        Unknown cells of a target of two states are `UNKNOWN`. With outside ``free``, cells outside
        the target have one more than the number of states: 3 under rules of two states.
        """
        unseen = self.target.rule.states + 1
        return self.placed(self.target.to_array(), unseen if self.outside == "free" else 0)

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

    def places(self, literals: Literals) -> Iterator[tuple[int, int, int, int]]:
        """Yield ``(variable, x, y, t)`` for every cell that is a variable, ordered by variable.

        `literals` is space-time: the window in every generation, with outside ``dead`` in a ring of
        cells.
        """
        top, left = self.place(0, 0)
        if self.outside == "dead":
            top, left = top + 1, left + 1
        cells = np.argwhere(is_variable(literals))
        order = np.argsort(literals[tuple(cells.T)], kind="stable")
        for t, row, column in cells[order].tolist():
            yield int(literals[t, row, column]), column - left, row - top, t

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

        These are the mask `near`, or all cells of the target that may be live. The distance is the
        number of moves of a king, on a torus by the shortest way. The result has columns and rows
        relative to the target's top left cell.
        """
        if near is None:
            near = (self.states == 1) | (self.states == UNKNOWN)
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


class Constraints(NamedTuple):
    """The constraints on the first generation; see `lifesat.problems.life.predecessor`."""

    min_population: int
    max_population: int | None
    different: bool
    require: Set[Cell]
    forbid: Set[Cell]
    symmetry: str

    def group(self, window: Window) -> tuple[str, ...]:
        """Return the group of transforms of the symmetry in a window."""
        direction = axis_direction(self.symmetry, window.states, window.target.rule)
        return symmetry_group(self.symmetry, direction)
