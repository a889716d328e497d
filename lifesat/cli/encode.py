"""``lifesat encode``: write the formula for any solver."""

import argparse

from lifesat.cli.arguments import add
from lifesat.cli.target import add_target_options, read_problem
from lifesat.cli.writing import write_formula


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the command's options to its parser."""
    parser.description = "Write the formula whose models are the predecessors of TARGET."
    parser.set_defaults(run=run)
    add_target_options(parser)
    add(parser, "cnf_format", "memory", "output", "force")


def run(options: argparse.Namespace) -> int:
    """Write the formula and return the exit code."""
    return write_formula(read_problem(options), options)
