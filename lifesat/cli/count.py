"""``lifesat count``: how many predecessors a pattern has, without listing them."""

from __future__ import annotations

import sys

from lifesat.cli import diagnostics
from lifesat.cli.memory import add_memory_option
from lifesat.cli.status_line import status_line
from lifesat.cli.target import add_project_option, add_target_options, read_problem
from lifesat.reporting import exit_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from lifesat.problems.life.predecessor import Predecessor
    from lifesat.problems.life.search import SpaceTimeSearch


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Print the exact number of predecessors of TARGET, of any size. One generation "
        "back they are counted by a sweep over the window; where that does not fit, they are "
        "counted by pyganak if it is installed, and otherwise listed by the SAT solver."
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
    add_memory_option(parser)


def run(options: argparse.Namespace) -> int:
    """Print the number and return the exit code."""
    return print_count(read_problem(options), options, by_population=options.by_population)


def print_count(
    problem: Predecessor | SpaceTimeSearch,
    options: argparse.Namespace,
    *,
    by_population: bool = False,
) -> int:
    """Print how many solutions a problem has and return the exit code."""
    from lifesat.jobs.counting import Count, count_solutions
    from lifesat.reporting.verdicts import proved_none

    how = Count(by_population, options.up_to_symmetry, options.encoding, options.memory)
    with status_line(quiet=options.quiet) as status:
        numbers = count_solutions(problem, how, status.notice, status.show_sweep)
    # By default, Python refuses to write numbers of more than 4,300 digits.
    sys.set_int_max_str_digits(0)
    if by_population:
        lines = [f"{population} {number}" for population, number in enumerate(numbers) if number]
    else:
        lines = [str(sum(numbers))]
    sys.stdout.writelines(line + "\n" for line in lines)
    if any(numbers):
        return exit_codes.FOUND
    if not options.quiet:
        diagnostics.say(proved_none(problem))
    return exit_codes.NONE
