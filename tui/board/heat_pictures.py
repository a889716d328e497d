"""Heat maps as text: percentages or tenths, and the greys behind them.

In a heat map, 0 and 1 are cells that are never and always live, and `SHARE` + p cells that are live
in p %.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lifesat.life.pattern import UNKNOWN

Board = NDArray[np.integer[Any]]

NOT_SHOWN = 3
SHARE = 100
"""The state of a cell in a heat map is this plus the percentage."""

_DARKEST, _LIGHTEST = 40, 220


def shares(of_one: NDArray[np.floating[Any]]) -> Board:
    """Return the heat map of shares from 0 to 1, with no cell always or never live."""
    board: Board = SHARE + np.clip(np.rint(100 * of_one), 1, 99).astype(np.int64)
    return board


def percentages(board: Board, signs: tuple[str, str] = ("· ", "██")) -> list[str]:
    """Draw each cell of a heat map as a percentage in three characters; live cells fill them.

    Examples
    --------
    >>> percentages(np.array([[0, SHARE + 7, SHARE + 50, 1, 1]]))
    [' ·   7 50██████']
    """
    dead, live = signs
    known = [f" {dead:>2}", "█" * 3 if live == "██" else f" {live:>2}", " ? ", " " * 3]
    return [
        "".join(known[state] if state < SHARE else f" {state - SHARE:>2}" for state in row)
        for row in board.tolist()
    ]


def tenths(board: Board, signs: tuple[str, ...]) -> list[str]:
    """Draw a heat map with the signs of dead, live, unknown and hidden cells.

    Other cells are digits: the share in tenths, rounded down.

    Examples
    --------
    >>> tenths(np.array([[0, SHARE + 7, SHARE + 50, 1]]), ("· ", "██", "? ", "  "))
    ['· 0 5 ██']
    """
    width = len(signs[0])
    return [
        "".join(signs[s] if s < SHARE else f"{(s - SHARE) // 10:<{width}}" for s in row)
        for row in board.tolist()
    ]


def blocks(board: Board, scale: int, signs: tuple[str, str], shades: str = " ") -> list[str]:
    """Draw each cell of a heat map as a block of `scale` lines, twice as many characters wide.

    The percentage, or the sign of a dead or live cell, stands in the middle; the sign ``██`` fills
    the block. The rest of a block with a percentage has the shade of its share, from `shades`,
    least first.

    Examples
    --------
    >>> blocks(np.array([[0, SHARE + 7, 1]]), 2, ("·", "██"))
    [' ·    7 ████', '        ████']
    >>> blocks(np.array([[SHARE + 7, SHARE + 93]]), 2, ("·", "██"), " ░▒▓")
    ['  7 ▓93▓', '    ▓▓▓▓']
    """
    width, middle = 2 * scale, (scale - 1) // 2
    known = {0: signs[0], 1: signs[1], UNKNOWN: "?", NOT_SHOWN: ""}

    def text(state: int, line: int) -> str:
        sign = known[state].strip() if state < SHARE else f"{state - SHARE:>2}"
        if sign == "██":
            return "█" * width
        shade = shades[(state - SHARE) * len(shades) // 100] if state > SHARE else " "
        return (sign if line == middle else "").center(width, shade)

    return [
        "".join(text(state, line) for state in row)
        for row in board.tolist()
        for line in range(scale)
    ]


def greys(board: Board, lines: list[str], *, dark: bool) -> Iterator[tuple[str, int, int]]:
    """Yield the styles of a heat map, each with its first character and the one after its last.

    Characters are counted in `lines`, joined by line feeds. On a dark background, cells that are
    live more often are lighter.
    """
    wide, high = len(lines[0]) // board.shape[1], len(lines) // board.shape[0]
    for y, x in np.argwhere(board >= SHARE).tolist():
        level = (int(board[y, x]) - SHARE) / 100
        grey = round(_DARKEST + (_LIGHTEST - _DARKEST) * (level if dark else 1 - level))
        text = "#000000" if grey > (_DARKEST + _LIGHTEST) / 2 else "#ffffff"
        style = f"{text} on #{grey:02x}{grey:02x}{grey:02x}"
        for line in range(y * high, (y + 1) * high):
            start = line * (len(lines[0]) + 1) + x * wide
            yield style, start, start + wide
