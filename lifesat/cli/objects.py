"""Options that the commands about objects in a box share."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cli.arguments import size, whole_number
from lifesat.cli.searching import effort
from lifesat.cli.target import add_population_options, add_symmetry_option
from lifesat.errors import UserError
from lifesat.requests.choices import GLIDES, NO_GLIDE

if TYPE_CHECKING:
    import argparse

    from lifesat.requests.objects import ObjectRequest
    from lifesat.requests.options import Effort


def add_box_options(parser: argparse.ArgumentParser, box: str) -> argparse._ArgumentGroup:
    """Add W,H and the options that say what an object in it is like; return their group."""
    parser.add_argument("box", type=size, metavar="W,H", help=box)
    sought = parser.add_argument_group("problem")
    sought.add_argument(
        "--rule",
        default="B3/S23",
        help="the rule, B3/S23 unless given; any of two states and 3x3 cells, without B0",
    )
    add_symmetry_option(sought, "at least this symmetry")
    add_population_options(sought, "live cells")
    parser.add_argument(
        "--up-to-symmetry",
        action="store_true",
        help="one for each orbit under the symmetries of the box that leave the rest unchanged",
    )
    return sought


def add_period_options(sought: argparse._ArgumentGroup) -> None:
    """Add the options that say when and how an object comes back."""
    sought.add_argument(
        "--period",
        "-p",
        type=whole_number("period", 1),
        required=True,
        metavar="P",
        help="it is there again P generations later, and no sooner",
    )
    sought.add_argument(
        "--glide",
        choices=GLIDES,
        default=NO_GLIDE,
        metavar="TURN",
        help=f"it is turned in equal steps until then: one of {', '.join(GLIDES)}",
    )


def object_request(options: argparse.Namespace) -> ObjectRequest:
    """Return what the options of `add_box_options` state."""
    from lifesat.requests.objects import ObjectRequest

    return ObjectRequest(
        options.box,
        rule=options.rule,
        symmetry=options.symmetry,
        least=options.min_population,
        most=options.max_population,
    )


def object_effort(options: argparse.Namespace) -> Effort:
    """Return the effort, up to symmetry if the user wants that.

    Raises
    ------
    UserError
        If only the smallest solution is sought, up to symmetry.
    """
    if options.up_to_symmetry and options.smallest:
        raise UserError("--up-to-symmetry cannot be combined with --smallest")
    return replace(effort(options), up_to_symmetry=options.up_to_symmetry)
