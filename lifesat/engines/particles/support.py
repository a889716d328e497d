"""The problems for which particles work."""

from typing import TypeGuard

import numpy as np

from lifesat.engines import compiler
from lifesat.engines.strips.support import strips_error
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem

# For each number of generations: on boards with a shorter side, a formula or strips are as fast
# (docs/large-boards.md); on boards with more cells than a square with the longer one, the messages
# alone would take minutes.
_SIDES = {1: (40, 500), 2: (40, 150)}
# Dead areas have very many predecessors, most of which fit nothing else; strips are faster there.
# So particles search boards on which at most this share of the blocks is dead.
_BLOCK = 5
_MOST_DEAD_BLOCKS = 0.02


def particles_error(problem: Problem) -> str | None:
    """Return why particles do not support a problem, or None if they do."""
    if reason := strips_error(problem):
        return reason.replace("strips", "particles")
    if not isinstance(problem, Predecessor):
        raise TypeError(f"particles do not find {problem.nouns}")
    if problem.outside == "torus":
        return "particles need edges, which a torus does not have"
    if problem.generations > 2:
        return "particles go back one or two generations only"
    if not compiler.can_compile():
        return "particles need numba, which is not installed here"
    return None


def supports_particles(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether particles support a problem."""
    return particles_error(problem) is None


def prefers_particles(problem: Problem) -> bool:
    """Return whether particles usually find a predecessor sooner than strips."""
    if not isinstance(problem, Predecessor) or problem.generations not in _SIDES:
        return False
    least, most = _SIDES[problem.generations]
    height, width = problem.target_states.shape
    return (
        min(height, width) >= least
        and height * width <= most**2
        and dead_blocks(problem) <= _MOST_DEAD_BLOCKS
        and supports_particles(problem)
    )


def dead_blocks(problem: Predecessor) -> float:
    """Return the share of blocks of the target that have no live cell."""
    live = problem.target_states == 1
    height, width = (side // _BLOCK for side in live.shape)
    blocks = live[: height * _BLOCK, : width * _BLOCK].reshape(height, _BLOCK, width, _BLOCK)
    return 1 - float(np.mean(blocks.any(axis=(1, 3))))
