"""docs/independent_counts.py: counts by other means, beside those of lifesat."""

import independent_counts as counts
import numpy as np
from numpy.typing import NDArray

import lifesat
from lifesat.life.pattern import Pattern


def on_torus(cells: NDArray[np.integer]) -> Pattern:
    height, width = cells.shape
    return Pattern.from_array(cells, rule=f"B3/S23:T{width},{height}")


def test_pairs_of_period_2() -> None:
    expected = [lifesat.oscillators(size, size, period=2).count() for size in (4, 6)]
    assert [2 * counts.period_2(size) for size in (4, 6)] == expected


def test_states_that_vanish_on_a_torus() -> None:
    expected = [
        lifesat.count(on_torus(np.zeros((size, size), int)), outside="torus")
        for size in range(3, 6)
    ]
    assert [counts.vanishing(size) for size in range(3, 6)] == expected


def test_states_without_predecessor_on_a_torus() -> None:
    """One state of each orbit under the symmetries of the torus is decided."""
    size = 4
    states = np.arange(1 << size * size, dtype=np.uint32)
    boards = (states[:, None] >> np.arange(size * size) & 1).reshape(-1, size, size)
    weights = 1 << np.arange(size * size).reshape(size, size)
    turned = [
        np.rot90(each, turn, axes=(1, 2)) for each in (boards, boards[:, ::-1]) for turn in range(4)
    ]
    images = [
        (np.roll(each, (down, right), axis=(1, 2)) * weights).sum(axis=(1, 2))
        for each in turned
        for down in range(size)
        for right in range(size)
    ]
    of_orbits, sizes = np.unique(np.min(images, axis=0), return_counts=True)
    patterns = [on_torus(boards[state]) for state in of_orbits]
    decided = lifesat.have_predecessors(patterns, outside="torus", workers=1)
    without = sum(int(sizes[index]) for index, yes in decided if not yes)
    assert counts.gardens(size) == without
