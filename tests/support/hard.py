"""A search for one solution that takes many minutes, and the processes at work on it."""

from pathlib import Path

import numpy as np

from lifesat.life.arrays import from_array
from lifesat.life.evolution import evolve
from lifesat.life.rule import LIFE
from lifesat.problems.life.predecessor import Predecessor


def _soup(side: int) -> Predecessor:
    """The parents of what a random soup becomes."""
    cells = (np.random.default_rng(1).random((side, side)) < 0.4).astype(np.uint8)
    return Predecessor(from_array(evolve(cells, LIFE, 1)))


# A soup of 82x82 cells takes about a minute, and the time grows exponentially.
SOUP = _soup(120)


def children(process: int) -> list[int]:
    """The solving processes that a process has started; Python's resource tracker is left out."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
            words = stat.with_name("cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == process and b"spawn_main" in words:
            found.append(int(stat.parent.name))
    return found


def state(process: int) -> str:
    """The state of a process as in ``/proc``: ``T`` if it is stopped, ``Z`` if it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def processor_seconds(process: int) -> float:
    """How long a process has been at work; its threads included."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100
