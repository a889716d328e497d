"""Validation of predecessor problems."""

from collections.abc import Set
from math import isqrt

import numpy as np

from lifesat.life.pattern import Pattern
from lifesat.life.rule import RULES_WITH_TABLE, BoundedGrid, Rule, live_rule, rule_kind
from lifesat.life.symmetry import symmetry_group
from lifesat.problems.json_fields import integer_error
from lifesat.problems.life.box import symmetry_error
from lifesat.problems.life.population import population_errors
from lifesat.problems.life.symmetry import axis_direction
from lifesat.problems.life.window import Cell, Constraints, Window
from lifesat.problems.problem import MOST_LITERALS


def validation_errors(window: Window, constraints: Constraints) -> list[str]:
    """Return the error messages about a problem that needs a rule with a table."""
    return (
        window_type_errors(window)
        or _type_errors(constraints)
        or _table_errors(window.target.rule)
        or window_errors(window)
        or population_errors(constraints.min_population, constraints.max_population)
        or _position_errors(window, constraints)
        or _symmetry_errors(window, constraints)
    )


def window_type_errors(window: Window) -> list[str]:
    """Return errors about values of a window that have the wrong type or are too small."""
    found = []
    if not isinstance(window.target, Pattern):
        found.append(f"target is {window.target!r}; it must be a Pattern")
    for name, least in (("generations", 1), ("margin", 0)):
        if error := integer_error(name, getattr(window, name), least):
            found.append(error)
    return found


def window_errors(window: Window) -> list[str]:
    """Return errors about a window whose values have the right types and whose rule evolves."""
    rule = window.target.rule
    found: list[str] = []
    if window.outside not in ("dead", "free", "torus"):
        found.append(f"outside is {window.outside!r}; it can be dead, free or torus")
    if live_rule(rule).table[0] and window.outside == "dead":
        found.append(
            f"rule {rule.name} has births without neighbours (B0), so cells outside do not stay "
            "dead; use outside free or torus"
        )
    if window.target.width * window.target.height == 0:
        found.append("the target has no cells; give its size, such as x = 3, y = 3")
    return found or _grid_errors(window) or _size_errors(window) or _fit_errors(window)


def _type_errors(constraints: Constraints) -> list[str]:
    """Return errors for constraints of the wrong type."""
    found: list[str] = []
    if not isinstance(constraints.symmetry, str):
        found.append(f"symmetry is {constraints.symmetry!r}; it must be a name such as 'C2'")
    return found + cell_errors(constraints.require | constraints.forbid)


def _table_errors(rule: Rule) -> list[str]:
    """Return an error if a rule has no table."""
    if rule.has_table:
        return []
    return [f"{rule_kind(rule)}; this needs {RULES_WITH_TABLE}"]


def cell_errors(cells: Set[object]) -> list[str]:
    """Return an error message for each cell that is not a pair of ints."""
    return [
        f"a cell is {cell!r}; it must be a pair of ints, column and row"
        for cell in cells
        if not _is_cell(cell)
    ]


def _is_cell(cell: object) -> bool:
    return isinstance(cell, tuple) and [type(part) for part in cell] == [int, int]


def _grid_errors(window: Window) -> list[str]:
    """Return errors about the target's bounded grid."""
    grid = window.target.grid
    if window.outside != "torus":
        other = "use a torus (:T) of two sizes, or no grid with outside dead or free"
        if grid and grid.kind == "P":
            other = "lifesat search with --outside bounded searches in such a plane"
        return [f"searches for predecessors have no grid :{grid}; {other}"] * bool(grid)
    untwisted = grid == (grid and BoundedGrid("T", grid.width, grid.height))
    if not grid or not untwisted or not grid.width or not grid.height:
        words = "a torus needs two sizes and no shift; give them in the target's rule"
        return [f"{words}, such as B3/S23:T25,20"]
    return []


def _size_errors(window: Window) -> list[str]:
    """Return errors about the size of space-time."""
    height, width = window.target.height, window.target.width
    if window.outside == "torus" and (grid := window.target.grid):
        height, width = grid.height, grid.width
    sides = width + 2 * window.border, height + 2 * window.border
    # A cell has a literal for each state but 0.
    most = MOST_LITERALS // (window.target.rule.states - 1)
    if sides[0] * sides[1] * (window.generations + 1) <= most:
        return []
    words = f"a window of {sides[0]}x{sides[1]} over {window.generations + 1} generations"
    return [f"{words} is too large; the limit is {most:,} cells in all"]


def _fit_errors(window: Window) -> list[str]:
    """Return an error if the target does not lie within its torus."""
    height, width = window.target.height, window.target.width
    if window.outside == "torus" and (grid := window.target.grid):
        left, top = window.torus_offset
        if min(left, top) < 0 or left + width > grid.width or top + height > grid.height:
            side = isqrt(width)
            row = height == 1 and side > 1 and side * side == width
            hint = f"; --from kaggle reads a row of numbers as {side}x{side} cells" if row else ""
            return [f"the target ({width}x{height}) does not fit within its torus :{grid}{hint}"]
    return []


def _position_errors(window: Window, constraints: Constraints) -> list[str]:
    """Return errors about required and forbidden cells."""
    both = constraints.require & constraints.forbid
    if both:
        return [f"cell {min(both)} is both required and forbidden"]
    # With outside `dead`, cells outside the window are dead, so forbidding them is allowed.
    placed = (
        constraints.require
        if window.outside == "dead"
        else constraints.require | constraints.forbid
    )
    return outside_errors(window, placed)


def outside_errors(window: Window, cells: Set[Cell]) -> list[str]:
    """Return an error message if a cell lies outside the window."""
    for x, y in sorted(cells):
        row, column = window.place(x, y)
        if not (0 <= row < window.states.shape[0] and 0 <= column < window.states.shape[1]):
            return [f"cell ({x}, {y}) lies outside the window of the first generation"]
    return []


def _symmetry_errors(window: Window, constraints: Constraints) -> list[str]:
    """Return errors about the symmetry of the first generation."""
    height, width = window.states.shape
    rule = window.target.rule
    direction = axis_direction(constraints.symmetry, window.states, rule)
    if error := symmetry_error(constraints.symmetry, width, height, direction, rule):
        return [error]
    group = symmetry_group(constraints.symmetry, direction)
    both = window.marked(constraints.require, group) & window.marked(constraints.forbid, group)
    for row, column in np.argwhere(both).tolist()[:1]:
        top, left = window.place(0, 0)
        cell = column - left, row - top
        return [f"with symmetry {constraints.symmetry} cell {cell} is both required and forbidden"]
    return []
