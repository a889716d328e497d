"""Patterns as numpy arrays and back, and the symmetries of the square applied to arrays."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lifesat.life.cell_rows import CellRows
from lifesat.life.pattern import Pattern, PatternError
from lifesat.life.symmetry import decompose

if TYPE_CHECKING:
    from typing import Unpack

    from lifesat.life.cell_rows import Pieces
    from lifesat.life.metadata import Metadata

Scalar = TypeVar("Scalar", bound=np.generic)


def to_array(pattern: Pattern) -> NDArray[np.uint8]:
    """Return the states of a pattern's box.

    Returns
    -------
    ndarray of uint8
        Shape ``(height, width)``, indexed ``[y, x]``; an unknown cell is
        `lifesat.life.pattern.UNKNOWN`.

    Raises
    ------
    PatternError
        If the box has more than `lifesat.life.cell_rows.MAX_CELLS` cells.
    """
    cells = np.frombuffer(b"".join(pattern.dense_rows()), dtype=np.uint8)
    return cells.reshape(pattern.height, pattern.width).copy()


def from_array(cells: ArrayLike, **about: "Unpack[Metadata]") -> Pattern:
    """Make a pattern from an array of states.

    Parameters
    ----------
    cells
        Shape ``(height, width)``, integers or booleans; the pattern's box has the same size.
    **about
        As for `lifesat.life.pattern.Pattern`: ``rule``, ``position``, ``name``, ...

    Raises
    ------
    PatternError
        If the array is not two-dimensional, or if the rule does not have one of the states.
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
    return Pattern(rows, width, height, **about)


def from_boards(boards: NDArray[np.uint8], **about: "Unpack[Metadata]") -> Iterator[Pattern]:
    """Yield what `from_array` makes of each board, several times faster.

    Parameters
    ----------
    boards
        Shape ``(boards, height, width)``. Whether the rule has their states is not checked.
    **about
        As for `from_array`; what the patterns have in common.

    Raises
    ------
    PatternError
        If what they have in common is invalid.
    """
    _, height, width = boards.shape
    starts = [(y, y * width) for y in range(height)]
    pieces = cache(_pieces)  # most rows of a board occur in others too

    def rows(board: NDArray[np.uint8]) -> CellRows:
        data = board.tobytes()
        return CellRows({y: row for y, x in starts if (row := pieces(data[x : x + width]))})

    return Pattern({}, width, height, **about).with_each(map(rows, boards))


def _pieces(row: bytes) -> "Pieces":
    return CellRows.pack({0: [(0, row)]}).get(0, ())


def transform(cells: NDArray[Scalar], name: str) -> NDArray[Scalar]:
    """Return a view of boards rotated or mirrored.

    Parameters
    ----------
    cells
        One or more boards, shape ``(..., height, width)``.
    name
        One of `lifesat.life.symmetry.TRANSFORMS`.

    Returns
    -------
    ndarray
        Shape ``(..., height, width)``, or ``(..., width, height)`` after a transposition.
    """
    transpose, flip_x, flip_y = decompose(name)
    if transpose:
        cells = np.swapaxes(cells, -1, -2)
    rows, columns = (slice(None, None, -1 if flip else 1) for flip in (flip_y, flip_x))
    return cells[..., rows, columns]
