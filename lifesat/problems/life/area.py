"""The area of the box that holds all live cells of space-time, as literals and as a number."""

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.cardinality import at_least, count_size
from lifesat.cnf.formula import Formula, Size
from lifesat.cnf.spacetime import FALSE, TRUE, Literals, SpaceTime, is_variable
from lifesat.problems.problem import Boards


def areas(height: int, width: int) -> NDArray[np.intp]:
    """Return the areas that a box within `height` and `width` can have, in ascending order.

    Examples
    --------
    >>> areas(2, 3).tolist()
    [1, 2, 3, 4, 6]
    """
    products = np.outer(np.arange(1, height + 1), np.arange(1, width + 1))
    return np.unique(products).astype(np.intp)


def box_areas(cells: Boards) -> NDArray[np.intp]:
    """Return the area of the box of the live cells of each board; 0 if there are none."""
    sides = [_lengths(np.any(cells, axis=axis)) for axis in (1, 2)]
    product: NDArray[np.intp] = sides[0] * sides[1]
    return product


def _lengths(lines: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the number of lines from the first true one to the last; 0 if there is none.

    `lines` has shape ``(boards, lines)``.
    """
    first, last = lines.argmax(axis=1), lines[:, ::-1].argmax(axis=1)
    return np.where(lines.any(axis=1), lines.shape[1] - first - last, 0)


def add_area(formula: Formula, spacetime: SpaceTime, first: int, sizes: NDArray[np.intp]) -> None:
    """Add clauses for the least area of the box of the live cells of all generations.

    The variables from `first` on say "at least so many cells", one for each of `sizes` from
    `areas`. A box that is so large makes them true, so their negations bound it. The cells lie in a
    ring of dead ones.
    """
    inside = spacetime.literals[:-1, 1:-1, 1:-1]
    rows = _span(formula, np.swapaxes(inside, 0, 1))
    columns = _span(formula, np.swapaxes(inside, 0, 2))
    products = np.outer(np.arange(1, len(rows) + 1), np.arange(1, len(columns) + 1))
    reached = first + np.searchsorted(sizes, products)
    tall, wide = (-each.ravel() for each in np.meshgrid(rows, columns, indexing="ij"))
    formula.add(np.stack([tall, wide, reached.ravel()], axis=1).astype(np.int32))
    chain = np.arange(first, first + len(sizes), dtype=np.int32)
    formula.add(np.stack([-chain[1:], chain[:-1]], axis=1))


def _span(formula: Formula, lines: Literals) -> Literals:
    """Return a unary counter of the lines from the first to the last that has a live cell.

    `lines` has shape ``(lines, ...)``.
    """
    number = len(lines)
    before, after = formula.fresh(number), formula.fresh(number)
    for line, literals in enumerate(lines):
        cells = np.unique(literals[is_variable(literals)])
        if (literals == TRUE).any():
            cells = np.array([TRUE], dtype=np.int32)
        for reached in (before[line], after[line]):
            formula.add(np.stack([-cells, np.full_like(cells, reached)], axis=1))
    formula.add(np.stack([-before[:-1], before[1:]], axis=1))
    formula.add(np.stack([-after[1:], after[:-1]], axis=1))
    within = formula.fresh(number)
    formula.add(np.stack([-before, -after, within], axis=1))
    return at_least(formula, within, number)


def area_size(spacetime: SpaceTime, sizes: int) -> Size:
    """Return a bound on the size of what `add_area` adds for `sizes` areas."""
    inside = spacetime.literals[:-1, 1:-1, 1:-1]
    height, width = inside.shape[1:]
    unknown = min(spacetime.variables, int((inside != FALSE).sum()))
    lines = height + width
    # Each cell in two directions; the chains; the lines within; the products.
    size = Size(variables=3 * lines + sizes, clauses=4 * unknown, literals=8 * unknown)
    size += Size(clauses=5 * lines, literals=11 * lines)
    size += Size(clauses=height * width + sizes, literals=3 * height * width + 2 * sizes)
    return size + count_size(height, height) + count_size(width, width)
