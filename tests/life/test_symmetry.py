"""The symmetries of the square against permutations that numpy computes."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from lifesat.life.arrays import transform
from lifesat.life.symmetry import (
    TRANSFORMS,
    commute,
    inverse,
    order,
    source_cells,
    symmetry_group,
    transform_vector,
)

Cells = NDArray[np.intp]
NUMPY_TRANSFORMS: dict[str, Callable[[Cells], Cells]] = {
    "identity": np.copy,
    "rot90": lambda cells: np.rot90(cells, -1),
    "rot180": lambda cells: np.rot90(cells, 2),
    "rot270": lambda cells: np.rot90(cells, 1),
    "flip_x": np.fliplr,
    "flip_y": np.flipud,
    "transpose": np.transpose,
    "anti_transpose": lambda cells: np.rot90(cells, 2).T,
}
CELLS = np.arange(12).reshape(3, 4)
SQUARE = np.arange(25).reshape(5, 5)


@pytest.mark.quick
@pytest.mark.parametrize("name", TRANSFORMS)
def test_a_transform_of_arrays_cells_and_vectors(name: str) -> None:
    expected = NUMPY_TRANSFORMS[name](CELLS)
    assert np.array_equal(transform(CELLS, name), expected)
    assert np.array_equal(transform(np.stack([CELLS, CELLS]), name)[1], expected)
    image = NUMPY_TRANSFORMS[name](SQUARE)
    assert source_cells(name, 5) == tuple(image.ravel().tolist())
    x, y = 1, 2
    right, down = transform_vector((x, y), name)
    assert image[2 + down, 2 + right] == SQUARE[2 + y, 2 + x]


@pytest.mark.parametrize("name", TRANSFORMS)
def test_inverse_order_and_commutation(name: str) -> None:
    apply = NUMPY_TRANSFORMS[name]
    assert np.array_equal(NUMPY_TRANSFORMS[inverse(name)](apply(SQUARE)), SQUARE)
    image, repetitions = apply(SQUARE), 1
    while not np.array_equal(image, SQUARE):
        image, repetitions = apply(image), repetitions + 1
    assert order(name) == repetitions
    for other in TRANSFORMS:
        also = NUMPY_TRANSFORMS[other]
        assert commute(name, other) == np.array_equal(apply(also(SQUARE)), also(apply(SQUARE)))


@pytest.mark.parametrize(
    ("symmetry", "shift", "group"),
    [
        ("D2_+", (0, 0), ("identity", "flip_x")),
        ("D2_+1", (0, 3), ("identity", "flip_x")),
        ("D2_+2", (-2, 0), ("identity", "flip_y")),
        ("D2_x", (1, 1), ("identity", "transpose")),
        ("D2_x", (1, -1), ("identity", "anti_transpose")),
        ("C4_1", (0, 0), ("identity", "rot90", "rot180", "rot270")),
    ],
)
def test_the_axis_of_a_symmetry_is_parallel_to_the_shift(
    symmetry: str, shift: tuple[int, int], group: tuple[str, ...]
) -> None:
    assert symmetry_group(symmetry, shift) == group
