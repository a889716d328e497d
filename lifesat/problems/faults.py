"""What can be wrong with a predecessor problem, one sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lifesat.problems.box import symmetry_fault
from lifesat.problems.population import population_faults
from lifesat.problems.problem import MOST_LITERALS
from lifesat.problems.symmetry import axis
from lifesat.rules import RULES_WITH_TABLE, BoundedGrid

if TYPE_CHECKING:
    from lifesat.problems.predecessor import Predecessor


def faults(problem: Predecessor) -> list[str]:
    """Return what is wrong with the problem, one sentence each."""
    rule = problem.target.rule
    found = []
    if problem.outside not in ("dead", "free", "torus"):
        found.append(f"outside is {problem.outside!r}; it can be dead, free or torus")
    if not rule.has_table:
        found.append(f"rule {rule.name} is {rule.family}; a search needs {RULES_WITH_TABLE}")
    elif rule.table[0] and problem.outside == "dead":
        found.append(
            f"rule {rule.name} gives birth without neighbours (B0), so nothing stays dead "
            "outside; use outside free or torus"
        )
    if problem.generations < 1:
        found.append(f"generations is {problem.generations}; it must be at least 1")
    if problem.margin < 0:
        found.append(f"margin is {problem.margin}; it cannot be negative")
    if problem.target.width * problem.target.height == 0:
        found.append("the target has no cells at all; give its size, such as x = 3, y = 3")
    found += population_faults(problem.least, problem.most)
    return (
        found
        or _grid_faults(problem)
        or _size_faults(problem)
        or _misplaced(problem)
        or _symmetry_faults(problem)
    )


def _grid_faults(problem: Predecessor) -> list[str]:
    """Return what is wrong with the target's bounded grid."""
    grid = problem.target.grid
    if problem.outside != "torus":
        fault = f"a search does not know the grid :{grid}; it can be a torus (:T)"
        return [f"{fault}, or a plane with outside dead or free"] * bool(grid)
    plain = grid == (grid and BoundedGrid("T", grid.width, grid.height))
    if not grid or not plain or not grid.width or not grid.height:
        return ["a torus needs two sizes and no shift, such as B3/S23:T25,20"]
    return []


def _size_faults(problem: Predecessor) -> list[str]:
    """Return what is wrong with the size of space-time."""
    height, width = problem.target.height, problem.target.width
    if problem.outside == "torus" and (grid := problem.target.grid):
        height, width = grid.height, grid.width
    sides = width + 2 * problem.border, height + 2 * problem.border
    if sides[0] * sides[1] * (problem.generations + 1) <= MOST_LITERALS:
        return []
    window = f"a window of {sides[0]}x{sides[1]} over {problem.generations + 1} generations"
    return [f"{window} is too large; the limit is {MOST_LITERALS:,} cells in all"]


def _misplaced(problem: Predecessor) -> list[str]:
    """Return what is wrong with where the target and the given cells lie."""
    height, width = problem.target.height, problem.target.width
    if problem.outside == "torus" and (grid := problem.target.grid):
        left, top = problem.torus_offset
        if min(left, top) < 0 or left + width > grid.width or top + height > grid.height:
            return [f"the target ({width}x{height}) does not lie within its torus :{grid}"]
    both = problem.require & problem.forbid
    if both:
        return [f"cell {min(both)} is both required and forbidden"]
    # Under `dead` a cell beyond the window is dead anyway, so that it may well be forbidden.
    placed = problem.require if problem.outside == "dead" else problem.require | problem.forbid
    for x, y in sorted(placed):
        row, column = problem.place(x, y)
        if not (0 <= row < problem.window.shape[0] and 0 <= column < problem.window.shape[1]):
            return [f"cell ({x}, {y}) lies beyond the window of the first generation"]
    return []


def _symmetry_faults(problem: Predecessor) -> list[str]:
    """Return why no first generation is sought with the symmetry."""
    height, width = problem.window.shape
    rule = problem.target.rule
    direction = axis(problem.symmetry, problem.window, rule)
    if fault := symmetry_fault(problem.symmetry, width, height, direction, rule):
        return [fault]
    both = problem.marked(problem.require) & problem.marked(problem.forbid)
    for row, column in np.argwhere(both).tolist()[:1]:
        top, left = problem.place(0, 0)
        cell = column - left, row - top
        return [f"with symmetry {problem.symmetry} cell {cell} is both required and forbidden"]
    return []
