"""The next row of particles: filtered along its columns, and drawn backwards.

In the loops c is a column, i a particle, and u, m and b are windows of the last two rows and of the
next one. A window of w columns is a whole one, one of w - 1 columns a half one; `half` is the
number of the latter.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.compiler import compiled
from lifesat.engines.particles.board import Cells
from lifesat.engines.particles.messages import Chain, Floats

Places = NDArray[np.intp]
Hashes = NDArray[np.uint64]
Doubles = NDArray[np.float64]


class Death(NamedTuple):
    """A row in which no particle has a continuation."""

    # The column that no particle could fill.
    column: int


class Groups(NamedTuple):
    """Groups of particles that may take each other's place before each column."""

    # Particles, those of a group side by side, shape (columns + 1, particles).
    order: Places
    # For each particle, where its group begins and ends in this order.
    begins: Places
    ends: Places

    @classmethod
    def of(cls, keys: Hashes) -> "Groups":
        """Return groups of particles with equal keys, of shape ``(columns + 1, particles)``."""
        groups = cls(*np.empty((3, *keys.shape), dtype=np.intp))
        _group(keys, *groups)
        return groups

    @classmethod
    def alone(cls, columns: int, particles: int) -> "Groups":
        """Return groups of one particle each, so that each keeps its own past."""
        order = np.tile(np.arange(particles), (columns, 1))
        return cls(order, order, order + 1)


class Row(NamedTuple):
    """The data from which the next row is drawn."""

    # The windows of the last two rows of each particle, shape (columns + 1, particles).
    upper: Places
    lower: Places
    # The values of the message for these rows at their windows, of the same shape.
    promised: Floats
    # Those of `Board.checks` for the lower row.
    checks: Floats
    # The message for the lower row and the next one.
    below: Chain
    groups: Groups

    @property
    def half(self) -> int:
        """The number of windows that are one column narrower."""
        return int(self.below.shape[2]) // 2

    def start(self) -> Doubles:
        """Return the weights of particles and windows before the first column."""
        state = np.zeros((self.upper.shape[1], self.half))
        state[:, 0] = 1 / len(state)
        return state


@dataclass
class Filtered:
    """The weights of all ways along the columns of the next row."""

    row: Row
    # For each column, the cumulative weights before it in the order of the groups, shape (columns +
    # 1, particles + 1, 2^(w-1)).
    sums: Doubles
    # The weights of particles and half windows after the last column.
    ends: Doubles
    # The natural logarithm of the mean weight of a particle.
    log_total: float

    @classmethod
    def along(cls, row: Row) -> "Filtered | Death":
        """Filter a row along its columns, or return where no particle has a continuation."""
        columns, particles = row.upper.shape
        sums = np.empty((columns, particles + 1, row.half))
        state = row.start()
        died, log_total = _along(row, sums, state)
        return cls(row, sums, state, log_total) if died < 0 else Death(died)

    def draw(self, number: int, generator: np.random.Generator) -> tuple[Cells, Places]:
        """Draw cells and the particles that they continue, both of shape ``(number, columns)``."""
        who, window = drawn_ends(self.ends, number, generator)
        columns = len(self.sums)
        chances = generator.random((2, columns, number))
        cells = np.empty((columns, number), dtype=np.uint8)
        parents = np.empty((columns, number), dtype=np.intp)
        _drawn(self.row, self.sums, who, window, chances, cells, parents)
        return cells[:-1].T, parents[:-1].T


def drawn_ends(ends: Doubles, number: int, generator: np.random.Generator) -> tuple[Places, ...]:
    """Draw particles and half windows after the last column, by stratified sampling."""
    marks = np.cumsum(ends.ravel())
    chosen = np.searchsorted(
        marks, (np.arange(number) + generator.random(number)) * (marks[-1] / number), "right"
    )
    return np.divmod(np.minimum(chosen, len(marks) - 1), ends.shape[1])


@compiled
def _group(keys: Hashes, order: Places, begins: Places, ends: Places) -> None:
    """Fill the arrays of `Groups` for equal keys, all of shape ``(columns, particles)``."""
    columns, particles = keys.shape
    slots = 1
    while slots < 2 * particles:
        slots *= 2
    groups = np.empty(particles, dtype=np.intp)
    for c in range(columns):
        table = np.full(slots, -1, dtype=np.intp)
        sizes = np.zeros(particles, dtype=np.intp)
        for i in range(particles):
            slot = np.intp((keys[c, i] ^ (keys[c, i] >> np.uint64(32))) & np.uint64(slots - 1))
            while table[slot] >= 0 and keys[c, table[slot]] != keys[c, i]:
                slot = (slot + 1) & (slots - 1)
            if table[slot] < 0:
                table[slot] = i
            groups[i] = table[slot]
            sizes[groups[i]] += 1
        starts = np.cumsum(sizes) - sizes
        filled = starts.copy()
        for i in range(particles):
            first = groups[i]
            order[c, filled[first]] = i
            filled[first] += 1
            begins[c, i], ends[c, i] = starts[first], starts[first] + sizes[first]


@compiled
def _along(row: Row, sums: Doubles, state: Doubles) -> tuple[int, float]:
    """Filter a row; return the column that has no continuation, or -1, and the log total weight.

    Fills `sums` as in `Filtered`. `state` holds the weights of particles and half windows
    before the first column, and is filled with those after the last one.
    """
    order = row.groups.order
    columns, particles = order.shape
    half = state.shape[1]
    logarithm = 0.0
    for c in range(columns):
        summed = sums[c]
        summed[0] = 0
        for i in range(particles):
            other, before, after = state[order[c, i]], summed[i], summed[i + 1]
            for b in range(half):
                after[b] = before[b] + other[b]
        total = _weighed(row, c, summed, state)
        if not total > 0:
            return c, logarithm
        scale = 1 / total
        for i in range(particles):
            for b in range(half):
                state[i, b] *= scale
        logarithm += np.log(total)
    return -1, logarithm


@compiled
def _weighed(row: Row, c: int, summed: Doubles, state: Doubles) -> float:
    """Add a column of the next row to the state, and return the total weight."""
    _, begins, ends = row.groups
    half = state.shape[1]
    ways = np.empty(2 * half)
    total = 0.0
    for i in range(len(state)):
        m = row.lower[c, i]
        below, check = row.below[c, m], row.checks[c, row.upper[c, i] & 7, m & 7]
        first, last, own = summed[begins[c, i]], summed[ends[c, i]], state[i]
        scale = 1 / (ends[c, i] - begins[c, i]) / row.promised[c, i]
        for b in range(half):
            mixed = (last[b] - first[b]) * scale
            for k in range(2 * b, 2 * b + 2):
                ways[k] = mixed * below[k] * check[k & 7]
        for b in range(half):
            own[b] = ways[b] + ways[b + half]
            total += own[b]
    return total


@compiled
def _drawn(
    row: Row,
    sums: Doubles,
    who: Places,
    window: Places,
    chances: Doubles,
    cells: Cells,
    parents: Places,
) -> None:
    """Draw rows backwards into `cells` and `parents`, shape ``(columns + 1, number)``.

    `who` and `window` are the particles and half windows after the last column, and are
    overwritten; `chances` are random numbers of shape ``(2, columns + 1, number)``.
    """
    order, begins, ends = row.groups
    half = sums.shape[2]
    for c in range(len(order) - 1, -1, -1):
        summed = sums[c]
        for n in range(len(who)):
            i, b = who[n], window[n]
            parents[c, n] = i
            m = row.lower[c, i]
            below, check = row.below[c, m], row.checks[c, row.upper[c, i] & 7, m & 7]
            first, last = begins[c, i], ends[c, i]
            low, high = b >> 1, (b + half) >> 1
            dead = (summed[last, low] - summed[first, low]) * below[b] * check[b & 7]
            b += half
            live = (summed[last, high] - summed[first, high]) * below[b] * check[b & 7]
            if not (live > 0 and chances[0, c, n] * (dead + live) >= dead):
                b -= half
            cells[c, n] = b & 1
            b >>= 1
            window[n] = b
            chance = chances[1, c, n]
            mark = (1 - chance) * summed[first, b] + chance * summed[last, b]
            who[n] = order[c, place_in_sums(summed[:, b], first, last, mark)]


@compiled
def place_in_sums(summed: Doubles, first: int, last: int, mark: float) -> int:
    """Return the first index from `first` on, up to `last`, whose next sum exceeds a mark."""
    last -= 1
    while first < last:
        middle = (first + last) >> 1
        if summed[middle + 1] > mark:
            last = middle
        else:
            first = middle + 1
    return first
