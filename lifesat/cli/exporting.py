"""Write what a job has found, as ``lifesat jobs export`` and ``follow`` need it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.pictures import form_and_look
from lifesat.cli.publishing import check_publishing, publication
from lifesat.cli.words import words_writer
from lifesat.errors import UserError
from lifesat.jobs.follow import found
from lifesat.jobs.forced_reader import known_forced
from lifesat.reporting import exit_codes
from lifesat.reporting.event_files import csv_lines, event_lines, pattern_file, solution_files
from lifesat.reporting.verdicts import Outcome, forced_verdict

if TYPE_CHECKING:
    import argparse

    from lifesat.jobs.job import Job


def export_job(job: Job, options: argparse.Namespace) -> int:
    """Write what a job has found, and return the exit code.

    Raises
    ------
    UserError
        If the options are not for its answer.
    """
    check_solutions_published(job, options)
    match job.summary().shape:
        case "cells":
            return _export_forced(job, options)
        case "verdicts" | "words" | "pattern":
            return _export_words(job, options)
    if options.csv:
        writer = csv_lines(options.output, force=options.force)
    elif options.jsonl:
        writer = event_lines(options.output, force=options.force)
    else:
        form, look = form_and_look(options)
        problem = job.problem()
        change = publication(options, problem)
        writer = solution_files(
            options.output, form, problem, force=options.force, change=change, look=look
        )
    with writer as write:
        for solutions in found(job, options.after):
            write(solutions)
    return exit_codes.FOUND


def check_solutions_published(job: Job, options: argparse.Namespace) -> None:
    """Refuse ``--viewer`` and ``--links`` where no solutions are written.

    Raises
    ------
    UserError
        If they are given.
    """
    check_publishing(options)
    listed = job.summary().shape == "solutions"
    for name in ("viewer", "links"):
        if getattr(options, name) and not listed:
            raise UserError(f"the job {job.name!r} lists no solutions, which --{name} is for")


def _export_forced(job: Job, options: argparse.Namespace) -> int:
    """Write the cells that a job knows to be forced, and say how many may still be."""
    if options.csv:
        raise UserError(
            f"the job {job.name!r} searches for forced cells; --csv is for lists of solutions"
        )
    if options.jsonl:
        writer = event_lines(options.output, force=options.force)
    else:
        form, look = form_and_look(options)
        writer = pattern_file(options.output, form, force=options.force, look=look)
    summary, forced = job.summary(), known_forced(job)
    with writer as write:
        if forced is not None:
            write(forced)
    outcome = Outcome(
        summary.state, summary.progress.found, summary.progress.covered, reason=summary.reason
    )
    diagnostics.say(forced_verdict(job.problem(), outcome, forced))
    return exit_codes.FOUND


def _export_words(job: Job, options: argparse.Namespace) -> int:
    """Write what a job knows of an answer in words, and how much that is."""
    if options.csv:
        raise UserError(f"the job {job.name!r} lists no solutions; --csv is for lists of solutions")
    query = job.query()
    writer = words_writer(query, options)
    with job.journal() as journal:
        values = journal.values()
    known = query.sentence(values)
    if not (options.jsonl or query.answer(values) or values.get("state") == "none"):
        diagnostics.say(f"the job {job.name!r} has no answer yet" + (known and f"; {known}"))
        return exit_codes.UNDECIDED
    with writer as write:
        for event in query.told({}, values):
            write(event)
    diagnostics.say(known)
    return exit_codes.FOUND
