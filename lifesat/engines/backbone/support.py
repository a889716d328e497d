"""The generation that forced cells belong to."""

from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor


def check_generation(problem: Predecessor, at: int) -> None:
    """Reject a generation that is not before the target."""
    if at >= problem.generations:
        raise UserError(
            f"the target is generation {problem.generations}; forced cells are those of an "
            f"earlier one, not of generation {at}"
        )


def forced_name(problem: Predecessor) -> str:
    """Return the name of the pattern of forced cells."""
    return f"{problem.target.name or 'target'}, forced cells"
