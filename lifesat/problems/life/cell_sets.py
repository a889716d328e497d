"""Sets of cells as whole numbers, which are quick to compare and short to write down."""

import numpy as np
from numpy.typing import NDArray

Cells = int
"""A set of cells, numbered row by row from 0: bit c is set if cell c belongs to it."""
Mask = NDArray[np.bool_]


def mask(cells: Cells, size: int) -> Mask:
    """Return a set of cells as an array of shape ``(size,)``."""
    raw = np.frombuffer(cells.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(raw, count=size, bitorder="little").astype(bool)


def from_mask(cells: Mask) -> Cells:
    """Return an array, of any shape, as a set of cells."""
    return int.from_bytes(np.packbits(cells.ravel(), bitorder="little").tobytes(), "little")
