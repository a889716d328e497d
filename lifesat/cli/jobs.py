"""``lifesat jobs``: searches that outlive their terminal."""

from __future__ import annotations

import sys

from lifesat.cli import diagnostics
from lifesat.cli.searching import add_effort_changes, add_output_options
from lifesat.cli.target import count

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from lifesat.jobs.events import Event
    from lifesat.jobs.job import Summary

_ACTIONS = {
    "list": "list all jobs: the default",
    "show": "say everything about a job",
    "follow": "write what a job finds, from the first solution on, until it ends",
    "pause": "let a job rest; its process waits",
    "resume": "go on after a pause, a stop, a limit, a failure or a crash",
    "stop": "end a job's process; it can be resumed",
    "export": "write what a job has found so far",
    "remove": "remove a job and all it found",
    "run": "do a job's work in this process, as the others do behind the scenes",
}

_HEADER = ("NAME", "STATE", "FOUND", "PER SECOND", "ELAPSED", "DONE", "WHAT")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "See to jobs: searches that were begun with --job NAME."
    parser.set_defaults(run=list_jobs)
    actions = parser.add_subparsers(metavar="ACTION")
    runs: dict[str, Callable[[argparse.Namespace], int]] = {
        "list": list_jobs, "show": show, "follow": follow, "pause": pause, "resume": resume,
        "stop": stop, "export": export, "remove": remove, "run": work,
    }  # fmt: skip
    for name, summary in _ACTIONS.items():
        action = actions.add_parser(name, help=summary, description=summary.capitalize() + ".")
        action.set_defaults(run=runs[name])
        if name != "list":
            action.add_argument("name", metavar="NAME", help="the job's name")
        if name in ("follow", "export"):
            add_output_options(action)
        if name in ("follow", "run"):
            action.add_argument(
                "--quiet", "-q", action="store_true", help="nothing on standard error but errors"
            )
        if name in ("follow", "export"):
            action.add_argument(
                "--after", type=count(0, "number"), default=0, metavar="N",
                help="leave out the first N solutions",
            )  # fmt: skip
        if name == "export":
            action.add_argument(
                "--csv", action="store_true", help="write numbers, populations and orbits as CSV"
            )
        if name == "run":
            action.add_argument("--jsonl", action="store_true", help="write events as JSON lines")
        if name == "resume":
            add_effort_changes(action)


def list_jobs(_options: argparse.Namespace) -> int:
    """Print a line for each job."""
    from lifesat.errors import UserError
    from lifesat.jobs.job import jobs

    summaries = []
    for job in jobs():
        try:
            summaries.append(job.summary())
        except UserError as error:
            diagnostics.say(f"lifesat: {error}")
    summaries.sort(key=lambda summary: summary.created, reverse=True)
    lines = [_HEADER, *map(_line, summaries)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        sys.stdout.write("  ".join(padded).rstrip() + "\n")
    return diagnostics.FOUND


def show(options: argparse.Namespace) -> int:
    """Print everything about one job."""
    from dataclasses import asdict, replace

    from lifesat.jobs.job import Job

    job = Job(options.name)
    summary = job.summary()
    summary = replace(summary, seconds=round(summary.seconds, 3))
    lines = {name.replace("_", " "): value for name, value in asdict(summary).items()}
    lines |= {"sought": job.problem().conditions(), "folder": job.folder}
    lines |= {f"option {name}".replace("_", " "): v for name, v in asdict(job.options()).items()}
    sys.stdout.writelines(
        f"{name}: {'' if value is None else value}\n".replace(": \n", ":\n")
        for name, value in lines.items()
    )
    return diagnostics.FOUND


def follow(options: argparse.Namespace) -> int:
    """Write and tell what a job does; Ctrl-C leaves it at work."""
    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.narration import Narrator
    from lifesat.cli.searching import tell
    from lifesat.jobs import follow
    from lifesat.jobs.job import Job

    job = Job(options.name)
    narrator = Narrator(job.problem(), goal=job.options().goal, quiet=options.quiet)
    with Interrupt() as interrupt:
        return tell(follow.follow(job, options.after, interrupt.came), narrator, options)


def pause(options: argparse.Namespace) -> int:
    """Let a job rest."""
    from lifesat.errors import UserError
    from lifesat.jobs.job import Job

    job = Job(options.name)
    if not job.at_work():
        raise UserError(f"no process is at work on the job {job.name!r}")
    job.request("pause")
    return diagnostics.FOUND


def resume(options: argparse.Namespace) -> int:
    """Let a job go on, perhaps with other limits."""
    from lifesat.cli.searching import changed
    from lifesat.jobs.job import Job

    job = Job(options.name)
    before = job.options()
    after = changed(before, options)
    if after != before:
        job.change(after)
    job.resume()
    return diagnostics.FOUND


def stop(options: argparse.Namespace) -> int:
    """End a job's process."""
    from lifesat.jobs.job import Job

    Job(options.name).stop()
    return diagnostics.FOUND


def export(options: argparse.Namespace) -> int:
    """Write what a job has found."""
    from lifesat.cli.output import csv_lines, event_lines, solution_files
    from lifesat.jobs.follow import found
    from lifesat.jobs.job import Job

    job = Job(options.name)
    if options.csv:
        writer = csv_lines(options.output, force=options.force)
    elif options.jsonl:
        writer = event_lines(options.output, force=options.force)
    else:
        writer = solution_files(options.output, options.to, job.problem(), force=options.force)
    with writer as write:
        for solutions in found(job, options.after):
            write(solutions)
    return diagnostics.FOUND


def remove(options: argparse.Namespace) -> int:
    """Remove a job."""
    from lifesat.jobs.job import Job

    Job(options.name).remove()
    return diagnostics.FOUND


def work(options: argparse.Namespace) -> int:
    """Do a job's work in this process."""
    import signal
    from contextlib import nullcontext

    from lifesat.cli.interruption import Interrupt
    from lifesat.cli.narration import Narrator, exit_code
    from lifesat.cli.output import event_lines
    from lifesat.jobs import worker
    from lifesat.jobs.events import Done
    from lifesat.jobs.job import Job

    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    job = Job(options.name)
    narrator = Narrator(job.problem(), goal=job.options().goal, quiet=options.quiet)
    with Interrupt() as interrupt:
        writer = event_lines("-", force=False) if options.jsonl else nullcontext(_say_nothing)
        with writer as write:
            for event in worker.work(job, interrupt.came):
                narrator.tell(event)
                write(event)
                if isinstance(event, Done):
                    return exit_code(event, narrator.goal)
    raise AssertionError("work ends with Done")


def _say_nothing(_event: Event) -> None:
    """Write no event."""


def _line(job: Summary) -> tuple[str, ...]:
    rate = job.found / job.seconds if job.seconds > 0 else 0.0
    done = f"{job.found / job.total:.1%}" if job.total else ""
    return (
        job.name,
        job.state,
        f"{job.found:,}",
        f"{rate:,.1f}",
        clock(job.seconds),
        done,
        job.label,
    )


def clock(seconds: float) -> str:
    """Return a time as people read it.

    Examples
    --------
    >>> clock(75.3), clock(93_784)
    ('1:15', '1 d 2:03:04')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    if days:
        return f"{days} d {hour}:{minute:02}:{second:02}"
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"
