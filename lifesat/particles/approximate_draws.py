"""What draws predecessors approximately, after the limits of it are checked."""

from lifesat.errors import UserError
from lifesat.particles.drawing import DRAWING_PARTICLES, ApproximateDraws
from lifesat.particles.engine import drawing_bytes
from lifesat.particles.support import particles_refusal
from lifesat.problems.life.predecessor import Predecessor
from lifesat.sat.memory import check


def approximate_draws(
    problem: Predecessor, seed: int = 0, memory: int | None = None
) -> ApproximateDraws:
    """Return what draws predecessors of a target by particles.

    Parameters
    ----------
    problem
        The predecessors.
    seed
        The same seed draws the same.
    memory
        The limit in bytes, or None for half of the machine's memory.

    Raises
    ------
    UserError
        If particles do not support the problem.
    MemoryLimitError
        If the particles may need more memory.
    """
    check_draws(problem, memory)
    return ApproximateDraws(problem, seed)


def check_draws(problem: Predecessor, memory: int | None) -> None:
    """Refuse a problem whose predecessors particles cannot draw.

    Parameters
    ----------
    problem, memory
        As for `approximate_draws`.

    Raises
    ------
    UserError, MemoryLimitError
        As `approximate_draws` does.
    """
    one_back = problem.generations == 1
    reason = particles_refusal(problem) if one_back else "these draw one generation back only"
    if reason:
        raise UserError(f"approximate draws come from particles: {reason}")
    check(drawing_bytes(problem, DRAWING_PARTICLES), memory)
