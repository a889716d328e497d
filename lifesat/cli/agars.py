"""``lifesat agars``: find patterns that repeat in both directions of the plane, and in time."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.searching import (
    add_search_options,
    asked_of_all,
    goal_of,
    run_search,
    search_options,
)
from lifesat.cli.target import POPULATION
from lifesat.cli.writing import write_as_block


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write agars: patterns of the whole plane that repeat every W cells across and every H "
        "cells down. Each is written as one period on a torus. Of those that are equal up to "
        "translations, rotations, reflections and the passage of time, one is written."
    )
    parser.set_defaults(run=run)
    add(parser, "box", what="the torus, one period")
    group = parser.add_argument_group("problem")
    add(group, "period", usual=" (default 1, still lifes)")
    add(group, "shift", usual=" (default 0,0)")
    add(group, "objects.rule")
    add(group, *POPULATION, cells="live cells on the torus, in every generation,")
    add(group, "self_forcing", "pad")
    add_search_options(parser, "agars")
    add(parser, "print_config")


def run(options: argparse.Namespace) -> int:
    """Search for agars and return the exit code."""
    from lifesat.frontends.input.objects import problem_in_box
    from lifesat.problems.life.agar import Agar
    from lifesat.queries.self_forcing import SelfForcingAgars
    from lifesat.queries.solutions import list_or_best

    problem = problem_in_box(Agar, vars(options))
    if options.print_config:
        return write_as_block(problem, options)
    options.up_to_symmetry = not options.smallest
    about_all = asked_of_all(problem, options)
    if about_all is not None:
        return about_all
    how = search_options(options)
    if options.self_forcing:
        return run_search(SelfForcingAgars(problem, options.pad), how, options)
    return run_search(list_or_best(problem, goal_of(options)), how, options)
