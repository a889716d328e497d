"""Pictures of patterns as SVG, for notebooks."""

from __future__ import annotations

from html import escape
from itertools import groupby

from lifesat.life.pattern import UNKNOWN, Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# A picture of more cells is slow to show, and its cells are too small to see.
_MOST_CELLS = 1 << 16
# Pixels: the side of a cell, and the longest side of a picture.
_CELL = 12
_SIDE = 600
_LIVE, _UNKNOWN = "#2f7d4f", "#c9b458"


def svg(pattern: Pattern) -> str | None:
    """Return a picture of a pattern's box, or None if the box is empty or too large.

    Live cells are green, unknown cells yellow. Each run of equal cells in a row is one rectangle.
    """
    width, height = pattern.width, pattern.height
    if not 0 < width * height <= _MOST_CELLS:
        return None
    scale = min(_CELL, _SIDE / max(width, height))
    label = escape(f"{pattern.name}: {pattern!r}" if pattern.name else repr(pattern), quote=True)
    two_states = pattern.rule.states == 2
    runs = list(_runs(pattern))
    unknown = [path for state, path in runs if two_states and state == UNKNOWN]
    live = [path for state, path in runs if not (two_states and state == UNKNOWN)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}" '
        f'width="{width * scale:g}" height="{height * scale:g}" viewBox="0 0 {width} {height}" '
        'shape-rendering="crispEdges">'
        f"<title>{label}</title>"
        f'<rect width="{width}" height="{height}" fill="#f3f5f2"/>'
        f'<path fill="{_LIVE}" d="{"".join(live)}"/>'
        f'<path fill="{_UNKNOWN}" d="{"".join(unknown)}"/>'
        "</svg>"
    )


def _runs(pattern: Pattern) -> Iterator[tuple[int, str]]:
    """Yield the state and the path of each run of equal cells that are not dead."""
    for y, row in enumerate(pattern.dense_rows()):
        x = 0
        for state, group in groupby(row):
            length = sum(1 for _ in group)
            if state:
                yield state, f"M{x} {y}h{length}v1h-{length}z"
            x += length
