"""One step of a grid: the encoding's clauses in Knuth's order, its variables with Knuth's names."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings.bailleux_boufkhad import (
    NEXT,
    REACH,
    Clauses,
    Coordinates,
    Counter,
    Definition,
)
from lifesat.cnf.formula import Formula, Names, decimals, folded
from lifesat.cnf.spacetime import FALSE, Literals, fresh

# Placeholders for the characters of the two times of a step.
NOW, LATER = 1, 2
# The order in which a cell defines its counts, if it needs all of them; the cell itself follows.
_ORDER = "DEBGFCA"
_CLAUSES_BITS = 5
_PARTS_BITS = 4
# The number of cells whose clauses are generated at once.
_BAND_CELLS = 4_000
# This many last rows or columns of a grid contain every kind of place.
_END = 8


def in_threes(clauses: Clauses, spare: int) -> Clauses:
    """Return the clauses, with each of four literals split into two that share `spare`."""
    split: list[tuple[int, ...]] = []
    for clause in clauses:
        halves = [(spare, *clause[:2]), (-spare, *clause[2:])]
        split += halves if len(clause) == 4 else [clause]
    return split


_SPARE = 6
_NEXT_IN_THREES = in_threes(NEXT.clauses, _SPARE)


@dataclass(frozen=True)
class Band:
    """The clauses of some rows of a step, which share no auxiliary variable with other rows."""

    # Shape ``(clauses, 3)``, 0 where there is no literal; in Knuth's order.
    clauses: Literals
    # Shape ``(clauses,)``: whether a clause keeps a cell beyond the grid dead at the later time.
    cage: NDArray[np.bool_]
    # The names of the auxiliary variables, which follow those of the cells.
    names: Names


@dataclass(frozen=True)
class GridStep:
    """One step of an m x n grid, with a placeholder for each of its two times.

    The variables are the cells at the earlier time, row by row; those at the later time; then those
    of cells beyond the grid that could be born; then the auxiliary ones.
    """

    rows: int
    columns: int

    @property
    def cells(self) -> int:
        """The number of cells of the grid."""
        return self.rows * self.columns

    @cached_property
    def possible_births(self) -> NDArray[np.bool_]:
        """Whether each cell could be live at the later time; one more cell on every side."""
        grid = np.zeros((self.rows + 4, self.columns + 4), dtype=np.intp)
        grid[2:-2, 2:-2] = 1
        rows = grid[:-2] + grid[1:-1] + grid[2:]
        births: NDArray[np.bool_] = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] >= 3
        return births

    @cached_property
    def earlier(self) -> Literals:
        """The grid at the earlier time with dead cells around it."""
        return np.pad(fresh((self.rows, self.columns), 0), REACH, constant_values=FALSE)

    @cached_property
    def later(self) -> Literals:
        """The grid at the later time with one more cell on every side."""
        later = np.zeros((self.rows + 2, self.columns + 2), dtype=np.int32)
        later[1:-1, 1:-1] = fresh((self.rows, self.columns), self.cells)
        beyond = self.possible_births & (later == 0)
        later[beyond] = fresh((int(beyond.sum()),), 2 * self.cells)
        return later

    @cached_property
    def cell_names(self) -> Names:
        """The names of the cells at the earlier time."""
        y, x = np.meshgrid(np.arange(1, self.columns + 1), np.arange(1, self.rows + 1))
        return self._named(x.ravel(), y.ravel(), NOW, [bytes(2)])

    @cached_property
    def new_names(self) -> Names:
        """The names of the cells at the later time, those beyond the grid after the others."""
        inside = np.where(self.cell_names == NOW, LATER, self.cell_names).astype(np.uint8)
        x, y = np.nonzero(self.later > 2 * self.cells)
        return np.concatenate([inside, self._named(x, y, LATER, [bytes(2)])])

    def longest_name(self) -> int:
        """Return the length of the longest name."""
        # It occurs in the last rows and columns, which are alike in all large grids.
        end = GridStep(min(self.rows, _END), min(self.columns, _END))
        x, y = np.nonzero(end.possible_births)
        if not len(x):
            return len(f"{self.rows}a{self.columns}")
        x += self.rows - end.rows
        y += self.columns - end.columns
        # The farthest places belong to e, which cells share sideways, and to f, two rows below.
        odd = (x % 2 == 1) & (x < self.rows)
        of_e = zip(x | 1, y + (y & 2), strict=True)
        of_f = zip(x + 2 * odd, np.where(odd, abs((y - 1) | 1), y), strict=True)
        return max(len(f"{row}{column}") for row, column in (*of_e, *of_f)) + len("aE2")

    def bands(self) -> Iterator[Band]:
        """Yield the clauses of the step, two or more rows at a time."""
        rows = 2 * max(1, _BAND_CELLS // (2 * self.columns))
        for first in range(0, self.rows + 2, rows):
            x, y = np.nonzero(self.possible_births[first : first + rows])
            if len(x):
                yield self._band(x + first, y)

    def _band(self, x: Coordinates, y: Coordinates) -> Band:
        formula = Formula(len(self.cell_names) + len(self.new_names))
        counter = Counter(formula, self.earlier)
        counts = counter.neighbours(x, y)
        spare = formula.fresh(len(x), 1)
        inputs = np.column_stack([counter.cell(x, y), counts, self.later[x, y], spare])
        parts = [_stamped(_NEXT_IN_THREES, inputs, np.arange(len(x)), len(_ORDER))]
        names = []
        for each in counter.definitions:
            rank = _ORDER.index(each.letter)
            for chosen, clauses in self._printed(each):
                parts.append(_stamped(clauses, each.inputs[chosen], each.user[chosen], rank))
            least, size = each.least, each.counts.shape[1]
            ends = [f"{each.letter}{k}".encode() for k in range(least, least + size)]
            names.append(self._named(each.x, each.y, NOW, ends))
        names.append(self._named(x, y, NOW, [b"x\0"]))
        beyond = np.flatnonzero(self.later[x, y] > 2 * self.cells)
        parts.append(_stamped([(-5,)], inputs[beyond], beyond, len(_ORDER) + 1))
        stamped, order = map(np.concatenate, zip(*parts, strict=True))
        sequence = np.argsort(order, kind="stable")
        cage = sequence >= len(order) - len(beyond)
        return Band(stamped[sequence], cage, np.concatenate(names))

    def _printed(self, each: Definition) -> Iterator[tuple[NDArray[np.bool_], Clauses]]:
        """Yield masks of the places of a definition, each with the clauses for these places.

        For two dead cells beyond the first or last column the last clause is redundant.
        """
        column = each.y + {"D": 1, "E": -1}.get(each.letter, 0)
        beyond = (each.letter in "DE") & ((column < 1) | (column > self.columns))
        yield ~beyond, each.scheme.clauses
        yield beyond, each.scheme.clauses[:-1]

    def _named(self, x: Coordinates, y: Coordinates, time: int, ends: list[bytes]) -> Names:
        """Return, for each place, its xty code followed by each end; an end has two bytes."""
        digits = self._digits.shape[1]
        names = np.empty((len(x), len(ends), 2 * digits + 3), dtype=np.uint8)
        names[:, :, :digits] = self._digits[x][:, None]
        names[:, :, digits] = time
        names[:, :, digits + 1 : -2] = self._digits[y][:, None]
        names[:, :, -2:] = np.frombuffer(b"".join(ends), dtype=np.uint8).reshape(-1, 2)
        return names.reshape(-1, names.shape[2])

    @cached_property
    def _digits(self) -> Names:
        return decimals(np.arange(max(self.rows, self.columns) + 2 * REACH))


def _stamped(
    clauses: Clauses, inputs: Literals, users: Coordinates, rank: int
) -> tuple[Literals, NDArray[np.int64]]:
    """Return the clauses for every row of `inputs`, and the sort key of each clause."""
    width = 3
    rows = [(*clause, *[0] * (width - len(clause))) for clause in clauses]
    padded = np.array(rows, dtype=np.int32)
    simplified, remaining = folded(inputs[:, np.abs(padded) - 1] * np.sign(padded))
    first = (users.astype(np.int64) << _PARTS_BITS | rank) << _CLAUSES_BITS
    order = first[:, None] | np.arange(len(clauses))
    return simplified[remaining], order[remaining]
