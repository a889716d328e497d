"""What lies outside a block of space-time: a pattern that is periodic in space and time."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from lifesat.errors import UserError
from lifesat.life.evolution import step
from lifesat.life.rule import Rule

Outside = Literal["dead", "bounded", "torus"]
OUTSIDES: tuple[Outside, ...] = ("dead", "bounded", "torus")

Scalar = TypeVar("Scalar", bound=np.generic)
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
    """The cells around a block."""

    # As in `lifesat.problems.life.search.SpaceTimeSearch`.
    outside: Outside
    # None for dead cells; a torus has no outside.
    background: Background | None = None

    @property
    def torus(self) -> bool:
        """Whether opposite edges are joined."""
        return self.outside == "torus"

    @property
    def ring(self) -> int:
        """The number of cells around a block that its formula needs.

        One if the rule binds cells outside, and one more for a background; dead cells need no
        literals.
        """
        return 0 if self.torus else int(self.outside == "dead") + int(self.background is not None)

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
        height, width = cells.shape[-2:]
        if self.torus:
            return cells[..., t, y % height, x % width]
        inside = (y >= 0) & (y < height) & (x >= 0) & (x < width)
        found = cells[..., t, y.clip(0, height - 1), x.clip(0, width - 1)]
        outside = np.array(states, dtype=cells.dtype)[self._outside(t, y, x)]
        values: NDArray[Scalar] = np.where(inside, found, outside)
        return values

    def around(
        self, cells: NDArray[Scalar], t: int, ring: int, states: tuple[int, int] = (0, 1)
    ) -> NDArray[Scalar]:
        """Return generation `t` with `ring` more cells on every side; see `at` for the rest."""
        height, width = cells.shape[-2:]
        return self.at(cells, t, *box(height, width, ring), states)

    def _outside(self, t: Times, y: NDArray[np.intp], x: NDArray[np.intp]) -> NDArray[np.uint8]:
        if self.background is None:
            return np.zeros(y.shape, dtype=np.uint8)
        return self.background.states(t, y, x)


def box(height: int, width: int, ring: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the row and column of each cell of a box with `ring` more cells on every side."""
    y, x = np.indices((height + 2 * ring, width + 2 * ring)) - ring
    return y, x
