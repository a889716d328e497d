"""``lifesat count``: how many predecessors a pattern has, without listing them."""

from __future__ import annotations

import sys
import time

from lifesat.cli import diagnostics
from lifesat.cli.memory import add_sweep_options
from lifesat.cli.samples import add_samples_options, check_samples
from lifesat.cli.status_line import status_line
from lifesat.cli.target import add_project_option, add_target_options, read_problem
from lifesat.reporting import exit_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from lifesat.frontier.estimates import SampleProgress
    from lifesat.frontier.progress import SweepProgress
    from lifesat.problems.life.predecessor import Predecessor
    from lifesat.problems.life.search import SpaceTimeSearch
    from lifesat.queries.counting import Count

# Events with the progress come after so many seconds at least.
_EVERY = 0.25


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
    add_project_option(parser, "count")
    parser.add_argument(
        "--by-population",
        action="store_true",
        help="print a line for each number of live cells: that number, and how many there are",
    )
    parser.add_argument(
        "--up-to-symmetry",
        action="store_true",
        help="count orbits under the symmetries of the target with its outside",
    )
    parser.add_argument(
        "--jsonl", action="store_true", help="write progress and the numbers as JSON lines"
    )
    add_samples_options(parser, "the number, with its standard error and a lower bound,")
    add_sweep_options(parser)


def run(options: argparse.Namespace) -> int:
    """Print the number and return the exit code."""
    from lifesat.queries.counting import Count

    check_samples(options, "by-population", "up-to-symmetry", "project", "encoding", "disk")
    problem = read_problem(options)
    if options.samples is not None:
        return _estimate(problem, options)
    how = Count(
        options.by_population,
        options.up_to_symmetry,
        options.encoding,
        options.memory,
        options.disk,
    )
    return print_count(problem, how, quiet=options.quiet, jsonl=options.jsonl)


def _estimate(problem: Predecessor, options: argparse.Namespace) -> int:
    """Print an estimate of the number and return the exit code."""
    from lifesat.frontier.estimates import estimate_marginals
    from lifesat.frontier.memory import OutOfReachError
    from lifesat.machine import half_of_the_machine
    from lifesat.reporting.marginal_estimates import number_words, summary

    memory = options.memory or half_of_the_machine()
    try:
        with status_line(quiet=options.quiet) as status:
            show = _writer("samples") if options.jsonl else status.show_sweep
            found = estimate_marginals(problem, options.samples, options.seed or 0, memory, show)
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


def print_count(
    problem: Predecessor | SpaceTimeSearch, how: Count, *, quiet: bool, jsonl: bool = False
) -> int:
    """Print how many solutions a problem has and return the exit code."""
    from lifesat.queries.counting import count_solutions
    from lifesat.reporting.verdicts import proved_none

    with status_line(quiet=quiet) as status:
        report = _writer("sweep") if jsonl else status.show_sweep
        numbers = count_solutions(problem, how, status.notice, report)
    # By default, Python refuses to write numbers of more than 4,300 digits.
    sys.set_int_max_str_digits(0)
    populations = {population: number for population, number in enumerate(numbers) if number}
    if jsonl:
        counted = {"populations": populations} if how.by_population else {}
        _write_event("counted", {"number": sum(numbers), **counted})
    elif how.by_population:
        sys.stdout.writelines(f"{population} {n}\n" for population, n in populations.items())
    else:
        sys.stdout.write(f"{sum(numbers)}\n")
    if any(numbers):
        return exit_codes.FOUND
    if not quiet:
        diagnostics.say(proved_none(problem))
    return exit_codes.NONE


def _writer(kind: str) -> Callable[[SweepProgress | SampleProgress], None]:
    """Return what writes events with the progress, a few times a second at most."""
    began = shown = time.perf_counter()

    def report(progress: SweepProgress | SampleProgress) -> None:
        nonlocal shown
        now = time.perf_counter()
        if now >= shown + _EVERY:
            shown = now
            _write_event(kind, {**progress._asdict(), "seconds": now - began})

    return report


def _write_event(kind: str, values: dict[str, object]) -> None:
    import json

    from lifesat.queries.events import VERSION

    rounded = {name: round(v, 3) if isinstance(v, float) else v for name, v in values.items()}
    sys.stdout.write(json.dumps({"v": VERSION, "type": kind, **rounded}) + "\n")
    sys.stdout.flush()
