"""``lifesat eater``: still lifes that eat a glider."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lifesat.cli.arguments import size, whole_number
from lifesat.cli.searching import add_search_options, effort, run_search
from lifesat.cli.target import add_population_options
from lifesat.requests.choices import CORNERS

if TYPE_CHECKING:
    import argparse

    from lifesat.queries.events import Solutions


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write still lifes that a glider from afar comes to and that stand again some generations "
        "later, the glider gone."
    )
    parser.set_defaults(run=run)
    sought = parser.add_argument_group("problem")
    sought.add_argument(
        "--size",
        type=size,
        required=True,
        metavar="W,H",
        help="the box in which all happens from the time the glider is in its corner",
    )
    sought.add_argument(
        "--generations",
        "-g",
        type=whole_number("number of generations", 2),
        required=True,
        metavar="R",
        help="the still life alone is there R generations later, and in the one before",
    )
    sought.add_argument(
        "--corner",
        choices=CORNERS,
        default=CORNERS[0],
        metavar="CORNER",
        help=f"where the glider is at first: one of {', '.join(CORNERS)} (default {CORNERS[0]})",
    )
    sought.add_argument(
        "--phase",
        type=int,
        choices=range(4),
        default=0,
        metavar="P",
        help="its phase there, 0 to 3 generations ahead of Knuth's (default 0)",
    )
    sought.add_argument(
        "--as-published",
        action="store_true",
        help="let Knuth's clauses alone say that the glider came undisturbed; they miss cases",
    )
    add_population_options(sought, "live cells, the glider's not counted")
    parser.add_argument(
        "--with-glider", action="store_true", help="show the glider in its corner as well"
    )
    add_search_options(parser, "eaters")


def run(options: argparse.Namespace) -> int:
    """Search for eaters and return the exit code."""
    from lifesat.problems.life.eater import Eater

    width, height = options.size
    problem = Eater(
        width,
        height,
        options.generations,
        corner=options.corner,
        phase=options.phase,
        as_published=options.as_published,
        least=options.min_population,
        most=options.max_population,
    )

    def first_generation(found: Solutions) -> Solutions:
        return replace(found, boards=problem.with_glider(found.boards))

    show = first_generation if options.with_glider else None
    how = effort(options)
    return run_search(how.query(problem), how.options(problem), options, show)
