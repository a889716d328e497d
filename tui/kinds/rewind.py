"""As many generations before a target as possible, one at a time."""

from dataclasses import replace

from lifesat.engines.options import Options
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.query import ProblemQuery, Query
from lifesat.queries.rewind import Rewind, RewindState, generations_words, whole_history

from .display import Step
from .emblem import emblem
from .fields import (
    ENCODING,
    MARGIN,
    NAME,
    OUTSIDE,
    RULE,
    SIZE,
    SOLVER,
    TARGET,
    TIME_LIMIT,
    UNKNOWN,
    WORKERS,
    Values,
    of_option,
)
from .of_target import OfTarget, run_to_target

# It has a name of its own, since kinds share texts by name, and elsewhere the field is never empty.
_BACK = replace(
    of_option("rewind.generations", "generations", "how many; empty: as many as possible"),
    name="back",
)


class Rewinds(OfTarget):
    """The oldest generation before a target that can be reached."""

    name = "rewind"
    description = "as many generations back as possible"
    details = (
        "Goes back from a target one generation at a time, as far as it gets, and keeps the "
        "oldest generation."
    )
    emblem = emblem("..O..O..", ".OO.OO..", "OOOOOO..", ".OO.OO..")
    command = "rewind"
    answer_ending = ".rle"
    answer_title = "oldest generation"
    fields = (NAME, *TARGET, _BACK, OUTSIDE, SIZE, MARGIN, TIME_LIMIT, RULE, UNKNOWN,
              ENCODING, SOLVER, WORKERS)  # fmt: skip

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query about the target."""
        return Rewind(problem, values[_BACK.name])

    def states(self, query: Query) -> bool:
        """Return whether the form can state a query."""
        return isinstance(query, Rewind)

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:
        """Return the text of the field for the number of generations."""
        if not isinstance(query, Rewind):
            raise TypeError(query)
        return {_BACK.name: str(query.generations or "")}

    def options(self, values: Values) -> Options:
        """Return how to search without a limit."""
        return replace(super().options(values), limit=None)

    def answer_steps(self, query: Rewind, state: RewindState) -> list[Step]:
        """Return the oldest generation and all that follow."""
        oldest = query.pattern(state)
        if oldest is None:
            return []
        whole, window = whole_history(query.problem, oldest)
        shown = [cells[0] for cells in run_to_target(whole, window[None])]
        beside = self.answer_reference(query.problem)
        last = len(shown) - 1
        titles = [f"{generations_words(last - t)} before" for t in range(last)]
        titles = [self.answer_title, *titles[1:], "target"]
        return [Step(each, title, beside) for each, title in zip(shown, titles, strict=True)]
