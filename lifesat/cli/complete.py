"""``lifesat complete``: find still lifes and oscillators with given cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli import diagnostics
from lifesat.cli.arguments import add
from lifesat.cli.searching import (
    add_count_options,
    add_effort_options,
    add_output_options,
    add_sweep_options,
    asked_of_all,
    check_proof_options,
    goal_of,
    run_improving,
)
from lifesat.cli.target import POPULATION
from lifesat.cli.writing import check_publishing, write_as_block
from lifesat.errors import UserError
from lifesat.frontends.options.table import from_values

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
    add(parser, "pattern")
    group = parser.add_argument_group("problem")
    add(group, "period", usual=" (default 1: still lifes)")
    add(group, "complete.states")
    add(group, "margin", what="a completion may exceed PATTERN's box")
    add(group, "format", "rule")
    add(group, *POPULATION, cells="live cells in the first generation")
    how_many = parser.add_argument_group("how many").add_mutually_exclusive_group()
    add(how_many, "complete.minimise")
    add(how_many, "limit", "all", nouns="completions of any size")
    add_count_options(parser, how_many, "completions of any size")
    add_sweep_options(parser, how_many, "completions of any size")
    add(
        parser,
        "up_to_symmetry",
        when="with --all, --limit or --count: ",
        whole="what is given",
    )
    add(parser, "quiet", "encoding")
    add_effort_options(parser)
    add_output_options(parser)
    add(parser, "links")
    add(parser, "proof", what=" that no completion is better")
    add(parser, "print_config")


def run(options: argparse.Namespace) -> int:
    """Search for completions and return the exit code."""
    lists = options.all or options.limit is not None
    _check(options, lists=lists)
    check_publishing(options)
    problem = _read_problem(options)
    if options.print_config:
        return write_as_block(problem, options)
    about_all = asked_of_all(problem, options)
    if about_all is not None:
        return about_all
    goal = goal_of(options) if lists else "fewest"
    return run_improving(problem, goal, options)


def _check(options: argparse.Namespace, *, lists: bool) -> None:
    """Reject options that cannot be combined."""
    if options.up_to_symmetry and not (lists or options.count):
        raise UserError("--up-to-symmetry is for lists; it needs --all, --limit or --count")
    if options.proof and lists:
        raise UserError("--proof says that none is smaller; it cannot be combined with a list")
    check_proof_options(options, output=True)


def _read_problem(options: argparse.Namespace) -> Completion:
    """Return the problem that PATTERN and the options state."""
    from lifesat.formats import read_file
    from lifesat.frontends.input.completion import CompletionRequest

    pattern = read_file(
        options.pattern,
        format=options.format,
        unknown=True,
        bounded=False,  # the request rejects any grid
    )
    if not options.quiet:
        diagnostics.warn(options.pattern, pattern)
    request = from_values(CompletionRequest, vars(options))
    return request.problem(pattern)
