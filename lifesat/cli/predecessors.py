"""``lifesat predecessors``: list the predecessors of a pattern."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.has_parent import decide
from lifesat.cli.searching import (
    add_effort_options,
    add_how_many,
    add_output_options,
    check_other_name,
    check_proof_options,
    run_improving,
    search_problem,
)
from lifesat.cli.target import add_target_options, predecessor_request, read_problem, read_targets
from lifesat.cli.writing import check_publishing, write_as_block
from lifesat.errors import UserError
from lifesat.frontends.options.table import OPTIONS
from lifesat.system.printing import printable

if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from lifesat.problems.life.nearest import NearestPredecessor  # slow to load
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
    from lifesat.frontends.input.nearest import nearest_problem
    from lifesat.frontends.output.files import open_text

    problem = nearest_problem(read_problem(options), options.weights)
    if options.reached is None:
        return run_improving(problem, "fewest", options)

    with open_text(options.reached, force=options.force) as stream:
        write = partial(_write_reached, problem, stream, options.to or problem.first_form)
        return run_improving(problem, "fewest", options, write)


def _write_reached(problem: NearestPredecessor, stream: TextIO, form: str, best: Boards) -> None:
    """Write the pattern that the best predecessor becomes."""
    from lifesat.formats import write_text  # slow to load

    stream.writelines(write_text(pattern, form) for pattern in problem.reached_patterns(best[None]))


_OF_ONE_TARGET = (
    "all", "smallest", "largest", "skip", "up_to_symmetry", "project", "method", "seed",
    "print_config", "partial", "cluster",
)  # fmt: skip


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write predecessors of TARGET as RLE, or in another format, each as soon as it is found. "
        "Of a file with several targets, one predecessor of each is written; the exit code is 1 "
        "if some have none, and 3 if some are undecided."
    )
    parser.set_defaults(run=run)
    add_target_options(parser)
    add(parser, "project", verb="list")
    add_how_many(parser, "predecessors", "largest", "nearest")
    add_nearest_options(parser)
    add(parser, "skip")
    add(parser, "up_to_symmetry", whole="the target with its outside")
    add(parser, "method")
    add(
        parser,
        "seed",
        what="particles, and of windows with --nearest",
        remark="; it changes nothing on boards where neither searches",
    )
    add_effort_options(parser)
    add_output_options(parser)
    add(parser, "viewer", "partial", "print_config")


def run(options: argparse.Namespace) -> int:
    """Search for predecessors and return the exit code."""
    check_nearest_options(options)
    check_publishing(options)
    if options.nearest:
        return run_nearest(options)
    named = list(read_targets([options.target], options))
    if len(named) > 1:
        _check_several(len(named), options)
        return decide(named, options, parents=True)
    problem = predecessor_request(options).problem(named[0][1])
    if options.print_config:
        return write_as_block(problem, options)
    return search_problem(problem, options)


def _check_several(number: int, options: argparse.Namespace) -> None:
    """Reject options for one target; for each of several, one predecessor is written."""
    given = [name for name in _OF_ONE_TARGET if OPTIONS[name].is_given(getattr(options, name))]
    if (options.limit or 1) > 1:
        given.insert(0, "limit")
    if given:
        path = printable(options.target)
        raise UserError(
            f"{OPTIONS[given[0]].flag} is for one target, and {path} has {number:,}; give one of "
            f"them (`lifesat convert --split {path} DIR/` makes a file of each)"
        )
