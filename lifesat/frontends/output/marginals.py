"""Marginals as a table, CSV, or a picture: SVG or PNG."""

from collections.abc import Callable, Iterator
from decimal import Context, Decimal

from lifesat.engines.frontier.marginals import Marginals
from lifesat.frontends.output import grey_levels
from lifesat.problems.life.window import Cell
from lifesat.queries.marginals import table

# Significant digits of a probability in CSV, about as exact as a float.
_DIGITS = 17
# No probability is too small for this exponent.
_EXPONENTS = 999_999_999


def csv(marginals: Marginals) -> str:
    """Return a CSV line for each cell: column, row, exact numbers and probability.

    Examples
    --------
    >>> from lifesat import Pattern, marginals
    >>> tub = Pattern.from_rows([".O.", "O.O", ".O."])
    >>> csv(marginals(tub, margin=0)).splitlines()[:3]
    ['x,y,live,total,probability', '0,0,4,6,0.66666666666666667', '1,0,3,6,0.5']
    """
    # The context rounds the quotient once; making a Decimal of an int is exact.
    divide = Context(prec=_DIGITS, Emin=-_EXPONENTS, Emax=_EXPONENTS).divide
    total = Decimal(marginals.total)
    lines = ["x,y,live,total,probability"]
    for (x, y), live in _cells(marginals):
        lines.append(f"{x},{y},{live},{marginals.total},{divide(Decimal(live), total)}")
    return "".join(f"{line}\n" for line in lines)


def svg(marginals: Marginals) -> str:
    """Return an SVG picture: white cells are always dead, black ones always live."""
    titles = [f"({x}, {y}): {live} of {marginals.total}" for (x, y), live in _cells(marginals)]
    return grey_levels.svg(marginals.probabilities, titles)


def png(marginals: Marginals) -> bytes:
    """Return a PNG picture of the board alone, in the grey levels of `svg`."""
    return grey_levels.png(marginals.probabilities)


FORMS: dict[str, Callable[[Marginals], str | bytes]] = {
    "table": table,
    "csv": csv,
    "svg": svg,
    "png": png,
}


def cells_from(corner: Cell, shape: tuple[int, ...]) -> Iterator[Cell]:
    """Yield the column and row of each cell of a board, row by row; `corner` is the first cell."""
    x0, y0 = corner
    height, width = shape
    for y in range(y0, y0 + height):
        for x in range(x0, x0 + width):
            yield x, y


def _cells(marginals: Marginals) -> Iterator[tuple[Cell, int]]:
    """Yield each cell of the window with the number of predecessors in which it is live."""
    live = marginals.live
    return zip(cells_from(marginals.corner, live.shape), live.ravel().tolist(), strict=True)
