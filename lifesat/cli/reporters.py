"""Which reporter a query has."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from lifesat.cli.narration import Reporter
    from lifesat.queries.options import Options
    from lifesat.queries.query import Query

    Arguments = Callable[[Any, Options], dict[str, Any]]


def _query(query: Any, how: Options) -> dict[str, Any]:  # noqa: ARG001
    return {"query": query}


def _problem(query: Any, how: Options) -> dict[str, Any]:  # noqa: ARG001
    return {"problem": query.named_problem}


def _goal(query: Any, how: Options) -> dict[str, Any]:  # noqa: ARG001
    return {"problem": query.problem, "goal": query.goal}


_OF_ONE_ANSWER = "narration_of_answers", "AnswerReporter", _query
# The module in this folder, the class, and its arguments. Those that are missing have one answer.
_REPORTERS: Mapping[str, tuple[str, str, Arguments]] = {
    "list": ("narration", "SearchReporter", _problem),
    "list_or_proof": ("narration", "SearchReporter", _problem),
    "best": ("narration", "SearchReporter", _goal),
    "best_or_proof": ("narration", "SearchReporter", _goal),
    "best_with_proof": ("narration", "SearchReporter", _goal),
    "forced": ("narration", "ForcedReporter", _problem),
    "self_forcing_agars": ("narration", "SelfForcingAgarsReporter", _problem),
    "count": ("narration_in_words", "CountReporter", _query),
    "has_parent": ("narration_in_words", "VerdictReporter", _query),
    "count_by_listing": ("narration_of_puzzles", "NumberReporter", _problem),
    "uniqueness": (
        "narration_of_puzzles", "NumberReporter",
        lambda q, _: {"problem": q.problem, "unique": True},
    ),
    "best_sokoban": ("narration_of_puzzles", "BestSokobanReporter", _query),
    "command": ("narration_in_words", "CommandReporter", _query),
    "marginals": ("narration_in_words", "MarginalsReporter", _query),
    "estimated_marginals": ("narration_in_words", "MarginalsReporter", _query),
    "rewind": ("narration_of_answers", "RewindReporter", _query),
    "sample": (
        "narration_of_samples", "SampleReporter",
        lambda q, how: {"query": q, "number": how.limit or 0},
    ),
}  # fmt: skip


def reporter_of(query: Query, how: Options, *, quiet: bool) -> Reporter:
    """Return what reports the events of a query.

    Parameters
    ----------
    query, how
        What is asked, and how to search.
    quiet
        Whether to report nothing at all.
    """
    module, name, arguments = _REPORTERS.get(query.name, _OF_ONE_ANSWER)
    make: Callable[..., Reporter] = getattr(import_module(f"lifesat.cli.{module}"), name)
    return make(**arguments(query, how), quiet=quiet)
