"""Scenes, including animations, as SVG."""

from __future__ import annotations

from html import escape
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from lifesat.life.pictures.scene import Look, arrange
from lifesat.system.printing import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lifesat.life.pictures.scene import Board, Figure, Panel, Scene

# A picture of more cells is slow to show in a notebook.
_MOST_CELLS = 1 << 16


def svg(scene: Scene, above: Iterable[str] = ()) -> str:
    """Return a scene as SVG, in which an animation repeats forever.

    `above` holds more SVG elements, drawn on top.
    """
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
    boards = [_board(board, scene) for board in panel.boards]
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


def _board(board: Board, scene: Scene) -> str:
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
