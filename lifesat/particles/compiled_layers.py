"""Sums over the states of three rows of letters, and the filter along a row, by compiled loops.

In the loops c is a column; m, b and t are windows of the middle, the bottom and the top row, and i
is a particle. A whole window has three letters, a half one the last two of them: window w begins
with the half window ``w >> 2`` and ends with ``w & 15``. States have the axes middle, bottom, top.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.particles.board import Cells
from lifesat.particles.compiled_rows import place_in_sums
from lifesat.particles.compiler import compiled
from lifesat.particles.row import Doubles, Groups, Places

Floats = NDArray[np.float32]

_HALF = 16
_WHOLE = 64


class Given(NamedTuple):
    """What is known of three rows of letters.

    Attributes
    ----------
    kinds
        As from `Layers.kinds`, for the middle row.
    above
        The chain of the upper two rows, with the middle row's windows first, shape ``(columns, 64,
        64)``.
    below
        The chain of the lower two rows.
    checks
        As from `checks_of`.
    """

    kinds: Places
    above: Floats
    below: Floats
    checks: Floats


@compiled
def states_before(
    kinds: Places, above: Floats, below: Floats, checks: Floats, from_edge: bool
) -> Floats:
    """Return the weights of half windows before each column, and after the last one.

    Parameters
    ----------
    kinds, above, below, checks
        As in `Given`.
    from_edge
        Whether all is dead to the left of the first column; otherwise it may be anything.

    Returns
    -------
    ndarray
        Shape ``(columns + 1, 16, 16, 16)``; zeros after a column that nothing fits.
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
    """Return the weights of windows of two of three rows, but for the chain of these rows.

    Parameters
    ----------
    states
        As from `states_before`.
    kinds, above, below, checks
        As in `Given`.
    upper
        Whether the windows of the upper two rows are wanted, the middle row's first, or those of
        the lower two.
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
    """Sum over the bottom row."""
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
    """Sum over the newest column, and over the top row."""
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
    """Divide a state by its sum, and return whether that is positive."""
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
    """What the next row of letters is drawn from.

    Attributes
    ----------
    top, middle
        The windows of the last two rows of each particle, shape ``(columns, particles)``.
    promised
        What the message for the two rows promises, of the same shape.
    kinds
        As from `Layers.kinds`, for the middle row.
    checks
        As from `checks_of`.
    below
        The message for the middle row and the next one.
    groups
        Which particles may take each other's place.
    """

    top: Places
    middle: Places
    promised: Floats
    kinds: Places
    checks: Floats
    below: Floats
    groups: Groups


@compiled
def weights_along(row: LetterRow, sums: Doubles, state: Doubles) -> int:
    """Go along the columns of the next row of letters.

    Parameters
    ----------
    row
        What the row is drawn from.
    sums
        Is filled with the weights before each column, summed up in the order of the groups, shape
        ``(columns, particles + 1, 16)``.
    state
        The weights of particles and half windows before the first column; is filled with those
        after the last one.

    Returns
    -------
    int
        The column that has no continuation, or -1.
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
    """Draw rows of letters backwards.

    Parameters
    ----------
    row, sums
        As `weights_along` takes and fills them.
    who, window
        The particles and half windows after the last column; are overwritten.
    chances
        Random numbers, shape ``(2, columns, number)``.
    letters, parents
        Are filled with the rows and the particles they go on from, shape ``(columns, number)``.
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
