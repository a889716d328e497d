"""Pictures of patterns as SVG, for notebooks, and the paths that all such pictures consist of."""

from __future__ import annotations

from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from lifesat.life.colours import LIGHT, colours_of
from lifesat.system.printing import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lifesat.life.cell_rows import CellRows
    from lifesat.life.rule import Rule

# A picture of more cells is slow to show, and its cells are too small to see.
_MOST_CELLS = 1 << 16
# Pixels: the side of a cell, and the longest side of a picture.
_CELL = 12
_SIDE = 600


def svg(rows: CellRows, width: int, height: int, rule: Rule, title: str) -> str | None:
    """Return a picture of a box of cells, or None if the box is empty or too large.

    Parameters
    ----------
    rows, width, height
        The cells and the size of their box.
    rule
        The rule, which decides on the colours; see `lifesat.life.colours`.
    title
        What the picture shows.
    """
    if not 0 < width * height <= _MOST_CELLS:
        return None
    scale = min(_CELL, _SIDE / max(width, height))
    label = escape(printable(title), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" '
        f'width="{width * scale:g}" height="{height * scale:g}" viewBox="0 0 {width} {height}" '
        'shape-rendering="crispEdges">'
        f"<title>{label}</title>"
        f'<rect width="{width}" height="{height}" fill="{LIGHT.dead}"/>'
        f"{cell_paths(rows.dense_rows(width, height), colours_of(rule))}"
        "</svg>"
    )


def cell_paths(rows: Iterable[bytes], colours: tuple[str, ...]) -> str:
    """Return a path for each colour of cells that are not dead.

    Parameters
    ----------
    rows
        The rows of a box, one byte for each cell, an index of `colours`. Cell (0, 0) is the square
        from (0, 0) to (1, 1).
    colours
        The colour of each state; cells of state 0 are not drawn.

    Returns
    -------
    str
        Elements of SVG. Each run of equal cells in a row is one rectangle.
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
