"""Bounds on the sizes of formulas, computed from the shape of space-time."""

from collections.abc import Iterable

import numpy as np

from lifesat.cnf.cardinality import bound_size
from lifesat.cnf.formula import Size
from lifesat.encodings import largest
from lifesat.encodings.transition import Extent
from lifesat.life.pattern import UNKNOWN
from lifesat.life.symmetry import orbit_count
from lifesat.problems.life.symmetry import is_compatible
from lifesat.problems.life.window import Constraints, Window

# The memory for each cell of space-time: its literal and the arrays of branch variables.
_CELL_BYTES = 100


def ringed(height: int, width: int, group: Iterable[str]) -> Extent:
    """Return the extent of a transition between unknown layers in a ring of dead cells."""
    return Extent(height + 2, width + 2, orbit_count(height + 2, width + 2, group))


def layers_size(cells: int, variables: int) -> Size:
    """Return the size of space-time itself, from its numbers of cells and variables."""
    return Size(variables=variables, arrays=_CELL_BYTES * cells)


def predecessor_size(
    window: Window, constraints: Constraints, encoding: str, *, required: bool = False
) -> Size:
    """Return a bound on the size of a predecessor problem's formula.

    Parameters
    ----------
    window, constraints
        The window and the constraints of the problem.
    encoding
        One of its encodings.
    required
        Whether the target's known cells are variables, as in `lifesat.problems.life.orphan`.
    """
    height, width = window.states.shape
    back, group = window.generations, constraints.group(window)
    known = int(np.count_nonzero(window.states < UNKNOWN))
    ring = 2 if window.outside == "dead" else 0
    first = height + ring, width + ring
    # Cells outside the target are unknown, so each generation determines a smaller box.
    inset = 2 if window.outside == "free" else 0
    last = first[0] - inset * back, first[1] - inset * back
    constrained = known + last[0] * last[1] - height * width if ring else known
    if is_compatible(window.states, group):
        constrained = min(constrained, orbit_count(*last, group))
    extents = [(Extent(*last, constrained, known=not required), 1)]
    boxes = [(first, back)]
    if inset:
        boxes = [((first[0] - inset * t, first[1] - inset * t), 1) for t in range(back)]
        extents += [(Extent(*box, orbit_count(*box, group)), 1) for box, _ in boxes[1:]]
    else:
        extents.append((Extent(*first, orbit_count(*first, group)), back - 1))
    size = largest(extents, window.target.rule, encoding)
    variables = sum(times * orbit_count(*box, group) for box, times in boxes) + known * required
    size += layers_size((back + 1) * first[0] * first[1], variables)
    size += bound_size(height * width, constraints.min_population, constraints.max_population)
    return size + Size(clauses=1, literals=known) * constraints.different
