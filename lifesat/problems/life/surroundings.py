"""What lies outside a block of space-time: cells that a grid joins, or a periodic pattern."""

import re
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.life.arrays import Scalar, transform
from lifesat.life.bounded_grid import BoundedGrid, parse_grid
from lifesat.life.evolution import Edges, step
from lifesat.life.joined_edges import neighbours, places
from lifesat.life.rule import Rule
from lifesat.problems.life.box import Ring, Shift, inner, with_ring
from lifesat.problems.problem import Boards

OUTSIDES = ("dead", "bounded", "torus")
"""The words for what lies outside a block; a bounded grid such as ``K20*,10`` is another."""
OUTSIDE_WORDS = f"{', '.join(OUTSIDES)}, or a bounded grid such as T20,10+2"
_KINDS = {"bounded": "P", "torus": "T"}

Times = int | NDArray[np.intp]
"""A generation, or the generation of each of several cells."""

_LONGEST_PERIOD = 1000
_MOST_CELLS = 1 << 20


@dataclass(frozen=True)
class Background:
    """A pattern that fills the plane periodically and repeats after some generations."""

    # The rows of one generation: 0 and 1 with blanks between them.
    cells: tuple[str, ...]
    rule: Rule
    # The column, row and generation of the background cell that belongs at the top left of the
    # block's first generation.
    offset: tuple[int, int, int] = (0, 0, 0)

    def __post_init__(self) -> None:
        rows = [row.split() for row in self.cells]
        widths = {len(row) for row in rows}
        if not rows or widths == {0}:
            raise UserError("the background has no cells")
        if len(widths) > 1:
            raise UserError("the rows of the background must have the same number of cells")
        if bad := next((cell for row in rows for cell in row if cell not in ("0", "1")), None):
            raise UserError(f"the background has a cell {bad!r}; its cells are 0 and 1")
        if (size := len(rows) * len(rows[0])) > _MOST_CELLS:
            raise UserError(f"the background has {size:,} cells; the limit is {_MOST_CELLS:,}")
        self.generations  # noqa: B018  # raises if it does not come back

    @cached_property
    def generations(self) -> NDArray[np.uint8]:
        """The generations of one period, shape ``(period, height, width)``."""
        first = np.array([row.split() for row in self.cells], dtype=np.uint8)
        found, seen = [first], {first.tobytes()}
        while len(found) < _LONGEST_PERIOD and len(found) * first.size < _MOST_CELLS:
            later = step(found[-1], self.rule, "torus")
            if np.array_equal(later, first):
                return np.array(found)
            if later.tobytes() in seen:
                break
            found.append(later)
            seen.add(later.tobytes())
        else:
            raise UserError(f"the background does not come back within {len(found):,} generations")
        raise UserError(
            f"the background never comes back in rule {self.rule.name}; give a pattern that is "
            "still or oscillates when it fills the plane"
        )

    def obeys(self, rule: Rule) -> bool:
        """Return whether another rule gives the same generations."""
        later = np.roll(self.generations, -1, axis=0)
        return rule == self.rule or np.array_equal(step(self.generations, rule, "torus"), later)

    def states(self, t: Times, y: NDArray[np.intp], x: NDArray[np.intp]) -> NDArray[np.uint8]:
        """Return the states of cells in generations, at rows and columns of the block."""
        right, down, later = self.offset
        period, height, width = self.generations.shape
        states: NDArray[np.uint8] = self.generations[
            (t + later) % period, (y + down % height) % height, (x + right % width) % width
        ]
        return states


@dataclass(frozen=True)
class Surroundings:
    """What lies around boxes of cells: cells that a grid joins to them, a background, or dead ones.

    Where a grid ends, births beside a box are ignored; elsewhere the rule binds the cells there.
    """

    # None for the plane.
    grid: BoundedGrid | None = None
    # None for dead cells; only a grid that joins no edges has a background.
    background: Background | None = None

    @property
    def joined(self) -> tuple[bool, bool]:
        """Whether the top and bottom edges are joined, and the left and right ones."""
        grid = self.grid
        return (
            (bool(grid.height), bool(grid.width)) if grid and grid.kind != "P" else (False, False)
        )

    @property
    def ends(self) -> bool:
        """Whether it has no meaning how cells lie farther than one cell beyond the edges."""
        return self.grid is not None and self.grid.kind in "CS"

    @property
    def edges(self) -> Edges:
        """The edges of a box with its ring, if there is no background."""
        return self.grid or "dead"

    @property
    def bound(self) -> Ring:
        """The rows and columns around a box that the rule binds: those that a grid goes on to."""
        grid = self.grid
        return int(not (grid and grid.height)), int(not (grid and grid.width))

    @property
    def ring(self) -> Ring:
        """The rows and columns around a box that its formula needs.

        They are those that the rule binds, and one more of each for a background; other dead cells
        need no literals.
        """
        (down, across), more = self.bound, int(self.background is not None)
        return down + more, across + more

    def places(self, height: int, width: int) -> NDArray[np.intp] | None:
        """Return `lifesat.cnf.spacetime.SpaceTime.around` of a box of some size and its ring."""
        down, across = self.ring
        return neighbours(self.grid, height + 2 * down, width + 2 * across) if self.grid else None

    def keeps(self, element: str, height: int, width: int) -> bool:
        """Return whether a transform of a box leaves the joined and the bound cells unchanged."""
        around = self.places(height, width)
        if around is None:
            return True
        image = transform(around, element)
        cells, moved = inner(around, 1), inner(image, 1)
        if cells.shape != moved.shape:
            return False
        # Each place becomes the one whose cell it is after the transform.
        renamed = np.empty(cells.size + 1, dtype=np.intp)
        renamed[moved.ravel()], renamed[-1] = cells.ravel(), -1
        return bool((renamed[image] == around).all())

    def at(
        self,
        cells: NDArray[Scalar],
        t: Times,
        y: NDArray[np.intp],
        x: NDArray[np.intp],
        states: tuple[int, int] = (0, 1),
    ) -> NDArray[Scalar]:
        """Return the values of cells inside or outside a block, shape ``(..., *y.shape)``.

        `t` is the generation of all, or of each. `cells` are the values of the block, shape
        ``(..., generations, height, width)``; `states` are those of a dead and of a live cell
        outside.
        """
        *shape, height, width = cells.shape
        place = places(self.grid, height, width, y, x)
        found = cells.reshape(*shape, height * width)[..., t, place]
        outside = np.array(states, dtype=cells.dtype)[self._outside(t, y, x)]
        values: NDArray[Scalar] = np.where(place < 0, outside, found)
        return values

    def inside(self, cells: NDArray[np.intp], height: int, width: int) -> NDArray[np.intp]:
        """Return the coordinates of cells, those in a block where a grid joins its edges.

        `cells` are columns, rows and generations, shape ``(3, cells)``.
        """
        x, y, t = cells
        place = places(self.grid, height, width, y, x)
        down, across = np.divmod(place, width)
        return np.stack([np.where(place < 0, x, across), np.where(place < 0, y, down), t])

    def around(
        self, cells: NDArray[Scalar], t: int, ring: Ring, states: tuple[int, int] = (0, 1)
    ) -> NDArray[Scalar]:
        """Return generation `t` with a ring of cells around it; see `at` for the rest."""
        height, width = cells.shape[-2:]
        return self.at(cells, t, *box(height, width, ring), states)

    def moved(self, cells: NDArray[Scalar], shift: Shift, fill: int) -> NDArray[Scalar]:
        """Return boxes with their contents moved right and down, across joined edges too.

        Cells that leave a box are lost, and those that enter it have the value `fill`.
        """
        if shift == (0, 0):
            return cells
        (dx, dy), (*shape, height, width) = shift, cells.shape
        y, x = np.indices((height, width))
        place = places(self.grid, height, width, y - dy, x - dx)
        flat = cells.reshape(*shape, height * width)
        moved: NDArray[Scalar] = np.where(place < 0, np.array(fill, cells.dtype), flat[..., place])
        return moved

    def moves(self, shift: Shift) -> bool:
        """Return whether patterns that are moved evolve as before, as on a plane or a torus."""
        grid, (dx, dy) = self.grid, shift
        if grid is None or grid.kind == "T":
            return True
        return not ((grid.width and dx) or (grid.height and dy))

    def step(self, boards: Boards, rule: Rule) -> tuple[Boards, NDArray[np.bool_]]:
        """Return the next generation of boards, and which of them stay in their box.

        There is no background.
        """
        around = step(with_ring(boards, self.ring), rule, self.edges)
        later = inner(around, self.ring)
        if around.shape == later.shape:
            return later, np.ones(len(boards), dtype=bool)
        left = np.count_nonzero(around, axis=(1, 2)) - np.count_nonzero(later, axis=(1, 2))
        return later, left == 0

    def _outside(self, t: Times, y: NDArray[np.intp], x: NDArray[np.intp]) -> NDArray[np.uint8]:
        if self.background is None:
            return np.zeros(y.shape, dtype=np.uint8)
        return self.background.states(t, y, x)


def grid_outside(outside: str, height: int, width: int) -> BoundedGrid | None:
    """Return the grid that an outside in words means for a block of some size.

    Raises UserError if the words are invalid, or if the grid has another size.
    """
    if outside in OUTSIDES:
        kind = _KINDS.get(outside)
        return BoundedGrid(kind, width, height) if kind else None
    if not re.match("[PTKCS]|[ptkcs][0-9]", outside):
        raise UserError(f"outside is {outside!r}; it can be {OUTSIDE_WORDS}")
    if grid := parse_grid(outside):
        for name, size, length in (("wide", width, grid.width), ("high", height, grid.height)):
            if length not in (0, size):
                raise UserError(
                    f"the grid {grid} is {length:,} cells {name}; the cells here are {size:,}"
                )
    return grid


def outside_of(grid: BoundedGrid | None, height: int, width: int) -> str:
    """Return the standard words for what lies outside a block on a grid, None for the plane."""
    if grid is None:
        return "dead"
    plain = (each for each, kind in _KINDS.items() if grid == BoundedGrid(kind, width, height))
    return next(plain, str(grid))


def grid_words(grid: BoundedGrid | None) -> str:
    """Return a description of a grid, for the end of a phrase; "" for the plane."""
    return f" on the grid {grid}" if grid else ""


def box(height: int, width: int, ring: Ring) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the row and column of each cell of a box with a ring around it."""
    down, across = ring
    y, x = np.indices((height + 2 * down, width + 2 * across))
    return y - down, x - across
