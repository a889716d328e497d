"""Marginals as a table, CSV, or a picture: SVG or PNG."""

import importlib.util
import io
from collections.abc import Callable, Iterator
from decimal import Context, Decimal
from fractions import Fraction

import numpy as np

from lifesat.errors import UserError
from lifesat.frontier import Marginals
from lifesat.problems.life.window import Cell

# Significant digits of a probability in CSV, about as exact as a float.
_DIGITS = 17
# No probability is too small for this exponent.
_EXPONENTS = 999_999_999
# A table has up to so many decimals, fewer if it would be wider than a terminal.
_DECIMALS = 3
_COLUMNS = 80
# Pixels: the side of a cell, the longest side of the board, and the legend's cells below.
_CELL = 24
_SIDE = 720
_KEY = 24
_LEVELS = 5


def table(marginals: Marginals) -> str:
    """Return rounded probabilities in the shape of the board, with their columns and rows.

    0 and 1 without decimals are exact.

    Examples
    --------
    >>> from lifesat import Pattern, marginals
    >>> print(table(marginals(Pattern.from_rows(["OO", "OO"]), margin=0)), end="")
          0     1
    0 0.800 0.800
    1 0.800 0.800
    """
    height, width = marginals.live.shape
    x, y = marginals.corner
    margin = max(len(str(row)) for row in (y, y + height - 1))
    decimals = _DECIMALS
    while decimals > 1 and margin + width * (decimals + 3) > _COLUMNS:
        decimals -= 1
    wide = max(decimals + 2, *(len(str(column)) for column in (x, x + width - 1)))
    lines = [" " * margin + "".join(f" {column:>{wide}}" for column in range(x, x + width))]
    for row, fractions in enumerate(marginals.fractions().tolist(), start=y):
        shown = (f" {_rounded(fraction, decimals):>{wide}}" for fraction in fractions)
        lines.append(f"{row:>{margin}}" + "".join(shown))
    return "".join(f"{line}\n" for line in lines)


def csv(marginals: Marginals) -> str:
    """Return a line for each cell: its column and row, exact numbers, and the probability.

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
    """Return a picture: white for cells that are always dead, black for those always live."""
    height, width = marginals.live.shape
    side = min(_CELL, _SIDE / max(width, height))
    x0, y0 = marginals.corner
    probabilities = marginals.probabilities
    squares = [
        _square(
            side * (x - x0),
            side * (y - y0),
            side,
            float(probabilities[y - y0, x - x0]),
            f"({x}, {y}): {live} of {marginals.total}",
        )
        for (x, y), live in _cells(marginals)
    ]
    top = height * side + _KEY / 2
    for k in range(_LEVELS):
        level = k / (_LEVELS - 1)
        left = 2.5 * _KEY * k
        squares.append(_square(left, top, _KEY, level, f"probability {level:g}"))
        squares.append(f'<text x="{left + _KEY + 4:g}" y="{top + 17:g}">{level:g}</text>')
    wide, high = max(width * side, 2.5 * _KEY * _LEVELS) + 2, top + _KEY + 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {wide:g} {high:g}" '
        f'width="{wide:g}" height="{high:g}" role="img">\n'
        "<title>For each cell, the probability that a predecessor has it live</title>\n"
        "<style>rect{stroke:#808080}text{font:13px sans-serif;fill:#808080}</style>\n"
        + "\n".join(squares)
        + "\n</svg>\n"
    )


def png(marginals: Marginals) -> bytes:
    """Return a picture in the grey levels of `svg`: only the board, without lines.

    A cell is a square of up to 24 pixels, at least one.

    Raises
    ------
    UserError
        If Pillow is not installed.
    """
    check_form("png")
    from PIL import Image

    side = max(1, min(_CELL, _SIDE // max(marginals.live.shape)))
    grey = np.rint(255 * (1 - marginals.probabilities)).astype(np.uint8)
    picture = io.BytesIO()
    Image.fromarray(grey.repeat(side, axis=0).repeat(side, axis=1)).save(picture, "PNG")
    return picture.getvalue()


FORMS: dict[str, Callable[[Marginals], str | bytes]] = {
    "table": table,
    "csv": csv,
    "svg": svg,
    "png": png,
}


def check_form(form: str) -> None:
    """Refuse a form for which a package is missing, before the work.

    Raises
    ------
    UserError
        If it is ``"png"`` and Pillow is not installed.
    """
    if form == "png" and importlib.util.find_spec("PIL") is None:
        raise UserError("PNG pictures need Pillow: pip install 'lifesat[pictures]'")


def _cells(marginals: Marginals) -> Iterator[tuple[Cell, int]]:
    """Yield each cell of the window with the number of predecessors that have it live."""
    x0, y0 = marginals.corner
    for y, row in enumerate(marginals.live.tolist(), start=y0):
        for x, live in enumerate(row, start=x0):
            yield (x, y), live


def _rounded(fraction: Fraction, decimals: int) -> str:
    if fraction in (0, 1):
        return str(fraction)
    whole, rest = divmod(round(fraction * 10**decimals), 10**decimals)
    return f"{whole}.{rest:0{decimals}}"


def _square(x: float, y: float, side: float, probability: float, title: str) -> str:
    grey = round(255 * (1 - probability))
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" '
        f'fill="#{grey:02x}{grey:02x}{grey:02x}"><title>{title}</title></rect>'
    )
