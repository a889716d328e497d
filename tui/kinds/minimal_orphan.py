"""A minimal orphan inside a target, and its proof."""

from lifesat.problems.life.predecessor import Predecessor
from lifesat.queries.orphan import MinimalOrphan as Minimal
from lifesat.queries.orphan import Orphan
from lifesat.queries.query import ProblemQuery

from .emblem import emblem
from .fields import (
    ENCODING,
    GENERATIONS,
    NAME,
    RULE,
    TARGET,
    TIME_LIMIT,
    UNKNOWN,
    WORKERS,
    Values,
    of_option,
    texts_of_values,
)
from .one_answer import PROOF, PROVER, AboutOneAnswer, proof_file

_MINIMISE = of_option("minimise", "minimise", "remove unnecessary cells", "yes")


class MinimalOrphan(AboutOneAnswer):
    """An orphan in which every cell is necessary."""

    name = "minimal orphan"
    description = "a minimal orphan in the pattern"
    details = (
        "Cells that alone make a pattern an orphan, every one of them necessary, and a proof "
        "for other programs to check."
    )
    emblem = emblem("??.O.O??", "??OOO.??", "??O.OO??", "??.OOO??")
    command = "orphan"
    queries = (Minimal, Orphan)
    answer_ending = ".rle"
    answer_title = "minimal orphan"
    fields = (
        NAME,
        *TARGET,
        _MINIMISE,
        PROOF,
        GENERATIONS,
        TIME_LIMIT,
        RULE,
        UNKNOWN,
        ENCODING,
        PROVER,
        WORKERS,
    )

    def query(self, problem: Predecessor, values: Values) -> ProblemQuery:
        """Return the query about the target."""
        return (Minimal if values[_MINIMISE.name] else Orphan)(problem, proof_file(values))

    def texts_of_query(self, query: ProblemQuery) -> dict[str, str]:
        """Return the texts of the fields that state the query."""
        minimise = texts_of_values({"minimise": isinstance(query, Minimal)})
        return super().texts_of_query(query) | minimise
