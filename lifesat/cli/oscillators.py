"""``lifesat oscillators``: find patterns that reappear in place."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.searching import add_search_options, search_problem
from lifesat.cli.target import add_box_options
from lifesat.cli.writing import check_publishing, write_as_block


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Write oscillators of a period in a box, named by their apgcodes."
    parser.set_defaults(run=run)
    group = add_box_options(parser, "the box in which all generations lie")
    add(group, "period", required=True)
    add(group, "objects.outside", "glide", "diagonal_width")
    add(parser, "links")
    add_search_options(parser, "oscillators")
    add(parser, "print_config")


def run(options: argparse.Namespace) -> int:
    """Search for oscillators and return the exit code."""
    from lifesat.frontends.input.objects import problem_in_box
    from lifesat.problems.life.periodic import Oscillator

    check_publishing(options)
    problem = problem_in_box(Oscillator, vars(options))
    if options.print_config:
        return write_as_block(problem, options)
    return search_problem(problem, options)
