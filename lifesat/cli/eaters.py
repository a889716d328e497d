"""``lifesat eaters``: find still lifes that eat a glider."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lifesat.cli.arguments import add
from lifesat.cli.searching import add_search_options, search_problem
from lifesat.cli.target import POPULATION

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
    box = "the box in which all happens from the time the glider is in its corner"
    add(parser, "box", what=box)
    group = parser.add_argument_group("problem")
    add(group, "eaters.generations")
    add(group, "corner", "phase", "as_published")
    add(group, *POPULATION, cells="live cells, the glider's not counted")
    add(parser, "with_glider")
    add_search_options(parser, "eaters", swept=False)


def run(options: argparse.Namespace) -> int:
    """Search for eaters and return the exit code."""
    from dataclasses import replace

    from lifesat.frontends.input.objects import problem_in_box
    from lifesat.problems.life.eater import Eater

    problem = problem_in_box(Eater, vars(options))

    def first_generation(found: Solutions) -> Solutions:
        return replace(found, boards=problem.with_glider(found.boards))

    show = first_generation if options.with_glider else None
    return search_problem(problem, options, show)
