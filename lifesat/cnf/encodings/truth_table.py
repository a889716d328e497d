"""The truth-table encoding: no auxiliary variables, one minimal set of clauses for each cell.

A cell's next state is a function of nine cells. The nine-cell blocks that would make it live, and
those that would make it dead, are covered by as few implicants as possible; each becomes one
clause. For Life that gives 106 clauses under a live cell and 84 under a dead one, as in Dennis
Yurichev, "Conway's Game of Life and SAT solver" (2017), part I, whose clauses were made by a
computer algebra system. It supports every rule that has a table.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lifesat.cnf.encodings.transition import (
    Transition,
    add_outcome,
    successor_table,
)
from lifesat.cnf.formula import Formula, Template
from lifesat.cnf.minimal_cover import implicants, minimal_cover
from lifesat.cnf.spacetime import SpaceTime
from lifesat.life.rule import Rule

NAME = "truth_table"


def rule_error(rule: Rule) -> str | None:
    """Return why `rule` cannot be encoded, or None."""
    return None if rule.has_table else "the next state of a cell does not depend only on nine cells"


def add_step(formula: Formula, spacetime: SpaceTime, t: int, rule: Rule) -> None:
    """Add clauses that make layer ``t + 1`` of `spacetime` the successor of layer `t`."""
    transition = Transition.of(spacetime, t, rule)
    inputs = transition.blocks[transition.constrained]
    add_outcome(formula, inputs, transition.successors, outcome_templates(rule))


@lru_cache
def outcome_templates(rule: Rule) -> tuple[Template, Template]:
    """Return the clauses over the nine cells for a dead successor, and for a live one."""
    live = successor_table(rule)
    return clauses_against(live), clauses_against(~live)


def clauses_against(forbidden: NDArray[np.bool_]) -> Template:
    """Return a minimal set of clauses that exactly the `forbidden` inputs violate.

    `forbidden` has shape ``(2,) * n``, indexed by the states of the n inputs.
    """
    return Template(covering_clauses(forbidden, *prime_cubes(forbidden[..., None])))


def covering_clauses(
    forbidden: NDArray[np.bool_], cubes: NDArray[np.intp]
) -> list[tuple[int, ...]]:
    """Return a minimal set of clauses that all `forbidden` inputs violate.

    Each clause forbids one of `cubes`, which come from `prime_cubes` and cover `forbidden`, shape
    ``(2,) * n``.
    """
    points = np.argwhere(forbidden)
    covers = ((cubes[:, None, :] == points[None, :, :]) | (cubes[:, None, :] == 2)).all(axis=2)
    useful = covers.any(axis=1)
    cubes, covers = cubes[useful], covers[useful]
    chosen = minimal_cover(covers, (cubes < 2).sum(axis=1))
    return [
        tuple(-(i + 1) if state else i + 1 for i, state in enumerate(cube) if state < 2)
        for cube in cubes[chosen].tolist()
    ]


def prime_cubes(functions: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Return the prime implicants of several functions of the same inputs.

    `functions` has shape ``(2,) * n + (functions,)``; the result for each function has shape
    ``(cubes, n)``, with 0, 1, or 2 for either state.
    """
    inputs = functions.ndim - 1
    all_cubes = implicants(functions, inputs)
    prime = all_cubes.copy()
    for axis in range(inputs):
        larger = np.moveaxis(all_cubes, axis, 0)[2]
        np.moveaxis(prime, axis, 0)[:2] &= ~larger
    return [np.argwhere(prime[..., k]) for k in range(prime.shape[-1])]
