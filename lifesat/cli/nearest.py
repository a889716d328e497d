"""``lifesat predecessors --nearest``: find the nearest pattern that has a predecessor."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.deciding import check_other_name, check_proof_options
from lifesat.cli.improving import run_improving
from lifesat.cli.target import predecessor_request, read_target
from lifesat.errors import UserError

if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from lifesat.problems.life.nearest import NearestPredecessor
    from lifesat.problems.problem import Boards


def add_nearest_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that need ``--nearest``."""
    nearest = parser.add_argument_group("nearest")
    add(nearest, "weights", "reached")
    add(nearest, "proof", when="with --nearest: ", what=" that none is nearer")


def check_nearest_options(options: argparse.Namespace) -> None:
    """Reject files that cannot be combined, and a proof without ``--nearest``."""
    if options.proof is not None and not options.nearest:
        raise UserError("--proof needs --nearest")
    if options.reached == "-" and options.output == "-":
        raise UserError("--reached and -o cannot both be standard output; give one a file")
    check_proof_options(options, output=True)
    if options.reached not in (None, "-"):
        check_other_name("-o", options.output, "--reached", options.reached)
    if options.reached and options.proof:
        written = options.proof, f"{options.proof}.cnf"
        check_other_name("--reached", options.reached, "--proof", *written)


def run_nearest(options: argparse.Namespace) -> int:
    """Search for the nearest pattern with a predecessor, and return the exit code."""
    from lifesat.frontends.input.nearest import NearestRequest
    from lifesat.frontends.output.files import open_text

    request = NearestRequest(predecessor_request(options), options.weights)
    problem = request.problem(read_target(options))
    if options.reached is None:
        return run_improving(problem, "fewest", options)

    with open_text(options.reached, force=options.force) as stream:
        write = partial(_write_reached, problem, stream, options.to or problem.first_form)
        return run_improving(problem, "fewest", options, write)


def _write_reached(problem: NearestPredecessor, stream: TextIO, form: str, best: Boards) -> None:
    """Write the pattern that the best predecessor becomes."""
    from lifesat.formats import write_text

    stream.writelines(write_text(pattern, form) for pattern in problem.reached_patterns(best[None]))
