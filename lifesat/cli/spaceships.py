"""``lifesat spaceships``: patterns that come back elsewhere."""

import argparse

from lifesat.cli.arguments import shift
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
    parser.description = "Write spaceships of a period and a shift, named by their apgcodes."
    parser.set_defaults(run=run)
    sought = add_box_options(
        parser, "the box in which all generations lie, the first and the last included"
    )
    add_period_options(sought)
    sought.add_argument(
        "--shift",
        type=shift,
        required=True,
        metavar="DX,DY",
        help="how far right and down it is by then; write --shift=-1,0 where the first is negative",
    )
    add_links_option(parser)
    add_search_options(parser, "spaceships")
    add_print_config(parser)


def run(options: argparse.Namespace) -> int:
    """Search for spaceships and return the exit code."""
    check_publishing(options)
    problem = object_request(options).spaceship(options.period, options.shift, options.glide)
    if options.print_config:
        return write_as_block(problem, options)
    how = object_effort(options)
    return run_search(how.query(problem), how.options(problem), options)
