"""``lifesat predecessors``: list the predecessors of a pattern."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.configuration import write_as_block
from lifesat.cli.has_parent import decide
from lifesat.cli.nearest import add_nearest_options, check_nearest_options, run_nearest
from lifesat.cli.publishing import check_publishing
from lifesat.cli.searching import (
    add_effort_options,
    add_how_many,
    add_output_options,
    check_solutions_form,
    search_problem,
)
from lifesat.cli.target import add_target_options, problem_or_states, read_targets
from lifesat.errors import UserError
from lifesat.frontends.options.table import OPTIONS
from lifesat.system.printing import printable

if TYPE_CHECKING:
    import argparse

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
    problem = problem_or_states(named[0][1], options)
    check_solutions_form(problem, options.to)
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
