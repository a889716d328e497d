"""Only the first solution of each orbit: clauses that break symmetries."""

import numpy as np
from numpy.typing import NDArray

from lifesat.formula import Formula
from lifesat.spacetime import Literals

# More clauses than this would cost more than they save.
_MOST_PAIRS = 200_000


def add_lex_leader(formula: Formula, symmetries: NDArray[np.intp]) -> bool:
    """Forbid solutions that have an image which comes earlier: dead before live, in order.

    The orbit's first solution is never forbidden. All others are, unless the symmetries are so many
    that only some of them are used.

    Parameters
    ----------
    formula
        Its first variables are the projection.
    symmetries
        A group of permutations of the projection, shape ``(order, projection)``.

    Returns
    -------
    bool
        Whether all symmetries were used.

    Notes
    -----
    Crawford, Ginsberg, Luks and Roy, "Symmetry-breaking predicates for search problems" (KR 1996),
    section 3; here with one clause less for each pair.
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


def _add_order(formula: Formula, here: Literals, there: Literals) -> None:
    """Say that the states `here` do not come after the states `there`.

    A new variable for each place says that all up to there are equal.
    """
    equal = formula.fresh(len(here) - 1)
    formula.add(np.array([[-here[0], there[0]]], dtype=np.int32))
    formula.add(np.array([[-here[0], equal[0]], [there[0], equal[0]]], dtype=np.int32))
    before, after = -equal, equal[1:]
    formula.add(np.stack([before, -here[1:], there[1:]], axis=1))
    formula.add(np.stack([before[:-1], -here[1:-1], after], axis=1))
    formula.add(np.stack([before[:-1], there[1:-1], after], axis=1))
