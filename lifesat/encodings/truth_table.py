"""The truth-table encoding: no auxiliary variables, one minimal set of clauses for each cell.

A cell's next state is a function of nine cells. The nine-cell blocks that would make it live, and
those that would make it dead, are covered by as few implicants as possible; each becomes one
clause. For Life that gives 106 clauses under a live cell and 84 under a dead one, as in Dennis
Yurichev, "Conway's Game of Life and SAT solver" (2017), part I, whose clauses were made by a
computer algebra system. Any function of nine cells will do, and so any rule that has a table.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.encodings.cover import implicants, minimal_cover
from lifesat.encodings.transition import Transition, add_outcome, successor_table
from lifesat.formula import Formula, Template
from lifesat.rules import Rule
from lifesat.spacetime import SpaceTime

NAME = "truth_table"


def refusal(rule: Rule) -> str | None:
    """Return why `rule` cannot be encoded, or None."""
    return None if rule.has_table else "a cell's next state does not follow from nine cells"


def add_step(formula: Formula, spacetime: SpaceTime, t: int, rule: Rule) -> None:
    """Add clauses that make layer ``t + 1`` of `spacetime` the successor of layer `t`."""
    transition = Transition.of(spacetime, t, rule)
    inputs = transition.blocks[transition.constrained]
    add_outcome(formula, inputs, transition.successors, outcome_templates(rule))


@lru_cache
def outcome_templates(rule: Rule) -> tuple[Template, Template]:
    """Return the clauses over the nine cells that hold under a dead, and under a live successor."""
    live = successor_table(rule)
    return clauses_against(live), clauses_against(~live)


def clauses_against(forbidden: NDArray[np.bool_]) -> Template:
    """Return a minimal set of clauses that fails on just the `forbidden` inputs.

    Parameters
    ----------
    forbidden
        Shape ``(2,) * n``, indexed by the states of the n inputs.
    """
    cubes = _prime_cubes(forbidden)
    points = np.argwhere(forbidden)
    covers = ((cubes[:, None, :] == points[None, :, :]) | (cubes[:, None, :] == 2)).all(axis=2)
    chosen = minimal_cover(covers, (cubes < 2).sum(axis=1))
    return Template(
        [-(i + 1) if state else i + 1 for i, state in enumerate(cube) if state < 2]
        for cube in cubes[chosen].tolist()
    )


def _prime_cubes(function: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the prime implicants, shape ``(cubes, n)``: 0, 1, or 2 where either state will do."""
    all_cubes = implicants(function)
    prime = all_cubes.copy()
    for axis in range(function.ndim):
        larger = np.take(all_cubes, [2], axis=axis)
        narrow = [slice(None)] * function.ndim
        narrow[axis] = slice(0, 2)
        prime[tuple(narrow)] &= ~larger
    return np.argwhere(prime)
