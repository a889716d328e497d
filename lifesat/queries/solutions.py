"""List the solutions of a problem, or find the one with the fewest or the most live cells."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

from lifesat.engines.memory import check_memory_unless_swept
from lifesat.engines.options import Options
from lifesat.errors import UserError
from lifesat.problems.life.base import PopulationBounded
from lifesat.problems.life.predecessor import Predecessor
from lifesat.problems.problem import Goal, Problem
from lifesat.queries.events import Done, Progress
from lifesat.queries.query import ProblemQuery, Shape, Steps
from lifesat.queries.run import Run
from lifesat.queries.sentences import Outcome, bound_words, solutions_ending, strip_line
from lifesat.queries.state import COUNT, State
from lifesat.queries.validation import check_solver


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
        from lifesat.queries.solving import solution_steps  # noqa: PLC0415  # slow to load

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


@dataclass(frozen=True)
class BestState(State):
    """How good the best solution in a journal is, in words."""

    best: str = field(default="", metadata=COUNT, compare=False)


@dataclass(frozen=True)
class BestSolution(ProblemQuery):
    """Find the best solution, and prove that none is better.

    The options for lists make no difference: `limit`, `prefer_frontier` and `up_to_symmetry`.

    Parameters
    ----------
    problem
        As for `ProblemQuery`.
    goal
        ``fewest`` or ``most`` live cells.

    Raises
    ------
    UserError
        If the goal is unknown, or the problem has no live cells to compare.
    """

    name: ClassVar[str] = "best"
    shape: ClassVar[Shape] = "solutions"
    improves: ClassVar[bool] = True
    State: ClassVar[type[State]] = BestState
    goal: Goal

    def __post_init__(self) -> None:
        if self.goal not in ("fewest", "most"):
            raise UserError(f"goal is {self.goal!r}; it can be 'fewest' or 'most'")
        if not isinstance(self.problem, PopulationBounded):
            nouns = self.problem.nouns
            raise UserError(f"{nouns} are not compared by their live cells; leave out goal")

    @property
    def label(self) -> str:
        """The text that names the query in a list of jobs."""
        nearest = self.problem.kind == "nearest" and self.goal == "fewest"
        best = {"fewest": "smallest ", "most": "largest "}[self.goal]
        return self.problem.about(f"{'' if nearest else best}{self.problem.noun}")

    @property
    def nouns(self) -> str:
        """The words for what is looked for."""
        return f"{self.problem.noun} {self._best_words()}"

    def _best_words(self) -> str:
        """Return how the solution is the best."""
        if not isinstance(self.problem, PopulationBounded):
            raise TypeError(self.problem)
        return self.problem.best_words(self.goal, None)

    def check(self, options: Options) -> None:
        """Refuse options that are not valid for the problem, and too large a formula."""
        check_solver(options)
        options.encoding_of(self.problem)
        if options.skip:
            raise UserError(
                "skip counts solutions of a list of all; it cannot be combined with goal"
            )
        check_memory_unless_swept(self.problem, options, self.goal)

    def steps(self, state: Any, run: Run) -> Steps:  # noqa: ARG002
        """Search for solutions, each better than those before."""
        from lifesat.queries.solving import solution_steps  # noqa: PLC0415  # slow to load

        later = f"looking for a better {self.problem.noun}"
        return (yield from solution_steps(self.problem, self.goal, run, later))

    def sentence(self, state: BestState) -> str:
        """Return how good the best solution so far is; "" before there is one."""
        return state.best

    def progress_words(self, progress: Progress) -> str:
        """Return the line of progress."""
        return search_progress(self.problem, progress)

    def ending(self, state: Any, outcome: Outcome, took: str = "") -> str:  # noqa: ARG002
        """Return which solution is the best, and whether that is proved."""
        return solutions_ending(self.problem, outcome, took, self.goal)


def search_progress(problem: Problem, progress: Progress) -> str:
    """Return how far a search for solutions is, without the time."""
    if progress.rows:
        number, noun = progress.nogoods, "nogood"
        if progress.particles:
            number, noun = progress.particles, "particle"
        reached = f"{strip_line(problem)} {progress.row} of {progress.rows}"
        return f"{reached}, {number:,} {noun}{'' if number == 1 else 's'}"
    bound = bound_words(problem, progress.bound)
    known = f", {bound}" if bound else ""
    if progress.members:
        solvers = "1 solver" if progress.members == 1 else f"{progress.members} solvers"
        return f"{progress.found:,} found{known}, {solvers} at work"
    total = progress.total
    share = f" of {total:,} ({progress.found / total:.1%})" if total else ""
    found = f"{progress.found:,}{share} found{known}, {progress.rate:,.1f}/s"
    return f"{found}, {progress.conflicts:,} conflicts"
