"""Pictures of probabilities in grey levels, from white for 0 to black for 1: SVG or PNG."""

import io
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lifesat.formats.images import check_image
from lifesat.life.colours import SCHEMES
from lifesat.life.pictures import Board, Look, Panel, Scene
from lifesat.life.pictures import svg as svg_of_scene

# Pixels: the side of a cell, and the longest side of the board.
_CELL = 24
_SIDE = 720
# Pixels: a square of the legend, and from one to the next.
_KEY, _STEP = 24, 60
_SHOWN = (0, 0.25, 0.5, 0.75, 1)
_LEVELS = 255
_GREYS = tuple(f"#{3 * f'{_LEVELS - k:02x}'}" for k in range(_LEVELS + 1))


def svg(probabilities: NDArray[np.float64], titles: Sequence[str]) -> str:
    """Return a picture with a legend, as SVG.

    `probabilities` has shape ``(height, width)``; `titles` are the tooltips of the cells, row by
    row.
    """
    board = _scene(probabilities)
    top, side = board.height + _KEY // 2, -(-_KEY // board.cell)
    key = [
        Panel(_STEP * k, top, (_board(np.full((side, side), shown)),))
        for k, shown in enumerate(_SHOWN)
    ]
    width, height = max(board.width, _STEP * len(_SHOWN)), top + board.side(side)
    whole = board._replace(width=width, height=height, panels=(*board.panels, *key))
    return svg_of_scene(whole, [*_titles(board, probabilities.shape[1], titles), *_legend(top)])


def png(probabilities: NDArray[np.float64]) -> bytes:
    """Return a picture of the cells alone, without lines, as PNG.

    A cell is a square of 1 to 24 pixels. Raises UserError if Pillow is not installed.
    """
    check_image("png")
    from PIL import Image

    side = max(1, min(_CELL, _SIDE // max(probabilities.shape)))
    grey = np.rint(255 * (1 - probabilities)).astype(np.uint8)
    picture = io.BytesIO()
    Image.fromarray(grey.repeat(side, axis=0).repeat(side, axis=1)).save(picture, "PNG")
    return picture.getvalue()


def _scene(probabilities: NDArray[np.float64]) -> Scene:
    """Return the cells as a scene, without the legend."""
    height, width = probabilities.shape
    cell = max(1, min(_CELL, _SIDE // max(width, height)))
    lines = Look().lines(cell)
    return Scene(
        width * cell + lines,
        height * cell + lines,
        cell,
        lines,
        SCHEMES["print"],
        (Panel(0, 0, (_board(probabilities),)),),
        arrows=(),
        times=(0,),
        label="For each cell, the probability that a predecessor has it live",
    )


def _board(probabilities: NDArray[np.float64]) -> Board:
    """Return cells whose states are their grey levels."""
    levels = np.rint(_LEVELS * probabilities).astype(np.uint8)
    height, width = levels.shape
    return Board(0, 0, width, height, tuple(row.tobytes() for row in levels), _GREYS)


def _titles(board: Scene, width: int, titles: Sequence[str]) -> Iterator[str]:
    """Yield a transparent square with a tooltip for each cell."""
    side = board.cell
    for k, title in enumerate(titles):
        y, x = divmod(k, width)
        yield (
            f'<rect x="{x * side}" y="{y * side}" width="{side}" height="{side}" fill="none" '
            f'pointer-events="all"><title>{title}</title></rect>'
        )


def _legend(top: int) -> Iterator[str]:
    """Yield the labels beside the squares of the legend."""
    for k, shown in enumerate(_SHOWN):
        yield (
            f'<text x="{_STEP * k + _KEY + 5}" y="{top + 17}" font-size="13" '
            f'font-family="sans-serif" fill="#808080">{shown:g}</text>'
        )
