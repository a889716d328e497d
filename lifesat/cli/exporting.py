"""Write what a job has found, for ``lifesat jobs export`` and ``follow``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.publishing import check_publishing
from lifesat.cli.writing import answer_writer
from lifesat.errors import UserError
from lifesat.frontends.output import exit_codes
from lifesat.frontends.output.event_files import csv_lines
from lifesat.jobs.follow import found
from lifesat.queries.sentences import Outcome

if TYPE_CHECKING:
    import argparse

    from lifesat.cli.writing import Writer
    from lifesat.jobs.job import Job


def export_job(job: Job, options: argparse.Namespace) -> int:
    """Write what a job has found, and return the exit code."""
    check_solutions_published(job, options)
    if job.summary().shape != "solutions":
        return _export_answer(job, options)
    writer: Writer = answer_writer(job.query(), options)
    if options.csv:
        writer = csv_lines(options.output, force=options.force)
    with writer as write:
        for solutions in found(job, options.after):
            write(solutions)
    return exit_codes.FOUND


def check_solutions_published(job: Job, options: argparse.Namespace) -> None:
    """Reject ``--viewer`` and ``--links`` for a job without solutions, or the wrong format."""
    check_publishing(options)
    listed = job.summary().shape == "solutions"
    for name in ("viewer", "links"):
        if getattr(options, name) and not listed:
            raise UserError(f"the job {job.name!r} lists no solutions, which --{name} is for")


def _export_answer(job: Job, options: argparse.Namespace) -> int:
    """Write what is known of a job's answer, and report how much that is."""
    if options.csv:
        raise UserError(f"the job {job.name!r} lists no solutions; --csv is for lists of solutions")
    query, known, summary = job.query(), job.known(), job.summary()
    writer = answer_writer(query, options)
    said = query.sentence(known.state)
    answered = query.text(known.state) or query.pattern(known.state) is not None
    if not (options.jsonl or answered or summary.state == "none"):
        diagnostics.say(f"the job {job.name!r} has no answer yet" + (said and f"; {said}"))
        return exit_codes.UNDECIDED
    with writer as write:
        write(known)
    ended = Outcome(summary.state, summary.progress.found, summary.progress.covered)
    diagnostics.say(query.ending(known.state, ended) if summary.state == "none" else said)
    return exit_codes.FOUND
