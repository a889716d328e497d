"""``lifesat oscillators``: patterns that come back in their place."""

import argparse

from lifesat.cli.configuration import add_print_config, write_as_block
from lifesat.cli.objects import (
    add_box_options,
    add_period_options,
    object_effort,
    object_request,
)
from lifesat.cli.publishing import add_links_option, check_publishing
from lifesat.cli.searching import add_search_options, run_search


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Write oscillators of a period in a box, named by their apgcodes."
    parser.set_defaults(run=run)
    add_period_options(add_box_options(parser, "the box in which all generations lie"))
    add_links_option(parser)
    add_search_options(parser, "oscillators")
    add_print_config(parser)


def run(options: argparse.Namespace) -> int:
    """Search for oscillators and return the exit code."""
    check_publishing(options)
    problem = object_request(options).oscillator(options.period, options.glide)
    if options.print_config:
        return write_as_block(problem, options)
    how = object_effort(options)
    return run_search(how.query(problem), how.options(problem), options)
