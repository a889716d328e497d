"""The problems for which particles work."""

from typing import TypeGuard

import numpy as np

from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Problem
from lifesat.sat.strips_support import strips_refusal

# Below this side, a formula is as fast (docs/large-boards.md). On boards with more cells, the
# messages alone would take minutes.
_LEAST_SIDE = 40
_MOST_CELLS = 500 * 500
# Dead areas have very many predecessors, most of which fit nothing else; strips are faster there.
# So particles search boards on which at most this share of the blocks is dead.
_BLOCK = 5
_MOST_DEAD_BLOCKS = 0.02


def particles_refusal(problem: Problem) -> str | None:
    """Return why particles do not find the predecessors of a problem, or None if they do."""
    if reason := strips_refusal(problem):
        return reason.replace("strips", "particles")
    if not isinstance(problem, Predecessor):
        raise TypeError(f"particles do not find {problem.nouns}")
    if problem.generations > 1:
        return "particles go back one generation only"
    if problem.outside == "torus":
        return "particles need edges, which a torus does not have"
    return None


def supports_particles(problem: Problem) -> TypeGuard[Predecessor]:
    """Return whether particles find the predecessors of a problem."""
    return particles_refusal(problem) is None


def prefers_particles(problem: Problem) -> bool:
    """Return whether particles find a predecessor sooner than strips, on most boards."""
    if not supports_particles(problem):
        return False
    height, width = problem.window.shape
    return (
        min(height, width) >= _LEAST_SIDE
        and height * width <= _MOST_CELLS
        and dead_blocks(problem) <= _MOST_DEAD_BLOCKS
    )


def dead_blocks(problem: Predecessor) -> float:
    """Return the share of blocks of the target that have no live cell."""
    live = problem.window == 1
    height, width = (side // _BLOCK for side in live.shape)
    blocks = live[: height * _BLOCK, : width * _BLOCK].reshape(height, _BLOCK, width, _BLOCK)
    return 1 - float(np.mean(blocks.any(axis=(1, 3))))
