"""Lex-leader constraints: symmetry-breaking clauses that keep one solution of each orbit."""

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import Literals

# More clauses than this would cost more than they save.
_MOST_PAIRS = 200_000
# The largest number of symmetries of a pattern that does not lie on a torus.
_PLANE_SYMMETRIES = 8


def add_lex_leader(formula: Formula, symmetries: NDArray[np.intp]) -> bool:
    """Forbid solutions with a lexicographically smaller image, where dead is less than live.

    Returns whether one solution of each orbit is left; it is not if there are so many symmetries
    that only some are used. `symmetries` are a group of permutations of the projection, shape
    ``(order, projection)``, whose variables come first. The clauses are those of Crawford,
    Ginsberg, Luks and Roy, "Symmetry-breaking predicates for search problems" (KR 1996), section 3,
    with one fewer for each pair.
    """
    pairs = 0
    for symmetry in symmetries:
        moved = np.flatnonzero(symmetry != np.arange(len(symmetry)))
        pairs += len(moved)
        if pairs > _MOST_PAIRS:
            return False
        if len(moved):
            here = (moved + 1).astype(np.int32)
            _add_order(formula, here, (symmetry[moved] + 1).astype(np.int32))
    return True


def leader_size(projection: int) -> Size:
    """Return a bound on what `add_lex_leader` adds to a formula, and on its arrays."""
    pairs = Size(variables=1, clauses=3, literals=9) * min(
        _MOST_PAIRS, _PLANE_SYMMETRIES * projection
    )
    return pairs + Size(arrays=2 * np.dtype(np.intp).itemsize * _PLANE_SYMMETRIES * projection)


def _add_order(formula: Formula, here: Literals, there: Literals) -> None:
    """Add clauses: the states `here` are lexicographically at most the states `there`.

    A new variable for each index is true if all states up to it are equal.
    """
    equal = formula.fresh(len(here) - 1)
    formula.add(np.array([[-here[0], there[0]]], dtype=np.int32))
    formula.add(np.array([[-here[0], equal[0]], [there[0], equal[0]]], dtype=np.int32))
    before, after = -equal, equal[1:]
    formula.add(np.stack([before, -here[1:], there[1:]], axis=1))
    formula.add(np.stack([before[:-1], -here[1:-1], after], axis=1))
    formula.add(np.stack([before[:-1], there[1:-1], after], axis=1))
