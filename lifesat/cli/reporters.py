"""Which reporter a query has."""

from typing import Any

from lifesat.cli.narration import (
    ForcedReporter,
    Reporter,
    SearchReporter,
    SelfForcingAgarsReporter,
)
from lifesat.cli.narration_in_words import CountReporter, VerdictReporter
from lifesat.queries.query import Query


def reporter_of(query: Query, *, quiet: bool) -> Reporter:
    """Return what reports the events of a query.

    Raises
    ------
    TypeError
        If the query has no such reporter.
    """
    asked: Any = query  # to import the classes of all queries would load solvers
    match query.name:
        case "list":
            return SearchReporter(asked.problem, quiet=quiet)
        case "best":
            return SearchReporter(asked.problem, goal=asked.goal, quiet=quiet)
        case "forced":
            return ForcedReporter(asked.problem, quiet=quiet)
        case "self_forcing_agars":
            return SelfForcingAgarsReporter(asked.problem, quiet=quiet)
        case "count":
            return CountReporter(asked, quiet=quiet)
        case "has_parent":
            return VerdictReporter(asked, quiet=quiet)
    raise TypeError(query)
