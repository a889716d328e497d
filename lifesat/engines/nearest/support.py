"""The problems for which windows work."""

from typing import TYPE_CHECKING, TypeGuard

from lifesat.engines.particles.support import supports_particles
from lifesat.problems.problem import Problem

if TYPE_CHECKING:
    from lifesat.problems.life.nearest import NearestPredecessor

# With fewer cells, one formula finds the best as soon (docs/nearest.md).
_MOST_CELLS = 144
# On smaller boards, windows come as close in a moment; on larger ones, particles take more than a
# gigabyte, and it is long before they are done.
_LEAST_SIDE = 20
_MOST_CELLS_OF_PARTICLES = 250 * 250


def supports_windows(problem: Problem) -> "TypeGuard[NearestPredecessor]":
    """Return whether windows can find the best solution.

    They start from a dead board, so there must be no constraint that it violates; and they are
    squares of the plane or of a torus.
    """
    if not _is_nearest(problem) or problem.better_than is not None:
        return False
    exact = problem.exact
    return not (exact.constrains_boards or exact.require or exact.outside == "grid")


def prefers_windows(problem: Problem) -> bool:
    """Return whether windows come close to the target sooner than one formula."""
    return supports_windows(problem) and problem.exact.projection > _MOST_CELLS


def begins_nearby(problem: "NearestPredecessor") -> bool:
    """Return whether particles fill the board that windows start from."""
    height, width = problem.exact.target_states.shape
    large = min(height, width) >= _LEAST_SIDE and height * width <= _MOST_CELLS_OF_PARTICLES
    return large and problem.exact.generations == 1 and supports_particles(problem.exact)


def _is_nearest(problem: Problem) -> "TypeGuard[NearestPredecessor]":
    return problem.kind == "nearest"  # the class itself would be loaded for every search
