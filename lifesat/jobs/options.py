"""How to search."""

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Literal, get_args

from lifesat.defaults import METHODS, SOLVER, SOLVERS
from lifesat.errors import UserError
from lifesat.problems.json_fields import known_fields, make, read_object
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.life.population import Goal
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.life.predecessor_states import PredecessorStates
from lifesat.problems.numbers import integer_error
from lifesat.problems.problem import Problem
from lifesat.sat.generation import check_generation

# The name of a puzzle encoding in jobs of earlier versions, and its name now.
_FORMER_ENCODING = ("report", "kumari_sagar")

# Names, least values, and whether None is allowed.
_INTEGERS = (
    ("limit", 1, True),
    ("memory", 1, True),
    ("skip", 0, False),
    ("workers", 1, False),
    ("at", 0, False),
    ("seed", 0, False),
)
# What applies to solutions only, and what forced cells cannot use.
_OF_SOLUTIONS = ("goal", "skip", "up_to_symmetry", "cluster")

What = Literal["solutions", "forced"]
QUICKEST = "quickest"
"""The name that leaves the solvers of a search for forced cells to lifesat."""


@dataclass(frozen=True)
class Options:
    """How to search.

    Attributes
    ----------
    encoding
        One of the problem's encodings, or None for the first of them.
    solver
        A name in `lifesat.defaults.SOLVERS`; for forced cells also `QUICKEST`.
    limit
        The most solutions to list, or None for all.
    up_to_symmetry
        Whether to list one solution for each orbit.
    seconds
        The time limit, or None.
    sweep
        Whether to list by sweeping a frontier if one is quick to set up, in the order of
        `lifesat.frontier.parents.Parents`.
    skip
        How many solutions to skip in that order; needs a frontier, however large.
    memory
        The limit in bytes for all processes of the search together, or None for half of the
        machine's memory.
    workers
        The number of processes that may search; others start if the first takes some seconds. A
        program that sets more than one needs the usual guard ``if __name__ == "__main__"``.
    cluster
        The address of a dask scheduler, whose workers search instead; or None.
    goal
        ``fewest`` or ``most``: find the one solution with the fewest or the most live cells, and
        prove it; `limit`, `sweep` and `up_to_symmetry` then make no difference. None to list
        solutions.
    method
        A name in `lifesat.defaults.METHODS`: how a SAT solver seeks one predecessor.
    what
        ``solutions``, or ``forced`` for the cells that have the same state in all of them;
        `limit`, `sweep` and `method` then make no difference.
    at
        The generation whose forced cells are sought.
    seed
        The seed of particles and of windows; the methods of other searches do not depend on it.

    Raises
    ------
    UserError
        If a value is invalid.
    """

    encoding: str | None = None
    solver: str = SOLVER
    limit: int | None = 1
    up_to_symmetry: bool = False
    seconds: float | None = None
    sweep: bool = False
    skip: int = 0
    memory: int | None = None
    workers: int = 1
    cluster: str | None = None
    goal: Goal | None = None
    method: str = "auto"
    what: What = "solutions"
    at: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        for fault in _faults(self):
            raise UserError(fault)

    def encoding_of(self, problem: Problem) -> str:
        """Return the encoding for a problem.

        Raises
        ------
        UserError
            If the problem has no such encoding.
        """
        if self.encoding is None:
            return problem.encodings[0]
        if fault := problem.encoding_error(self.encoding):
            raise UserError(fault)
        return self.encoding

    @property
    def solver_if_named(self) -> str | None:
        """The solver, or None for the quickest of each method."""
        return None if self.solver == QUICKEST else self.solver

    @property
    def lists(self) -> bool:
        """Whether solutions are listed, to which a limit may apply."""
        return self.goal is None and self.what == "solutions"

    @property
    def any_one(self) -> bool:
        """Whether any one solution is enough: not the best, nor one at a place in an order."""
        chosen = not self.lists or self.up_to_symmetry or self.skip
        return self.limit == 1 and not chosen

    @property
    def tries_sweep(self) -> bool:
        """Whether a listing tries a frontier first, which lists every solution of an orbit."""
        return self.sweep and not self.up_to_symmetry

    def check(self, problem: Problem) -> None:
        """Refuse options that the problem cannot honour.

        Raises
        ------
        UserError
            If the problem has no such encoding, or no live cells to compare solutions by, or if
            whole predecessors are asked for where some cells are projected on.
        """
        self.encoding_of(problem)
        if self.what == "forced":
            if not isinstance(problem, Predecessor) or isinstance(problem, PredecessorStates):
                raise UserError(f"forced cells are those of predecessors, not of {problem.nouns}")
            check_generation(problem, self.at)
        if isinstance(problem, PredecessorStates):
            for name in ("skip", "goal"):
                if getattr(self, name):
                    raise UserError(
                        f"{name} is about whole predecessors; it cannot be combined with project"
                    )
        if self.goal and not isinstance(problem, PopulationBounded):
            raise UserError(f"{problem.nouns} are not compared by their live cells; leave out goal")

    def to_json(self) -> str:
        """Return the options as one line of JSON, as before if solutions are sought."""
        values = asdict(self)
        if self.what == "solutions":
            del values["what"], values["at"]
        return json.dumps(values)

    @classmethod
    def from_json(cls, text: str) -> "Options":
        """Return the options that `to_json` wrote; unknown fields are ignored.

        Raises
        ------
        UserError
            If the text does not hold valid options.
        """
        values = known_fields(cls, read_object(text, "options"))
        if values.get("encoding") == _FORMER_ENCODING[0]:
            values["encoding"] = _FORMER_ENCODING[1]
        return make(cls, values, "options")


def _faults(options: Options) -> Iterator[str]:
    """Yield a sentence for each error in the options."""
    forced = options.what == "forced"
    solvers = (*SOLVERS, QUICKEST) if forced else SOLVERS
    for name, names in (("solver", solvers), ("method", METHODS), ("what", get_args(What))):
        if (value := getattr(options, name)) not in names:
            yield f"unknown {name} {value!r}; the {name}s are {', '.join(names)}"
    for name, least, optional in _INTEGERS:
        if fault := integer_error(name, getattr(options, name), least, optional=optional):
            yield fault
    seconds = options.seconds
    if seconds is not None and not _is_time(seconds):
        yield f"time_limit is {seconds!r}; it must be a number of at least 0, or None"
    yield from _contradictions(options)
    if options.goal not in (None, "fewest", "most"):
        yield f"goal is {options.goal!r}; it can be 'fewest', 'most' or None"


def _contradictions(options: Options) -> Iterator[str]:
    """Yield a sentence for each option that cannot be combined with another."""
    for name in ("goal", "up_to_symmetry"):
        if options.skip and getattr(options, name):
            yield f"skip counts solutions of a list of all; it cannot be combined with {name}"
    if options.at and options.what != "forced":
        yield "at is the generation whose forced cells are sought; it needs what='forced'"
    for name in _OF_SOLUTIONS:
        if options.what == "forced" and getattr(options, name):
            yield f"{name} cannot be combined with the search for forced cells"


def _is_time(value: object) -> bool:
    """Return whether a value is a finite number of seconds, and not a boolean."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return math.isfinite(value) and value >= 0
