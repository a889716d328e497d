"""Bounded grids cell by cell, and random ones."""

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from lifesat.life.bounded_grid import parse_grid
from lifesat.problems.life.surroundings import OUTSIDES


def torus(height: int, width: int) -> NDArray[np.intp]:
    """What lies around a layer of space-time on a torus, as `SpaceTime.around`."""
    return np.pad(np.arange(height * width).reshape(height, width), 1, "wrap")


def fold(outside: str, x: int, y: int, width: int, height: int) -> tuple[int, int] | None:
    """The cell of a box that lies at a place, perhaps beyond its edges; None for no cell.

    One edge is crossed after the other: rows first.
    """
    kinds = {"dead": None, "bounded": f"P{width},{height}", "torus": f"T{width},{height}"}
    name = kinds.get(outside, outside)
    grid = parse_grid(name) if name else None
    if grid is not None and grid.kind == "S":
        if 0 <= x < width and 0 <= y < height:
            return x, y
        x, y = (y, x) if (0 <= x < width) != (0 <= y < height) else (x, y)
        return min(max(x, 0), width - 1), min(max(y, 0), height - 1)
    if grid is not None and grid.kind != "P":
        for _ in range(2):
            while grid.height and not 0 <= y < height:
                up = y < 0
                y += height if up else -height
                if grid.twist_x or grid.kind == "C":
                    x = width - 1 - x - grid.shift_x
                else:
                    x += -grid.shift_x if up else grid.shift_x
            while grid.width and not 0 <= x < width:
                back = x < 0
                x += width if back else -width
                if grid.twist_y or grid.kind == "C":
                    y = height - 1 - y - grid.shift_y
                else:
                    y += -grid.shift_y if back else grid.shift_y
    return (x, y) if 0 <= x < width and 0 <= y < height else None


def joined(outside: str) -> tuple[bool, bool]:
    """Whether the top and bottom edges are joined, and the left and right ones."""
    grid = None if outside in OUTSIDES else parse_grid(outside)
    if grid is None or grid.kind == "P":
        return (outside == "torus",) * 2
    return bool(grid.height), bool(grid.width)


def named(outside: str, x: int, y: int, width: int, height: int) -> bool:
    """Whether an equation may have a cell on its left: cells beyond joined edges have no names."""
    down, across = joined(outside)
    return (0 <= x < width or not across) and (0 <= y < height or not down)


def open_beside(outside: str, x: int, y: int, width: int, height: int) -> bool:
    """Whether the rule binds a cell beside a box, so that none is born there."""
    if outside in OUTSIDES:
        return outside == "dead"
    grid = parse_grid(outside)
    assert grid is not None
    ended = (grid.width and not 0 <= x < width), (grid.height and not 0 <= y < height)
    return fold(outside, x, y, width, height) is None and not (grid.kind == "P" and any(ended))


def open_sides(outside: str) -> bool:
    """Whether cells outside stay dead on some side."""
    if outside in OUTSIDES:
        return outside == "dead"
    grid = parse_grid(outside)
    assert grid is not None
    return not (grid.width and grid.height)


@st.composite
def outsides(draw: st.DrawFn, width: int, height: int) -> str:
    """What lies outside a box: a word, or a grid of its size."""
    grids = [f"T{width},0", f"T0,{height}", f"P{width},0", f"P0,{height}", f"C{width},{height}"]
    grids += [f"T{width}+1,{height}"] * (width > 1) + [f"T{width},{height}-1"] * (height > 1)
    grids += [f"K{width}*,{height}", f"K{width},{height}*", f"K{width}*+1,{height}"]
    grids += [f"S{width}"] * (width == height)
    return draw(st.sampled_from([*OUTSIDES, *OUTSIDES, draw(st.sampled_from(grids))]))
