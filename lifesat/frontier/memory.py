"""What a sweep may take."""

from typing import NamedTuple

from lifesat.errors import UserError


class Limits(NamedTuple):
    """What a sweep may take.

    Attributes
    ----------
    memory
        Bytes, or None for no limit.
    disk
        Bytes of temporary files, which take what a quarter of the memory has no room for. None
        allows four times the memory, but at most half of the space that is free.
    """

    memory: int | None = None
    disk: int | None = None


UNLIMITED = Limits()


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
