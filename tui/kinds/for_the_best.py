"""Searches for the solution with the fewest of something, which is proved optimal."""

from dataclasses import replace

from lifesat.queries.query import ProblemQuery, Query
from lifesat.queries.solutions import BestSolution
from lifesat.requests.effort import Effort

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

    def effort(self, values: Values) -> Effort:
        """Return the effort for the best solution."""
        return replace(super().effort(values), goal="fewest")
