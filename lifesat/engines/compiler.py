"""Loops that numba compiles to machine code."""

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, cast

_Function = TypeVar("_Function", bound=Callable[..., Any])


@cache
def can_compile() -> bool:
    """Return whether numba is installed; some systems have no package of it."""
    return find_spec("numba") is not None


def compiles_first(module: str) -> bool:
    """Return whether no earlier process has left machine code of a module, as far as is known.

    `module` is the module's path in this folder, such as ``particles/messages``. Where the folder
    cannot be written, the code lies elsewhere.
    """
    here = (Path(__file__).parent / module).parent
    written = os.access(here, os.W_OK) and "NUMBA_CACHE_DIR" not in os.environ
    version = "py{}{}".format(*sys.version_info)
    return written and not any((here / "__pycache__").glob(f"{Path(module).name}.*.{version}.nbi"))


# The turns of loops that a process interprets before it loads the compiler, which takes as long.
_TURNS = 100_000
_turns = 0


def loop(function: _Function, turns: int) -> _Function:
    """Return a function whose loop takes so many turns: compiled, unless that takes longer.

    The first turns of a process are interpreted, and all where numba is not installed.
    """
    global _turns  # noqa: PLW0603
    _turns += turns
    quick = _turns <= _TURNS and "numba" not in sys.modules
    return function if quick or not can_compile() else _compiled_once(function)


def compiled(function: _Function) -> _Function:
    """Compile a function at its first call, and keep the machine code for later processes."""
    import numba  # noqa: PLC0415  # takes half a second to load

    # Sums may be taken in any order, so that a processor adds several numbers at once; other
    # threads run meanwhile.
    options = {"fastmath": {"reassoc", "contract"}, "error_model": "numpy", "nogil": True}
    try:
        made = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no folder for the cache can be written
        made = numba.njit(**options)(function)
    return cast("_Function", made)


@cache
def _compiled_once(function: _Function) -> _Function:
    """Return the compiled function, the same at each call."""
    return compiled(function)
