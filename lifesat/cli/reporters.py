"""Which reporter a query has."""

from typing import Any

from lifesat.cli.narration import (
    ForcedReporter,
    Reporter,
    SearchReporter,
    SelfForcingAgarsReporter,
)
from lifesat.cli.narration_in_words import CountReporter, MarginalsReporter, VerdictReporter
from lifesat.cli.narration_of_samples import SampleReporter
from lifesat.queries.options import Options
from lifesat.queries.query import Query


def reporter_of(query: Query, how: Options, *, quiet: bool) -> Reporter:
    """Return what reports the events of a query.

    Parameters
    ----------
    query, how
        What is asked, and how to search.
    quiet
        Whether to report nothing at all.

    Raises
    ------
    TypeError
        If the query has no such reporter.
    """
    asked: Any = query  # to import the classes of all queries would load solvers
    reporter: Reporter
    match query.name:
        case "list":
            reporter = SearchReporter(asked.problem, quiet=quiet)
        case "best":
            reporter = SearchReporter(asked.problem, goal=asked.goal, quiet=quiet)
        case "forced":
            reporter = ForcedReporter(asked.problem, quiet=quiet)
        case "self_forcing_agars":
            reporter = SelfForcingAgarsReporter(asked.problem, quiet=quiet)
        case "count":
            reporter = CountReporter(asked, quiet=quiet)
        case "has_parent":
            reporter = VerdictReporter(asked, quiet=quiet)
        case "sample":
            reporter = SampleReporter(asked, how.limit or 0, quiet=quiet)
        case "marginals" | "estimated_marginals":
            reporter = MarginalsReporter(asked, quiet=quiet)
        case _:
            raise TypeError(query)
    return reporter
