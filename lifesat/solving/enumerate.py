"""Every model's projection once: blocking clauses in one incremental solver.

Only the first variables of the formula, its projection, tell solutions apart; two models that agree
there are one solution. So a solution is blocked by a clause over the projection alone.
"""

import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lifesat.solving.solver import Solver

# A slice aims at this many seconds, so that a search can be stopped and watched.
_SLICE_SECONDS = 0.1
_FIRST_SLICE_CONFLICTS = 2000


class Model(NamedTuple):
    """One solution.

    Attributes
    ----------
    literals
        One literal for each variable of the projection, in order.
    orbit
        How many solutions it stands for: itself and its images under the symmetries.
    """

    literals: list[int]
    orbit: int


def enumerate_models(solver: Solver, projection: int) -> Iterator[Model | None]:
    """Yield each solution once, and None after every slice of work that found none.

    Parameters
    ----------
    solver
        Holds the formula; it gains a blocking clause for each solution.
    projection
        The number of variables, from 1, that tell solutions apart.

    Yields
    ------
    Model or None
        The iterator ends when it is proved that there are no more.
    """
    for literals in _models(solver, projection):
        if literals is None:
            yield None
            continue
        yield Model(literals, 1)
        solver.add([-literal for literal in literals])


def enumerate_orbits(
    solver: Solver, projection: int, symmetries: NDArray[np.intp]
) -> Iterator[Model | None]:
    """Yield one solution for each orbit; otherwise as `enumerate_models`.

    Parameters
    ----------
    solver, projection
        As for `enumerate_models`.
    symmetries
        A group of permutations of the projection, shape ``(order, projection)``: image ``i`` of a
        solution has at place ``k`` the state that the solution has at place ``symmetries[i, k]``.

    Yields
    ------
    Model or None
        Of each orbit the solution whose states, in order and dead before live, come first: so the
        choice does not depend on the solver.
    """
    variables = np.arange(1, projection + 1)
    for literals in _models(solver, projection):
        if literals is None:
            yield None
            continue
        states = np.array(literals) > 0
        images = np.unique(states[symmetries], axis=0)
        yield Model(np.where(images[0], variables, -variables).tolist(), len(images))
        for clause in np.where(images, -variables, variables).tolist():
            solver.add(clause)


def _models(solver: Solver, projection: int) -> Iterator[list[int] | None]:
    """Yield the projection of a model again and again, or None for a slice without an answer."""
    conflicts = _FIRST_SLICE_CONFLICTS
    while True:
        started = time.perf_counter()
        answer = solver.solve(conflicts)
        if answer is False:
            return
        if answer:
            yield solver.model(projection)
        else:
            pace = _SLICE_SECONDS / max(time.perf_counter() - started, 1e-6)
            conflicts = max(100, int(conflicts * min(max(pace, 0.5), 2.0)))
            yield None
