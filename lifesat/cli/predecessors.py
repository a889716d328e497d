"""``lifesat predecessors``: list what could have come before a pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.configuration import write_as_block
from lifesat.cli.nearest import add_nearest_options, check_nearest_options, run_nearest
from lifesat.cli.publishing import check_publishing
from lifesat.cli.searching import (
    add_effort_options,
    add_how_many,
    add_output_options,
    effort,
    run_search,
)
from lifesat.cli.target import add_target_options, read_problem_or_states

if TYPE_CHECKING:
    import argparse

    from lifesat.problems.life.base import LifeProblem


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write predecessors of TARGET as RLE, or in another format, each as soon as it is found."
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
    problem = read_problem_or_states(options)
    if options.to in problem.forms:
        _check_format(problem, options.to)
    if options.print_config:
        return write_as_block(problem, options)
    how = effort(options)
    return run_search(how.query(problem), how.options(problem), options)


def _check_format(problem: LifeProblem, form: str) -> None:
    """Refuse a format that cannot hold the solutions, such as one without unknown cells."""
    import numpy as np

    boards = problem.boards(np.zeros((1, problem.projection), dtype=np.int32))
    for _ in problem.texts(boards, 1, form):
        pass
