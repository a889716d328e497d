"""Parts that the encodings share: known and new literals, and the moves in a model."""

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula
from lifesat.cnf.spacetime import FALSE, TRUE, Literals

WAYS = "udlr"


def known(true: NDArray[np.bool_]) -> Literals:
    """Return `TRUE` where an array is true, and `FALSE` elsewhere."""
    return np.where(true, TRUE, FALSE).astype(np.int32)


def fresh_where(formula: Formula, unknown: NDArray[np.bool_]) -> Literals:
    """Return new variables where something is unknown, and `FALSE` elsewhere."""
    literals = np.full(unknown.shape, FALSE, dtype=np.int32)
    literals[unknown] = formula.fresh(int(unknown.sum()))
    return literals


def read_moves(moves: Literals, model: list[int]) -> str:
    """Return a model's moves as letters of ``udlr``; `moves` has shape ``(times, 4)``."""
    true = np.array(model)[moves - 1] > 0
    return "".join(WAYS[way] for way in np.nonzero(true)[1].tolist())
