"""Patterns drawn in half blocks for terminals: a character is two cells, one above the other."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.life.colours import LIGHT, Colours, colours_of
from lifesat.life.pattern import Pattern

# Both dead, lower live, upper live, both live, one unknown, one not shown.
_HALVES = "·▄▀█░ "
_UPPER, _LOWER, _BOTH = "▀", "▄", "█"
_IN_ASCII = str.maketrans("·▄▀█░", ".,'#?")
_FAINT, _RESET = "\x1b[2m", "\x1b[0m"


class Shown(NamedTuple):
    """Lines of text, and the side of the square of cells that each drawn cell stands for."""

    lines: list[str]
    scale: int


def half_blocks(board: NDArray[np.integer]) -> list[str]:
    """Draw each pair of cells, one above the other, as a character; shaded if one is unknown.

    States are 0 dead, 1 live, 2 unknown and 3 not shown. Two dead cells are a dot, which shows the
    extent of the board.

    >>> half_blocks(np.array([[1, 0, 1], [0, 1, 1]]))
    ['▀▄█']
    """
    board = np.pad(board, ((0, board.shape[0] % 2), (0, 0)), constant_values=3)
    upper, lower = board[::2], board[1::2]
    codes = 2 * (upper == 1) + (lower == 1)
    codes = np.where((codes == 0) & ((upper == 3) | (lower == 3)), 5, codes)
    codes = np.where((upper == 2) | (lower == 2), 4, codes)
    return ["".join(_HALVES[code] for code in row) for row in codes.tolist()]


def in_encoding(text: str, encoding: str) -> str:
    """Return half blocks as they are, or in ASCII if an encoding, such as cp1252, lacks them.

    >>> in_encoding("▀▄█·", "cp1252")
    "',#."
    """
    try:
        _HALVES.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_IN_ASCII)
    return text


def coloured_blocks(
    board: NDArray[np.integer], colours: tuple[str, ...], *, true: bool
) -> list[str]:
    """Draw half blocks in the ``#rrggbb`` colour of each state; dead cells keep the background.

    If `true` is false, colours are reduced to the terminal's palette of 256.
    """
    ink = [_code(colour, 38, true=true) for colour in colours]
    paper = [_code(colour, 48, true=true) for colour in colours]
    board = np.pad(board, ((0, board.shape[0] % 2), (0, 0)))
    lines = []
    for upper, lower in zip(board[::2].tolist(), board[1::2].tolist(), strict=True):
        line, now = "", ""
        for above, below in zip(upper, lower, strict=True):
            style, sign = _pair(above, below, ink, paper)
            line += (f"{_RESET}{style}" if style != now else "") + sign
            now = style
        lines.append(line + _RESET)
    return lines


def fitted(
    pattern: Pattern, columns: int | None, rows: int | None
) -> tuple[NDArray[np.uint8], int]:
    """Return the states of a pattern, scaled down to fit a terminal, and the scale.

    `columns` and `rows` count characters of two cells each; None means no limit. Each state stands
    for a square of cells with that scale as its side: live cells take precedence, then unknown
    ones.
    """
    across = pattern.width if columns is None else max(1, columns)
    down = pattern.height if rows is None else max(2, 2 * rows)
    scale = max(1, -(-pattern.width // across), -(-pattern.height // down))
    states = pattern.to_array()
    if scale == 1:
        return states, 1
    height, width = states.shape
    states = np.pad(states, ((0, -height % scale), (0, -width % scale)))
    squares = states.reshape(states.shape[0] // scale, scale, -1, scale)
    largest: NDArray[np.uint8] = squares.max(axis=(1, 3))
    if pattern.rule.states == 2:
        largest[(squares == 1).any(axis=(1, 3))] = 1
    return largest, scale


def draw_blocks(
    pattern: Pattern,
    columns: int | None,
    rows: int | None,
    depth: int | None,
    colours: Colours = LIGHT,
) -> Shown:
    """Draw a pattern for a terminal, scaled down as by `fitted`.

    `depth` is the number of the terminal's colours: None for none, 256, or more for any colour.
    """
    states, scale = fitted(pattern, columns, rows)
    if depth is not None:
        lines = coloured_blocks(states, colours_of(pattern.rule, colours), true=depth > 256)
    else:
        plain = states if pattern.rule.states == 2 else np.minimum(states, 1)
        lines = half_blocks(plain)
    return Shown(lines, scale)


def _pair(above: int, below: int, ink: list[str], paper: list[str]) -> tuple[str, str]:
    """Return the style and the character of two cells, one above the other."""
    if not above and not below:
        return _FAINT, _HALVES[0]
    if above == below:
        return ink[above], _BOTH
    if not below:
        return ink[above], _UPPER
    if not above:
        return ink[below], _LOWER
    return ink[above] + paper[below], _UPPER


def _code(colour: str, layer: int, *, true: bool) -> str:
    red, green, blue = bytes.fromhex(colour[1:])
    if true:
        return f"\x1b[{layer};2;{red};{green};{blue}m"
    # The steps of the palette's cube are 0, 95, 135, 175, 215 and 255.
    r, g, b = (0 if part < 48 else max(1, (part - 35) // 40) for part in (red, green, blue))
    return f"\x1b[{layer};5;{16 + 36 * r + 6 * g + b}m"
