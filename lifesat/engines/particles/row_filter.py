"""The next row of particles: filtered along its columns, and drawn backwards.

This is done with arrays, or by compiled loops (`lifesat.engines.particles.compiled_rows`) where
they pay off. Both draw from the same distribution.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.particles.board import Cells
from lifesat.engines.particles.compiler import worth_compiling
from lifesat.engines.particles.row import Death, Groups, Hashes, Places, Row, Ways, drawn_ends


def groups_of(keys: Hashes) -> Groups:
    """Return groups of particles with equal keys, of shape ``(columns + 1, particles)``."""
    if worth_compiling(len(keys)):
        from lifesat.engines.particles.compiled_rows import grouped  # noqa: PLC0415  # needs numba

        groups = Groups(*np.empty((3, *keys.shape), dtype=np.intp))
        grouped(keys, *groups)
        return groups
    return _sorted_groups(keys)


def _sorted_groups(keys: Hashes) -> Groups:
    order = np.argsort(keys, axis=1)
    keys = np.take_along_axis(keys, order, axis=1)
    places = np.arange(keys.shape[1])
    new = np.ones(keys.shape, dtype=bool)
    new[:, 1:] = keys[:, 1:] != keys[:, :-1]
    begins = np.maximum.accumulate(np.where(new, places, 0), axis=1)
    last = np.ones(keys.shape, dtype=bool)
    last[:, :-1] = new[:, 1:]
    ends = np.where(last, places + 1, len(places))
    ends = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    ranks = np.argsort(order, axis=1)
    return Groups(
        order,
        np.take_along_axis(begins, ranks, axis=1),
        np.take_along_axis(ends, ranks, axis=1),
    )


def filtered(row: Row) -> Ways | Death:
    """Filter the next row along its columns, or return where no particle has a continuation."""
    if worth_compiling(len(row.below)):
        from lifesat.engines.particles.compiled_rows import CompiledFiltered  # noqa: PLC0415  # needs numba

        return CompiledFiltered.along(row)
    return Filtered.along(row)


@dataclass
class Filtered:
    """The weights of all ways along the columns of the next row."""

    groups: Groups
    # For each column, the weights of particles and windows of the next row, shape (particles, 2^w).
    windows: list[NDArray[np.float64]]
    # For each column, the cumulative weights before it in the order of the groups. Each has shape
    # (particles + 1, 2^(w-1)).
    sums: list[NDArray[np.float64]]
    # The weights of particles and half windows after the last column.
    ends: NDArray[np.float64]
    # The natural logarithm of the mean weight of a particle.
    log_total: float

    @classmethod
    def along(cls, row: Row) -> "Filtered | Death":
        """Filter a row along its columns, or return where no particle has a continuation."""
        groups, state = row.groups, row.start()
        particles, half = state.shape
        windows, sums = [], []
        log_total = 0.0
        sizes = (groups.ends - groups.begins)[:, :, None]
        for column, step in enumerate(row.steps()):
            summed = np.zeros((particles + 1, half))
            np.cumsum(state[groups.order[column]], axis=0, out=summed[1:])
            sums.append(summed)
            mixed = summed[groups.ends[column]] - summed[groups.begins[column]]
            mixed /= sizes[column]
            ways = (mixed[:, :, None] * step.reshape(particles, half, 2)).reshape(particles, -1)
            windows.append(ways)
            state = ways[:, :half] + ways[:, half:]
            total = state.sum()
            if not total > 0:
                return Death(column)
            state /= total
            log_total += math.log(total)
        return cls(groups, windows, sums, state, log_total)

    def draw(self, number: int, generator: np.random.Generator) -> tuple[Cells, Places]:
        """Draw cells and the particles that they continue, both of shape ``(number, columns)``."""
        half = self.ends.shape[1]
        who, window = drawn_ends(self.ends, number, generator)
        columns = len(self.windows)
        cells = np.zeros((number, columns), dtype=np.uint8)
        parents = np.zeros((number, columns), dtype=np.intp)
        chances = generator.random((2, columns, number))
        for column in reversed(range(columns)):
            parents[:, column] = who
            ways = self.windows[column]
            dead, live = ways[who, window], ways[who, window + half]
            oldest = chances[0, column] * (dead + live) >= dead
            whole = window + half * (oldest & (live > 0))
            cells[:, column] = whole & 1
            window = whole >> 1
            who = self._exchanged(column, who, window, chances[1, column])
        return cells[:, :-1], parents[:, :-1]

    def _exchanged(
        self, column: int, who: Places, window: Places, chances: NDArray[np.float64]
    ) -> Places:
        """Return, for drawn particles, the members of their groups that they continue."""
        sums = self.sums[column]
        begins, ends = self.groups.begins[column, who], self.groups.ends[column, who]
        low, high = sums[begins, window], sums[ends, window]
        scale = np.maximum(sums[-1], np.finfo(float).tiny)
        # One search in the sums of all windows, each of which fills an interval of length 1.
        lines = (sums[1:] / scale).T + np.arange(sums.shape[1])[:, None]
        marks = window + (low + chances * (high - low)) / scale[window]
        places = np.searchsorted(lines.ravel(), marks, side="right") - window * (len(sums) - 1)
        exchanged: Places = self.groups.order[column][np.clip(places, begins, ends - 1)]
        return exchanged
