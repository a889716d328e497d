"""Pictures of patterns: a scene, which is written as SVG or turned into pixels.

All lengths are in pixels, except where cells are named.
"""

from __future__ import annotations

from itertools import accumulate, groupby
from math import ceil, sqrt
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lifesat.errors import UserError
from lifesat.life.colours import LIGHT, Colours, colours_of
from lifesat.system.printing import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lifesat.life.rule import Rule


MOST_FIGURES = 1000
"""The most patterns on a sheet; more would be too small to see."""

_LARGEST_CELL = 16
# The longest side when no size of cells is given, unless cells of one pixel exceed it.
_SIDE = 1200
# Smaller cells have no lines between them.
_SMALLEST_WITH_LINES = 5
# Between generations in a row, and between figures on a sheet.
_ARROW_GAP, _GAP = 48, 20
# A sheet is wider than it is high.
_ASPECT = 1.5
# The limit on the pixels of a picture; each frame of an animation counts.
_MOST_PIXELS = 1 << 27
# The limit when no size of cells is given, unless cells of one pixel exceed it.
_USUAL_PIXELS = 1 << 24
# Milliseconds: the least and the most for one generation; all together, within these limits; the
# least for the last one.
_SHORTEST, _LONGEST, _WHOLE, _LAST = 80, 600, 8000, 1200


class Figure(Protocol):
    """A pattern to draw."""

    @property
    def position(self) -> tuple[int, int] | None:
        """The coordinates of the upper left cell of the box, or None if unknown."""

    @property
    def width(self) -> int:
        """The width of the box."""

    @property
    def height(self) -> int:
        """The height of the box."""

    @property
    def rule(self) -> Rule:
        """The rule, which determines the colours."""

    @property
    def name(self) -> str:
        """The name."""

    def dense_rows(self) -> Iterator[bytes]:
        """Yield the rows of the box, one byte for each cell."""


class Look(NamedTuple):
    """How a picture looks."""

    # One of `lifesat.defaults.LAYOUTS`, or "" for the usual one: a GIF or an APNG is an animation,
    # other pictures show the first generation.
    layout: str = ""
    # The side of a cell in pixels, or None for one that fits the number of cells.
    cell_size: int | None = None
    colours: Colours = LIGHT
    # One of `lifesat.defaults.GRIDS`.
    grid: str = "auto"

    def lines(self, cell: int) -> bool:
        """Return whether there are lines between cells of this size."""
        return self.grid == "always" or (self.grid == "auto" and cell >= _SMALLEST_WITH_LINES)


class Board(NamedTuple):
    """One generation: the place and size of its box in cells, and its rows as bytes."""

    x: int
    y: int
    width: int
    height: int
    rows: tuple[bytes, ...]
    colours: tuple[str, ...]


class Panel(NamedTuple):
    """A place where boards appear one after another; the last one stays."""

    left: int
    top: int
    boards: tuple[Board, ...]


class Scene(NamedTuple):
    """A picture: its panels, and the arrows between them."""

    width: int
    height: int
    # The side of a cell.
    cell: int
    # Whether there are lines between cells; they take the first pixels of each cell.
    lines: bool
    colours: Colours
    panels: tuple[Panel, ...]
    # The left end of each arrow: its column, and its middle row.
    arrows: tuple[tuple[int, int], ...]
    # How long each frame of an animation is shown, in milliseconds; one for other pictures.
    times: tuple[int, ...]
    label: str

    def side(self, cells: int) -> int:
        """Return the length of some cells, including the line after the last one."""
        return cells * self.cell + self.lines

    def arrow(self, left: int, middle: int) -> list[tuple[int, int]]:
        """Return the corners of an arrow, which has a shaft and a head."""
        start, neck, tip = left + 8, left + _ARROW_GAP - 18, left + _ARROW_GAP - 8
        return [
            (start, middle - 1), (neck, middle - 1), (neck, middle - 8), (tip, middle),
            (neck, middle + 8), (neck, middle + 1), (start, middle + 1),
        ]  # fmt: skip

    def arrow_rows(self, left: int, middle: int) -> Iterator[tuple[int, int, int]]:
        """Yield ``(row, start, end)`` for the pixels of an arrow inside the picture."""
        start, neck, tip = left + 8, left + _ARROW_GAP - 18, left + _ARROW_GAP - 8
        for away in range(-8, 9):
            if 0 <= middle + away < self.height:
                yield middle + away, start if abs(away) < 2 else neck, tip - abs(away)


class _Extent(NamedTuple):
    """A box in cells that fits every figure, and how many generations stand side by side."""

    width: int
    height: int
    columns: int
    look: Look

    def size(self, cell: int) -> tuple[int, int]:
        """Return the width and height of a figure."""
        line = self.look.lines(cell)
        wide = self.width * cell + line
        return self.columns * (wide + _ARROW_GAP) - _ARROW_GAP, self.height * cell + line


def arrange(figures: Sequence[Sequence[Figure]], look: Look) -> Scene:
    """Arrange figures, each given by its generations, at least one; the layout is not "".

    Raises UserError if there are no cells, or too many, or if cells are too small for lines.
    """
    layout = look.layout
    if layout == "single":
        figures = [generations[:1] for generations in figures]
    corners = [_corner(generations) for generations in figures]
    width = max((_right(f, x) for f, (x, _) in zip(figures, corners, strict=True)), default=0)
    height = max((_bottom(f, y) for f, (_, y) in zip(figures, corners, strict=True)), default=0)
    if not width or not height:
        raise UserError("there is nothing to draw: the pattern has an empty box")
    longest = max(map(len, figures))
    extent = _Extent(width, height, longest if layout == "row" else 1, look)
    columns = _columns(len(figures), extent)
    rows = ceil(len(figures) / columns)
    frames = longest if layout == "animation" else 1
    cell = look.cell_size or _cell_size(extent, columns, rows, frames)
    if cell == 1 and look.lines(cell):
        raise UserError("lines between cells need cells of 2 pixels at least")
    wide, high = extent.size(cell)
    whole = (columns * (wide + _GAP) - _GAP, rows * (high + _GAP) - _GAP)
    _check_size(*whole, frames)
    panels, arrows = [], []
    for i, (generations, corner) in enumerate(zip(figures, corners, strict=True)):
        left, top = i % columns * (wide + _GAP), i // columns * (high + _GAP)
        boards = [_board(pattern, corner, look.colours) for pattern in generations]
        if layout != "row":
            panels.append(Panel(left, top, tuple(boards)))
            continue
        step = extent._replace(columns=1).size(cell)[0] + _ARROW_GAP
        panels += [Panel(left + k * step, top, (each,)) for k, each in enumerate(boards)]
        arrows += [(left + k * step - _ARROW_GAP, top + high // 2) for k in range(1, len(boards))]
    times, label = _times(frames), _label(figures)
    drawn = look.lines(cell), look.colours
    return Scene(*whole, cell, *drawn, tuple(panels), tuple(arrows), times, label)


def _board(pattern: Figure, corner: tuple[int, int], colours: Colours) -> Board:
    x, y = pattern.position or (0, 0)
    rows = tuple(pattern.dense_rows())
    size = pattern.width, pattern.height
    return Board(x - corner[0], y - corner[1], *size, rows, colours_of(pattern.rule, colours))


def _corner(generations: Sequence[Figure]) -> tuple[int, int]:
    places = [pattern.position or (0, 0) for pattern in generations]
    return min(x for x, _ in places), min(y for _, y in places)


def _right(generations: Sequence[Figure], left: int) -> int:
    return max((each.position or (0, 0))[0] + each.width for each in generations) - left


def _bottom(generations: Sequence[Figure], top: int) -> int:
    return max((each.position or (0, 0))[1] + each.height for each in generations) - top


def _columns(number: int, extent: _Extent) -> int:
    """Return how many figures stand side by side."""
    wide, high = extent.size(_LARGEST_CELL)
    return max(1, min(number, round(sqrt(number * _ASPECT * high / wide))))


def _cell_size(extent: _Extent, columns: int, rows: int, frames: int) -> int:
    """Return the largest size of a cell, at least 1, that keeps the picture within limits."""
    for cell in range(_LARGEST_CELL, 1, -1):
        wide, high = extent.size(cell)
        width, height = columns * (wide + _GAP) - _GAP, rows * (high + _GAP) - _GAP
        if max(width, height) <= _SIDE and width * height * frames <= _USUAL_PIXELS:
            return cell
    return 1


def _check_size(width: int, height: int, frames: int) -> None:
    if width * height * frames <= _MOST_PIXELS:
        return
    times = f", {frames:,} times" if frames > 1 else ""
    raise UserError(
        f"a picture of {width:,} x {height:,} pixels{times}, is too large; "
        f"the limit is {_MOST_PIXELS:,} pixels in all"
    )


def _times(frames: int) -> tuple[int, ...]:
    each = max(_SHORTEST, min(_LONGEST, _WHOLE // frames))
    return (*(each for _ in range(frames - 1)), max(each, _LAST))


def _label(figures: Sequence[Sequence[Figure]]) -> str:
    """Return the title of a picture."""
    names = [generations[0].name for generations in figures if generations[0].name]
    if len(figures) > 1:
        return f"{len(figures):,} patterns" + (f": {names[0]} to {names[-1]}" if names else "")
    return names[0] if names else repr(figures[0][0]).strip("<>")


# A picture of more cells is slow to show in a notebook.
_MOST_CELLS = 1 << 16


def svg(scene: Scene, above: Iterable[str] = ()) -> str:
    """Return a scene as SVG, in which an animation repeats forever.

    `above` holds more SVG elements, drawn on top.
    """
    from html import escape  # noqa: PLC0415  # slow to load

    label = escape(printable(scene.label), quote=True)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" '
        f'width="{scene.width}" height="{scene.height}" '
        f'viewBox="0 0 {scene.width} {scene.height}">\n<title>{label}</title>\n'
    )
    parts = [_panel(panel, scene) for panel in scene.panels]
    for left, middle in scene.arrows:
        points = " ".join(f"{x},{y}" for x, y in scene.arrow(left, middle))
        parts.append(f'<polygon fill="{scene.colours.arrow}" points="{points}"/>')
    return head + "\n".join([*parts, *above]) + "\n</svg>\n"


def svg_of_one(figure: Figure, title: str) -> str | None:
    """Return one pattern as SVG, or None if its box is empty or has too many cells to show."""
    if not 0 < figure.width * figure.height <= _MOST_CELLS:
        return None
    return svg(arrange([[figure]], Look("single"))._replace(label=title))


def _panel(panel: Panel, scene: Scene) -> str:
    """Return the boards of a panel; all but the first are hidden until their time."""
    place = f'<g shape-rendering="crispEdges" transform="translate({panel.left} {panel.top})">'
    boards = [_svg_board(board, scene) for board in panel.boards]
    if len(boards) > 1:
        boards = [_timed(board, k, len(boards), scene.times) for k, board in enumerate(boards)]
    return "\n".join([place, *boards, "</g>"])


def _timed(board: str, k: int, number: int, times: tuple[int, ...]) -> str:
    """Return a board that is shown at its time; the last one of a panel stays to the end."""
    whole = sum(times)
    starts = [time / whole for time in accumulate(times, initial=0)]
    end = starts[k + 1] if k < number - 1 else 1
    values = {0.0: "none", starts[k]: "inline"} | ({end: "none"} if end < 1 else {})
    hidden = ' display="none"' if k else ""
    return (
        f'<g{hidden}><animate attributeName="display" calcMode="discrete" '
        f'dur="{whole / 1000:g}s" repeatCount="indefinite" '
        f'keyTimes="{";".join(f"{time:.4g}" for time in values)}" '
        f'values="{";".join(values.values())}"/>\n{board}\n</g>'
    )


def _svg_board(board: Board, scene: Scene) -> str:
    """Return a board: its background, its cells and the lines between them."""
    cell = scene.cell
    wide, high = scene.side(board.width), scene.side(board.height)
    cells = _cell_paths(board.rows, board.colours)
    drawn = f'<rect width="{wide}" height="{high}" fill="{board.colours[0]}"/>'
    if cells:
        drawn += f'\n<g transform="scale({cell})">{cells}</g>' if cell > 1 else f"\n{cells}"
    if scene.lines:
        down = "".join(f"M{x * cell + 0.5:g} 0v{high}" for x in range(board.width + 1))
        across = "".join(f"M0 {y * cell + 0.5:g}h{wide}" for y in range(board.height + 1))
        drawn += f'\n<path stroke="{scene.colours.line}" d="{down}{across}"/>'
    if not (board.x or board.y):
        return drawn
    return f'<g transform="translate({board.x * cell} {board.y * cell})">\n{drawn}\n</g>'


def _cell_paths(rows: Iterable[bytes], colours: tuple[str, ...]) -> str:
    """Return a path for each colour of cells that are not dead, as SVG elements.

    Cell (0, 0) is the square from (0, 0) to (1, 1). Each run of equal cells in a row is one
    rectangle.
    """
    paths: dict[int, list[str]] = {}
    for y, row in enumerate(rows):
        x = 0
        for state, group in groupby(row):
            length = sum(1 for _ in group)
            if state:
                paths.setdefault(state, []).append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return "".join(
        f'<path fill="{colours[state]}" d="{"".join(path)}"/>'
        for state, path in sorted(paths.items())
    )
