"""``lifesat count``: how many predecessors a pattern has, without listing them."""

from __future__ import annotations

import sys

from lifesat.cli import diagnostics
from lifesat.cli.memory import add_memory_option
from lifesat.cli.target import add_target_options, read_problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from lifesat.problems.predecessor import Predecessor


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Print the exact number of predecessors of TARGET, of any size. One generation "
        "back they are counted by a sweep over the window; where that does not fit, they are "
        "counted by pyganak if it is installed, and otherwise listed by the SAT solver."
    )
    parser.set_defaults(run=run)
    add_target_options(parser)
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
    from lifesat.cli.narration import proved_none
    from lifesat.solving.frontier import OutOfReachError

    problem = read_problem(options)
    try:
        numbers = _swept(problem, options)
    except OutOfReachError as reason:
        numbers = _otherwise(problem, options, str(reason))
    # Python writes numbers of more than 4,300 digits only when told so.
    sys.set_int_max_str_digits(0)
    if options.by_population:
        lines = [f"{population} {number}" for population, number in enumerate(numbers) if number]
    else:
        lines = [str(sum(numbers))]
    sys.stdout.writelines(line + "\n" for line in lines)
    if any(numbers):
        return diagnostics.FOUND
    if not options.quiet:
        diagnostics.say(proved_none(problem))
    return diagnostics.NONE


def _swept(problem: Predecessor, options: argparse.Namespace) -> list[int]:
    from lifesat.solving import frontier

    memory = options.memory or frontier.half_of_the_machine()
    if options.up_to_symmetry:
        return frontier.count_orbits(problem, memory, by_population=options.by_population)
    if options.by_population:
        return frontier.count_by_population(problem, memory)
    return [frontier.count_parents(problem, memory)]


def _otherwise(problem: Predecessor, options: argparse.Namespace, reason: str) -> list[int]:
    """Return the numbers by another way than a sweep, and say which."""
    from lifesat.errors import UserError
    from lifesat.solving import model_counter

    one_number = not options.by_population and not options.up_to_symmetry
    counted = one_number and model_counter.available()
    if not options.quiet:
        way = "counting models with pyganak" if counted else "listing all with the SAT solver"
        diagnostics.say(f"{reason}: {way} instead")
    if not counted:
        return _listed(problem, options)
    formula = problem.formula(options.encoding or problem.encodings[0])
    try:
        return [model_counter.count_models(formula, problem.projection)]
    except MemoryError as error:
        raise UserError(f"{error}; the machine may have too little memory for it") from error


def _listed(problem: Predecessor, options: argparse.Namespace) -> list[int]:
    from lifesat.jobs.events import Solutions
    from lifesat.jobs.options import Options
    from lifesat.jobs.search import search

    numbers = [0] * (problem.first.size + 1)
    how = Options(encoding=options.encoding, limit=None, up_to_symmetry=options.up_to_symmetry)
    for event in search(problem, how):
        if isinstance(event, Solutions):
            for population in event.boards.sum(axis=(1, 2), dtype=int).tolist():
                numbers[population if options.by_population else 0] += 1
    return numbers
