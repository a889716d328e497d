"""``lifesat jobs``: searches that outlive their terminal."""

from __future__ import annotations

import signal
import sys
from contextlib import nullcontext
from datetime import datetime
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.cli.interruption import Interrupt
from lifesat.cli.searching import (
    add_output_options,
    report_events,
    report_events_to,
)
from lifesat.cli.writing import answer_writer, check_publishing
from lifesat.errors import UserError
from lifesat.frontends.output import exit_codes
from lifesat.system.printing import clock, printable

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from lifesat.cli.writing import Writer
    from lifesat.engines.options import Options
    from lifesat.jobs.job import Job
    from lifesat.jobs.summary import Summary
    from lifesat.queries.events import Event


def export_job(job: Job, options: argparse.Namespace) -> int:
    """Write what a job has found, and return the exit code."""
    from lifesat.frontends.output.event_files import csv_lines
    from lifesat.frontends.output.files import Output
    from lifesat.jobs.follow import found

    check_solutions_published(job, options)
    if job.summary().shape != "solutions":
        return _export_answer(job, options)
    writer: Writer = answer_writer(job.query(), options)
    if options.csv:
        writer = csv_lines(Output(options.output, options.force))
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
    from lifesat.queries.sentences import Outcome

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


_ACTIONS = {
    "list": "list all jobs: the default",
    "show": "print everything about a job",
    "follow": "write what a job finds, from the first solution on, until it ends",
    "pause": "pause jobs; their processes wait",
    "resume": "continue after a pause, a stop, a limit, a failure or a crash",
    "stop": "end the processes of jobs, which can be resumed",
    "export": "write what a job has found so far",
    "remove": "remove jobs and everything they found; undelete cannot restore them",
    "undelete": "restore a job that the terminal application deleted in the last seven days",
    "purge": "remove all jobs that undelete could restore, to free their space on the disk",
    "run": "run a job in this process; the other commands start it in the background",
}

# Answers may be long numbers or sentences.
_ANSWER_WIDTH = 30
_HEADER = ("NAME", "STATE", "FOUND", "PER SECOND", "ELAPSED", "DONE", "WHAT")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "List and control jobs: searches started with --job NAME."
    parser.set_defaults(run=list_jobs)
    actions = parser.add_subparsers(metavar="ACTION")
    runs: dict[str, Callable[[argparse.Namespace], int]] = {
        "list": list_jobs, "show": show, "follow": follow, "pause": pause, "resume": resume,
        "stop": stop, "export": export, "remove": remove,
        "undelete": undelete, "purge": purge, "run": work,
    }  # fmt: skip
    for name, summary in _ACTIONS.items():
        action = actions.add_parser(name, help=summary, description=summary.capitalize() + ".")
        action.set_defaults(run=runs[name])
        _add_name(action, name)
        if name in ("follow", "export"):
            add_output_options(action)
            add(action, "viewer", "links")
        if name in ("follow", "run"):
            add(action, "quiet")
        if name in ("follow", "export"):
            add(action, "after")
        if name == "follow":
            add(action, "partial")
        if name == "export":
            add(action, "csv")
        if name == "run":
            add(action, "jsonl")
        if name == "resume":
            _add_effort_changes(action)


def _add_name(parser: argparse.ArgumentParser, action: str) -> None:
    """Add the argument that names the jobs of an action."""
    if action in ("pause", "resume", "stop", "remove"):
        add(parser, "jobs.names")
    elif action == "undelete":
        add(parser, "jobs.deleted")
    elif action not in ("list", "purge"):
        add(parser, "jobs.name")


def _add_effort_changes(parser: argparse.ArgumentParser) -> None:
    """Add the options that may change when a job is resumed."""
    how_many = parser.add_mutually_exclusive_group()
    add(how_many, "limit", nouns="in all")
    add(how_many, "all")
    add(parser, "time_limit", then=" in all")
    add(parser, "workers", "memory", "cluster")


def _changed(how: Options, options: argparse.Namespace) -> Options:
    """Return the options of a job, changed as the command line says."""
    from dataclasses import replace

    if options.all:
        how = replace(how, limit=None)
    names = ("limit", "time_limit", "workers", "memory", "cluster")
    asked = {name: getattr(options, name) for name in names}
    return replace(how, **{name: value for name, value in asked.items() if value is not None})


def _job(options: argparse.Namespace) -> Job:
    """Return the job that the command line names."""
    from lifesat.jobs.job import Job

    return Job(options.name)


def _for_each(
    options: argparse.Namespace,
    act: Callable[[Job], str],
    check: Callable[[Job], None] | None = None,
) -> int:
    """Act on each of the named jobs, once all of them exist and pass `check`.

    `check` raises an error if it cannot act on a job. `act` returns what it has done, which is
    reported if there are several jobs.
    """
    from lifesat.jobs.job import Job

    jobs = [Job(name) for name in dict.fromkeys(options.names)]
    if check is not None:
        for job in jobs:
            check(job)
    code = exit_codes.FOUND
    for job in jobs:
        try:
            done = act(job)
        except UserError as error:
            if len(jobs) == 1:
                raise
            done, code = str(error), exit_codes.USAGE
        if len(jobs) > 1:
            diagnostics.say(f"{job.name}: {done}")
    return code


def list_jobs(_options: argparse.Namespace) -> int:
    """Print a line for each job; those that cannot be read come last."""
    from lifesat.jobs.listing import read_jobs

    good, bad = read_jobs()
    lines = [_HEADER, *map(_line, good)]
    lines += [(job.name, "bad", "", "", "", "", job.reason) for job in bad]
    lines = [tuple(map(printable, line)) for line in lines]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        sys.stdout.write("  ".join(padded).rstrip() + "\n")
    return exit_codes.FOUND


def show(options: argparse.Namespace) -> int:
    """Print everything about one job."""
    from lifesat.frontends.output.job_details import job_details

    job = _job(options)
    for name, value in job_details(job, job.summary()).items():
        line = f"{name}: {value}".rstrip()
        sys.stdout.write(f"{printable(line)}\n")
    return exit_codes.FOUND


def follow(options: argparse.Namespace) -> int:
    """Write and report what a job does; Ctrl-C leaves it running."""
    from lifesat.jobs import follow

    job = _job(options)
    check_solutions_published(job, options)
    with Interrupt() as interrupt:
        events = follow.follow(job, options.after, interrupt.came)
        return report_events(job.query(), job.options(), events, options)


def pause(options: argparse.Namespace) -> int:
    """Pause jobs."""

    def check(job: Job) -> None:
        if not job.at_work():
            raise UserError(f"no process is at work on the job {job.name!r}")

    def pause_one(job: Job) -> str:
        job.request("pause")
        return "paused"

    return _for_each(options, pause_one, check)


def resume(options: argparse.Namespace) -> int:
    """Resume jobs, perhaps with other options."""
    from lifesat.jobs.job import NothingLeftError

    def resume_one(job: Job) -> str:
        before = job.options()
        after = _changed(before, options)
        try:
            if after != before:
                job.change(after)
            job.resume()
        except NothingLeftError as error:
            if len(options.names) == 1:
                diagnostics.say(str(error))
            return str(error)
        return "resumed"

    return _for_each(options, resume_one)


def stop(options: argparse.Namespace) -> int:
    """End the processes of jobs."""

    def stop_one(job: Job) -> str:
        job.stop()
        return "stopped"

    return _for_each(options, stop_one)


def export(options: argparse.Namespace) -> int:
    """Write what a job has found."""
    return export_job(_job(options), options)


def remove(options: argparse.Namespace) -> int:
    """Remove jobs: all of them, or none if a process is at work on one."""

    def check(job: Job) -> None:
        with job.lock():
            pass

    def remove_one(job: Job) -> str:
        job.remove()
        return "removed"

    return _for_each(options, remove_one, check)


def undelete(options: argparse.Namespace) -> int:
    """Restore a deleted job, or print a line for each that can be restored."""
    from lifesat.jobs.trash import deleted_jobs, purge

    purge()
    deleted = deleted_jobs()
    name = options.deleted
    if name is None:
        for job in deleted:
            when = datetime.fromtimestamp(job.time // 10**9).astimezone()
            sys.stdout.write(f"{printable(job.name)}  deleted {when:%Y-%m-%d %H:%M}\n")
        return exit_codes.FOUND
    last = next((job for job in deleted if job.name == name), None)
    if last is None:
        raise UserError(f"no job {name!r} has been deleted in the last seven days")
    last.restore()
    return exit_codes.FOUND


def purge(_options: argparse.Namespace) -> int:
    """Remove all deleted jobs for good."""
    from lifesat.jobs import trash

    number = trash.purge(0)
    diagnostics.say(f"{number:,} job{'s' * (number != 1)} removed")
    return exit_codes.FOUND


def work(options: argparse.Namespace) -> int:
    """Run a job in this process."""
    from lifesat.cli.narration import Reporter
    from lifesat.frontends.output.event_files import event_lines
    from lifesat.frontends.output.files import Output
    from lifesat.jobs import worker

    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    job = _job(options)
    reporter = Reporter(job.query(), job.options(), quiet=options.quiet)
    with Interrupt() as interrupt:
        writer = event_lines(Output()) if options.jsonl else nullcontext(_say_nothing)
        return report_events_to(writer, worker.work(job, interrupt.came), reporter)


def _say_nothing(_event: Event) -> None:
    """Ignore an event."""


def _cut(text: str) -> str:
    """Return a text, shortened to the width of its column."""
    return text if len(text) <= _ANSWER_WIDTH else f"{text[: _ANSWER_WIDTH - 3]}..."


def _line(job: Summary) -> tuple[str, ...]:
    progress = job.progress
    done = f"{progress.found / progress.total:.1%}" if progress.total else ""
    listed = job.shape == "solutions" and not (job.goal and job.answer)
    return (
        job.name,
        job.state,
        f"{progress.found:,}" if listed else _cut(job.answer or job.phase),
        f"{progress.rate:,.1f}" if job.shape in ("solutions", "verdicts") else "",
        clock(progress.seconds),
        done,
        job.label,
    )
