"""The effort that a user allows for a search, turned into its options."""

from dataclasses import dataclass

from lifesat.defaults import SOLVER
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.problems.life.generations_predecessor import refuse_several_states
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Goal, Problem
from lifesat.queries.solutions import BestSolution, ListSolutions
from lifesat.system.machine import cores


@dataclass(frozen=True)
class Effort:
    """How much to search and with what; None leaves the choice to lifesat.

    Fields without a comment are those of `lifesat.engines.options.Options`.
    """

    encoding: str | None = None
    # A name in `lifesat.defaults.SOLVERS`.
    solver: str | None = None
    # The most solutions to list; None lists all. Ignored if there is a goal.
    limit: int | None = 1
    time_limit: float | None = None
    memory: int | None = None
    disk: int | None = None
    # The number of processes; None means one for each core.
    workers: int | None = None
    cluster: str | None = None
    up_to_symmetry: bool = False
    skip: int = 0
    # The best solution has the ``fewest`` or the ``most`` live cells; None lists solutions.
    goal: Goal | None = None
    method: str = "auto"
    seed: int = 0

    def query(self, problem: Problem) -> ListSolutions | BestSolution:
        """Return the query for a problem; a goal is rejected if cells have more than two states."""
        if self.goal is not None:
            refuse_several_states(problem, f"a search for the {self.goal} live cells")
        return ListSolutions(problem) if self.goal is None else BestSolution(problem, self.goal)

    def options(self, problem: Problem) -> Options:
        """Return the options for a problem.

        All predecessors are listed by sweeping a frontier, unless the user chose a solver or an
        encoding, or wants one solution for each orbit. A seed is rejected if nothing depends on it.
        """
        for name in ("skip", "seed"):
            if getattr(self, name):
                refuse_several_states(problem, name)
        if self.method not in ("auto", "sat"):
            refuse_several_states(problem, f"method {self.method}")
        listed = self.limit is None and self.goal is None and not self.up_to_symmetry
        chosen = self.solver is not None or self.encoding is not None
        options = Options(
            encoding=self.encoding,
            solver=SOLVER if self.solver is None else self.solver,
            limit=None if self.goal else self.limit,
            up_to_symmetry=self.up_to_symmetry,
            time_limit=self.time_limit,
            prefer_frontier=isinstance(problem, Predecessor) and listed and not chosen,
            skip=self.skip,
            memory=self.memory,
            disk=self.disk,
            workers=cores() if self.workers is None else self.workers,
            cluster=self.cluster,
            method=self.method,
            seed=self.seed,
        )
        if options.seed and not self._may_use_seed(problem, options):
            raise UserError(
                "seed is for particles, which find one predecessor, and for windows, which find "
                "the nearest; leave it out of any other search"
            )
        return options

    def _may_use_seed(self, problem: Problem, options: Options) -> bool:
        """Return whether particles or windows may search, whatever the size of the board."""
        if options.method not in ("auto", "particles"):
            return False
        if self.goal is not None:
            return problem.kind == "nearest"
        return isinstance(problem, Predecessor) and options.any_one
