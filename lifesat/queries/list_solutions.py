"""List the solutions of a problem."""

from dataclasses import dataclass
from typing import Any, ClassVar

from lifesat.errors import UserError
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.events import Done, Progress
from lifesat.queries.memory import check_memory_unless_swept
from lifesat.queries.options import Options
from lifesat.queries.query import ProblemQuery, Shape, Steps
from lifesat.queries.run import Run
from lifesat.queries.state import State
from lifesat.queries.validation import check_solver
from lifesat.queries.verdicts import Outcome, search_progress, solutions_ending


@dataclass(frozen=True)
class ListSolutions(ProblemQuery):
    """List solutions: as many as the options say, in the order found or by a frontier.

    Parameters
    ----------
    problem
        As for `ProblemQuery`.
    """

    name: ClassVar[str] = "list"
    shape: ClassVar[Shape] = "solutions"
    limited: ClassVar[bool] = True

    def check(self, options: Options) -> None:
        """Refuse options that are not valid for the problem, and too large a formula."""
        check_solver(options)
        options.encoding_of(self.problem)
        if options.skip and not isinstance(self.problem, Predecessor):
            raise UserError(
                f"skip is for predecessors, which have an order, not for {self.problem.nouns}"
            )
        check_memory_unless_swept(self.problem, options)

    def steps(self, state: Any, run: Run) -> Steps:  # noqa: ARG002
        """Search for solutions."""
        from lifesat.queries.solution_search import solution_steps  # noqa: PLC0415  # slow to load

        return (yield from solution_steps(self.problem, None, run, f"listing {self.problem.nouns}"))

    def progress_words(self, progress: Progress) -> str:
        """Return the line of progress."""
        return search_progress(self.problem, progress)

    def ending(self, state: State, outcome: Outcome, took: str = "") -> str:  # noqa: ARG002
        """Return how many solutions are known, and whether there are others."""
        return solutions_ending(self.problem, outcome, took)

    def verdict(self, state: State, done: Done) -> bool | None:
        """Return whether there is a solution."""
        return True if done.found else super().verdict(state, done)
