"""Searches for the solution with the fewest of something, which is proved optimal."""

from lifesat.problems.problem import Goal
from lifesat.queries.query import ProblemQuery, Query
from lifesat.queries.solutions import BestSolution

from .display import ProblemT
from .fields import Values
from .kind import LifeKind


class ForTheBest(LifeKind[ProblemT]):
    """A search for the best solution."""

    def query(self, problem: ProblemT, values: Values) -> ProblemQuery:  # noqa: ARG002
        """Return the query for the best solution."""
        return BestSolution(problem, "fewest")

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:  # noqa: ARG002
        """Return no texts: the kind says what is best."""
        return {}

    def states(self, query: Query) -> bool:
        """Return whether the form can state a query."""
        return isinstance(query, BestSolution) and isinstance(query.problem, self.problem_class)

    def goal(self, values: Values) -> Goal | None:  # noqa: ARG002
        """Return that the fewest live cells are the best."""
        return "fewest"
