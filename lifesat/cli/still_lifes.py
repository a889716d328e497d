"""``lifesat still-lifes``: patterns that stay as they are."""

from __future__ import annotations

from lifesat.cli.objects import add_box_options, how_to_search
from lifesat.cli.searching import add_search_options, run_search
from lifesat.cli.target import count
from lifesat.errors import UserError

TYPE_CHECKING = False  # typing itself would cost start-up time
if TYPE_CHECKING:
    import argparse

    from lifesat.problems.still_life import StillLife


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
        type=count(1, "length"),
        metavar="K",
        help="a live cell in every chunk of K cells, the box read row by row",
    )
    sought.add_argument(
        "--connected",
        choices=("any", "strict", "pseudo"),
        default="any",
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
    add_search_options(parser, "still lifes")


def run(options: argparse.Namespace) -> int:
    """Search for still lifes and return the exit code."""
    from lifesat.problems.islands import PseudoStillLife, StrictStillLife
    from lifesat.problems.still_life import StillLife

    _check(options)
    kinds: dict[str, type[StillLife]] = {
        "any": StillLife,
        "strict": StrictStillLife,
        "pseudo": PseudoStillLife,
    }
    width, height = options.box
    problem = kinds[options.connected](
        width,
        height,
        no_empty_lines=options.no_empty_lines,
        density=options.density,
        symmetry=options.symmetry,
        least=options.min_population,
        most=options.max_population,
        rule=options.rule,
    )
    return run_search(problem, how_to_search(options), options)


def _check(options: argparse.Namespace) -> None:
    """Refuse options that do not go together."""
    alone = {"all": "--all", "limit": "--limit", "smallest": "--smallest"}
    if options.largest:
        for name, words in (alone | {"up_to_symmetry": "--up-to-symmetry"}).items():
            if getattr(options, name):
                raise UserError(f"{words} does not go with --densest")
