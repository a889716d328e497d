"""``lifesat still-lifes``: find patterns that do not change."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.searching import add_search_options, search_problem
from lifesat.cli.target import add_box_options
from lifesat.cli.writing import check_publishing, write_as_block


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Write still lifes in a box, named by their apgcodes."
    parser.set_defaults(run=run)
    group = add_box_options(parser, "the box in which they lie")
    add(group, "objects.outside", "no_empty_lines", "density", "connected")
    add(parser, "links")
    add_search_options(parser, "still lifes", "densest")
    add(parser, "print_config")


def run(options: argparse.Namespace) -> int:
    """Search for still lifes and return the exit code."""
    from lifesat.frontends.input.objects import STILL_LIFE_PROBLEMS, problem_in_box

    check_publishing(options)
    problem = problem_in_box(STILL_LIFE_PROBLEMS[options.connected], vars(options))
    if options.print_config:
        return write_as_block(problem, options)
    return search_problem(problem, options)
