"""Searches for the best that report every improvement, and the proof that none is better."""

from __future__ import annotations

from lifesat.cli.deciding import Decision, check_proof_options, proof_files
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
    from contextlib import ExitStack
    from typing import TextIO

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
    from contextlib import ExitStack

    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.reporters import reporter_of
    from lifesat.queries.search import improving_search, search

    query, how = allowed.query(problem), allowed.options(problem)
    if options.job is not None and (allowed.goal is None or options.detach):
        begin = detach_job if options.detach else search_as_job
        return begin(query, how, options)
    with ExitStack() as stack:
        files = [_open(stack, name, options) for name in proof_files(options)]
        if options.job is not None:
            events = new_job_events(options.job, query, how)
            work = _Work(options, lambda: False)
            return _report(problem, events, work, files, then)
        check_job_options(options)
        came = stack.enter_context(Interrupt()).came
        if allowed.goal is None:
            reporter = reporter_of(query, how, quiet=options.quiet)
            return report_events(search(query, how, came), reporter, options)
        improvements = improving_search(query, how, came)
        return _report(problem, improvements, _Work(options, came), files, then)


def _open(stack: ExitStack, name: str, options: argparse.Namespace) -> TextIO:
    from lifesat.reporting.files import open_text

    return stack.enter_context(open_text(name, force=options.force))


def _report(
    problem: Improved,
    events: Iterator[Event],
    work: _Work,
    proof: list[TextIO],
    then: Then,
) -> int:
    """Report improvements, write the best, prove that it is, and return the exit code."""
    from lifesat.cli.narration import ImprovementReporter
    from lifesat.reporting import exit_codes
    from lifesat.reporting.files import best_solution_file, event_lines

    options = work.options
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
    if code == exit_codes.FOUND and proof and reporter.best is not None:
        return work.prove(problem.improvements_on(reporter.best), *proof, known=True)
    return code


def _none_better(problem: Improved) -> str:
    """Return the words for a solution that is the best."""
    return f"no {problem.noun} is better"


class _Work(Decision):
    """The proof that no solution is better."""

    yes = staticmethod(_none_better)
    no = "there is a better one"
    open = "it is not known whether there is a better one"
