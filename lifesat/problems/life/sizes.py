"""Bounds on the sizes of formulas, computed from the shape of space-time."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings import largest
from lifesat.cnf.encodings.transition import Extent
from lifesat.cnf.formula import Size
from lifesat.cnf.spacetime import FALSE, Literals, SpaceTime, is_variable
from lifesat.life.rule import live_rule
from lifesat.life.symmetry import orbit_count
from lifesat.problems.life.box import inner
from lifesat.problems.life.window import Window
from lifesat.problems.problem import MOST_LITERALS

# The memory for each cell of space-time: its literal and the arrays of branch variables.
_CELL_BYTES = 100


def ringed(height: int, width: int, group: Iterable[str]) -> Extent:
    """Return the extent of a transition between unknown layers in a ring of dead cells."""
    return Extent(height + 2, width + 2, orbit_count(height + 2, width + 2, group))


def block_extent(t: int, spacetime: SpaceTime, literals: Literals, vacuum: bool) -> Extent:
    """Return the extent of the transition from generation `t` of a block of space-time.

    `spacetime` has the live cells and `literals` all states, both with the cells around the block
    that the formula needs. With `vacuum`, dead cells among dead cells stay dead and need no
    clauses.
    """
    dead = (spacetime.neighbourhoods(t) == FALSE).all(axis=2)
    dead &= (literals[:, t : t + 2] == FALSE).all(axis=(0, 1))
    bound = spacetime.binds(t + 1) & ~(dead & vacuum)
    known = not is_variable(spacetime.literals[t + 1][bound]).any()
    height, width = bound.shape
    return Extent(height, width, int(bound.sum()), known=known)


def layers_size(cells: int, variables: int) -> Size:
    """Return the size of space-time itself, given its numbers of cells and variables."""
    return Size(variables=variables, arrays=_CELL_BYTES * cells)


def generations_size(window: Window, possible: Sequence[NDArray[np.bool_]], encoding: str) -> Size:
    """Return a bound on the size of a predecessor problem's formula under a Generations rule.

    `possible` has the states that cells may have in each generation, shape
    ``(states, height, width)``.
    """
    rule, back = window.target.rule, window.generations
    height, width = window.states.shape
    ring = 2 if window.outside == "dead" else 0
    outside = (height + ring) * (width + ring) - height * width
    first = (possible[0].sum(axis=0) > 1) & possible[0][1:]
    count = int(np.count_nonzero(first))
    together = first.sum(axis=0, dtype=np.int64)
    pairs = int((together * (together - 1) // 2).sum())
    size = layers_size((back + 1) * (rule.states - 1) * (height + ring) * (width + ring), count)
    size += Size(clauses=pairs, literals=2 * pairs)
    extents = []
    for t in range(back):
        step = _GenerationStep.of(window, possible, t)
        size += step.size(rule.states)
        box = height + ring, width + ring
        extents += [
            (Extent(*box, step.unknown), 1),
            (Extent(*box, step.known + outside, known=True), 1),
        ]
    return size + largest(extents, live_rule(rule), encoding)


class _GenerationStep(NamedTuple):
    """Numbers of cells in a step of a Generations rule."""

    # Cells whose outcome under the rule of two states is a variable, and is not.
    unknown: int
    known: int
    # Cells that may be refractory before the step.
    bound: int
    # Cells that have a variable for being live after the step.
    live: int
    # Cells whose state 2 after the step may need a variable, or that must survive.
    defined: int

    @classmethod
    def of(cls, window: Window, possible: Sequence[NDArray[np.bool_]], t: int) -> "_GenerationStep":
        """Return the numbers for the step from generation `t` of a window."""
        before, after = possible[t : t + 2]
        last = t + 1 == window.generations
        seen = window.known if last else np.ones(window.states.shape, dtype=np.bool_)
        if window.outside == "free" and not last:
            seen[:] = False
            inner(seen, t + 1)[:] = True
        refractory = before[2:].any(axis=0) & seen
        settled = refractory & ~before[:2].any(axis=0)
        live = after[1] & (after.sum(axis=0) > 1) & seen
        outcome = seen & ~settled
        unknown = outcome & (refractory | live)
        defined = np.zeros_like(seen) if last else before[1] & seen
        numbers = (unknown, outcome & ~unknown, refractory, live, defined)
        return cls(*(int(np.count_nonzero(each)) for each in numbers))

    def size(self, states: int) -> Size:
        """Return a bound on the clauses between the outcome, live and refractory cells."""
        bound = Size(variables=1, clauses=2, literals=states + 2) + Size(clauses=1, literals=2) * (
            states - 2
        )
        defined = Size(variables=1, clauses=3, literals=7)
        return bound * self.bound + defined * self.defined + Size(variables=1) * self.live


def block_errors(shape: tuple[int, int, int], last_state: int) -> list[str]:
    """Return an error message if a block of generations, rows and columns is too large."""
    generations, height, width = shape
    most = MOST_LITERALS // last_state
    if generations * (height + 2) * (width + 2) <= most:
        return []
    size = f"a block of {width}x{height} cells over {generations} generations"
    return [f"{size} is too large; the limit is {most:,} cells in all"]
