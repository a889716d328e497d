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
        across, down = (each or grid.kind == "C" for each in (grid.twist_x, grid.twist_y))
        for _ in range(2):
            y, x = cross(y, x, grid.height, width, grid.shift_x, twisted=across)
            x, y = cross(x, y, grid.width, height, grid.shift_y, twisted=down)
    return (x, y) if 0 <= x < width and 0 <= y < height else None


def cross(
    place: int, along: int, length: int, edge: int, shift: int, *, twisted: bool
) -> tuple[int, int]:
    """Both coordinates, once all edges have been crossed that lie this length apart."""
    while length and not 0 <= place < length:
        back = place < 0
        place += length if back else -length
        moved = along - shift if back else along + shift
        along = edge - 1 - along - shift if twisted else moved
    return place, along


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
