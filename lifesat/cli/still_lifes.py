"""``lifesat still-lifes``: patterns that stay as they are."""

import argparse

from lifesat.cli.arguments import whole_number
from lifesat.cli.configuration import add_print_config, write_as_block
from lifesat.cli.objects import add_box_options, object_effort, object_request
from lifesat.cli.publishing import add_links_option, check_publishing
from lifesat.cli.searching import add_search_options, run_search
from lifesat.errors import UserError
from lifesat.requests.choices import STILL_LIFE_CLASSES


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Write still lifes in a box, named by their apgcodes."
    parser.set_defaults(run=run)
    sought = add_box_options(parser, "the box; all is dead outside, and nothing is born there")
    sought.add_argument(
        "--no-empty-lines", action="store_true", help="a live cell in every row and every column"
    )
    sought.add_argument(
        "--density",
        type=whole_number("length", 1),
        metavar="K",
        help="a live cell in every chunk of K cells, the box read row by row",
    )
    sought.add_argument(
        "--connected",
        choices=STILL_LIFE_CLASSES,
        default=STILL_LIFE_CLASSES[0],
        metavar="KIND",
        help="strict: one that cannot be taken apart into smaller ones; pseudo: one that can be, "
        "though its parts touch; any (default)",
    )
    parser.add_argument(
        "--densest",
        action="store_true",
        dest="largest",
        help="one with the most live cells, proved",
    )
    add_links_option(parser)
    add_search_options(parser, "still lifes")
    add_print_config(parser)


def run(options: argparse.Namespace) -> int:
    """Search for still lifes and return the exit code."""
    _check(options)
    check_publishing(options)
    problem = object_request(options).still_life(
        options.connected, no_empty_lines=options.no_empty_lines, density=options.density
    )
    if options.print_config:
        return write_as_block(problem, options)
    how = object_effort(options)
    return run_search(how.query(problem), how.options(problem), options)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that contradict each other."""
    alone = {"all": "--all", "limit": "--limit", "smallest": "--smallest"}
    if options.largest:
        for name, option in (alone | {"up_to_symmetry": "--up-to-symmetry"}).items():
            if getattr(options, name):
                raise UserError(f"{option} cannot be combined with --densest")
