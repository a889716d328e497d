"""Sets of numbered elements as integers, which are quick to compare and short to write."""

import numpy as np
from numpy.typing import NDArray

BitSet = int
"""A set of elements, numbered from 0: bit k is set if element k belongs to it."""
Mask = NDArray[np.bool_]


def mask(elements: BitSet, size: int) -> Mask:
    """Return a set of elements as a Boolean array of shape ``(size,)``."""
    raw = np.frombuffer(elements.to_bytes((size + 7) // 8, "little"), dtype=np.uint8)
    return np.unpackbits(raw, count=size, bitorder="little").astype(bool)


def from_mask(elements: Mask) -> BitSet:
    """Return the set of elements that a Boolean array of any shape marks, in row-major order."""
    return int.from_bytes(np.packbits(elements.ravel(), bitorder="little").tobytes(), "little")
