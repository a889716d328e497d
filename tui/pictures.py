"""Boards as text: two characters per cell, half-blocks, braille dots, or ASCII.

A board is an array of states indexed ``[y, x]``: 0 dead, 1 live, 2 unknown, 3 not shown. In a heat
map, 0 and 1 are cells that are never and always live, and `SHARE` + p cells that are live in p %.
Pictures of other problems are texts and are drawn unchanged.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesat.life.pattern import UNKNOWN

Board = NDArray[np.integer[Any]]
Picture = Board | str

NOT_SHOWN = 3
SHARE = 100
"""The state of a cell in a heat map that is live in 0 %, to which the percentage is added."""

_CELLS = ("· ", "██", "? ", "  ")
_LETTERS = (". ", "O ", "? ", "  ")
_DOTS = (".", "O", "?", " ")
# Both dead, lower live, upper live, both live, one unknown, one not shown.
_HALVES = "·▄▀█░ "
# The bits of a braille character, by row and column of its dots.
_BRAILLE = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
_BLANK = 0x2800
_SHADE = ord("░")
_DARKEST, _LIGHTEST = 40, 220


def wide(board: Board) -> list[str]:
    """Draw each cell as two characters."""
    return ["".join(_CELLS[state] for state in row) for row in board.tolist()]


def half_blocks(board: Board) -> list[str]:
    """Draw each pair of cells, one above the other, as a character; shaded if one is unknown.

    Two dead cells are a dot, which shows the extent of the board.

    Examples
    --------
    >>> half_blocks(np.array([[1, 0, 1], [0, 1, 1]]))
    ['▀▄█']
    """
    board = np.pad(board, ((0, board.shape[0] % 2), (0, 0)), constant_values=3)
    upper, lower = board[::2], board[1::2]
    codes = 2 * (upper == 1) + (lower == 1)
    codes = np.where((codes == 0) & ((upper == 3) | (lower == 3)), 5, codes)
    codes = np.where((upper == 2) | (lower == 2), 4, codes)
    return ["".join(_HALVES[code] for code in row) for row in codes.tolist()]


def braille(board: Board) -> list[str]:
    """Draw each block of 2x4 cells as a character; only live cells have a dot.

    A block is shaded if none of its cells is known.

    Examples
    --------
    >>> braille(np.array([[1, 0, 2], [0, 1, 2]]))
    ['⠑░']
    """
    height, width = board.shape
    board = np.pad(board, ((0, -height % 4), (0, width % 2)), constant_values=UNKNOWN)
    blocks = board.reshape(-1, 4, board.shape[1] // 2, 2).transpose(0, 2, 1, 3)
    codes = _BLANK + ((blocks == 1) * _BRAILLE).sum(axis=(2, 3))
    codes = np.where((blocks == UNKNOWN).all(axis=(2, 3)), _SHADE, codes)
    return ["".join(map(chr, row)) for row in codes.tolist()]


def ascii_wide(board: Board) -> list[str]:
    """Draw each cell as a letter and a space."""
    return ["".join(_LETTERS[state] for state in row).rstrip() for row in board.tolist()]


def ascii_dense(board: Board) -> list[str]:
    """Draw each cell as a letter."""
    return ["".join(_DOTS[state] for state in row) for row in board.tolist()]


def percentages(board: Board, live: str = "██", dead: str = "· ") -> list[str]:
    """Draw each cell of a heat map as a percentage in three characters.

    Examples
    --------
    >>> percentages(np.array([[0, SHARE + 7, SHARE + 50, 1]]))
    [' ·   7 50 ██']
    """
    signs = (dead, live, "? ", "  ")
    return [
        "".join(f" {signs[state] if state < SHARE else state - SHARE:>2}" for state in row)
        for row in board.tolist()
    ]


def tenths(board: Board, signs: tuple[str, ...] = _CELLS) -> list[str]:
    """Draw each cell of a heat map as wide as the signs of dead, live, unknown, and not shown.

    Cells that are neither always nor never live are digits: the share in tenths, rounded down.

    Examples
    --------
    >>> tenths(np.array([[0, SHARE + 7, SHARE + 50, 1]]))
    ['· 0 5 ██']
    """
    width = len(signs[0])
    return [
        "".join(signs[s] if s < SHARE else f"{(s - SHARE) // 10:<{width}}" for s in row)
        for row in board.tolist()
    ]


def greys(board: Board, lines: list[str], *, dark: bool) -> Iterator[tuple[str, int, int]]:
    """Yield the styles of a heat map, each with the first character and the one after the last.

    Parameters
    ----------
    board, lines
        The heat map, and its drawing; lines are joined by line feeds.
    dark
        Whether the background is dark; cells that are live more often are then lighter.
    """
    wide = len(lines[0]) // board.shape[1]
    for y, x in np.argwhere(board >= SHARE).tolist():
        level = (int(board[y, x]) - SHARE) / 100
        grey = round(_DARKEST + (_LIGHTEST - _DARKEST) * (level if dark else 1 - level))
        text = "#000000" if grey > (_DARKEST + _LIGHTEST) / 2 else "#ffffff"
        start = y * (len(lines[0]) + 1) + x * wide
        yield f"{text} on #{grey:02x}{grey:02x}{grey:02x}", start, start + wide


class _Drawing:
    """A way to draw, with the number of cells per character across and down.

    In a heat map, `unit` is what the numbers are.
    """

    def __init__(
        self,
        draw: Callable[[Board], list[str]],
        across: Fraction | int,
        down: int,
        unit: str = "",
    ) -> None:
        self.draw = draw
        self.across = across
        self.down = down
        self.unit = unit

    def room(self, columns: int, rows: int) -> tuple[int, int]:
        """Return the width and height in cells that fit into this many characters."""
        return int(columns * self.across), rows * self.down


_WIDE = _Drawing(wide, Fraction(1, 2), 1)
_HALF = _Drawing(half_blocks, 1, 2)
_BRAILLE_DOTS = _Drawing(braille, 2, 4)
_ASCII_WIDE = _Drawing(ascii_wide, Fraction(1, 2), 1)
_ASCII = _Drawing(ascii_dense, 1, 1)
_DENSE = ("·", "█", "?", " ")

STYLES = {
    "auto": (_WIDE, _HALF, _BRAILLE_DOTS),
    "half-block": (_HALF,),
    "braille": (_BRAILLE_DOTS,),
    "ascii": (_ASCII_WIDE, _ASCII),
}
"""The ways to draw for each style, largest first; the first that fits is used."""

HEAT, HEAT_ASCII = "heat", "heat-ascii"
"""The styles of heat maps."""

_DRAWINGS = STYLES | {
    HEAT: (
        _Drawing(percentages, Fraction(1, 3), 1, "%"),
        _Drawing(tenths, Fraction(1, 2), 1, "tenths"),
        _Drawing(lambda board: tenths(board, _DENSE), 1, 1, "tenths"),
    ),
    HEAT_ASCII: (
        _Drawing(lambda board: percentages(board, "O", "."), Fraction(1, 3), 1, "%"),
        _Drawing(lambda board: tenths(board, _LETTERS), Fraction(1, 2), 1, "tenths"),
        _Drawing(lambda board: tenths(board, _DOTS), 1, 1, "tenths"),
    ),
}


def extent(shown: Picture) -> tuple[int, int]:
    r"""Return the width and height of a picture, in cells or in characters.

    Examples
    --------
    >>> extent(np.zeros((2, 5))), extent("one\nthree")
    ((5, 2), (5, 2))
    """
    if isinstance(shown, str):
        lines = shown.splitlines()
        return max(map(len, lines), default=0), len(lines)
    height, width = shown.shape
    return width, height


def picture(
    shown: Picture, columns: int, rows: int, style: str = "auto", corner: tuple[int, int] = (0, 0)
) -> tuple[list[str], tuple[int, int, int, int]]:
    """Draw a board or a text, or the part of it that fits.

    Parameters
    ----------
    shown
        The states, shape ``(height, width)``, or the lines of a text.
    columns, rows
        The available space in characters.
    style
        A key of `STYLES`, or of heat maps.
    corner
        The first column and row to draw if the picture does not fit.

    Returns
    -------
    lines
        The rows of characters.
    part
        The part that they show: column, row, width and height in cells.
    """
    if isinstance(shown, str):
        lines = [line.ljust(extent(shown)[0]) for line in shown.splitlines()]
        x, y = _corner(shown, columns, rows, corner)
        part = [line[x : x + columns] for line in lines[y : y + rows]]
        return part, (x, y, *extent("\n".join(part)))
    drawing = _drawing(shown, columns, rows, style)
    across, down = drawing.room(columns, rows)
    x, y = _corner(shown, across, down, corner)
    board = shown[y : y + down, x : x + across]
    return drawing.draw(board), (x, y, *extent(board))


def unit(shown: Board, columns: int, rows: int, style: str) -> str:
    """Return what the numbers are in the drawing that `picture` chooses for a heat map."""
    return _drawing(shown, columns, rows, style).unit


def _drawing(shown: Board, columns: int, rows: int, style: str) -> _Drawing:
    """Return the largest drawing that fits, or else the smallest."""
    width, height = extent(shown)
    fitting = (d for d in _DRAWINGS[style] if width <= d.room(columns, rows)[0]
               and height <= d.room(columns, rows)[1])  # fmt: skip
    return next(fitting, _DRAWINGS[style][-1])


def _corner(shown: Picture, across: int, down: int, wanted: tuple[int, int]) -> tuple[int, int]:
    """Return the first column and row to draw, moved so that the part fills the space."""
    width, height = extent(shown)
    return max(0, min(wanted[0], width - across)), max(0, min(wanted[1], height - down))
