"""The one file that knows pyganak: exact numbers of projected models, without listing them.

pyganak writes to standard output, and nothing interrupts it; so it runs in a process of its own,
which is this file as a program.

Source: S. Sharma, S. Roy, M. Soos and K. S. Meel, "GANAK: A Scalable Probabilistic Exact Model
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

TYPE_CHECKING = False  # as a program this file needs nothing of lifesat
if TYPE_CHECKING:
    from collections.abc import Iterable

    from lifesat.formula import Formula

# The number of the request in <linux/prctl.h>.
_PR_SET_PDEATHSIG = 1


def available() -> bool:
    """Whether pyganak is installed."""
    return find_spec("pyganak") is not None


def count_models(formula: Formula, projection: int) -> int:
    """Return how many models a formula has, exactly, projected on its first variables.

    Parameters
    ----------
    formula
        The clauses.
    projection
        How many variables, from 1, tell models apart.

    Raises
    ------
    MemoryError
        If pyganak ended without an answer, which happens when the machine's memory does not do.
    """
    clauses = [clause for block in formula.blocks() for clause in block.tolist()]
    told = subprocess.run(  # noqa: S603  # this file, by the Python that runs it
        [sys.executable, "-P", __file__],
        input=json.dumps([formula.variables, projection, clauses]),
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if told.returncode:
        raise MemoryError(f"pyganak ended with exit code {told.returncode}")
    return int(told.stdout.splitlines()[-1])


def count_here(variables: int, projection: int, clauses: Iterable[list[int]]) -> int:
    """Return the same in this process, with what pyganak writes on standard output."""
    clauses = list(clauses)
    # pyganak passes over a clause that nothing can satisfy.
    if [] in clauses:
        return 0
    counter = import_module("pyganak").Counter()
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    counter.set_sampling_set(range(1, projection + 1))
    number: int = counter.count()
    return number


def _end_with_parent() -> None:
    """Let Linux end this process with its parent; pyganak lets nothing else of it run."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    _end_with_parent()
    sys.stdout.write(f"{count_here(*json.load(sys.stdin))}\n")
