"""Everything about a job, as a table."""

from collections.abc import Iterator

from lifesat.jobs.answer import command_of
from lifesat.jobs.job import Job
from lifesat.jobs.options import Options
from lifesat.jobs.scope import strip_line
from lifesat.jobs.summary import Summary
from lifesat.problems.problem import Problem
from lifesat.reporting.clock import clock
from lifesat.reporting.verdicts import bound_words

_GIGABYTE = 10**9
_MINUTE = 60


def job_details(job: Job, summary: Summary) -> dict[str, str]:
    """Return the rows of the table: each a name and a value; a row without a value is left out.

    Parameters
    ----------
    job
        The job.
    summary
        The job at a glance.

    Raises
    ------
    UserError
        If the job's journal cannot be read.
    """
    problem, command = job.problem(), command_of(job)
    rows = {
        "job": summary.name,
        "state": summary.state,
        "reason": summary.reason,
        "seeks": summary.label,
        "conditions": problem.conditions(),
    }
    if command is not None:
        rows |= {"command": command.line, "answer": summary.answer}
    else:
        rows |= {"note": summary.note, "found": _found(summary)} | dict(_progress(summary, problem))
    rows |= {"elapsed": _duration(summary.seconds), "created": _moment(summary.created)}
    if command is None:
        rows |= dict(_options(job.options(), problem))
    rows |= {
        "process": "" if summary.process is None else str(summary.process),
        "folder": str(job.folder),
    }
    return {name: value for name, value in rows.items() if value}


def _found(summary: Summary) -> str:
    """Return how much is found, and of how much."""
    if summary.settled:
        return summary.settled
    found = f"{summary.found:,}"
    if summary.covered != summary.found:
        found += f" for {summary.covered:,}"
    return found if summary.total is None else f"{found} of {summary.total:,}"


def _progress(summary: Summary, problem: Problem) -> Iterator[tuple[str, str]]:
    """Yield how far the solvers have come."""
    if summary.reading:
        yield "reading", f"{summary.reading:,} known solutions"
    yield "conflicts", f"{summary.conflicts:,}"
    cubes = summary.cubes_done + summary.cubes_open
    if cubes:
        yield "cubes", f"{summary.cubes_done:,} of {cubes:,} finished"
    if summary.members:
        yield "solvers at work", str(summary.members)
    if summary.bound:
        yield "lower bound", bound_words(problem, summary.bound)
    if summary.rows:
        besides = f"particles {summary.particles}"
        if not summary.particles:
            besides = f"nogoods {summary.nogoods}"
        yield f"{strip_line(problem)}s reached", f"{summary.row} of {summary.rows}, {besides}"


def _options(options: Options, problem: Problem) -> Iterator[tuple[str, str]]:
    """Yield how the job searches."""
    if options.what == "forced":
        yield "forced cells of", f"generation {options.at}"
    if options.goal:
        yield "goal", f"the {options.goal} live cells"
    if options.lists:
        yield "limit", "none" if options.limit is None else f"{options.limit:,}"
    if options.seconds is not None:
        yield "time limit", clock(options.seconds)
    if options.up_to_symmetry:
        yield "up to symmetry", "yes"
    if options.skip:
        yield "skipped", f"{options.skip:,}"
    yield "encoding", options.encoding_of(problem)
    yield "solver", options.solver
    yield "method", options.method
    if options.seed:
        yield "seed", str(options.seed)
    yield "workers", options.cluster or str(options.workers)
    if options.memory is not None:
        yield "memory", f"{options.memory / _GIGABYTE:.3g} GB"


def _duration(seconds: float) -> str:
    """Return a time, with parts of a second if it is short."""
    return f"{seconds:.1f} s" if seconds < _MINUTE else clock(seconds)


def _moment(created: str) -> str:
    """Return a time in UTC, to the second."""
    return created[:19].replace("T", " ") + " UTC"
