"""Everything about a job, as a table."""

from collections.abc import Iterator

from lifesat.engines.options import Options
from lifesat.jobs.job import Job
from lifesat.jobs.summary import Summary
from lifesat.queries.query import ProblemQuery, Query
from lifesat.queries.sentences import bound_words, strip_line
from lifesat.system.printing import clock

_GIGABYTE = 10**9
_MINUTE = 60


def job_details(job: Job, summary: Summary) -> dict[str, str]:
    """Return the rows of the table by their names; a row without a value is left out.

    Raises UserError if the job's journal cannot be read.
    """
    query = job.query()
    rows = {
        "job": summary.name,
        "state": summary.state,
        "reason": summary.reason,
        "looks for": summary.label,
        "conditions": query.conditions(),
    }
    rows |= {"note": summary.note, "found": summary.answer or summary.found_words}
    rows |= dict(_progress(summary, query))
    rows |= {"elapsed": _duration(summary.progress.seconds), "created": _moment(summary.created)}
    rows |= dict(_options(job.options(), query))
    rows |= {
        "process": "" if summary.process is None else str(summary.process),
        "folder": str(job.folder),
    }
    return {name: value for name, value in rows.items() if value}


def _progress(summary: Summary, query: Query) -> Iterator[tuple[str, str]]:
    """Yield the rows about the progress of the solvers."""
    progress = summary.progress
    if summary.reading:
        yield "reading", f"{summary.reading:,} known solutions"
    yield "solver conflicts", f"{progress.conflicts:,}"
    parts = progress.cubes_done + progress.cubes_open
    if parts:
        yield "parts", f"{progress.cubes_done:,} of {parts:,} done"
    if progress.members:
        yield "solvers at work", str(progress.members)
    if summary.in_words:
        return
    problem = query.problem if isinstance(query, ProblemQuery) else None
    # The best solution says more than the bound that was proved on the way.
    if progress.bound and problem is not None and summary.state != "complete":
        yield "lower bound", bound_words(problem, progress.bound)
    if progress.rows and problem is not None:
        besides = f"particles {progress.particles}"
        if not progress.particles:
            besides = f"nogoods {progress.nogoods}"
        yield f"{strip_line(problem)}s reached", f"{progress.row} of {progress.rows}, {besides}"


def _options(options: Options, query: Query) -> Iterator[tuple[str, str]]:
    """Yield the rows about how the job searches."""
    if query.limited:
        yield "limit", "none" if options.limit is None else f"{options.limit:,}"
    if options.time_limit is not None:
        yield "time limit", clock(options.time_limit)
    if options.up_to_symmetry:
        yield "up to symmetry", "yes"
    if options.skip:
        yield "skipped", f"{options.skip:,}"
    if options.encoding is not None:
        yield "encoding", options.encoding
    if options.solver is not None:
        yield "solver", options.solver
    yield "method", options.method
    if seed := options.seed or getattr(query, "seed", 0):
        yield "seed", str(seed)
    yield "workers", options.cluster or str(options.workers)
    if options.memory is not None:
        yield "memory", f"{options.memory / _GIGABYTE:.3g} GB"


def _duration(seconds: float) -> str:
    """Return a duration, with tenths of a second if it is under a minute."""
    return f"{seconds:.1f} s" if seconds < _MINUTE else clock(seconds)


def _moment(created: str) -> str:
    """Return an ISO time to the second, marked as UTC."""
    return created[:19].replace("T", " ") + " UTC"
