"""Repeat three kinds of exact counts by programs that share no code with lifesat.

Run it from the checkout; it needs numpy and numba, and nothing else::

    python docs/independent_counts.py period-2 10
    python docs/independent_counts.py vanishing 7
    python docs/independent_counts.py gardens 6

- ``period-2 N``: the pairs of patterns of N x N cells that become each other (OEIS A136279).
- ``vanishing N``: the states of a torus of N x N cells that vanish in one step.
- ``gardens N``: the states of a torus of N x N cells that have no predecessor there.

They work in other ways than lifesat. ``period-2`` counts only upper halves, and joins each with
a reflected one at its last two rows. ``vanishing`` has one array for each pair of first rows.
``gardens`` runs all states forward, for one first row of the results at a time.
"""

import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

import numba
import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])
compiled: Callable[[Function], Function] = numba.njit(cache=True)

Bools = NDArray[np.bool_]
Numbers = NDArray[np.uint64]

# ------------------------------------------------------------------------------ pairs of period 2

# A letter has a bit for each of the two patterns. A state is the last letters of a sweep, the
# newest in its lowest bits; each row ends with two dead letters, which are also those to the left
# of the next row.
_DEAD_LETTERS = 2
_ALIKE, _ANY = np.array([0, 3]), np.array([0, 1, 2, 3])
# Rows that can have others below them are known for windows of so many columns, which look so many
# rows ahead.
_COLUMNS, _AHEAD = 5, 4
# States are extended in parts that differ in so many first letters of a row, to save memory.
_SPLIT = 2


def fitting_blocks() -> Bools:
    """Return which nine letters have a centre that becomes the other one, in both directions."""
    codes = np.arange(1 << 18)
    letters = [codes >> 2 * place & 3 for place in range(9)]
    fits = np.ones(len(codes), dtype=bool)
    for now, later in ((0, 1), (1, 0)):
        cells = [letter >> now & 1 for letter in letters]
        live = np.sum(cells, axis=0)
        becomes = (live == 3) | ((live == 4) & (cells[4] == 1))
        fits &= becomes == (letters[4] >> later & 1)
    return fits


@compiled
def _with_row_below(fits: Bools, known: Bools, columns: int) -> Bools:
    """Return which two rows, the lower one in the lowest bits, have a row below that is `known`."""
    rows = 1 << 2 * columns
    found = np.zeros(rows * rows, dtype=np.bool_)
    for upper in range(rows):
        for lower in range(rows):
            for below in range(rows):
                good = known[lower * rows + below]
                for x in range(columns - 2):
                    block = (
                        (below >> 2 * x & 63)
                        | (lower >> 2 * x & 63) << 6
                        | (upper >> 2 * x & 63) << 12
                    )
                    good = good and fits[block]
                if good:
                    found[upper * rows + lower] = True
                    break
    return found


@compiled
def _add_letter(
    states: Numbers,
    counts: Numbers,
    letters: NDArray[np.int64],
    width: int,
    tables: tuple[Bools, Bools],
    columns: int,
    new_states: Numbers,
    new_counts: Numbers,
) -> int:
    """Write the states with one more letter, in order, and return their number.

    States that differ in their oldest letter only are four runs, each in order: their successors
    are merged. With empty arrays for the new states, they are only counted.
    """
    fits, extendable = tables
    two, window = np.uint64(2), np.uint64((1 << 2 * columns) - 1)
    oldest = np.uint64(4 * width + 2)
    rest_of = (np.uint64(1) << oldest) - np.uint64(1)
    places = np.searchsorted(states, np.arange(5).astype(np.uint64) << oldest)
    ends = places[1:].copy()
    written = 0
    end = np.uint64(1) << np.uint64(63)
    while True:
        rest = end
        for run in range(4):
            if places[run] < ends[run]:
                rest = min(rest, states[places[run]] & rest_of)
        if rest == end:
            return written
        for letter in letters:
            count = np.uint64(0)
            for run in range(4):
                if places[run] < ends[run] and states[places[run]] & rest_of == rest:
                    block = (rest << two | np.uint64(letter)) & np.uint64(63)
                    block |= (rest >> np.uint64(2 * width - 2) & np.uint64(63)) << np.uint64(6)
                    block |= (
                        states[places[run]] >> np.uint64(4 * width - 2) & np.uint64(63)
                    ) << np.uint64(12)
                    if fits[block]:
                        count += counts[places[run]]
            state = rest << two | np.uint64(letter)
            rows = (state >> np.uint64(2 * width) & window) << np.uint64(2 * columns)
            if count and extendable[rows | (state & window)]:
                if len(new_states):
                    new_states[written] = state
                    new_counts[written] = count
                written += 1
        for run in range(4):
            if places[run] < ends[run] and states[places[run]] & rest_of == rest:
                places[run] += 1


@cache
def extendable_rows() -> Bools:
    """Return which two rows of a window, the lower one in the lowest bits, can have rows below."""
    fits, found = fitting_blocks(), np.ones(1 << 4 * _COLUMNS, dtype=bool)
    for _ in range(_AHEAD):
        found = _with_row_below(fits, found, _COLUMNS)
    return found


def split(states: Numbers, counts: Numbers, width: int) -> Iterator[tuple[Numbers, Numbers]]:
    """Yield the states after a row in parts, by the first letters of that row.

    What becomes of one part is in order before what becomes of the next, and no state is in both.
    """
    first = states >> np.uint64(2 * (width - _SPLIT)) & np.uint64((1 << 2 * _SPLIT) - 1)
    for letters in range(1 << 2 * _SPLIT):
        chosen = first == letters
        if chosen.any():
            yield states[chosen], counts[chosen]


def with_row(
    states: Numbers, counts: Numbers, letters: NDArray[np.int64], width: int
) -> tuple[Numbers, Numbers]:
    """Return the states after one more row, in order, with the number of ways to each."""
    tables = fitting_blocks(), extendable_rows()
    for x in range(width):
        those = letters if x < width - _DEAD_LETTERS else letters[:1]
        about = (states, counts, those, width, tables, _COLUMNS)
        number = _add_letter(*about, states[:0], counts[:0])
        new = np.empty(number, dtype=np.uint64), np.empty(number, dtype=np.uint64)
        _add_letter(*about, *new)
        states, counts = new
    return states, counts


def joined(size: int, letters: NDArray[np.int64]) -> int:
    """Return the number of pairs of patterns with these letters that become each other.

    All rows of an upper half are checked but its last one. Two halves fit together if the last two
    rows of one are those of the other in the opposite order; if the number of rows is odd, one of
    the halves has one row more.
    """
    width = size + _DEAD_LETTERS
    states, counts = np.zeros(1, dtype=np.uint64), np.ones(1, dtype=np.uint64)
    for _ in range(size // 2 + 1):
        parts = [with_row(*part, letters, width) for part in split(states, counts, width)]
        states, counts = (np.concatenate(each) for each in zip(*parts, strict=True))
    bits = np.uint64(2 * width)
    row = (np.uint64(1) << bits) - np.uint64(1)
    reflected = (states & row) << bits | (states >> bits & row)
    order = np.argsort(reflected)
    reflected, ways = reflected[order], counts[order]
    total = 0
    for part in split(states, counts, width):
        upper, upper_ways = with_row(*part, letters, width) if size % 2 else part
        upper &= row << bits | row
        places = np.minimum(np.searchsorted(reflected, upper), len(reflected) - 1)
        same = reflected[places] == upper
        total += int((upper_ways[same] * ways[places[same]]).sum())
    return total


def period_2(size: int) -> int:
    """Return the number of pairs of different patterns of a square that become each other.

    >>> [period_2(size) for size in (3, 4, 5)]
    [1, 12, 43]
    """
    return (joined(size, _ANY) - joined(size, _ALIKE)) // 2


# ------------------------------------------------------------------------------ states of a torus


def rows_below(size: int) -> NDArray[np.uint8]:
    """Return what a row of a torus becomes, by the row above, the row and the row below."""
    rows = np.arange(1 << size)
    three = rows[:, None, None], rows[:, None], rows
    becomes = np.zeros((1 << size,) * 3, dtype=np.uint8)
    for x in range(size):
        cells = [[row >> (x + side) % size & 1 for side in (-1, 0, 1)] for row in three]
        live: Any = sum(sum(beside) for beside in cells)
        lives = (live == 3) | ((live == 4) & (cells[1][1] == 1))
        becomes |= (lives << x).astype(np.uint8)
    return becomes


def bracelets(size: int) -> dict[int, int]:
    """Return one row of each orbit under shifts and reflection, with the size of its orbit."""
    found = {}
    for row in range(1 << size):
        cells = [row >> x & 1 for x in range(size)]
        turned = [each[x:] + each[:x] for each in (cells, cells[::-1]) for x in range(size)]
        images = {sum(cell << x for x, cell in enumerate(each)) for each in turned}
        if row == min(images):
            found[row] = len(images)
    return found


@compiled
def _ways_to_vanish(vanishes: Bools, first: int, second: int, size: int) -> int:
    """Return the number of states with these first two rows that vanish."""
    rows = len(vanishes)
    ways = np.zeros((rows, rows), dtype=np.int64)
    ways[first, second] = 1
    for _ in range(size - 2):
        more = np.zeros_like(ways)
        for upper in range(rows):
            for lower in range(rows):
                if ways[upper, lower]:
                    for below in range(rows):
                        if vanishes[upper, lower, below]:
                            more[lower, below] += ways[upper, lower]
        ways = more
    total = 0
    for upper in range(rows):
        for last in range(rows):
            if vanishes[upper, last, first] and vanishes[last, first, second]:
                total += ways[upper, last]
    return total


def vanishing(size: int) -> int:
    """Return the number of states of a square torus, of at least 2x2 cells, that vanish.

    >>> [vanishing(size) for size in (2, 3, 4)]
    [12, 302, 9628]
    """
    vanishes = rows_below(size) == 0
    return sum(
        number * _ways_to_vanish(vanishes, first, second, size)
        for first, number in bracelets(size).items()
        for second in range(1 << size)
    )


@compiled
def _mark_results(
    becomes: NDArray[np.uint8], first: int, size: int, reached: NDArray[np.uint8]
) -> None:
    """Set the bits of what stands below `first` in all results that begin with it."""
    rows = len(becomes)
    state = np.zeros(size, dtype=np.int64)
    for top in range(rows):
        for second in range(rows):
            for last in range(rows):
                if becomes[last, top, second] != first:
                    continue
                state[0], state[1] = top, second
                for code in range(1 << size * (size - 4)):
                    above = 0
                    for y in range(2, size - 2):
                        state[y] = code >> size * (y - 2) & (rows - 1)
                        above = above << size | becomes[state[y - 2], state[y - 1], state[y]]
                    third, fourth = state[size - 4], state[size - 3]
                    for row in range(rows):
                        result = above << size | becomes[third, fourth, row]
                        result = result << size | becomes[fourth, row, last]
                        result = result << size | becomes[row, last, top]
                        reached[result >> 3] |= np.uint8(1 << (result & 7))


def gardens(size: int) -> int:
    """Return the number of states of a square torus, of at least 4x4 cells, without predecessor.

    >>> [gardens(size) for size in (4, 5)]
    [47657, 25033436]
    """
    becomes = rows_below(size)
    with_predecessor = 0
    for first, number in bracelets(size).items():
        reached = np.zeros(1 << size * (size - 1) - 3, dtype=np.uint8)
        _mark_results(becomes, first, size, reached)
        live = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1).sum(axis=1)
        with_predecessor += number * int(np.bincount(reached, minlength=256) @ live)
    return (1 << size * size) - with_predecessor


if __name__ == "__main__":
    counts = {"period-2": period_2, "vanishing": vanishing, "gardens": gardens}
    print(counts[sys.argv[1]](int(sys.argv[2])))
