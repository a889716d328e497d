"""Pictures of probabilities in grey levels, from white for 0 to black for 1: SVG or PNG."""

import io
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lifesat.formats.images import check_image

# Pixels: the side of a cell, the longest side of the board, and the legend's cells below.
_CELL = 24
_SIDE = 720
_KEY = 24
_LEVELS = 5


def svg(probabilities: NDArray[np.float64], titles: Sequence[str]) -> str:
    """Return a picture with a legend, as SVG.

    Parameters
    ----------
    probabilities
        For each cell, shape ``(height, width)``.
    titles
        What each cell says when it is pointed at, row by row.
    """
    height, width = probabilities.shape
    side = min(_CELL, _SIDE / max(width, height))
    squares = [
        _square(side * column, side * row, side, float(probabilities[row, column]), title)
        for (row, column), title in zip(np.ndindex(height, width), titles, strict=True)
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


def png(probabilities: NDArray[np.float64]) -> bytes:
    """Return a picture of the cells alone, without lines, as PNG.

    A cell is a square of up to 24 pixels, at least one.

    Raises
    ------
    UserError
        If Pillow is not installed.
    """
    check_image("png")
    from PIL import Image

    side = max(1, min(_CELL, _SIDE // max(probabilities.shape)))
    grey = np.rint(255 * (1 - probabilities)).astype(np.uint8)
    picture = io.BytesIO()
    Image.fromarray(grey.repeat(side, axis=0).repeat(side, axis=1)).save(picture, "PNG")
    return picture.getvalue()


def _square(x: float, y: float, side: float, probability: float, title: str) -> str:
    grey = round(255 * (1 - probability))
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" '
        f'fill="#{grey:02x}{grey:02x}{grey:02x}"><title>{title}</title></rect>'
    )
