"""``lifesat predecessors --nearest``: the nearest pattern that has a predecessor."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from lifesat.cli.deciding import check_proof_options
from lifesat.cli.improving import run_improving
from lifesat.cli.searching import effort
from lifesat.cli.target import predecessor_request, read_target
from lifesat.errors import UserError
from lifesat.formats import write_text
from lifesat.reporting.files import open_text

if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from lifesat.problems.life.nearest import NearestPredecessor
    from lifesat.problems.problem import Boards

_OWN = ("weights", "reached", "proof")
_OF_LISTS = ("skip", "up_to_symmetry", "project", "partial", "print_config")


def add_nearest_options(
    parser: argparse.ArgumentParser, how_many: argparse._MutuallyExclusiveGroup
) -> None:
    """Add ``--nearest`` to the options that say how many, and those that need it."""
    how_many.add_argument(
        "--nearest",
        action="store_true",
        help="one of the pattern nearest to TARGET that has any, proved: the fewest cells differ",
    )
    nearest = parser.add_argument_group("nearest")
    nearest.add_argument(
        "--weights",
        metavar="FILE",
        help="with --nearest: how much each cell of TARGET counts, as rows of digits or as CSV",
    )
    nearest.add_argument(
        "--reached",
        metavar="FILE",
        help="with --nearest: also write the pattern that the predecessor becomes",
    )
    nearest.add_argument(
        "--proof",
        metavar="FILE",
        help="with --nearest: write a DRAT proof that none is nearer, and the formula to FILE.cnf",
    )


def check_nearest_options(options: argparse.Namespace) -> None:
    """Refuse options that do not go together with ``--nearest`` or without it.

    Raises
    ------
    UserError
        If there are some.
    """
    if not options.nearest:
        for name in _OWN:
            if getattr(options, name) is not None:
                raise UserError(f"--{name} needs --nearest")
        return
    for name in _OF_LISTS:
        if getattr(options, name):
            raise UserError(f"--{name.replace('_', '-')} cannot be combined with --nearest")
    if options.reached is not None and options.detach:
        raise UserError("--reached cannot be combined with --detach")
    if options.reached == "-" and options.output == "-":
        raise UserError("--reached and -o cannot both be standard output; give one a file")
    check_proof_options(options, output=True)


def run_nearest(options: argparse.Namespace) -> int:
    """Search for the nearest pattern with a predecessor, and return the exit code."""
    from lifesat.requests.nearest import NearestRequest

    request = NearestRequest(predecessor_request(options), options.weights)
    problem = request.problem(read_target(options))
    allowed = replace(effort(options), goal="fewest", method=options.method, seed=options.seed)
    if options.reached is None:
        return run_improving(problem, allowed, options)

    with open_text(options.reached, force=options.force) as stream:
        write = partial(_write_reached, problem, stream, options.to or problem.first_form)
        return run_improving(problem, allowed, options, write)


def _write_reached(problem: NearestPredecessor, stream: TextIO, form: str, best: Boards) -> None:
    """Write what a predecessor becomes."""
    stream.writelines(write_text(pattern, form) for pattern in problem.reached_patterns(best[None]))
