"""Boards as text: blocks of characters for each cell, half-blocks, quadrants, braille dots, ASCII.

A board is an array of states indexed ``[y, x]``: 0 dead, 1 live, 2 unknown, 3 not shown, 4 in the
margin around a target, 5 live and marked, 6 dead and marked. In a heat map, 0 and 1 are cells that
are never and always live, and `SHARE` + p cells that are live in p %. Pictures of other problems
are texts and are drawn unchanged.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.style import Style
from rich.text import Text

from lifesat.frontends.output.blocks import half_blocks
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

    >>> percentages(np.array([[0, SHARE + 7, SHARE + 50, 1, 1]]))
    [' ·   7 50██████']
    """
    dead, live = signs
    known = [f" {dead:>2}", "█" * 3 if live == "██" else f" {live:>2}", " ? ", " " * 3]
    return [
        "".join(known[state] if state < SHARE else f" {state - SHARE:>2}" for state in row)
        for row in board.tolist()
    ]


def cells(board: Board, signs: tuple[str, ...]) -> list[str]:
    """Draw each cell as the sign of its state; in a heat map, shares are tenths, rounded down.

    >>> cells(np.array([[0, SHARE + 7, SHARE + 50, 1]]), ("· ", "██"))
    ['· 0 5 ██']
    """
    width = len(signs[0])
    return [
        "".join(signs[s] if s < SHARE else f"{(s - SHARE) // 10:<{width}}" for s in row)
        for row in board.tolist()
    ]


def blocks(board: Board, scale: int, signs: tuple[str, str], shades: str = " ") -> list[str]:
    """Draw each cell as a block of `scale` lines, twice as many characters wide.

    The sign of a cell, or the percentage in a heat map, stands in the middle; live cells ``██`` and
    shaded ones fill their blocks. The rest of a block with a percentage has the shade of its share,
    from `shades`, least first.

    >>> blocks(np.array([[0, SHARE + 7, 1]]), 2, ("·", "██"))
    [' ·    7 ████', '        ████']
    >>> blocks(np.array([[SHARE + 7, SHARE + 93]]), 2, ("·", "██"), " ░▒▓")
    ['  7 ▓93▓', '    ▓▓▓▓']
    """
    width, middle = 2 * scale, (scale - 1) // 2
    known = (*signs, "?", "", "░", "▓", "x")

    def text(state: int, line: int) -> str:
        sign = known[state].strip() if state < SHARE else f"{state - SHARE:>2}"
        if sign in ("██", "░", "▓"):
            return sign[0] * width
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


Picture = Board | str
Span = tuple[str, int, int, int]


class Styled(str):
    """A text with styles for some of its parts."""

    __slots__ = ("spans",)
    # For each part its style, its line, its first column and the column after its last.
    spans: Sequence[Span]

    def __new__(cls, text: str, spans: Iterable[Span] = ()) -> "Styled":
        """Return the text with the styles."""
        styled = super().__new__(cls, text)
        styled.spans = tuple(spans)
        return styled


AROUND = 4
"""The state of a cell in the margin of a target."""

BETWEEN = 3, 2
"""The columns and rows of a frame around a small picture, and of the space to the next one."""

MARKED_LIVE, MARKED_DEAD = 5, 6
"""The states of cells that stand out, such as those in which two patterns differ."""

_CELLS = ("· ", "██", "? ", "  ", "░░", "▓▓", "x ")
_LETTERS = (". ", "O ", "? ", "  ", ": ", "# ", "x ")
_DOTS = (".", "O", "?", " ", ":", "#", "x")
# The bits of a braille character, by row and column of its dots.
_BRAILLE = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]])
_BLANK = 0x2800
# By the bits of their cells: upper left, upper right, lower left, lower right.
_QUADRANTS = "·▘▝▀▖▌▞▛▗▚▐▜▄▙▟█ ░"
_QUADRANT = np.array([[1, 2], [4, 8]])
# The most lines for a cell.
_LARGEST = 8
# The most lines for a line of a puzzle.
_LARGEST_TEXT = 3
_SHADE = ord("░")


def quadrants(board: Board) -> list[str]:
    """Draw each block of 2x2 cells as a character, as `half_blocks` draws pairs.

    >>> quadrants(np.array([[1, 0, 1, 0], [0, 1, 0, 0]]))
    ['▚▘']
    """
    height, width = board.shape
    board = np.pad(board, ((0, height % 2), (0, width % 2)), constant_values=NOT_SHOWN)
    blocks = board.reshape(-1, 2, board.shape[1] // 2, 2).transpose(0, 2, 1, 3)
    codes = ((blocks == 1) * _QUADRANT).sum(axis=(2, 3))
    codes = np.where((codes == 0) & (blocks == NOT_SHOWN).any(axis=(2, 3)), 16, codes)
    codes = np.where((blocks == UNKNOWN).any(axis=(2, 3)), 17, codes)
    return ["".join(_QUADRANTS[code] for code in row) for row in codes.tolist()]


def braille(board: Board) -> list[str]:
    """Draw each block of 2x4 cells as a character; only live cells have a dot.

    A block is shaded if none of its cells is known.

    >>> braille(np.array([[1, 0, 2], [0, 1, 2]]))
    ['⠑░']
    """
    height, width = board.shape
    board = np.pad(board, ((0, -height % 4), (0, width % 2)), constant_values=UNKNOWN)
    blocks = board.reshape(-1, 4, board.shape[1] // 2, 2).transpose(0, 2, 1, 3)
    codes = _BLANK + ((blocks == 1) * _BRAILLE).sum(axis=(2, 3))
    codes = np.where((blocks == UNKNOWN).all(axis=(2, 3)), _SHADE, codes)
    return ["".join(map(chr, row)) for row in codes.tolist()]


def styled(
    shown: Picture,
    lines: list[str],
    part: tuple[int, int, int, int],
    drawn_for: tuple[int, int, str],
    mark: Style,
) -> Text:
    """Return the visible part of a picture as text, with dim background signs and its styles.

    `lines` and `part` are what `picture` has returned for the columns, rows and style `drawn_for`.
    Marked cells have the style `mark`.
    """
    text = Text("\n".join(lines))
    text.highlight_regex("[·.?░]+", "dim")
    x, y, width, height = part
    for style, start, end in spans_of(shown, lines, x, y):
        text.stylize(style, start, end)
    if not isinstance(shown, str):
        board = shown[y : y + height, x : x + width]
        for start, end in marked_spans(board, lines, (shown, *drawn_for)):
            text.stylize(mark, start, end)
    return text


def spans_of(shown: Picture, lines: list[str], x: int, y: int) -> Iterator[tuple[str, int, int]]:
    """Yield the styles in the visible part of a text, as `greys` does.

    `lines` is the visible part, whose first column and line are `x` and `y`. Only a `Styled` text
    has styles.
    """
    if not isinstance(shown, Styled) or not lines:
        return
    width = len(lines[0])
    for style, line, first, end in shown.spans:
        left, right = max(0, first - x), min(width, end - x)
        if 0 <= line - y < len(lines) and left < right:
            start = (line - y) * (width + 1)
            yield style, start + left, start + right


class _Drawing:
    """A way to draw, with the number of cells per character across and down.

    `unit` is that of the numbers in a heat map. If it `shades`, cells of a margin look like unknown
    cells, and marked cells like others; `marked_spans` yields the positions of marked cells.
    """

    def __init__(
        self,
        draw: Callable[[Board], list[str]],
        across: Fraction | int,
        down: Fraction | int,
        unit: str = "",
        *,
        shades: bool = False,
    ) -> None:
        self.draw = draw
        self.across = across
        self.down = down
        self.unit = unit
        self.shades = shades

    def room(self, columns: int, rows: int) -> tuple[int, int]:
        """Return the width and height in cells that fit into this many characters."""
        return int(columns * self.across), int(rows * self.down)

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Return the width and height in characters of a board."""
        return ceil(width / self.across), ceil(height / self.down)


def _enlarged(signs: tuple[str, str], shades: str = " ") -> list[_Drawing]:
    """Return the drawings in blocks, largest first."""

    def drawing(scale: int) -> _Drawing:
        across, down = Fraction(1, 2 * scale), Fraction(1, scale)
        return _Drawing(lambda board: blocks(board, scale, signs, shades), across, down, "%")

    return [drawing(scale) for scale in range(_LARGEST, 1, -1)]


_WIDE = _Drawing(lambda board: cells(board, _CELLS), Fraction(1, 2), 1)
_HALF = _Drawing(half_blocks, 1, 2, shades=True)
_QUARTER = _Drawing(quadrants, 2, 2, shades=True)
_BRAILLE_DOTS = _Drawing(braille, 2, 4, shades=True)
_ASCII_WIDE = _Drawing(
    lambda board: [line.rstrip() for line in cells(board, _LETTERS)], Fraction(1, 2), 1
)
_ASCII = _Drawing(lambda board: cells(board, _DOTS), 1, 1)
_DENSE = ("·", "█", "?", " ")

STYLES = {
    "auto": (*_enlarged(("·", "██")), _WIDE, _HALF, _QUARTER, _BRAILLE_DOTS),
    "half-block": (_HALF,),
    "braille": (_BRAILLE_DOTS,),
    "ascii": (_ASCII_WIDE, _ASCII),
}
"""The ways to draw for each style, largest first; the first that fits is used."""

HEAT, HEAT_ASCII, HEAT_WITHOUT_GREYS = "heat", "heat-ascii", "heat-without-greys"
"""The styles of heat maps."""


def style_of(shown: Picture, style: str) -> str:
    """Return the style for a picture, which may be a heat map."""
    if isinstance(shown, str) or not (shown >= SHARE).any():
        return style
    return HEAT_ASCII if style == "ascii" else HEAT


def _heat(
    signs: tuple[str, str], wide: tuple[str, ...], dense: tuple[str, ...], shades: str = " "
) -> list[_Drawing]:
    """Return the drawings of heat maps; in each group of signs, dead and live cells come first."""
    return [
        *_enlarged(signs, shades),
        _Drawing(lambda board: percentages(board, signs), Fraction(1, 3), 1, "%"),
        _Drawing(lambda board: cells(board, wide), Fraction(1, 2), 1, "tenths"),
        _Drawing(lambda board: cells(board, dense), 1, 1, "tenths"),
    ]


_DRAWINGS = STYLES | {
    HEAT: (*_heat(("· ", "██"), _CELLS, _DENSE),),
    HEAT_WITHOUT_GREYS: (*_heat(("· ", "██"), _CELLS, _DENSE, " ░▒▓"),),
    HEAT_ASCII: (*_heat((".", "O"), _LETTERS, _DOTS),),
}


def enlarged(shown: Picture, columns: int, rows: int) -> Picture:
    r"""Enlarge the picture of a puzzle as far as it fits; return other pictures unchanged.

    Walls, rules and the sides of boxes grow with their cells, other signs do not. If there is no
    room for all lines, horizontal rules are left out.

    >>> print(enlarged(Styled("██@ <>\n──┼─██"), 12, 4))
    ████ @  <  >
    ████    <  >
    ─────┼──████
         │  ████
    """
    if not isinstance(shown, Styled):
        return shown
    width, height = extent(shown)
    scale = min(_LARGEST_TEXT, columns // max(1, width), rows // max(1, height))
    if height > rows:
        return _without_rules(shown)
    if scale < 1:
        return shown
    lines: list[str] = []
    for row in shown.splitlines():
        grown = [_grown(sign, scale) for sign in row]
        lines += ["".join(around for _, around in grown)] * scale
        lines[(scale - 1) // 2 - scale] = "".join(middle for middle, _ in grown)
    spans = (
        (style, y * scale + line, start * scale, end * scale)
        for style, y, start, end in shown.spans
        for line in range(scale)
    )
    return Styled("\n".join(lines), spans)


def _without_rules(shown: Styled) -> Styled:
    """Return the picture of a puzzle without its horizontal rules."""
    lines = shown.splitlines()
    kept = [y for y, line in enumerate(lines) if "─" not in line]
    spans = (
        (style, kept.index(y), start, end) for style, y, start, end in shown.spans if y in kept
    )
    return Styled("\n".join(lines[y] for y in kept), spans)


def _grown(sign: str, scale: int) -> tuple[str, str]:
    """Return a sign `scale` times as wide, for the middle line and for the other lines."""
    right = sign.rjust(scale)
    match sign:
        case "█":
            return sign * scale, sign * scale
        case "─":
            return sign * scale, " " * scale
        case "┼":
            return right.replace(" ", "─"), "│".rjust(scale)
        case "│" | "]" | ">":
            return right, right
        case "[" | "<":
            return sign.ljust(scale), sign.ljust(scale)
    return right, " " * scale


def extent(shown: Picture) -> tuple[int, int]:
    r"""Return the width and height of a picture, in cells or in characters.

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

    Returns the lines, and the column, row, width and height of the part in cells. `corner` is the
    first column and row to draw if the picture does not fit. `style` is a key of `STYLES`, or of
    heat maps.
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
    if drawing.shades:
        for state, sign in ((AROUND, UNKNOWN), (MARKED_LIVE, 1), (MARKED_DEAD, 0)):
            board = np.where(board == state, sign, board)
    return drawing.draw(board), (x, y, *extent(board))


def marked(shown: Picture, where: NDArray[np.bool_]) -> Picture:
    """Return a board in which the dead and live cells at some places are marked.

    >>> marked(np.array([[1, 1, 0, 0]]), np.array([[True, False, True, False]]))
    array([[5, 1, 6, 0]])
    """
    if isinstance(shown, str):
        return shown
    board = np.where(where & (shown == 1), MARKED_LIVE, shown)
    return np.where(where & (shown == 0), MARKED_DEAD, board)


def differing(shown: Picture, other: Picture) -> Picture:
    """Mark where a picture differs from another one of the same extent."""
    if isinstance(shown, str) or isinstance(other, str):
        pairs = enumerate(zip(str(shown).splitlines(), str(other).splitlines(), strict=False))
        differ = (
            ("bold reverse", y, x, x + 1)
            for y, lines in pairs
            for x, signs in enumerate(zip(*lines, strict=False))
            if len(set(signs)) > 1
        )
        return Styled(str(shown), differ) if isinstance(shown, str) else shown
    return marked(shown, shown != other) if shown.shape == other.shape else shown


def marked_spans(
    board: Board, lines: list[str], drawn_for: tuple[Board, int, int, str]
) -> Iterator[tuple[int, int]]:
    """Yield the first character of each marked cell in a drawing, and the one after its last.

    `lines` draws the part `board`, joined by line feeds. `drawn_for` is the whole board, and the
    columns, rows and style as for `picture`.
    """
    drawing = _drawing(*drawn_for)
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    for y, x in np.argwhere((board == MARKED_LIVE) | (board == MARKED_DEAD)).tolist():
        left, right = int(x / drawing.across), ceil((x + 1) / drawing.across)
        for line in range(int(y / drawing.down), ceil((y + 1) / drawing.down)):
            yield starts[line] + left, starts[line] + min(right, len(lines[line]))


def fits(shown: Picture, columns: int, rows: int, style: str) -> bool:
    """Return whether all of a picture fits into this many characters."""
    width, height = extent(shown)
    room = (columns, rows)
    if not isinstance(shown, str):
        room = _DRAWINGS[style][-1].room(columns, rows)
    return width <= room[0] and height <= room[1]


def tile_size(shown: Picture, columns: int, rows: int, style: str, least: int) -> tuple[int, int]:
    """Return the size in characters at which `least` small pictures fit side by side.

    All have the extent of `shown`, and the columns and rows of `BETWEEN` around them. The largest
    suitable drawing is used. If there is none, the size is that of the smallest, cut to the space.
    """
    width, height = extent(shown)
    sizes = [(width, height)]
    if not isinstance(shown, str):
        sizes = [each.size(width, height) for each in _DRAWINGS[style] if each.across * 2 >= 1]
    for size in sizes:
        if (columns // (size[0] + BETWEEN[0])) * (rows // (size[1] + BETWEEN[1])) >= least:
            return size
    left = columns - BETWEEN[0], rows - BETWEEN[1]
    return max(1, min(sizes[-1][0], left[0])), max(1, min(sizes[-1][1], left[1]))


def unit(shown: Board, columns: int, rows: int, style: str) -> str:
    """Return the unit of the numbers in the drawing that `picture` chooses for a heat map."""
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
