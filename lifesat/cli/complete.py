"""``lifesat complete``: still lifes and oscillators in which some cells are as given."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import whole_number
from lifesat.cli.configuration import add_print_config, write_as_block
from lifesat.cli.deciding import add_proof_option, check_proof_options
from lifesat.cli.improving import run_improving
from lifesat.cli.publishing import add_links_option, check_publishing
from lifesat.cli.searching import add_effort_options, add_output_options, effort
from lifesat.cli.target import add_common_options, add_format_option, add_population_options
from lifesat.errors import UserError
from lifesat.formats import read_file
from lifesat.requests.choices import COMPLETION_STATES, MINIMISE

if TYPE_CHECKING:
    import argparse

    from lifesat.problems.life.completion import Completion


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write the smallest still life or oscillator in which some cells are as PATTERN has them, "
        "once it is proved that none is smaller."
    )
    parser.set_defaults(run=run)
    parser.add_argument("pattern", metavar="PATTERN", help="pattern file, or - for standard input")
    _add_problem(parser.add_argument_group("problem"))
    how_many = parser.add_argument_group("how many").add_mutually_exclusive_group()
    how_many.add_argument(
        "--minimise",
        choices=MINIMISE,
        default=MINIMISE[0],
        metavar="WHAT",
        help="what the smallest has least of: live cells in the first generation (population, the "
        "default), cells in the box of all generations (box), or one and of these the other: "
        f"{', '.join(MINIMISE[2:])} (separated by a comma)",
    )
    how_many.add_argument(
        "--limit",
        "-k",
        type=whole_number("limit", 1),
        metavar="K",
        help="list K completions of any size",
    )
    how_many.add_argument(
        "--all", "-a", action="store_true", help="list all completions of any size"
    )
    parser.add_argument(
        "--up-to-symmetry",
        action="store_true",
        help="with --all or --limit: one for each orbit under the symmetries of what is given",
    )
    add_common_options(parser)
    add_effort_options(parser)
    add_output_options(parser)
    add_links_option(parser)
    add_proof_option(parser, " that no completion is better")
    add_print_config(parser)


def _add_problem(sought: argparse._ArgumentGroup) -> None:
    """Add the options that say how PATTERN is read."""
    sought.add_argument(
        "--period",
        "-p",
        type=whole_number("period", 1),
        default=1,
        metavar="P",
        help="it is there again P generations later, and no sooner (default 1: still lifes)",
    )
    sought.add_argument(
        "--states",
        default="",
        metavar="WORDS",
        help="how states are read: "
        f"{', '.join(COMPLETION_STATES)}; or assignments such as '0=free 1=on 2=off', with on, off "
        "(in the first generation), live, empty, free (in all generations), any; rotor=run keeps "
        "the cells that change when PATTERN runs",
    )
    sought.add_argument(
        "--margin",
        "-m",
        type=whole_number("margin", 0),
        default=1,
        metavar="M",
        help="cells by which it may exceed PATTERN's box on every side (default 1)",
    )
    add_format_option(sought)
    sought.add_argument("--rule", metavar="RULE", help="use this rule instead of the file's")
    add_population_options(sought, "live cells in the first generation")


def run(options: argparse.Namespace) -> int:
    """Search for completions and return the exit code."""
    lists = options.all or options.limit is not None
    _check(options, lists=lists)
    check_publishing(options)
    problem = _read_problem(options)
    if options.print_config:
        return write_as_block(problem, options)
    allowed = replace(effort(options), up_to_symmetry=options.up_to_symmetry)
    if not lists:
        allowed = replace(allowed, goal="fewest")
    return run_improving(problem, allowed, options)


def _check(options: argparse.Namespace, *, lists: bool) -> None:
    """Refuse options that do not go together."""
    if options.up_to_symmetry and not lists:
        raise UserError("--up-to-symmetry is for lists; it needs --all or --limit")
    if options.proof and lists:
        raise UserError("--proof says that none is smaller; it cannot be combined with a list")
    check_proof_options(options, output=True)


def _read_problem(options: argparse.Namespace) -> Completion:
    """Return the problem that PATTERN and the options state."""
    from lifesat.requests.completion import CompletionRequest

    pattern = read_file(
        options.pattern,
        format=options.source,
        unknown=True,
        bounded=False,  # any grid is refused
    )
    if not options.quiet:
        diagnostics.warn(options.pattern, pattern)
    request = CompletionRequest(
        period=options.period,
        states=options.states,
        margin=options.margin,
        rule=options.rule,
        minimise=options.minimise,
        least=options.min_population,
        most=options.max_population,
    )
    return request.problem(pattern)
