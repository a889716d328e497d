"""``lifesat replicators``: find patterns that become two copies of themselves."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.searching import add_search_options, search_problem
from lifesat.cli.target import add_box_options


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = (
        "Write replicators: patterns that become, after some generations, two copies of "
        "themselves, on opposite sides, and nothing else."
    )
    parser.set_defaults(run=run)
    group = add_box_options(parser, "the box in which all generations lie, both copies included")
    add(group, "replicators.period", "replicators.shift", required=True)
    add_search_options(parser, "replicators", swept=False)


def run(options: argparse.Namespace) -> int:
    """Search for replicators and return the exit code."""
    from lifesat.frontends.input.objects import problem_in_box
    from lifesat.problems.life.replicator import Replicator

    return search_problem(problem_in_box(Replicator, vars(options)), options)
