"""How to search, as against what for."""

import json
from dataclasses import asdict, dataclass, fields

from lifesat.defaults import SOLVER
from lifesat.errors import UserError
from lifesat.problems.population import Goal
from lifesat.problems.problem import Problem


@dataclass(frozen=True)
class Options:
    """How to search.

    Attributes
    ----------
    encoding
        One of the problem's encodings, or None for the first of them.
    solver
        A name in `lifesat.defaults.SOLVERS`.
    limit
        The most solutions to list, or None for all.
    up_to_symmetry
        Whether to list one solution for each orbit.
    seconds
        The time limit, or None.
    sweep
        Whether to list by sweeping a frontier where that is quick to set up, in the order of
        `lifesat.solving.frontier.Parents`.
    skip
        How many solutions of that order to pass over; needs a frontier, however large.
    memory
        The most bytes that a frontier may take, or None for no limit.
    workers
        How many processes may search; more than one start when some seconds have not sufficed. A
        program that allows it must keep its own start under ``if __name__ == "__main__"``.
    cluster
        The address of a dask scheduler whose workers search instead, or None.
    goal
        Whether one with the fewest or the most live cells is sought, and the proof that it is; a
        job then has no `limit`. None where all are alike.
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

    def encoding_of(self, problem: Problem) -> str:
        """Return the encoding for a problem.

        Raises
        ------
        UserError
            If the problem has no such encoding.
        """
        if self.encoding is None:
            return problem.encodings[0]
        if fault := problem.encoding_fault(self.encoding):
            raise UserError(fault)
        return self.encoding

    def to_json(self) -> str:
        """Return the options as one line of JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> "Options":
        """Return the options that `to_json` wrote; what this version does not know is left out."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in json.loads(text).items() if name in known})
