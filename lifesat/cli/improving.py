"""Searches for the best that report every improvement, and the proof that none is better."""

from __future__ import annotations

from lifesat.cli.deciding import check_proof_options, effort_for_one_answer, prove_none
from lifesat.cli.pictures import form_and_look
from lifesat.cli.publishing import publication
from lifesat.cli.searching import (
    check_job_options,
    detach_job,
    new_job_events,
    report_events,
    report_events_to,
    search_as_job,
)
from lifesat.errors import UserError

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from lifesat.problems.life.completion import Completion
    from lifesat.problems.life.nearest import NearestPredecessor
    from lifesat.problems.problem import Boards
    from lifesat.queries.events import Event
    from lifesat.requests.options import Effort

    Improved = Completion | NearestPredecessor
    Then = Callable[[Boards], None]


def check_options(options: argparse.Namespace) -> None:
    """Refuse a proof that cannot be written.

    Raises
    ------
    UserError
        If ``--proof`` does not go with the other options.
    """
    if options.proof and options.job is not None:
        raise UserError("--proof cannot be combined with --job")
    check_proof_options(options, output=True)


def _nothing(_best: Boards) -> None:
    """Do nothing with the best solution but write it."""


def run_improving(
    problem: Improved, allowed: Effort, options: argparse.Namespace, then: Then = _nothing
) -> int:
    """Search in this process or as a job, write solutions, and return the exit code.

    Parameters
    ----------
    problem, allowed
        The problem, and the effort allowed. With a goal, each improvement is reported and the best
        solution written; otherwise the solutions are listed.
    options
        The parsed command line.
    then
        Called with the best solution once there is no better one or the search has ended.

    Raises
    ------
    UserError
        If options do not go together, or the job cannot be made.
    """
    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.reporters import reporter_of
    from lifesat.queries.search import improving_search, search

    query, how = allowed.query(problem), allowed.options(problem)
    if options.job is not None and (allowed.goal is None or options.detach):
        begin = detach_job if options.detach else search_as_job
        return begin(query, how, options)
    if options.job is not None:
        return _report(problem, new_job_events(options.job, query, how), options, then)[0]
    check_job_options(options)
    with Interrupt() as interrupt:
        if allowed.goal is None:
            reporter = reporter_of(query, how, quiet=options.quiet)
            events = search(query, how, interrupt.came)
            return report_events(query, events, reporter, options)
        events = improving_search(query, how, interrupt.came)
        return _improve(problem, events, options, then, interrupt.came)


def _improve(
    problem: Improved,
    events: Iterator[Event],
    options: argparse.Namespace,
    then: Then,
    came: Callable[[], bool],
) -> int:
    """Search for the best, prove that it is if that is wanted, and return the exit code."""
    import time

    from lifesat.queries.proving import check_proof
    from lifesat.reporting import exit_codes

    if options.proof:
        check_proof(options.proof, effort_for_one_answer(options), replace=options.force)
    began = time.perf_counter()
    code, best = _report(problem, events, options, then)
    if code != exit_codes.FOUND or not options.proof or best is None:
        return code
    left = None
    if options.time_limit is not None:
        left = max(0.0, options.time_limit + began - time.perf_counter())
    return prove_none(problem.improvements_on(best), options, came, left)


def _report(
    problem: Improved, events: Iterator[Event], options: argparse.Namespace, then: Then
) -> tuple[int, Boards | None]:
    """Report improvements, write the best, and return the exit code and the best."""
    from lifesat.cli.narration import ImprovementReporter
    from lifesat.reporting.event_files import best_solution_file, event_lines

    form, look = form_and_look(options)
    reporter = ImprovementReporter(problem, goal="fewest", quiet=options.quiet)
    if options.jsonl:
        writer = event_lines(options.output, force=options.force)
    else:
        change = publication(options, problem)
        writer = best_solution_file(
            options.output, form, problem, force=options.force, change=change, look=look
        )
    code = report_events_to(writer, events, reporter)
    if reporter.best is not None:
        then(reporter.best)
    return code, reporter.best
