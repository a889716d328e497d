"""Options that the commands about objects in a box share."""

from __future__ import annotations

from lifesat.cli.target import add_population_options, add_symmetry_option, count, size

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse

    from lifesat.jobs.options import Options
    from lifesat.problems.oscillator import Periodic

_GLIDES = ("rot90", "rot180", "rot270", "flip_x", "flip_y", "transpose", "anti_transpose")


def add_box_options(parser: argparse.ArgumentParser, box: str) -> argparse._ArgumentGroup:
    """Add W,H and the options that say what an object in it is like; return their group."""
    parser.add_argument("box", type=size, metavar="W,H", help=box)
    sought = parser.add_argument_group("what is sought")
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
        type=count(1, "period"),
        required=True,
        metavar="P",
        help="it is there again P generations later, and no sooner",
    )
    sought.add_argument(
        "--glide",
        choices=_GLIDES,
        default="identity",
        metavar="TURN",
        help=f"it is turned in equal steps until then: one of {', '.join(_GLIDES)}",
    )


def search_objects(
    kind: type[Periodic], shift: tuple[int, int], options: argparse.Namespace
) -> int:
    """Search for oscillators or spaceships and return the exit code."""
    from lifesat.cli.searching import run_search

    width, height = options.box
    problem = kind(
        width,
        height,
        options.period,
        shift=shift,
        symmetry=options.symmetry,
        glide=options.glide,
        least=options.min_population,
        most=options.max_population,
        rule=options.rule,
    )
    return run_search(problem, how_to_search(options), options)


def how_to_search(options: argparse.Namespace) -> Options:
    """Return how to search, up to symmetry if that is asked for.

    Raises
    ------
    UserError
        If one solution alone is sought up to symmetry.
    """
    from dataclasses import replace

    from lifesat.cli.searching import effort
    from lifesat.errors import UserError

    if options.up_to_symmetry and options.smallest:
        raise UserError("--up-to-symmetry does not go with --smallest")
    return replace(effort(options), up_to_symmetry=options.up_to_symmetry)
