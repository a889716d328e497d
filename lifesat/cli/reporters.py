"""Which reporter a query has."""

from collections.abc import Callable
from typing import Any

from lifesat.cli.narration import (
    ForcedReporter,
    Reporter,
    SearchReporter,
    SelfForcingAgarsReporter,
)
from lifesat.cli.narration_in_words import AnswerReporter, CountReporter, VerdictReporter
from lifesat.queries.query import Query

_REPORTERS: dict[str, Callable[[Any, bool], Reporter]] = {
    "list": lambda query, quiet: SearchReporter(query.problem, quiet=quiet),
    "best": lambda query, quiet: SearchReporter(query.problem, goal=query.goal, quiet=quiet),
    "forced": lambda query, quiet: ForcedReporter(query.problem, quiet=quiet),
    "self_forcing_agars": lambda query, quiet: SelfForcingAgarsReporter(query.problem, quiet=quiet),
    "count": lambda query, quiet: CountReporter(query, quiet=quiet),
    "has_parent": lambda query, quiet: VerdictReporter(query, quiet=quiet),
}
"""By the names of queries, since their classes would load solvers; others have one answer."""


def reporter_of(query: Query, *, quiet: bool) -> Reporter:
    """Return what reports the events of a query."""
    asked: Any = query
    if query.name in _REPORTERS:
        return _REPORTERS[query.name](asked, quiet)
    return AnswerReporter(asked, quiet=quiet)
