"""Exact numbers of projected models, without listing them: the only file that imports pyganak.

pyganak writes to standard output and cannot be interrupted, so it runs in a process of its own,
with this file as the program.

References
----------
.. [1] S. Sharma, S. Roy, M. Soos and K. S. Meel, "GANAK: A Scalable Probabilistic Exact Model
   Counter", IJCAI 2019.
"""

from __future__ import annotations

import ctypes
import json
import signal
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # as a program, this file does not import lifesat
    from collections.abc import Iterable

    from lifesat.cnf.formula import Formula

# The number of the request in <linux/prctl.h>.
_PR_SET_PDEATHSIG = 1


def available() -> bool:
    """Return whether pyganak is installed."""
    return find_spec("pyganak") is not None


def count_models(formula: Formula, projection: int) -> int:
    """Return the exact number of models of a formula, projected on its first variables.

    Raises MemoryError if pyganak ends without an answer, which happens when memory runs out.
    """
    clauses = [clause for block in formula.blocks() for clause in block.tolist()]
    ended = subprocess.run(  # noqa: S603  # this file, by the Python that runs it
        [sys.executable, "-P", __file__],
        input=json.dumps([formula.variables, projection, clauses]),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    if ended.returncode:
        raise MemoryError(f"pyganak ended with exit code {ended.returncode}")
    return int(ended.stdout.splitlines()[-1])


def count_here(variables: int, projection: int, clauses: Iterable[list[int]]) -> int:
    """Return the same number, counted in this process, where pyganak writes to standard output."""
    clauses = list(clauses)
    # pyganak ignores empty clauses.
    if [] in clauses:
        return 0
    counter = import_module("pyganak").Counter()
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    counter.set_sampling_set(range(1, projection + 1))
    number: int = counter.count()
    return number


def _end_with_parent() -> None:
    """Have Linux kill this process when its parent ends, since pyganak blocks every thread."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    _end_with_parent()
    sys.stdout.write(f"{count_here(*json.load(sys.stdin))}\n")
