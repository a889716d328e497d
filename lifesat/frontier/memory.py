"""The memory limit of a sweep."""

from lifesat.errors import UserError


class OutOfReachError(UserError):
    """A sweep needs too much memory, or does not support the problem."""


def check(needed: int, memory: int | None) -> None:
    """Raise an error if a step needs more memory than allowed.

    Parameters
    ----------
    needed
        Bytes.
    memory
        Bytes, or None for no limit.

    Raises
    ------
    OutOfReachError
        If `needed` exceeds `memory`.
    """
    if memory is not None and needed > memory:
        raise OutOfReachError(
            f"the frontier needs {needed / 1e9:.2g} GB for its next step and may take "
            f"{memory / 1e9:.2g} GB"
        )


def too_many_states(most: int) -> OutOfReachError:
    """Return the error of a frontier with more states, over all steps, than allowed."""
    return OutOfReachError(f"the frontier has more than {most:,} states in all")
