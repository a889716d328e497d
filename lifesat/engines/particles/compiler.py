"""Loops compiled by numba, where it is installed and worth it."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

# The fewest columns of boards for which the half second that numba takes to start pays off.
_COLUMNS = 72

_Function = TypeVar("_Function", bound=Callable[..., Any])


def worth_compiling(columns: int) -> bool:
    """Return whether a board is wide enough, and numba is installed (the extra ``fast``)."""
    return columns >= _COLUMNS and can_compile()


@cache
def can_compile() -> bool:
    """Return whether numba is installed."""
    try:
        import numba  # noqa: F401, PLC0415  # an optional extra
    except ImportError:  # not installed, or made for another numpy
        return False
    return True


def compiled(function: _Function) -> _Function:
    """Compile a function at its first call, and keep the machine code for later processes.

    Where numba is not installed, the function stays as it is.
    """
    if not can_compile():
        return function
    import numba  # noqa: PLC0415  # an optional extra

    # Sums may be taken in any order, so that a processor adds several numbers at once.
    options = {"fastmath": {"reassoc", "contract"}, "error_model": "numpy"}
    try:
        made = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no folder for the cache can be written
        made = numba.njit(**options)(function)
    return cast("_Function", made)
