"""Predecessors of a target drawn at random."""

from dataclasses import replace

from lifesat.engines.options import Options
from lifesat.life.pattern import Pattern
from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.query import ProblemQuery, Query
from lifesat.queries.sample_solutions import SampleSolutions

from .emblem import emblem
from .fields import (
    CONDITIONS,
    GENERATIONS,
    MARGIN,
    NAME,
    OUTSIDE,
    RULE,
    SAMPLE,
    SEED,
    SIZE,
    SYMMETRY,
    TARGET,
    UNKNOWN,
    Texts,
    Values,
)
from .of_target import OfTarget


class Samples(OfTarget):
    """Predecessors drawn independently, all with the same probability."""

    name = "sample"
    description = "predecessors drawn at random"
    details = "Predecessors drawn at random from all there are, each with the same probability."
    emblem = emblem("O..O....", "...O..O.", ".O....O.", "O....O..")
    command = "sample"
    reached = ""
    fields = (NAME, *TARGET, GENERATIONS, OUTSIDE, SIZE, MARGIN, SYMMETRY, SAMPLE, RULE, UNKNOWN,
              *CONDITIONS, SEED)  # fmt: skip

    def words(self, texts: Texts, subject: Pattern | None) -> list[str]:
        """Return the command line with a number, without which the command draws one."""
        number = texts.get(SAMPLE.name, SAMPLE.default).strip()
        return [*super().words(texts, subject), "--number", number or SAMPLE.default]

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query for the sample."""
        return SampleSolutions(problem, values["seed"])

    def states(self, query: Query) -> bool:
        """Return whether the form can state a query; it has no field for approximate draws."""
        return isinstance(query, SampleSolutions) and not query.approximate

    def options(self, values: Values) -> Options:
        """Return how to search, whose limit is the number of draws; the query has the seed."""
        return replace(super().options(values), limit=values["number"], workers=1, seed=0)

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:
        """Return the texts of the fields that say what is drawn."""
        if not isinstance(query, SampleSolutions):
            raise TypeError(query)
        return {"seed": str(query.seed)}
