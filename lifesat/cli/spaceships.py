"""``lifesat spaceships``: patterns that come back elsewhere."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError

from lifesat.cli.objects import add_box_options, add_period_options, search_objects
from lifesat.cli.searching import add_search_options

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse


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
    add_search_options(parser, "spaceships")


def run(options: argparse.Namespace) -> int:
    """Search for spaceships and return the exit code."""
    from lifesat.problems.oscillator import Spaceship

    return search_objects(Spaceship, options.shift, options)


def shift(text: str) -> tuple[int, int]:
    """Parse ``DX,DY`` for argparse."""
    match = re.fullmatch(r"(-?[0-9]{1,6}),(-?[0-9]{1,6})", text)
    if not match:
        raise ArgumentTypeError(f"{text!r} is no shift: cells right and down such as 2,0")
    return int(match[1]), int(match[2])
