"""How many predecessors a target has."""

from dataclasses import replace

from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.count_solutions import CountSolutions
from lifesat.queries.query import ProblemQuery, Query
from lifesat.requests.effort import Effort

from ..pictures import Picture
from .emblem import emblem
from .fields import (
    BOUNDS,
    DIFFERENT,
    ENCODING,
    GENERATIONS,
    MARGIN,
    NAME,
    OUTSIDE,
    RULE,
    SIZE,
    SYMMETRY,
    TARGET,
    UNKNOWN,
    UP_TO_SYMMETRY,
    Values,
    of_option,
    texts_of_values,
)
from .of_target import OfTarget

_BY_POPULATION = of_option("by_population", "by population", "one count per population")


class Count(OfTarget):
    """The exact number of predecessors, without listing them."""

    name = "count"
    description = "the exact number of predecessors"
    details = "How many predecessors there are, without a list; also how many of each population."
    emblem = emblem("O.O.O.O.", "O.O.O.O.", "O.O.O.O.", "O.O.O.O.")
    command = "count"
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, _BY_POPULATION,
              UP_TO_SYMMETRY, RULE, UNKNOWN, DIFFERENT, *BOUNDS, ENCODING)  # fmt: skip

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return what is asked about the predecessors."""
        return CountSolutions(problem, values["by_population"], values["up_to_symmetry"])

    def states(self, query: Query) -> bool:
        """Return whether the form can state a query."""
        return isinstance(query, CountSolutions) and isinstance(query.problem, Predecessor)

    def effort(self, values: Values) -> Effort:
        """Return the effort, which has no limit."""
        return replace(super().effort(values), limit=None, up_to_symmetry=False)

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:
        """Return the texts of the fields that say what is counted."""
        if not isinstance(query, CountSolutions):
            raise TypeError(query)
        values = {"by_population": query.by_population, "up_to_symmetry": query.up_to_symmetry}
        return texts_of_values(values)

    def answer_pictures(self, problem: Predecessor, answer: str) -> list[Picture]:  # noqa: ARG002
        """Return no picture: numbers are text."""
        return []
