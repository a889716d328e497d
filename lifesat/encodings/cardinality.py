"""Counting literals in unary, for bounds on the population.

The totalizer of O. Bailleux and Y. Boufkhad, "Efficient CNF encoding of boolean cardinality
constraints" (CP 2003): a balanced tree of unary sums, each cut off just past the bound.
"""

import numpy as np

from lifesat.formula import Formula, Template
from lifesat.spacetime import FALSE, TRUE, Literals


def bound_population(
    formula: Formula, cells: Literals, least: int = 0, most: int | None = None
) -> None:
    """Add clauses that let between `least` and `most` of `cells` be true.

    Parameters
    ----------
    formula
        The formula to add to.
    cells
        Literals of any shape; known ones count as they stand.
    least, most
        The bounds, both inclusive; no upper bound when `most` is None.
    """
    fewest, greatest = int((cells == TRUE).sum()), int((cells != FALSE).sum())
    bounded = most is not None and most < greatest
    if least <= fewest and not bounded:
        return
    counts = at_least(formula, cells, max(least, most + 1 if most is not None and bounded else 0))
    if least > 0:
        formula.add(counts[least - 1 : least, None])
    if most is not None and bounded:
        formula.add(-counts[most : most + 1, None])


def at_least(formula: Formula, cells: Literals, limit: int) -> Literals:
    """Add clauses that count, and return literals for "at least 1, 2 .. `limit` are true".

    Parameters
    ----------
    formula
        The formula to add to.
    cells
        Literals of any shape; known ones count as they stand, one that stands twice counts twice.
    limit
        How far to count.

    Returns
    -------
    ndarray of int32
        Shape ``(limit,)``; known literals where the count is known.
    """
    known = int((cells == TRUE).sum())
    unknown = cells[np.abs(cells) < TRUE].astype(np.int32)
    counts = np.full(limit, FALSE, dtype=np.int32)
    counts[:known] = TRUE
    if len(unknown) and known < limit:
        sums = _unary_sum(formula, unknown, limit - known)
        counts[known : known + len(sums)] = sums
    return counts


def _unary_sum(formula: Formula, literals: Literals, limit: int) -> Literals:
    """Return literals for "at least 1, 2 .. of `literals` are true", up to `limit`."""
    leaves = 1 << (len(literals) - 1).bit_length()
    counts = np.full((leaves, 1), FALSE, dtype=np.int32)
    counts[: len(literals), 0] = literals
    while len(counts) > 1:
        pairs = np.concatenate([counts[0::2], counts[1::2]], axis=1)
        size = min(pairs.shape[1], limit)
        used = (pairs != FALSE).any(axis=1)
        sums = np.full((len(pairs), size), FALSE, dtype=np.int32)
        sums[used] = formula.fresh(int(used.sum()), size)
        template = _sum_template(counts.shape[1], size)
        formula.add_template(template, np.column_stack([pairs, sums])[used])
        counts = sums
    root: Literals = counts[0]
    return root


def _sum_template(part: int, size: int) -> Template:
    """Return clauses that add two unary counts of length `part`, the sum cut off at `size`.

    A part that is full counts as "that many or more", so no clause concludes "fewer" from it.
    """
    clauses = []
    for j in range(part + 1):
        for k in range(part + 1):
            if 0 < j + k <= size:
                parts = [-j] * (j > 0) + [-(part + k)] * (k > 0)
                clauses.append([*parts, 2 * part + j + k])
            if j + k < size:
                parts = [j + 1] * (j < part) + [part + k + 1] * (k < part)
                clauses.append([*parts, -(2 * part + j + k + 1)])
    return Template(clauses)
