"""Solutions packed as bits, so that they take little memory and travel fast."""

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.spacetime import Literals
from lifesat.problems.problem import Problem

# Solutions as rows of bits: the first variable is the highest bit of the first byte.
Packed = NDArray[np.uint8]


def pack(literals: Literals) -> Packed:
    """Return projected models, shape ``(models, projection)``, as bits."""
    return np.packbits(literals > 0, axis=1)


def unpack(packed: Packed, projection: int) -> Literals:
    """Return the projected models that `pack` packed."""
    states = np.unpackbits(packed, axis=1, count=projection).astype(np.int32)
    variables = np.arange(1, projection + 1, dtype=np.int32)
    return (2 * states - 1) * variables


def no_solutions(problem: Problem) -> Packed:
    """Return an empty array of packed solutions."""
    return np.zeros((0, (problem.projection + 7) // 8), dtype=np.uint8)


def among(packed: Packed, others: Packed) -> NDArray[np.bool_]:
    """Return which solutions are among a few others, all packed."""
    same: NDArray[np.bool_] = (packed[:, None] == others[None]).all(axis=2).any(axis=1)
    return same
