"""Patterns as numpy arrays and back."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lifesat.pattern import Pattern, PatternError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Unpack

    from lifesat.pattern import About


def to_array(pattern: Pattern) -> NDArray[np.uint8]:
    """Return the states of a pattern's box.

    Returns
    -------
    ndarray of uint8
        Shape ``(height, width)``, indexed ``[y, x]``; an unknown cell is `lifesat.pattern.UNKNOWN`.

    Raises
    ------
    PatternError
        If the box is too large to be laid out.
    """
    cells = np.frombuffer(b"".join(pattern.dense_rows()), dtype=np.uint8)
    return cells.reshape(pattern.height, pattern.width).copy()


def from_array(cells: ArrayLike, **about: "Unpack[About]") -> Pattern:
    """Make a pattern from an array of states.

    Parameters
    ----------
    cells
        Shape ``(height, width)``, integers or booleans; its size is the pattern's box.
    **about
        As for `lifesat.pattern.Pattern`: ``rule``, ``position``, ``name``, ...

    Raises
    ------
    PatternError
        If the array is not two-dimensional, or if a state is none of the rule's.
    """
    array = np.asarray(cells)
    if array.ndim != 2:
        raise PatternError(f"cells have two dimensions, height and width, not {array.ndim}")
    states = array.astype(np.uint8)
    if not np.array_equal(states, array):
        raise PatternError("states are whole numbers from 0 to 255")
    rows = {y: [(0, row.tobytes())] for y, row in enumerate(states)}
    return Pattern(rows, array.shape[1], array.shape[0], **about)
