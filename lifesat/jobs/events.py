"""Events: what a search says while it runs.

As JSON lines they are the protocol between a search and every program that shows it. Changes only
add fields or types; a reader passes over what it does not know.
"""

import json
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.formats import rle
from lifesat.pattern import Pattern
from lifesat.problems.predecessor import Predecessor

VERSION = 1

Status = Literal["complete", "none", "limit", "stopped", "failed"]


@dataclass(frozen=True)
class Started:
    """The formula is made and the solver begins.

    Attributes
    ----------
    variables, clauses
        The size of the formula.
    unknowns
        How many cells of the first generation are sought.
    symmetries
        The order of the group up to which solutions are listed; 1 when each is listed.
    encoding, solver
        What the search uses.
    """

    type: ClassVar = "started"
    variables: int
    clauses: int
    unknowns: int
    symmetries: int
    encoding: str
    solver: str


@dataclass(frozen=True)
class Progress:
    """How far the search is.

    Attributes
    ----------
    found
        Solutions listed so far.
    covered
        Solutions they stand for, images under symmetries counted.
    conflicts
        The solver's conflicts so far.
    seconds
        Time since the start.
    """

    type: ClassVar = "progress"
    found: int
    covered: int
    conflicts: int
    seconds: float

    @property
    def rate(self) -> float:
        """Solutions a second since the start."""
        return self.found / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class Solution:
    """One solution, checked by running it forward.

    Attributes
    ----------
    number
        Its number, from 1, in the order found.
    orbit
        How many solutions it stands for: 1 unless the search is up to symmetry.
    board
        Its window of the first generation, uint8 of shape ``(height, width)``.
    problem
        What it solves.
    """

    type: ClassVar = "solution"
    number: int
    orbit: int
    board: NDArray[np.uint8]
    problem: Predecessor

    @cached_property
    def pattern(self) -> Pattern:
        """The first generation, placed where it becomes the target."""
        return self.problem.pattern(self.board)


@dataclass(frozen=True)
class Done:
    """The search has ended.

    Attributes
    ----------
    status
        ``complete`` (all found), ``none`` (proved that there is none), ``limit``, ``stopped`` or
        ``failed``.
    found, covered, conflicts, seconds
        As in `Progress`.
    """

    type: ClassVar = "done"
    status: Status
    found: int
    covered: int
    conflicts: int
    seconds: float


Event = Started | Progress | Solution | Done


def to_json(event: Event) -> str:
    """Return an event as one line of JSON, without a line feed.

    A solution is written as RLE, with its population beside it.
    """
    line: dict[str, object] = {"v": VERSION, "type": event.type}
    if isinstance(event, Solution):
        pattern = event.pattern
        line |= {"number": event.number, "orbit": event.orbit}
        line |= {"population": pattern.population, "rle": rle.write(pattern)}
    else:
        for name, value in asdict(event).items():
            line[name] = round(value, 3) if isinstance(value, float) else value
    return json.dumps(line)
