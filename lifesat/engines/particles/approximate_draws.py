"""Approximate draws of predecessors, after a check that the problem permits them."""

from lifesat.engines.particles.drawing import DRAWING_PARTICLES, ApproximateDraws
from lifesat.engines.particles.engine import drawing_bytes
from lifesat.engines.particles.support import particles_error
from lifesat.engines.sat.memory import check
from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor


def approximate_draws(
    problem: Predecessor, seed: int = 0, memory: int | None = None
) -> ApproximateDraws:
    """Return an object that draws predecessors by particles, after `check_draws`.

    The same seed draws the same predecessors.
    """
    check_draws(problem, memory)
    return ApproximateDraws(problem, seed)


def check_draws(problem: Predecessor, memory: int | None) -> None:
    """Reject a problem whose predecessors particles cannot draw.

    Raises UserError if particles do not support it, and MemoryLimitError if they may need more than
    `memory` bytes; None stands for half of the machine's memory.
    """
    one_back = problem.generations == 1
    reason = particles_error(problem) if one_back else "these draw one generation back only"
    if reason:
        raise UserError(f"approximate draws come from particles: {reason}")
    check(drawing_bytes(problem, DRAWING_PARTICLES), memory)
