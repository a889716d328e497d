"""How much memory a sweep may take."""

import os
from contextlib import suppress

from lifesat.errors import UserError

_IF_UNKNOWN = 4 << 30


class OutOfReachError(UserError):
    """A sweep cannot answer: it needs more memory than there is, or the question is not for it."""


class StoppedError(Exception):
    """The work was ended by who asked for it, before there was an answer."""


def half_of_the_machine() -> int:
    """Return half of the machine's memory in bytes, or 4 GiB where it does not tell."""
    with suppress(AttributeError, ValueError, OSError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    return _IF_UNKNOWN


def check(needed: int, memory: int | None) -> None:
    """Refuse a step that would take more bytes than allowed.

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
