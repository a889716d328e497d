"""Events: what a search says while it runs.

As JSON lines they are the protocol between a search and every program that shows it. Changes only
add fields or types; a reader passes over what it does not know.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from lifesat.problems.problem import Boards, Problem

VERSION = 1

Status = Literal["complete", "none", "limit", "stopped", "failed"]


@dataclass(frozen=True)
class Started:
    """The formula is made, or the frontier, and the search begins.

    Attributes
    ----------
    variables, clauses
        The size of the formula.
    unknowns
        How many variables tell solutions apart: of Life the cells of the first generation.
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
    total
        How many there are to list, or None if that is not known.
    cubes_done, cubes_open
        Parts of the search that are over, and that are not.
    """

    type: ClassVar = "progress"
    found: int
    covered: int
    conflicts: int
    seconds: float
    total: int | None = None
    cubes_done: int = 0
    cubes_open: int = 0

    @property
    def rate(self) -> float:
        """Solutions a second since the start."""
        return self.found / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class Solutions:
    """Solutions found together, all checked by their problem.

    Attributes
    ----------
    first
        The number of the first one, from 1, in the order found.
    boards
        One for each, shape ``(solutions, ...)``: of Life its window of the first generation.
    orbits
        How many solutions each stands for, shape ``(solutions,)``: 1 unless the search is up to
        symmetry.
    problem
        What they solve.
    """

    type: ClassVar = "solution"
    first: int
    boards: Boards
    orbits: NDArray[np.intp]
    problem: Problem

    def weights(self) -> list[int]:
        """Return the population of each, or what else its problem weighs."""
        weights: list[int] = self.problem.weights(self.boards).tolist()
        return weights

    def texts(self, form: str) -> Iterable[str]:
        """Return the text of each in one of its problem's forms."""
        return self.problem.texts(self.boards, self.first, form)


@dataclass(frozen=True)
class Done:
    """The search has ended.

    Attributes
    ----------
    status
        ``complete`` (all found, or the best is proved), ``none`` (proved that there is none),
        ``limit``, ``stopped`` or ``failed``.
    found, covered, conflicts, seconds
        As in `Progress`.
    """

    type: ClassVar = "done"
    status: Status
    found: int
    covered: int
    conflicts: int
    seconds: float


Event = Started | Progress | Solutions | Done


def to_json(event: Event) -> str:
    """Return an event as lines of JSON, each with its line feed; every solution has its own.

    A solution is written in the first form of its problem, RLE for Life, with its population.
    """
    if isinstance(event, Solutions):
        form = event.problem.first_form
        told = zip(event.orbits.tolist(), event.weights(), event.texts(form), strict=True)
        lines = [
            {"number": number, "orbit": orbit, "population": weight, form: text}
            for number, (orbit, weight, text) in enumerate(told, event.first)
        ]
    else:
        values = asdict(event).items()
        lines = [{name: round(v, 3) if isinstance(v, float) else v for name, v in values}]
    head = {"v": VERSION, "type": event.type}
    return "".join(json.dumps(head | line) + "\n" for line in lines)
