"""``lifesat count``: how many predecessors a pattern has, without listing them."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.cli.samples import add_samples_options, check_samples
from lifesat.cli.searching import add_job_options, run_search
from lifesat.cli.status_line import status_line
from lifesat.cli.target import add_target_options, problem_or_states, read_problem, read_target
from lifesat.frontier.memory import OutOfReachError
from lifesat.reporting import exit_codes
from lifesat.requests.option_table import from_values
from lifesat.system.machine import memory_limit

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from lifesat.frontier.estimates import SampleProgress
    from lifesat.problems.life.predecessor import Predecessor

# Events with the progress come after so many seconds at least.
_EVERY = 0.25
# The options that only an exact answer takes.
_EXACT = (
    "by-population", "up-to-symmetry", "project", "encoding", "disk", "time-limit", "job", "detach",
)  # fmt: skip


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Print the exact number of predecessors of TARGET, of any size. One generation "
        "back they are counted by a sweep over the window; where that does not fit, they are "
        "counted by pyganak if it is installed, and otherwise listed by the SAT solver. With "
        "--samples, estimate the number, for boards that are too large for an exact answer."
    )
    parser.set_defaults(run=run)
    add_target_options(parser, encoded=", where no frontier fits")
    add(parser, "project", verb="count")
    add(parser, "by_population")
    add(parser, "up_to_symmetry", whole="the target with its outside")
    add(parser, "jsonl")
    add_samples_options(parser, "the number, with its standard error and a lower bound,")
    add(parser, "memory", "disk", "time_limit")
    add_job_options(parser, cluster=False)
    parser.set_defaults(output="-", force=False)


def run(options: argparse.Namespace) -> int:
    """Print the number and return the exit code."""
    from lifesat.queries.count_solutions import CountSolutions
    from lifesat.requests.effort import Effort

    check_samples(options, *_EXACT)
    if options.samples is not None:
        return _estimate(read_problem(options), options)
    problem = problem_or_states(read_target(options), options)
    query = CountSolutions(problem, options.by_population, options.up_to_symmetry)
    names = ("encoding", "time_limit", "memory", "disk")
    values = {name: getattr(options, name) for name in names}
    allowed = from_values(Effort, values | {"limit": None})
    return run_search(query, allowed.options(problem), options)


def _estimate(problem: Predecessor, options: argparse.Namespace) -> int:
    """Print an estimate of the number and return the exit code."""
    from lifesat.frontier.estimates import estimate_marginals
    from lifesat.queries.marginals import number_words, summary

    memory = memory_limit(options.memory)
    try:
        with status_line(quiet=options.quiet) as status:
            show = _writer("samples") if options.jsonl else status.show_samples
            found = estimate_marginals(problem, options.samples, options.seed, memory, show)
            status.say(summary(found))
    except OutOfReachError as reason:
        diagnostics.say(f"lifesat: {reason}")
        return exit_codes.UNDECIDED
    if options.jsonl:
        names = ("log10_total", "total_error", "log10_least", "samples", "effective", "particles")
        _write_event("estimated", {name: getattr(found, name) for name in names})
    else:
        sys.stdout.write(f"{number_words(found.log10_total)}\n")
    return exit_codes.FOUND


def _writer(kind: str) -> Callable[[SampleProgress], None]:
    """Return what writes events with the progress, a few times a second at most."""
    began = shown = time.perf_counter()

    def report(progress: SampleProgress) -> None:
        nonlocal shown
        now = time.perf_counter()
        if now >= shown + _EVERY:
            shown = now
            _write_event(kind, {**progress._asdict(), "seconds": now - began})

    return report


def _write_event(kind: str, values: dict[str, object]) -> None:
    from lifesat.queries.events import VERSION

    rounded = {name: round(v, 3) if isinstance(v, float) else v for name, v in values.items()}
    sys.stdout.write(json.dumps({"v": VERSION, "type": kind, **rounded}) + "\n")
    sys.stdout.flush()
