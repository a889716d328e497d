"""Rows of cells as numpy arrays and back, and the symmetries of the square applied to arrays."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lifesat.life.cell_rows import CellRows, PatternError
from lifesat.life.symmetry import decompose

if TYPE_CHECKING:
    from lifesat.life.cell_rows import Pieces

Scalar = TypeVar("Scalar", bound=np.generic)


def rows_to_array(rows: CellRows, width: int, height: int) -> NDArray[np.uint8]:
    """Return the states of a box at (0, 0), shape ``(height, width)``, indexed ``[y, x]``.

    Raises PatternError if the box has more than `lifesat.life.cell_rows.MAX_CELLS` cells.
    """
    cells = np.frombuffer(b"".join(rows.dense_rows(width, height)), dtype=np.uint8)
    return cells.reshape(height, width).copy()


def array_to_rows(cells: ArrayLike) -> tuple[CellRows, int, int]:
    """Return the rows, the width and the height of an array of shape ``(height, width)``.

    Raises PatternError for any other shape, and for states that are not integers from 0 to 255.
    """
    try:
        array = np.asarray(cells)
    except ValueError as error:
        raise PatternError("the rows of an array of cells must have the same length") from error
    if array.ndim != 2:
        raise PatternError(
            f"an array of cells must have two dimensions (height, width), not {array.ndim}"
        )
    states = array
    if array.dtype != np.uint8:
        whole = False
        with suppress(OverflowError, TypeError, ValueError):  # huge integers, dates, texts
            states = array.astype(np.uint8)
            whole = np.array_equal(states, array)
        if not whole:
            raise PatternError("states must be integers from 0 to 255")
    height, width = states.shape
    data = states.tobytes()
    rows = {y: [(0, data[y * width : (y + 1) * width])] for y in range(height)}
    return CellRows.pack(rows), width, height


def boards_to_rows(boards: NDArray[np.uint8]) -> Iterator[CellRows]:
    """Yield the rows of each board; the boards have shape ``(boards, height, width)``.

    This is several times faster than `array_to_rows` on each board.
    """
    _, height, width = boards.shape
    starts = [(y, y * width) for y in range(height)]
    pieces = cache(_pieces)  # most rows of a board occur in others too
    for board in boards:
        data = board.tobytes()
        yield CellRows({y: row for y, x in starts if (row := pieces(data[x : x + width]))})


def _pieces(row: bytes) -> "Pieces":
    return CellRows.pack({0: [(0, row)]}).get(0, ())


def least_of_orbits(numbers: NDArray[Scalar], group: Iterable[str]) -> NDArray[Scalar]:
    """Return the least number in the orbit of each cell.

    The names in `group` are those of `transform`. If cells are numbered in reading order, it is the
    first cell of the orbit.
    """
    least: NDArray[Scalar] = np.min([transform(numbers, each) for each in group], axis=0)
    return least


def transform(cells: NDArray[Scalar], name: str) -> NDArray[Scalar]:
    """Return a view of boards, shape ``(..., height, width)``, rotated or mirrored.

    `name` is one of `lifesat.life.symmetry.TRANSFORMS`; a transposition swaps height and width.
    """
    transpose, flip_x, flip_y = decompose(name)
    if transpose:
        cells = np.swapaxes(cells, -1, -2)
    rows, columns = (slice(None, None, -1 if flip else 1) for flip in (flip_y, flip_x))
    return cells[..., rows, columns]
