"""The options of a search."""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

from lifesat.defaults import METHODS, SOLVERS
from lifesat.errors import UserError
from lifesat.problems.json_fields import integer_error, known_fields, make, read_object
from lifesat.problems.life.predecessor import finds_boards
from lifesat.problems.problem import Problem

# Names, least values, and whether None is allowed.
_INTEGERS = (
    ("limit", 1, True),
    ("memory", 1, True),
    ("disk", 0, True),
    ("skip", 0, False),
    ("workers", 1, False),
    ("seed", 0, False),
)
# A longer list is divided among the processes.
_FEW = 100


@dataclass(frozen=True)
class Options:
    """The options of a search."""

    # None for the first encoding of the problem.
    encoding: str | None = None
    # A name in `lifesat.defaults.SOLVERS`, or None for the fastest one for each method.
    solver: str | None = None
    # The most solutions to list, or None for all.
    limit: int | None = 1
    # Whether to list one solution for each orbit.
    up_to_symmetry: bool = False
    # In seconds.
    time_limit: float | None = None
    # How many solutions to skip in the order of `lifesat.engines.frontier.parents.Parents`; this
    # needs a frontier, however large.
    skip: int = 0
    # In bytes, for all processes of the search together; None for half of the machine's memory.
    memory: int | None = None
    # The most processes; others start if the first takes some seconds. A program that sets more
    # than one needs the usual guard ``if __name__ == "__main__"``.
    workers: int = 1
    # The address of a dask scheduler, whose workers search instead.
    cluster: str | None = None
    # A name in `lifesat.defaults.METHODS`: how a SAT solver searches for one predecessor.
    method: str = "auto"
    # For particles and windows; other searches do not depend on it.
    seed: int = 0
    # In bytes, for the temporary files of a sweep that counts; None as in
    # `lifesat.engines.frontier.support.Limits`.
    disk: int | None = None

    def __post_init__(self) -> None:
        for error in _errors(self):
            raise UserError(error)

    def encoding_of(self, problem: Problem) -> str:
        """Return the encoding for a problem; raises UserError if the problem does not have it."""
        if self.encoding is None:
            return problem.encodings[0]
        if error := problem.encoding_error(self.encoding):
            raise UserError(error)
        return self.encoding

    @property
    def any_one(self) -> bool:
        """Whether any one solution is enough, and not one at a certain place in an order."""
        return self.limit == 1 and not (self.up_to_symmetry or self.skip)

    @property
    def few(self) -> bool:
        """Whether any few solutions are enough."""
        short = self.limit is not None and self.limit <= _FEW
        return short and not (self.up_to_symmetry or self.skip)

    def tries_frontier(self, problem: Problem) -> bool:
        """Return whether a list tries a frontier first, which is quick to set up.

        A frontier lists every solution of an orbit, without a solver, an encoding or a method.
        """
        chosen = self.solver or self.encoding or self.method != "auto"
        listed = self.limit is None and not self.up_to_symmetry
        return finds_boards(problem) and listed and not chosen

    def to_json(self) -> str:
        """Return the options as one line of JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Options":
        """Return the options that `to_json` wrote; raises UserError if they are invalid.

        Unknown fields are ignored.
        """
        return make(cls, known_fields(cls, read_object(text, "options")), "options")


def _errors(options: Options) -> Iterator[str]:
    """Yield a sentence for each error in the options."""
    for name, names in (("solver", (*SOLVERS, None)), ("method", METHODS)):
        if getattr(options, name) not in names:
            yield unknown_name(name, getattr(options, name), filter(None, names))
    for name, least, optional in _INTEGERS:
        if error := integer_error(name, getattr(options, name), least, optional=optional):
            yield error
    time_limit = options.time_limit
    if time_limit is not None and not _is_time(time_limit):
        yield f"time_limit is {time_limit!r}; it must be a number of at least 0, or None"
    if options.skip and options.up_to_symmetry:
        yield ("skip counts solutions of a list of all; it cannot be combined with up_to_symmetry")


def unknown_name(what: str, name: object, names: Iterable[str]) -> str:
    """Return the error message for a name that is not one of the valid names."""
    return f"unknown {what} {name!r}; the {what}s are {', '.join(names)}"


def _is_time(value: object) -> bool:
    """Return whether a value is a finite number of seconds, and not a boolean."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return False
    return math.isfinite(value) and value >= 0
