"""Searches for the best that report every improvement, and the proof that none is better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.deciding import proof_of
from lifesat.cli.interruption import Interrupt
from lifesat.cli.pictures import output_of
from lifesat.cli.publishing import publication
from lifesat.cli.searching import (
    detach_job,
    new_job_events,
    report_events_to,
    run_search,
    search_options,
    seconds_spent,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from lifesat.engines.options import Options
    from lifesat.problems.life.completion import Completion
    from lifesat.problems.life.nearest import NearestPredecessor
    from lifesat.problems.problem import Boards, Goal
    from lifesat.queries.events import Event
    from lifesat.queries.query import ProblemQuery
    from lifesat.queries.solutions import BestSolution

    Improved = Completion | NearestPredecessor
    Then = Callable[[Boards], None]


def _nothing(_best: Boards) -> None:
    """Do nothing more with the best solution, which is written in any case."""


def run_improving(
    problem: Improved, goal: Goal | None, options: argparse.Namespace, then: Then = _nothing
) -> int:
    """Search in this process or as a job, write solutions, and return the exit code.

    With a goal, each improvement is reported and the best solution is written; otherwise the
    solutions are listed. `then` is called with the best solution after the search.
    """
    from lifesat.queries.search import improving_search
    from lifesat.queries.solutions import list_or_best

    query = list_or_best(problem, goal)
    how = search_options(options, **{} if goal is None else {"limit": None})
    if goal is None:
        return run_search(query, how, options)
    if options.proof:
        query = _with_proof(problem, options)
    if options.job is not None and options.detach:
        return detach_job(query, how, options)
    if options.job is not None:
        return _report(query, how, new_job_events(options.job, query, how), options, then)
    with Interrupt() as interrupt:
        events = improving_search(query, how, interrupt.came, seconds_spent(options))
        return _report(query, how, events, options, then)


def _with_proof(problem: Improved, options: argparse.Namespace) -> BestSolution:
    """Return a query that also writes a proof that no solution is better."""
    from lifesat.queries.solutions import BestWithProof

    return BestWithProof(
        problem, "fewest", proof_of(options, output=True), options.force, options.solver or ""
    )


def _report(
    query: ProblemQuery,
    how: Options,
    events: Iterator[Event],
    options: argparse.Namespace,
    then: Then,
) -> int:
    """Report improvements, write the best, and return the exit code."""
    from lifesat.cli.narration import Reporter
    from lifesat.frontends.output.event_files import best_solution_file, event_lines

    to = output_of(options)
    reporter = Reporter(query, how, quiet=options.quiet, improvements=True)
    if options.jsonl:
        writer = event_lines(to)
    else:
        writer = best_solution_file(to, query.problem, publication(options, query.problem))
    code = report_events_to(writer, events, reporter)
    if reporter.best is not None:
        then(reporter.best)
    return code
