"""Sums over the states of three rows of letters, and the filter along a row, by compiled loops.

In the loops c is a column; m, b and t are windows of the middle, the bottom and the top row, and i
is a particle. A whole window has three letters, a half one the last two of them: window w begins
with the half window ``w >> 2`` and ends with ``w & 15``. States have the axes middle, bottom, top.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.engines.particles.board import Cells
from lifesat.engines.particles.compiled_rows import place_in_sums
from lifesat.engines.particles.compiler import compiled
from lifesat.engines.particles.row import Doubles, Groups, Places

Floats = NDArray[np.float32]

_HALF = 16
_WHOLE = 64


class Given(NamedTuple):
    """The messages and checks of three rows of letters."""

    # Those of `Layers.kinds` for the middle row.
    kinds: Places
    # The chain of the upper two rows, the middle row's windows first, shape (columns, 64, 64).
    above: Floats
    # The chain of the lower two rows.
    below: Floats
    # Those of `checks_of`.
    checks: Floats


@compiled
def states_before(
    kinds: Places, above: Floats, below: Floats, checks: Floats, from_edge: bool
) -> Floats:
    """Return the weights of half windows before each column, and after the last one.

    Shape ``(columns + 1, 16, 16, 16)``; zeros after a column that nothing fits. Without
    `from_edge`, letters left of the first column may be anything. The other arguments are fields of
    `Given`.
    """
    columns = len(kinds)
    states = np.zeros((columns + 1, _HALF, _HALF, _HALF), dtype=np.float32)
    if from_edge:
        states[0, 0, 0, 0] = 1
    else:
        states[0] = 1
    for c in range(columns):
        check = checks[kinds[c]]
        for m in range(_WHOLE):
            up = above[c, m]
            for b in range(_WHOLE):
                ways = below[c, m, b]
                if ways > 0:
                    old, new = states[c, m >> 2, b >> 2], states[c + 1, m & 15, b & 15]
                    good = check[m, b]
                    for t in range(_WHOLE):
                        new[t & 15] += ways * old[t >> 2] * up[t] * good[t]
        if not _normalise(states[c + 1]):
            break
    return states


@compiled
def weights_between(
    states: Floats, kinds: Places, above: Floats, below: Floats, checks: Floats, upper: bool
) -> Floats:
    """Return the weights of windows of two of three rows, without the factor of their own chain.

    With `upper` these are the upper two rows, the middle one first, otherwise the lower two.
    `states` come from `states_before`; the other arguments are fields of `Given`.
    """
    columns = len(kinds)
    weights = np.zeros((columns, _WHOLE, _WHOLE), dtype=np.float32)
    after = np.ones((_HALF, _HALF, _HALF), dtype=np.float32)
    before = np.empty((_HALF, _HALF, _HALF), dtype=np.float32)
    unused = np.empty((_WHOLE, _WHOLE), dtype=np.float32)
    for c in range(columns - 1, -1, -1):
        check = checks[kinds[c]]
        if upper:
            _add_upper(states[c], below[c], check, after, weights[c])
        lower = unused if upper else weights[c]
        _step_back(states[c], above[c], below[c], check, after, before, lower)
        if not _normalise(before):
            break
        after, before = before, after
    return weights


@compiled
def _add_upper(state: Floats, below: Floats, check: Floats, after: Floats, weights: Floats) -> None:
    """Add sums over the bottom row to the weights of the upper two rows."""
    for m in range(_WHOLE):
        into = weights[m]
        for b in range(_WHOLE):
            ways = below[m, b]
            if ways > 0:
                old, later, good = state[m >> 2, b >> 2], after[m & 15, b & 15], check[m, b]
                for t in range(_WHOLE):
                    into[t] += ways * old[t >> 2] * good[t] * later[t & 15]


@compiled
def _step_back(
    state: Floats,
    above: Floats,
    below: Floats,
    check: Floats,
    after: Floats,
    before: Floats,
    weights: Floats,
) -> None:
    """Fill `before` with sums over the newest column, and `weights` with sums over the top row."""
    before[:] = 0
    ahead = np.empty(_WHOLE, dtype=np.float32)
    for m in range(_WHOLE):
        up = above[m]
        for b in range(_WHOLE):
            ways = below[m, b]
            total = np.float32(0)
            if ways > 0:
                later, good = after[m & 15, b & 15], check[m, b]
                old, into = state[m >> 2, b >> 2], before[m >> 2, b >> 2]
                for t in range(_WHOLE):
                    ahead[t] = good[t] * later[t & 15] * up[t]
                for t in range(_HALF):
                    summed = ahead[4 * t] + ahead[4 * t + 1] + ahead[4 * t + 2] + ahead[4 * t + 3]
                    into[t] += ways * summed
                    total += old[t] * summed
            weights[m, b] = total


@compiled
def _normalise(state: Floats) -> bool:
    """Divide a state by its sum, and return whether the sum is positive."""
    cells = state.ravel()
    total = np.float32(0)
    for k in range(len(cells)):
        total += cells[k]
    if not total > 0:
        return False
    for k in range(len(cells)):
        cells[k] /= total
    return True


class LetterRow(NamedTuple):
    """The data from which the next row of letters is drawn."""

    # The windows of the last two rows of each particle, shape (columns, particles).
    top: Places
    middle: Places
    # The values of the message for these rows at their windows, of the same shape.
    promised: Floats
    # Those of `Layers.kinds` for the middle row.
    kinds: Places
    # Those of `checks_of`.
    checks: Floats
    # The message for the middle row and the next one.
    below: Floats
    groups: Groups


@compiled
def weights_along(row: LetterRow, sums: Doubles, state: Doubles) -> int:
    """Filter the next row of letters; return the column that has no continuation, or -1.

    Fills `sums`, shape ``(columns, particles + 1, 16)``, with the cumulative weights before each
    column in the order of the groups. `state` holds the weights of particles and half windows
    before the first column, and is filled with those after the last one.
    """
    order = row.groups.order
    columns, particles = order.shape
    for c in range(columns):
        summed = sums[c]
        summed[0] = 0
        for i in range(particles):
            other, before, after = state[order[c, i]], summed[i], summed[i + 1]
            for k in range(_HALF):
                after[k] = before[k] + other[k]
        total = _weighed(row, c, summed, state)
        if not total > 0:
            return c
        scale = 1 / total
        for i in range(particles):
            for k in range(_HALF):
                state[i, k] *= scale
    return -1


@compiled
def _weighed(row: LetterRow, c: int, summed: Doubles, state: Doubles) -> float:
    """Add a column of the next row to the state, and return the total weight."""
    _, begins, ends = row.groups
    total = 0.0
    for i in range(len(state)):
        t, m, own = row.top[c, i], row.middle[c, i], state[i]
        below, checks = row.below[c, m], row.checks[row.kinds[c], m]
        first, last = summed[begins[c, i]], summed[ends[c, i]]
        scale = 1 / (ends[c, i] - begins[c, i]) / row.promised[c, i]
        own[:] = 0
        for b in range(_WHOLE):
            if below[b] > 0 and checks[b, t] > 0:
                own[b & 15] += (last[b >> 2] - first[b >> 2]) * below[b] * scale
        for k in range(_HALF):
            total += own[k]
    return total


@compiled
def letters_drawn(
    row: LetterRow,
    sums: Doubles,
    who: Places,
    window: Places,
    chances: Doubles,
    letters: Cells,
    parents: Places,
) -> None:
    """Draw rows of letters backwards into `letters` and `parents`, shape ``(columns, number)``.

    `who` and `window` are the particles and half windows after the last column, and are
    overwritten; `chances` are random numbers of shape ``(2, columns, number)``.
    """
    order, begins, ends = row.groups
    for c in range(len(order) - 1, -1, -1):
        summed = sums[c]
        for n in range(len(who)):
            i = who[n]
            first, last = begins[c, i], ends[c, i]
            parents[c, n] = i
            letters[c, n] = window[n] & 3
            k = _oldest(row, c, i, window[n], summed, chances[0, c, n])
            window[n] = k
            chance = chances[1, c, n]
            mark = (1 - chance) * summed[first, k] + chance * summed[last, k]
            who[n] = order[c, place_in_sums(summed[:, k], first, last, mark)]


@compiled
def _oldest(row: LetterRow, c: int, i: int, half: int, summed: Doubles, chance: float) -> int:
    """Draw the half window before a column, given the one after it."""
    t, m = row.top[c, i], row.middle[c, i]
    below, checks = row.below[c, m], row.checks[row.kinds[c], m]
    first, last = summed[row.groups.begins[c, i]], summed[row.groups.ends[c, i]]
    weights = np.zeros(4)
    total = 0.0
    for oldest in range(4):
        b = oldest << 4 | half
        weights[oldest] = max(0.0, last[b >> 2] - first[b >> 2]) * below[b] * checks[b, t]
        total += weights[oldest]
    mark = chance * total
    oldest = 0
    while oldest < 3 and (mark >= weights[oldest] or weights[oldest] == 0):
        mark -= weights[oldest]
        oldest += 1
    return (oldest << 4 | half) >> 2
