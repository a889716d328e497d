"""``lifesat predecessors``: list what could have come before a pattern."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cli.arguments import whole_number
from lifesat.cli.configuration import add_print_config, write_as_block
from lifesat.cli.nearest import add_nearest_options, check_nearest_options, run_nearest
from lifesat.cli.publishing import add_viewer_option, check_publishing
from lifesat.cli.searching import (
    add_effort_options,
    add_how_many,
    add_output_options,
    add_partial_option,
    check_partial_option,
    effort,
    run_search,
)
from lifesat.cli.target import add_project_option, add_target_options, read_problem
from lifesat.defaults import METHODS
from lifesat.errors import UserError

if TYPE_CHECKING:
    import argparse

    from lifesat.problems.life.predecessor import Predecessor


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write predecessors of TARGET as RLE, or in another format, each as soon as it is found."
    )
    parser.set_defaults(run=run)
    add_target_options(parser)
    add_project_option(parser, "list")
    how_many = add_how_many(parser, "predecessors")
    how_many.add_argument(
        "--largest", action="store_true", help="one with the most live cells, proved"
    )
    add_nearest_options(parser, how_many)
    parser.add_argument(
        "--skip",
        type=whole_number("number", 0, digits=1000),
        default=0,
        metavar="N",
        help="begin after the first N predecessors of the order that docs/frontier.md states",
    )
    parser.add_argument(
        "--up-to-symmetry",
        action="store_true",
        help="one predecessor for each orbit under the symmetries of the target with its outside",
    )
    parser.add_argument(
        "--method",
        choices=METHODS,
        default=METHODS[0],
        metavar="NAME",
        help="how to seek one predecessor: sat (one formula), strips (a strip of rows at a time, "
        "for large boards), particles (many boards at a time, row by row, for large boards without "
        "large dead areas) or auto (default: as the board suggests; --nearest takes windows)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number("seed", 0),
        default=0,
        metavar="S",
        help="the seed of particles, and of windows with --nearest (default 0); it changes nothing "
        "on boards where neither searches",
    )
    add_effort_options(parser)
    add_output_options(parser)
    add_viewer_option(parser)
    add_partial_option(parser)
    add_print_config(parser)


def run(options: argparse.Namespace) -> int:
    """Search for predecessors and return the exit code."""
    _check(options)
    if options.nearest:
        return run_nearest(options)
    problem = read_problem(options)
    if options.to in problem.forms:
        _check_format(problem, options.to)
    if options.print_config:
        return write_as_block(problem, options)
    how = replace(
        effort(options),
        up_to_symmetry=options.up_to_symmetry,
        skip=options.skip,
        method=options.method,
        seed=options.seed,
    )
    return run_search(how.query(problem), how.options(problem), options)


def _check_format(problem: Predecessor, form: str) -> None:
    """Refuse a format that cannot hold what is sought, such as one without unknown cells."""
    import numpy as np

    boards = problem.boards(np.zeros((1, problem.projection), dtype=np.int32))
    for _ in problem.texts(boards, 1, form):
        pass


def _check(options: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    check_partial_option(options)
    check_nearest_options(options)
    check_publishing(options)
    if options.skip and options.up_to_symmetry:
        raise UserError(
            "--skip counts every predecessor; it cannot be combined with --up-to-symmetry"
        )
    if options.project is not None:
        for name in ("skip", "smallest", "largest"):
            if getattr(options, name):
                raise UserError(
                    f"--{name} is about whole predecessors; it cannot be combined with --project"
                )
    if options.smallest or options.largest:
        for name in ("skip", "up_to_symmetry"):
            if getattr(options, name):
                option = name.replace("_", "-")
                raise UserError(f"--{option} cannot be combined with --smallest or --largest")
