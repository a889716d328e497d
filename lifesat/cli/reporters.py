"""Which reporter a query has."""

from collections.abc import Callable, Mapping
from typing import Any

from lifesat.cli.narration import (
    ForcedReporter,
    Reporter,
    SearchReporter,
    SelfForcingAgarsReporter,
)
from lifesat.cli.narration_in_words import (
    CommandReporter,
    CountReporter,
    MarginalsReporter,
    VerdictReporter,
)
from lifesat.cli.narration_of_answers import AnswerReporter, RewindReporter
from lifesat.cli.narration_of_puzzles import BestSokobanReporter, NumberReporter
from lifesat.cli.narration_of_samples import SampleReporter
from lifesat.queries.options import Options
from lifesat.queries.query import Query

# To import the classes of all queries would load solvers. Those that are missing have one answer.
_REPORTERS: Mapping[str, Callable[[Any, bool], Reporter]] = {
    "list": lambda query, quiet: SearchReporter(query.problem, quiet=quiet),
    "best": lambda query, quiet: SearchReporter(query.problem, goal=query.goal, quiet=quiet),
    "forced": lambda query, quiet: ForcedReporter(query.problem, quiet=quiet),
    "self_forcing_agars": lambda query, quiet: SelfForcingAgarsReporter(query.problem, quiet=quiet),
    "count": lambda query, quiet: CountReporter(query, quiet=quiet),
    "has_parent": lambda query, quiet: VerdictReporter(query, quiet=quiet),
    "count_by_listing": lambda query, quiet: NumberReporter(query.problem, quiet=quiet),
    "uniqueness": lambda query, quiet: NumberReporter(query.problem, unique=True, quiet=quiet),
    "best_sokoban": lambda query, quiet: BestSokobanReporter(query, quiet=quiet),
    "rewind": lambda query, quiet: RewindReporter(query, quiet=quiet),
    "command": lambda query, quiet: CommandReporter(query, quiet=quiet),
    "marginals": lambda query, quiet: MarginalsReporter(query, quiet=quiet),
    "estimated_marginals": lambda query, quiet: MarginalsReporter(query, quiet=quiet),
}


def reporter_of(query: Query, how: Options, *, quiet: bool) -> Reporter:
    """Return what reports the events of a query.

    Parameters
    ----------
    query, how
        What is asked, and how to search.
    quiet
        Whether to report nothing at all.
    """
    asked: Any = query
    if query.name == "sample":
        return SampleReporter(asked, how.limit or 0, quiet=quiet)
    if query.name in _REPORTERS:
        return _REPORTERS[query.name](asked, quiet)
    return AnswerReporter(asked, quiet=quiet)
